/* Totals: see totals.h. */
#include <config.h>

#include <string.h>

#include "diskidx/clock.h"
#include "diskidx/operation.h"
#include "totals.h"

static void
add_directions(struct totals *totals, const struct sample *sample)
{
	for (unsigned op = 0; op < OP_COUNT; op++) {
		totals->ios[op] += sample->ios[op];
		totals->moved[op] += sample->moved[op];
	}
}

static void
add_depths(struct totals *totals, const struct sample *sample)
{
	for (unsigned i = 0; i < SAMPLE_DEPTHS; i++) {
		totals->depth_seen[i] += sample->depth_seen[i];
		totals->depths += sample->depth_seen[i];
	}
}

void
totals_of(struct totals *totals, const struct result *result)
{
	const struct sample *sample;
	size_t i;

	memset(totals, 0, sizeof(*totals));
	for (i = 0; i < result->n_samples; i++) {
		sample = &result->sample[i];
		totals->elapsed_ns += sample->elapsed_ns;
		totals->user_ns += sample->user_ns;
		totals->system_ns += sample->system_ns;
		totals->switches += sample->switches;
		totals->faults += sample->faults;
		totals->minor_faults += sample->minor_faults;
		totals->submits += sample->submits;
		totals->reaps += sample->reaps;
		totals->offered_ios += sample->offered_ios;
		add_directions(totals, sample);
		add_depths(totals, sample);
	}
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

double
totals_depth_pct(const struct totals *totals, unsigned depth)
{
	if (totals->depths == 0)
		return 0;
	return 100 * (double)totals->depth_seen[depth] /
		(double)totals->depths;
}
