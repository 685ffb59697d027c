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

/* Find the rows that all runs of all sides scored, as the same test. Return the
 * names of the other tests that belong to the
 * score; NULL: none. */
static const char *
find_common(const struct match *match, struct rows *common)
{
	struct texts left_out = { 0 };
	const char *text;

	common->row = xmalloc((match->n + 1) * sizeof(*common->row));
	for (size_t i = 0; i < match->n; i++) {
		const struct row *row = &match->row[i];

		bool is_common = match_is_scored(match, row);

		if (!index_covers(INDEX_DISK, row->named->test.category))
			continue;
		for (size_t s = 0; s < match->n_sides && is_common; s++)
			is_common = row->cell[s].other == NULL &&
				fingerprint_is_same(
					row->cell[s].figure[0].result,
					row->cell->figure[0].result);
		if (is_common)
			common->row[common->n++] = row;
		else
			texts_add(&left_out, row->named->test.id);
	}
	text = texts_join(&left_out, ", ");
	texts_free(&left_out);
	return text;
}

/* Score the sides, compare each with the best one, and list their other
 * differences. */
static void
rank_sides(struct ranking *ranking, const struct rows *common,
	   const struct side *side, size_t n)
{
	struct ranked *entry = xmalloc(n * sizeof(*entry));
	size_t cell[GROUPS] = { 0, 0, n };
	struct comparison all = { 0 };

	/* Put them in order; equal sides keep theirs. */
	for (size_t i = 0; i < n; i++) {
		struct ranked one = { .side = &side[i], .to_best.ratio = 1 };
		struct spread spread = { 0 };
		struct values values;
		size_t at = i;

		values = values_collect(common, i, &spread);
		one.score = statistics_geometric_mean(values.x, values.n);
		values_free(&values);
		for (; at > 0 && one.score > entry[at - 1].score; at--)
			entry[at] = entry[at - 1];
		entry[at] = one;
	}
	ranking->entry = entry;
	ranking->n = n;
	/* They share the error with all other pairs, as any side might be the
	 * best. */
	all.side[OLD] = *entry[0].side;
	cell[OLD] = (size_t)(entry[0].side - side);
	for (size_t i = 1; i < n; i++) {
		struct compared *pair = &entry[i].to_best;

		cell[NEW] = (size_t)(entry[i].side - side);
		*pair = values_compare(false, common, cell, NULL);
		if (pair->difference.freedom > 0) {
			ranking->n_pairs = n * (n - 1) / 2;
			comparison_judge(pair, ranking->n_pairs);
		}
		all.side[NEW] = *entry[i].side;
		differences_find(&all);
	}
	ranking->differences = texts_join(&all.differing, ", ");
	comparison_free(&all);
}

int
ranking_make(struct ranking *ranking, const struct side *side, size_t n,
	     const char **why)
{
	struct side *all;
	struct match match = { .n_sides = n };
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
	all = xmalloc((n + 1) * sizeof(*all));	/* without a history */
	memcpy(all, side, n * sizeof(*side));
	match.side = all;
	match_rows(&match);
	ranking->left_out = find_common(&match, &common);
	ranking->n_tests = common.n;
	if (ranking->n_tests > 0) {
		ranking->suffices = values_suffice(&common, &match);
		rank_sides(ranking, &common, side, n);
	} else {
		*why = "there is no test of the Disk Index Score that all "
			"records scored; compare two of them";
	}
	match_free(&match);
	free(common.row);
	free(all);
	return ranking->n > 0 ? 0 : -EINVAL;
}
