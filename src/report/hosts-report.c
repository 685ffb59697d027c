/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The report of several hosts: the slow ones, and tables of hosts and tests. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/result/index.h"
#include "parts.h"

#define MOST_SHOWN 5		/* values of a host */

static const char *
hosts_row_name(const struct hosts_row *row)
{
	return row->score != NULL ? row->score->name : row->test->test.id;
}

static void
table_of_hosts(struct document *document, const struct hosts *hosts)
{
	struct table *table = document_table(document, "Hosts", "lr",
					     "Host,runs");
	const struct hosts_row *shown[MOST_SHOWN];
	size_t n = 0;

	/* A row has a column if it is judged, and a category of the Disk
	 * score. */
	for (size_t i = 0; i < hosts->n_rows && n < MOST_SHOWN; i++) {
		const struct hosts_row *row = &hosts->row[i];

		if (row->is_judged || (hosts->by_score && row->score != NULL &&
				       row->n_of > 1 && index_covers(
					INDEX_DISK, row->score->name)))
			shown[n++] = row;
	}
	for (size_t i = 0; i < n; i++)
		table_column(table, hosts_row_name(shown[i]), 'r', EVERYWHERE,
			     0);
	table_column(table, "ratio", 'r', EVERYWHERE, 0);
	table_column(table, "95 % interval", 'l', EVERYWHERE, 0);
	table_axis(table, axis_of_ratios);
	table_column(table, "verdict", 'l', EVERYWHERE, 0);
	table_column(table, "trust", 'l', EVERYWHERE, 0);
	for (size_t i = 0; i < hosts->n; i++) {
		const struct host *host = &hosts->host[i];
		const struct host_figure *worst = host->worst == NULL ? NULL :
			&host->worst->of[i];
		struct section section = { .record = host->run };

		view_section(&section, host->run, false);
		table_cells(table, host->name, say("%zu", host->n_runs));
		for (size_t j = 0; j < n; j++)
			table_add(table, shown[j]->of[i].n == 0 ? NULL :
				  units_digits(shown[j]->of[i].value));
		table_add(table, worst == NULL ? NULL :
			  units_digits(worst->ratio));
		table_add(table, worst == NULL ? NULL :
			  interval_text(worst->ci95));
		if (worst != NULL)
			table_mark(table, (struct mark){
				.kind = MARK_DOT, .value = worst->ratio,
				.shape = host->is_slow ? SHAPE_DOWN : SHAPE_DOT,
				.ci95 = worst->ci95 });
		table_add(table, host->is_slow ? "slow" : NULL);
		table_tone(table, host->is_slow ? TONE_BAD : TONE_PLAIN);
		table_add(table, trust_name[trust_of(&section, NULL)]);
	}
}

static void
table_of_tests(struct document *document, const struct hosts *hosts)
{
	bool si = document->how->si;
	double *x = xmalloc((hosts->n + 1) * sizeof(*x)), *sorted;
	struct table *table = document_table(document,
		"Tests, and the latency over all hosts", "lrrrrrl",
		"Test,hosts,low,median,high,sum,unit");

	table_percentile_columns(table, PERCENTILE_TABLE, 0);
	for_each(const struct hosts_row, row, hosts->row, hosts->n_rows) {
		size_t n = 0;
		enum unit unit;

		if (row->test == NULL)
			continue;
		unit = row->test->test.unit;
		for (size_t j = 0; j < hosts->n; j++)
			if (row->of[j].n > 0)
				x[n++] = view_value(row->of[j].value, unit, si);
		sorted = statistics_sorted(x, n);
		table_cells(table, row->test->test.id, say("%zu", n),
			    units_digits(sorted[0]),
			    units_digits(statistics_median(x, n)),
			    units_digits(sorted[n - 1]),
			    row->sum <= 0 ? NULL : units_digits(view_value(
				row->sum, unit, si)), view_unit(unit, si));
		table_percentiles(table, row->latency, PERCENTILE_TABLE);
		free(sorted);
	}
	free(x);
}

struct notes
notes_of_hosts(const struct hosts *hosts)
{
	struct notes notes = { NULL, 0, 0 };
	const char *why = NULL;

	for (size_t i = 0; i < hosts->notes.n; i++)
		notes_add(&notes, '!', "%s", hosts->notes.text[i]);
	if (hosts->least > 0)
		notes_add(&notes, '*', "A host is slow if its whole interval "
			  "against the median of the others is below %g: with "
			  "these runs, at %.2f times the median or less. More "
			  "runs (--repeat=3) show smaller gaps. The %zu "
			  "intervals hold together with 95 %% confidence. The "
			  "ratio is of the row where a host is worst.",
			  HOSTS_SLOW, hosts->least, hosts->n_judged);
	for_each(const struct hosts_row, row, hosts->row, hosts->n_rows) {
		if (row->why != NULL && row->why != why)
			notes_add(&notes, '*', "No sum of %s%s: %s.",
				  row->test->test.id, why == NULL ?
				  " and others" : "", row->why);
		why = text_or(row->why, why);
	}
	return notes;
}

void
report_hosts(struct document *document, const struct hosts *hosts)
{
	char *slow = NULL;

	document_add(document, BLOCK_TITLE, say("%zu hosts", hosts->n))->in =
		IN_PAGES;
	for (size_t i = 0; i < hosts->n; i++) {
		const struct hosts_row *row = hosts->host[i].worst;

		if (hosts->host[i].is_slow)
			slow = say_more(slow, "; ", "%s is slow: its %s%s is "
					"%s times the others' median (%s)",
					hosts->host[i].name,
					hosts_row_name(row), row->test != NULL ?
					"" : " score",
					units_digits(row->of[i].ratio),
					interval_text(row->of[i].ci95));
	}
	document_add(document, BLOCK_ANSWER, text_or(slow, hosts->least > 0 ?
		     "No host is clearly slow." : "No host can be judged."));
	document_add(document, BLOCK_LINE, say(
		"%zu host%s, %zu run%s, %s", hosts->n, units_plural(hosts->n),
		hosts->n_runs, units_plural(hosts->n_runs),
		hosts->one_disk ? "one file system" :
		hosts->shares_disk ? "some on one file system" :
		"a file system each, as far as is visible"));
	table_of_hosts(document, hosts);
	table_of_tests(document, hosts);
	document_notes(document, "Notes", notes_of_hosts(hosts));
}
