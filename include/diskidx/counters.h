/*
 * What the kernel says that a device and the processors did: plain numbers
 * that only grow.
 */
#ifndef DISKIDX_COUNTERS_H
#define DISKIDX_COUNTERS_H

#include <stdint.h>

struct device_counters {
	uint64_t read_ios, read_merges, read_bytes, read_ms;
	uint64_t write_ios, write_merges, write_bytes, write_ms;
	uint64_t busy_ms, queue_ms;
};

/* Of all processors together; stolen: what the host gave to other guests. */
struct processor_times {
	uint64_t total_ns;	/* idle, busy and stolen */
	uint64_t busy_ns, stolen_ns;
};

/* after - before, field by field; a counter that went back counts as 0. */
struct device_counters counters_delta(const struct device_counters *before,
				      const struct device_counters *after);

/* sum += part */
void counters_add(struct device_counters *sum,
		  const struct device_counters *part);

/* The same of processors. */
struct processor_times processors_delta(const struct processor_times *before,
					const struct processor_times *after);
void processors_add(struct processor_times *sum,
		    const struct processor_times *part);

#endif
