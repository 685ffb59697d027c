/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Several runs: a line each, what they say together, and how they went. */
#include <config.h>

#include <math.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/result/flags.h"
#include "diskidx/test/category.h"
#include "diskidx/test/name.h"
#include "parts.h"

#define DAY_S 86400.0

/* The first columns, which are shown only if their cells differ, or if every
 * column is wanted. */
#define PLACES 4

/* Return "disk,dd": the suites of the rows and the job files; instead of the
 * suite `disk` its version if that is not today's. */
static char *
suites_of(const struct record *run)
{
	struct texts names = { 0 };
	char *text;

	for_each_row(result, run) {
		const struct result_test *test = &result->test;
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

static void
add_run_row(struct table *table, const struct section *section)
{
	const struct record *run = section->record;
	const char *note = facts_get(&run->plan, FACT_NOTE);
	const char *directory = record_target(run, section->target);
	const struct score *score = view_disk_score(section);

	table_cells(table, note == NULL ? run->path :
		    say("%s (%s)", text_or(run->path, "-"), note),
		    suites_of(run), facts_get(&run->host, FACT_HOSTNAME),
		    !record_has_other_copies(run) ? directory :
		    say("%s, x%u", text_or(directory, "-"), section->copies),
		    view_minute(run),
		    score != NULL ? view_number(score->score, 0) : NULL,
		    score != NULL ? view_range(score->ci95) : NULL);
	if (score != NULL)
		table_mark(table, (struct mark){
			.kind = MARK_DOT, .value = score->score,
			.ci95 = score->ci95 });
	table_add(table, trust_name[trust_of(section, NULL)]);
}

void
report_runs(struct document *document, const struct record *records, size_t n,
	    bool every)
{
	struct table *table = document_table(document, "Runs", "llllrrr",
		"Record,Suite,Host,Directory,Date,Score,95 % interval");

	table_axis(table, (struct axis){ .base = 10, .origin = INDEX_BASE });
	table_column(table, "Trust", 'l', EVERYWHERE, 0);
	for (size_t i = 0; i < n; i++)
		for_each_section(section, &records[i], false)
			add_run_row(table, &section);
	/* Drop what is not known of any run, and where all of them ran. */
	for (size_t i = table->n_columns; i-- > 0 && table->n > 0 && !every;) {
		const char *first = table->cell[i].text;
		bool varies = false;

		for (size_t at = i; at < table->n; at += table->n_columns)
			varies |= strcmp(table->cell[at].text, first) != 0;
		if (!varies && (i < PLACES || strcmp(first, "-") == 0))
			table_drop(table, i);
	}
	/* The first column left names the rows. */
	table->column[0].align = 'l';
}

/* Return the verdict on a row of a series; NULL: it is too short for one. */
static const char *
verdict_of_step(const struct repeated *row)
{
	if (row->n_before + row->n < STEP_SHORTEST)
		return NULL;
	if (row->n_before == 0)
		return "no step";
	return verdict_name[row->step.ratio < 1 ? VERDICT_SLOWER :
			    VERDICT_FASTER];
}

void
part_series(struct document *document, const struct repeats *repeats)
{
	for_each(const struct repeated, row, repeats->row, repeats->n) {
		char *text;

		if (!row->tells || verdict_of_step(row) == NULL)
			continue;
		if (row->n_before == 0)
			text = say("%s over %zu runs, which vary by %.1f %%",
				   row->spread_pct > COMPARISON_SAME_PCT ?
				   "no lasting change" : "steady", row->n,
				   row->spread_pct);
		else
			text = say("%s since %s, %s times as fast as the %zu "
				   "runs before (%s)", verdict_of_step(row),
				   view_day(row->since),
				   units_digits(row->step.ratio),
				   row->n_before,
				   compared_interval(&row->step));
		document_add(document, BLOCK_ANSWER, say(
			"%s: %s.", repeated_name(repeats->run[0], row), text));
	}
}

/* Return what a row's values are shown times. */
static double
scale_of(const struct repeated *row, bool si)
{
	return row->score != NULL ? 1 :
		view_value(1, row->result->test.unit, si);
}

/* Return a run's value of a row, if it has one that is the disk's. */
static struct point
night_of(const struct record *run, const struct repeated *row, double one)
{
	const struct result_test *test = &row->result->test;
	const struct section section = {
		.record = run, .target = test->target, .copies = test->copies,
	};
	const struct result *result = view_find(&section, test->id);
	struct point point = {
		.x = ((double)run->started_s + run->utc_offset_s) / DAY_S,
		.y = NAN,
	};

	if (row->score != NULL) {
		const struct score *score = view_score(&section, row->score);

		if (score != NULL && score->rows > 0) {
			point.y = score->score;
			point.ci95 = score->ci95;
		}
	} else if (result != NULL && result->summary.has_value &&
		   !flags_invalidate(result->judgement.flags)) {
		point.y = one * result->summary.value;
		point.ci95 = interval_times(result->summary.ci95, one);
	}
	return point;
}

/* Add a line at a level to the next point. */
static void
add_level(struct plot *plot, double from, double to, double level)
{
	for (int i = 0; i < 2; i++)
		plot_add(plot, "runs", (struct point){
			.x = i == 0 ? from : to, .y = level,
			.shape = SHAPE_LINE });
}

/* Add the values of all runs by their days, and the level or, with a step, the
 * two levels. */
static void
picture_row(struct plots *plots, const struct repeats *repeats,
	    const struct repeated *row, bool si)
{
	double one = scale_of(row, si), level = one * row->value;
	bool steps = row->n_before > 0, is_after = false;
	double first = 0, since = 0, last = 0;
	char *title = say("%s %s", repeated_name(repeats->run[0], row),
			  units_digits(level));
	struct plot *plot;

	if (row->score == NULL)
		title = say_join(title, " ", view_unit(
					 row->result->test.unit, si));
	plot = plots_add(plots, (struct plot){
		.title = title, .is_apart = true, .remark = steps ?
			say("%s, %sx since %s", verdict_of_step(row),
			    units_digits(row->step.ratio),
			    view_day(row->since)) : NULL,
		.x = { .quantity = QUANTITY_DAY },
	});
	for (size_t i = 0; i < repeats->n_runs; i++) {
		const struct record *run = repeats->run[i];
		struct point point = night_of(run, row, one);

		is_after |= steps && run == row->since;
		if (is_after)
			point.shape = row->step.ratio < 1 ? SHAPE_DOWN :
				SHAPE_UP;
		plot_add(plot, "runs", point);
		last = point.x;
		if (i == 0)
			first = last;
		if (i == 0 || run == row->since)
			since = last;
	}
	if (steps) {
		add_level(plot, first, since, level / row->step.ratio);
		plot_add(plot, "runs", (struct point){
			.x = since, .y = NAN, .label = verdict_of_step(row) });
	}
	add_level(plot, since, last, level);
}

void
part_nights(struct document *document, const struct repeats *repeats)
{
	static const char *const titles[] = {
		"Disk score", "Other scores", "Tests"
	};

	for (size_t which = 0; which < LENGTH(titles); which++) {
		struct plots *plots = document_picture(document);

		plots->title = say("%s over %zu runs", titles[which],
				   repeats->n_runs);
		plots->legend = "Upright lines are 95 % intervals of a run; "
			"level lines are means, before and since a step if "
			"there is one.";
		for (size_t i = 0; i < repeats->n; i++) {
			const char *score = repeats->row[i].score;

			if (which == (score == NULL ? 2 :
				      strcmp(score, INDEX_DISK) != 0))
				picture_row(plots, repeats, &repeats->row[i],
					    document->how->si);
		}
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
	table = document_table(document, NULL, "lrlrrrll",
			       "Test,value,unit,95 % interval,spread,ratio,"
			       "verdict,since");
	table->caption = say("All %zu runs: %s to %s", repeats->n_runs,
		view_minute(repeats->run[0]),
		view_minute(repeats->run[repeats->n_runs - 1]));
	table->remark =
		"A value is the geometric mean of the runs or, after a step, "
		"of the runs since. Its interval holds for the long-run mean. "
		"The ratio is to the runs before the step.";
	for_each(const struct repeated, row, repeats->row, repeats->n) {
		double one = scale_of(row, si);
		char *name = repeated_name(repeats->run[0], row);
		bool is_score = row->score != NULL;
		struct interval ci95 = interval_times(row->ci95, one);

		if (row->n_before == 0 && row->n < repeats->n_runs)
			name = say_more(name, " ", "(%zu runs)", row->n);
		table_cells(table, name, is_score ?
			    view_number(row->value, 0) :
			    units_digits(one * row->value),
			    is_score ? "index" :
			    view_unit(row->result->test.unit, si),
			    is_score ? view_range(ci95) : interval_text(ci95),
			    say("%.1f%%", row->spread_pct),
			    compared_ratio(&row->step), verdict_of_step(row),
			    row->n_before > 0 ? view_day(row->since) : NULL);
	}
	table_drop_empty(table);
	document->block[document->n - 1].in = IN_TEXT | IN_MARKDOWN;
}
