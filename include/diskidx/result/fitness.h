/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Fitness: a row judged by its expectation. A percentile is judged by the share
 * of the requests that last at least as long as the limit: "p99 < 10ms" allows
 * 1 %. The interval of the share, of a mean or of a rate comes from the rounds,
 * because stalls come in clusters. The row suits if all of the interval does,
 * and does not suit if none of it does. A cache can only make a disk look
 * better, so a row that does not suit needs no proof. Among a profile's jobs
 * that show the same rate without a limit, the fastest are the proven ones that
 * no other job clearly exceeds.
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

/* Sums over the rounds of a row. */
struct tally {
	uint64_t requests, over;	/* all, and those over the limit */
	unsigned rounds, rounds_over;	/* all, and with such requests */
	uint64_t latency_ns, longest_ns, elapsed_ns, moved;
};

struct fitness {
	struct expectation e;
	const char *rest;	/* of the row's list of expectations */
	const struct result *row;
	enum fit fit;
	bool counts;		/* it has a limit, and the row is under load if,
				   and only if, the expectation is */
	const char *why;	/* of undecided; NULL: the interval contains the
				   limit */
	double longer;		/* then, samples that much longer should decide;
				   0: no length would */
	double figure;		/* of the statistic, in the expectation's unit;
				   NAN: unknown */
	double value, allowed;	/* the share, or the figure for all CPUs, and
				   its limit */
	struct interval ci95;	/* of the value */
	struct tally all;	/* that count */
};

/* Judge a row of a record, from a machine with that many CPUs. A row under load
 * is proven by the row of the same test without load, because under load the
 * disk's work belongs to both. */
struct fitness fitness_judge(const struct expectation *expectation,
			     const struct result *row,
			     const struct result *rows, size_t n,
			     uint64_t cpus);

/* Return the latencies in a sample that an expectation is of (NULL: none). Add
 * to `over` how many last at least as long as the limit of a percentile. */
const struct histogram_packed *fitness_histogram(const struct expectation *e,
						 const struct sample *sample,
						 uint64_t *over);

#endif
