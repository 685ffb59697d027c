/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Arrivals: the due times of an open loop's requests, evenly spaced or with the
 * exponential gaps of a Poisson process, drawn from a table made beforehand. */
#ifndef WORKLOAD_ARRIVALS_H
#define WORKLOAD_ARRIVALS_H

#include <stdint.h>

#include "diskidx/base/prng.h"
#include "diskidx/test/params.h"

#define ARRIVALS_GAPS 1024

struct arrivals {
	uint64_t due_ns;		/* of the next request */
	uint64_t taken;			/* requests before it */
	uint64_t fraction;		/* of a nanosecond, in 2^-20 */
	uint64_t gap[ARRIVALS_GAPS];	/* in 2^-20 ns */
	unsigned gaps;			/* 1: evenly */
	double mean_gap;
	struct prng random;
};

/* Start one copy's share of the rate at `now_ns`; the copies issue in turn. */
void arrivals_start(struct arrivals *arrivals, const struct params *params,
		    unsigned copy, unsigned copies, uint64_t seed,
		    uint64_t now_ns);

/* Return the due time of the next request, and move on to the one after. */
uint64_t arrivals_take(struct arrivals *arrivals);

/* Count the requests due from the start to that time, taken or not. Requests of
 * a Poisson process that are not taken yet count by the mean of their gaps. */
uint64_t arrivals_count(const struct arrivals *arrivals, uint64_t until_ns);

#endif
