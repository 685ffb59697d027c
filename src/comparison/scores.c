/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
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

/* Arguments of scores_each() for the scores that it takes. */
struct asked {
	const struct match *match;
	void (*add)(void *context, const struct row *with, const char *name,
		    const struct rows *rows);
	void *context;
};

/* Take the score of that name over the rows together with that one. */
static void
scores_take(const struct asked *asked, const struct row *with, const char *name)
{
	const struct match *match = asked->match;
	struct rows rows = {
		.cell = { OLD, match->n_sides - 1, match->n_sides },
		.indexes = true
	};

	rows.row = xmalloc(match->n * sizeof(*rows.row));
	for (size_t i = 0; i < match->n; i++) {
		const struct row *row = &match->row[i];

		if (is_together(row, with) && !row->blocked &&
		    index_covers(name, row->named->test.category) &&
		    match_is_scored(match, row))
			rows.row[rows.n++] = row;
	}
	if (values_suffice(&rows, match, name))
		asked->add(asked->context, with, name, &rows);
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
scores_each(const struct match *match,
	    void (*add)(void *context, const struct row *with, const char *name,
			const struct rows *rows),
	    void *context)
{
	const struct asked asked = { match, add, context };
	const struct row *row = match->row;

	/* Go in the order of index_scores: each category, then Disk. */
	for (size_t first = 0; first < match->n; first++) {
		if (!is_first_row(row, first, false))
			continue;
		for (size_t i = first; i < match->n; i++)
			if (is_together(&row[i], &row[first]) &&
			    is_first_row(row, i, true))
				scores_take(&asked, &row[first],
					    row[i].named->test.category);
		scores_take(&asked, &row[first], INDEX_DISK);
	}
}
