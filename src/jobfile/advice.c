/*
 * Advice: the keys that fio has and diskidx lacks. Those whose absence gives
 * the same measurement are allowed, with a note on what diskidx does; for the
 * others there is the nearest that it does. A name that ends in * stands for
 * all that begin like it.
 */
#include <config.h>

#include <string.h>

#include "script.h"

/* Notes. */
#define BUFFERS "each process has buffers of its own, aligned to pages"
#define DATA "data are random, never compress and never repeat"
#define ERRORS "an error ends its job, and is reported"
#define FILL "each copy fills a file of its own before the test"
#define LATENCY "the latency of every request is measured and reported"
#define LENGTH "a sample has the length of runtime or -t, and starts over " \
	"after the last block"
#define LOGS "no logs are written; -f json has the speed over time"
#define NO_VERIFY "without verify nothing is verified"
#define ONE_FILE "each copy has one file"
#define ORDER "each job lasts its time"
#define OUTPUT "the report is diskidx's; -f json has fio's fields"
#define PRIVATE "files are private, and removed at the end"
#define RATE "the report says which rate was reached"
#define REPORT "copies are reported together, reads and writes also apart"
#define STEADY "a sample lasts its time, and the report judges whether the " \
	"speed was steady"
#define SUBMISSION "up to two requests are submitted at a time, and all that " \
	"are complete are reaped"
#define USUAL "this is what is done without it"

/* The nearest that diskidx does. */
#define ALWAYS_RANDOM "leave it out, if data that neither compress nor " \
	"repeat will do"
#define FLUSH "fdatasync=1 flushes after every write"
#define GIVE_SIZE "give the size of the file, as in size=4g"
#define LEAST_BLOCK "leave it out; random offsets are multiples of the least " \
	"block"
#define NO_REPLAY "there are no traces; rw and bs are nearest"
#define NO_TRIM "there is no trim"
#define NO_VERIFYING "leave it out; fio itself checks data"
#define NO_ZONES "there are no zones"
#define OFFSETS "offsets are multiples of bs over the whole of size"
#define ONE_BLOCK "give a job for each block size"
#define OUTSIDE "leave it out, and set it before diskidx starts"
#define STEADY_DEPTH "iodepth requests are kept in flight"

#define ALL "*"
#define OFF "0"

static const struct advice table[] = {
	{ "allow_file_create", ALL, PRIVATE, NULL },
	{ "allow_mounted_write", ALL, PRIVATE, NULL },
	{ "allrandrepeat", OFF, USUAL, "randrepeat=1 repeats all data" },
	{ "append-terse", ALL, OUTPUT, NULL },
	{ "atomic", OFF, USUAL, "sync=1 puts each write on the disk" },
	{ "ba", NULL, NULL, LEAST_BLOCK },
	{ "block_error_percentiles", ALL, LATENCY, NULL },
	{ "blockalign", NULL, NULL, LEAST_BLOCK },
	{ "blocksize_range", NULL, NULL, ONE_BLOCK },
	{ "blocksize_unaligned", OFF, USUAL, OFFSETS },
	{ "bs_is_seq_rand", OFF, USUAL, ONE_BLOCK },
	{ "bs_unaligned", OFF, USUAL, OFFSETS },
	{ "buffer_*", OFF, DATA, ALWAYS_RANDOM },
	{ "bwavgtime", ALL, LOGS, NULL },
	{ "cgroup*", NULL, NULL, OUTSIDE },
	{ "clat_percentiles", ALL, LATENCY, NULL },
	{ "clocksource", ALL, LATENCY, NULL },
	{ "continue_on_error", ALL, ERRORS, NULL },
	{ "cpumask", NULL, NULL, OUTSIDE },
	{ "cpus_allowed", NULL, NULL, OUTSIDE },
	{ "cpus_allowed_policy", ALL, "without cpus_allowed there is nothing "
	  "to share out", NULL },
	{ "create_only", OFF, USUAL, "the file is created in any case" },
	{ "create_*", ALL, FILL, NULL },
	{ "dedupe_*", OFF, DATA, ALWAYS_RANDOM },
	{ "disable_*", ALL, LATENCY, NULL },
	{ "disk_util", ALL, "the device's counters are always read", NULL },
	{ "do_verify", ALL, NO_VERIFY, NULL },
	{ "error_dump", ALL, ERRORS, NULL },
	{ "eta*", ALL, OUTPUT, NULL },
	{ "exec_postrun", NULL, NULL, OUTSIDE },
	{ "exec_prerun", NULL, NULL, OUTSIDE },
	{ "exit_what", ALL, ORDER, NULL },
	{ "exitall*", ALL, ORDER, NULL },
	{ "experimental_verify", OFF, NO_VERIFY, NO_VERIFYING },
	{ "fadvise_hint", "1", USUAL, "the kernel is given no other hint" },
	{ "fallocate", ALL, FILL, NULL },
	{ "file_append", OFF, USUAL, GIVE_SIZE },
	{ "file_service_type", ALL, ONE_FILE, NULL },
	{ "filename_format", ALL, PRIVATE, NULL },
	{ "fill_*", OFF, USUAL, GIVE_SIZE },
	{ "fixedbufs", ALL, SUBMISSION, NULL },
	{ "flow*", NULL, NULL, "rate_iops holds a job to a rate" },
	{ "force_async", OFF, SUBMISSION, "leave it out" },
	{ "fsync_on_close", ALL, "writes are flushed at the end of a sample, "
	  "within its time", NULL },
	{ "gid", NULL, NULL, OUTSIDE },
	{ "gtod_*", ALL, LATENCY, NULL },
	{ "hipri*", ALL, "completions come by interrupt", NULL },
	{ "hugepage-size", ALL, BUFFERS, NULL },
	{ "ignore_error", ALL, ERRORS, NULL },
	{ "ignore_zone_limits", OFF, NO_ZONES, NO_ZONES },
	{ "io_limit", ALL, LENGTH, NULL },
	{ "io_size", ALL, LENGTH, NULL },
	{ "io_submit_mode", ALL, "the measuring process submits, and with a "
	  "rate latency counts from when a request is due", NULL },
	{ "iodepth_batch*", ALL, SUBMISSION, NULL },
	{ "iodepth_low", NULL, NULL, STEADY_DEPTH },
	{ "iomem", "malloc", BUFFERS, "buffers are ordinary memory" },
	{ "iomem_align", ALL, BUFFERS, NULL },
	{ "iops*", ALL, LOGS, NULL },
	{ "ioscheduler", NULL, NULL, OUTSIDE },
	{ "job_max_open_zones", OFF, NO_ZONES, NO_ZONES },
	{ "kb_base", "1024", "sizes are binary", "sizes are binary" },
	{ "lat_percentiles", ALL, LATENCY, NULL },
	{ "latency_*", NULL, NULL, "rate_iops with several jobs shows latency "
	  "under load" },
	{ "lockfile", "none", USUAL, "each copy has a file of its own" },
	{ "lockmem", OFF, USUAL, OUTSIDE },
	{ "log_*", ALL, LOGS, NULL },
	{ "loops", ALL, LENGTH, NULL },
	{ "max-jobs", ALL, "there are up to 1024 copies", NULL },
	{ "max_latency", ALL, LATENCY, NULL },
	{ "max_open_zones", OFF, NO_ZONES, NO_ZONES },
	{ "mem", "malloc", BUFFERS, "buffers are ordinary memory" },
	{ "mem_align", ALL, BUFFERS, NULL },
	{ "merge_blktrace_*", NULL, NULL, NO_REPLAY },
	{ "minimal", ALL, OUTPUT, NULL },
	{ "new_group", ALL, REPORT, NULL },
	{ "nice", NULL, NULL, OUTSIDE },
	{ "nrfiles", "1", ONE_FILE, "numjobs has that many "
	  "files, each with requests of its own" },
	{ "numa_*", NULL, NULL, OUTSIDE },
	{ "number_ios", ALL, LENGTH, NULL },
	{ "offset*", ALL, "the file is diskidx's own, and used from its first "
	  "block", NULL },
	{ "opendir", NULL, NULL, "each copy has a file of its own" },
	{ "openfiles", ALL, ONE_FILE, NULL },
	{ "output", ALL, OUTPUT, NULL },
	{ "output-format", ALL, OUTPUT, NULL },
	{ "per_job_logs", ALL, LOGS, NULL },
	{ "percentage_random", "100", USUAL, "diskidx --random=PERCENT "
	  "rand-read-q32 reads in such a mix" },
	{ "percentile_list", ALL, LATENCY, NULL },
	{ "pre_read", OFF, USUAL, "direct=0 with invalidate=0 keeps the file "
	  "in memory" },
	{ "prio*", NULL, NULL, OUTSIDE },
	{ "profile", NULL, NULL, "diskidx list suites shows what there is" },
	{ "random_generator", ALL, "offsets are drawn by a generator of its "
	  "own", NULL },
	{ "rate_cycle", ALL, RATE, NULL },
	{ "rate_iops_min", ALL, RATE, NULL },
	{ "rate_min", ALL, RATE, NULL },
	{ "rate_*", NULL, NULL, "rate_iops; the report says what was reached" },
	{ "ratecycle", ALL, RATE, NULL },
	{ "ratemin", ALL, RATE, NULL },
	{ "read_beyond_wp", NULL, NULL, NO_ZONES },
	{ "read_iolog*", NULL, NULL, NO_REPLAY },
	{ "readonly", ALL, "only files of diskidx's own are written", NULL },
	{ "refill_buffers", ALL, DATA, NULL },
	{ "registerfiles", ALL, SUBMISSION, NULL },
	{ "replay_*", NULL, NULL, NO_REPLAY },
	{ "rw_sequencer", "sequential", USUAL, "sequential jobs are rw=read, "
	  "write and rw" },
	{ "scramble_buffers", ALL, DATA, NULL },
	{ "serialize_overlap", OFF, SUBMISSION, "norandommap=0 uses each block "
	  "once before any again" },
	{ "significant_figures", ALL, OUTPUT, NULL },
	{ "slat_percentiles", ALL, LATENCY, NULL },
	{ "softrandommap", ALL, "no map of the blocks is needed", NULL },
	{ "sqthread_poll*", OFF, SUBMISSION, "leave it out" },
	{ "ss", ALL, STEADY, NULL },
	{ "ss_*", ALL, STEADY, NULL },
	{ "stats", ALL, REPORT, NULL },
	{ "status-interval", ALL, OUTPUT, NULL },
	{ "steadystate*", ALL, STEADY, NULL },
	{ "sync_file_range", NULL, NULL, FLUSH },
	{ "terse-version", ALL, OUTPUT, NULL },
	{ "threads", ALL, "it is one of fio's profile tiobench only", NULL },
	{ "thinktime", OFF, USUAL, "rate_iops leaves time between requests" },
	{ "thinktime_*", ALL, "there is no thinktime", NULL },
	{ "trim_*", NULL, NULL, NO_TRIM },
	{ "uid", NULL, NULL, OUTSIDE },
	{ "unified_rw_reporting", ALL, REPORT, NULL },
	{ "unique_filename", ALL, PRIVATE, NULL },
	{ "unit_base", ALL, OUTPUT, NULL },
	{ "unlink*", ALL, PRIVATE, NULL },
	{ "userspace_reap", ALL, SUBMISSION, NULL },
	{ "verify", OFF, NO_VERIFY, NO_VERIFYING },
	{ "verify_only", OFF, NO_VERIFY, NO_VERIFYING },
	{ "verify_*", ALL, NO_VERIFY, NULL },
	{ "wait_for", NULL, NULL, "stonewall waits for all jobs before it" },
	{ "write_barrier", NULL, NULL, FLUSH },
	{ "write_hint", "none not-set", USUAL, "the kernel is given no hint" },
	{ "write_bw_log", ALL, LOGS, NULL },
	{ "write_hist_log", ALL, LOGS, NULL },
	{ "write_iolog", ALL, LOGS, NULL },
	{ "write_iops_log", ALL, LOGS, NULL },
	{ "write_lat_log", ALL, LOGS, NULL },
	{ "zero_buffers", OFF, DATA, ALWAYS_RANDOM },
	{ "zonemode", "none", USUAL, NO_ZONES },
	{ "zone*", NULL, NULL, NO_ZONES },
};

#define ROWS (sizeof(table) / sizeof(table[0]))

const char *
advice_name(size_t i)
{
	return i < ROWS ? table[i].name : NULL;
}

const struct advice *
advice_for(const char *name)
{
	for (size_t i = 0; i < ROWS; i++) {
		size_t length = strlen(table[i].name);

		if (strcmp(table[i].name, name) == 0)
			return &table[i];
		if (table[i].name[length - 1] == '*' &&
		    strncmp(table[i].name, name, length - 1) == 0)
			return &table[i];
	}
	return NULL;
}

bool
advice_may_matter(const struct advice *advice)
{
	static const char *const name[] = {
		"fixedbufs", "hipri*", "iodepth_batch*", "registerfiles",
		"userspace_reap",
	};

	for (size_t i = 0; i < sizeof(name) / sizeof(name[0]); i++)
		if (strcmp(advice->name, name[i]) == 0)
			return true;
	return false;
}

bool
advice_has_word(const char *words, const char *text, size_t length)
{
	for (const char *at = words; ; at++) {
		size_t word = strcspn(at, " ");

		if (word == length && strncmp(at, text, length) == 0)
			return true;
		at += word;
		if (*at == '\0')
			return false;
	}
}

bool
advice_allows(const struct advice *advice, const char *text)
{
	if (advice->same == NULL || strcmp(advice->same, ALL) == 0)
		return advice->same != NULL;
	return advice_has_word(advice->same, text, strlen(text));
}
