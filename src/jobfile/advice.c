/*
 * Advice: the keys that fio has and diskidx lacks, each with the nearest thing
 * that diskidx does. A name that ends in * stands for all that begin like it.
 */
#include <config.h>

#include <string.h>

#include "script.h"

#define DATA "leave it out: data are always random and never compress"
#define ERRORS "leave it out: an error fails its own job alone"
#define FILL "leave it out: each copy fills a file of its own before the test"
#define FLUSH "fdatasync=1 flushes after every write"
#define LATENCY "leave it out: -v prints every latency and percentile"
#define LEAVE "leave it out"
#define OFFSETS "offsets are multiples of bs over the whole of size"
#define ONE_BLOCK "a job has one bs; -b 4k,64k runs a test with each"
#define ONE_FILE "leave it out: each copy has one file"
#define ORDER "leave it out: the jobs run one after the other"
#define OUTSIDE "set it from outside, before diskidx starts"
#define PRIVATE "leave it out: files are private, and removed at the end"
#define REAPING "leave it out: iodepth says how many requests are in flight"
#define REPEAT "runtime sets the length; -i N repeats it N times"
#define REPLAY "there is no replay; rw and bs are nearest"
#define REPORT "leave it out: copies are reported together"
#define SERIES "leave it out: -f json has the speed over time"
#define SPREAD "rand-read-q32 --random=zipf:1.1 has hot spots"
#define STEADY "leave it out: the report judges whether the speed was steady"
#define VERIFY "leave it out: nothing is read back to be verified"
#define ZONES "there are no zones"

static const struct advice {
	const char *name, *text;
} table[] = {
	{ "allow_file_create", PRIVATE },
	{ "allow_mounted_write", PRIVATE },
	{ "allrandrepeat", "randrepeat=1 repeats all offsets and data" },
	{ "atomic", "sync=1 puts each write on the disk" },
	{ "ba", OFFSETS },
	{ "block_error_percentiles", LATENCY },
	{ "blockalign", OFFSETS },
	{ "blocksize_range", ONE_BLOCK },
	{ "blocksize_unaligned", OFFSETS },
	{ "bs_is_seq_rand", ONE_BLOCK },
	{ "bs_unaligned", OFFSETS },
	{ "bsrange", ONE_BLOCK },
	{ "bssplit", ONE_BLOCK },
	{ "buffer_*", DATA },
	{ "buffered", "direct=0 is buffered, direct=1 is not" },
	{ "bwavgtime", SERIES },
	{ "cgroup*", OUTSIDE },
	{ "clat_percentiles", LATENCY },
	{ "clocksource", LEAVE },
	{ "continue_on_error", ERRORS },
	{ "cpumask", OUTSIDE },
	{ "cpus_allowed*", OUTSIDE },
	{ "create_*", FILL },
	{ "dedupe_*", DATA },
	{ "disable_*", LATENCY },
	{ "disk_util", "leave it out: the device is always reported" },
	{ "do_verify", VERIFY },
	{ "error_dump", ERRORS },
	{ "exec_postrun", OUTSIDE },
	{ "exec_prerun", OUTSIDE },
	{ "exit_what", ORDER },
	{ "exitall*", ORDER },
	{ "experimental_verify", VERIFY },
	{ "fadvise_hint", "invalidate=0 keeps the file in memory" },
	{ "fallocate", FILL },
	{ "file_append", FILL },
	{ "file_service_type", ONE_FILE },
	{ "filename_format", "filename is a plain name" },
	{ "filesize", "size is that of the file, and of the offsets" },
	{ "fill_*", "give the size" },
	{ "fixedbufs", REAPING },
	{ "flow*", "rate_iops holds a job to a rate" },
	{ "fsync_on_close", "end_fsync=1 flushes at the end" },
	{ "gid", OUTSIDE },
	{ "gtod_*", LATENCY },
	{ "hipri*", REAPING },
	{ "hugepage-size", LEAVE },
	{ "ignore_error", ERRORS },
	{ "ignore_zone_limits", ZONES },
	{ "io_limit", REPEAT },
	{ "io_size", REPEAT },
	{ "io_submit_mode", REAPING },
	{ "iodepth_*", REAPING },
	{ "iomem*", LEAVE },
	{ "iops*", SERIES },
	{ "ioscheduler", OUTSIDE },
	{ "job_max_open_zones", ZONES },
	{ "kb_base", "leave it out: sizes are binary" },
	{ "lat_percentiles", LATENCY },
	{ "latency_*", "--rate with several rates shows latency under load" },
	{ "lockfile", ONE_FILE },
	{ "lockmem", LEAVE },
	{ "log_*", SERIES },
	{ "loops", REPEAT },
	{ "max_latency", LATENCY },
	{ "max_open_zones", ZONES },
	{ "mem*", LEAVE },
	{ "merge_blktrace_*", REPLAY },
	{ "new_group", REPORT },
	{ "nice", OUTSIDE },
	{ "nrfiles", ONE_FILE },
	{ "numa_*", OUTSIDE },
	{ "number_ios", REPEAT },
	{ "odirect", "direct=1" },
	{ "offset*", OFFSETS },
	{ "opendir", PRIVATE },
	{ "openfiles", ONE_FILE },
	{ "per_job_logs", SERIES },
	{ "percentage_random", "rand-read-q32 --random=PERCENT mixes both" },
	{ "percentile_list", LATENCY },
	{ "pre_read", "direct=0 with invalidate=0 keeps the file in memory" },
	{ "prio*", OUTSIDE },
	{ "profile", LEAVE },
	{ "random_distribution", SPREAD },
	{ "random_generator", "norandommap draws offsets anew, else each block "
	  "is used once before any again" },
	{ "rate", "rate_iops, which is rate / bs" },
	{ "rate_process", "--rate with --arrival=poisson" },
	{ "rate_*", "rate_iops; the report says what was reached" },
	{ "read_beyond_wp", ZONES },
	{ "read_iolog*", REPLAY },
	{ "refill_buffers", DATA },
	{ "registerfiles", REAPING },
	{ "replay_*", REPLAY },
	{ "rw_sequencer", "sequential jobs are rw=read, write and rw" },
	{ "rwmixwrite", "rwmixread, which is 100 - rwmixwrite" },
	{ "scramble_buffers", DATA },
	{ "serialize_overlap", REAPING },
	{ "significant_figures", LEAVE },
	{ "slat_percentiles", LATENCY },
	{ "softrandommap", "norandommap" },
	{ "sqthread_poll*", REAPING },
	{ "ss", STEADY },
	{ "ss_*", STEADY },
	{ "stats", REPORT },
	{ "steadystate*", STEADY },
	{ "sync_file_range", FLUSH },
	{ "thinktime*", "rate_iops holds a job to a rate" },
	{ "trim_*", "there is no trim" },
	{ "uid", OUTSIDE },
	{ "unified_rw_reporting", REPORT },
	{ "unique_filename", PRIVATE },
	{ "unit_base", "leave it out: --si prints decimal units" },
	{ "unlink*", PRIVATE },
	{ "userspace_reap", REAPING },
	{ "verify*", VERIFY },
	{ "wait_for", ORDER },
	{ "write_barrier", FLUSH },
	{ "write_hint", LEAVE },
	{ "write_iolog", SERIES },
	{ "write_*", SERIES },
	{ "zero_buffers", DATA },
	{ "zone*", ZONES },
};

#define ROWS (sizeof(table) / sizeof(table[0]))

const char *
advice_name(size_t i)
{
	return i < ROWS ? table[i].name : NULL;
}

const char *
advice_for(const char *name)
{
	for (size_t i = 0; i < ROWS; i++) {
		size_t length = strlen(table[i].name);

		if (strcmp(table[i].name, name) == 0)
			return table[i].text;
		if (table[i].name[length - 1] == '*' &&
		    strncmp(table[i].name, name, length - 1) == 0)
			return table[i].text;
	}
	return NULL;
}
