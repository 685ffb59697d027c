/*
 * Repeats: several runs of one thing, on one host and the same directories, as
 * one value with an interval for each test and score. The interval is Student's
 * on the logarithms of the runs' values, so that it holds for further runs; it
 * is for each row by itself.
 */
#ifndef DISKIDX_REPEATS_H
#define DISKIDX_REPEATS_H

#include <stddef.h>

#include "diskidx/record.h"
#include "diskidx/statistics.h"

#define REPEATS_GOAL_PCT 2	/* half a width that is worth repeating for */

struct repeated {
	const struct result *result;	/* the first run's; NULL: a score */
	const struct score *score;	/* the first run's; NULL: a test */
	size_t n;			/* runs that have a value, 2 or more */
	double value;			/* their geometric mean */
	struct interval ci95;
	double spread_pct;		/* their standard deviation */
	size_t needed;			/* runs for an interval of the goal;
					   0: over a thousand */
};

struct repeats {
	struct repeated *row;		/* tests, then scores; owned */
	size_t n;
	size_t n_runs;
	const struct record *first, *last;	/* by their start */
};

/* Put summarised runs together; n is 0 if they aren't of one thing. */
void repeats_make(struct repeats *repeats, const struct record *runs,
		  size_t n_runs);

void repeats_free(struct repeats *repeats);

#endif
