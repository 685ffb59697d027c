/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The due times of an open loop's requests. */
#include <config.h>

#include <math.h>
#include <string.h>

#include "diskidx/base/clock.h"
#include "arrivals.h"

#define FRACTION_BITS 20
#define FRACTION (UINT64_C(1) << FRACTION_BITS)

void
arrivals_start(struct arrivals *s, const struct params *params, unsigned copy,
	       unsigned copies, uint64_t seed, uint64_t now_ns)
{
	double mean = (double)NS_PER_S * copies / params_rate(params) *
		      (double)FRACTION;
	double sum = 0;

	memset(s, 0, sizeof(*s));
	s->mean_gap = mean;
	prng_seed(&s->random, seed);
	s->gap[0] = (uint64_t)(mean + 0.5);
	s->gaps = 1;
	if (params->arrival == ARRIVAL_POISSON) {
		/* Use the middles of equally likely parts of the exponential
		 * distribution, scaled to an exact mean. */
		s->gaps = ARRIVALS_GAPS;
		for (unsigned i = 0; i < s->gaps; i++)
			sum += -log((i + 0.5) / s->gaps);
		for (unsigned i = 0; i < s->gaps; i++)
			s->gap[i] = (uint64_t)(-log((i + 0.5) / s->gaps) *
					       mean * s->gaps / sum + 0.5);
	}
	s->due_ns = now_ns + (uint64_t)(mean / (double)FRACTION * copy /
					copies);
}

uint64_t
arrivals_take(struct arrivals *s)
{
	uint64_t due_ns = s->due_ns;

	s->taken++;
	s->fraction += s->gap[s->gaps == 1 ? 0 :
			      prng_below(&s->random, ARRIVALS_GAPS)];
	s->due_ns += s->fraction >> FRACTION_BITS;
	s->fraction &= FRACTION - 1;
	return due_ns;
}

uint64_t
arrivals_count(const struct arrivals *arrivals, uint64_t until_ns)
{
	uint64_t left_ns;

	if (arrivals->due_ns >= until_ns)
		return arrivals->taken;
	/* One is due now, and one more after every gap. */
	left_ns = until_ns - arrivals->due_ns;
	return arrivals->taken + 1 +
	       (uint64_t)(((double)(left_ns - 1) * (double)FRACTION +
			   (double)arrivals->fraction) / arrivals->mean_gap);
}
