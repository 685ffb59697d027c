/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Notes on a comparison: rows that cannot be compared and why, flags, runs on
 * both sides, and the method. See report.h. */
#include <config.h>

#include <string.h>

#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/report/report.h"
#include "diskidx/report/view.h"
#include "diskidx/result/flags.h"
#include "diskidx/result/index.h"

static bool
is_same_reason(const struct compared *a, const struct compared *b)
{
	return b->why != NULL && b->percent == 0 && a->verdict == b->verdict &&
	       strcmp(a->why, b->why) == 0;
}

/* Add a row's reason, with all rows that share it, at the first of them. */
static void
add_reason(struct notes *notes, const struct comparison *c,
	   const struct compared *row)
{
	char *names = NULL;

	for_each_compared(other, &c->all) {
		if (!is_same_reason(row, other))
			continue;
		if (other < row)
			return;
		names = say_join(names, ", ", compared_name(c, other));
	}
	notes_add(notes, '*', "%s: %s (%s).",
		  row->verdict == VERDICT_UNDECIDED ? "Undecided" :
		  "Not comparable", names, row->why);
}

static void
add_interrupted(struct notes *notes, const struct side *side, const char *which)
{
	size_t n = 0;

	for (size_t i = 0; i < side->n_runs; i++)
		n += side->run[i]->interrupted;
	if (n > 0)
		notes_add(notes, '*', "Interrupted: %zu of %zu %srun%s. The "
			  "results are from complete rounds.", n,
			  side->n_runs, which, units_plural(side->n_runs));
}

/* Sets of sides: the old side only, the new one only, both. */
static const char *const sides_name[1 << SIDES] = {
	"", "on the old side", "on the new side", "on both sides"
};

/* Return "all 14 tests on both sides", "A, B on the old side" or "A on DIR";
 * NULL: no test has the flag on this set of sides only. */
static char *
flagged_tests(const struct comparison *c, enum flag flag, unsigned sides)
{
	bool one_directory = c->same_record && sides <= NEW + 1;
	const char *between = one_directory && comparison_has_places(c) ?
		say(" on %s, ", c->side[sides - 1].name) : ", ";
	char *names = NULL;
	size_t n = 0;

	for_each_compared(row, &c->tests) {
		if ((row->side[OLD].flags >> flag & 1) +
		    2 * (row->side[NEW].flags >> flag & 1) != sides)
			continue;
		names = say_join(names, between, one_directory ?
				 compared_test(c, row) : compared_name(c, row));
		n++;
	}
	if (n == 0)
		return NULL;
	if (n >= 2 && n == c->tests.n)
		names = say("all %zu tests", n);
	return one_directory ?
	       say("%s on %s", names, c->side[sides - 1].name) :
	       say("%s %s", names, sides_name[sides]);
}

/* Add how many runs would decide the rows that are undecided: the Disk score,
 * or else the one that needs fewest; and all of them. */
static void
add_undecided(struct notes *notes, const struct comparison *c)
{
	size_t n = 0, least = SIZE_MAX, most = 0;
	const struct compared *first = NULL;
	char *text;

	for_each_compared(row, &c->all) {
		size_t runs;

		if (row->verdict != VERDICT_UNDECIDED ||
		    !interval_known(row->ci95) || !compared_is_shown(row))
			continue;
		runs = compared_runs(row, 0);
		n++;
		most = runs > most ? runs : most;
		if (runs < least || strcmp(row->id, INDEX_DISK) == 0) {
			least = runs;
			first = row;
		}
	}
	if (n == 0)
		return;
	text = n > 1 && most == least ? say("Each of the %zu undecided tests "
		"and scores with an interval", n) : compared_name(c, first);
	text = say("%s needs at least --repeat=%zu%s to be decided", text,
		   least, c->same_record ?
		   ", in a record of each directory," : "");
	if (most > least)
		text = say_more(text, "; ", "all %zu undecided tests and "
				"scores, --repeat=%zu", n, most);
	notes_add(notes, '*', "%s. This assumes that later runs vary as "
		  "these do.", text);
}

struct notes
notes_of_comparison(const struct comparison *c)
{
	struct notes notes = { NULL, 0, 0 };
	char *fewer = NULL;
	size_t twice = 0;

	for_each_compared(row, &c->all)
		if (row->why != NULL && row->percent == 0)
			add_reason(&notes, c, row);
	for (size_t i = 0; i < FLAG_COUNT; i++) {
		char *tests = NULL;

		for (unsigned sides = 1; sides < 1 << SIDES; sides++)
			tests = say_join(tests, "; ", flagged_tests(
						 c, (enum flag)i, sides));
		if (tests != NULL)
			notes_add(&notes, '*', "Flagged %s: %s (%s).",
				  flag_entry[i].name, tests,
				  flag_entry[i].meaning);
	}
	for (size_t i = 0; i < c->side[NEW].n_runs && !c->same_record; i++)
		twice += side_has_run(&c->side[OLD], c->side[NEW].run[i]);
	if (twice > 0)
		notes_add(&notes, '*', "Both sides share %zu run%s.", twice,
			  units_plural(twice));
	add_interrupted(&notes, &c->side[OLD], c->same_record ? "" : "old ");
	if (!c->same_record)
		add_interrupted(&notes, &c->side[NEW], "new ");
	if (c->coverage != NULL) {
		add_undecided(&notes, c);
		notes_add(&notes, '*', "The intervals of all tests and "
			  "categories hold jointly with 95 %% confidence.");
	}
	/* The rows that fewer runs have than a side. */
	for_each_compared(row, &c->all) {
		size_t n_old = row->side[OLD].n, n_new = row->side[NEW].n;

		if (c->same_record || row->percent > 0 || row->ratio <= 0 ||
		    (n_old == c->side[OLD].n_runs &&
		     n_new == c->side[NEW].n_runs))
			continue;
		fewer = say_more(fewer, ", ", "%s (%zu and %zu)",
				 compared_name(c, row), n_old, n_new);
	}
	if (fewer != NULL)
		notes_add(&notes, '*', "Not all runs of a side have these: %s.",
			  fewer);
	if (c->coverage != NULL)
		notes_add(&notes, '*', "%s.", c->coverage);
	return notes;
}
