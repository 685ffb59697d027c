/*
 * Conclusion: one sentence to quote; and the coverage, which tells the runs
 * that the intervals cover.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "diskidx/alloc.h"
#include "diskidx/index.h"
#include "diskidx/units.h"

#define DECIMALS 9		/* of a small ratio in a sentence */

static char *
coverage(const struct comparison *comparison)
{
	const struct side *side = comparison->side;

	if (comparison->tests.intervals == 0 &&
	    comparison->scores.intervals == 0)
		return NULL;
	switch (comparison->scope) {
	case SCOPE_RUNS:
		return xprintf("the intervals are over %zu and %zu runs",
			       side[OLD].n_runs, side[NEW].n_runs);
	case SCOPE_HISTORY:
		return xprintf("each side is one run: how far runs differ is "
			       "known from %zu others of this host and "
			       "directory in %s", side[HISTORY].n_runs,
			       side[HISTORY].name);
	case SCOPE_ONE_RUN:
		return xstrdup("paired round by round: a disturbance of both "
			       "directories cancels out, and the places of "
			       "the two work files do not");
	case SCOPE_TWO_RUNS:
		break;
	}
	return xprintf("each side is one run: the verdicts hold in these two "
		       "runs and say nothing about the next; it takes %d runs "
		       "a side to know how far runs differ (--repeat=%d)",
		       COMPARISON_RUNS, COMPARISON_RUNS);
}

/* Return the only Disk score, or else the only score; NULL: none. */
static const struct compared *
main_score(const struct comparison *comparison)
{
	const struct compared *disk = NULL;

	for (size_t i = 0; i < comparison->scores.n; i++) {
		if (strcmp(comparison->scores.row[i].id, INDEX_DISK) != 0)
			continue;
		if (disk != NULL)
			return NULL;
		disk = &comparison->scores.row[i];
	}
	if (disk == NULL && comparison->scores.n == 1)
		disk = comparison->scores.row;
	if (disk != NULL && disk->verdict == VERDICT_NOT_COMPARABLE)
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

/* Say by a score how many times as fast the new side is. */
static char *
say_score(const struct comparison *comparison, const struct compared *score)
{
	const char *old_name = name_side(comparison, OLD);
	const char *new_name = name_side(comparison, NEW);
	char ratio[UNITS_TEXT], low[UNITS_TEXT], high[UNITS_TEXT];
	char *basis = xprintf("%zu test%s", score->rows,
			      units_plural(score->rows));
	char *text;

	if (score->has_interval)
		basis = xjoin(basis, ", 95 % interval ", xprintf("%s to %s",
			units_format_digits(low, score->ci95.low, DECIMALS),
			units_format_digits(high, score->ci95.high, DECIMALS)));
	units_format_digits(ratio, score->ratio, DECIMALS);
	if (score->verdict == VERDICT_NO_DIFFERENCE)
		text = xprintf("%s shows no difference from %s by the %s "
			       "score: it is %s times as fast (%s)", new_name,
			       old_name, score->id, ratio, basis);
	else if (score->verdict == VERDICT_SAME)
		text = xprintf("%s is the same as %s within %.4g %% by the %s "
			       "score: it is %s times as fast (%s)", new_name,
			       old_name, comparison->same_pct, score->id,
			       ratio, basis);
	else
		text = xprintf("%s is %s times as fast as %s by the %s score "
			       "(%s)", new_name, ratio, old_name, score->id,
			       basis);
	free(basis);
	if (score->has_interval)
		return text;
	return xjoin(text, ", without an interval: ", xstrdup(score->why));
}

static size_t
count_verdict(const struct family *family, enum verdict verdict)
{
	size_t found = 0;

	for (size_t i = 0; i < family->n; i++)
		found += family->row[i].verdict == verdict;
	return found;
}

/* Say "of 3 tests 2 are faster, 1 is slower". */
static char *
say_counts(const struct comparison *comparison)
{
	static const char *const words[VERDICT_COUNT][2] = {
		[VERDICT_FASTER] = { "is faster", "are faster" },
		[VERDICT_SLOWER] = { "is slower", "are slower" },
		[VERDICT_SAME] = { "is the same", "are the same" },
		[VERDICT_NO_DIFFERENCE] = { "shows no difference",
					    "show no difference" },
		[VERDICT_NO_INTERVAL] = { "has no interval",
					  "have no interval" },
		[VERDICT_NOT_COMPARABLE] = { "is not comparable",
					     "are not comparable" },
	};
	char *text = xstrdup("");

	for (int verdict = 0; verdict < VERDICT_COUNT; verdict++) {
		size_t n = count_verdict(&comparison->tests,
					 (enum verdict)verdict);

		if (n > 0)
			text = xjoin(text, ", ", xprintf(
				"%zu %s", n, words[verdict][n != 1]));
	}
	return xjoin(xprintf("of %zu test%s", comparison->tests.n,
			     units_plural(comparison->tests.n)), " ", text);
}

static char *
conclusion(const struct comparison *comparison)
{
	const struct compared *score = main_score(comparison);
	const char *old_name = name_side(comparison, OLD);
	const char *new_name = name_side(comparison, NEW);
	char *counts, *text;

	if (comparison->tests.n == 0)
		return xprintf("%s and %s hold no test to compare.", old_name,
			       new_name);
	counts = say_counts(comparison);
	if (score != NULL)
		text = xjoin(say_score(comparison, score), "; ", counts);
	else
		text = xjoin(xprintf("%s against %s", new_name, old_name),
			     ": ", counts);
	return xjoin(text, "", xstrdup("."));
}

/* Add the latency that grew most, or else that fell most, to a conclusion. */
static char *
conclusion_add_latency(const struct comparison *comparison, char *text)
{
	const struct compared *latency = comparison->latencies.row,
		*worst = NULL;
	size_t n = comparison->latencies.n;
	size_t longer = count_verdict(&comparison->latencies, VERDICT_SLOWER);
	size_t shorter = count_verdict(&comparison->latencies, VERDICT_FASTER);
	char ratio[UNITS_TEXT];

	for (size_t i = 0; i < n; i++) {
		const struct compared *one = &latency[i];

		if (one->verdict == VERDICT_SLOWER &&
		    (worst == NULL || one->ratio > worst->ratio))
			worst = one;
		if (one->verdict == VERDICT_FASTER && longer == 0 &&
		    (worst == NULL || one->ratio < worst->ratio))
			worst = one;
	}
	if (worst == NULL)
		return text;
	units_format_digits(ratio, worst->ratio, DECIMALS);
	return xjoin(text, " ",
		     xprintf("p%g of %s is %s times as long; longer "
			     "are %zu of %zu percentiles of latency, shorter "
			     "%zu.", worst->percent, worst->id, ratio, longer,
			     n, shorter));
}

void
conclusion_write(struct comparison *comparison)
{
	char *text = conclusion(comparison);

	comparison->coverage = coverage(comparison);
	/* The verdicts hold for less than the next run. */
	if (comparison->scope == SCOPE_TWO_RUNS && comparison->coverage != NULL)
		text = xjoin(xstrdup("In these two runs"), " ", text);
	comparison->conclusion = conclusion_add_latency(comparison, text);
}
