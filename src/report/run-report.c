/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The reports of runs. One has the answer, a row per test, the notes, and the
 * machine last; several have a line each, the newest in full, and what they say
 * together.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/result/index.h"
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
add_typical_table(struct document *document, const struct section *group)
{
	struct section all = *group;
	struct table *table = document_table(document, "Typical latency",
		"lrrrl", "Summary,IOPS,typical,mean,flags");

	all.all_targets = true;
	for_each_result(first, &all) {
		if (view_find(&all, first->test.id) != first)
			continue;
		for_each_result(result, &all) {
			const struct summary *summary = &result->summary;
			const struct histogram *h = summary->has_value ?
				summary->latency[LAT][OP_BOTH] : NULL;

			if (strcmp(result->test.id, first->test.id) != 0)
				continue;
			table_cells(table, view_name(all.record, result),
				    summary->has_value ?
				    say("%.0f", summary->value) : "n/a",
				    h == NULL ? NULL :
				    units_time((double)histogram_mode(h)),
				    h == NULL ? NULL :
				    units_time(histogram_mean(h)),
				    view_flag(result->judgement.flags));
		}
	}
	table_drop_empty(table);
	table->remark =
		"A typical latency is the mode: the densest point of the "
		"latencies on a logarithmic scale. A few slow requests move "
		"the mean, but not the mode.";
}

static void
add_suite_part(struct document *document, const struct section *group)
{
	struct section all = *group;
	unsigned last = group->target;

	all.all_targets = true;
	switch (group->layout) {
	case LAYOUT_SIZES:
		/* One table has all targets. */
		if (view_result(&all, NULL)->test.target == group->target)
			part_sizes(document, group);
		break;
	case LAYOUT_UNIXBENCH:
		part_unixbench(document, group);
		break;
	case LAYOUT_ACCESS:
		part_place(document, group);
		part_sweeps(document, group);
		break;
	default:
		part_place(document, group);
		part_results(document, group);
		part_sweeps(document, group);
		if (group->layout == LAYOUT_PASSES)
			part_passes(document, group);
		/* Below the last target with such a section. */
		for_each_result(result, &all)
			last = result->test.target;
		if (group->layout == LAYOUT_TYPICAL && last == group->target)
			add_typical_table(document, group);
		break;
	}
	part_pictures(document, group);
	for_each_result(result, group)
		if (document->how->verbose && result->summary.has_value)
			part_details(document, group, result);
}

/*
 * Let the scores of a run of several directories count the same tests in each,
 * as comparisons do, if these are enough for a score. Return true if that left
 * out any. The results' array and the scores are to be freed.
 */
static bool
make_even(struct record *even, const struct record *record)
{
	size_t n = record->n_results, fewer = 0;
	const struct result *row;

	*even = *record;
	even->result = xmalloc(n * sizeof(*row));
	for (size_t i = 0; i < n; i++) {
		struct result *to = &even->result[i];

		*to = record->result[i];
		for (row = record->result; row < record->result + n; row++)
			if (!row->judgement.scored &&
			    row->test.copies == to->test.copies &&
			    strcmp(row->test.id, to->test.id) == 0)
				to->judgement.scored = false;
	}
	even->n_scores = index_scores(even->result, n, &record->roster,
				      &even->score);
	for (size_t i = 0; i < even->n_scores; i++) {
		if (even->score[i].rows == 0)
			even->score[i] = record->score[i];
		fewer += even->score[i].rows < record->score[i].rows;
	}
	return fewer > 0;
}

static void
hide_in_text(struct document *document, size_t from)
{
	for (; from < document->n; from++)
		document->block[from].in &= IN_PAGES;
}

/* Add the comparisons of a record's directories, the scores of a pair first. */
static void
add_comparisons(struct document *document, const struct record *record,
		bool is_pair)
{
	struct comparison comparison;
	unsigned target = 0;

	while (comparison_next_target(&comparison, record, &target)) {
		if (is_pair)
			part_sides(document, &comparison, IN_TEXT);
		document_part(document, say("%s against %s",
					    comparison.side[NEW].name,
					    comparison.side[OLD].name))->in =
			is_pair ? IN_PAGES : EVERYWHERE;
		part_comparison(document, &comparison);
		comparison_free(&comparison);
	}
}

static void
add_whole_run(struct document *document, const struct record *record)
{
	bool verbose = document->how->verbose, brief = document->how->brief;
	struct record even = { 0 };
	struct comparison comparison;
	unsigned target = 0;
	bool suits = false, is_pair = false;
	size_t from;

	if (record->n_targets > 1 && make_even(&even, record))
		record = &even;
	while (comparison_next_target(&comparison, record, &target)) {
		part_verdict(document, &comparison);
		/* Two directories that can be compared are a pair. */
		is_pair = record->n_targets == 2 && !brief &&
			comparison.intervals[ASK_TESTS] > 0;
		comparison_free(&comparison);
	}
	if (record == &even)
		document_add(document, BLOCK_LINE, "The scores count only "
			     "tests that count in each directory, where enough "
			     "do (-f json has those of all)");
	for_each_section(section, record, false)
		suits |= part_suits(document, &section);
	from = document->n;
	for_each_section(section, record, false)
		if (!suits)
			part_answer(document, &section);
	/* In text a pair has its scores side by side, and more with -v. */
	if (is_pair) {
		hide_in_text(document, from);
		add_comparisons(document, record, true);
		document_part(document, "Each directory")->in =
			verbose ? EVERYWHERE : IN_PAGES;
	}
	from = document->n;
	/* Add what it has below its answer; the machine is last. */
	if (!brief) {
		for_each_section(section, record, true)
			add_suite_part(document, &section);
		if (verbose)
			document_add(document, BLOCK_LINE, definitions);
		part_notes(document, record);
	}
	if (is_pair && !verbose)
		hide_in_text(document, from);
	else if (!brief && !is_pair)
		add_comparisons(document, record, false);
	part_facts(document, record);
	free(even.result);
	free(even.score);
}

void
report_records(struct document *document, const struct content *content)
{
	const struct report_options *how = content->how;
	const struct record *records = content->records;
	size_t n = content->n, i = 0;
	struct repeats repeats = repeats_make(records, n);

	document->dense = how->brief;
	if (n > 1 && repeats.n == 0)
		document_add(document, BLOCK_TITLE, say(
			"Disk benchmark: %zu runs", n))->in = IN_PAGES;
	else
		part_title(document, repeats.run, n);
	part_series(document, &repeats);
	if (n > 1 && !how->brief) {
		part_nights(document, &repeats);
		report_runs(document, records, n, false);
	}
	if (!how->verbose)
		i = n - 1;
	for (; i < n; i++) {
		const struct record *run =
			record_whole(content->whole, repeats.run[i]);

		if (n > 1)
			document_part(document, view_minute(run));
		add_whole_run(document, run);
	}
	if (!how->brief)
		part_repeats(document, &repeats);
	repeats_free(&repeats);
}
