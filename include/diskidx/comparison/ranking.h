/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Ranking: three sides or more in the order of their scores.
 *
 * The score is the Disk Index Score over the tests that all runs of all sides
 * scored and that are the same test on all of them. Each side is compared with
 * the best side by this score, as the two sides of a comparison (comparison.h).
 * Any side may come out best, so all pairs of sides share the error of 5 %
 * (Bonferroni): with n pairs each interval holds with 1 - 5 % / n. In one of
 * twenty rankings of equal disks some disk differs from the best by chance. All
 * tests, and the scores of categories over common tests, share another 5 %.
 */
#ifndef DISKIDX_COMPARISON_RANKING_H
#define DISKIDX_COMPARISON_RANKING_H

#include "diskidx/comparison/comparison.h"

struct ranked {
	const struct side *side;
	double score;
	size_t cell;		/* its number among the sides that were given */
};

struct ranking {
	struct ranked *entry;	/* the best one first; owned */
	size_t n;
	/* Each entry's row of the score, then those of each category and test:
	 * compared with the best entry's, whose own have no interval. */
	struct compared *row;	/* owned */
	size_t n_rows;		/* n times the number of scores and tests */
	size_t n_others;	/* most rows of an entry after the first */
	size_t n_pairs;		/* that share the error; 0: no intervals */
	bool suffices;		/* these tests make a Disk Index Score */
	const char *left_out;	/* tests that not all sides scored, "a, b";
				   NULL: none */
	const char *differences;	/* of the best side and any other, by
					   their names in a comparison */
};

/* Rank 3 sides or more, which must outlive the ranking, as an empty one after
 * them must, too. Return 0, or -EINVAL with the reason in *why. */
int ranking_make(struct ranking *ranking, const struct side *side, size_t n,
		 const char **why);

#endif
