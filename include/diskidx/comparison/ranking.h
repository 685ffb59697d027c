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
 * twenty rankings of equal disks some disk differs from the best by chance.
 */
#ifndef DISKIDX_COMPARISON_RANKING_H
#define DISKIDX_COMPARISON_RANKING_H

#include "diskidx/comparison/comparison.h"

struct ranked {
	const struct side *side;
	double score;
	struct compared to_best;	/* the best one has no interval */
};

struct ranking {
	struct ranked *entry;	/* the best one first; owned */
	size_t n;
	size_t n_tests;		/* in each score */
	size_t n_pairs;		/* that share the error; 0: no intervals */
	bool suffices;		/* these tests make a Disk Index Score */
	const char *left_out;	/* tests that not all sides scored, "a, b";
				   NULL: none */
	const char *differences;	/* of the best side and any other, by
					   their names in a comparison */
};

/* Rank 3 sides or more, which must outlive the ranking. Return 0, or -EINVAL
 * with the reason in *why. */
int ranking_make(struct ranking *ranking, const struct side *side, size_t n,
		 const char **why);

#endif
