/*
 * Flags of a run: drift, which takes all results of a target together. One
 * statistical test a target limits false alarms: 14 tests at 1 % each would
 * flag one healthy run out of eight.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/flags.h"

#define MIN_ROUNDS 5
#define CONFIDENCE 0.99		/* two-sided */
#define MIN_DRIFT 0.05	/* from the first round to the last, in logs */

/* The rows of a target that judge its rounds. */
struct rows {
	const struct result **row;
	double *effect;		/* room for one number a row */
	size_t n;
};

/*
 * Return true unless the row is File Copy, which does not measure a disk, or an
 * open loop, whose speed is given. A throttled row has a flag of its own, and
 * would bend the line of all others.
 */
static bool
is_judged(const struct result *result)
{
	return result->has_value && result->value > 0 &&
		!result->has_slowdown &&
		result->n_samples >= MIN_ROUNDS &&
		!params_is_cache_test(&result->params) &&
		result->params.rate_iops == 0;
}

static int
compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double
median(double *x, size_t n)
{
	qsort(x, n, sizeof(*x), compare);
	return (x[(n - 1) / 2] + x[n / 2]) / 2;
}

/*
 * Return the factor by which a round changed the rows' values; 0 for a round
 * that is not complete. It is the median of the rows, since a mean would follow
 * a single row that halves.
 */
static double
round_effect(const struct rows *rows, unsigned round)
{
	for (size_t i = 0; i < rows->n; i++) {
		const struct result *row = rows->row[i];
		double value = result_value_in_round(row, round);

		if (value <= 0)
			return 0;
		rows->effect[i] = log(value / row->value);
	}
	return exp(median(rows->effect, rows->n));
}

/* The first row has all complete rounds, as each of them is in every row. */
static size_t
round_effects(const struct rows *rows, double *effect)
{
	const struct result *first = rows->row[0];
	size_t n = 0;

	for (size_t i = 0; i < first->n_samples; i++) {
		effect[n] = round_effect(rows, first->sample[i].round);
		n += effect[n] > 0;
	}
	return n;
}

static bool
is_drift(const double *effect, size_t n)
{
	struct difference slope;
	double bound;

	if (n < MIN_ROUNDS || !statistics_slope(effect, n, &slope))
		return false;
	bound = statistics_student_quantile((1 + CONFIDENCE) / 2,
					    slope.freedom) * slope.error;
	return fabs(slope.mean) > bound &&
		fabs(slope.mean) * (double)(n - 1) >= MIN_DRIFT;
}

static bool
has_drift(const struct rows *rows)
{
	double *effect;
	bool drift;

	if (rows->n == 0)
		return false;
	effect = xmalloc(rows->row[0]->n_samples * sizeof(*effect));
	drift = is_drift(effect, round_effects(rows, effect));
	free(effect);
	return drift;
}

static void
judge_target(struct result *results, size_t n_results, unsigned target,
	     struct rows *rows)
{
	rows->n = 0;
	for (size_t i = 0; i < n_results; i++)
		if (results[i].target == target && is_judged(&results[i]))
			rows->row[rows->n++] = &results[i];
	if (!has_drift(rows))
		return;
	for (size_t i = 0; i < n_results; i++)
		if (results[i].target == target && is_judged(&results[i]))
			results[i].flags |= 1u << FLAG_DRIFT;
}

/* Return true if no result before this one has its target. */
static bool
is_first(const struct result *results, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (results[i].target == results[at].target)
			return false;
	return true;
}

void
flags_judge_run(struct result *results, size_t n_results)
{
	struct rows rows = { NULL, NULL, 0 };

	if (n_results == 0)
		return;
	rows.row = xmalloc(n_results * sizeof(*rows.row));
	rows.effect = xmalloc(n_results * sizeof(*rows.effect));
	for (size_t i = 0; i < n_results; i++)
		if (is_first(results, i))
			judge_target(results, n_results, results[i].target,
				     &rows);
	free(rows.effect);
	free(rows.row);
}
