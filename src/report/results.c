/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The table of a section's tests: a row per test with its result, index,
 * latency, spread between the rounds and flags, below its category and its
 * score. Tests that the table of a sweep shows are left out. And the tables of
 * files of several sizes.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/result/flags.h"
#include "diskidx/result/index.h"
#include "diskidx/result/result.h"
#include "diskidx/test/baseline.h"
#include "diskidx/test/category.h"
#include "diskidx/test/name.h"
#include "diskidx/test/test.h"
#include "parts.h"
#include "sweep.h"

#define LONGEST_REASON 40	/* in a row; the notes have each */
#define INDEX_COLUMN 4		/* the number of the column, from 0 on */
#define NAME_COLUMNS 16		/* of a directory */
#define SIDE_BY_SIDE 3

void
table_percentile_columns(struct table *table, unsigned where, unsigned least)
{
	for_each_percentile(p, where)
		table_column(table, p->name, 'r', EVERYWHERE, least);
}

void
table_percentiles(struct table *table, const struct histogram *h,
		  unsigned where)
{
	for_each_percentile(p, where)
		table_add(table, view_latency(h, p->percent));
}

static void
add_latency_cell(struct table *table, const struct result *result)
{
	const struct histogram *h = result->summary.latency[LAT][OP_BOTH];
	struct mark mark = { .kind = MARK_STRIP };

	if (h == NULL) {
		table_add(table, NULL);
		return;
	}
	mark.value = view_percentile(h, 50);
	mark.p99 = view_percentile(h, 99);
	mark.p99_is_bound = isnan(mark.p99);
	if (mark.p99_is_bound)
		mark.p99 = view_bound(h, 99);
	mark.slowest = (double)h->max;
	table_add(table, say("p50 %s, p99 %s, max %s", view_latency(h, 50),
			     view_latency(h, 99), units_time(mark.slowest)));
	table_mark(table, mark);
}

static void
add_rounds_cell(struct table *table, const struct result *result)
{
	struct mark mark = { .kind = MARK_ROUNDS };

	for_each_sample(sample, result) {
		struct series_interval *list;
		size_t n = sample_series(
			sample, result->test.params.block_bytes, &list);

		if (mark.n > 0)
			*xadd(mark.list, mark.n) = NAN;
		for (size_t j = 0; j < n; j++)
			*xadd(mark.list, mark.n) = (double)list[j].bytes /
				clock_seconds(list[j].length_ns);
		free(list);
	}
	table_add(table, mark.n == 0 || result->n_samples < 2 ? "" : say(
		"spread %.1f%%", fmin(100 * result->summary.cv, 999.9)));
	table_mark(table, mark);
}

/* Add a row; without a result the reason takes the columns from the index. */
static void
add_test_row(struct table *table, const struct record *record,
	     const struct result *result, bool si)
{
	const struct judgement *j = &result->judgement;
	const struct histogram *h = result->summary.latency[LAT][OP_BOTH];
	double shown = view_value(result->summary.value, result->test.unit, si);
	unsigned flags = j->flags & ~view_shared_flags(record, result);
	enum tone tone = flags_invalidate(j->flags) ? TONE_BAD : TONE_PLAIN;
	const char *reason = view_na_reason(result);
	double cv_pct = fmin(100 * result->summary.cv, 999);
	/* Near the limit of noisy, show on which side it is. */
	const char *spread = result->n_samples < 2 ? NULL : say("%.*f%%",
		fabs(cv_pct - 100 * FLAGS_MAX_CV) < 0.5 ? 1 : 0, cv_pct);

	table_add(table, result->test.id);
	if (reason != NULL) {
		table_cells(table, "", "n/a", "",
			    strlen(reason) <= LONGEST_REASON ? reason :
			    "see the notes");
		table_fill(table, NULL, table->n_columns);
	} else {
		table_cells(table, result->test.title,
			    say("%.*f", view_decimals(shown), shown),
			    view_unit(result->test.unit, si),
			    j->baseline <= 0 ? NULL :
			    say(tone == TONE_BAD ? "(%s)" : "%s",
				view_number(j->index, 0)));
		table_tone(table, tone);
		table_add(table, view_interval(result, si));
		if (j->baseline > 0)
			table_mark(table, (struct mark){
				.kind = MARK_DOT, .value = j->index,
				.ci95 = interval_times(
					result->summary.ci95, j->index /
					result->summary.value) });
		add_rounds_cell(table, result);
		table_percentiles(table, h, PERCENTILE_TABLE);
		table_add(table, h == NULL ? NULL :
			  units_time((double)h->max));
		add_latency_cell(table, result);
		table_cells(table, spread, view_flag(flags));
		table_tone(table, tone);
		table_add(table, view_flags(flags));
		table_tone(table, tone == TONE_BAD ? tone : TONE_DOUBT);
	}
}

/* Add the row of a category, with its score; its name takes the columns before
 * the index. File Copy has its own score. */
static void
add_category(struct table *table, const struct section *section,
	     const char *category)
{
	const struct score *score = view_score(section, category);
	bool is_copy = category_is(CATEGORY_FILE_COPY, category);
	char *remark = NULL;

	if (is_copy && section->record->baseline == baseline_default)
		remark = say("UnixBench's index");
	if (is_copy && view_disk_score(section) != NULL)
		remark = say_join(remark, ", ", "not in the score");
	table_add(table, score == NULL ? category :
		  say("%s%s", category, index_remark(score)));
	table_tone(table, TONE_STRONG);
	table_fill(table, NULL, INDEX_COLUMN);
	table_cells(table, score == NULL ? "" : score->rows == 0 ? NULL :
		    view_number(score->score, 0),
		    score != NULL && interval_known(score->ci95) ?
		    view_range(score->ci95) : "");
	if (score != NULL && interval_known(score->ci95))
		table_mark(table, (struct mark){
			.kind = MARK_DOT, .value = score->score,
			.ci95 = score->ci95 });
	table_add(table, text_or(remark, ""));
	table_fill(table, remark == NULL ? "" : NULL, table->n_columns);
}

/* Return the section's next row that says what no table of a sweep does: an
 * index, or why there is no figure. */
static const struct result *
results_next(const struct section *section, const struct result *row)
{
	do
		row = view_result(section, row);
	while (row != NULL && row->judgement.baseline <= 0 &&
	       view_na_reason(row) == NULL && sweep_has(section, row));
	return row;
}

void
part_results(struct document *document, const struct section *section)
{
	const struct result *first = NULL, *result;
	struct table *table = document_table(document, "Tests", "", "");
	struct texts categories = { 0 };
	size_t n;

	table->legend = "A result is the geometric mean of the rounds. A line "
		"is the 95 % interval, on the scale of the index; dashed: 10. "
		"Rounds: the speed of each, from 0. Latency: a dot at p50, a "
		"bar to p99, a line to the slowest request.";
	table_column(table, "Test", 'l', EVERYWHERE, 18);
	table_column(table, "Title", 'l', IN_MARKDOWN | IN_SMALL, 0);
	table_column(table, "result", 'r', EVERYWHERE, 7);
	table_column(table, "unit", 'l', IN_TEXT | IN_MARKDOWN | IN_SMALL, 5);
	table_column(table, "index", 'r', EVERYWHERE, 5);
	table_column(table, "95 % interval", 'r', IN_PAGES, 0);
	table_axis(table, (struct axis){ .base = 10, .origin = INDEX_BASE });
	table_column(table, "rounds", 'l', IN_HTML, 0);
	table_percentile_columns(table, PERCENTILE_TABLE, 7);
	table_column(table, "max", 'r', EVERYWHERE, 7);
	table_column(table, "latency", 'l', IN_HTML, 0);
	table_axis(table, (struct axis){
		.base = 10, .quantity = QUANTITY_TIME });
	table_column(table, "spread", 'r', IN_TEXT | IN_MARKDOWN, 6);
	table_column(table, "flags", 'l', IN_TEXT, 0);
	table_column(table, "flags", 'l', IN_PAGES, 0);
	while ((first = results_next(section, first)) != NULL) {
		n = categories.n;
		if (texts_add(&categories, first->test.category) < n)
			continue;
		add_category(table, section, first->test.category);
		result = NULL;
		while ((result = results_next(section, result)) != NULL)
			if (strcmp(result->test.category,
				   first->test.category) == 0)
				add_test_row(table, section->record, result,
					     document->how->si);
	}
	texts_free(&categories);
	table_drop_empty(table);
}

/* Files of several sizes, written, read and copied: a table for each, with
 * sizes in rows and as many directories side by side as fit in text. */

static const struct {
	enum action action;
	const char *name;
} tables[] = {
	{ ACTION_WRITE, "Write" },
	{ ACTION_READ, "Read" },
	{ ACTION_COPY, "Copy" },
};

/* Return the table's next row: the first result of each id; NULL: no more. */
static const struct result *
next_row(const struct section *all, enum action action,
	 const struct result *row)
{
	while ((row = view_result(all, row)) != NULL)
		if (row->test.params.action == action &&
		    view_find(all, row->test.id) == row)
			break;
	return row;
}

static void
add_pass_cell(struct table *table, const struct result *result, bool si)
{
	const char *stopped = "";
	char *text;
	double value;

	if (result == NULL || !result->summary.has_value) {
		table_add(table, result == NULL ? NULL : "n/a");
		return;
	}
	for_each_sample(sample, result)
		if (sample->total.bytes <
		    result->test.params.file_bytes * result->test.copies)
			stopped = ">";
	value = view_value(result->summary.value, result->test.unit, si);
	text = say("%.*f %s%s", view_decimals(value), value, stopped,
		   units_time((double)result->summary.total.elapsed_ns /
			      (double)result->n_samples));
	if (result->judgement.flags != 0)
		text = say_join(text, " ", view_flag(result->judgement.flags));
	table_add(table, text);
}

static void
add_table(struct document *document, const struct section *all, size_t which,
	  unsigned first, unsigned end)
{
	bool si = document->how->si;
	struct section one = *all;
	const struct result *row;
	struct table *table;

	row = next_row(all, tables[which].action, NULL);
	if (row == NULL)
		return;
	table = document_table(document, "Files of several sizes", "", "");
	table_column(table, say("%s, %s", tables[which].name,
				view_unit(row->test.unit, si)), 'l',
		     EVERYWHERE, 0);
	for (unsigned i = first; i < end; i++) {
		const char *name = text_or(record_target(all->record, i), "?");
		size_t length = strlen(name);

		/* The end of a long one says more. */
		if (length > NAME_COLUMNS)
			name = say("...%s", name + length - (NAME_COLUMNS - 3));
		table_column(table, name, 'r', EVERYWHERE, 0);
	}
	one.all_targets = false;
	for (; row != NULL; row = next_row(all, tables[which].action, row)) {
		const struct test *own = test_origin(row->test.id);
		char *size = units_size(row->test.params.file_bytes);

		/* How large the test's own file is if that is more, and the
		 * options of the id. */
		if (own != NULL &&
		    own->params.file_bytes > row->test.params.file_bytes)
			size = say_join(size, " of ",
					units_size(own->params.file_bytes));
		table_add(table, say_join(size, "",
					  test_name_options(row->test.id)));
		for (one.target = first; one.target < end; one.target++)
			add_pass_cell(table, view_find(&one, row->test.id), si);
	}
}

void
part_sizes(struct document *document, const struct section *group)
{
	const struct record *record = group->record;
	struct section all = *group;
	unsigned n = (unsigned)record->n_targets, first, end;
	uint64_t seconds = amount_left(record->ended_s, record->started_s);

	all.all_targets = true;
	for (size_t i = 0; i < LENGTH(tables); i++)
		for (first = 0; first < n; first = end) {
			end = (unsigned)amount_min(n, first + SIDE_BY_SIDE);
			add_table(document, &all, i, first, end);
		}
	document_add(document, BLOCK_LINE, say(
		"The rate, and the time of one file (>: stopped before its "
		"end), including the flush of written data to the disk. Total "
		"run time: %s.", units_duration(seconds * NS_PER_S)));
}
