/*
 * Scores: one a category and Disk, of each target and number of copies, over
 * the rows that all runs of both sides scored.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "diskidx/alloc.h"
#include "diskidx/index.h"

/* The material of the scores. */
struct scoring {
	const struct row *rows;
	struct rows selected;
};

static bool
is_scored(const struct comparison *comparison, const struct row *row)
{
	for (int s = 0; s < SIDES; s++)
		if (row->cell[s].n_scored < comparison->side[s].n_runs)
			return false;
	return true;
}

static bool
is_together(const struct row *a, const struct row *b)
{
	return a->target == b->target && a->named->copies == b->named->copies;
}

/* Select the rows of a score: of that name, together with that row. */
static void
select_rows(const struct comparison *comparison, struct scoring *scoring,
	    const struct row *with, const char *name)
{
	struct rows *selected = &scoring->selected;

	selected->n = 0;
	for (size_t i = 0; i < comparison->n_tests; i++) {
		const struct row *row = &scoring->rows[i];

		if (is_together(row, with) &&
		    index_covers(name, row->named->category) &&
		    comparison->test[i].verdict != VERDICT_NOT_COMPARABLE &&
		    is_scored(comparison, row))
			selected->row[selected->n++] = row;
	}
}

/* Append the score of that name over the rows together with that one. */
static void
add_score(struct comparison *comparison, struct scoring *scoring,
	  const struct row *row, const char *name)
{
	size_t n = comparison->n_scores;
	struct compared *score;

	select_rows(comparison, scoring, row, name);
	if (scoring->selected.n == 0)
		return;
	comparison->score = xrealloc(comparison->score,
				     (n + 1) * sizeof(*score));
	score = &comparison->score[n];
	match_place(score, row);
	score->id = score->title = name;
	score->category = "Score";
	score->rows = scoring->selected.n;
	score->suffices = values_suffice(&scoring->selected, name);
	values_compare(comparison->scope, &scoring->selected, score);
	comparison->n_scores = n + 1;
}

/* Return true if no row before this one is together with it (and of its
 * category). */
static bool
is_first(const struct row *rows, size_t at, bool of_category)
{
	for (size_t i = 0; i < at; i++)
		if (is_together(&rows[i], &rows[at]) &&
		    (!of_category || strcmp(rows[i].named->category,
					    rows[at].named->category) == 0))
			return false;
	return true;
}

/* Add scores in the order of index_scores: each category, then Disk. */
static void
add_scores(struct comparison *comparison, struct scoring *scoring, size_t first)
{
	const struct row *rows = scoring->rows;

	for (size_t i = first; i < comparison->n_tests; i++)
		if (is_together(&rows[i], &rows[first]) &&
		    is_first(rows, i, true))
			add_score(comparison, scoring, &rows[first],
				  rows[i].named->category);
	add_score(comparison, scoring, &rows[first], INDEX_DISK);
}

void
scores_add(struct comparison *comparison, const struct row *rows)
{
	size_t n = comparison->n_tests;
	struct scoring scoring = {
		.rows = rows,
		.selected = { .cell = ROWS_CELLS, .indexes = true }
	};

	scoring.selected.row = xmalloc(n * sizeof(*scoring.selected.row));
	for (size_t i = 0; i < n; i++)
		if (is_first(rows, i, false))
			add_scores(comparison, &scoring, i);
	free(scoring.selected.row);
}
