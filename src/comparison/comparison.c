/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Comparison: calls the parts in their order, and gives the verdicts. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/result/index.h"
#include "steps.h"

#define ERROR_RATE 0.05		/* of each question */

/* The cells of a row. */
static const size_t group_cell[GROUPS] = { OLD, NEW, HISTORY };

const char *const verdict_name[VERDICT_COUNT] = {
	[VERDICT_FASTER] = "faster", [VERDICT_SLOWER] = "slower",
	[VERDICT_SAME] = "same", [VERDICT_UNDECIDED] = "undecided",
	[VERDICT_NOT_COMPARABLE] = "not comparable",
};

void
comparison_judge(struct compared *c, size_t at_once)
{
	double least = 1 + COMPARISON_LEAST_PCT / 100;

	c->confidence = 1 - ERROR_RATE / (double)at_once;
	c->ci95 = statistics_ratio_interval(&c->difference, c->confidence);
	/* Below 1 a limit is its inverse: exchanged sides agree. */
	if (c->ci95.low > least)
		c->verdict = VERDICT_FASTER;
	else if (c->ci95.high < 1 / least)
		c->verdict = VERDICT_SLOWER;
	else if (compared_within(c) <= COMPARISON_SAME_PCT)
		c->verdict = VERDICT_SAME;
}

static enum question
question_of(const struct compared *c)
{
	if (c->percent > 0)
		return ASK_LATENCIES;
	if (c->rows > 0 && strcmp(c->id, INDEX_DISK) == 0)
		return ASK_DISK;
	return ASK_TESTS;
}

static void
comparison_add(void *context, const struct rows *rows)
{
	struct comparison *c = context;
	const char *name[SIDES] = { "the old side", "the new side" };

	for (int s = 0; s < SIDES && c->same_record; s++)
		name[s] = c->side[s].name;
	*xadd(c->all.row, c->all.n) = values_compare(c->same_record, rows,
						     group_cell, name);
}

static bool
is_supported(const struct row *row, const struct percentile *p)
{
	for (int s = 0; s < SIDES; s++)
		for (size_t i = 0; i < row->cell[s].n; i++)
			if (!(row->cell[s].figure[i].result->
			      summary.percentile[p - percentiles].ns > 0))
				return false;
	return true;
}

/* Add the latencies: of each test p50, p99 and the largest percentile that all
 * runs of both sides support; or every one from p50 on. */
static void
comparison_add_latencies(struct comparison *c, const struct match *match,
			 bool every)
{
	for (size_t i = 0; i < match->n; i++) {
		const struct row *row = &match->row[i];
		struct rows rows = { .row = &row, .n = 1 };
		const struct percentile *p = NULL, *largest = NULL;
		unsigned where = every ? 0 : PERCENTILE_COMPARED;

		if (c->all.row[i].verdict == VERDICT_NOT_COMPARABLE)
			continue;
		while ((p = percentile_next(p, where)) != NULL)
			if (is_supported(row, p))
				largest = p;
		while (p != largest) {
			p = percentile_next(p, where);
			if (every ? p->percent < 50 :
			    p->percent > 99 && p != largest)
				continue;
			rows.percentile = p;
			comparison_add(c, &rows);
		}
	}
}

void
comparison_make(struct comparison *c, const struct side side[GROUPS])
{
	struct match match = { .side = c->side, .n_sides = SIDES };
	size_t among = 1;

	*c = (struct comparison){
		.same_record = side[OLD].target != COMPARISON_EVERY_TARGET,
	};
	memcpy(c->side, side, sizeof(c->side));
	history_select(c);
	c->by_directory = !c->same_record && targets_are_same(c);
	match_rows(&match);
	/* Add the tests, the latencies, the scores and the curves. */
	for (size_t i = 0; i < match.n; i++) {
		const struct row *row = &match.row[i];
		struct rows rows = { .row = &row, .n = 1 };

		comparison_add(c, &rows);
		match.row[i].blocked = c->all.row[i].verdict ==
			VERDICT_NOT_COMPARABLE;
	}
	c->tests.n = match.n;
	comparison_add_latencies(c, &match, false);
	c->latencies.n = c->all.n - c->tests.n;
	scores_each(&match, comparison_add, c);
	c->scores.n = c->all.n - c->tests.n - c->latencies.n;
	if (c->all.n > 0) {
		comparison_add_latencies(c, &match, true);
		c->curves.n = c->all.n - c->scores.n - c->tests.n -
			      c->latencies.n;
		c->all.n -= c->curves.n;
		c->tests.row = c->all.row;
		c->latencies.row = c->tests.row + c->tests.n;
		c->scores.row = c->latencies.row + c->latencies.n;
		c->curves.row = c->scores.row + c->scores.n;
	}
	/* Give the verdicts. Those on the targets of a record, each compared
	 * with the first one, hold together. */
	if (c->same_record)
		among = side[OLD].run[0]->n_targets - 1;
	for_each_compared(row, &c->all)
		if (row->difference.freedom > 0)
			c->intervals[question_of(row)] += among;
	for (size_t i = 0; i < c->all.n; i++)
		if (c->all.row[i].difference.freedom > 0)
			comparison_judge(&c->all.row[i], c->intervals[
				question_of(&c->all.row[i])]);
	match_free(&match);
	differences_find(c);
	conclusion_write(c);
}

static bool
shares_tests(const struct record *record, unsigned target)
{
	for_each_row(a, record)
		for_each_row(b, record)
			if (a->test.target == 0 && b->test.target == target &&
			    strcmp(a->test.id, b->test.id) == 0)
				return true;
	return false;
}

bool
comparison_next_target(struct comparison *comparison,
		       const struct record *record, unsigned *target)
{
	struct side side[GROUPS] = { { .n_runs = 1 }, { .n_runs = 1 } };
	const struct record **run;

	do
		if (++*target >= record->n_targets)
			return false;
	while (!shares_tests(record, *target));
	run = xmalloc(sizeof(*run));
	*run = record;
	side[OLD].name = text_or(record_target(record, 0),
				 "the first directory");
	side[NEW].name = text_or(record_target(record, *target),
				 "the other directory");
	side[NEW].target = *target;
	side[OLD].run = side[NEW].run = run;
	comparison_make(comparison, side);
	comparison->run = run;
	return true;
}

void
comparison_free(struct comparison *comparison)
{
	free(comparison->all.row);
	texts_free(&comparison->differences);
	texts_free(&comparison->differing);
	free(comparison->run);
	*comparison = (struct comparison){ 0 };
}
