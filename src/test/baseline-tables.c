/*
 * The built-in tables: the yardstick, George, and servers whose figures
 * somebody has published. A server has the figures of its source and no others.
 */
#include <config.h>

#include <string.h>

#include "diskidx/baseline.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

#define ROW(id, value, source) { id, value, source, NULL }
#define MB_S(decimal) ((decimal) * 1e6 / 1048576)	/* as MiB/s */

/* The three file copies, as tests of `disk` and of `unixbench`. */
#define FILE_COPY(fstime, fsbuffer, fsdisk, source) \
	ROW("fsbuffer", fsbuffer, source), \
	ROW("fstime", fstime, source), \
	ROW("fsdisk", fsdisk, source), \
	ROW("unixbench:fsbuffer", fsbuffer, source), \
	ROW("unixbench:fstime", fstime, source), \
	ROW("unixbench:fsdisk", fsdisk, source)

#define GEORGE "UnixBench's \"George\", a SPARCstation 20-61"

#define GEORGE_COPIES FILE_COPY(3960, 1655, 5800, GEORGE)

/* A disk of 120 turns a second. The Samsung F1 of 1 TB is one, measured by
 * fio-plot's authors without a file system. */
#define MIDDLE "convention: between the outer and the inner tracks"
#define BOTH_WAYS "follows: each byte is read and written"
#define F1(iops) "; " iops " measured on a Samsung F1"

static const struct baseline_row hdd_7200_rows[] = {
	GEORGE_COPIES,
	ROW("seq-write", 100, MIDDLE),
	ROW("seq-read", 100, MIDDLE),
	ROW("seq-copy", 50, BOTH_WAYS),
	ROW("seq-write-direct", 100, MIDDLE),
	ROW("seq-read-direct", 100, MIDDLE),
	ROW("seq-copy-direct", 50, BOTH_WAYS),
	ROW("rand-read-q1", 75, "follows: half a turn, 4.2 ms, and a seek of "
	    "9.2 ms" F1("72")),
	ROW("rand-read-q32", 150, "convention: a full queue shortens the way "
	    "by half" F1("131")),
	ROW("rand-write-q32", 150, "convention: as rand-read-q32" F1("151")),
	ROW("rand-mixed-q32", 150, "follows: reads and writes are equally "
	    "fast"),
	ROW("commit", 60, "follows: two turns, for the data and for the "
	    "journal"),
	ROW("overwrite-dsync", 120, "follows: one turn, as nothing but the "
	    "data is written"),
};

static const struct baseline_row george_rows[] = {
	GEORGE_COPIES,
	ROW("seq-write", 11.3, "extrapolated: George's largest file copy, "
	    "5800 KBps, moves each byte twice"),
	ROW("seq-read", 11.3, "extrapolated: George's largest file copy, "
	    "5800 KBps, moves each byte twice"),
	ROW("seq-copy", 5.66, "extrapolated: George's largest file copy, "
	    "5800 KBps"),
	ROW("seq-write-direct", 11.3, "extrapolated: as seq-write, so that "
	    "buffered and direct compare"),
	ROW("seq-read-direct", 11.3, "extrapolated: as seq-read, so that "
	    "buffered and direct compare"),
	ROW("seq-copy-direct", 5.66, "extrapolated: as seq-copy, so that "
	    "buffered and direct compare"),
	ROW("rand-read-q1", 29.5, "extrapolated: 0.26 and 0.30 ms a read on "
	    "two servers of UnixBench index 1032.2 and 1431.9, scaled to 10"),
	ROW("rand-read-q32", 66.8, "extrapolated: 10986 and 6000 IOPS on two "
	    "servers of UnixBench index 1032.2 and 1431.9, scaled to 10"),
	ROW("rand-write-q32", 33.4, "extrapolated: 10985 and 1497 IOPS on two "
	    "servers of UnixBench index 1032.2 and 1431.9, scaled to 10"),
	ROW("rand-mixed-q32", 53.4, "extrapolated: three parts of "
	    "rand-read-q32 and one of rand-write-q32"),
	ROW("commit", 60, "extrapolated: two turns of a 7200 rpm disk, for the "
	    "data and for the journal's commit"),
	ROW("overwrite-dsync", 120, "extrapolated: one turn of a 7200 rpm "
	    "disk"),
};

/* dd as people run it: no flush, and reads of 512 bytes. */
#define RACKSPACE "packetgeek.net, 2013-11-22, mean of 10: "
#define DD_WRITE(mb) RACKSPACE mb " MB/s, dd if=/dev/zero bs=1M count=2048"
#define DD_READ(mb) RACKSPACE mb " MB/s, dd if=FILE of=/dev/zero, 2 GiB"

static const struct baseline_row rackspace_standard_rows[] = {
	ROW("dd:write", MB_S(127.46), DD_WRITE("127.46")),
	ROW("dd:read", MB_S(93.49), DD_READ("93.49")),
};

static const struct baseline_row rackspace_performance_rows[] = {
	ROW("dd:write", MB_S(467.8), DD_WRITE("467.8")),
	ROW("dd:read", MB_S(175.5), DD_READ("175.5")),
};

/* Both servers, from one page; the second was measured a year earlier. */
#define HINTS "Japanese hints for server owners, 2013-11-15: "
#define UNIXBENCH(day) HINTS "UnixBench 5.1.3, 1 copy, on " day
#define FIO(version, job, day) HINTS "fio " version ", libaio, " job \
	", 4k, depth 32, direct, 4 GiB, 60 s" day

static const struct baseline_row sakura_cloud_rows[] = {
	FILE_COPY(1027328.9, 291583.0, 2020009.6, UNIXBENCH("2013-11-14")),
	ROW("fio-4k:rand-read", 6000,
	    FIO("2.0.13", "randread", ", on 2013-11-14")),
	ROW("fio-4k:rand-write", 1497,
	    FIO("2.0.13", "randwrite", ", on 2013-11-14")),
};

static const struct baseline_row sakura_vps_rows[] = {
	FILE_COPY(858663.8, 244322.5, 987902.9, UNIXBENCH("2012-12-13")),
	ROW("fio-4k:rand-read", 10986, FIO("1.57", "randread", "")),
	ROW("fio-4k:rand-write", 10985, FIO("1.57", "randwrite", "")),
};

#define TABLE(name_, version_, rows, summary_) \
	{ .name = name_, .version = version_, .summary = summary_, \
	  .row = rows, .n_rows = LENGTH(rows) }

static const struct baseline tables[] = {
	{ .name = "hdd-7200", .version = "hdd-7200-1",
	  .noun = "a 7200 rpm disk",
	  .summary = "a desktop disk of 7200 rpm scores 10; File Copy is "
		"relative to UnixBench's machine",
	  .row = hdd_7200_rows, .n_rows = LENGTH(hdd_7200_rows) },
	TABLE("george", "george-1", george_rows,
	      "UnixBench's reference machine, 1995; other than File Copy "
	      "extrapolated"),
	TABLE("rackspace-standard-2013", "rackspace-standard-2013",
	      rackspace_standard_rows,
	      "a standard cloud server of Rackspace, by dd"),
	TABLE("rackspace-performance-2013", "rackspace-performance-2013",
	      rackspace_performance_rows,
	      "a performance cloud server of Rackspace, by dd"),
	TABLE("sakura-cloud-2013", "sakura-cloud-2013", sakura_cloud_rows,
	      "Sakura Cloud, 1 processor, 1 GB, 20 GB SSD, by UnixBench and "
	      "fio"),
	TABLE("sakura-vps-ssd-2012", "sakura-vps-ssd-2012", sakura_vps_rows,
	      "Sakura VPS, SSD plan of 1 GB, 2 processors, by UnixBench and "
	      "fio"),
};

const struct baseline *
baseline_at(size_t i)
{
	return i < LENGTH(tables) ? &tables[i] : NULL;
}

const struct baseline *
baseline_by_name(const char *name)
{
	for (size_t i = 0; i < LENGTH(tables); i++)
		if (strcmp(tables[i].name, name) == 0 ||
		    strcmp(tables[i].version, name) == 0)
			return &tables[i];
	return NULL;
}
