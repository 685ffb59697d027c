/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Sweep: a table of results that differ only in the swept numbers: block, mix
 * and depth (SWEEP_SHAPE), or the rate of an open loop, for the latency under
 * load (SWEEP_RATE). Rows are sorted by these numbers, in the order of enum
 * swept. With LAYOUT_ACCESS a single row is a sweep as well.
 */
#ifndef REPORT_SWEEP_H
#define REPORT_SWEEP_H

#include "diskidx/report/view.h"

enum sweep_kind { SWEEP_SHAPE, SWEEP_RATE, SWEEP_KINDS };

struct sweep {
	enum sweep_kind kind;
	const struct result *first;	/* of its rows in the section */
	char *title;			/* of the test */
	const struct result **row;	/* on the heap */
	size_t n;
};

/* Find the section's next sweep, kind by kind; all of the struct is 0 at first.
 * Frees the one before; returns false when there are no more. */
bool sweep_next(struct sweep *sweep, const struct section *section);

/* Return true if a sweep of the section has the result. */
bool sweep_has(const struct section *section, const struct result *result);

/* Return such a number of a test, and how many values it has in a sweep. */
uint64_t sweep_number(const struct params *params, enum swept which);
size_t sweep_values(const struct sweep *sweep, enum swept which);

/* Return the value of a row in IOPS or MiB/s. */
double sweep_rate(const struct result *result, enum unit unit);

/* Return the row with the largest value that is the disk's; NULL: none, or
 * there is but one row. */
const struct result *sweep_best(const struct sweep *sweep);

/* Return a sentence on the rates that the disk sustained, or on the depth
 * from which on more brings little; in brief "8", ">=64" if that was the
 * deepest, "undecided", or "undecided, >=4". NULL: neither was swept. */
char *sweep_verdict(const struct sweep *sweep, bool brief);

#endif
