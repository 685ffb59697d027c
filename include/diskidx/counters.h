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

/*
 * Of all processors together; stolen: what the host gave to other guests.
 *
 * Where this process may use so much processor time a period and no more (a
 * container's limit, cgroup's quota): the periods that began, those in which
 * the quota ran out, and for how long processors with work were held back by
 * it. That is a sum over the processors, and over the groups of processes
 * that this one is in: they all have a part in it, and several may be held
 * back at once, so it is an upper bound. All 0: no such limit, or untold.
 */
struct processor_times {
	uint64_t total_ns;	/* idle, busy and stolen */
	uint64_t busy_ns, stolen_ns;
	uint64_t periods, limited_periods, limited_ns;
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
