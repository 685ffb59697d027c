/*
 * Ranking: three sides or more in the order of their scores.
 *
 * The score is the Disk Index Score over the tests that all runs of all sides
 * scored and that are the same test on all of them. Each pair of sides is
 * compared by it, as the two sides of a comparison are (comparison.h). All
 * pairs share the error of 5 % (Bonferroni): with n pairs that have an
 * interval, each interval holds with 1 - 5 % / n, so that of twenty rankings of
 * equal disks one tells any two of them apart.
 *
 * Sides that share a letter are not told apart (a compact letter display:
 * Piepho, "An algorithm for a letter-based representation of all-pairwise
 * comparisons", Journal of Computational and Graphical Statistics 13, 2004).
 * A letter stands for a largest set of sides of which no two are told apart.
 */
#ifndef DISKIDX_RANKING_H
#define DISKIDX_RANKING_H

#include "diskidx/comparison.h"

#define RANKING_MOST 26		/* sides */

struct ranked {
	const struct side *side;
	double score;
	/* Compared with the best one, which has neither. */
	bool has_interval;
	double ratio;
	struct interval ci95;
	char *letters;		/* "a b"; owned */
};

struct ranking {
	struct ranked *entry;	/* the best one first; owned */
	size_t n;
	size_t n_tests;		/* in each score */
	size_t n_pairs;		/* that have an interval */
	bool suffices;		/* so many make a Disk Index Score */
	char *left_out;		/* tests that not all sides scored, "a, b";
				   owned, NULL: none */
	char *differences;	/* of the best side and any other, by their
				   names in a comparison; likewise */
};

/*
 * Rank 3 to RANKING_MOST sides, which must outlive the ranking. Return 0, or
 * -EINVAL with the reason in *why, on the heap.
 */
int ranking_make(struct ranking *ranking, const struct side *side, size_t n,
		 char **why);

void ranking_free(struct ranking *ranking);

#endif
