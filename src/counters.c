/* Device counters: their difference over a sample, and sums of those. */
#include <config.h>

#include "diskidx/counters.h"

#define FIELDS(X) \
	X(read_ios) X(read_merges) X(read_bytes) X(read_ms) \
	X(write_ios) X(write_merges) X(write_bytes) X(write_ms) \
	X(busy_ms) X(queue_ms)

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
