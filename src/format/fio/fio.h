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

#define FIO_ERROR 5	/* of a job without a figure: EIO on most systems */

#define FIO_SCALE_BINS 10	/* of each of ns, us and ms */
#define FIO_BINS (3 * FIO_SCALE_BINS + 2)

/* A result's speed over time, in bytes per second, from the series of its
 * samples; mean and deviation weigh intervals by length. */
struct speed {
	size_t intervals;
	double min, max, mean, stddev;
};

/* Return the intervals of all samples in a row, on the heap, with the bytes of
 * each direction; none if the series doesn't tell those of a mix. */
struct series_interval *speed_intervals(const struct result *result, size_t *n);

struct fio_direction {
	uint64_t ios, bytes, runtime_ns;
	double bytes_per_s, iops;
	const struct histogram *slat, *clat, *lat;	/* NULL: none */
	struct speed bw, rate;	/* in KiB, and in requests of a block's size */
	double share_pct;	/* of the mean in bytes_per_s, at most 100 */
};

/* Fill in one direction of a result; all is 0 where nothing was done. */
void fio_direction_of(struct fio_direction *direction,
		      const struct result *result, int op);

/* Return the totals with the shares of a result's depths: with a depth of 1 it
 * is always 1. */
const struct totals *fio_depths_of(const struct result *result);

/* Write the name of a job, in its own characters where the title begins with
 * it, or else as in the id; of other tests their id; as utf8_clean makes it.
 * Return it. A call brings its text along, as those of units.h do. */
#define FIO_NAME 128	/* room for it */
#define fio_job_name(result) fio_format_name((char[FIO_NAME]){ "" }, result)
const char *fio_format_name(char name[FIO_NAME], const struct result *result);

/* The names of a scale's bins: their upper bounds, and the two behind the last
 * scale's. */
extern const char *const fio_bin[FIO_SCALE_BINS + 2];

/* Compute which share of the requests, both directions, is in each of fio's
 * bins of clat, in percent: those of ns, us and ms, and 2 s and above. */
void fio_bins_of(double share[FIO_BINS], const struct result *result);

#endif
