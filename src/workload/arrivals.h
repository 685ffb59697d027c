/*
 * Schedule: when an open loop's requests are due. Evenly spaced, or with the
 * exponential gaps of a Poisson process, drawn from a table made beforehand.
 */
#ifndef DISKIDX_WORKLOAD_SCHEDULE_H
#define DISKIDX_WORKLOAD_SCHEDULE_H

#include <stdint.h>

#include "diskidx/params.h"
#include "diskidx/random.h"

#define SCHEDULE_GAPS 1024

struct schedule {
	uint64_t due_ns;		/* when the next request is due */
	uint64_t taken;			/* how many were due before it */
	uint64_t fraction;		/* of a nanosecond, in 2^-20 */
	uint64_t gap[SCHEDULE_GAPS];	/* in 2^-20 ns */
	unsigned gaps;			/* 1: evenly */
	double mean_gap;
	struct random random;
};

/*
 * One copy's share of the rate: `copies` of them issue in turn. Starts at
 * `now_ns`.
 */
void schedule_start(struct schedule *schedule, const struct params *params,
		    unsigned copy, unsigned copies, uint64_t seed,
		    uint64_t now_ns);

/* The next request's time; moves on to the one after. */
uint64_t schedule_take(struct schedule *schedule);

/*
 * How many are due before that time, from the start, taken or not; of a
 * Poisson schedule those not taken yet by the mean of their gaps.
 */
uint64_t schedule_count(const struct schedule *schedule, uint64_t until_ns);

#endif
