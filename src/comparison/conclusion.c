/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Conclusion: one sentence to quote; and the coverage, which tells the runs
 * that the intervals cover.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "diskidx/alloc.h"
#include "diskidx/array.h"
#include "diskidx/index.h"
#include "diskidx/units.h"

#define DECIMALS 9		/* of a small ratio in a sentence */

char *
comparison_over(char text[COMPARISON_TEXT], const struct compared *row)
{
	/* Leave room for rounding. */
	double times = fmax(row->ci95.high, 1 / row->ci95.low) - 1e-9;
	double percent = ceil(100 * (times - 1));

	if (percent < 100)
		snprintf(text, COMPARISON_TEXT, " over %.0f %%", percent);
	else if (times <= COMPARISON_MOST)
		snprintf(text, COMPARISON_TEXT, " over %.1fx",
			 ceil(10 * times) / 10);
	else
		text[0] = '\0';
	return text;
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
		return xprintf("paired round by round: a disturbance of both "
			       "directories cancels out; the places of the two "
			       "work files do not, and are taken to differ by "
			       "%g %%", 100 * SPREAD_BETWEEN);
	freedom = n_old - 1 + n_new - 1 + (history > 0 ? history - 1 : 0);
	if (freedom == 0)
		return xprintf("each side is one run, and one run is taken to "
			       "lie within 15 %% of the truth; several tell "
			       "more (--repeat=3)");
	if (n_old == n_new)
		text = xprintf("%zu run%s on each side", n_old,
			       units_plural(n_old));
	else
		text = xprintf("%zu and %zu runs", n_old, n_new);
	if (history > 0)
		text = xappend(text, " ", "and %zu others of this host and "
			       "directory in %s", history, side[HISTORY].name);
	text = xappend(text, " ", "tell how far one run differs from the next");
	if (freedom < SPREAD_FREEDOM)
		text = xappend(text, "; ", "as they are few, a spread of %g %% "
			       "is assumed besides", 100 * SPREAD_BETWEEN);
	return text;
}

/* Return the only Disk score, or else the only one of a disk's category; NULL:
 * there is none, or it can't be compared. */
static const struct compared *
main_score(const struct comparison *comparison)
{
	const struct compared *disk = NULL, *only = NULL;
	size_t n_disk = 0, n = 0;

	for (size_t i = 0; i < comparison->scores.n; i++) {
		const struct compared *score = &comparison->scores.row[i];

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

/* Return what to call a side in a sentence: by several files it is too long. */
static const char *
name_side(const struct comparison *comparison, int side)
{
	if (comparison->side[side].n_files <= 1)
		return comparison->side[side].name;
	return side == OLD ? "the old side" : "the new side";
}

/* Return true if the old side is named first: of two directories, neither of
 * which is old, the faster one. */
static bool
is_swapped(const struct comparison *comparison)
{
	const struct compared *score = main_score(comparison);

	return comparison->same_record && score != NULL && score->ratio < 1;
}

/* Return a verdict on the side that is named first. */
static enum verdict
verdict_on_first(enum verdict verdict, bool swap)
{
	if (swap && verdict == VERDICT_FASTER)
		return VERDICT_SLOWER;
	if (swap && verdict == VERDICT_SLOWER)
		return VERDICT_FASTER;
	return verdict;
}

/* Say "0.981 to 1.204", or that the interval of a tie is too wide to tell. */
static char *
say_range(const struct comparison *comparison, const struct compared *score,
	  bool swap)
{
	struct interval ci95 = score->ci95;
	char low[UNITS_TEXT], high[UNITS_TEXT], over[COMPARISON_TEXT];

	if (score->verdict == VERDICT_NO_DIFFERENCE &&
	    *comparison_over(over, score) == '\0')
		return xprintf("too few %s to tell", comparison->same_record ?
			       "rounds (-i)" : "runs (--repeat)");
	if (swap)
		ci95 = (struct interval){ 1 / ci95.high, 1 / ci95.low };
	return xprintf("%s to %s",
		       units_format_digits(low, ci95.low, DECIMALS),
		       units_format_digits(high, ci95.high, DECIMALS));
}

/* Say by a score how many times as fast the side named first is. */
static char *
say_score(const struct comparison *comparison, const struct compared *score)
{
	bool swap = is_swapped(comparison);
	double ratio = swap ? 1 / score->ratio : score->ratio;
	char times[UNITS_TEXT], over[COMPARISON_TEXT];
	const char *name = name_side(comparison, swap ? OLD : NEW);
	const char *other = name_side(comparison, swap ? NEW : OLD);
	char *basis = xprintf("by the %s score of %zu test%s", score->id,
			      score->rows, units_plural(score->rows));
	char *range = say_range(comparison, score, swap), *text;

	units_format_digits(times, ratio, DECIMALS);
	if (!score->has_interval)
		text = xprintf("%s is %s times as fast as %s %s, without an "
			       "interval: %s", name, times, other, basis,
			       score->why);
	else if (score->verdict == VERDICT_NO_DIFFERENCE)
		text = xprintf("No difference%s between %s and %s %s: %s is "
			       "%s times as fast (%s)",
			       *comparison_over(over, score) == '\0' ?
			       " shown" : over, name, other, basis, name,
			       times, range);
	else
		text = xprintf("%s is %s times as fast as %s (%s), %s", name,
			       times, other, range, basis);
	free(range);
	free(basis);
	return text;
}

static size_t
count_verdict(const struct family *family, enum verdict verdict)
{
	size_t found = 0;

	for (size_t i = 0; i < family->n; i++)
		found += family->row[i].verdict == verdict;
	return found;
}

/* Return the side that alone lives in memory, or SIDES. */
static int
side_in_memory(const struct comparison *comparison)
{
	bool in_memory[SIDES];

	for (int s = 0; s < SIDES; s++) {
		const struct side *side = &comparison->side[s];
		unsigned target = comparison->same_record ? side->target : 0;

		in_memory[s] = record_target_fact(side->run[0], target,
						  FACT_MEMORY_FILESYSTEM) !=
			       NULL;
	}
	if (in_memory[OLD] == in_memory[NEW])
		return SIDES;
	return in_memory[NEW] ? NEW : OLD;
}

/* Add the ratios, " (0.490 and 0.500 times)", of tests that differ for certain.
 */
static char *
add_ratios(const struct comparison *comparison, char *text)
{
	bool swap = is_swapped(comparison);
	char times[UNITS_TEXT], *ratios = NULL;

	for (size_t i = 0; i < comparison->tests.n; i++) {
		const struct compared *test = &comparison->tests.row[i];

		if (test->verdict == VERDICT_FASTER ||
		    test->verdict == VERDICT_SLOWER)
			ratios = xappend(ratios, " and ", "%s",
					 units_format_digits(times, swap ?
						 1 / test->ratio : test->ratio,
						 DECIMALS));
	}
	if (ratios == NULL)
		return text;
	return xappend(xjoin(text, " (", ratios), " ", "times)");
}

/* Say "faster in 2 of 3 tests, slower in 1", or "slower in both tests", with
 * the ratios of so few. */
static char *
say_counts(const struct comparison *comparison)
{
	static const char *const few[] = { "", "the test", "both tests" };
	bool swap = is_swapped(comparison);
	size_t all = comparison->tests.n;
	char *text = NULL;

	for (int i = 0; i < VERDICT_COUNT; i++) {
		enum verdict verdict = (enum verdict)i;
		const char *name = verdict_name[verdict];
		size_t n = count_verdict(&comparison->tests,
					 verdict_on_first(verdict, swap));

		if (n == all && n < LENGTH(few))
			return add_ratios(comparison, xprintf("%s in %s", name,
							      few[n]));
		if (n > 0 && text == NULL)
			text = xprintf("%s in %zu of %zu tests", name, n, all);
		else if (n > 0)
			text = xappend(text, ", ", "%s in %zu", name, n);
	}
	return text;
}

static char *
conclusion(const struct comparison *comparison)
{
	const struct compared *score = main_score(comparison);
	const char *old_name = name_side(comparison, OLD);
	const char *new_name = name_side(comparison, NEW);
	int memory = side_in_memory(comparison);
	char *text;

	if (memory < SIDES)
		return xprintf("%s and %s are not comparable: %s lives in "
			       "memory.", new_name, old_name,
			       memory == NEW ? new_name : old_name);
	if (comparison->tests.n == 0)
		return xprintf("%s and %s hold no test to compare.", old_name,
			       new_name);
	if (score == NULL)
		text = xjoin(xprintf("%s against %s", new_name, old_name),
			     ": ", say_counts(comparison));
	else
		text = say_score(comparison, score);
	if (score != NULL && comparison->tests.n > 1)
		text = xjoin(text, "; ", say_counts(comparison));
	return xjoin(text, "", xstrdup("."));
}

void
conclusion_write(struct comparison *comparison)
{
	const struct compared *latency = comparison->latencies.row,
		*worst = NULL;
	size_t n = comparison->latencies.n;
	bool swap = is_swapped(comparison);
	enum verdict is_longer = verdict_on_first(VERDICT_SLOWER, swap);
	enum verdict is_shorter = verdict_on_first(VERDICT_FASTER, swap);
	size_t longer = count_verdict(&comparison->latencies, is_longer);
	size_t shorter = count_verdict(&comparison->latencies, is_shorter);
	double most = 1;
	char ratio[UNITS_TEXT], *text = conclusion(comparison);

	comparison->coverage = coverage(comparison);
	/* Find the latency that grew most, or else that fell most. */
	for (size_t i = 0; i < n; i++) {
		const struct compared *one = &latency[i];
		double times = swap ? 1 / one->ratio : one->ratio;

		if ((one->verdict == is_longer &&
		     (worst == NULL || times > most)) ||
		    (one->verdict == is_shorter && longer == 0 &&
		     (worst == NULL || times < most))) {
			worst = one;
			most = times;
		}
	}
	if (worst != NULL && side_in_memory(comparison) == SIDES) {
		units_format_digits(ratio, most, DECIMALS);
		text = xjoin(text, " ", xprintf(
			"p%g of %s is %s times as long; of %zu percentiles of "
			"latency %zu are longer, %zu shorter.", worst->percent,
			worst->id, ratio, n, longer, shorter));
	}
	comparison->conclusion = text;
}
