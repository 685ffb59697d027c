/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Falls of a speed: see fall.h. */
#include <config.h>

#include <math.h>

#include "diskidx/stats/fall.h"
#include "diskidx/stats/statistics.h"

#define WRONG_SIDE 0.10		/* of the other blocks may be there */

/* Return how many blocks are on the wrong side of the middle. */
static size_t
count_wrong(const double *speed, size_t from, size_t at, size_t to,
	    double middle)
{
	size_t wrong = 0;

	for (size_t i = from; i < at; i++)
		wrong += speed[i] < middle;
	for (size_t i = at + 1; i < to; i++)
		wrong += speed[i] > middle;
	return wrong;
}

static bool
is_few(size_t wrong, size_t blocks)
{
	return (double)wrong <= WRONG_SIDE * (double)(blocks - 1);
}

/* Return how clearly the speed fell at that block of a sample, whose blocks are
 * `from` to `to` of all n; 0 if it did not. */
static double
judge(struct fall *fall, const double *speed, size_t n, size_t from, size_t to)
{
	size_t at = fall->at, behind = n - at - 1, wrong;
	double middle;

	fall->before = statistics_median(speed, at);
	fall->after = statistics_median(speed + at + 1, behind);
	if (!(fall->after > 0) ||
	    fall->after > (1 - FALL_LEAST) * fall->before)
		return 0;
	middle = sqrt(fall->before * fall->after);
	wrong = count_wrong(speed, 0, at, n, middle);
	if (!is_few(wrong, n) ||
	    !is_few(count_wrong(speed, from, at, to, middle), to - from))
		return 0;
	return log(fall->before / fall->after) / (double)(1 + wrong) *
		sqrt((double)at * (double)behind);
}

struct fall
fall_find(const double *speed, const size_t *blocks, size_t n_samples)
{
	struct fall here = { .found = true }, best = { .found = false };
	double weight, most = 0, moved, high;
	size_t n = 0, from = 0, to;

	for (size_t i = 0; i < n_samples; i++)
		n += blocks[i];
	for (size_t i = 0; i < n_samples; i++) {
		to = from + blocks[i];
		for (size_t at = from + 1; at + 1 < to; at++) {
			if (at < FALL_SIDE || at + FALL_SIDE >= n)
				continue;
			here.places++;
			here.sample = i;
			here.at = at;
			weight = judge(&here, speed, n, from, to);
			if (weight <= most)
				continue;
			most = weight;
			best = here;
			/* Its block and the neighbors moved as much as both
			 * levels would that meet there. */
			moved = speed[at - 1] + speed[at] + speed[at + 1];
			high = (moved - 3 * here.after) /
				(here.before - here.after);
			best.moment = (double)(at - 1 - from) +
				fmin(fmax(high, 0), 3);
		}
		from = to;
	}
	best.places = here.places;
	return best;
}
