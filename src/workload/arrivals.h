/*
 * Schedule: when an open loop's requests are due. Evenly spaced, or with the
 * exponential gaps of a Poisson process, drawn from a table made beforehand.
 */
#ifndef WORKLOAD_ARRIVALS_H
#define WORKLOAD_ARRIVALS_H

#include <stdint.h>

#include "diskidx/params.h"
#include "diskidx/random.h"

#define ARRIVALS_GAPS 1024

struct arrivals {
	uint64_t due_ns;		/* when the next request is due */
	uint64_t taken;			/* how many were due before it */
	uint64_t fraction;		/* of a nanosecond, in 2^-20 */
	uint64_t gap[ARRIVALS_GAPS];	/* in 2^-20 ns */
	unsigned gaps;			/* 1: evenly */
	double mean_gap;
	struct random random;
};

/*
 * One copy's share of the rate: `copies` of them issue in turn. Starts at
 * `now_ns`.
 */
void arrivals_start(struct arrivals *arrivals, const struct params *params,
		    unsigned copy, unsigned copies, uint64_t seed,
		    uint64_t now_ns);

/* The next request's time; moves on to the one after. */
uint64_t arrivals_take(struct arrivals *arrivals);

/*
 * How many are due before that time, from the start, taken or not; of a
 * Poisson schedule those not taken yet by the mean of their gaps.
 */
uint64_t arrivals_count(const struct arrivals *arrivals, uint64_t until_ns);

#endif
