/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Capacity: the highest rate of an open loop at which a promise is kept, from
 * the rows of a search. Rows without a rate show the most that the disk serves;
 * of those with one, some suit for certain, and some do not (fitness.h). The
 * capacity is between the highest that suits, with none below it that does not,
 * and the lowest that does not, with none above it that suits.
 *
 * Rates are powers of CAPACITY_STEP. The likely edge is the one that the shares
 * of requests over the limit contradict least, with the evidence of all rates;
 * where none was measured, the middle. The rates on both sides of it are
 * measured in turn until they are certain; then the capacity is known within
 * two steps.
 */
#ifndef DISKIDX_RESULT_CAPACITY_H
#define DISKIDX_RESULT_CAPACITY_H

#include "diskidx/result/fitness.h"

#define CAPACITY_STEP 1.046
#define CAPACITY_WITHIN 1.10
#define CAPACITY_LEAST 0.1	/* of the most: the lowest rate */

enum capacity_kind {
	CAPACITY_OPEN,		/* not known: `edge` is all that is */
	CAPACITY_KNOWN,
	CAPACITY_NONE,		/* not even the lowest rate suits */
	CAPACITY_ALL		/* the highest rate below the most suits */
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
	uint32_t next_iops;	/* the next rate to measure, maybe again */
	unsigned flags;		/* that make any row invalid, and throttled: the
				   disk fell */
};

/* Return true for a row that is measured for a promise: not one of its
 * loads. */
bool capacity_is_row(const struct result *row);

/* Find the capacity of a run's n rows. */
struct capacity capacity_find(const struct expectation *promise,
			      const struct result *row, size_t n);

/* Return whether a row keeps the promise, by the edge. */
enum fit capacity_fit(const struct capacity *capacity,
		      const struct result *row);

/* Return it as a sentence after the name of the test; a text of say.h. */
char *capacity_text(const struct capacity *capacity);

#endif
