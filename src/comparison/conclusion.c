/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Conclusion: what is said of a row, its verdict, its interval, and the runs
 * that would decide it; and of all, in a few sentences to quote. Coverage:
 * which runs the intervals are based on.
 */
#include <config.h>

#include <math.h>
#include <string.h>

#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/result/index.h"
#include "steps.h"

#define NARROW 1.02		/* an interval that takes more decimals */
#define MOST_SHOWN 9999.0	/* times */

unsigned
compared_within(const struct compared *row)
{
	double times = fmax(row->ci95.high, 1 / row->ci95.low);

	/* Leave room for rounding. */
	return (unsigned)fmin(ceil(100 * (times - 1) - 1e-6), UINT_MAX);
}

const char *
compared_verdict(const struct compared *row)
{
	const char *name = verdict_name[row->verdict];
	unsigned percent = interval_known(row->ci95) ?
		compared_within(row) : UINT_MAX;
	double times = 1 + ceil(percent / 10.0) / 10;

	if (row->verdict == VERDICT_SAME)
		return say("%s within %u %%", name, percent);
	if (row->verdict != VERDICT_UNDECIDED || times >= COMPARISON_MOST)
		return name;
	if (percent < 100)
		return say("%s <%u%%", name, percent);
	return say("%s <%.1fx", name, times);
}

char *
interval_text(struct interval ci95)
{
	if (!interval_known(ci95))
		return NULL;
	if (ci95.high < NARROW * ci95.low)
		return say("%.3f to %.3f", ci95.low, ci95.high);
	return say("%s to %s", units_digits(ci95.low), units_digits(ci95.high));
}

const char *
compared_interval(const struct compared *row)
{
	return row->ci95.high < MOST_SHOWN ?
		text_or(interval_text(row->ci95), "-") :
		say("%s to >%.0f", units_digits(row->ci95.low), MOST_SHOWN);
}

size_t
compared_runs(const struct compared *row, double fall_pct)
{
	double change = fabs(row->difference.mean);
	/* Either verdict will do. */
	double margin = fmax(change - log1p(COMPARISON_LEAST_PCT / 100),
			     log1p(COMPARISON_SAME_PCT / 100) - change);
	size_t few = 1, n = COMPARISON_MOST_RUNS;

	if (fall_pct > 0)
		margin = fabs(row->difference.mean - log1p(-fall_pct / 100));
	while (n - few > 1) {
		size_t runs = few + (n - few) / 2;
		struct difference mean = {
			0, row->run_error * sqrt(2 / (double)runs),
			fmax(row->difference.freedom, 2 * (double)(runs - 1))
		};

		if (log(statistics_ratio_interval(&mean, row->confidence).high)
		    < margin)
			n = runs;
		else
			few = runs;
	}
	return n;
}

static char *
coverage(const struct comparison *comparison)
{
	const struct side *side = comparison->side;
	size_t n_old = side[OLD].n_runs, n_new = side[NEW].n_runs;
	size_t history = side[HISTORY].n_runs, freedom;
	char *text;

	if (comparison->intervals[ASK_TESTS] == 0)
		return NULL;
	if (comparison->same_record)
		return say("Paired round by round: a disturbance of both "
			   "directories cancels out. The places of the two "
			   "work files do not cancel out; a spread of %g %% "
			   "is assumed for them", 100 * SPREAD_BETWEEN);
	freedom = n_old - 1 + n_new - 1 + (history > 0 ? history - 1 : 0);
	if (freedom == 0)
		return say("Each side is one run, and one run is assumed to "
			   "be within 15 %% of the long-run mean; several runs "
			   "measure this (--repeat=3)");
	if (n_old == n_new)
		text = say("%zu run%s on each side", n_old,
			   units_plural(n_old));
	else
		text = say("%zu old and %zu new runs", n_old, n_new);
	if (history > 0)
		text = say_more(text, " ", "and %zu others of this host and "
				"directory in %s", history, side[HISTORY].name);
	text = say_join(text, " ", "show how much runs vary");
	if (freedom < SPREAD_FREEDOM)
		text = say_more(text, "; ", "as they are few, a spread of %g "
				"%% is also assumed", 100 * SPREAD_BETWEEN);
	if (n_old + n_new > SIDES)
		text = say_join(text, ". ", "Values are the geometric means "
				"of a side's runs");
	return text;
}

/* Return the only Disk score, or else the only score of a disk's category;
 * NULL: there is none, or it cannot be compared. */
static const struct compared *
main_score(const struct comparison *comparison)
{
	const struct compared *disk = NULL, *only = NULL;
	size_t n_disk = 0, n = 0;

	for_each_compared(score, &comparison->scores) {
		if (strcmp(score->id, INDEX_DISK) == 0) {
			n_disk++;
			disk = score;
		} else if (index_covers(INDEX_DISK, score->id)) {
			n++;
			only = score;
		}
	}
	if (n_disk == 0 && n == 1)
		disk = only;
	if (n_disk > 1 ||
	    (disk != NULL && disk->verdict == VERDICT_NOT_COMPARABLE))
		return NULL;
	return disk;
}

/* Return what to call a side in a sentence: several files are too long. */
static const char *
name_side(const struct comparison *comparison, int side)
{
	if (comparison->side[side].n_files <= 1)
		return comparison->side[side].name;
	return side == OLD ? "the old side" : "the new side";
}

static char *
say_verdict(const struct comparison *comparison, const struct compared *by)
{
	const char *times = units_digits(by->ratio);
	const char *name = name_side(comparison, NEW);
	const char *other = name_side(comparison, OLD);
	const char *the = by->rows > 0 ? "the " : "";
	const char *score = by->rows > 0 ? " score" : "";
	const char *range = interval_known(by->ci95) ?
		compared_interval(by) : by->why;

	if (by->verdict == VERDICT_FASTER || by->verdict == VERDICT_SLOWER)
		return say("%s is %s than %s: %s times as fast by %s%s%s "
			   "(%s).", name, verdict_name[by->verdict], other,
			   times, the, by->id, score, range);
	/* The interval says how far it is undecided. */
	return say("%s against %s: %s, %s times as fast by %s%s%s (%s).",
		   name, other, by->verdict == VERDICT_SAME ?
		   compared_verdict(by) : verdict_name[by->verdict],
		   times, the, by->id, score, range);
}

static size_t
count_verdict(const struct family *family, enum verdict verdict)
{
	size_t found = 0;

	for_each_compared(row, family)
		found += row->verdict == verdict;
	return found;
}

/* Say "5 faster, 1 slower, 0 same, 9 undecided." */
static char *
say_counts(const struct family *tests)
{
	char *text = NULL;

	for (int i = 0; i < VERDICT_COUNT; i++) {
		enum verdict verdict = (enum verdict)i;
		size_t n = count_verdict(tests, verdict);

		if (n > 0 || verdict != VERDICT_NOT_COMPARABLE)
			text = say_more(text, ", ", "%zu %s", n,
					verdict_name[verdict]);
	}
	return say_join(text, "", ".");
}

/* Say how many latencies differ, and which grew most or, if none grew, fell
 * most; NULL: none differs. */
static char *
say_latencies(const struct family *latencies)
{
	size_t longer = count_verdict(latencies, VERDICT_SLOWER);
	size_t shorter = count_verdict(latencies, VERDICT_FASTER);
	enum verdict wanted = longer > 0 ? VERDICT_SLOWER : VERDICT_FASTER;
	const struct compared *worst = NULL;

	for_each_compared(row, latencies)
		if (row->verdict == wanted &&
		    (worst == NULL || fabs(row->difference.mean) >
		     fabs(worst->difference.mean)))
			worst = row;
	if (worst == NULL)
		return NULL;
	return say("Of %zu latenc%s: %zu longer, %zu shorter; p%g of %s is %s "
		   "times as long.", latencies->n, latencies->n == 1 ? "y" :
		   "ies", longer, shorter, worst->percent, worst->id,
		   units_digits(1 / worst->ratio));
}

void
conclusion_write(struct comparison *comparison)
{
	const struct family *tests = &comparison->tests;
	const struct compared *by = main_score(comparison);
	const char *old_name = name_side(comparison, OLD);
	const char *new_name = name_side(comparison, NEW);
	char *counts = NULL;
	bool in_memory[SIDES];

	for (int s = 0; s < SIDES; s++) {
		const struct side *side = &comparison->side[s];
		unsigned target = comparison->same_record ? side->target : 0;

		in_memory[s] = record_fact(side->run[0], target,
					   FACT_MEMORY_FILESYSTEM) != NULL;
	}
	comparison->coverage = coverage(comparison);
	if (by == NULL && tests->n == 1 && tests->row->ratio > 0)
		by = tests->row;
	if (tests->n == 0) {
		comparison->answer = say("%s and %s have no test in common.",
					 old_name, new_name);
	} else if (in_memory[OLD] != in_memory[NEW]) {
		/* No disk can be compared with memory. */
		comparison->answer = say(
			"%s and %s are not comparable: %s is in memory.",
			new_name, old_name, in_memory[NEW] ? new_name :
			old_name);
	} else {
		if (by == NULL)
			comparison->answer = say("%s against %s, %zu test%s: "
				"%s", new_name, old_name, tests->n,
				units_plural(tests->n), say_counts(tests));
		else
			comparison->answer = say_verdict(comparison, by);
		comparison->by = by;
		if (by != NULL && tests->n > 1)
			counts = say("Of %zu tests: %s", tests->n,
				     say_counts(tests));
		counts = say_join(counts, " ",
				  say_latencies(&comparison->latencies));
	}
	comparison->counts = counts;
	comparison->conclusion = say_join(say("%s", comparison->answer), " ",
					  counts);
}
