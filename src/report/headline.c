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
#include "parts.h"
#include "sweep.h"

#define MAX_RESULTS 4		/* in the answer */

/* Append the categories' scores: "; Sequential 125, Durable 739 (partial)". */
static char *
join_categories(char *text, const struct section *section)
{
	const char *before = "; ";

	for (size_t i = 0; i < section->record->n_scores; i++) {
		const struct score *score = &section->record->score[i];

		if (!view_is_score_of(section, score) || score->rows == 0 ||
		    !index_covers(INDEX_DISK, score->name))
			continue;
		text = say_more(text, before, "%s %s%s", score->name,
				view_number(score->score, 0),
				index_remark(score, false));
		if (category_is(CATEGORY_DURABLE, score->name) &&
		    record_fact(section->record, section->target,
				FACT_VIRTUAL_DISK) != NULL)
			text = say_join(text, "", ", on its host's word");
		before = ", ";
	}
	return text;
}

/* Return "95 % interval 715 to 770" or, if that would tell nothing, why. */
static char *
say_interval(double figure, struct interval ci95, const char *range)
{
	bool known = interval_known(ci95);

	if (known && ci95.high <= VIEW_MAX_REACH * figure)
		return say("95 %% interval %s", range);
	return say("%s for an interval: -i",
		   known ? "rounds too uneven" : "too few rounds");
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

/* Return the levels of a sustained row. */
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

/* Return "commit: 1520 IOPS (95 % interval 1301 to 1776), 99 % within 2.77 ms";
 * of jobs also the bytes, and each direction if there are two. */
static char *
headline_of_result(const struct record *record, const struct result *result,
		   bool si)
{
	const struct summary *summary = &result->summary;
	const struct totals *total = &summary->total;
	uint64_t reads = total->ios[OP_READ], writes = total->ios[OP_WRITE];
	double p99_ns = view_percentile(summary->latency[LAT][OP_BOTH], 99);
	bool has_levels = summary->levels.s > 0;
	char *text = say("%s: %s", view_name(record, result), has_levels ?
			 headline_of_levels(record, result, si) :
			 view_figure(result->test.unit, summary->value, si));

	if (interval_known(summary->ci95))
		text = say_more(text, " (", "%s)", say_interval(
			summary->value, summary->ci95,
			view_interval(result, si)));
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

/* Return the figure "ID VALUE" that a line has of a test, or 0. */
static double
figure_in(const char *figures, const char *id)
{
	const char *at = strstr(figures, id);

	while (at != NULL && at[strlen(id)] != ' ')
		at = strstr(at + 1, id);
	return at != NULL ? strtod(at + strlen(id), NULL) : 0;
}

/* Return the logarithm of how many times as fast as a device the category is,
 * by the figures in its line or, of a run, by the scores; NAN without any. */
static double
lead_over(const struct section *section, const char *category,
	  const struct line *line)
{
	const struct score *score = view_score(section, category);
	const char *letter = strchr(LINE_LETTERS, *category);
	double logs = 0, value;
	size_t n = 0;

	for_each_result(result, section) {
		value = figure_in(line->place, result->test.id);
		if (!result->judgement.scored || value <= 0 ||
		    strcmp(result->test.category, category) != 0)
			continue;
		logs += log(result->summary.value / value);
		n++;
	}
	if (n == 0 && line->score > 0 && score != NULL && !score->partial) {
		logs = log(score->score /
			   line->category[letter - LINE_LETTERS]);
		n = 1;
	}
	return logs / (double)n;
}

char *
position_of(const struct section *section, const char *category)
{
	/* The nearest device on each side, and how far it is. */
	struct line slower, faster, device;
	double above = INFINITY, below = -INFINITY, lead;

	for (size_t i = 0; line_devices[i] != NULL && section->copies == 1;
	     i++) {
		if (line_parse(&device, line_devices[i]) != 0)
			continue;
		lead = lead_over(section, category, &device);
		if (lead >= 0 && lead < above) {
			slower = device;
			above = lead;
		}
		if (lead < 0 && lead > below) {
			faster = device;
			below = lead;
		}
	}
	if (isfinite(above) && isfinite(below))
		return say("%s lies between %s (%s) and %s (%s)", category,
			   slower.model, slower.type, faster.model,
			   faster.type);
	if (isfinite(above))
		return say("%s lies above %s (%s)", category, slower.model,
			   slower.type);
	if (isfinite(below))
		return say("%s lies below %s (%s)", category, faster.model,
			   faster.type);
	return NULL;
}

/* The answer. */

/* Add a sentence whose first words have a tone. */
static void
add_toned(struct document *document, enum block_kind kind, enum tone tone,
	  size_t length, const char *text)
{
	struct block *block = document_add(document, kind, text);

	block->lead = length;
	block->tone = tone;
}

/* Add the results of a few tests, or what the sweeps among many show. */
static void
answer_add_results(struct document *document, const struct section *section)
{
	struct sweep sweep = { 0 };
	bool si = document->how->si;
	size_t n = 0;

	for_each_result(result, section)
		n += result->summary.has_value;
	for_each_result(result, section)
		if (n <= MAX_RESULTS && result->summary.has_value)
			add_toned(document, BLOCK_ANSWER, TONE_STRONG,
				  strlen(result->test.id), headline_of_result(
					  section->record, result, si));
	while (n > MAX_RESULTS && sweep_next(&sweep, section)) {
		const struct result *best = sweep_best(&sweep);
		char *verdict = sweep_verdict(&sweep);

		if (verdict == NULL && best != NULL)
			verdict = say("at most %s (%s)", view_figure(
				best->test.unit, best->summary.value, si),
				best->test.id);
		if (verdict != NULL)
			document_add(document, BLOCK_ANSWER,
				     say("%s: %s", sweep.title, verdict));
	}
}

void
part_answer(struct document *document, const struct section *section)
{
	static const enum tone tones[] = {
		[TRUST_GOOD] = TONE_GOOD, [TRUST_LOW] = TONE_DOUBT,
		[TRUST_NONE] = TONE_BAD,
	};
	const struct score *disk = view_score(section, INDEX_DISK);
	char *headline, *near = NULL, *why;
	enum trust_level trust = trust_of(section, &why);
	size_t tests;

	part_place(document, section);
	/* "Disk Index Score 742 (disk-1, 95 % interval 636 to 865); Sequential
	 * 125, Durable 739" */
	if (disk != NULL && disk->rows > 0) {
		headline = say("%s Index Score%s%s %s (%s, %s)", disk->name,
			       index_remark(disk, true),
			       section->record->interrupted ?
			       " (Interrupted)" : "",
			       view_number(disk->score, 0),
			       record_suite(section->record),
			       say_interval(disk->score, disk->ci95,
					    view_range(disk->ci95)));
		add_toned(document, BLOCK_ANSWER, TONE_STRONG,
			  strlen(INDEX_DISK " Index Score"),
			  join_categories(headline, section));
	} else {
		answer_add_results(document, section);
	}
	if (trust == TRUST_UNJUDGED)
		return;
	add_toned(document, BLOCK_LINE, tones[trust],
		  strlen("Trust: ") + strlen(trust_name[trust]),
		  say("Trust: %s: %s", trust_name[trust], why));
	/* Add the known devices that the scores are near. */
	for (size_t i = 0; i < section->record->n_scores &&
	     !document->how->brief; i++) {
		const struct score *score = &section->record->score[i];

		if (view_is_score_of(section, score) && !score->unproven &&
		    index_covers(INDEX_DISK, score->name))
			near = say_join(near, "; ",
					position_of(section, score->name));
	}
	document_add(document, BLOCK_LINE, near);
	/* Say what a Disk Index Score lacks, if anything could count. */
	if (disk != NULL && disk->rows == 0) {
		tests = index_tests(disk->name, &section->record->roster);
		document_add(document, BLOCK_LINE, say(
			"No Disk Index Score: it takes %zu of the %zu tests, "
			"one from each category; %zu count%s here",
			(tests + 1) / 2, tests, disk->counting,
			disk->counting == 1 ? "s" : ""));
	}
}
