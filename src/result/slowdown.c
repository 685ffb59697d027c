/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Slowdowns of a result, and the values of its samples that follow; and stalls:
 * samples in which the disk moved little, unlike in most others. result.h
 * defines a slowdown; fall.c finds where a speed fell.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/result/result.h"
#include "diskidx/stats/fall.h"
#include "diskidx/test/category.h"

#define BLOCK_NS (500 * NS_PER_MS)
#define BLOCKS_ALONE 20		/* of a single sample, at most */
#define BLOCKS_MOST 200		/* of a row, approximately */
#define LEAST_ALONE_NS (5 * NS_PER_S)	/* shorter samples show nothing */
#define BLOCKS_LEAST 12		/* of a sample that is judged by itself, */
#define BLOCKS_FINE 100		/* or of one that may fall very soon */

#define LASTING 0.75		/* the low level lasts at least a quarter */
#define MIN_REPEATS 3		/* samples that fell, and three quarters */
#define MIN_ALIKE 2		/* samples that fell, for a note */

#define STALLED_PART 0.25	/* of the usual speed */
#define USUAL_SAMPLES 3		/* with two, neither is the usual one */

/* Samples in blocks, end to end. */
struct blocks {
	double *speed;		/* of each block, in the result's unit */
	size_t *of_sample;	/* their number in each */
	size_t n;		/* blocks in all */
};

bool
result_has_own_series(const struct params *params)
{
	bool changes_data = params_is_metadata(params) ?
			    params->action != ACTION_STAT &&
			    params->action != ACTION_OPEN :
			    params_writes(params);

	if (params_is_cache_test(params) || params->rate_iops > 0)
		return false;
	return !changes_data || params->cache == CACHE_DIRECT ||
		(params->sync != SYNC_NONE && params->sync != SYNC_NEVER);
}

/* Return the length of the series, which ends before the flush. */
static uint64_t
series_ns(const struct sample *sample)
{
	return sample->total.elapsed_ns - sample->total.flush_ns;
}

/* Fill in the speeds of n blocks, whose mean is `value`. An interval in several
 * blocks adds its part to each. */
static void
fill_blocks(double *speed, size_t n, const struct series_interval *series,
	    size_t intervals, double value)
{
	double sum = 0, block_ns = 0;

	for (size_t i = 0; i < intervals; i++)
		block_ns += (double)series[i].length_ns / (double)n;
	memset(speed, 0, n * sizeof(*speed));
	for (size_t i = 0; i < intervals && n > 0; i++) {
		double from = (double)series[i].at_ns / block_ns;
		double length = (double)series[i].length_ns / block_ns;
		double bytes = (double)series[i].bytes;

		for (size_t b = (size_t)from; b < n && b < from + length; b++)
			speed[b] += bytes / length *
				(fmin(from + length, (double)b + 1) -
				 fmax(from, (double)b));
		sum += bytes;
	}
	for (size_t b = 0; b < n && sum > 0; b++)
		speed[b] *= value * (double)n / sum;
}

/* Cut samples into blocks of about that length, for free_blocks; at most one
 * per interval, because a long interval shows only one speed. */
static struct blocks
cut_samples(const struct result *result, size_t first, size_t n_samples,
	  uint64_t block_ns)
{
	const double *value = result->summary.sample_value + first;
	struct blocks cut = {
		.of_sample = xmalloc(n_samples * sizeof(*cut.of_sample))
	};
	struct series_interval *series;
	size_t intervals, n;

	for (size_t i = 0; i < n_samples; i++) {
		const struct sample *sample = &result->sample[first + i];

		intervals = sample_series(sample,
			result->test.params.block_bytes, &series);
		n = (size_t)amount_min(intervals, (series_ns(sample) +
						   block_ns / 2) / block_ns);
		cut.speed = xrealloc(cut.speed, (cut.n + n + 1) *
					sizeof(*cut.speed));
		fill_blocks(cut.speed + cut.n, n, series, intervals, value[i]);
		cut.of_sample[i] = n;
		cut.n += n;
		free(series);
	}
	return cut;
}

static void
free_blocks(struct blocks *blocks)
{
	free(blocks->speed);
	free(blocks->of_sample);
}

/* Return the highest speed over the lowest, without a tenth at each end. */
static double
spread_over(const double *speed, size_t n)
{
	double *sorted = statistics_sorted(speed, n);
	double range = sorted[n - 1 - n / 10] / sorted[n / 10];

	free(sorted);
	return range;
}

static struct slowdown
slowdown_at(const struct fall *fall, const struct sample *sample, size_t blocks)
{
	double part = fall->moment / (double)blocks;

	return (struct slowdown){
		.within = true,
		.round = sample->round,
		.at_ns = (uint64_t)llround(part * (double)series_ns(sample)),
		.before = fall->before,
		.after = fall->after,
	};
}

/*
 * Find the fall that makes a sample's last quarter, or more, slower than the
 * rest, with the means of both, for the value. It must be wider than the ranges
 * of both sides together: a speed that wanders has falls, but no such step.
 */
static bool
find_lasting(const struct result *result, size_t at, uint64_t block_ns,
	     struct slowdown *slowdown)
{
	struct blocks cut = cut_samples(result, at, 1,
		amount_max(block_ns, SAMPLE_TICK_NS));
	struct fall fall = fall_find(cut.speed, cut.of_sample, 1);
	const double *behind = cut.speed + fall.at + 1;
	size_t n = cut.n - fall.at - 1;
	/* Leave room for rounding. */
	bool lasts = fall.found &&
		fall.moment <= LASTING * (double)cut.n + 1e-6 &&
		fall.before / fall.after >= spread_over(cut.speed, fall.at) *
					    spread_over(behind, n);

	if (lasts) {
		fall.before = statistics_mean(cut.speed, fall.at);
		fall.after = statistics_mean(behind, n);
		*slowdown = slowdown_at(&fall, &result->sample[at], cut.n);
	}
	free_blocks(&cut);
	return lasts;
}

/*
 * Note the samples that slowed down, if all others were slow after the first of
 * them, and fast before it; correct their values if most slowed down. A single
 * one proves nothing: a disk with two speeds does that now and then, and twice
 * in six of a hundred runs of two rounds.
 */
static void
judge_samples(struct result *result)
{
	struct summary *summary = &result->summary;
	size_t n = result->n_samples, first = n;
	struct slowdown *slowed = xmalloc(n * sizeof(*slowed));
	double *value = summary->sample_value, low = 0;

	for (size_t i = n; i-- > 0;) {
		uint64_t length_ns = series_ns(&result->sample[i]);
		uint64_t block_ns = amount_max(length_ns / BLOCKS_ALONE,
			amount_min(BLOCK_NS, length_ns / BLOCKS_LEAST));

		/* Judge it by itself: in long blocks, against bursts and
		 * stalls, or in short ones, because credit may end soon. */
		if (!find_lasting(result, i, block_ns, &slowed[i]))
			find_lasting(result, i, length_ns / BLOCKS_FINE,
				     &slowed[i]);
		low = fmax(low, slowed[i].after);
		summary->n_slowdowns += slowed[i].within;
		if (slowed[i].within)
			first = i;
	}
	for (size_t i = 0; i < n; i++) {
		bool is_slow = value[i] * (1 - FALL_LEAST) <= low;

		if (!slowed[i].within && is_slow != (i > first))
			summary->n_slowdowns = 0;
	}
	if (summary->n_slowdowns >= MIN_ALIKE)
		summary->slowdown = slowed[first];
	summary->slowdown.for_good = summary->n_slowdowns >= MIN_REPEATS &&
				     4 * summary->n_slowdowns >= 3 * n;
	for (size_t i = 0; i < n && summary->slowdown.for_good; i++)
		if (slowed[i].within)
			value[i] = slowed[i].after;
	free(slowed);
}

/* Note where the row fell, over all of its samples. */
static void
judge_rounds(struct result *result)
{
	struct summary *summary = &result->summary;
	uint64_t block_ns, length_ns = 0;
	size_t n = result->n_samples;
	struct blocks cut;
	struct fall fall;

	for_each_sample(sample, result)
		length_ns += series_ns(sample);
	if (n == 1 && length_ns < LEAST_ALONE_NS)
		return;
	block_ns = amount_max(BLOCK_NS, length_ns /
			      (n == 1 ? BLOCKS_ALONE : BLOCKS_MOST));
	cut = cut_samples(result, 0, n, block_ns);
	fall = fall_find(cut.speed, cut.of_sample, n);
	if (fall.places > 0)
		summary->unseen_ns = FALL_SIDE * block_ns;
	if (fall.found && summary->slowdown.round == 0)
		summary->slowdown = slowdown_at(&fall,
			&result->sample[fall.sample],
			cut.of_sample[fall.sample]);
	free_blocks(&cut);
}

/* Return how long a sample was slower than that many times its rate. */
static uint64_t
slow_ns(const struct sample *sample, uint32_t block_bytes, double times)
{
	struct series_interval *series;
	size_t n = sample_series(sample, block_bytes, &series);
	double per_s = times * (double)sample_work(sample, block_bytes) /
		       clock_seconds(sample->total.elapsed_ns);
	uint64_t sum = n == 0 ? sample->total.elapsed_ns : 0;

	for (size_t i = 0; i < n; i++)
		if ((double)series[i].bytes <=
		    per_s * clock_seconds(series[i].length_ns))
			sum += series[i].length_ns;
	free(series);
	return sum;
}

void
result_find_slowdowns(struct result *result)
{
	const struct params *params = &result->test.params;
	struct summary *summary = &result->summary;
	struct stall *worst = &summary->stall;
	size_t n = result->n_samples;
	double *value = xmalloc(n * sizeof(*value)), limit;

	summary->sample_value = value;
	for (size_t i = 0; i < n; i++)
		value[i] = sample_value(&result->sample[i], result->test.unit);
	/* UnixBench's values are whole numbers. */
	for (size_t i = 0; i < n && result->test.rule == RULE_UNIXBENCH; i++)
		value[i] = floor(value[i]);
	if (category_is(CATEGORY_SUSTAINED, result->test.category)) {
		summary->levels = levels_find(result->sample, n,
					      params->block_bytes);
		for (size_t i = 0; i < n && summary->levels.s > 0; i++)
			value[i] = sample_in_unit(summary->levels.after.per_s,
						  result->test.unit,
						  params->block_bytes);
	} else if (result_has_own_series(params)) {
		judge_samples(result);
		judge_rounds(result);
	}
	/* Find the stalls; a sample after a fall is not a stall. */
	limit = STALLED_PART * statistics_median(value, n);
	for (size_t i = 0; i < n && n >= USUAL_SAMPLES; i++) {
		const struct sample *sample = &result->sample[i];

		if (value[i] >= limit || (summary->slowdown.round > 0 &&
		    sample->round >= summary->slowdown.round))
			continue;
		if (summary->n_stalls++ > 0 && value[i] >= worst->value)
			continue;
		worst->round = sample->round;
		worst->value = value[i];
		worst->length_ns = slow_ns(sample, params->block_bytes,
					   value[i] > 0 ? limit / value[i] : 0);
	}
}
