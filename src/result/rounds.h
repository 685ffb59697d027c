/*
 * Rounds: the values of a target's rows in the rounds that each of them has, of
 * the rows that tell how the disk went. File Copy, open loops and what fell
 * within its samples don't, nor do rows that lack more than one round.
 */
#ifndef DISKIDX_RESULT_ROUNDS_H
#define DISKIDX_RESULT_ROUNDS_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/result.h"

struct rounds {
	const struct result **row;
	size_t n_rows, n;
	unsigned *number;	/* of the i-th round */
	double *value;		/* of row r in it: [r * room + i] */
	size_t room;
};

/* Return true for a row of that target that tells how the disk went. */
bool rounds_count(const struct result *result, unsigned target);

/* Collect the rounds of a target, for rounds_free. */
void rounds_collect(struct rounds *rounds, const struct result *results,
		    size_t n_results, unsigned target);

void rounds_free(struct rounds *rounds);

#endif
