/*
 * Comparison: the scores, one a category and Disk, of each target and number
 * of copies, over the rows that all runs of both sides scored.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "diskidx/alloc.h"
#include "diskidx/index.h"

static bool
is_scored(const struct comparison *comparison, const struct row *row)
{
	for (int s = 0; s < SIDES; s++)
		for (size_t i = 0; i < comparison_side(comparison, s)->n_runs;
		     i++)
			if (row->of[s][i] == NULL || !row->of[s][i]->scored)
				return false;
	return true;
}

/* The rows that a score of that name, target and copies is over. */
static void
select_rows(const struct comparison *comparison, const struct row *rows,
	    const struct compared *score, struct rows *selected)
{
	selected->n = 0;
	for (size_t i = 0; i < comparison->n_tests; i++)
		if (rows[i].target == score->target &&
		    rows[i].named->copies == score->copies &&
		    index_covers(score->id, rows[i].named->category) &&
		    comparison->test[i].verdict != VERDICT_NOT_COMPARABLE &&
		    is_scored(comparison, &rows[i]))
			selected->row[selected->n++] = &rows[i];
}

/* What the scores are made with. */
struct scoring {
	const struct row *rows;
	struct rows selected;
	struct difference *difference;	/* of each score */
};

/* Appends the score of that name, of a row's target and copies, if any. */
static void
add_score(struct comparison *comparison, struct scoring *scoring,
	  const struct row *row, const char *name)
{
	size_t n = comparison->n_scores;
	struct compared score;

	comparison_place(comparison, &score, row);
	score.id = score.title = name;
	score.category = "Score";
	select_rows(comparison, scoring->rows, &score, &scoring->selected);
	score.rows = scoring->selected.n;
	if (score.rows == 0) {
		free(score.old_directory);
		free(score.new_directory);
		return;
	}
	comparison->score = xrealloc(comparison->score,
				     (n + 1) * sizeof(score));
	scoring->difference = xrealloc(scoring->difference, (n + 1) *
				       sizeof(*scoring->difference));
	comparison_weigh(comparison, &scoring->selected, &score,
			 &scoring->difference[n]);
	comparison->score[n] = score;
	comparison->n_scores = n + 1;
}

static bool
is_together(const struct row *a, const struct row *b)
{
	return a->target == b->target && a->named->copies == b->named->copies;
}

/* Whether no row before this one has its target and copies (and category). */
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

/* In the order of index_scores: each category, then Disk. */
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
comparison_add_scores(struct comparison *comparison, const struct row *rows,
		      size_t among)
{
	size_t n = comparison->n_tests;
	struct scoring scoring = { .rows = rows };

	scoring.selected.row = xmalloc(n * sizeof(*scoring.selected.row));
	scoring.selected.indexes = true;
	for (size_t i = 0; i < n; i++)
		if (is_first(rows, i, false))
			add_scores(comparison, &scoring, i);
	comparison->score_family =
		comparison_judge(comparison->score, comparison->n_scores,
				 scoring.difference,
				 comparison->threshold_pct, among);
	free(scoring.difference);
	free(scoring.selected.row);
}
