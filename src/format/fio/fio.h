/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * In terms.c: results in fio's terms, for fio's formats: normal, terse and
 * JSON. Latencies do not include a flush, which fio reports separately, and
 * percentiles are of all requests, whether or not the rounds support them.
 */
#ifndef DISKIDX_FORMAT_FIO_H
#define DISKIDX_FORMAT_FIO_H

#include <stdint.h>
#include <stdio.h>

#include "diskidx/base/clock.h"
#include "diskidx/record/record.h"

#define FIO_SCALE_BINS 10	/* of each of ns, us and ms */
#define FIO_BINS (3 * FIO_SCALE_BINS + 2)
#define FIO_PERCENTILES 20	/* at most */

/* A speed over time, in fio's windows: whole numbers of equal weight, and the
 * sum of their squared deviations from the mean. */
struct speed {
	size_t spans;
	double min, max, mean, squares;
};

/* Return the standard deviation. */
double speed_stddev(const struct speed *speed);

/* What the jobs of a group do in a direction, in bytes per second. */
struct fio_group {
	uint64_t bytes, min_ns, max_ns;
	double min_bw, max_bw, bw;
};

/* One direction of a job; all 0 if nothing was done. */
struct fio_direction {
	uint64_t ios, bytes, runtime_ns;
	double bytes_per_s, iops;
	struct histogram latency[CLAT + 1];	/* empty: none */
	struct speed bw, rate;	/* in KiB, and in requests */
	struct fio_group group;
	double share_pct;	/* of the group's mean bw */
};

/* fio's other direction: trims, which are never done. */
enum { FIO_TRIM = OP_COUNT, FIO_DIRECTIONS };

/* Shares by depth: of requests in flight, and of calls by the number of
 * requests submitted and found complete. */
enum fio_depths { FIO_LEVEL, FIO_SUBMIT, FIO_COMPLETE, FIO_DEPTHS };

/* What fio reports as one: a result, or a group that is reported together. */
struct fio_job {
	const struct record *record;
	const struct result *result;	/* the first of them */
	const char *name, *description;	/* another test's id, or NULL */
	size_t results;
	const struct result *group_begin, *group_end;	/* fio's group */
	unsigned group, copies;
	unsigned error;		/* 5 without a result: EIO on most systems */
	struct totals total;	/* with the time of the longest */
	uint64_t run_ns;	/* the sum of the times of all copies */
	struct fio_direction of[FIO_DIRECTIONS];
	struct histogram flushes;	/* of single writes */
	double user_pct, system_pct;	/* means over the copies */
	double bin_pct[FIO_BINS];	/* by clat: ns, us, ms, and from 2 s */
	double depth_pct[FIO_DEPTHS][SAMPLE_DEPTHS];
	double percent[FIO_PERCENTILES];	/* ascending */
	size_t percents;
	bool has_percentiles[CLAT + 1];
};

/* Return the next job, on the heap (NULL: the first); after the last, free it
 * and return NULL. A job is results reported together, or one if `is_alone`. */
struct fio_job *fio_job_next(struct fio_job *job, const struct record *record,
			     bool is_alone);

/* Return the number that a job's key has; 1 without a value. */
uint64_t fio_number(const struct record *record, const struct result *result,
		    const char *key, uint64_t otherwise);

/* Return the length of a window of the speed in bytes or in requests. */
uint64_t fio_window_ns(const struct record *record, const struct result *result,
		       bool is_bw);

/* Return the windows (sample.h) of all samples in a row, on the heap, with the
 * bytes of each direction; none if a mix has a series without directions. */
struct series_interval *fio_windows(const struct result *result,
				    uint64_t window_ns, bool has_rest,
				    size_t *n);

/* Return fio's rw and ioengine of a test. */
const char *fio_rw(const struct result_test *test);
const char *fio_engine(const struct result_test *test);

/* The names of a scale's bins, their upper bounds, with two after the last
 * scale; and the names of depths. */
extern const char *const fio_bin[FIO_SCALE_BINS + 2];
extern const char *const fio_depth[FIO_DEPTHS][SAMPLE_DEPTHS];

/* How steady a job was, as its ss asks: in the first seconds in a row that are
 * steady enough, or else in the last. */
struct fio_steady {
	const char *ss, *pct;	/* "%" or "" */
	bool is_slope, attained;
	double limit, figure, criterion;	/* figure: never in % */
	size_t from, length;	/* the seconds */
	double *rate[2], mean[2];	/* requests, bytes; caller frees */
};

/* In steady.c: return false if the job has no ss. */
bool fio_steady_of(struct fio_steady *steady, const struct fio_job *job);

/* A device of a record, and its counters over all results. */
struct fio_disk {
	const char *name;	/* "vda" */
	struct device_counters sum;
	double util_pct;
};

/* Fill in the device of a result; false: it has none, or an earlier one's. */
bool fio_disk_at(struct fio_disk *disk, const struct record *record, size_t at);

/* Print it after the head, for a terse line or as its own line. */
void fio_print_disk(FILE *out, const struct fio_disk *disk, const char *head,
		    bool is_terse);

/* Write the time when a run ended: "Mon Nov  2 04:14:39 2026". */
#define fio_time(run) clock_date("%a %b %e %H:%M:%S %Y", (run)->ended_s, \
				 (run)->utc_offset_s)

#endif
