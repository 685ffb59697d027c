/*
 * Notes on a comparison: rows that can't be compared and why, flags, runs that
 * stand on both sides, and the method. See notes.h.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/flags.h"
#include "diskidx/compared.h"
#include "diskidx/notes.h"

static bool
is_same_reason(const struct compared *a, const struct compared *b)
{
	return b->why != NULL && b->percent == 0 && a->verdict == b->verdict &&
	       strcmp(a->why, b->why) == 0;
}

/* Add a row's reason, with all rows that share it, at the first of them. */
static void
add_reason(struct notes *notes, const struct comparison *c, size_t at)
{
	const struct compared *row = comparison_row(c, at), *other;
	char *names = xstrdup("");

	for (size_t i = 0; i < at; i++)
		if (is_same_reason(row, comparison_row(c, i)))
			goto out;
	for (size_t i = at; (other = comparison_row(c, i)) != NULL; i++)
		if (is_same_reason(row, other))
			names = xjoin(names, ", ", compared_name(c, other));
	notes_add(notes, '*', xprintf("%s (%s): %s",
				      verdict_name(row->verdict), names,
				      row->why));
out:
	free(names);
}

static void
add_interrupted(struct notes *notes, const struct side *side, const char *which)
{
	size_t n = 0, i;

	for (i = 0; i < side->n_runs; i++)
		n += side->run[i]->interrupted;
	if (n == 0)
		return;
	if (side->n_runs == 1)
		notes_add(notes, '*', xprintf("the %s run was interrupted: its "
					      "figures cover the rounds that "
					      "were complete", which));
	else
		notes_add(notes, '*', xprintf("%zu of the %zu %s runs %s "
					      "interrupted: their figures "
					      "cover the rounds that were "
					      "complete", n, side->n_runs,
					      which, n == 1 ? "was" : "were"));
}

/* Sets of sides: the old side only, the new one only, both. */
static const char *const sides_name[1 << SIDES] = {
	"", "on the old side", "on the new side", "on both sides"
};

/* Return "all 14 tests on both sides", "A, B on the old side", or "". */
static char *
flagged_tests(const struct comparison *c, enum flag flag, unsigned sides)
{
	char *names = xstrdup("");
	size_t n = 0;

	for (size_t i = 0; i < c->tests.n; i++) {
		const struct compared_side *side = c->tests.row[i].side;

		if ((side[OLD].flags >> flag & 1) +
		    2 * (side[NEW].flags >> flag & 1) != sides)
			continue;
		names = xjoin(names, ", ", compared_name(c, &c->tests.row[i]));
		n++;
	}
	if (n >= 2 && n == c->tests.n) {
		free(names);
		names = xprintf("all %zu tests", n);
	}
	return n == 0 ? names : xjoin(names, " ", xstrdup(sides_name[sides]));
}

/* Add the tests with a flag, and its meaning. */
static void
add_compared_flag(struct notes *notes, const struct comparison *c,
		  enum flag flag)
{
	const struct flag_entry *entry = flag_entry(flag);
	char *text = xstrdup("");

	for (unsigned sides = 1; sides < 1 << SIDES; sides++) {
		char *tests = flagged_tests(c, flag, sides);

		text = xjoin(text, *tests != '\0' ? "; " : "", tests);
	}
	if (*text != '\0')
		notes_add(notes, '*', xprintf("flagged %s: %s (%s)",
					      entry->name, text,
					      entry->meaning));
	free(text);
}

/* Tell the reader of runs that stand on both sides. */
static void
add_duplicates(struct notes *notes, const struct comparison *c)
{
	const struct record *first = NULL;
	char when[CLOCK_DATE];
	const char *host;
	size_t n = 0, i;

	for (i = 0; i < c->side[NEW].n_runs && !c->same_record; i++) {
		if (!side_has_run(&c->side[OLD], c->side[NEW].run[i]))
			continue;
		first = n++ == 0 ? c->side[NEW].run[i] : first;
	}
	if (n == 0)
		return;
	host = facts_get(&first->host, FACT_HOSTNAME);
	host = host != NULL ? host : "an unknown host";
	comparison_minute(when, first);
	if (n == 1)
		notes_add(notes, '*', xprintf("a run of %s, %s is on both "
					      "sides", host, when));
	else
		notes_add(notes, '*', xprintf("%zu runs are on both sides, the "
					      "first one of %s, %s", n, host,
					      when));
}

/* Add how far the intervals hold. */
static void
add_intervals(struct notes *notes, const struct comparison *c)
{
	size_t n = c->tests.intervals + c->scores.intervals +
		c->latencies.intervals;
	char at_once[48] = "";

	if (n == 0)
		return;
	if (n > 1)
		snprintf(at_once, sizeof(at_once), " for all %zu at once", n);
	notes_add(notes, '*', xprintf("the interval%s hold%s with 95 %%%s; "
				      "faster or slower needs the whole "
				      "interval beyond %.4g %%, same needs it "
				      "within %.4g %%", n == 1 ? "" : "s",
				      n == 1 ? "s" : "", at_once,
				      COMPARISON_LEAST_PCT, c->same_pct));
}

/* Add the rows that fewer runs have than a side. */
static void
add_fewer(struct notes *notes, const struct comparison *c)
{
	const struct compared *row;
	char *rows = xstrdup("");

	for (size_t i = 0; (row = comparison_row(c, i)) != NULL; i++) {
		size_t n_old = row->side[OLD].n, n_new = row->side[NEW].n;

		if (row->percent > 0 || !row->has_ratio ||
		    (n_old == c->side[OLD].n_runs &&
		     n_new == c->side[NEW].n_runs))
			continue;
		rows = xjoin(rows, ", ", xjoin(compared_name(c, row), " ",
			xprintf("(%zu and %zu)", n_old, n_new)));
	}
	if (*rows != '\0')
		notes_add(notes, '*', xprintf("not over all runs of a side, "
					      "but over fewer: %s", rows));
	free(rows);
}

/* Add how many latencies are not in the table. */
static void
add_latencies(struct notes *notes, const struct comparison *c)
{
	size_t n = 0, without = 0, i;
	char *text;

	for (i = 0; i < c->latencies.n; i++) {
		if (compared_is_shown(&c->latencies.row[i]))
			continue;
		n += c->latencies.row[i].has_interval;
		without += !c->latencies.row[i].has_interval;
	}
	if (c->latencies.n == 0)
		return;
	text = xprintf("%zu of %zu percentiles of latency tell no difference",
		       n, c->latencies.n);
	if (without > 0)
		text = xjoin(text, ", ", xprintf("%zu ha%s no interval,",
						 without, without == 1 ? "s" :
						 "ve"));
	notes_add(notes, '*', xjoin(text, " ", xstrdup(
		"and are left out; a ratio above 1 of one is worse")));
}

void
notes_of_comparison(struct notes *notes, const struct comparison *c)
{
	const struct compared *row;

	*notes = (struct notes){ NULL, 0 };
	for (size_t i = 0; (row = comparison_row(c, i)) != NULL; i++)
		if (row->why != NULL && row->percent == 0)
			add_reason(notes, c, i);
	for (size_t i = 0; i < FLAG_COUNT; i++)
		add_compared_flag(notes, c, (enum flag)i);
	add_duplicates(notes, c);
	add_interrupted(notes, &c->side[OLD], "old");
	add_interrupted(notes, &c->side[NEW], "new");
	notes_add(notes, '*', xprintf("a ratio above 1 is better%s",
				      c->scope == SCOPE_ONE_RUN ? "" :
				      "; it compares the geometric means over "
				      "the runs"));
	add_latencies(notes, c);
	add_intervals(notes, c);
	if (c->scope != SCOPE_ONE_RUN)
		add_fewer(notes, c);
	if (c->coverage != NULL)
		notes_add(notes, '*', xstrdup(c->coverage));
}
