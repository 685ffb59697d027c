/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The reports of runs. Of one: the answer, where it was found, a row a test,
 * and the notes; of several: a line each, the newest in full, and what they
 * say together.
 */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/compared.h"
#include "diskidx/notes.h"
#include "parts.h"

/* The definition of a latency. */
static const char definitions[] =
	"Latency is from just before a request is submitted to just after it "
	"is done; at a given rate, from when it was due, so it includes any "
	"wait before the submission. A write is done when the page cache, or "
	"with direct I/O the disk, has it, and a synced one after its sync; "
	"the flush at the end counts in the rate only. A request on small "
	"files is all work on one of them, including its fsync if there is "
	"one; without fsync the work is done in memory and reaches the disk "
	"later.";

static void
add_whole_run(struct document *document, const struct record *record,
	      bool is_alone, const struct report_options *how)
{
	struct comparison comparison;
	struct section section;
	unsigned target = 0;

	while (comparison_next_target(&comparison, record, &target))
		document_add(document, BLOCK_ANSWER, EVERYWHERE,
			     xstrdup(comparison.conclusion));
	for (size_t at = 0; view_section(&section, record, false, &at);)
		part_answer(document, &section, how);
	part_facts(document, record, how);
	if (how->brief)
		return;
	if (is_alone)
		part_overview(document, record, 1);
	for (size_t at = 0; view_section(&section, record, true, &at);)
		part_suite(document, &section, how);
	if (how->verbose)
		document_add(document, BLOCK_LINE, EVERYWHERE,
			     xstrdup(definitions));
	part_notes(document, record, how);
	target = 0;
	while (comparison_next_target(&comparison, record, &target)) {
		document_part(document, EVERYWHERE, NULL);
		document_add(document, BLOCK_TITLE, EVERYWHERE,
			     xstrdup("Disk Comparison"));
		part_comparison(document, &comparison, how->si);
	}
}

void
report_records(struct document *document, const struct record *records,
	       size_t n, const struct report_options *how)
{
	size_t first = 0, end = n;
	struct repeats repeats;
	char *title;

	document->dense = how->brief;
	title = xstrdup("Disk Benchmark");
	if (n > 1)
		title = xappend(title, ": ", "%zu runs", n);
	document_add(document, BLOCK_TITLE, IN_PAGES, title);
	repeats_make(&repeats, records, n);
	if (n > 1)
		part_series(document, &repeats);
	if (n > 1 && !how->brief) {
		part_runs(document, records, n, false);
		part_overview(document, records, n);
	}
	if (n > 1 && !how->brief && !how->verbose) {
		for (size_t i = 1; i < n; i++)
			if (records[i].started_s >= records[first].started_s)
				first = i;
		end = first + 1;
	}
	for (size_t i = first; i < end; i++) {
		char minute[CLOCK_DATE];

		if (n > 1)
			document_part(document, EVERYWHERE, xstrdup(
				comparison_minute(minute, &records[i])));
		add_whole_run(document, &records[i], n == 1, how);
	}
	if (n > 1 && !how->brief)
		part_repeats(document, &repeats, how->si);
	repeats_free(&repeats);
}
