/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Targets: matched as comparison.h says. */
#include <config.h>

#include <string.h>

#include "parts.h"

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

/* Return the target of `other` with the directory of a run's target, which
 * both runs have once; n_targets of `other`: none. */
static unsigned
find_same(const struct record *run, unsigned target, const struct record *other)
{
	const char *name = record_target(run, target);

	if (name == NULL || find_directory(run, name) != target)
		return other->n_targets;
	return find_directory(other, name);
}

/* Count the targets of a run before `target` that `other` lacks. */
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

	if (run == first)
		return target;
	same = find_same(run, target, first);
	if (same < first->n_targets)
		return same;
	before = count_alone(run, target, first);
	for (unsigned t = 0; t < first->n_targets; t++)
		if (find_same(first, t, run) == run->n_targets && before-- == 0)
			return t;
	return first->n_targets + before;
}
