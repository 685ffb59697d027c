/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The table of a section's tests: a row a test with its result,
 * index, latency, spread over the rounds and flags, below its category, which
 * has its score. What the table of a sweep says as well isn't here.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/units.h"
#include "parts.h"

#define LONGEST_REASON 40	/* beside a row; the notes have each */
#define INDEX_COLUMN 3		/* the number of the column, from 0 on */

void
table_percentile_columns(struct table *table, unsigned where, unsigned least)
{
	const struct percentile *p = NULL;

	while ((p = percentile_next(p, where)) != NULL)
		table_column(table, p->name, 'r', EVERYWHERE, least);
}

void
table_time(struct table *table, double ns)
{
	char time[UNITS_TEXT];

	table_add(table, isfinite(ns) ? units_format_time(time, ns) : NULL);
}

void
table_percentiles(struct table *table, const struct histogram *h,
		  unsigned where)
{
	const struct percentile *p = NULL;

	while ((p = percentile_next(p, where)) != NULL)
		table_take(table, view_latency(h, p->percent));
}

/* Add what a row has from its result on. */
static void
add_figures(struct table *table, const struct result *result, bool si)
{
	const struct judgement *j = &result->judgement;
	const struct histogram *h = result->summary.latency[LAT][OP_BOTH];
	double shown = view_value(result->summary.value, result->test.unit, si);
	char marks[VIEW_MARKS];

	table_print(table, "%.*f", view_decimals(shown), shown);
	table_add(table, view_unit(result->test.unit, si));
	table_take(table, j->baseline > 0 ? view_number(j->index, 1) : NULL);
	table_take(table, view_interval(result, si));
	table_percentiles(table, h, PERCENTILE_TABLE);
	table_time(table, h != NULL ? (double)h->max : NAN);
	table_take(table, result->n_samples > 1 ? xprintf("%.1f%%",
		   fmin(100 * result->summary.cv, 999.9)) : NULL);
	view_marks(marks, result);
	table_add(table, marks + strspn(marks, " "));
	table_take(table, view_flags(j->flags));
}

/* Add a row; without a figure the reason takes the columns from the index on.
 */
static void
add_test_row(struct table *table, const struct result *result, bool si)
{
	const char *reason = view_na_reason(result);

	table_add(table, result->test.id);
	if (reason == NULL) {
		add_figures(table, result, si);
	} else {
		table_add(table, "n/a");
		table_add(table, "");
		if (strlen(reason) > LONGEST_REASON)
			reason = "see the notes";
		table_add(table, reason);
		table_fill(table, NULL, table->n_columns - 1);
	}
	table_add(table, result->test.title);
}

/* Add the row of a category, with its score; its name takes the columns before
 * the index. */
static void
add_category(struct table *table, const struct section *section,
	     const char *category)
{
	const struct score *score = view_score(section, category);
	char *name = xstrdup(category);

	if (score != NULL)
		name = xappend(name, "", "%s", index_remark(score, false));
	table_take(table, name);
	table_tone(table, TONE_STRONG);
	table_fill(table, NULL, INDEX_COLUMN);
	if (score == NULL)
		table_add(table, "");
	else
		table_take(table, score->rows > 0 ?
			   view_number(score->score, 1) : NULL);
	if (score != NULL && interval_known(score->ci95))
		table_take(table, view_range(score->ci95));
	table_fill(table, "", table->n_columns);
}

/* Return the section's next row that says what no table of a sweep does: an
 * index, or why there is no figure. */
static const struct result *
results_next(const struct section *section, size_t *at)
{
	const struct result *result;

	do
		result = view_result(section, at);
	while (result != NULL && result->judgement.baseline <= 0 &&
	       view_na_reason(result) == NULL && sweep_has(section, result));
	return result;
}

void
part_results(struct document *document, const struct section *section, bool si)
{
	const struct result *first, *result;
	struct table *table = document_table(document, "Tests", "", "");
	struct texts categories = { 0 };
	size_t at = 0, next, n;
	bool has_index = false;

	table_column(table, "Test", 'l', EVERYWHERE, 22);
	table_column(table, "result", 'r', EVERYWHERE, 9);
	table_column(table, "unit", 'l', EVERYWHERE, 5);
	table_column(table, "index", 'r', EVERYWHERE, 7);
	table_column(table, "95 % interval", 'r', IN_PAGES, 0);
	table_percentile_columns(table, PERCENTILE_TABLE, 7);
	table_column(table, "max", 'r', EVERYWHERE, 7);
	table_column(table, "spread", 'r', EVERYWHERE, 6);
	table_column(table, "", 'l', IN_TEXT, 0);
	table_column(table, "flags", 'l', IN_PAGES, 0);
	table_column(table, "Title", 'l', IN_PAGES, 0);
	while ((first = results_next(section, &at)) != NULL) {
		n = categories.n;
		if (texts_add(&categories, first->test.category) < n)
			continue;
		add_category(table, section, first->test.category);
		for (next = 0; (result = results_next(section, &next)) != NULL;)
			if (strcmp(result->test.category,
				   first->test.category) == 0) {
				add_test_row(table, result, si);
				/* A reason stands there, too. */
				has_index |= result->judgement.baseline > 0 ||
					view_na_reason(result) != NULL;
			}
	}
	texts_free(&categories);
	if (!has_index)
		table_drop(table, INDEX_COLUMN);
}
