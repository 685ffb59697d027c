/*
 * Comparison: which rows of the two sides belong together. A row is a test on
 * a target by so many copies; a target is known by its directory, or by its
 * number among those whose directory the other side doesn't have.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "diskidx/alloc.h"

const char *
comparison_side_name(int side)
{
	return side == OLD ? "old" : "new";
}

/* Of what a side picks, as if there were no other targets. */
static bool
is_of_side(const struct side *side, const struct result *result)
{
	return side->target == COMPARISON_EVERY_TARGET ||
		side->target == result->target;
}

bool
comparison_picks_targets(const struct comparison *comparison)
{
	return comparison->old_side.target != COMPARISON_EVERY_TARGET ||
		comparison->new_side.target != COMPARISON_EVERY_TARGET;
}

const char *
comparison_directory(const struct record *run, unsigned target)
{
	return target < run->n_targets ?
	       facts_get(&run->target[target], "directory") : NULL;
}

/* The only target of a run with that directory; its n_targets: none, or
 * several. */
static unsigned
find_directory(const struct record *run, const char *directory)
{
	unsigned found = run->n_targets;

	for (unsigned t = 0; t < run->n_targets; t++) {
		const char *name = comparison_directory(run, t);

		if (name == NULL || strcmp(name, directory) != 0)
			continue;
		if (found < run->n_targets)
			return run->n_targets;
		found = t;
	}
	return found;
}

/* The target of `other` with the directory of a run's, which no further
 * target of either has; other's n_targets: none. */
static unsigned
duplicate(const struct record *run, unsigned target, const struct record *other)
{
	const char *name = comparison_directory(run, target);

	if (name == NULL || find_directory(run, name) != target)
		return other->n_targets;
	return find_directory(other, name);
}

/* How many targets of a run, before that one, have no duplicate in `other`. */
static unsigned
count_alone(const struct record *run, unsigned target,
	    const struct record *other)
{
	unsigned n = 0;

	for (unsigned t = 0; t < target; t++)
		n += duplicate(run, t, other) == other->n_targets;
	return n;
}

bool
comparison_has_like_directories(const struct comparison *comparison)
{
	const struct record *first = comparison->old_side.run[0];

	for (int s = 0; s < SIDES; s++) {
		const struct side *side = comparison_side(comparison, s);

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
comparison_target(const struct comparison *comparison,
		  const struct record *run, unsigned target)
{
	const struct record *first = comparison->old_side.run[0];
	unsigned same, before;

	if (run == first)
		return target;
	same = duplicate(run, target, first);
	if (same < first->n_targets)
		return same;
	before = count_alone(run, target, first);
	for (unsigned t = 0; t < first->n_targets; t++)
		if (duplicate(first, t, run) == run->n_targets && before-- == 0)
			return t;
	return first->n_targets + before;
}

static bool
is_of_row(const struct comparison *comparison, const struct row *row,
	  const struct record *run, const struct result *result)
{
	return strcmp(result->id, row->named->id) == 0 &&
		result->copies == row->named->copies &&
		(comparison_picks_targets(comparison) ||
		 comparison_target(comparison, run, result->target) ==
		 row->target);
}

static const struct result *
find(const struct comparison *comparison, const struct side *side,
     const struct record *run, const struct row *row)
{
	for (size_t i = 0; i < run->n_results; i++)
		if (is_of_side(side, &run->result[i]) &&
		    is_of_row(comparison, row, run, &run->result[i]))
			return &run->result[i];
	return NULL;
}

static bool
is_known(const struct comparison *comparison, const struct row *rows, size_t n,
	 const struct record *run, const struct result *result)
{
	for (size_t i = 0; i < n; i++)
		if (is_of_row(comparison, &rows[i], run, result))
			return true;
	return false;
}

/* The row of a result, with its like in every run. */
static void
fill_row(const struct comparison *comparison, struct row *row,
	 const struct record *run, const struct result *named)
{
	row->named = named;
	row->target = comparison_target(comparison, run, named->target);
	for (int s = 0; s < SIDES; s++) {
		const struct side *side = comparison_side(comparison, s);

		row->of[s] = xmalloc(side->n_runs * sizeof(*row->of[s]));
		for (size_t i = 0; i < side->n_runs; i++)
			row->of[s][i] = find(comparison, side, side->run[i],
					     row);
	}
}

/* Appends the rows of a run that are not there yet. */
static size_t
add_rows(const struct comparison *comparison, const struct side *side,
	 const struct record *run, struct row **rows, size_t n)
{
	for (size_t i = 0; i < run->n_results; i++) {
		const struct result *result = &run->result[i];

		if (!is_of_side(side, result) ||
		    is_known(comparison, *rows, n, run, result))
			continue;
		*rows = xrealloc(*rows, (n + 1) * sizeof(**rows));
		fill_row(comparison, &(*rows)[n], run, result);
		n++;
	}
	return n;
}

size_t
comparison_match(const struct comparison *comparison, struct row **rows)
{
	size_t n = 0;

	*rows = NULL;
	for (int s = 0; s < SIDES; s++) {
		const struct side *side = comparison_side(comparison, s);

		for (size_t i = 0; i < side->n_runs; i++)
			n = add_rows(comparison, side, side->run[i], rows, n);
	}
	return n;
}

void
comparison_free_rows(struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++)
		for (int s = 0; s < SIDES; s++)
			free(rows[i].of[s]);
	free(rows);
}

/* Whether an earlier run has the row in that directory, too. */
static bool
is_named_before(const struct side *side, const struct result *const *of,
		size_t n, const char *directory)
{
	for (size_t i = 0; i < n; i++) {
		const char *name = of[i] == NULL ? NULL :
				   comparison_directory(side->run[i],
							of[i]->target);

		if (name != NULL && strcmp(name, directory) == 0)
			return true;
	}
	return false;
}

/* The directories that a side has a row in, on the heap, or NULL. */
static char *
directories(const struct comparison *comparison, const struct row *row, int s)
{
	const struct side *side = comparison_side(comparison, s);
	char *text = NULL;

	for (size_t i = 0; i < side->n_runs; i++) {
		const struct result *result = row->of[s][i];
		const char *name = result == NULL ? NULL :
				   comparison_directory(side->run[i],
							result->target);

		if (name == NULL || is_named_before(side, row->of[s], i, name))
			continue;
		if (text == NULL)
			text = xstrdup("");
		comparison_append(&text, ", ", name);
	}
	return text;
}

void
comparison_place(const struct comparison *comparison,
		 struct compared *compared, const struct row *row)
{
	memset(compared, 0, sizeof(*compared));
	compared->target = row->target;
	compared->copies = row->named->copies;
	compared->old_directory = directories(comparison, row, OLD);
	compared->new_directory = directories(comparison, row, NEW);
}
