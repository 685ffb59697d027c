/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Sweep: a table of results that differ only in the swept numbers: block, mix
 * and depth (SWEEP_SHAPE), or the rate of an open loop, for the latency under
 * load (SWEEP_RATE). Rows are sorted by these numbers. With LAYOUT_ACCESS a
 * single row is a sweep as well.
 */
#ifndef DISKIDX_SWEEP_H
#define DISKIDX_SWEEP_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/view.h"

enum sweep_kind { SWEEP_SHAPE, SWEEP_RATE, SWEEP_KINDS };

/* The numbers, in the order by which rows are sorted. */
enum swept { SWEPT_BLOCK, SWEPT_MIX, SWEPT_DEPTH, SWEPT_RATE, SWEPT };

struct sweep {
	enum sweep_kind kind;
	size_t at;			/* the next result to look at */
	char *title;			/* of the test; on the heap */
	const struct result **row;	/* on the heap */
	size_t n;
};

/*
 * Find the section's next sweep, kind by kind; all of the struct is 0 at
 * first. Frees the one before; returns false when there are no more.
 */
bool sweep_next(struct sweep *sweep, const struct section *section);

/*
 * Return the length of an id without its options, which follow a colon before
 * "b=", "q=", "rate=" or the like. Other colons belong to the test's name.
 */
size_t sweep_base_length(const char *id);

/* Return the share of reads in per cent for any action. */
unsigned sweep_read_share(const struct params *params);

/* Return such a number of a test, and true if it varies in a sweep. */
uint64_t sweep_number(const struct params *params, enum swept which);
bool sweep_varies(const struct sweep *sweep, enum swept which);

/* Return true if the disk did nearly all requests that were due. */
bool sweep_sustained(const struct result *result);

/* Return a sentence on the rates that the disk sustained, or on the depth
 * from which on more brings little, on the heap; NULL: neither was swept. */
char *sweep_verdict(const struct sweep *sweep);

#endif
