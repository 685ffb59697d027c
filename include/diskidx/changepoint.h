/*
 * Change points: the places where the level of a series of speeds changed.
 * Binary segmentation on the logarithms of the speeds, so that a fall to a
 * tenth weighs the same at any speed; pure arithmetic.
 */
#ifndef DISKIDX_CHANGEPOINT_H
#define DISKIDX_CHANGEPOINT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/sample.h"

/* Neighbouring intervals of one level. */
struct segment {
	size_t first, n;	/* intervals of the series */
	uint64_t at_ns, length_ns;
	double rate;		/* bytes a second; without an interval at an end
				   that partly belongs to a neighbour */
};

/*
 * Cut a series into segments, on the heap; return their number, 0 only if n is
 * 0. No segment is shorter than 3 intervals, unless the series is.
 *
 * Every interval counts with `min_bytes` (half a request) more than it has, or
 * with the bytes of a quarter of the mean speed if those are more: 0 has no
 * logarithm, and a value near 0 too large a one, so that a few stalls would
 * hide a fall to a half. The segments' rates are as they were.
 *
 * A steady series stays whole in 99 of 100 cases and more; one whose noise
 * wanders, or that has stalls, in 95. Bursts and the stalls between them are
 * one level if the level lasts for many of them; a few slow turns come out as
 * segments, and a slow decline does so as steps.
 */
size_t changepoint_cut(const struct series_interval *series, size_t n,
		       double min_bytes, struct segment **segments);

#endif
