/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Counters: their sums, and differences over an interval of time. */
#include <config.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/counters.h"

void
counters_sum(void *sum, const void *before, const void *after,
	     size_t size)
{
	const uint64_t *from = before, *to = after;
	uint64_t *into = sum;

	/* A replaced device's counter goes back, and 32 bits wrap. */
	for (size_t i = 0; i < size / sizeof(*into); i++)
		into[i] += amount_left(to[i], from != NULL ? from[i] : 0);
}

uint64_t
totals_ios(const struct totals *totals)
{
	return totals->ios[OP_READ] + totals->ios[OP_WRITE];
}

double
totals_rate(const struct totals *totals, uint64_t amount)
{
	if (totals->elapsed_ns == 0)
		return 0;
	return (double)amount / clock_seconds(totals->elapsed_ns);
}

uint64_t
totals_depths(const struct totals *totals)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < SAMPLE_DEPTHS; i++)
		sum += totals->depth_seen[i];
	return sum;
}

double
totals_depth_pct(const struct totals *totals, unsigned depth)
{
	uint64_t depths = totals_depths(totals);

	if (depths == 0)
		return 0;
	return 100 * (double)totals->depth_seen[depth] / (double)depths;
}
