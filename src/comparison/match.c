/*
 * Match: the results of all runs, put into rows. A row is a test on a target
 * by so many copies.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "diskidx/alloc.h"

/* Return the row of a result; if there is none it is appended, or NULL of the
 * history. */
static struct row *
row_of(const struct comparison *comparison, int group, const struct record *run,
       const struct result *result, struct row **rows, size_t *n)
{
	unsigned target = targets_number(comparison, run, result->target);
	struct row *row;

	for (size_t i = 0; i < *n; i++) {
		row = &(*rows)[i];
		if (strcmp(result->id, row->named->id) == 0 &&
		    result->copies == row->named->copies &&
		    (comparison->same_record || target == row->target))
			return row;
	}
	if (group == HISTORY)
		return NULL;
	*rows = xrealloc(*rows, (*n + 1) * sizeof(**rows));
	row = &(*rows)[(*n)++];
	memset(row, 0, sizeof(*row));
	row->named = result;
	row->target = target;
	return row;
}

static void
add_figure(struct cell *cell, const struct result *figure)
{
	cell->figure = xrealloc(cell->figure,
				(cell->n + 1) * sizeof(*cell->figure));
	cell->figure[cell->n++] = figure;
	cell->n_scored += figure->scored;
	if (cell->other == NULL &&
	    !fingerprint_is_same(figure, cell->figure[0]))
		cell->other = figure;
	cell->all_flags = cell->n == 1 ? figure->flags :
			  cell->all_flags & figure->flags;
	cell->any_flags |= figure->flags;
}

/* Add a run's first result of the row. */
static void
add_result(struct cell *cell, const struct record *run,
	   const struct result *result)
{
	if (cell->run == run)
		return;
	cell->run = run;
	texts_add(&cell->directories, targets_directory(run, result->target));
	if (cell->na_reason == NULL)
		cell->na_reason = result->na_reason;
	if (result->has_value)
		add_figure(cell, result);
}

/* Add what a run of that group has. */
static void
add_run(const struct comparison *comparison, int group,
	const struct record *run, struct row **rows, size_t *n)
{
	for (size_t i = 0; i < run->n_results; i++) {
		const struct result *result = &run->result[i];
		struct row *row;

		if (!side_has_target(&comparison->side[group], result->target))
			continue;
		row = row_of(comparison, group, run, result, rows, n);
		if (row != NULL)
			add_result(&row->cell[group], run, result);
	}
}

size_t
match_rows(const struct comparison *comparison, struct row **rows)
{
	size_t n = 0;

	*rows = NULL;
	for (int group = 0; group < GROUPS; group++) {
		const struct side *side = &comparison->side[group];

		for (size_t i = 0; i < side->n_runs; i++)
			add_run(comparison, group, side->run[i], rows, &n);
	}
	return n;
}

void
match_free(struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		for (int group = 0; group < GROUPS; group++) {
			texts_free(&rows[i].cell[group].directories);
			free(rows[i].cell[group].figure);
		}
	}
	free(rows);
}

void
match_place(struct compared *compared, const struct row *row)
{
	memset(compared, 0, sizeof(*compared));
	compared->target = row->target;
	compared->copies = row->named->copies;
	for (int s = 0; s < SIDES; s++)
		compared->side[s].directory =
			texts_join(&row->cell[s].directories, NULL);
}
