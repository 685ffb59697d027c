/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Fall: the place where a speed becomes lower, in samples that are cut into
 * blocks of equal length, end to end; pure arithmetic.
 *
 * `before` and `after` are the medians of the blocks before a block and after
 * it. The block itself counts on neither side, because the speed may have
 * fallen within it. It and both neighbors are in one sample, and each side has
 * at least three blocks. The speed fell if `after` is at least a fifth below
 * `before`, and if at most a tenth of the other blocks are on the wrong side of
 * the geometric mean of both, in all and within that sample: noise that
 * wanders, stalls and alternating speeds put more there. Among several such
 * places, choose the largest log(before / after), times the root of the product
 * of the blocks on each side, over 1 and the blocks on the wrong side.
 */
#ifndef DISKIDX_STATS_FALL_H
#define DISKIDX_STATS_FALL_H

#include <stdbool.h>
#include <stddef.h>

#define FALL_LEAST 0.20		/* of the speed before it */
#define FALL_SIDE 3		/* least blocks on each side */

struct fall {
	size_t places;		/* that were tried; 0: too few blocks */
	bool found;
	size_t sample;		/* where it fell, */
	size_t at;		/* at this block of all, */
	double moment;		/* that many blocks after the sample's start, */
	double before, after;	/* from and to these medians */
};

/* Find where the speed fell, in samples with that many blocks each. */
struct fall fall_find(const double *speed, const size_t *blocks,
		      size_t n_samples);

#endif
