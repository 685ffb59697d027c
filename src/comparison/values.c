/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Values: the value of a test or a score in each run, and their difference. A
 * test is one row; a score is the mean of several (index.h). */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/result/index.h"
#include "steps.h"

#define BUCKET (1 / 128.0)	/* relative error of a histogram */

/* A value of the rows: in a side's run, or the ratio of the last side to the
 * first in one run. */
struct figure {
	const struct rows *rows;
	const struct result **result;	/* of each row, side by side; owned */
	size_t n;
};

static struct figure
figure_of(const struct rows *rows, size_t first, size_t last, size_t run)
{
	struct figure figure = { .rows = rows };

	figure.result = xmalloc(SIDES * rows->n * sizeof(*figure.result));
	for (size_t cell = first; cell <= last; cell++)
		for (size_t i = 0; i < rows->n; i++)
			figure.result[figure.n++] =
				rows->row[i]->cell[cell].figure[run].result;
	return figure;
}

/* Return the value by which the results of a side are compared, without a round
 * (0: with all). Percentiles are always of the whole run. */
static double
value_without(const struct rows *rows, const struct result *const *result,
	      unsigned round)
{
	if (rows->percentile != NULL)
		return result[0]->summary.percentile[rows->percentile -
						     percentiles].ns;
	if (rows->score != NULL)
		return index_without(result, rows->n, round);
	return result_value_without(result[0], round);
}

/* Return the value of a figure without that round (0: with all). */
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
values_suffice(const struct rows *rows, const struct match *match)
{
	struct figure figure = figure_of(rows, OLD, OLD, 0);
	bool suffice = true;

	for_each(const struct side, side, match->side, match->n_sides) {
		for (size_t run = 0; run < side->n_runs; run++)
			suffice &= index_suffices(rows->score,
						  &side->run[run]->roster,
						  figure.result, figure.n);
	}
	free(figure.result);
	return suffice;
}

void
scores_each(const struct match *match, score_taker *add, void *context)
{
	const struct record *run = match->side[0].run[0];
	struct rows rows = { .n = 0 };

	rows.row = xmalloc(match->n * sizeof(*rows.row));
	/* The first run has all rows that count, and so all scores: each over
	 * the rows of its target and copies. */
	for_each_score(score, run) {
		rows.n = 0;
		rows.score = score->name;
		for_each(const struct row, row, match->row, match->n) {
			const struct result_test *test = &row->named->test;

			if (row->target == score->target && !row->blocked &&
			    test->copies == score->copies &&
			    index_covers(score->name, test->category) &&
			    match_is_scored(match, row))
				rows.row[rows.n++] = row;
		}
		if (values_suffice(&rows, match))
			add(context, &rows);
	}
	free(rows.row);
}

/* Estimate a figure by its own rounds, as a report does. A percentile has the
 * error that each run estimated, and at least that of a bucket. Return false if
 * there are too few rounds. */
static bool
estimate_figure(const struct figure *figure, struct difference *estimate)
{
	const struct percentile *p = figure->rows->percentile;

	*estimate = (struct difference){ .freedom = INFINITY };
	if (p == NULL)
		*estimate = result_estimate(figure->result, figure->n,
					    values_figure, figure);
	for (size_t i = 0; p != NULL && i < figure->n; i++) {
		const struct result *result = figure->result[i];
		double error = result->summary.percentile[p -
							  percentiles].error;

		estimate->error = hypot(estimate->error, fmax(error, BUCKET));
		estimate->freedom = fmin(estimate->freedom,
					 (double)result->n_samples - 1);
	}
	if (estimate->freedom < RESULT_LEAST_FREEDOM)
		*estimate = (struct difference){ 0 };
	return estimate->freedom > 0;
}

struct values
values_collect(const struct rows *rows, size_t at, struct spread *spread)
{
	const struct cell *cell = &rows->row[0]->cell[at];
	struct values values = {
		.x = xmalloc((cell->n + 1) * sizeof(*values.x)),
		.run = xmalloc((cell->n + 1) * sizeof(*values.run)),
	};

	for (size_t run = 0; run < cell->n && cell->other == NULL; run++) {
		struct figure figure = figure_of(rows, at, at, run);
		double value = values_figure(&figure, 0);
		struct difference one;

		if (value > 0) {
			values.x[values.n] = value;
			values.run[values.n++] = cell->figure[run].run;
		}
		if (value > 0 && estimate_figure(&figure, &one))
			spread_add_within(spread, one.error);
		free(figure.result);
	}
	return values;
}

void
values_free(struct values *values)
{
	free(values->x);
	free(values->run);
}

/* Compute the error of one run: of two targets of it by its rounds, as a
 * disturbance of both in the same rounds favors neither; else from all runs,
 * whose rounds are in the spread. Return false if there are too few of both. */
static bool
compare_values(bool one_run, const struct rows *rows,
	       const struct values values[GROUPS], struct spread *spread,
	       struct difference *difference)
{
	const double between = rows->percentile != NULL ? SPREAD_LATENCY :
		SPREAD_BETWEEN;
	const struct values *history = &values[HISTORY];
	struct step step = { 0 };

	if (one_run) {
		struct figure figure = figure_of(rows, OLD, NEW, 0);
		bool known = estimate_figure(&figure, difference);

		free(figure.result);
		*spread = (struct spread){ 0 };
		spread_add_within(spread, difference->error);
		return known && spread_of_run(spread, between, difference);
	}
	/* A step of the history is no spread: only its newest level counts. */
	if (!statistics_step(history->x, history->n, 1, &step))
		step.at = 0;
	spread_add(spread, history->x + step.at, history->n - step.at);
	for (int s = 0; s < SIDES; s++)
		spread_add(spread, values[s].x, values[s].n);
	if (!spread_of_run(spread, between, difference))
		return false;
	/* Runs may have a percentile in one bucket by chance. */
	if (rows->percentile != NULL)
		difference->error = fmax(difference->error, BUCKET);
	return true;
}

struct compared
values_compare(bool one_run, const struct rows *rows, const size_t cell[GROUPS],
	       const char *const name[SIDES])
{
	const int rounds = RESULT_LEAST_FREEDOM + 1;
	const struct row *row = rows->row[0];
	const struct result_test *test = &row->named->test;
	struct compared c = {
		.id = test->id, .title = test->title,
		.category = test->category, .unit = test->unit,
		.target = row->target, .copies = test->copies,
		.verdict = VERDICT_NOT_COMPARABLE,
	};
	struct spread spread = { 0 };
	struct values values[GROUPS];

	if (rows->score != NULL) {
		c.id = rows->score;
		c.title = say("%zu test%s", rows->n, units_plural(rows->n));
		c.category = NULL;
		c.rows = rows->n;
	} else if (rows->percentile != NULL) {
		c.category = "Latency";
		c.percent = rows->percentile->percent;
	} else {
		c.why = blocker_find(row, cell, name);
	}
	for (int group = 0; group < GROUPS; group++)
		values[group] = values_collect(rows, cell[group], &spread);
	for (int s = 0; s < SIDES; s++) {
		const struct cell *at = &row->cell[cell[s]];

		c.side[s] = (struct compared_side){
			.directory = texts_join(&at->directories, ", "),
			.n_runs = at->n, .flags = at->any_flags,
			.n = values[s].n, .value = statistics_geometric_mean(
				values[s].x, values[s].n),
		};
		if (one_run && values[s].n > 0)
			c.side[s].n = at->figure[0].result->n_samples;
	}
	if (c.why == NULL && values[OLD].n > 0 && values[NEW].n > 0) {
		c.verdict = VERDICT_UNDECIDED;
		c.ratio = c.side[NEW].value / c.side[OLD].value;
		if (rows->percentile != NULL)
			c.ratio = 1 / c.ratio;
		if (!compare_values(one_run, rows, values, &spread,
				    &c.difference))
			c.why = say("fewer than %d rounds can't show a "
				    "difference; run again with -i %d", rounds,
				    rounds);
		c.run_error = c.difference.error;
		c.difference.mean = log(c.ratio);
		if (!one_run)
			c.difference.error *= sqrt(
				1 / (double)values[OLD].n +
				1 / (double)values[NEW].n);
	}
	for (int group = 0; group < GROUPS; group++)
		values_free(&values[group]);
	return c;
}
