/*
 * Values: what each run says of a test or a score, and their difference. A test
 * is one row; a score is the mean of several (index.h).
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "parts.h"
#include "diskidx/alloc.h"
#include "diskidx/index.h"
#include "diskidx/percentiles.h"

#define BUCKET (1 / 128.0)	/* relative error of a histogram */

/* Return what a side, or the history, has of a row. */
static const struct cell *
cell_of(const struct rows *rows, size_t row, int side)
{
	return &rows->row[row]->cell[rows->cell[side]];
}

/* A figure of the rows: of a side's run, or the ratio of the last side to the
 * first in one run. */
struct figure {
	const struct rows *rows;
	const struct result **result;	/* of each row, side by side; owned */
	size_t n;
};

static struct figure
figure_of(const struct rows *rows, int first, int last, size_t run)
{
	struct figure figure = { .rows = rows };

	figure.result = xmalloc(SIDES * rows->n * sizeof(*figure.result));
	for (int side = first; side <= last; side++)
		for (size_t i = 0; i < rows->n; i++)
			figure.result[figure.n++] =
				cell_of(rows, i, side)->figure[run];
	return figure;
}

/* Return what the results of a side are compared by, without a round (0: with
 * all). Percentiles are the run's. */
static double
value_without(const struct rows *rows, const struct result *const *result,
	      unsigned round)
{
	if (rows->percentile != NULL)
		return result[0]->summary.percentile[rows->percentile -
						     percentiles].ns;
	if (rows->indexes)
		return index_without(result, rows->n, round);
	return result_value_without(result[0], round);
}

/* Return a figure without that round (0: with all). */
static double
values_figure(const void *context, unsigned round)
{
	const struct figure *figure = context;
	const struct rows *rows = figure->rows;
	double value = value_without(rows, figure->result, round);

	if (figure->n == rows->n || value <= 0)
		return value;
	return value_without(rows, figure->result + rows->n, round) / value;
}

bool
values_suffice(const struct rows *rows, const struct match *match,
	       const char *score)
{
	struct figure figure = figure_of(rows, OLD, OLD, 0);
	bool suffice = true;

	for (size_t i = 0; i < match->n_sides; i++) {
		const struct side *side = &match->side[i];

		for (size_t run = 0; run < side->n_runs; run++)
			suffice &= index_suffices(score,
						  &side->run[run]->roster,
						  figure.result, figure.n);
	}
	free(figure.result);
	return suffice;
}

/* Collect the values of a side's runs; none if their tests differ. */
static struct values
collect_values(const struct rows *rows, int side)
{
	const struct cell *cell = cell_of(rows, 0, side);
	double *x = xmalloc((cell->n + 1) * sizeof(*x));
	size_t n = 0;

	for (size_t run = 0; run < cell->n && cell->other == NULL; run++) {
		struct figure figure = figure_of(rows, side, side, run);

		x[n] = values_figure(&figure, 0);
		n += x[n] > 0;
		free(figure.result);
	}
	return (struct values){ x, n };
}

double
values_mean(const struct rows *rows, int side)
{
	struct values values = collect_values(rows, side);
	double mean = statistics_geometric_mean(values.x, values.n);

	free((void *)values.x);
	return mean;
}

/* Estimate a figure by its rounds alone, as a report does. */
static bool
estimate_figure(const struct rows *rows, int first, int last, size_t run,
		struct difference *estimate)
{
	struct figure figure = figure_of(rows, first, last, run);
	bool known = result_estimate(figure.result, figure.n, values_figure,
				     &figure, estimate);

	free(figure.result);
	if (known)
		estimate->error = fmax(estimate->error, STATISTICS_MIN_SPREAD /
				       sqrt(estimate->freedom + 1));
	return known;
}

/* Estimate what a run has by its rounds alone; a percentile is as coarse as a
 * bucket. */
static bool
estimate_run(const struct rows *rows, int side, size_t run,
	     struct difference *estimate)
{
	const struct result *result = cell_of(rows, 0, side)->figure[run];
	const struct percentile_value *value;

	if (rows->percentile == NULL)
		return estimate_figure(rows, side, side, run, estimate);
	value = &result->summary.percentile[rows->percentile - percentiles];
	estimate->mean = log(value->ns);
	estimate->error = fmax(value->error, BUCKET);
	estimate->freedom = (double)result->n_samples - 1;
	return true;
}

/* Estimate a side's mean by the rounds of its runs, which must each tell so
 * much: what these runs were. */
static bool
estimate_side(const struct rows *rows, int side, double least_freedom,
	      struct difference *estimate)
{
	size_t n = cell_of(rows, 0, side)->n;
	double mean = 0, variance = 0, of_freedom = 0;

	for (size_t run = 0; run < n; run++) {
		struct difference one;
		double square;

		if (!estimate_run(rows, side, run, &one) ||
		    one.freedom < least_freedom)
			return false;
		square = one.error * one.error;
		mean += one.mean;
		variance += square;
		of_freedom += square * square / one.freedom;
	}
	estimate->mean = mean / (double)n;
	estimate->error = sqrt(variance) / (double)n;
	estimate->freedom = variance * variance / of_freedom;
	return true;
}

/* Compute the difference of what the runs of the sides were, which must each
 * tell so much. What disturbs two directories of one run in the same rounds is
 * in neither's favour. */
static bool
compare_rounds(const struct rows *rows, bool one_run, double least_freedom,
	       struct difference *difference)
{
	struct difference part[SIDES];

	if (one_run && rows->percentile == NULL)
		return estimate_figure(rows, OLD, NEW, 0, difference) &&
			difference->freedom >= least_freedom;
	for (int s = 0; s < SIDES; s++)
		if (!estimate_side(rows, s, least_freedom, &part[s]))
			return false;
	statistics_subtract(&part[OLD], &part[NEW], difference);
	return true;
}

/*
 * Compute the difference by the spread of the runs' values. Of as many runs on
 * both sides the error is the same with two spreads as with one, but three runs
 * hardly tell two; it then takes three times the spread on one side, in all
 * tests, for as many false verdicts as there may be.
 */
static bool
compare_between(const struct values values[GROUPS],
		struct difference *difference)
{
	struct difference part[SIDES];

	if (values[OLD].n < COMPARISON_RUNS ||
	    values[NEW].n < COMPARISON_RUNS || values[OLD].n == values[NEW].n)
		return statistics_pooled(values, GROUPS, difference);
	for (int s = 0; s < SIDES; s++)
		if (!statistics_estimate(values[s].x, values[s].n, &part[s]))
			return false;
	statistics_subtract(&part[OLD], &part[NEW], difference);
	return true;
}

/* Compare runs. By chance a few of them may agree better than each one's
 * rounds allow. */
static bool
compare_runs(enum scope scope, const struct rows *rows,
	     const struct values values[GROUPS], struct difference *difference)
{
	bool one_run = scope == SCOPE_ONE_RUN, known;
	struct difference within;

	if (one_run || scope == SCOPE_TWO_RUNS)
		return compare_rounds(rows, one_run, RESULT_LEAST_FREEDOM,
				      difference);
	known = compare_rounds(rows, false, 0, &within);
	if (!compare_between(values, difference))
		return false;
	if (known && within.error > difference->error)
		difference->error = within.error;
	return true;
}

void
values_compare(enum scope scope, const struct rows *rows,
	       struct compared *compared)
{
	const int rounds = RESULT_LEAST_FREEDOM + 1;
	struct values values[GROUPS];

	for (int group = 0; group < GROUPS; group++)
		values[group] = collect_values(rows, group);
	for (int s = 0; s < SIDES; s++) {
		struct compared_side *side = &compared->side[s];

		side->n = values[s].n;
		if (scope == SCOPE_ONE_RUN && side->n > 0)
			side->n = cell_of(rows, 0, s)->figure[0]->n_samples;
		side->value = statistics_geometric_mean(values[s].x,
							values[s].n);
	}
	if (compared->why == NULL && values[OLD].n > 0 && values[NEW].n > 0) {
		compared->has_ratio = true;
		compared->has_interval = compare_runs(scope, rows, values,
						      &compared->difference);
	}
	for (int group = 0; group < GROUPS; group++)
		free((void *)values[group].x);
	compared->verdict = VERDICT_NO_INTERVAL;
	if (compared->why != NULL)
		compared->verdict = VERDICT_NOT_COMPARABLE;
	else if (compared->has_interval)
		compared->verdict = VERDICT_NO_DIFFERENCE;
	if (!compared->has_ratio)
		return;
	compared->ratio = compared->side[NEW].value / compared->side[OLD].value;
	if (compared->has_interval)
		return;
	/* Say why there is no interval, and how to get one. */
	if (scope == SCOPE_ONE_RUN || scope == SCOPE_TWO_RUNS)
		compared->why = xprintf("fewer than %d rounds can't show a "
					"difference (run again with -i %d)",
					rounds, rounds);
	else
		compared->why = xprintf("one run on each side has it; the "
					"spread between runs takes %d or more "
					"in all (--repeat=%d)",
					COMPARISON_RUNS, COMPARISON_RUNS);
}
