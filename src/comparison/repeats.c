/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Repeats: see repeats.h. The rows are those of the first run. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/comparison/repeats.h"
#include "diskidx/result/flags.h"
#include "diskidx/result/index.h"
#include "steps.h"

/* Judge the change at a place, one of that many that hold together. */
static void
judge_change(struct compared *compared, const double *x, size_t n, size_t at,
	     size_t at_once)
{
	struct difference *change = &compared->difference;

	compared->verdict = VERDICT_UNDECIDED;
	if (!statistics_split(x, n, at, change))
		return;
	compared->ratio = exp(change->mean);
	compared->run_error = change->error /
		sqrt(1 / (double)at + 1 / (double)(n - at));
	comparison_judge(compared, at_once);
}

/* Append a row that two runs have, among that many of its kind. */
static void
repeats_add_row(struct repeats *repeats, const struct rows *rows,
		struct repeated row, size_t among)
{
	struct spread spread = { 0 };
	struct values values = values_collect(rows, OLD, &spread);
	struct step step = { 0 }, before;
	struct difference mean;

	row.told = 1;
	if (values.n > 0 &&
	    statistics_step(values.x, values.n - 1, among, &before))
		row.told = statistics_ratio_interval(
			&before.change, STATISTICS_CONFIDENCE).high;
	if (statistics_step(values.x, values.n, among, &step)) {
		row.n_before = step.at - step.first;
		row.since = values.run[step.at];
		judge_change(&row.step, values.x + step.first,
			     values.n - step.first, row.n_before, 1);
	} else {
		step.at = 0;
	}
	if (values.n > 1) {
		const double *x = values.x + step.at;

		row.n = values.n - step.at;
		row.in_newest = values.run[values.n - 1] ==
			repeats->run[repeats->n_runs - 1];
		if (row.n >= STEP_SHORTEST)
			judge_change(&row.last, x, row.n, row.n - STEP_SIDE,
				     among);
		row.value = statistics_geometric_mean(x, row.n);
		/* The spread is that of the level and of all runs' rounds. */
		spread_add(&spread, x, row.n);
		row.spread_pct = 100 * sqrt(spread.squares / spread.freedom);
		if (spread_of_run(&spread, SPREAD_BETWEEN, &mean)) {
			mean.mean = log(row.value);
			mean.error /= sqrt((double)row.n);
			row.ci95 = statistics_ratio_interval(
				&mean, STATISTICS_CONFIDENCE);
		}
		*xadd(repeats->row, repeats->n) = row;
	}
	values_free(&values);
}

static void
repeats_add_score(void *context, const struct rows *rows)
{
	repeats_add_row(context, rows, (struct repeated){
		.result = rows->row[0]->named, .score = rows->score }, 1);
}

struct repeats
repeats_make(const struct record *runs, size_t n_runs)
{
	struct side side[] = {
		{ .target = COMPARISON_EVERY_TARGET }, { .n_runs = 0 }
	};
	struct match match = { .side = side, .n_sides = 1 };
	struct repeats repeats = {
		.run = xmalloc((n_runs + 1) * sizeof(*repeats.run))
	};
	bool has_disk = false, is_one_thing = n_runs > 1;

	for (size_t i = 0; i < n_runs; i++)
		repeats.run[i] = &runs[i];
	comparison_sort_runs(repeats.run, n_runs);
	/* They are of one place, without copies. */
	for (size_t i = 1; i < n_runs; i++)
		is_one_thing &= history_is_same_place(repeats.run[i],
						      repeats.run[0]) &&
			comparison_order(repeats.run[i],
					 repeats.run[i - 1]) != 0;
	if (!is_one_thing)
		return repeats;
	repeats.n_runs = n_runs;
	side[OLD].run = repeats.run;
	side[OLD].n_runs = n_runs;
	match_rows(&match);
	for (size_t i = 0; i < match.n; i++) {
		const struct row *row = &match.row[i];
		struct rows rows = { .row = &row, .n = 1 };
		struct cell *cell = row->cell;
		struct measured *figure = cell->figure;
		size_t n = 0;

		match.row[i].blocked = cell->other != NULL;
		/* Leave out results that are not the disk's, or are not of the
		 * same test as the first. */
		for (size_t j = 0; j < cell->n; j++)
			if (!flags_invalidate(
				figure[j].result->judgement.flags) &&
			    fingerprint_is_same(figure[j].result,
						figure[0].result))
				figure[n++] = figure[j];
		cell->n = n;
		cell->other = NULL;
		if (n > 0)
			repeats_add_row(&repeats, &rows, (struct repeated){
				.result = row->named }, match.n);
	}
	scores_each(&match, repeats_add_score, &repeats);
	match_free(&match);
	/* Mark the rows that stand for the series. */
	for (size_t i = repeats.n; i-- > 0;) {
		struct repeated *row = &repeats.row[i];

		row->tells = row->score != NULL &&
			strcmp(row->score, INDEX_DISK) == 0;
		has_disk |= row->tells;
		/* Scores come after the tests. */
		row->tells |= row->score == NULL && !has_disk;
	}
	return repeats;
}

void
repeats_free(struct repeats *repeats)
{
	free(repeats->row);
	free(repeats->run);
}
