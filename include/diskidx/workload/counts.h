/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Counts: the counts of one copy of a test, in memory shared with the parent.
 * While the copy works, the parent reads `running`, the bytes moved and the
 * latencies, and sets `ends`; it reads everything else when the copy has ended.
 * The parts of a run between counts_start and counts_stop are on the clock; the
 * rest is off the clock.
 */
#ifndef DISKIDX_WORKLOAD_COUNTS_H
#define DISKIDX_WORKLOAD_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

#include "diskidx/base/counters.h"
#include "diskidx/base/operation.h"
#include "diskidx/platform/platform.h"
#include "diskidx/stats/histogram.h"

struct counts {
	volatile bool running;			/* on the clock now */
	volatile bool ends;			/* nothing more is issued */
	volatile uint64_t begin_ns;		/* first start; 0: none yet */
	volatile uint64_t excluded_ns;		/* off the clock since then */

	uint64_t end_ns;			/* last stop */
	struct totals total;			/* of this copy */
	struct histogram latency[LATENCY_KINDS][OP_COUNT];
	bool bounded;				/* ended at its byte bound */
	bool stopped;				/* the process was stopped */
	uint64_t clock_stepped_back_ns;		/* in this time */
	uint64_t warm_up_written;		/* bytes, none on the clock */
	uint64_t resident_bytes, dropped_bytes;	/* 0 dropped: unknown */

	int error;				/* errno, or 0 */
	bool is_engine_error;			/* its open failed */
	bool is_transfer_error;			/* of this transfer: */
	uint64_t error_offset;
	enum operation error_op;
	const char *error_call;			/* "flush"; NULL: unknown, or
						   the transfer itself */
	uint64_t refused_ns;			/* accepting no request */
	bool small_pages;			/* although it asked for large
						   ones */

	/* Activity of device and CPUs while this copy is on the clock, and
	 * their counters at the first start and at the last start. */
	const struct platform_device *counted_device;
	bool has_device;
	struct device_counters device, device_begin, device_before;
	bool has_processors;
	struct processor_times processors, processors_begin, processors_before;

	struct totals usage_before;		/* rusage at the last start */
};

/* Start the clock; return the time of the start. */
uint64_t counts_start(struct counts *counts);

/* Stop the clock as of `now_ns`. */
void counts_stop(struct counts *counts, uint64_t now_ns);

/* Forget a warm-up that has ended, except for the bytes that it wrote. */
void counts_clear(struct counts *counts);

/* Count a single request and record its total latency. */
static inline void
counts_record(struct counts *counts, enum operation op, uint64_t bytes,
	      uint64_t latency_ns)
{
	counts->total.depth_ns += latency_ns;
	counts->total.ios[op]++;
	counts->total.moved[op] += bytes;
	histogram_record(&counts->latency[LAT][op], latency_ns);
}

/* Return the time on the clock so far, at `now_ns`. */
uint64_t counts_clocked_ns(const struct counts *counts, uint64_t now_ns);

/* Remember the first transfer that failed, by itself or in its call; return
 * `error` (-errno). */
int counts_fail(struct counts *counts, int error, enum operation op,
		uint64_t offset);

/* Remember the first failed call by its name, a constant. Return its result:
 * -errno, or else 0 or more. */
static inline int
counts_check(struct counts *counts, int result, const char *call)
{
	if (result < 0 && counts->error == 0) {
		counts->error = -result;
		counts->error_call = call;
	}
	return result;
}

#endif
