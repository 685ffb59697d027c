/* Counters: their difference over a stretch of time, and sums of those. */
#include <config.h>

#include "diskidx/counters.h"

#define FIELDS(X) \
	X(read_ios) X(read_merges) X(read_bytes) X(read_ms) \
	X(write_ios) X(write_merges) X(write_bytes) X(write_ms) \
	X(busy_ms) X(queue_ms)
#define PROCESSOR_FIELDS(X) \
	X(total_ns) X(busy_ns) X(stolen_ns) \
	X(periods) X(limited_periods) X(limited_ns)

/* A device that was replaced, or a 32-bit counter that wrapped, goes back. */
static uint64_t
grown(uint64_t before, uint64_t after)
{
	return after > before ? after - before : 0;
}

struct device_counters
counters_delta(const struct device_counters *before,
	       const struct device_counters *after)
{
	struct device_counters delta;

#define DELTA(field) delta.field = grown(before->field, after->field);
	FIELDS(DELTA)
#undef DELTA
	return delta;
}

void
counters_add(struct device_counters *sum, const struct device_counters *part)
{
#define ADD(field) sum->field += part->field;
	FIELDS(ADD)
#undef ADD
}

struct processor_times
processors_delta(const struct processor_times *before,
		 const struct processor_times *after)
{
	struct processor_times delta;

#define DELTA(field) delta.field = grown(before->field, after->field);
	PROCESSOR_FIELDS(DELTA)
#undef DELTA
	/* A period may end between the readings of the two. */
	if (delta.limited_periods > delta.periods)
		delta.limited_periods = delta.periods;
	return delta;
}

void
processors_add(struct processor_times *sum, const struct processor_times *part)
{
#define ADD(field) sum->field += part->field;
	PROCESSOR_FIELDS(ADD)
#undef ADD
}
