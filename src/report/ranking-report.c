/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The report of a ranking: which record is the best, a table, and the notes. */
#include <config.h>

#include <math.h>
#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "parts.h"

#define SIDE_BY_SIDE 4		/* records in a table */

static void
table_side_by_side(struct document *document, const struct ranking *ranking,
		   size_t first)
{
	const bool si = document->how->si;
	const size_t n = ranking->n, end = amount_min(first + SIDE_BY_SIDE, n);
	struct table *table = document_table(document, "Tests", "l", "Test");
	struct axis axis = axis_of_ratios;
	const char *head = "";

	document->block[document->n - 1].in = IN_PAGES;
	table->legend = "Bold: the highest value that can be compared with "
		"the best record's. Marks, on one axis: the ratio to it.";
	for (size_t i = n; i < ranking->n_rows; i++)
		axis_cover_interval(&axis, ranking->row[i].ratio,
				    ranking->row[i].ci95);
	table_column(table, "", 'l', IN_SMALL, 0);
	for (size_t i = first; i < end; i++) {
		table_column(table, ranking->entry[i].side->name, 'r',
			     IN_PAGES, 0);
		table_column(table, "unit", 'l', i + 1 < end ? IN_SMALL :
			     IN_SMALL | IN_MARKDOWN, 0);
		table_column(table, "", 'l', i > 0 ? IN_SMALL : 0, 0);
		table_column(table, say("ratio of %s", ranking->entry[i].side->
					name), 'l', i > 0 ? IN_HTML : 0, 0);
		table_axis(table, axis);
		table_column(table, "verdict", 'l', i > 0 ? IN_SMALL : 0, 0);
	}
	for (size_t at = n; at < ranking->n_rows; at += n) {
		const struct compared *row = &ranking->row[at];
		const char *group = row->rows > 0 ? "Scores" : row->category;
		double highest = 1;

		if (strcmp(head, group) != 0) {
			head = group;
			table_add(table, head);
			table_tone(table, TONE_STRONG);
			table_fill(table, NULL, table->n_columns);
		}
		table_cells(table, row->id, row->title);
		for (size_t i = 0; i < n; i++)
			highest = fmax(highest, row[i].ratio);
		for (size_t i = first; i < end; i++) {
			table_add(table, compared_value(&row[i], NEW, si));
			if (row[i].ratio >= highest)
				table_tone(table, TONE_STRONG);
			table_cells(table, row->rows > 0 ? "index" :
				    view_unit(row->unit, si),
				    row[i].ratio <= 0 ? "" : say(
				    "%sx", compared_ratio(&row[i])));
			table_verdict(table, &row[i]);
		}
	}
}

struct notes
notes_of_ranking(const struct ranking *ranking)
{
	struct notes notes = { NULL, 0, 0 };
	size_t n_single = 0;

	notes_add(&notes, '*', "The scores are of the %zu test%s of the Disk "
		  "Index Score that all runs have.%s", ranking->row->rows,
		  units_plural(ranking->row->rows), ranking->suffices ? "" :
		  " They are too few for that score, which may rank the "
		  "records otherwise.");
	if (ranking->left_out != NULL)
		notes_add(&notes, '*', "Left out, because not all runs scored "
			  "the same test: %s.", ranking->left_out);
	if (ranking->differences != NULL)
		notes_add(&notes, '*', "Not only the disks differ, but also: "
			  "%s. To see how, compare two records.",
			  ranking->differences);
	if (ranking->n_pairs > 0)
		notes_add(&notes, '*', "The intervals of the scores "
			  "hold together with 95 %% confidence, whichever "
			  "record is the best; so do those of all categories "
			  "and tests.");
	/* A single run does not show how far runs differ. */
	for (size_t i = 0; i < ranking->n; i++)
		n_single += ranking->entry[i].side->n_runs == 1;
	if (n_single > 0)
		notes_add(&notes, '*', "%s one run: a spread of %g %% between "
			  "runs is assumed. Several runs per record measure "
			  "it (--repeat=3).", n_single == ranking->n ?
			  "Each record is" : "Some records are",
			  100 * SPREAD_BETWEEN);
	return notes;
}

void
report_ranking(struct document *document, const struct ranking *ranking)
{
	char *text = say("%s has the highest score, %s",
			 ranking->entry[0].side->name,
			 view_number(ranking->entry[0].score, 0));
	struct table *table;

	document_add(document, BLOCK_TITLE, say(
		"Ranking of %zu records", ranking->n))->in = IN_PAGES;
	for (int verdict = 0; verdict < VERDICT_COUNT; verdict++) {
		char *names = NULL;

		for (size_t i = 1; i < ranking->n; i++)
			if ((int)ranking->row[i].verdict == verdict)
				names = say_more(names, ", ", "%s (%s times)",
						 ranking->entry[i].side->name,
						 compared_ratio(
							 &ranking->row[i]));
		text = say_join(text, say("; %s: ", verdict_name[verdict]),
				names);
	}
	document_add(document, BLOCK_ANSWER, say("%s.", text));
	table = document_table(document, "By the Disk Index Score", "lrr",
			       "Record,score,ratio");
	table_column(table, "95 % interval", 'l', EVERYWHERE, 0);
	table_axis(table, axis_of_ratios);
	table_column(table, "verdict", 'l', EVERYWHERE, 0);
	table_column(table, "runs", 'r', EVERYWHERE, 0);
	table_column(table, "host", 'l', EVERYWHERE, 0);
	for (size_t i = 0; i < ranking->n; i++) {
		const struct ranked *entry = &ranking->entry[i];
		const char *note = side_fact(entry->side, FACT_NOTE, NULL);

		table_cells(table, note == NULL ? entry->side->name :
			    say("%s (%s)", entry->side->name, note),
			    view_number(entry->score, 0),
			    compared_ratio(&ranking->row[i]));
		if (i > 0) {
			table_verdict(table, &ranking->row[i]);
		} else {
			table_add(table, "-");
			table_mark(table, (struct mark){
				.kind = MARK_DOT, .value = 1 });
			table_add(table, "highest score");
		}
		table_cells(table, say("%zu", entry->side->n_runs),
			    side_fact(entry->side, FACT_HOSTNAME,
				      "several hosts"));
	}
	for (size_t i = 0; i < ranking->n; i += SIDE_BY_SIDE)
		table_side_by_side(document, ranking, i);
	if (ranking->n_pairs > 0)
		part_legend(document, "to the best record; above 1 is better");
	document_notes(document, "Notes", notes_of_ranking(ranking));
}
