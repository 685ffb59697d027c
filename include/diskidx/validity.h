/*
 * Validity: whether a figure can be believed. Each flag is judged from the
 * samples' own evidence; an invalidating one takes the row out of the score.
 *
 * cached   a disk test was served from memory: the worker's own account of
 *          reads from storage (or, without one, the device's) is under 90 %
 *          of what the test read, or over 10 % of the file stayed resident
 *          after the drop.
 * memory   the file system lives in memory (disk rows only).
 * short    a sample has under 10 requests, or lasted under half of the time
 *          asked for (one that ended at its byte bound: under 50 ms).
 * noisy    the spread over the rounds is over 10 %. Informs only.
 */
#ifndef DISKIDX_VALIDITY_H
#define DISKIDX_VALIDITY_H

#include <stdbool.h>

#include "diskidx/result.h"

struct validity {
	const char *name;
	char mark;		/* one letter beside the figure */
	bool invalidates;
	const char *sentence;	/* what it means, and the remedy */
};

/* The table's entry of a flag. */
const struct validity *validity_of(enum flag flag);

/* The flags that a summarised result earns, as bits 1u << enum flag. */
unsigned validity_judge(const struct result *result);

/* Whether any of the flags takes the row out of the score. */
bool validity_invalidates(unsigned flags);

#endif
