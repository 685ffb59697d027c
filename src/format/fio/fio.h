/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * In terms.c: results in fio's terms, for the formats that fio has: normal,
 * terse and JSON. Latencies leave out a flush, which fio has apart, and
 * percentiles are those of all requests, whether or not the rounds support
 * them.
 */
#ifndef DISKIDX_FORMAT_FIO_H
#define DISKIDX_FORMAT_FIO_H

#include <stdint.h>
#include <stdio.h>

#include "diskidx/record/record.h"

#define FIO_SCALE_BINS 10	/* of each of ns, us and ms */
#define FIO_BINS (3 * FIO_SCALE_BINS + 2)
#define FIO_PERCENTILES 20	/* at most */

/* A speed over time, by fio's windows: whole numbers, which count alike, and
 * the sum of the squares of what they are off the mean. */
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

/* One direction of a job; all is 0 where nothing was done. */
struct fio_direction {
	uint64_t ios, bytes, runtime_ns;
	double bytes_per_s, iops;
	struct histogram latency[CLAT + 1];	/* empty: none */
	struct speed bw, rate;	/* in KiB, and in requests */
	struct fio_group group;
	double share_pct;	/* of the mean of bw in the group's */
};

/* The directions that fio has besides: trims, which are never done. */
enum { FIO_TRIM = OP_COUNT, FIO_DIRECTIONS };

/* The shares of a depth's bins: of requests in flight, and of calls by the
 * number that they submitted and found complete. */
enum fio_depths { FIO_LEVEL, FIO_SUBMIT, FIO_COMPLETE, FIO_DEPTHS };

/* What fio reports as one: a result, or all of a group that is reported
 * together. */
struct fio_job {
	const struct record *record;
	const struct result *result;	/* the first one */
	const char *name, *description;	/* of other tests their id; or NULL */
	size_t results;
	const struct result *group_begin, *group_end;	/* all of fio's group */
	unsigned group, copies;
	unsigned error;		/* of one without a figure 5, which is EIO on
				   most systems */
	struct totals total;	/* of which the time is that of the longest */
	uint64_t run_ns;	/* the sum of the times of all copies */
	struct fio_direction of[FIO_DIRECTIONS];
	struct histogram flushes;	/* of single writes */
	double user_pct, system_pct;	/* a mean over the copies */
	double bin_pct[FIO_BINS];	/* of the requests, both directions, by
				   clat: of ns, us and ms, and 2 s and above */
	double depth_pct[FIO_DEPTHS][SAMPLE_DEPTHS];
	double percent[FIO_PERCENTILES];	/* ascending */
	size_t percents;
	bool has_percentiles[CLAT + 1];
};

/* Return the next job, on the heap, or the first for NULL; after the last
 * free it, and return NULL. Each is all results that are reported together, or
 * a single one if it is to stand alone. */
struct fio_job *fio_job_next(struct fio_job *job, const struct record *record,
			     bool is_alone);

/* Return the number that a job was given as; alone it means 1. */
uint64_t fio_number(const struct record *record, const struct result *result,
		    const char *key, uint64_t otherwise);

/* Return the length of the windows of a speed, in bytes or in requests. */
uint64_t fio_window_ns(const struct record *record, const struct result *result,
		       bool is_bw);

/* Return the windows (sample.h) of all samples in a row, on the heap, with the
 * bytes of each direction; none if the series doesn't tell those of a mix. */
struct series_interval *fio_windows(const struct result *result,
				    uint64_t window_ns, bool has_rest,
				    size_t *n);

/* Return what a test does, as fio's rw has it, and the engine that does it. */
const char *fio_rw(const struct result_test *test);
const char *fio_engine(const struct result_test *test);

/* The names of a scale's bins: their upper bounds, and the two behind the last
 * scale's; and those of the depths. */
extern const char *const fio_bin[FIO_SCALE_BINS + 2];
extern const char *const fio_depth[FIO_DEPTHS][SAMPLE_DEPTHS];

/* How steady a job was, as its ss asks: in the first seconds in a row that are
 * as steady as that, or else in the last. */
struct fio_steady {
	const char *ss, *pct;	/* "%" or "" */
	bool is_slope, attained;
	double limit, figure, criterion;	/* figure: never in % */
	size_t from, length;	/* the seconds */
	double *rate[2], mean[2];	/* of requests and bytes; the caller
					   frees; no more past the last */
};

/* In steady.c: return false if it does not ask. */
bool fio_steady_of(struct fio_steady *steady, const struct fio_job *job);

/* A device of a record, and what it did for all results. */
struct fio_disk {
	const char *name;	/* "vda" */
	struct device_counters sum;
	double util_pct;
};

/* Fill in the device of a result, or return false if it has none, or an earlier
 * one has the same. */
bool fio_disk_at(struct fio_disk *disk, const struct record *record, size_t at);

/* Print it, for a terse line, or as a line of its own; before it the head. */
void fio_print_disk(FILE *out, const struct fio_disk *disk, const char *head,
		    bool is_terse);

/* Return the end of a run: "Mon Nov  2 04:14:39 2026". */
const char *fio_time(const struct record *record);

#endif
