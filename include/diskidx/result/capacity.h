/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Capacity: the highest rate of an open loop at which a promise is kept, from
 * the rows of a search. Rows without a rate show the most that the disk serves.
 * In those with one, the share of requests over the limit grows with the rate,
 * along one of a few curves; the capacity is at the edge, where it is what the
 * promise allows. By Bayes' rule the rows say how likely each edge is with each
 * curve. Requests over the limit come in clusters, and the rounds show how
 * large these are: without that, a few stalls would look like many.
 *
 * The next rate cuts the likely edges in halves, and then is one that is over
 * the limit so much more or less often that both the place and the slope of the
 * curve show.
 */
#ifndef DISKIDX_RESULT_CAPACITY_H
#define DISKIDX_RESULT_CAPACITY_H

#include "diskidx/result/fitness.h"

enum capacity_kind {
	CAPACITY_OPEN,		/* not known: `edge` is all that is */
	CAPACITY_KNOWN,
	CAPACITY_NONE,		/* not even a tenth of the most keeps it */
	CAPACITY_ALL		/* all but the most does, at least */
};

struct capacity {
	struct expectation e;
	enum capacity_kind kind;
	const struct result *most;	/* without a rate; NULL: none */
	const struct result *least;	/* of the lowest rate, or NULL */
	double most_iops;
	struct interval edge;	/* rates: of this run */
	double value_iops;	/* 0: not known */
	struct difference error;	/* of its logarithm */
	struct interval ci95;	/* wider than the edge by what runs differ */
	uint32_t next_iops;	/* to measure next, maybe again; 0: it is known
				   well enough */
	unsigned flags;		/* that make any row invalid, and those of a
				   most that fell: throttled, stalled */
};

/* Find the capacity of a run's n rows. */
struct capacity capacity_find(const struct expectation *promise,
			      const struct result *row, size_t n);

/* Return whether a row keeps the promise: by the edge, if its own samples do
 * not contradict that. */
enum fit capacity_fit(const struct capacity *capacity,
		      const struct result *row);

/* Return it as a sentence after the name of the test; a text of say.h. */
char *capacity_text(const struct capacity *capacity);

#endif
