/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Ranking: see ranking.h. */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/comparison/ranking.h"
#include "diskidx/result/index.h"
#include "steps.h"

/* Find the rows that all runs of all sides scored, as the same test, and block
 * the others. Return the names of those that belong to the Disk Index Score;
 * NULL: none. */
static const char *
find_common(struct match *match, struct rows *common)
{
	struct texts left_out = { 0 };
	const char *text;

	common->row = xmalloc((match->n + 1) * sizeof(*common->row));
	for_each(struct row, row, match->row, match->n) {
		bool is_common = match_is_scored(match, row);

		for (size_t s = 0; s < match->n_sides && is_common; s++)
			is_common = row->cell[s].other == NULL &&
				fingerprint_is_same(
					row->cell[s].figure[0].result,
					row->cell->figure[0].result);
		row->blocked = !is_common;
		if (!index_covers(INDEX_DISK, row->named->test.category))
			continue;
		if (is_common)
			common->row[common->n++] = row;
		else
			texts_add(&left_out, row->named->test.id);
	}
	text = texts_join(&left_out, ", ");
	texts_free(&left_out);
	return text;
}

static void
rank_sides(struct ranking *ranking, const struct rows *common,
	   const struct side *side, size_t n)
{
	struct ranked *entry = xmalloc(n * sizeof(*entry));
	struct comparison all = { 0 };

	/* Equal sides keep their order. */
	for (size_t i = 0; i < n; i++) {
		const size_t cell[GROUPS] = { i, i, n };
		struct ranked one = { .side = &side[i], .cell = i };
		size_t at = i;

		one.score = values_compare(false, common, cell, NULL).
			side[NEW].value;
		for (; at > 0 && one.score > entry[at - 1].score; at--)
			entry[at] = entry[at - 1];
		entry[at] = one;
	}
	ranking->entry = entry;
	ranking->n = n;
	all.side[OLD] = *entry[0].side;
	for (size_t i = 1; i < n; i++) {
		all.side[NEW] = *entry[i].side;
		differences_find(&all);
	}
	ranking->differences = texts_join(&all.differing, ", ");
	comparison_free(&all);
}

/* Add a row of each side with its verdict. Any side might be the best, so the
 * verdicts of all pairs hold together: those on the Disk Index Score, which is
 * the first row, and those on all others. */
static void
rank_rows(void *context, const struct rows *rows)
{
	static const char *const name[SIDES] = { "the best one", "this one" };
	struct ranking *ranking = context;
	const size_t n = ranking->n, n_pairs = n * (n - 1) / 2;
	const bool is_first = ranking->n_rows == 0;
	size_t cell[GROUPS] = { ranking->entry[0].cell, 0, n };

	if (!is_first && rows->score != NULL &&
	    strcmp(rows->score, INDEX_DISK) == 0)
		return;
	for (size_t i = 0; i < n; i++) {
		struct compared *row = xadd(ranking->row, ranking->n_rows);

		cell[NEW] = ranking->entry[i].cell;
		*row = values_compare(false, rows, cell, name);
		if (i == 0 || row->difference.freedom <= 0)
			continue;
		if (is_first)
			ranking->n_pairs = n_pairs;
		comparison_judge(row, is_first ? n_pairs :
				 n_pairs * ranking->n_others);
	}
}

int
ranking_make(struct ranking *ranking, const struct side *side, size_t n,
	     const char **why)
{
	struct match match = { .side = side, .n_sides = n };
	struct rows common = { .score = INDEX_DISK };

	*ranking = (struct ranking){ 0 };
	/* A run must not have several Disk Index Scores. */
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < side[i].n_runs; j++)
			if (side[i].run[j]->n_targets > 1 ||
			    record_has_other_copies(side[i].run[j])) {
				*why = say("%s has several directories or "
					   "numbers of copies; compare two "
					   "records", side[i].name);
				return -EINVAL;
			}
	match_rows(&match);
	ranking->left_out = find_common(&match, &common);
	*why = "there is no test of the Disk Index Score that all records "
		"scored; compare two of them";
	if (common.n > 0) {
		ranking->suffices = values_suffice(&common, &match);
		ranking->n_others = match.n + side->run[0]->n_scores;
		rank_sides(ranking, &common, side, n);
		rank_rows(ranking, &common);
		scores_each(&match, rank_rows, ranking);
		for_each(const struct row, row, match.row, match.n) {
			rank_rows(ranking,
				  &(struct rows){ .row = &row, .n = 1 });
		}
	}
	match_free(&match);
	free(common.row);
	return ranking->n > 0 ? 0 : -EINVAL;
}
