/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The report of several hosts: the slow ones, and tables of hosts and tests. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/result/index.h"
#include "parts.h"

#define MOST_SHOWN 5		/* figures of a host */

/* Return the id of a test, or the name of a score. */
static const char *
hosts_row_name(const struct hosts_row *row)
{
	return row->score != NULL ? row->score->name : row->test->test.id;
}

/* Return what is said of the slow hosts. */
static const char *
hosts_answer(const struct hosts *hosts)
{
	char *text = NULL;

	for (size_t i = 0; i < hosts->n; i++) {
		const struct hosts_row *row = hosts->host[i].worst;

		if (hosts->host[i].is_slow)
			text = say_more(text, "; ", "%s is slow: its %s%s is "
					"%.2f of the others' median (%.2f to "
					"%.2f)", hosts->host[i].name,
					hosts_row_name(row), row->test != NULL ?
					"" : " score", row->of[i].ratio,
					row->of[i].ci95.low,
					row->of[i].ci95.high);
	}
	return text_or(text, hosts->least > 0 ?
		       "No host is slow for certain." :
		       "No host can be judged.");
}

static void
table_of_hosts(struct document *document, const struct hosts *hosts)
{
	struct table *table = document_table(document, "Hosts", "lr",
					     "Host,Runs");
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
	table_column(table, "Of others", 'r', EVERYWHERE, 0);
	table_column(table, "Interval", 'l', EVERYWHERE, 0);
	table_column(table, "Trust", 'l', EVERYWHERE, 0);
	for (size_t i = 0; i < hosts->n; i++) {
		const struct host *host = &hosts->host[i];
		const struct host_figure *worst = host->worst == NULL ? NULL :
			&host->worst->of[i];
		struct section section = { .record = host->run };

		view_section(&section, host->run, false);
		table_cells(table, host->name, say("%zu", host->n_runs));
		for (size_t j = 0; j < n; j++)
			table_add(table, shown[j]->of[i].n == 0 ? NULL :
				  view_number(shown[j]->of[i].value, 1));
		table_cells(table, worst == NULL ? NULL :
			    say("%.2f", worst->ratio), worst == NULL ? NULL :
			    say("%.2f-%.2f%s", worst->ci95.low,
				worst->ci95.high, host->is_slow ? " slow" : ""),
			    trust_name[trust_of(&section, NULL)]);
	}
}

static void
table_of_tests(struct document *document, const struct hosts *hosts)
{
	bool si = document->how->si;
	double *x = xmalloc((hosts->n + 1) * sizeof(*x)), *sorted;
	struct table *table = document_table(document,
		"Tests, and the latency over all hosts", "lrrrrrl",
		"Test,Hosts,Low,Median,High,Sum,Unit");

	table_percentile_columns(table, PERCENTILE_TABLE, 0);
	for (size_t i = 0; i < hosts->n_rows; i++) {
		const struct hosts_row *row = &hosts->row[i];
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
			    view_number(sorted[0], 1),
			    view_number(statistics_median(x, n), 1),
			    view_number(sorted[n - 1], 1),
			    row->sum <= 0 ? NULL : view_number(view_value(
				row->sum, unit, si), 1), view_unit(unit, si));
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
		notes_add(&notes, '*', "a host is slow if its whole interval "
			  "against the median of the others lies below %g: "
			  "with these runs, at %.2f of it or less; more runs "
			  "(--repeat=3) tell smaller gaps; the %zu intervals "
			  "hold together with 95 %%", HOSTS_SLOW, hosts->least,
			  hosts->n_judged);
	for (size_t i = 0; i < hosts->n_rows; i++) {
		const struct hosts_row *row = &hosts->row[i];

		if (row->why != NULL && row->why != why)
			notes_add(&notes, '*', "no sum of %s%s: %s",
				  row->test->test.id, why == NULL ?
				  " and others" : "", row->why);
		why = text_or(row->why, why);
	}
	return notes;
}

void
report_hosts(struct document *document, const struct hosts *hosts)
{
	document_add(document, BLOCK_TITLE, "Disk Hosts");
	document_add(document, BLOCK_ANSWER, hosts_answer(hosts));
	document_add(document, BLOCK_LINE, say(
		"%zu host%s, %zu run%s, %s", hosts->n, units_plural(hosts->n),
		hosts->n_runs, units_plural(hosts->n_runs),
		hosts->one_disk ? "one file system" :
		hosts->shares_disk ? "some on one file system" :
		"a file system each, as far as can be seen"));
	table_of_hosts(document, hosts);
	table_of_tests(document, hosts);
	document_notes(document, "Notes", notes_of_hosts(hosts));
}
