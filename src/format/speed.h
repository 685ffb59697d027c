/*
 * Speed: a result's speed over time, from the series of its samples. An
 * interval without any work counts as zero.
 */
#ifndef DISKIDX_SPEED_H
#define DISKIDX_SPEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/clock.h"
#include "diskidx/result.h"

struct speed {
	size_t intervals, empty;
	/* Bytes per second; mean and deviation weigh intervals by length. */
	double min, max, mean, stddev;
	uint64_t stall_ns;	/* the longest run of empty ones; 0: none */
	uint64_t stall_at_ns;	/* where it began, in this round */
	unsigned stall_round;
};

/* Summarise a result's speed. Return false if it has no series. */
bool speed_of(struct speed *speed, const struct result *result);

#endif
