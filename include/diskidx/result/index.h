/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Index and score. index = 10 x value / baseline. A category's score is the
 * geometric mean of its rows' indexes. The Disk Index Score is the geometric
 * mean of the scores of Sequential, Random and Durable. It needs half of the
 * tests that its suite had (suite.h), and a row of each category. A row that
 * failed, is n/a, has an invalidating flag or is not in the baseline is left
 * out, and then the score is partial. A score's interval is made like a value's
 * (result.h), from the scores without one round of every row.
 */
#ifndef DISKIDX_RESULT_INDEX_H
#define DISKIDX_RESULT_INDEX_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/result/result.h"
#include "diskidx/stats/statistics.h"
#include "diskidx/test/baseline.h"
#include "diskidx/test/suite.h"

#define INDEX_DISK "Disk"	/* the name of the score over the disk rows */
#define INDEX_BASE 10		/* of a value equal to the baseline */

struct score {
	char name[24];		/* a category, or INDEX_DISK */
	unsigned target, copies;
	size_t rows;		/* in it; 0: there is no score */
	size_t counting;	/* rows that count, even if too few */
	double score;		/* 0 if rows is 0 */
	bool partial;		/* some rows of its suite are missing */
	bool unproven;		/* all its rows are */
	struct difference rounds;	/* as in struct summary */
	struct interval ci95;
};

/* Return true if rows of that category belong in the score of that name. */
bool index_covers(const char *score, const char *category);

/* Return the number of the tests that belong in the score of that name. */
size_t index_tests(const char *score, const struct roster *roster);

/* Return the remark on an incomplete score, which follows its name, with the
 * blank: " (partial)"; "" for a complete score, or none. */
const char *index_remark(const struct score *score);

/*
 * Return the score of rows from their values without that round (0: with all):
 * the geometric mean of their categories' geometric means; 0 if there is no
 * row, or a row has no value.
 */
double index_without(const struct result *const *row, size_t n, unsigned round);

/* Return true if these rows are enough for the score of that name: for
 * INDEX_DISK at least half of its tests, and one of each category. */
bool index_suffices(const char *score, const struct roster *roster,
		    const struct result *const *row, size_t n);

/* Set baseline, index and `scored` of a summarized result. */
void index_apply(struct result *result, const struct baseline *baseline);

/*
 * Compute the scores of these results, per target and copies: each category in
 * the order of its first row, then Disk. A category needs a row that is in the
 * baseline. *scores is on the heap; return their number.
 */
size_t index_scores(const struct result *results, size_t n_results,
		    const struct roster *roster, struct score **scores);

#endif
