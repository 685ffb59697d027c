/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The parts of a comparison, from the ground up: a file uses those above it. */
#ifndef COMPARISON_STEPS_H
#define COMPARISON_STEPS_H

#include <string.h>

#include "diskidx/comparison/comparison.h"

/* Return true if that target is one of those that the side picks. */
static inline bool
side_has_target(const struct side *side, size_t target)
{
	return side->target == COMPARISON_EVERY_TARGET ||
		side->target == target;
}

/* Return true if both results are of the same test in the same unit. */
static inline bool
fingerprint_is_same(const struct result *a, const struct result *b)
{
	return strcmp(a->test.fingerprint, b->test.fingerprint) == 0 &&
		a->test.unit == b->test.unit;
}

/* history.c: return true for the same host, which is known, and directories. */
bool history_is_same_place(const struct record *a, const struct record *b);

/* Keep the runs of side[HISTORY] that show how far runs like the two sides
 * differ, in the order of time. */
void history_select(struct comparison *comparison);

/* match.c: the targets of the runs, and the rows of a comparison. */

/* Return true if all runs of both sides have the same set of directories. */
bool targets_are_same(const struct comparison *comparison);

/* Return the number of a run's target in the comparison: the number of its
 * directory in the first run, or a number left there, or a further one. */
unsigned targets_number(const struct record *first, const struct record *run,
			unsigned target);

/* The result of a run for a row. */
struct measured {
	const struct record *run;
	const struct result *result;
};

/* The results of the runs of one side for a row. */
struct cell {
	bool has_row;			/* with or without a value */
	struct texts directories;
	struct measured *figure;	/* those with a value; owned */
	size_t n;
	size_t n_scored;		/* figures that count in a score */
	const char *na_reason;		/* the first one, or NULL */
	const struct result *other;	/* the first that is of another test
					   than figure[0], or NULL */
	unsigned any_flags, all_flags;	/* of any figure; of every figure */
};

/* A test on a target by a number of copies. */
struct row {
	const struct result *named;	/* of the first run that has it */
	unsigned target;		/* as in struct compared */
	bool blocked;			/* no score may have it */
	struct cell *cell;		/* of each side; then of the history */
};

/* The rows of some sides. */
struct match {
	const struct side *side;	/* n_sides of them; then the history */
	size_t n_sides;
	struct row *row;
	size_t n;
};

/* Find all rows, for match_free: those of the first side in its order, then
 * those that only the second side has, and so on. */
void match_rows(struct match *match);
void match_free(struct match *match);

/* Return true if all runs of all sides scored that row. */
bool match_is_scored(const struct match *match, const struct row *row);

/* fingerprint.c: return why a row cannot be compared in these cells; NULL: it
 * can. The sides are called "the old side" or by their directories. */
char *blocker_find(const struct row *row, const size_t cell[SIDES],
		   const char *const side_name[SIDES]);

/* values.c: the values and the ratio of a test, or of the rows of a score. */
struct rows {
	const struct row **row;
	size_t n;
	const char *score;	/* its name, also if of one row; NULL: none */
	const struct percentile *percentile;	/* of one row; NULL: values */
};

/* The values of a side, one per run. */
struct values {
	double *x;			/* owned */
	const struct record **run;	/* owned */
	size_t n;
};

/* Collect the values in a cell of each row, for values_free; none if the runs'
 * tests differ. Add the errors from the rounds of these runs to the spread. */
struct values values_collect(const struct rows *rows, size_t cell,
			     struct spread *spread);
void values_free(struct values *values);

/* Return true if the rows are enough for their score, in each run by the tests
 * that its suite had. */
bool values_suffice(const struct rows *rows, const struct match *match);

/* Call a function for each score of the first run, with the rows that all runs
 * scored and that are not blocked, if they are enough for it. */
typedef void score_taker(void *context, const struct rows *rows);
void scores_each(const struct match *match, score_taker *add, void *context);

/* Compare rows in three cells, up to comparison_judge. With one_run the sides
 * are two targets of one run. Their names are as for blocker_find. */
struct compared values_compare(bool one_run, const struct rows *rows,
			       const size_t cell[GROUPS],
			       const char *const name[SIDES]);

/* differences.c: fill in the differences of the sides, except the results. */
void differences_find(struct comparison *comparison);

/* conclusion.c: fill in the coverage and the conclusion. */
void conclusion_write(struct comparison *comparison);

/* comparison.c: fill in interval and verdict of a row by its difference, one of
 * that many that hold together, by Bonferroni. */
void comparison_judge(struct compared *compared, size_t at_once);

#endif
