/*
 * Sweep: results of a section that are one test but for what was swept, as a
 * table: its block, mix and depth, or the rate of an open loop (the latency
 * under load). Rows are sorted by these numbers, not by their order.
 *
 * SWEEP_ACCESS has what IOMeter shows, of suites of that layout only, and in
 * the place of SWEEP_SHAPE: a table a pattern over its depths, of one row or
 * more; or, of a suite that sweeps over none, one table of all its tests, in
 * their order.
 */
#ifndef DISKIDX_SWEEP_H
#define DISKIDX_SWEEP_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/units.h"
#include "view.h"

enum sweep_kind { SWEEP_SHAPE, SWEEP_RATE, SWEEP_ACCESS, SWEEP_KINDS };

#define SWEEP_COLUMNS 8		/* at most */

struct sweep {
	enum sweep_kind kind;
	size_t at;			/* of the results looked at */
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
 * How long an id is without its options: up to the colon that a "b=", "q=",
 * "rate=" or the like follows. Others belong to the test's own name.
 */
size_t sweep_base_length(const char *id);

/* The share of reads in per cent, whatever the action. */
unsigned sweep_read_share(const struct params *params);

/* What begins the heading, before the title: "Sweep of ", or nothing. */
const char *sweep_lead(enum sweep_kind kind);

/* How many columns, their names, and how wide they are in text. */
unsigned sweep_columns(enum sweep_kind kind);
const char *sweep_column(enum sweep_kind kind, unsigned column, bool si);
int sweep_width(enum sweep_kind kind, unsigned column);

/* What stands in a row. */
void sweep_cells(char cell[SWEEP_COLUMNS][UNITS_TEXT], enum sweep_kind kind,
		 const struct result *result, bool si);

/* SWEEP_RATE: a sentence that says up to which rate the disk kept up. */
char *sweep_verdict(const struct sweep *sweep);

#endif
