/*
 * Index and score. index = 10 x value / baseline. A category's score is the
 * geometric mean of its rows' indexes; the Disk Index Score that of all rows
 * of Sequential and Random together. A row that failed, is n/a, carries an
 * invalidating flag or isn't known to the baseline is left out, and the score
 * is then partial. A score's interval comes from the scores of the complete
 * rounds.
 */
#ifndef DISKIDX_INDEX_H
#define DISKIDX_INDEX_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/baseline.h"
#include "diskidx/result.h"

#define INDEX_DISK "Disk"	/* the name of the score over the disk rows */

struct score {
	char name[24];		/* a category, or INDEX_DISK */
	unsigned target, copies;
	size_t rows;		/* that count */
	double score;		/* 0 if rows is 0 */
	bool partial;		/* rows of a suite that has any are missing */
	bool has_interval;
	struct interval ci95;
};

/* Whether rows of that category belong in the score of that name. */
bool index_covers(const char *score, const char *category);

/* Gives a summarised result its baseline, index and `scored`. */
void index_apply(struct result *result, const struct baseline *baseline);

/*
 * The scores of these results, per target and copies: each category in the
 * order of its first row, then Disk. Categories without any row that the
 * baseline knows have none. *scores is on the heap; returns how many.
 */
size_t index_scores(const struct result *results, size_t n_results,
		    struct score **scores);

#endif
