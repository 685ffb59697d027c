/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The report of comparisons: the answer, the two sides, a table for each place
 * with the scores, then the tests and the latencies by their ratios, what else
 * differs, and the notes.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/result/index.h"
#include "parts.h"

const struct axis axis_of_ratios = {
	.quantity = QUANTITY_RATIO, .base = 10, .origin = 1, .reach = 2.5
};

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

static bool
is_same_place(const struct compared *a, const struct compared *b)
{
	return a->target == b->target && a->copies == b->copies;
}

static const enum tone tone_of[VERDICT_COUNT] = {
	[VERDICT_FASTER] = TONE_GOOD, [VERDICT_SLOWER] = TONE_BAD
};

static const enum shape shape_of[VERDICT_COUNT] = {
	[VERDICT_FASTER] = SHAPE_UP, [VERDICT_SLOWER] = SHAPE_DOWN,
	[VERDICT_SAME] = SHAPE_SAME, [VERDICT_UNDECIDED] = SHAPE_RING
};

void
table_verdict(struct table *table, const struct compared *row)
{
	enum shape shape = shape_of[row->verdict];

	table_add(table, compared_interval(row));
	table_mark(table, (struct mark){
		.kind = MARK_DOT, .shape = shape, .value = row->ratio,
		.ci95 = row->ci95,
	});
	table_add(table, compared_verdict(row));
	table_tone(table, tone_of[row->verdict]);
	if (row->verdict != VERDICT_NOT_COMPARABLE)
		table_mark(table, (struct mark){
			.kind = MARK_WORD, .shape = shape });
}

/* The groups of rows, in order. */
enum group {
	GROUP_DISK, GROUP_OF_DISK, GROUP_SCORE, GROUP_TEST, GROUP_LATENCY
};

static enum group
group_of(const struct compared *row)
{
	if (row->percent > 0)
		return GROUP_LATENCY;
	if (row->rows == 0)
		return GROUP_TEST;
	if (strcmp(row->id, INDEX_DISK) == 0)
		return GROUP_DISK;
	return index_covers(INDEX_DISK, row->id) ? GROUP_OF_DISK : GROUP_SCORE;
}

/* Order rows by group; tests and latencies then by their ratio. */
static int
compare_shown(const void *left, const void *right)
{
	const struct compared *a = *(const struct compared *const *)left;
	const struct compared *b = *(const struct compared *const *)right;
	enum group group_a = group_of(a), group_b = group_of(b);

	if (group_a != group_b)
		return group_a < group_b ? -1 : 1;
	if (a->rows == 0 && (a->ratio > b->ratio || a->ratio < b->ratio))
		return a->ratio < b->ratio ? 1 : -1;
	return (a > b) - (a < b);
}

/* Return the rows to show at the place of one, in order; to be freed. */
static const struct compared **
rows_in_order(const struct comparison *c, const struct compared *place,
	      bool every, size_t *n)
{
	const struct compared **shown = xmalloc((c->all.n + 1) *
						sizeof(*shown));

	*n = 0;
	for_each_compared(row, &c->all)
		if (is_same_place(row, place) &&
		    (every || compared_is_shown(row)))
			shown[(*n)++] = row;
	qsort(shown, *n, sizeof(*shown), compare_shown);
	return shown;
}

/* Return what heads a side's column: of two directories of one run the last
 * parts of their paths, if they are short and differ. */
static const char *
heading_of(const struct comparison *c, int which)
{
	static const char *const usual[][SIDES] = {
		{ "old", "new" }, { "first", "other" }
	};
	const char *part[SIDES];
	bool fit = c->same_record;

	for (int s = 0; s < SIDES && c->same_record; s++) {
		part[s] = strrchr(c->side[s].name, '/');
		part[s] = part[s] == NULL ? c->side[s].name : part[s] + 1;
		fit &= *part[s] != '\0' && strlen(part[s]) <= COMPARED_VALUE;
	}
	return fit && strcmp(part[OLD], part[NEW]) != 0 ? part[which] :
		usual[c->same_record][which];
}

/* Add the rows at the place of one of them. */
static void
table_of_comparison(struct document *document, const struct comparison *c,
		    const struct compared *place)
{
	bool si = document->how->si;
	struct table *table = document_table(document, "Both sides", "", "");
	size_t n;
	const struct compared **shown = rows_in_order(
		c, place, document->how->verbose, &n);
	const char *head = "";

	table->spaced = true;
	table_column(table, "Test", 'l', EVERYWHERE, 18);
	table_column(table, "", 'l', IN_SMALL, 0);
	for (int s = 0; s < SIDES; s++) {
		table_column(table, heading_of(c, s), 'r', EVERYWHERE,
			     COMPARED_VALUE);
		table_column(table, s == OLD ? "" : "unit", 'l', s == OLD ?
			     IN_SMALL : IN_TEXT | IN_MARKDOWN | IN_SMALL, 5);
	}
	table_column(table, "ratio", 'r', EVERYWHERE, COMPARED_RATIO);
	table_column(table, "95 % interval", 'l', EVERYWHERE, 15);
	table_axis(table, axis_of_ratios);
	table_column(table, "verdict", 'l', EVERYWHERE, 16);
	for (size_t i = 0; i < n; i++) {
		const struct compared *row = shown[i];
		const char *unit = row->rows > 0 ? "index" :
			row->percent > 0 ? "" : view_unit(row->unit, si);
		const char *kind = row->rows > 0 ? "Scores" :
			row->percent > 0 ?
			"Latencies, from the best to the worst" :
			"Tests, from the fastest to the slowest";

		if (strcmp(head, kind) != 0) {
			head = kind;
			table_add(table, head);
			table_tone(table, TONE_STRONG);
			table_fill(table, NULL, table->n_columns);
		}
		table_cells(table, row->rows > 0 ? say("%s score", row->id) :
			    row->percent > 0 ? say("%s p%g", row->id,
						   row->percent) : row->id,
			    row->rows > 0 ? row->title : "",
			    compared_value(row, OLD, si), unit,
			    compared_value(row, NEW, si), unit,
			    compared_ratio(row));
		table_verdict(table, row);
	}
	free(shown);
}

void
part_sides(struct document *document, const struct comparison *c,
	   enum medium in)
{
	struct section section[SIDES];
	char *lines[SIDES] = { NULL }, *why;
	size_t n;
	const struct compared **shown = rows_in_order(c, c->all.row, false,
							&n);
	struct table *table = document_table(document, "Both directories", "l",
					     "");

	document->block[document->n - 1].in = in;
	for (int s = 0; s < SIDES; s++) {
		section[s] = (struct section){
			.record = c->side[s].run[0],
			.target = c->side[s].target,
			.copies = c->all.row->copies,
		};
		table_column(table, heading_of(c, s), 'r', EVERYWHERE, 8);
		table_column(table, "95 % interval", 'l', EVERYWHERE, 16);
		table_axis(table, (struct axis){
			.base = 10, .origin = INDEX_BASE });
	}
	for (size_t i = 0; i < n && shown[i]->rows > 0; i++) {
		table_add(table, say("%s score", shown[i]->id));
		for (int s = 0; s < SIDES; s++) {
			const struct score *score = view_score(&section[s],
							       shown[i]->id);

			table_add(table, view_number(score->score, 0));
			table_add(table, view_range(score->ci95));
			table_mark(table, (struct mark){
				.kind = MARK_DOT, .series = (size_t)s,
				.value = score->score, .ci95 = score->ci95 });
		}
	}
	if (n > 0 && shown[0]->rows > 0)
		table_add(table, "Trust");
	for (int s = 0; s < SIDES && table->n > 0; s++) {
		enum trust_level level = trust_of(&section[s], &why);

		table_add(table, trust_name[level]);
		table_tone(table, trust_tone[level]);
		table_add(table, "");
		if (level < TRUST_GOOD && why != NULL)
			lines[s] = say("Trust in %s is %s: %s.",
				       c->side[s].name, trust_name[level], why);
	}
	free(shown);
	for (int s = 0; s < SIDES; s++)
		if (lines[s] != NULL)
			document_add(document, BLOCK_LINE, lines[s])->in = in;
}

void
part_verdict(struct document *document, const struct comparison *c)
{
	const struct compared *by = c->by;
	double *counts = xmalloc(VERDICT_NOT_COMPARABLE * sizeof(*counts));
	struct table *table;

	document_add(document, BLOCK_ANSWER, c->answer);
	table = document_table(document, "The answer", "lrll", ",,,");
	document->block[document->n - 1].in = IN_HTML;
	table->is_answer = true;
	if (by != NULL && by->ratio > 0) {
		table_cells(table, say("%s, %s against %s",
				       compared_test(c, by), c->side[NEW].name,
				       c->side[OLD].name),
			    say("%sx", compared_ratio(by)));
		table_add(table, say("%s (95 %% interval)",
				     compared_interval(by)));
		table_add(table, compared_verdict(by));
		table_tone(table, tone_of[by->verdict]);
		table_mark(table, (struct mark){
			.kind = MARK_WORD, .shape = shape_of[by->verdict] });
	}
	for_each_compared(row, &c->tests)
		if (row->verdict != VERDICT_NOT_COMPARABLE)
			counts[row->verdict]++;
	table_cells(table, "", "", "", text_or(c->counts, c->answer));
	table_mark(table, (struct mark){
		.kind = MARK_COUNTS, .list = counts, .value = 1,
		.n = VERDICT_NOT_COMPARABLE });
	document_add(document, BLOCK_LINE, c->counts);
}

void
part_legend(struct document *document, const char *ratio)
{
	document_lead(document, BLOCK_FACT, "faster, slower: ", say(
		"the whole interval is more than %g %% from 1",
		COMPARISON_LEAST_PCT));
	document_lead(document, BLOCK_FACT, "same: ", say(
		"the whole interval is within N %% of 1; the row shows "
		"N (<= %g)", COMPARISON_SAME_PCT));
	document_lead(document, BLOCK_FACT, "undecided: ",
		      "otherwise; <35%: neither side is 35 % faster");
	document_lead(document, BLOCK_FACT, "ratio: ", ratio);
}

void
part_comparison(struct document *document, const struct comparison *c)
{
	struct notes differences = { NULL, 0, 0 };
	size_t left_out = 0;

	/* A table of each place, below its name if there are several. */
	for_each_compared(row, &c->tests) {
		const struct compared *first = c->tests.row;

		while (!is_same_place(first, row))
			first++;
		if (first < row)
			continue;
		document_lead(document, BLOCK_HEADING, "On ",
			      compared_place(c, row));
		table_of_comparison(document, c, row);
	}
	picture_sides(document_picture(document), c);
	for_each_compared(row, &c->latencies)
		left_out += !document->how->verbose && !compared_is_shown(row);
	if (c->coverage != NULL)
		part_legend(document, say(
			"%s / %s, inverted for latencies; above 1 is better",
			heading_of(c, NEW), heading_of(c, OLD)));
	if (c->coverage != NULL && left_out > 0)
		document_lead(document, BLOCK_FACT, c->same_record ? "-v: " :
			      "-f csv: ", say(
				"has %zu latenc%s that are not shown here",
				left_out, left_out == 1 ? "y" : "ies"));
	for (size_t i = 0; i < c->differences.n; i++)
		notes_add(&differences, '*', "%s", c->differences.text[i]);
	/* The targets of one run have their own lines in text. */
	if (document_notes(document, "Other differences", differences) !=
	    NULL && c->same_record)
		document->block[document->n - 1].in = IN_PAGES;
	document_notes(document, "Notes", notes_of_comparison(c));
}

void
report_comparisons(struct document *document,
		   const struct comparison *comparisons, size_t n)
{
	static const char *const labels[SIDES] = { "Old: ", "New: " };

	for (size_t i = 0; i < n; i++) {
		const struct comparison *c = &comparisons[i];
		const char *title = say("%s against %s", c->side[NEW].name,
					c->side[OLD].name);

		if (i > 0)
			document_part(document, title);
		else
			document_add(document, BLOCK_TITLE, title)->in =
				IN_PAGES;
		if (n == 1 && c->by != NULL && c->by->ratio > 0)
			document->title = say("%sx, %s: %s",
				compared_ratio(c->by),
				verdict_name[c->by->verdict], title);
		part_verdict(document, c);
		if (c->same_record)
			part_sides(document, c, EVERYWHERE);
		for (int side = 0; side < SIDES && !c->same_record; side++)
			document_lead(document, BLOCK_FACT, labels[side],
				      say("%s: %s", c->side[side].name,
					  side_coverage(c, side)));
		part_comparison(document, c);
	}
	if (comparisons->same_record)
		part_facts(document, comparisons->side[OLD].run[0]);
}
