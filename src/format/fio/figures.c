/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* A result in fio's terms: see fio.h. */
#include <config.h>

#include <math.h>
#include <string.h>

#include "diskidx/category.h"
#include "diskidx/clock.h"
#include "diskidx/traits.h"
#include "diskidx/units.h"
#include "fio.h"

const char *const fio_bin[FIO_SCALE_BINS + 2] = {
	"2", "4", "10", "20", "50", "100", "250", "500", "750", "1000",
	"2000", ">=2000",
};

/* Return the kind of latency that fio calls lat: without the flush. */
static enum latency_kind
lat_kind(const struct result *result, int op)
{
	if (result->summary.latency[TRANSFER][op] != NULL)
		return TRANSFER;
	return LAT;
}

/* Return the kind that fio calls clat: all of it, with a slat of 0, unless
 * submission and completion were timed apart, and without a flush between. */
static enum latency_kind
clat_kind(const struct result *result, int op)
{
	if (result->summary.latency[CLAT][op] == NULL ||
	    result->summary.latency[TRANSFER][op] != NULL ||
	    traits_of_engine(result->test.engine)->is_synchronous)
		return lat_kind(result, op);
	return CLAT;
}

/* Return a speed in a unit of so many bytes. */
static struct speed
speed_in(const struct speed *s, double bytes)
{
	return (struct speed){ s->intervals, s->min / bytes, s->max / bytes,
			       s->mean / bytes, s->stddev / bytes };
}

void
fio_direction_of(struct fio_direction *d, const struct result *result, int op)
{
	const struct summary *summary = &result->summary;
	const struct totals *total = &summary->total;
	enum latency_kind clat = clat_kind(result, op);
	struct speed speed;

	memset(d, 0, sizeof(*d));
	d->ios = total->ios[op];
	d->bytes = total->moved[op];
	if (d->ios == 0)
		return;
	d->runtime_ns = total->elapsed_ns;
	d->bytes_per_s = totals_rate(total, d->bytes);
	d->iops = totals_rate(total, d->ios);
	if (clat == CLAT)
		d->slat = summary->latency[SLAT][op];
	d->clat = summary->latency[clat][op];
	d->lat = summary->latency[lat_kind(result, op)][op];
	speed_of(&speed, result, op);
	d->bw = speed_in(&speed, (double)KIB);
	d->rate = speed_in(&speed, fmax(result->test.params.block_bytes, 1));
	if (d->bytes_per_s > 0)
		d->share_pct = fmin(100 * speed.mean / d->bytes_per_s, 100);
}

const struct totals *
fio_depths_of(const struct result *result)
{
	static const struct totals one = { .depth_seen = { 1 } };
	const struct totals *total = &result->summary.total;

	if (totals_depths(total) == 0 && result->test.params.depth == 1)
		return &one;
	return total;
}

const char *
fio_job_name(const struct result *result)
{
	const char *colon = strchr(result->test.id, ':');

	if (colon != NULL && category_is(CATEGORY_JOB, result->test.category))
		return colon + 1;
	return result->test.id;
}

void
fio_bins_of(double share[FIO_BINS], const struct result *result)
{
	static const uint64_t below[FIO_SCALE_BINS] = {
		2, 4, 10, 20, 50, 100, 250, 500, 750, 1000,
	};
	static const uint64_t scale[] = { 1, NS_PER_US, NS_PER_MS };
	uint64_t bound[FIO_BINS], count[FIO_BINS];
	struct histogram all;

	histogram_clear(&all);
	for (int op = 0; op < OP_COUNT; op++) {
		const struct histogram *h =
			result->summary.latency[clat_kind(result, op)][op];

		if (h != NULL)
			histogram_merge(&all, h);
	}
	/* The bins of one scale after the other, and two above. */
	bound[0] = 0;
	for (size_t i = 1; i < FIO_BINS - 1; i++)
		bound[i] = below[(i - 1) % FIO_SCALE_BINS] *
			   scale[(i - 1) / FIO_SCALE_BINS];
	bound[FIO_BINS - 1] = 2 * NS_PER_S;
	histogram_bins(&all, bound, FIO_BINS, count);
	for (size_t i = 0; i < FIO_BINS; i++) {
		share[i] = 0;
		if (all.count > 0)
			share[i] = 100 * (double)count[i] / (double)all.count;
	}
}
