/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Advice: the keys that fio has and diskidx does not. Keys that would not
 * change the measurement are allowed, with a note on what diskidx does; for the
 * others there is the nearest that it supports. A row has all keys of one
 * advice. A name that ends in * means all keys with that beginning that are in
 * no earlier row.
 *
 * After the word fio a script may read what fio prints, so keys that change
 * what is printed, or where, have other advice.
 */
#include <config.h>

#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/printf.h"
#include "script.h"

/* Notes in several rows. */
#define BUFFERS "each process has its own buffers, aligned to pages"
#define DATA "each write has new data, except as dedupe_percentage asks"
#define LATENCY "the latency of every request is measured and reported"
#define NO_LOGS "no such logs are written; -f json has the speed over time"
#define NO_VERIFY "without verify nothing is verified"
#define NO_ZONES "there are no zoned devices"
#define ONE_FILE "each copy has one file"
#define SUBMISSION "up to two requests are submitted at a time, and all " \
	"complete ones are reaped"
#define USUAL "this is done in any case"

#define OUTSIDE "leave it out, and set it before diskidx starts"

#define ANY "*"
#define OFF "0"

/* Keys allowed with any value, with none, and with some; and one that can
 * change results in fio. */
#define ALWAYS(names_, note_) { .names = names_, .same = ANY, .note = note_ }
#define NEVER(names_, text_) { .names = names_, .text = text_ }
#define ONLY(names_, same_, note_, text_) \
	{ .names = names_, .same = same_, .note = note_, .text = text_ }
#define MATTERS(names_, note_) \
	{ .names = names_, .same = ANY, .note = note_, .may_matter = true }

static const struct advice options[] = {
	ALWAYS("alloc-size", "no pool of memory is needed"),
	NEVER("bandwidth-log latency-log log_*",
	  "use write_bw_log, write_iops_log or write_lat_log"),
	NEVER("client", "use ssh HOST diskidx fio ..."),
	NEVER("cmdhelp enghelp",
	  "see diskidx-jobfile(5) for keys and engines"),
	NEVER("debug", "use diskidx -v fio ... for more about each test"),
	ALWAYS("eta*", "--progress sets how it is shown"),
	ALWAYS("max-jobs",
	  "there are up to " NUMBER_TEXT(TEST_MAX_COPIES) " copies"),
	NEVER("idle-prof", "leave it out; usr_cpu and sys_cpu in the JSON say "
	  "how much of a CPU the job used"),
	NEVER("max_latency", "leave it out; the longest latency is reported, "
	  "but ends nothing"),
	NEVER("parse-only showcmd",
	  "use diskidx --dry-run fio ... to print the plan"),
	ALWAYS("readonly", "diskidx writes only its own files"),
	NEVER("section", "run a file with only that job, without the word fio"),
	ONLY("significant_figures", "4", USUAL,
	  "use diskidx -f json fio ... for all digits"),
	ONLY("stats", "1", USUAL, "leave it out; every job is reported"),
	NEVER("status-interval",
	  "use diskidx --progress=plain fio ... for progress on stderr"),
	ONLY("unified_rw_reporting", "0 none", USUAL,
	  "leave it out, and add up reads and writes, which are reported "
	  "separately"),
	ONLY("unit_base", "0 8", USUAL, "leave it out; speeds are in bytes per "
					"second"),
	NEVER("write_hist_log",
	  "use diskidx -f json fio ... for percentiles and bins of latency"),
	NEVER("write_iolog",
	  "use diskidx --seed=N fio ... to repeat the same offsets"),
	{ .names = NULL },
};

const struct advice advice_keys[] = {
	ALWAYS("allow_file_create allow_mounted_write create_* "
	  "filename_format unique_filename unlink*",
	  "files are private, and removed at the end"),
	ONLY("atomic", OFF, USUAL, "use sync=1, which puts each write on the "
				   "disk"),
	ALWAYS("block_error_percentiles clocksource disable_* gtod_* "
	  "max_latency", LATENCY),
	ONLY("blocksize_unaligned bs_unaligned", OFF, USUAL,
	  "leave it out; offsets are multiples of bs in all of size"),
	ONLY("bs_is_seq_rand", OFF, USUAL, "give one job per block size"),
	MATTERS("buffer_compress_chunk",
	  "the same part of each 512 bytes compresses"),
	ONLY("buffer_* dedupe_*", "0 repeat", DATA,
	  "use dedupe_percentage to repeat the data of the write before"),
	ALWAYS("log_* write_hist_log write_iolog", NO_LOGS),
	NEVER("cgroup* cpumask cpus_allowed exec_postrun exec_prerun gid "
	  "ioscheduler nice numa_* prio* uid", OUTSIDE),
	ALWAYS("continue_on_error error_dump ignore_error",
	  "an error ends its job and is reported"),
	ALWAYS("cpus_allowed_policy",
	  "without cpus_allowed there is nothing to distribute"),
	ALWAYS("disk_util", "the device's counters are always read"),
	ONLY("experimental_verify verify verify_only", OFF, NO_VERIFY,
	  "leave it out, or check data with fio itself"),
	ALWAYS("do_verify verify_*", NO_VERIFY),
	ONLY("file_append fill_*", OFF, USUAL,
	  "give the size of the file, as in size=4g"),
	ALWAYS("file_service_type openfiles", ONE_FILE),
	MATTERS("fixedbufs iodepth_batch* registerfiles userspace_reap",
	  SUBMISSION),
	NEVER("flow*", "use rate_iops to hold a job to a rate"),
	ONLY("force_async sqthread_poll*", OFF, SUBMISSION, "leave it out"),
	ALWAYS("fsync_on_close",
	  "writes are flushed at the end of a sample, within its time"),
	MATTERS("hipri*", "completions come by interrupt"),
	ALWAYS("hugepage-size iomem_align mem_align", BUFFERS),
	ALWAYS("exit_what exitall*",
	  "a sample ends by its time, or once it has moved size"),
	ALWAYS("io_submit_mode", "the measuring process submits; with a rate, "
	  "latency counts from when a request is due"),
	NEVER("iodepth_low",
	  "leave it out; iodepth requests are kept in flight"),
	ONLY("kb_base", "1024", "sizes are binary",
	  "leave it out; sizes are binary"),
	NEVER("latency_*",
	  "use rate_iops with several jobs to measure latency under load"),
	ONLY("libblkio_driver", "io_uring", "requests go through io_uring",
	  "use libblkio_driver=io_uring, which works as io_uring"),
	ONLY("lockfile", "none", USUAL, "each copy has its own file"),
	ONLY("lockmem", OFF, USUAL, OUTSIDE),
	NEVER("merge_blktrace_* read_iolog* replay_*",
	  "use rw and bs, which are nearest; there are no traces"),
	ALWAYS("stats unified_rw_reporting",
	  "copies are reported together, reads and writes also separately"),
	ALWAYS("fileoffset offset*",
	  "the file is diskidx's own, and used from its first block"),
	ONLY("pre_read", OFF, USUAL,
	  "use direct=0 with invalidate=0 to keep the file in memory"),
	ALWAYS("random_generator",
	  "diskidx has its own generator of offsets"),
	ALWAYS("rate_cycle rate_iops_min rate_min ratecycle ratemin",
	  "the report says which rate was reached"),
	NEVER("rate_*", "use rate_iops; the report says which rate was "
			"reached"),
	ALWAYS("refill_buffers", DATA),
	MATTERS("scramble_buffers", DATA),
	ONLY("rw_sequencer", "sequential", USUAL,
	  "use rw=read, write or rw for sequential jobs"),
	ONLY("serialize_overlap", OFF, SUBMISSION,
	  "use norandommap=0, which uses each block once before any again"),
	ALWAYS("significant_figures unit_base",
	  "the report is diskidx's; -f json has fio's fields"),
	ALWAYS("softrandommap", "no map of the blocks is needed"),
	ALWAYS("ss_check_interval steadystate_*",
	  "the speed is checked every second"),
	NEVER("opendir", "give directory=DIR, and nrfiles for several; no "
	  "existing file is opened"),
	NEVER("sync_file_range write_barrier",
	  "use fdatasync=1 to flush after every write"),
	ALWAYS("thread", "copies are processes"),
	ALWAYS("threads", "it is only for fio's profile tiobench"),
	ONLY("thinktime", OFF, USUAL, "use rate_iops to leave time between "
				      "requests"),
	ALWAYS("thinktime_*", "there is no thinktime"),
	NEVER("trim_*", "leave it out; there is no trim"),
	ONLY("write_hint", "none not-set", USUAL,
	  "leave it out; the kernel gets no hint"),
	ONLY("zonemode", "strided", "zonesize by itself means strided",
	  "use zonesize, which means strided; " NO_ZONES),
	ONLY("ignore_zone_limits job_max_open_zones max_open_zones "
	  "read_beyond_wp zone*", "0 none", NO_ZONES,
	  "leave it out; " NO_ZONES),
	{ .names = NULL },
};

const struct advice *
advice_for(const char *name, bool is_fio)
{
	const struct advice *const table[] = { options, advice_keys };

	for (size_t i = is_fio ? 0 : 1; i < LENGTH(table); i++)
		for (const struct advice *row = table[i]; row->names != NULL;
		     row++)
			if (value_is_word(row->names, name, strlen(name)))
				return row;
	return NULL;
}
