/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Latencies of a result: the table of percentiles, the merged latencies of its
 * samples, and the error of a percentile from the rounds. */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/operation.h"
#include "diskidx/result/result.h"

#define ROUNDS 3		/* that must support a percentile */

#define TABLE PERCENTILE_TABLE
#define SWEEP PERCENTILE_SWEEP
#define LOAD PERCENTILE_LOAD
#define CSV PERCENTILE_CSV
#define SHELL PERCENTILE_SHELL
#define COMPARED PERCENTILE_COMPARED
#define FIO PERCENTILE_FIO

const struct percentile percentiles[] = {
	{ 1, "p1", FIO },
	{ 5, "p5", FIO },
	{ 10, "p10", FIO },
	{ 20, "p20", FIO },
	{ 30, "p30", FIO },
	{ 40, "p40", FIO },
	{ 50, "p50", TABLE | LOAD | CSV | SHELL | COMPARED | FIO },
	{ 60, "p60", FIO },
	{ 70, "p70", FIO },
	{ 80, "p80", FIO },
	{ 90, "p90", FIO },
	{ 95, "p95", FIO },
	{ 99, "p99", TABLE | SWEEP | LOAD | CSV | SHELL | COMPARED | FIO },
	{ 99.5, "p99.5", FIO },
	{ 99.9, "p99.9", LOAD | CSV | COMPARED | FIO },
	{ 99.95, "p99.95", FIO },
	{ 99.99, "p99.99", COMPARED | FIO },
	{ 99.999, "p99.999", COMPARED },
};
STATIC_ASSERT(percentiles, LENGTH(percentiles) <= PERCENTILES_MOST);

const struct percentile *
percentile_next(const struct percentile *before, unsigned where)
{
	const struct percentile *p = before != NULL ? before + 1 : percentiles;

	for (; p < percentiles + LENGTH(percentiles); p++)
		if ((p->where & where) == where)
			return p;
	return NULL;
}

static int
latency_compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

struct histogram *
result_merge_latency(const struct result *result, int kind, int direction)
{
	struct histogram *merged = xmalloc(sizeof(*merged));
	uint64_t *least = xmalloc(2 * result->n_samples * sizeof(*least));
	uint64_t *most = least + result->n_samples, third;
	size_t n = 0;

	for_each_sample(sample, result) {
		least[n] = UINT64_MAX;
		most[n] = 0;
		for (int op = 0; op < OP_COUNT; op++) {
			const struct histogram_packed *h =
				sample->latency[kind][op];

			if (h == NULL ||
			    (direction != OP_BOTH && op != direction))
				continue;
			histogram_merge_packed(merged, h);
			least[n] = amount_min(least[n], h->min);
			most[n] = amount_max(most[n], h->max);
		}
		n += least[n] <= most[n];
	}
	if (n > 0) {
		/* Set the reach of three rounds at each end, or of all. */
		qsort(least, n, sizeof(*least), latency_compare);
		qsort(most, n, sizeof(*most), latency_compare);
		third = amount_min(n, ROUNDS);
		merged->rounds_low = least[third - 1];
		merged->rounds_high = most[n - third];
	} else {
		free(merged);
		merged = NULL;
	}
	free(least);
	return merged;
}

/* Estimate the logarithm of a percentile of latencies in the summary, from the
 * latencies without each round. */
static struct difference
estimate_percentile(const struct result *result, int kind, int direction,
		    double percent)
{
	const struct histogram *all = result->summary.latency[kind][direction];
	double *without = xmalloc(result->n_samples * sizeof(*without));
	struct histogram *left = xmalloc(sizeof(*left));
	struct difference estimate;
	size_t n = 0;

	for_each_sample(sample, result) {
		*left = *all;
		for (int op = 0; op < OP_COUNT; op++)
			if (direction == OP_BOTH || op == direction)
				histogram_remove_packed(
					left, sample->latency[kind][op]);
		if (left->count < all->count)
			without[n++] = (double)histogram_percentile(left,
								    percent);
	}
	estimate = statistics_jackknife(
		(double)histogram_percentile(all, percent), without, n);
	free(left);
	free(without);
	return estimate;
}

struct interval
result_percentile_interval(const struct result *result, int kind,
			   int direction, double percent)
{
	const struct histogram *all = result->summary.latency[kind][direction];
	struct difference estimate;
	struct interval ci95;

	if (!histogram_supports(all, percent))
		return (struct interval){ 0, 0 };
	estimate = estimate_percentile(result, kind, direction, percent);
	if (estimate.freedom < RESULT_LEAST_FREEDOM)
		return (struct interval){ 0, 0 };
	ci95 = spread_interval(&estimate, SPREAD_LATENCY);
	ci95.low = (double)amount_max(all->min, histogram_lowest(
		histogram_index((uint64_t)ci95.low)));
	ci95.high = (double)amount_min(all->max, histogram_highest(
		histogram_index((uint64_t)fmin(ci95.high, 1.8e19))));
	return ci95;
}

void
result_find_percentiles(struct result *result)
{
	const struct histogram *all = result->summary.latency[LAT][OP_BOTH];

	for_each_percentile(p, 0) {
		struct percentile_value *value =
			&result->summary.percentile[p - percentiles];

		if (!histogram_supports(all, p->percent))
			continue;
		value->ns = (double)histogram_percentile(all, p->percent);
		if (p->where & PERCENTILE_COMPARED)
			value->error = estimate_percentile(
				result, LAT, OP_BOTH, p->percent).error;
	}
}
