/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * A fall: the place from which on a speed is lower, in samples that are cut
 * into blocks of equal length, end to end; pure arithmetic.
 *
 * Before and after are the medians of the blocks in front of one and behind
 * it, which itself counts on neither side, as the speed may have fallen within
 * it. It and both neighbours are of one sample, and at least three blocks lie
 * on either side. The speed fell if `after` is at least a fifth below `before`,
 * and if at most a tenth of the other blocks lies on the wrong side of the
 * geometric mean of both, in all and within that sample: noise that wanders,
 * stalls and two speeds in turn put more there. Of several such places that one
 * is shown at which log(before / after), times the root of the product of the
 * blocks on either side, over 1 and the blocks on the wrong side, is largest.
 */
#ifndef DISKIDX_STATS_FALL_H
#define DISKIDX_STATS_FALL_H

#include <stdbool.h>
#include <stddef.h>

#define FALL_LEAST 0.20		/* of the speed before it */
#define FALL_SIDE 3		/* blocks on either side, at least */

struct fall {
	size_t places;		/* that could be tried; 0: too few blocks */
	bool found;
	size_t sample;		/* in which it fell, */
	size_t at;		/* at this block of all, */
	double moment;		/* so many blocks behind the sample's start, */
	double before, after;	/* from and to these medians */
};

/* Find where the speed fell: of samples with so many blocks each. */
struct fall fall_find(const double *speed, const size_t *blocks,
		      size_t n_samples);

#endif
