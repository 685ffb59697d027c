/*
 * Comparison: what keeps two rows from being compared. One that a side lacks,
 * figures of different tests, and flags that say that there is no figure of a
 * disk.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "diskidx/alloc.h"
#include "diskidx/flags.h"

/* The first run's result that has a figure, or NULL. */
static const struct result *
first_figure(const struct row *row, int side, size_t n_runs)
{
	for (size_t i = 0; i < n_runs; i++)
		if (row->of[side][i] != NULL && row->of[side][i]->has_value)
			return row->of[side][i];
	return NULL;
}

/* What a side lacks, in words; NULL: nothing. */
static char *
lack(const struct row *row, int side, size_t n_runs)
{
	const char *name = comparison_side_name(side), *na_reason = NULL;
	bool present = false, dead = false;

	for (size_t i = 0; i < n_runs; i++) {
		const struct result *result = row->of[side][i];

		if (result == NULL)
			continue;
		present = true;
		if (result->has_value && !(result->value > 0))
			dead = true;
		if (na_reason == NULL)
			na_reason = result->na_reason;
	}
	if (!present)
		return xprintf("not on the %s side", name);
	if (dead)
		return xprintf("no figure on the %s side: a sample did "
			       "nothing", name);
	if (first_figure(row, side, n_runs) == NULL)
		return xprintf("no figure on the %s side: %s", name,
			       na_reason == NULL ? "no sample" : na_reason);
	return NULL;
}

static const char *
fingerprint(const struct result *result)
{
	return result->fingerprint == NULL ? "" : result->fingerprint;
}

static bool
is_same_test(const struct result *a, const struct result *b)
{
	return strcmp(fingerprint(a), fingerprint(b)) == 0 &&
		a->unit == b->unit;
}

/* "WHOSE: how the two differ". */
static char *
unlike(const char *whose, const struct result *a, const struct result *b)
{
	char *words, *text;

	if (a->unit != b->unit)
		return xprintf("%s: unit %s and %s", whose,
			       unit_name(a->unit), unit_name(b->unit));
	words = comparison_fingerprints(fingerprint(a), fingerprint(b));
	text = xprintf("%s: %s", whose, words[0] != '\0' ? words :
		       "parameters in another order");
	free(words);
	return text;
}

/* The first figure of a side that isn't of the same test as another. */
static const struct result *
first_unlike(const struct row *row, int side, size_t n_runs,
	     const struct result *other)
{
	for (size_t i = 0; i < n_runs; i++)
		if (row->of[side][i] != NULL && row->of[side][i]->has_value &&
		    !is_same_test(row->of[side][i], other))
			return row->of[side][i];
	return NULL;
}

bool
comparison_is_mixed(const struct comparison *comparison,
		    const struct row *row, int side)
{
	size_t n_runs = comparison_side(comparison, side)->n_runs;
	const struct result *first = first_figure(row, side, n_runs);

	return first != NULL &&
		first_unlike(row, side, n_runs, first) != NULL;
}

/* Different tests, within a side or between them. */
static char *
mismatch(const struct comparison *comparison, const struct row *row)
{
	const struct result *first[SIDES], *other;

	for (int s = 0; s < SIDES; s++) {
		size_t n_runs = comparison_side(comparison, s)->n_runs;

		first[s] = first_figure(row, s, n_runs);
		other = first_unlike(row, s, n_runs, first[s]);
		if (other != NULL)
			return unlike(s == OLD ? "runs of the old side differ" :
				      "runs of the new side differ", first[s],
				      other);
	}
	if (is_same_test(first[OLD], first[NEW]))
		return NULL;
	return unlike("another test", first[OLD], first[NEW]);
}

/*
 * Flags that invalidate. Of both sides alike, `memory` leaves two file systems
 * that can be told apart; behind any other there is no disk to compare.
 */
struct flagged {
	unsigned some[SIDES];	/* at least one figure of the side has it */
	unsigned all[SIDES];	/* every figure has it */
};

static void
find_flags(const struct comparison *comparison, const struct row *row,
	   struct flagged *flagged)
{
	for (int s = 0; s < SIDES; s++) {
		size_t n_runs = comparison_side(comparison, s)->n_runs;

		flagged->some[s] = 0;
		flagged->all[s] = ~0u;
		for (size_t i = 0; i < n_runs; i++) {
			const struct result *result = row->of[s][i];

			if (result == NULL || !result->has_value)
				continue;
			flagged->some[s] |= result->flags;
			flagged->all[s] &= result->flags;
		}
	}
}

/* What one flag stands in the way with; NULL: nothing. */
static char *
flag_obstacle(const struct flagged *flagged, enum flag flag)
{
	const char *name = flag_entry(flag)->name;
	bool old_has = flagged->some[OLD] & 1u << flag;
	bool new_has = flagged->some[NEW] & 1u << flag;

	if (!old_has && !new_has)
		return NULL;
	if (!old_has || !new_has)
		return xprintf("flagged %s on the %s side only", name,
			       comparison_side_name(new_has ? NEW : OLD));
	if (flag != FLAG_MEMORY)
		return xprintf("flagged %s on both sides: nothing is known "
			       "of the disk", name);
	if (flagged->all[OLD] & flagged->all[NEW] & 1u << flag)
		return NULL;
	return xprintf("flagged %s on both sides, but not in all runs", name);
}

static char *
flags_obstacle(const struct comparison *comparison, const struct row *row)
{
	struct flagged flagged;
	char *why = NULL;

	find_flags(comparison, row, &flagged);
	for (int flag = 0; flag < FLAG_COUNT && why == NULL; flag++)
		if (flag_entry((enum flag)flag)->invalidates)
			why = flag_obstacle(&flagged, (enum flag)flag);
	return why;
}

char *
comparison_obstacle(const struct comparison *comparison,
		    const struct row *row)
{
	char *why = NULL;

	for (int s = 0; s < SIDES && why == NULL; s++)
		why = lack(row, s, comparison_side(comparison, s)->n_runs);
	if (why == NULL)
		why = mismatch(comparison, row);
	if (why == NULL)
		why = flags_obstacle(comparison, row);
	return why;
}
