/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Match: the targets of all runs, and their results, put into rows. A row is a
 * test on a target by a number of copies. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "steps.h"

/* Targets, matched as comparison.h says. */

/* Return the only target with that directory; n_targets: none or several. */
static unsigned
find_directory(const struct record *run, const char *directory)
{
	unsigned found = run->n_targets;

	for (unsigned t = 0; t < run->n_targets; t++) {
		const char *name = record_target(run, t);

		if (name == NULL || strcmp(name, directory) != 0)
			continue;
		if (found < run->n_targets)
			return run->n_targets;
		found = t;
	}
	return found;
}

/* Return the target of `other` with the directory of a run's target, if both
 * runs have it once; else n_targets of `other`. */
static unsigned
find_same(const struct record *run, unsigned target, const struct record *other)
{
	const char *name = record_target(run, target);

	if (name == NULL || find_directory(run, name) != target)
		return other->n_targets;
	return find_directory(other, name);
}

/* Count the targets of a run before `target` that `other` does not have. */
static unsigned
count_alone(const struct record *run, unsigned target,
	    const struct record *other)
{
	unsigned n = 0;

	for (unsigned t = 0; t < target; t++)
		n += find_same(run, t, other) == other->n_targets;
	return n;
}

bool
targets_are_same(const struct comparison *comparison)
{
	const struct record *first = comparison->side[OLD].run[0];

	for (int s = 0; s < SIDES; s++) {
		const struct side *side = &comparison->side[s];

		for (size_t i = 0; i < side->n_runs; i++) {
			const struct record *run = side->run[i];

			if (run->n_targets != first->n_targets ||
			    count_alone(run, run->n_targets, first) > 0)
				return false;
		}
	}
	return first->n_targets > 0;
}

unsigned
targets_number(const struct record *first, const struct record *run,
	       unsigned target)
{
	unsigned same, before;

	same = find_same(run, target, first);
	if (same < first->n_targets)
		return same;
	before = count_alone(run, target, first);
	for (unsigned t = 0; t < first->n_targets; t++)
		if (find_same(first, t, run) == run->n_targets && before-- == 0)
			return t;
	return first->n_targets + before;
}

/* Rows. */

/* Add a run's only result of its row, if the side picks its target. */
static void
match_add_result(struct match *match, size_t side, const struct record *run,
		 const struct result *result)
{
	unsigned target = targets_number(match->side[0].run[0], run,
					 result->test.target);
	size_t size = (match->n_sides + 1) * sizeof(struct cell);
	struct row *row = NULL;
	struct cell *cell;

	if (!side_has_target(&match->side[side], result->test.target))
		return;
	for (size_t i = 0; i < match->n && row == NULL; i++)
		if (strcmp(result->test.id, match->row[i].named->test.id) ==
		    0 &&
		    result->test.copies == match->row[i].named->test.copies &&
		    (match->side[0].target != COMPARISON_EVERY_TARGET ||
		     target == match->row[i].target))
			row = &match->row[i];
	/* A new row is appended, but not for the history. */
	if (row == NULL && side == match->n_sides)
		return;
	if (row == NULL) {
		row = xadd(match->row, match->n);
		*row = (struct row){ result, target, false, xmalloc(size) };
	}
	cell = &row->cell[side];
	cell->has_row = true;
	texts_add(&cell->directories, record_target(run, result->test.target));
	if (cell->na_reason == NULL)
		cell->na_reason = result->test.na_reason;
	if (!result->summary.has_value)
		return;
	*xadd(cell->figure, cell->n) = (struct measured){ run, result };
	cell->n_scored += result->judgement.scored;
	if (cell->other == NULL &&
	    !fingerprint_is_same(result, cell->figure[0].result))
		cell->other = result;
	if (cell->n == 1)
		cell->all_flags = result->judgement.flags;
	cell->all_flags &= result->judgement.flags;
	cell->any_flags |= result->judgement.flags;
}

void
match_rows(struct match *match)
{
	for (size_t side = 0; side <= match->n_sides; side++)
		for (size_t i = 0; i < match->side[side].n_runs; i++) {
			const struct record *run = match->side[side].run[i];

			/* A search leads to its last row. */
			for (size_t j = run->capacity == NULL ? 0 :
			     run->n_results - 1; j < run->n_results; j++)
				match_add_result(match, side, run,
						 &run->result[j]);
		}
}

void
match_free(struct match *match)
{
	for (size_t i = 0; i < match->n; i++) {
		for (size_t side = 0; side <= match->n_sides; side++) {
			texts_free(&match->row[i].cell[side].directories);
			free(match->row[i].cell[side].figure);
		}
		free(match->row[i].cell);
	}
	free(match->row);
}

bool
match_is_scored(const struct match *match, const struct row *row)
{
	for (size_t side = 0; side < match->n_sides; side++)
		if (row->cell[side].n_scored < match->side[side].n_runs)
			return false;
	return true;
}
