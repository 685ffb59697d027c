/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The report of comparisons: the two sides, the conclusion, a table for each
 * place with the tests by category, the latencies and the scores, what else
 * differs, and the notes.
 */
#include <config.h>

#include <string.h>

#include "diskidx/base/say.h"
#include "parts.h"

/* Return "3 runs, on HOST, 2026-11-20 08:00 to ...". */
static char *
side_coverage(const struct comparison *c, int which)
{
	const struct side *side = &c->side[which];
	const struct record *first = side->run[0], *last = first;
	char *text;

	for (size_t i = 1; i < side->n_runs; i++) {
		if (side->run[i]->started_s < first->started_s)
			first = side->run[i];
		if (side->run[i]->started_s > last->started_s)
			last = side->run[i];
	}
	text = say("%zu run%s", side->n_runs, units_plural(side->n_runs));
	text = say_join(text, ", on ",
			side_fact(side, FACT_HOSTNAME, "several hosts"));
	text = say_more(text, ", ", "%s", view_minute(first));
	if (side->n_runs > 1)
		text = say_more(text, " to ", "%s", view_minute(last));
	return say_join(text, ", note: ", side_fact(side, FACT_NOTE, NULL));
}

/* Return true for rows of the same directory and number of copies. */
static bool
is_same_place(const struct compared *a, const struct compared *b)
{
	return a->target == b->target && a->copies == b->copies;
}

/* Return true for the first row to show of its directory and copies. */
static bool
is_first_of_place(const struct comparison *c, size_t at)
{
	for (size_t i = 0; i < at; i++)
		if (compared_is_shown(&c->row[i]) &&
		    is_same_place(&c->row[i], &c->row[at]))
			return false;
	return compared_is_shown(&c->row[at]);
}

static const enum tone tone_of[VERDICT_COUNT] = {
	[VERDICT_FASTER] = TONE_GOOD, [VERDICT_SLOWER] = TONE_BAD
};

/* Add the rows at the place of one of them: each category, the latencies and
 * the scores have a head. */
static void
table_of_comparison(struct document *document, const struct comparison *c,
		    const struct compared *place)
{
	bool si = document->how->si;
	struct table *table = document_table(document, "Both sides", "l",
					     "Test");
	const struct compared *last = NULL;
	const char *old = "old", *new = "new";

	/* Two directories of one run head their columns, if short. */
	if (c->same_record) {
		old = c->side[OLD].name;
		new = c->side[NEW].name;
	}
	if (strlen(old) > COMPARED_VALUE || strlen(new) > COMPARED_VALUE) {
		old = "first";
		new = "other";
	}
	table_column(table, old, 'r', EVERYWHERE, COMPARED_VALUE);
	table_column(table, new, 'r', EVERYWHERE, COMPARED_VALUE);
	table_column(table, "ratio", 'r', EVERYWHERE, COMPARED_RATIO);
	table_column(table, "interval", 'l', EVERYWHERE, 0);
	table_column(table, "verdict", 'l', EVERYWHERE, 0);
	for (size_t i = 0; i < c->n_rows; i++) {
		const struct compared *row = &c->row[i];
		const char *id = row->id;

		if (!compared_is_shown(row) || !is_same_place(row, place))
			continue;
		if (last == NULL || row->unit != last->unit ||
		    strcmp(row->category, last->category) != 0) {
			if (row->rows > 0)
				table_add(table, "Score (tests)");
			else
				table_add(table, say("%s, %s", row->category,
						     row->percent > 0 ? "us" :
						     view_unit(row->unit, si)));
			table_tone(table, TONE_STRONG);
			table_fill(table, "", table->n_columns);
		}
		if (row->rows > 0)
			id = say("%s (%zu)", id, row->rows);
		else if (row->percent > 0)
			id = say("%s p%g", id, row->percent);
		table_cells(table, id, compared_value(row, OLD, si),
			    compared_value(row, NEW, si), compared_ratio(row),
			    compared_interval(row), compared_verdict(row));
		table_tone(table, tone_of[row->verdict]);
		last = row;
	}
}

static const enum shape shape_of[VERDICT_COUNT] = {
	[VERDICT_FASTER] = SHAPE_UP, [VERDICT_SLOWER] = SHAPE_DOWN
};

static void
picture_ratios(struct plots *plots, const struct comparison *c)
{
	struct plot *plot = plots_add(plots, (struct plot){
		.title = "Both sides",
		.y = { .title = "ratio, above 1 is better", .base = 10 },
		.bars = true, .origin = 1,
	});

	for (size_t i = 0; i < c->n_rows; i++) {
		const struct compared *row = &c->row[i];

		if (row->percent > 0 || row->ratio <= 0)
			continue;
		plot_add(plot, "", (struct point){
			.x = (double)texts_add(&plot->rows,
					       compared_name(c, row)),
			.y = row->ratio,
			.ci95 = row->ci95,
			.label = compared_ratio(row),
			.shape = shape_of[row->verdict],
		});
	}
}

static void
add_comparison(struct document *document, const struct comparison *c)
{
	static const char *const labels[SIDES] = { "Old: ", "New: " };
	struct notes differences = { NULL, 0, 0 };

	document_add(document, BLOCK_ANSWER, c->answer);
	document_add(document, BLOCK_LINE, c->counts);
	for (int side = 0; side < SIDES && !c->same_record; side++)
		document_lead(document, BLOCK_FACT, labels[side],
			      say("%s: %s", c->side[side].name,
				  side_coverage(c, side)));
	picture_ratios(document_picture(document), c);
	/* A table of each place, below its name if there are several. */
	for (size_t i = 0; i < c->n_rows; i++) {
		if (!is_first_of_place(c, i))
			continue;
		document_lead(document, BLOCK_HEADING, "On ",
			      compared_place(c, &c->row[i]));
		table_of_comparison(document, c, &c->row[i]);
	}
	for (size_t i = 0; i < c->differences.n; i++)
		notes_add(&differences, '*', "%s", c->differences.text[i]);
	document_notes(document, "Other differences", differences);
	document_notes(document, "Notes", notes_of_comparison(c));
}

void
report_comparisons(struct document *document,
		   const struct comparison *comparisons, size_t n)
{
	document_add(document, BLOCK_TITLE, "Disk Comparison");
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			document_part(document, NULL);
		add_comparison(document, &comparisons[i]);
	}
}
