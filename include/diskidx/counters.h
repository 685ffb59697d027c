/* What the kernel says that a device did: plain numbers that only grow. */
#ifndef DISKIDX_COUNTERS_H
#define DISKIDX_COUNTERS_H

#include <stdint.h>

struct device_counters {
	uint64_t read_ios, read_merges, read_bytes, read_ms;
	uint64_t write_ios, write_merges, write_bytes, write_ms;
	uint64_t busy_ms, queue_ms;
};

/* after - before, field by field; a counter that went back counts as 0. */
struct device_counters counters_delta(const struct device_counters *before,
				      const struct device_counters *after);

/* sum += part */
void counters_add(struct device_counters *sum,
		  const struct device_counters *part);

#endif
