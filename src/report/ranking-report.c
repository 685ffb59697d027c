/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The report of a ranking: which record is the best, a table, and the notes. */
#include <config.h>

#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "parts.h"

static void
table_of_ranking(struct document *document, const struct ranking *ranking)
{
	struct table *table = document_table(document,
		"By the Disk Index Score", "lrr", "Record,score,ratio");

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
			    compared_ratio(&entry->to_best));
		if (i > 0) {
			table_verdict(table, &entry->to_best);
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
}

struct notes
notes_of_ranking(const struct ranking *ranking)
{
	struct notes notes = { NULL, 0, 0 };
	size_t n_single = 0;

	notes_add(&notes, '*', "The scores are of the %zu test%s of the Disk "
		  "Index Score that all runs have.%s", ranking->n_tests,
		  units_plural(ranking->n_tests), ranking->suffices ? "" :
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
		notes_add(&notes, '*', "The intervals hold together with "
			  "95 %% confidence, whichever record is the best.");
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

	document_add(document, BLOCK_TITLE, say(
		"Ranking of %zu records", ranking->n))->in = IN_PAGES;
	/* The verdicts on the others. */
	for (int verdict = 0; verdict < VERDICT_COUNT; verdict++) {
		char *names = NULL;

		for (size_t i = 1; i < ranking->n; i++) {
			const struct ranked *entry = &ranking->entry[i];

			if ((int)entry->to_best.verdict == verdict)
				names = say_more(names, ", ", "%s (%s times)",
						 entry->side->name,
						 compared_ratio(
							 &entry->to_best));
		}
		text = say_join(text, say("; %s: ", verdict_name[verdict]),
				names);
	}
	document_add(document, BLOCK_ANSWER, say("%s.", text));
	table_of_ranking(document, ranking);
	if (ranking->n_pairs > 0)
		part_legend(document, "to the best record; above 1 is better");
	document_notes(document, "Notes", notes_of_ranking(ranking));
}
