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

static bool
is_together(const struct row *a, const struct row *b)
{
	return a->target == b->target &&
		a->named->test.copies == b->named->test.copies;
}

/* Append the score of that name over the rows together with that one, if these
 * are enough for it. */
static void
scores_add_one(struct comparison *comparison, const struct match *match,
	       const struct row *with, const char *name)
{
	struct rows rows = { .cell = ROWS_CELLS, .indexes = true };
	struct compared *score;

	rows.row = xmalloc(match->n * sizeof(*rows.row));
	for (size_t i = 0; i < match->n; i++) {
		const struct row *row = &match->row[i];

		if (is_together(row, with) &&
		    index_covers(name, row->named->test.category) &&
		    comparison->row[i].verdict != VERDICT_NOT_COMPARABLE &&
		    match_is_scored(match, row))
			rows.row[rows.n++] = row;
	}
	if (values_suffice(&rows, match, name)) {
		score = match_add(comparison, with);
		score->id = score->title = name;
		score->category = "Score";
		score->rows = rows.n;
		values_compare(comparison->scope, &rows, score);
	}
	free(rows.row);
}

/* Return true if no row before this one is together with it (and of its
 * category). */
static bool
is_first_row(const struct row *rows, size_t at, bool of_category)
{
	for (size_t i = 0; i < at; i++)
		if (is_together(&rows[i], &rows[at]) &&
		    (!of_category ||
		     strcmp(rows[i].named->test.category,
			    rows[at].named->test.category) == 0))
			return false;
	return true;
}

void
scores_add(struct comparison *comparison, const struct match *match)
{
	const struct row *row = match->row;

	/* Go in the order of index_scores: each category, then Disk. */
	for (size_t first = 0; first < match->n; first++) {
		if (!is_first_row(row, first, false))
			continue;
		for (size_t i = first; i < match->n; i++)
			if (is_together(&row[i], &row[first]) &&
			    is_first_row(row, i, true))
				scores_add_one(comparison, match, &row[first],
					       row[i].named->test.category);
		scores_add_one(comparison, match, &row[first], INDEX_DISK);
	}
}
