/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Counters: plain numbers that only grow: a test's, counted by each copy and
 * added up over copies and samples; and the kernel's, of a device and of the
 * processors.
 *
 * A table lists the counters of each struct with their names and the line of a
 * record that has them, together and in the order of that line. To add a
 * counter, add it to the struct, and a row to its table in counters.c. Its line
 * is a new one, in enum counter_line and in the table of record/lines.c:
 * records that lack it can be read.
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
	uint64_t bytes;		/* of a sample: for the rate (a copy counts
				   once) */
	uint64_t ios[OP_COUNT];	/* requests done, by direction */
	uint64_t moved[OP_COUNT];	/* bytes read, bytes written */
	uint64_t user_ns, system_ns;	/* CPU */
	uint64_t switches;	/* of context */
	uint64_t faults, minor_faults;	/* of pages; faults: major ones */
	uint64_t depth_ns;	/* integral of requests in flight over time */
	uint64_t submits, reaps;	/* calls that moved one; 0: not kept */
	uint64_t offered_ios;	/* due in an open loop; 0: closed */
	uint64_t depth_seen[SAMPLE_DEPTHS];	/* after each submit */
	uint64_t inblock_bytes;	/* read from storage, where the kernel says */
	uint64_t flush_ns;	/* the end of elapsed_ns, without requests */
};

struct device_counters {
	uint64_t read_ios, read_merges, read_bytes, read_ms;
	uint64_t write_ios, write_merges, write_bytes, write_ms;
	uint64_t busy_ms, queue_ms;
	uint64_t discard_ios, discard_bytes;	/* 0 also if unknown */
};

/*
 * Times of all processors together; stolen: given by the host to other guests.
 *
 * Under a quota on processor time per period (a container's limit, a cgroup's
 * quota): the periods that began, those in which the quota ran out, and the
 * time for which it held processors with work back. The time is a sum over the
 * processors, and over the groups of processes that this one is in; several
 * may be held back at once, so it is an upper bound. All 0: no such limit, or
 * unknown.
 */
struct processor_times {
	uint64_t total_ns;	/* idle, busy and stolen */
	uint64_t busy_ns, stolen_ns;
	uint64_t periods, limited_periods, limited_ns;
};

/* The lines of a record with the counters of a sample, in their order there:
 * the sample's own, then any of the others. */
enum counter_line {
	COUNTERS_SAMPLE, COUNTERS_FLUSH, COUNTERS_INBLOCK, COUNTERS_RESIDENT,
	COUNTERS_DEVICE, COUNTERS_DISCARDS, COUNTERS_PROCESSORS,
	COUNTERS_QUOTA, COUNTERS_DEPTHS, COUNTER_LINES
};

/* One counter of a struct. */
struct counter {
	const char *name;	/* in messages about a record, and in JSON */
	enum counter_line line;
	size_t offset;		/* in the struct */
	uint64_t max;		/* accepted from a record */
};

#define COUNTER_MAX_NS UINT64_C(1000000000000000000)	/* 31 years */
#define COUNTER_MAX (UINT64_C(1) << 62)		/* bytes, requests */

/* The number of counters of a struct, which has nothing else. */
#define COUNTERS_OF(tag) (sizeof(struct tag) / sizeof(uint64_t))
#define TOTALS_COUNTERS COUNTERS_OF(totals)
#define DEVICE_COUNTERS COUNTERS_OF(device_counters)
#define PROCESSOR_COUNTERS COUNTERS_OF(processor_times)
extern const struct counter totals_counter[];
extern const struct counter device_counter[];
extern const struct counter processor_counter[];

/* Return the address of a counter in its struct. */
uint64_t *counter_in(const struct counter *counter, void *of);
uint64_t counter_value(const struct counter *counter, const void *of);

/* sum += after - before, or after alone (before: NULL). What went back adds
 * nothing. */
void totals_add(struct totals *sum, const struct totals *before,
		const struct totals *after);
void counters_add(struct device_counters *sum,
		  const struct device_counters *before,
		  const struct device_counters *after);
void processors_add(struct processor_times *sum,
		    const struct processor_times *before,
		    const struct processor_times *after);

/* Return the requests of both directions. */
uint64_t totals_ios(const struct totals *totals);

/* Return an amount over the whole time, per second; 0 without any time. */
double totals_rate(const struct totals *totals, uint64_t amount);

/* Return how often a depth was seen (0: not kept), and the share of one. */
uint64_t totals_depths(const struct totals *totals);
double totals_depth_pct(const struct totals *totals, unsigned depth);

#endif
