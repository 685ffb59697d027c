/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Counters: their tables, sums, and differences over an interval of time. */
#include <config.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/counters.h"

#define TIME(line, member) \
	{ #member, COUNTERS_##line, offsetof(struct totals, member), \
	  COUNTER_MAX_NS }
#define COUNT(line, name, member) \
	{ name, COUNTERS_##line, offsetof(struct totals, member), COUNTER_MAX }
#define DEPTH(i) COUNT(DEPTHS, "depths", depth_seen[i])

const struct counter totals_counter[] = {
	TIME(SAMPLE, elapsed_ns),
	COUNT(SAMPLE, "bytes", bytes),
	COUNT(SAMPLE, "reads", ios[OP_READ]),
	COUNT(SAMPLE, "writes", ios[OP_WRITE]),
	COUNT(SAMPLE, "read_bytes", moved[OP_READ]),
	COUNT(SAMPLE, "write_bytes", moved[OP_WRITE]),
	TIME(SAMPLE, user_ns),
	TIME(SAMPLE, system_ns),
	COUNT(SAMPLE, "switches", switches),
	COUNT(SAMPLE, "faults", faults),
	COUNT(SAMPLE, "minor_faults", minor_faults),
	{ "depth_ns", COUNTERS_SAMPLE, offsetof(struct totals, depth_ns),
	  UINT64_MAX },
	COUNT(SAMPLE, "submits", submits),
	COUNT(SAMPLE, "reaps", reaps),
	COUNT(SAMPLE, "offered_ios", offered_ios),
	DEPTH(0), DEPTH(1), DEPTH(2), DEPTH(3), DEPTH(4), DEPTH(5), DEPTH(6),
	COUNT(INBLOCK, "inblock_bytes", inblock_bytes),
	TIME(FLUSH, flush_ns),
};
STATIC_ASSERT(totals, LENGTH(totals_counter) == TOTALS_COUNTERS);

#define DEVICE(line, member) \
	{ #member, COUNTERS_##line, offsetof(struct device_counters, member), \
	  COUNTER_MAX }

const struct counter device_counter[] = {
	DEVICE(DEVICE, read_ios),
	DEVICE(DEVICE, read_merges),
	DEVICE(DEVICE, read_bytes),
	DEVICE(DEVICE, read_ms),
	DEVICE(DEVICE, write_ios),
	DEVICE(DEVICE, write_merges),
	DEVICE(DEVICE, write_bytes),
	DEVICE(DEVICE, write_ms),
	DEVICE(DEVICE, busy_ms),
	DEVICE(DEVICE, queue_ms),
	DEVICE(DISCARDS, discard_ios),
	DEVICE(DISCARDS, discard_bytes),
};
STATIC_ASSERT(device, LENGTH(device_counter) == DEVICE_COUNTERS);

#define PROCESSORS(line, member) \
	{ #member, COUNTERS_##line, offsetof(struct processor_times, member), \
	  COUNTER_MAX }

const struct counter processor_counter[] = {
	PROCESSORS(PROCESSORS, total_ns),
	PROCESSORS(PROCESSORS, busy_ns),
	PROCESSORS(PROCESSORS, stolen_ns),
	PROCESSORS(QUOTA, periods),
	PROCESSORS(QUOTA, limited_periods),
	PROCESSORS(QUOTA, limited_ns),
};
STATIC_ASSERT(processors, LENGTH(processor_counter) == PROCESSOR_COUNTERS);

uint64_t *
counter_in(const struct counter *counter, void *of)
{
	return (uint64_t *)(void *)((char *)of + counter->offset);
}

uint64_t
counter_value(const struct counter *counter, const void *of)
{
	return *(const uint64_t *)(const void *)((const char *)of +
						 counter->offset);
}

/* A device that was replaced, or a 32-bit counter that wrapped, goes back. */
static void
counter_add(const struct counter *counter, size_t n, void *sum,
	    const void *before, const void *after)
{
	for (; n > 0; n--, counter++) {
		uint64_t part = counter_value(counter, after);

		if (before != NULL)
			part = amount_left(part,
					   counter_value(counter, before));
		*counter_in(counter, sum) += part;
	}
}

void
totals_add(struct totals *sum, const struct totals *before,
	   const struct totals *after)
{
	counter_add(totals_counter, LENGTH(totals_counter), sum, before, after);
}

void
counters_add(struct device_counters *sum, const struct device_counters *before,
	     const struct device_counters *after)
{
	counter_add(device_counter, LENGTH(device_counter), sum, before, after);
}

void
processors_add(struct processor_times *sum,
	       const struct processor_times *before,
	       const struct processor_times *after)
{
	struct processor_times part = { 0 };

	counter_add(processor_counter, LENGTH(processor_counter), &part, before,
		    after);
	/* A period may end between the readings of the two. */
	if (before != NULL && part.limited_periods > part.periods)
		part.limited_periods = part.periods;
	counter_add(processor_counter, LENGTH(processor_counter), sum, NULL,
		    &part);
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
