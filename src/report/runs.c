/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Several runs: a line each, and what they say together. */
#include <config.h>

#include <math.h>
#include <string.h>

#include "diskidx/base/say.h"
#include "diskidx/test/category.h"
#include "diskidx/test/name.h"
#include "parts.h"

#define PLOT_COLUMNS 16

/* The first columns, which stand only if they tell runs apart, or every column
 * is wanted. */
#define PLACES 4

/* Return "disk,dd": the suites of the rows and the job files; of
 * the suite `disk` its version if that is not today's. */
static char *
suites_of(const struct record *run)
{
	struct texts names = { 0 };
	char *text;

	for (size_t i = 0; i < run->n_results; i++) {
		const struct result_test *test = &run->result[i].test;
		const struct suite *suite = suite_of(test->id);
		size_t length = test_name_list(test->id);

		/* A job that is called as its file is has one name. */
		if (length == 0)
			length = test_name_origin(test->id);
		if (suite != NULL)
			texts_add(&names, suite->name);
		else if (category_is(CATEGORY_JOB, test->category))
			texts_print(&names, "%.*s", (int)length, test->id);
		else if (strcmp(record_suite(run), suite_disk->version) != 0)
			texts_add(&names, record_suite(run));
		else
			texts_add(&names, suite_disk->name);
	}
	text = texts_join(&names, ",");
	texts_free(&names);
	return text;
}

/* Return the ends between which a section's score lies; NAN without one. */
static struct interval
interval_of(const struct score *score)
{
	if (score == NULL)
		return (struct interval){ NAN, NAN };
	if (interval_known(score->ci95))
		return score->ci95;
	return (struct interval){ score->score, score->score };
}

/* Return the column of a value in the plot. */
static int
column_of(const struct interval *range, double value)
{
	return (int)((value - range->low) / (range->high - range->low) *
		     (PLOT_COLUMNS - 1) + 0.5);
}

/* Add the line of a section, with a plot if there is a range. */
static void
add_run_row(struct table *table, const struct section *section,
	    const struct interval *range)
{
	const struct record *run = section->record;
	const char *note = facts_get(&run->plan, FACT_NOTE);
	const char *directory = record_target(run, section->target);
	const struct score *score = view_disk_score(section);
	struct interval ends = interval_of(score);
	char plot[PLOT_COLUMNS + 1] = "";

	table_cells(table, note == NULL ? run->path :
		    say("%s (%s)", text_or(run->path, "-"), note),
		    suites_of(run), facts_get(&run->host, FACT_HOSTNAME),
		    !record_has_other_copies(run) ? directory :
		    say("%s, x%u", text_or(directory, "-"), section->copies),
		    view_minute(run),
		    score != NULL ? view_number(score->score, 0) : NULL,
		    score != NULL && interval_known(score->ci95) ?
		    view_range(score->ci95) : NULL);
	if (range->high > range->low) {
		/* The interval is "---o---", at its place in the range. */
		memset(plot, ' ', PLOT_COLUMNS);
		if (score != NULL) {
			int low = column_of(range, ends.low);
			int high = column_of(range, ends.high);

			memset(plot + low, '-', (size_t)(high - low + 1));
			plot[column_of(range, score->score)] = 'o';
		}
		table_add(table, plot);
	}
	table_add(table, trust_name[trust_of(section, NULL)]);
}

void
report_runs(struct document *document, const struct record *records, size_t n,
	    bool every)
{
	struct interval range = { INFINITY, 0 };
	struct table *table;
	size_t at, i;

	for (i = 0; i < n && !every; i++)
		for_each_section(section, &records[i], false) {
			const struct score *score = view_disk_score(&section);
			struct interval ends = interval_of(score);

			/* These functions ignore a NAN. */
			range.low = fmin(range.low, ends.low);
			range.high = fmax(range.high, ends.high);
		}
	table = document_table(document, "Runs", "llllrrr", "Record,Suite,Host,"
			       "Directory,Date,Score,95 % interval");
	if (range.high > range.low)
		table_column(table, view_range(range), 'r', EVERYWHERE, 0);
	table_column(table, "Trust", 'l', EVERYWHERE, 0);
	for (i = 0; i < n; i++)
		for_each_section(section, &records[i], false)
			add_run_row(table, &section, &range);
	for (i = PLACES; i-- > 0 && !every;) {
		bool varies = false;

		for (at = table->n_columns + i; at < table->n;
		     at += table->n_columns)
			varies |= strcmp(table->cell[at].text, table->cell[
				at - table->n_columns].text) != 0;
		if (!varies)
			table_drop(table, i);
	}
}

/* Say of each row "Slower since 2026-11-29: 0.70 times the 9 runs before (0.66
 * to 0.74)", unless the series is too short. */
void
part_series(struct document *document, const struct repeats *repeats)
{
	for (size_t i = 0; i < repeats->n; i++) {
		const struct repeated *row = &repeats->row[i];
		char *text;

		if (!row->tells || row->n_before + row->n < STEP_SHORTEST)
			continue;
		if (row->n_before == 0)
			text = say("%s over %zu runs (they differ by %.1f %%)",
				   row->spread_pct > COMPARISON_SAME_PCT ?
				   "No lasting change" : "Steady", row->n,
				   row->spread_pct);
		else
			text = say("%s since %s: %s times the %zu runs before "
				   "(%s)", row->step.ratio < 1 ? "Slower" :
				   "Faster", view_day(row->since),
				   units_digits(row->step.ratio),
				   row->n_before,
				   compared_interval(&row->step));
		document_add(document, BLOCK_ANSWER, say(
			"%s: %s.", repeated_name(repeats->run[0], row), text));
	}
}

void
part_repeats(struct document *document, const struct repeats *repeats)
{
	bool si = document->how->si;
	struct table *table;

	if (repeats->n == 0)
		return;
	document_part(document, NULL)->in = IN_TEXT;
	table = document_table(document, NULL, "lrlrr",
			       "Test,Value,Unit,95 % interval,Spread");
	table->caption = say("All %zu runs: %s to %s", repeats->n_runs,
		view_minute(repeats->run[0]),
		view_minute(repeats->run[repeats->n_runs - 1]));
	table->remark =
		"A value is the geometric mean of the runs or, after a step, "
		"of those since. Its interval holds for the long-run mean.";
	for (size_t i = 0; i < repeats->n; i++) {
		const struct repeated *row = &repeats->row[i];
		enum unit unit = row->result->test.unit;
		bool is_test = row->score == NULL;
		double one = is_test ? view_value(1, unit, si) : 1;
		char *name = repeated_name(repeats->run[0], row);

		if (row->n < repeats->n_runs)
			name = say_more(name, " ", "(%zu runs)", row->n);
		table_cells(table, name, say("%.*f", view_decimals(
				one * row->value), one * row->value),
			    is_test ? view_unit(unit, si) : "index",
			    view_ends(row->ci95, row->value, one),
			    say("%.1f %%", row->spread_pct));
	}
}
