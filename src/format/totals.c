/* Totals: see totals.h. */
#include <config.h>

#include "diskidx/clock.h"
#include "totals.h"

double
totals_rate(const struct totals *totals, uint64_t amount)
{
	if (totals->elapsed_ns == 0)
		return 0;
	return (double)amount / clock_seconds(totals->elapsed_ns);
}

double
totals_offered_iops(const struct totals *totals)
{
	struct totals requests = *totals;

	requests.elapsed_ns -= requests.flush_ns;
	return totals_rate(&requests, requests.offered_ios);
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

	return depths == 0 ? 0 : 100 * (double)totals->depth_seen[depth] /
		(double)depths;
}
