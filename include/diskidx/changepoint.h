/*
 * Change points: where the level of a series of speeds changed for a while.
 * Binary segmentation on the logarithms of the speeds, so that a fall to a
 * tenth weighs the same at any speed; pure arithmetic.
 */
#ifndef DISKIDX_CHANGEPOINT_H
#define DISKIDX_CHANGEPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/sample.h"

/* Neighbouring stretches of one level. */
struct segment {
	size_t first, n;	/* stretches of the series */
	uint64_t at_ns, length_ns;
	double rate;		/* bytes a second: all its bytes by its time, but
				   for a stretch that is half of its neighbour */
};

/*
 * Cuts a series into segments, on the heap; returns how many, 0 only where
 * n is 0. No segment is shorter than 3 stretches, unless the series is.
 *
 * Every stretch counts with `least_bytes` (half a request) more than it has,
 * or with what a quarter of the mean speed would do in it if that is more:
 * nothing has no logarithm, and next to nothing too large a one, so that a few
 * stalls would hide a fall to a half. The segments' rates are as they were.
 *
 * A steady series stays whole in 99 of 100 cases and more; one whose noise
 * wanders, or that has stalls, in 95. Bursts and the stalls between them are
 * one level if the level lasts for many of them; a few slow turns come out as
 * segments, and a slow decline does so as steps.
 */
size_t changepoint_cut(const struct stretch *series, size_t n,
		       double least_bytes, struct segment **segments);

/*
 * Whether positive values in the order of time fell to a lower level and
 * stayed there: *at is the first of the low ones, untouched if not. At least
 * two values on either side, a one-sided t-test on the logarithms at the best
 * of all places, at a false alarm rate of at most 0.001 in all, and a fall of
 * at least `least` (0.2). False if a value isn't positive.
 */
bool changepoint_slowdown(const double *value, size_t n, double least,
			  size_t *at);

#endif
