/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Counters: plain numbers that only grow. Each copy of a test counts its own,
 * and they are added up over copies and samples; the kernel counts for devices
 * and CPUs.
 */
#ifndef DISKIDX_BASE_COUNTERS_H
#define DISKIDX_BASE_COUNTERS_H

#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/operation.h"

/* Depths 1, 2-3, 4-7, ... 64 and more. */
#define SAMPLE_DEPTHS 7

struct totals {
	uint64_t elapsed_ns;	/* of a sample: barrier to the last copy's end,
				   flush included, less time off the clock */
	uint64_t bytes;		/* for the rate (a copy counts once) */
	uint64_t ios[OP_COUNT];	/* requests done, by direction */
	uint64_t moved[OP_COUNT];	/* bytes read, bytes written */
	uint64_t user_ns, system_ns;	/* CPU */
	uint64_t switches;	/* of context */
	uint64_t faults, minor_faults;	/* of pages; faults: major ones */
	uint64_t depth_ns;	/* integral of requests in flight over time */
	uint64_t submits, reaps;	/* calls that moved one; 0: not kept */
	uint64_t offered_ios;	/* due in an open loop; 0: closed */
	uint64_t depth_seen[SAMPLE_DEPTHS];	/* after each submit */
	uint64_t reap_seen[SAMPLE_DEPTHS];	/* `reaps` of 1-4 requests, 5-8,
				   9-16, ... 65-128 and more; all 0: not kept */
	uint64_t inblock_bytes;	/* read from storage, where the kernel says */
	uint64_t flush_ns;	/* the end of elapsed_ns, without requests */
};

/* The counters of a device, in the order of JSON and of a record's line. */
#define DEVICE_COUNTERS(X) \
	X(read_ios) X(read_merges) X(read_bytes) X(read_ms) \
	X(write_ios) X(write_merges) X(write_bytes) X(write_ms) \
	X(busy_ms) X(queue_ms)

#define COUNTER(name) uint64_t name;
struct device_counters {
	DEVICE_COUNTERS(COUNTER)
	uint64_t discard_ios, discard_bytes;	/* 0 also if unknown */
};

/*
 * Times of all CPUs together; stolen: given by the host to other guests.
 *
 * With a quota on CPU time per period (a container's limit, a cgroup's quota):
 * the periods that began, those in which the quota ran out, and the time for
 * which it held back CPUs that had work. The time is a sum over the CPUs, and
 * over the groups that this process is in. It is an upper bound, because
 * several may be held back at once. All 0: no such limit, or unknown.
 */
struct processor_times {
	uint64_t total_ns;	/* idle, busy and stolen */
	uint64_t busy_ns, stolen_ns;
	uint64_t periods, limited_periods, limited_ns;
};

/* The largest values of a record. */
#define COUNTER_MAX_NS UINT64_C(1000000000000000000)	/* 31 years */
#define COUNTER_MAX (UINT64_C(1) << 62)		/* bytes, requests */

/* sum += after - before, or only after (before: NULL), for structs of one kind
 * with only counters. A counter that went back adds nothing. */
#define counters_add(sum, before, after) \
	counters_sum(sum, before, after, sizeof(*(sum)))
void counters_sum(void *sum, const void *before, const void *after,
		  size_t size);

/* Return the requests of both directions. */
uint64_t totals_ios(const struct totals *totals);

/* Return an amount per second of the whole time; 0 if that is 0. */
double totals_rate(const struct totals *totals, uint64_t amount);

/* Return how often any depth was seen (0: not kept), and the share of one. */
uint64_t totals_depths(const struct totals *totals);
double totals_depth_pct(const struct totals *totals, unsigned depth);

#endif
