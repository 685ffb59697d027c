/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Trend: how the rounds of a target went, all rows together, since rows that
 * move alike confirm each other. File Copy, open loops and what fell
 * within its samples don't count, nor do rows that lack more than one round.
 *
 * A row fell at a round if it and all later ones are at least a fifth slower
 * than each before. If k of n rounds are the low ones, chance orders them like
 * that in one of n! / (k! (n - k)!) cases. The rows fell if that many of them
 * do so at the same round by chance in at most 5 % of runs. They fell for good
 * if at least two rounds stand on either side; if chance orders even a single
 * row so in at most 5 %, as all may follow one disk that alternates; and if
 * that holds with the rows alone whose step is wider than the range of each
 * side, as a speed that wanders has such halves, but no such step.
 *
 * Where none fell, they may drift: the slope of the rounds' effects, each the
 * median of the rows, is significant at 1 % and makes at least 5 % from the
 * first of 5 or more rounds to the last.
 */
#ifndef DISKIDX_TREND_H
#define DISKIDX_TREND_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/result.h"

struct trend {
	size_t rows;		/* that count */
	size_t fell;		/* of them; 0: none fell */
	unsigned round;		/* at this one, */
	size_t before, after;	/* between these numbers of rounds, */
	double factor;		/* to this part of their speed, */
	bool for_good;
	bool drifts;
};

/* Return the trend of the rows of that target, summarised before. */
struct trend trend_of(const struct result *results, size_t n_results,
			unsigned target);

#endif
