/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Percentiles of a latency that are shown, and where. To show one more,
 * add a row to src/result/latency.c; to show it in another table or format,
 * add a bit to its row. A full list has them all: -v, JSON and the pictures of
 * latencies. Where a job file may ask for one, src/jobfile/advice.c has it.
 */
#ifndef DISKIDX_PERCENTILES_H
#define DISKIDX_PERCENTILES_H

#define PERCENTILES_MOST 32	/* rows of the table, at most */
#define PERCENTILES_BOUNDED 99.99	/* up to it a full list has each */

enum {
	PERCENTILE_TABLE = 1,	/* the table of a run, pictures of sweeps */
	PERCENTILE_SWEEP = 2,	/* the table of a sweep over shapes */
	PERCENTILE_LOAD = 4,	/* latency under load: its table and picture */
	PERCENTILE_CSV = 8,
	PERCENTILE_SHELL = 16,	/* only one that CSV has as well */
	PERCENTILE_COMPARED = 32,	/* has an error by the rounds */
	PERCENTILE_EVERYWHERE = 63
};

struct percentile {
	double percent;
	const char *name;	/* "p99.9" */
	unsigned where;		/* bits */
};

/* Ascending. */
extern const struct percentile percentiles[];

/* Return the percentile behind that one (NULL: the first) that has all of these
 * bits (0: each has), or NULL behind the last. */
const struct percentile *percentile_next(const struct percentile *before,
					 unsigned where);

#endif
