/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * A result in fio's terms, for the formats that fio has: normal, terse and
 * JSON. Latencies leave out a flush, which fio has apart, and percentiles are
 * those of all requests, whether or not the rounds support them.
 */
#ifndef DISKIDX_FORMAT_FIO_H
#define DISKIDX_FORMAT_FIO_H

#include <stdint.h>

#include "diskidx/record/record.h"

#define FIO_SCALE_BINS 10	/* of each of ns, us and ms */
#define FIO_BINS (3 * FIO_SCALE_BINS + 2)

/* A result's speed over time, in bytes per second, from the series of its
 * samples; mean and deviation weigh intervals by length. */
struct speed {
	size_t intervals;
	double min, max, mean, stddev;
};

/* In terms.c: return the intervals of all samples in a row, on the heap, with
 * the bytes of each direction; none if the series doesn't tell those of a
 * mix. */
struct series_interval *speed_intervals(const struct result *result, size_t *n);

/* One direction of a job; all is 0 where nothing was done. */
struct fio_direction {
	uint64_t ios, bytes, runtime_ns;
	double bytes_per_s, iops;
	const struct histogram *slat, *clat, *lat;	/* empty: none */
	struct speed bw, rate;	/* in KiB, and in requests of a block's size */
	double share_pct;	/* of the mean in bytes_per_s, at most 100 */
};

/* The directions that fio has besides: trims, which are never done. */
enum { FIO_TRIM = OP_COUNT, FIO_DIRECTIONS };

#define FIO_NAME 128	/* room for a job's name */

struct fio_job {
	const struct result *result;
	const struct totals *total;	/* its totals */
	const struct totals *depths;	/* with a depth of 1 it is always 1 */
	char name[FIO_NAME];	/* in its own characters where the title begins
				   with it, or else as in the id; of other
				   tests their id; as utf8_clean makes it */
	unsigned error;		/* of one without a figure 5, which is EIO on
				   most systems */
	struct fio_direction of[FIO_DIRECTIONS];
	const struct histogram *flushes;	/* of single writes */
	double user_pct, system_pct;	/* a mean over the copies */
	double bin_pct[FIO_BINS];	/* of the requests, both directions, by
				   clat: of ns, us and ms, and 2 s and above */
};

/* Fill in the job that a result is. */
void fio_job_of(struct fio_job *job, const struct result *result);

/* The names of a scale's bins: their upper bounds, and the two behind the last
 * scale's. */
extern const char *const fio_bin[FIO_SCALE_BINS + 2];

#endif
