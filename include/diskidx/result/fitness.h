/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Fitness: a row judged by what is expected of it. A percentile is judged by
 * the share of the requests that take as long as the limit or longer: "p99 <
 * 10ms" allows 1 %. The interval of the share, of a mean or of a rate comes
 * from the rounds, as stalls come in clusters; the row suits if all of the
 * interval does, and does not if none of it does. A cache can only make a
 * disk look better, so what does not suit needs no proof. Of the proven jobs of
 * a profile that show the same rate without a limit, one is the fastest if it
 * is faster than each other for certain; else those are undecided than which
 * none is faster.
 */
#ifndef DISKIDX_RESULT_FITNESS_H
#define DISKIDX_RESULT_FITNESS_H

#include <stdbool.h>
#include <stdint.h>

#include "diskidx/result/result.h"
#include "diskidx/test/expectation.h"

/* From the weightiest to the least. */
enum fit { FIT_NOT, FIT_UNDECIDED, FIT_SUITS, FIT_FASTEST, FIT_NO_LIMIT };

/* "does not suit", "undecided", "suits", "fastest" and "no limit". */
extern const char *const fit_name[];

/* Rounds of a row summed up. */
struct tally {
	uint64_t requests, over;	/* all, and those over the limit of a
					   percentile */
	unsigned rounds, rounds_over;	/* likewise of rounds */
	uint64_t latency_ns, longest_ns, elapsed_ns, moved;
};

struct fitness {
	struct expectation e;
	const struct result *row;
	enum fit fit;
	bool counts;		/* has a limit, and is asked of a row beside a
				   load, which this is, or neither */
	const char *why;	/* of undecided; NULL: the interval holds the
				   limit */
	double longer;		/* then, samples that much longer should show
				   it; 0: no length would */
	double figure;		/* of the statistic, in the expectation's unit;
				   NAN: not known */
	double value, allowed;	/* the share, or the figure, and its limit, of
				   all processors */
	struct interval ci95;	/* of the value */
	struct tally all;	/* that count */
};

/* Judge a row, which is one of a record's, of a machine with so many
 * processors. One beside a load is proven by the row of the same test alone,
 * since then nobody can tell whose work the disk did. */
struct fitness fitness_judge(const struct expectation *expectation,
			     const struct result *row,
			     const struct result *rows, size_t n,
			     uint64_t cpus);

#endif
