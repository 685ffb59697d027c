/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Trend: see flags.h. One statistical test per target limits false alarms: 14
 * tests at 1 % each would flag one of eight healthy runs. */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "diskidx/base/alloc.h"
#include "diskidx/result/flags.h"
#include "diskidx/stats/fall.h"

#define MAX_CHANCE 0.05		/* of a false alarm */
#define MIN_SIDE 2		/* rounds on each side of a fall for good */

#define DRIFT_ROUNDS 5
#define DRIFT_CONFIDENCE 0.99	/* two-sided */
#define MIN_DRIFT 0.05		/* from the first round to the last, in logs */

/* The values of a target's rows in the rounds that all have, on the heap. */
struct rounds {
	const struct result **row;
	size_t n_rows, n;
	unsigned *number;	/* of the i-th round */
	double *value;		/* of row r in it: [r * room + i] */
	size_t room;
};

/* Return true for a row of that target that counts. */
static bool
tells_of_disk(const struct result *result, unsigned target)
{
	const struct summary *summary = &result->summary;

	return result->test.target == target && summary->has_value &&
		summary->value > 0 &&
		!(summary->slowdown.within && summary->slowdown.for_good) &&
		!params_is_cache_test(&result->test.params) &&
		result->test.params.rate_iops == 0;
}

static void
collect_rounds(struct rounds *rounds, const struct result *results,
	       size_t n_results, unsigned target)
{
	const struct result *first;
	size_t most = 0;

	*rounds = (struct rounds){
		.row = xmalloc((n_results + 1) * sizeof(*rounds->row))
	};
	/* Leave out rows that miss two or more rounds. */
	for (size_t i = 0; i < n_results; i++)
		if (tells_of_disk(&results[i], target) &&
		    results[i].n_samples > most)
			most = results[i].n_samples;
	for (size_t i = 0; i < n_results; i++)
		if (tells_of_disk(&results[i], target) &&
		    results[i].n_samples + 1 >= most)
			rounds->row[rounds->n_rows++] = &results[i];
	if (rounds->n_rows == 0)
		return;
	/* Keep the first row's rounds in which every row has a value. */
	first = rounds->row[0];
	rounds->room = first->n_samples;
	rounds->number = xmalloc(rounds->room * sizeof(*rounds->number));
	rounds->value = xmalloc(rounds->n_rows * rounds->room *
				sizeof(*rounds->value));
	for (size_t i = 0; i < first->n_samples; i++) {
		unsigned round = first->sample[i].round;
		bool complete = true;

		for (size_t r = 0; r < rounds->n_rows; r++) {
			const struct result *row = rounds->row[r];
			double value = 0;

			for (size_t j = 0; j < row->n_samples; j++)
				if (row->sample[j].round == round)
					value = row->summary.sample_value[j];
			rounds->value[r * rounds->room + rounds->n] = value;
			complete &= value > 0;
		}
		rounds->number[rounds->n] = round;
		rounds->n += complete;
	}
}

static struct interval
range_of(const double *value, size_t n)
{
	struct interval range = { INFINITY, 0 };

	for (size_t i = 0; i < n; i++) {
		range.low = fmin(range.low, value[i]);
		range.high = fmax(range.high, value[i]);
	}
	return range;
}

static bool
fell(const double *value, size_t n, size_t at)
{
	return range_of(value + at, n - at).high <=
		(1 - FALL_LEAST) * range_of(value, at).low;
}

/* Return true for a fall that is wider than the range of each side. */
static bool
is_step(const double *value, size_t n, size_t at)
{
	struct interval before = range_of(value, at);
	struct interval after = range_of(value + at, n - at);
	double gap = before.low / after.high;

	return fell(value, n, at) && gap >= before.high / before.low &&
		gap >= after.high / after.low;
}

/* Return the number of rows for which that is true at that place. */
static size_t
count_rows(const struct rounds *rounds, size_t at,
	   bool (*is_true)(const double *, size_t, size_t))
{
	size_t count = 0;

	for (size_t r = 0; r < rounds->n_rows; r++)
		count += is_true(rounds->value + r * rounds->room, rounds->n,
				 at);
	return count;
}

/* Return true if chance orders this number of rows like that too often. */
static bool
may_be_chance(const struct rounds *rounds, size_t rows, double chance)
{
	return statistics_at_least(rows, rounds->n_rows, chance) > MAX_CHANCE;
}

/* Return the part of their speed that the rows that fell still have. */
static double
factor_of(const struct rounds *rounds, size_t at)
{
	double *part = xmalloc(rounds->n_rows * sizeof(*part)), factor;
	size_t n = 0;

	for (size_t r = 0; r < rounds->n_rows; r++) {
		const double *value = rounds->value + r * rounds->room;

		if (fell(value, rounds->n, at))
			part[n++] = statistics_mean(value + at,
						    rounds->n - at) /
				statistics_mean(value, at);
	}
	factor = statistics_median(part, n);
	free(part);
	return factor;
}

static void
find_fall(struct trend *trend, const struct rounds *rounds)
{
	size_t n = rounds->n, at = 0, most = 0, count;
	double chance = 1;

	for (size_t i = 1; i < n; i++) {
		count = count_rows(rounds, i, fell);
		if (count > most) {
			most = count;
			at = i;
		}
	}
	if (most == 0)
		return;
	/* Compute the share of all orders of the rounds that end with these. */
	for (size_t i = 1; i <= n - at; i++)
		chance *= (double)i / (double)(at + i);
	if (may_be_chance(rounds, most, chance))
		return;
	trend->fell = most;
	trend->round = rounds->number[at];
	trend->before = at;
	trend->after = n - at;
	trend->factor = factor_of(rounds, at);
	trend->for_good = at >= MIN_SIDE && n - at >= MIN_SIDE &&
		chance <= MAX_CHANCE &&
		!may_be_chance(rounds, count_rows(rounds, at, is_step), chance);
}

static bool
do_drift(const struct rounds *rounds)
{
	double *effect = xmalloc((rounds->n + 1) * sizeof(*effect)), bound;
	double *part = xmalloc((rounds->n_rows + 1) * sizeof(*part));
	struct difference slope;
	bool known;

	/* Find the factor by which a round changed the rows' values: the median
	 * of the rows, because a mean would follow a single row that halves. */
	for (size_t i = 0; i < rounds->n; i++) {
		for (size_t r = 0; r < rounds->n_rows; r++)
			part[r] = log(rounds->value[r * rounds->room + i] /
				      rounds->row[r]->summary.value);
		effect[i] = exp(statistics_median(part, rounds->n_rows));
	}
	known = rounds->n >= DRIFT_ROUNDS &&
		statistics_slope(effect, rounds->n, &slope);
	free(part);
	free(effect);
	if (!known)
		return false;
	bound = statistics_student_quantile((1 + DRIFT_CONFIDENCE) / 2,
					    slope.freedom) * slope.error;
	return fabs(slope.mean) > bound &&
		fabs(slope.mean) * (double)(rounds->n - 1) >= MIN_DRIFT;
}

struct trend
trend_of(const struct result *results, size_t n_results, unsigned target)
{
	struct trend trend = { 0 };
	struct rounds rounds;

	collect_rounds(&rounds, results, n_results, target);
	trend.rows = rounds.n_rows;
	find_fall(&trend, &rounds);
	if (trend.fell == 0)
		trend.drifts = do_drift(&rounds);
	free(rounds.row);
	free(rounds.number);
	free(rounds.value);
	return trend;
}

/* Mark a row that fell at that round as throttled, with both levels. */
static void
judge_row(struct result *result, const struct trend *trend)
{
	unsigned *flags = &result->judgement.flags;
	struct summary *summary = &result->summary;
	const double *value = summary->sample_value;
	size_t n = result->n_samples, at = 0;

	while (at < n && result->sample[at].round < trend->round)
		at++;
	if (at == 0 || at == n || !fell(value, n, at))
		return;
	summary->slowdown = (struct slowdown){
		.for_good = true,
		.round = trend->round,
		.before = statistics_mean(value, at),
		.after = statistics_mean(value + at, n - at),
	};
	result_start_at(result, trend->round);
	*flags |= 1u << FLAG_THROTTLED;
	*flags &= ~(1u << FLAG_STALLED);
	if (summary->cv <= FLAGS_MAX_CV)
		*flags &= ~(1u << FLAG_NOISY);
}

void
flags_judge_run(struct result *results, size_t n_results, size_t n_targets)
{
	for (unsigned target = 0; target < n_targets; target++) {
		struct trend trend = trend_of(results, n_results, target);

		for_each(struct result, row, results, n_results) {
			if (!tells_of_disk(row, target))
				continue;
			if (trend.for_good)
				judge_row(row, &trend);
			if (trend.drifts && row->n_samples >= DRIFT_ROUNDS)
				row->judgement.flags |= 1u << FLAG_DRIFT;
		}
	}
}
