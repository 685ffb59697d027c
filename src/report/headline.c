/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The answer: the headline on a disk, its position, and the trust in it. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/result/flags.h"
#include "diskidx/result/index.h"
#include "diskidx/result/line.h"
#include "diskidx/test/category.h"
#include "diskidx/test/test.h"
#include "parts.h"
#include "sweep.h"

#define MAX_RESULTS 4		/* in the answer */

const enum tone trust_tone[] = {
	[TRUST_UNJUDGED] = TONE_PLAIN, [TRUST_NONE] = TONE_BAD,
	[TRUST_LOW] = TONE_DOUBT, [TRUST_GOOD] = TONE_GOOD,
};

/* Return why an interval says nothing, or is missing; NULL if it says a lot. */
static const char *
lack_of(double figure, struct interval ci95)
{
	if (!interval_known(ci95))
		return "too few rounds for an interval";
	return ci95.high > VIEW_MAX_REACH * figure ?
		"rounds vary too much for an interval" : NULL;
}

/* Return "410 MiB/s (402 to 418)", or without an interval. */
static char *
headline_of_level(const struct result *result, const struct level *level,
		  bool si)
{
	enum unit unit = result->test.unit;
	double one = sample_in_unit(1, unit, result->test.params.block_bytes);
	const char *ends = view_ends(level->ci95, level->per_s,
				     view_value(one, unit, si));
	char *text = view_figure(unit, one * level->per_s, si);

	return ends == NULL ? text : say_more(text, " (", "%s)", ends);
}

static char *
headline_of_levels(const struct record *record, const struct result *result,
		   bool si)
{
	const struct levels *l = &result->summary.levels;
	uint64_t pause_ns = facts_number(&record->plan, FACT_DELAY_NS, 0);
	const char *size = units_size((uint64_t)l->bytes);
	char *line = headline_of_level(result, &l->before, si);

	if (!l->fell)
		return say_more(line, ", ", "no fall in %s%s",
				record->interrupted ? "the first " : "", size);
	line = say_more(line, " for the first ", "%s (%s to %s; %s), then %s",
			size, units_size((uint64_t)l->ci95.low),
			units_size((uint64_t)l->ci95.high),
			units_time(l->s * NS_PER_S),
			headline_of_level(result, &l->after, si));
	if (!l->steady)
		line = say_join(line, ", ", "not steady yet");
	if (!l->has_again)
		return line;
	return say_more(line, "; ", "after %s idle it was fast again for %s%s",
			units_duration(pause_ns),
			l->is_again_all ? "at least " : "",
			units_size((uint64_t)l->again_bytes));
}

/* Return "commit: 1520 IOPS (95 % interval 1301 to 1776), 99 % within 2.77 ms"
 * after the id; of jobs also the bytes, and each direction if there are two. */
static char *
headline_of_result(const struct record *record, const struct result *result,
		   bool si)
{
	const struct summary *summary = &result->summary;
	const struct totals *total = &summary->total;
	uint64_t reads = total->ios[OP_READ], writes = total->ios[OP_WRITE];
	double p99_ns = view_percentile(summary->latency[LAT][OP_BOTH], 99);
	bool has_levels = summary->levels.s > 0;
	const char *place = view_name(record, result) + strlen(result->test.id);
	char *text = say("%s: %s", place, has_levels ?
			 headline_of_levels(record, result, si) :
			 view_figure(result->test.unit, summary->value, si));

	if (interval_known(summary->ci95))
		text = say_more(text, " (", "%s)", text_or(
			lack_of(summary->value, summary->ci95),
			say("95 %% interval %s", view_interval(result, si))));
	/* Add what a job moved: ", 33.7 MiB/s; reads 4319/s, writes 4321/s". */
	if (category_is(CATEGORY_JOB, result->test.category)) {
		text = say_join(text, ", ", view_figure(UNIT_MIBPS, totals_rate(
			total, total->bytes) / MIB, si));
		if (reads > 0 && writes > 0)
			text = say_more(text, "; ", "reads %.0f/s, writes "
					"%.0f/s", totals_rate(total, reads),
					totals_rate(total, writes));
	}
	if (isfinite(p99_ns) && !has_levels)
		text = say_more(text, ", ", "99 %% within %s",
				units_time(p99_ns));
	for (int flag = 0; flag < FLAG_COUNT; flag++)
		if (flags_invalidate(result->judgement.flags & 1u << flag))
			text = say_more(text, "; ", "%s: not the disk's speed",
					flag_entry[flag].name);
	if (record->interrupted)
		text = say_join(text, " ", "(Interrupted)");
	return text;
}

/* Position. */

/* A known device, next to a category of a section. */
struct known {
	struct line line;
	double lead;	/* how many times as fast the category is */
	size_t next;	/* device to look at */
};

/* Return how many times as fast as a device the category is, by the figures in
 * its line or, of a run, by the scores; NAN without any. */
static double
lead_over(const struct section *section, const char *category,
	  const struct line *line)
{
	const struct score *score = view_score(section, category);
	const char *letter = category_is_disk(category) ?
			     strchr(LINE_LETTERS, *category) : NULL;
	double logs = 0;
	size_t n = 0;

	for_each_result(result, section) {
		const char *id = result->test.id;
		const char *at = strstr(line->place, id);
		double value;

		/* The line has "ID VALUE". */
		while (at != NULL && at[strlen(id)] != ' ')
			at = strstr(at + 1, id);
		value = at != NULL ? strtod(at + strlen(id), NULL) : 0;
		if (!result->judgement.scored || value <= 0 ||
		    strcmp(result->test.category, category) != 0)
			continue;
		logs += log(result->summary.value / value);
		n++;
	}
	if (n == 0 && letter != NULL && line->score > 0 && score != NULL &&
	    !score->partial)
		return score->score / line->category[letter - LINE_LETTERS];
	return exp(logs / (double)n);
}

/*
 * Find the next known device with a value of a row that the section scored in
 * the category; all of the struct is 0 at first. A device is compared over the
 * rows that it has. Several copies have none, since the devices had one. Return
 * false when there are no more.
 */
static bool
known_next(struct known *known, const struct section *section,
	   const char *category)
{
	while (section->copies == 1 && line_devices[known->next] != NULL) {
		if (line_parse(&known->line, line_devices[known->next++]) != 0)
			continue;
		known->lead = lead_over(section, category, &known->line);
		if (!isnan(known->lead))
			return true;
	}
	return false;
}

char *
position_of(const struct section *section, const char *category)
{
	/* The nearest device on each side. */
	struct known known = { 0 }, slower = { 0 }, faster = { 0 };

	while (known_next(&known, section, category)) {
		if (known.lead >= 1 &&
		    (slower.lead == 0 || known.lead < slower.lead))
			slower = known;
		if (known.lead < 1 && known.lead > faster.lead)
			faster = known;
	}
	if (slower.lead > 0 && faster.lead > 0)
		return say("%s to %s", slower.line.model, faster.line.model);
	if (slower.lead > 0)
		return say("faster than %s", slower.line.model);
	return faster.lead <= 0 ? NULL :
		say("slower than %s", faster.line.model);
}

/* The answer. */

/* Return what makes a score: "95 % interval, 12 tests". */
static char *
basis_of(const struct record *record, const struct score *disk)
{
	const char *lack = lack_of(disk->score, disk->ci95);
	size_t tests = index_tests(disk->name, &record->roster);
	char *text = say_join(NULL, "", lack);

	if (record->interrupted)
		text = say_join(text, ", ", "interrupted");
	if (disk->partial)
		return say_more(text, ", ", "partial: %zu of %zu tests",
				disk->rows, tests);
	if (disk->unproven)
		text = say_join(text, ", ", "unproven");
	return text != NULL ? text : say("95 %% interval, %zu tests", tests);
}

/* Return where a category stands: between known devices, else to the baseline;
 * and the host's word, if a virtual disk depends on it. */
static char *
standing_of(const struct section *section, const struct score *score)
{
	const struct baseline *baseline = section->record->baseline;
	char *text;

	if (score->unproven)
		return NULL;
	text = position_of(section, score->name);
	if (text == NULL)
		text = say("%s times %s", view_number(
			score->score / INDEX_BASE, score->score < 1000),
			baseline == baseline_default ? "a 7200 rpm disk" :
			text_or(baseline->version, "the baseline"));
	if (category_is(CATEGORY_DURABLE, score->name) &&
	    record_fact(section->record, section->target,
			FACT_VIRTUAL_DISK) != NULL)
		text = say_join(text, ", ", "on its host's word");
	return text;
}

/* Add a lane with a score, and the known devices there. */
static void
add_lane(struct table *table, const struct section *section,
	 const struct score *score)
{
	struct mark mark = { .kind = MARK_LANE, .value = score->score,
			     .ci95 = score->ci95 };
	struct known known = { 0 };

	while (known_next(&known, section, score->name))
		*xadd(mark.list, mark.n) = score->score / known.lead;
	table_add(table, text_or(view_range(score->ci95), ""));
	table_mark(table, mark);
}

static void
answer_add_scores(struct document *document, const struct section *section,
		  const struct score *disk, enum trust_level trust)
{
	const struct record *record = section->record;
	struct table *table = document_table(document, "Scores", "", "");

	table->is_answer = true;
	table->legend = "Ticks: known devices. Lines: 95 % intervals. "
		"Dashed: 10, the baseline.";
	table_column(table, "", 'l', EVERYWHERE, 19);
	table_column(table, "", 'r', EVERYWHERE, 5);
	table_column(table, "95 % interval", 'l', IN_HTML, 0);
	table_axis(table, (struct axis){
		.base = 10, .low = 1, .high = 1e4, .settled = true,
		.origin = INDEX_BASE });
	table_column(table, "", 'l', EVERYWHERE, 13);
	table_column(table, "", 'l', EVERYWHERE, 23);
	table_column(table, "", 'l', EVERYWHERE, 0);
	table_add(table, say("%s Index Score", disk->name));
	table_tone(table, TONE_STRONG);
	table_add(table, view_number(disk->score, 0));
	add_lane(table, section, disk);
	if (lack_of(disk->score, disk->ci95) == NULL)
		table_add(table, view_range(disk->ci95));
	table_add(table, basis_of(record, disk));
	table_fill(table, NULL, 5);
	table_add(table, trust == TRUST_UNJUDGED ? "" :
		  say("trust: %s", trust_name[trust]));
	table_tone(table, trust_tone[trust]);
	for_each_score(score, record) {
		if (!view_is_score_of(section, score) || score->rows == 0 ||
		    !index_covers(INDEX_DISK, score->name))
			continue;
		table_cells(table, say("%s%s", score->name,
				       index_remark(score)),
			    view_number(score->score, 0));
		add_lane(table, section, score);
		table_cells(table, text_or(view_range(score->ci95), ""),
			    text_or(standing_of(section, score), ""));
		table_fill(table, NULL, 6);
	}
}

/* Return "at most 3000 MiB/s (seq-read)". */
static char *
at_most(const struct result *best, bool si)
{
	return say("at most %s (%s)", view_figure(
		best->test.unit, best->summary.value, si), best->test.id);
}

static const struct result *
best_like(const struct section *section, const struct result *row)
{
	const struct result *best = NULL;

	for_each_result(result, section)
		if (strcmp(result->test.category, row->test.category) == 0 &&
		    result->test.unit == row->test.unit &&
		    result->summary.has_value &&
		    !flags_invalidate(result->judgement.flags) &&
		    (best == NULL ||
		     result->summary.value > best->summary.value))
			best = result;
	return best;
}

/* Add the capacity that a search found. Return false if the run was none. */
static bool
answer_add_capacity(struct document *document, const struct section *section)
{
	const struct capacity *c = section->record->capacity;
	const struct result_test *test;

	if (c == NULL)
		return false;
	test = &c->most->test;
	document_lead(document, BLOCK_ANSWER, test_title(test->workload,
		&test->params, 1u << SWEPT_DEPTH | 1u << SWEPT_RATE),
		say(": %s%s", capacity_text(c), section->record->interrupted ?
		    " (Interrupted)" : ""))->tone = TONE_STRONG;
	return true;
}

/* Add the results of a few tests; of many what their sweeps show, or else the
 * best of each category. */
static void
answer_add_results(struct document *document, const struct section *section)
{
	struct sweep sweep = { 0 };
	bool si = document->how->si, any = false;
	size_t n = 0;

	if (answer_add_capacity(document, section))
		return;
	for_each_result(result, section)
		n += result->summary.has_value;
	for_each_result(result, section)
		if (n <= MAX_RESULTS && result->summary.has_value)
			document_lead(document, BLOCK_ANSWER, result->test.id,
				      headline_of_result(section->record,
							 result, si))->tone =
				TONE_STRONG;
	while (n > MAX_RESULTS && sweep_next(&sweep, section)) {
		const struct result *best = sweep_best(&sweep);
		char *verdict = sweep_verdict(&sweep, false);

		if (verdict == NULL && best != NULL)
			verdict = at_most(best, si);
		any |= document_lead(document, BLOCK_ANSWER,
				     say("%s: ", sweep.title), verdict) != NULL;
	}
	for_each_result(result, section) {
		const struct result *best = best_like(section, result);

		if (n > MAX_RESULTS && !any && best == result &&
		    !category_is(CATEGORY_FILE_COPY, result->test.category))
			document_add(document, BLOCK_ANSWER, say("%s: %s",
				result->test.category, at_most(best, si)));
	}
}

void
part_answer(struct document *document, const struct section *section)
{
	const struct score *disk = view_score(section, INDEX_DISK);
	char *why;
	enum trust_level trust = trust_of(section, &why);
	size_t tests;

	part_place(document, section);
	if (disk != NULL && disk->rows > 0)
		answer_add_scores(document, section, disk, trust);
	else
		answer_add_results(document, section);
	if (trust == TRUST_UNJUDGED)
		return;
	document_lead(document, BLOCK_LINE, say("Trust is %s",
		trust_name[trust]), say(": %s", why))->tone = trust_tone[trust];
	/* Say what a Disk Index Score lacks, if anything could count. */
	if (disk != NULL && disk->rows == 0) {
		tests = index_tests(disk->name, &section->record->roster);
		document_add(document, BLOCK_LINE, say(
			"No Disk Index Score: it needs %zu of the %zu tests, "
			"at least one per category; %zu count%s here",
			(tests + 1) / 2, tests, disk->counting,
			disk->counting == 1 ? "s" : ""));
	}
}
