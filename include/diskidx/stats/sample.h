/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Sample: one measured repetition of a test by all its copies. Samples cross
 * from the measuring side to the reporting side. */
#ifndef DISKIDX_STATS_SAMPLE_H
#define DISKIDX_STATS_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/counters.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/units.h"
#include "diskidx/stats/histogram.h"

/* The time between two points of the speed series; the parent may be late. */
#define SAMPLE_TICK_NS (100 * NS_PER_MS)

/* The work of one direction, with the sum of its latencies without flushes, and
 * the sums of LAT, SLAT and CLAT (histogram.h). */
struct direction {
	uint64_t bytes, ios, latency_ns;
	uint64_t submits, submit_ns, complete_ns;
};

/* A point of the series: the work of all copies until then (sample_work). */
struct tick {
	uint64_t at_ns;		/* since the barrier */
	uint64_t bytes;
	struct direction of[OP_COUNT];	/* a record has only the bytes, and only
					   for mixes; all else is 0 */
};

#define SAMPLE_MAX_ROUND 10000	/* the most rounds of a run */

struct sample {
	unsigned round;		/* from 1 */
	struct totals total;	/* of all copies */

	/* By kind and direction, owned; NULL: none. */
	struct histogram_packed *latency[LATENCY_KINDS][OP_COUNT];
	struct tick *tick;	/* owned */
	size_t n_ticks;

	/* Not in the record: all bytes written, also in the warm-up; for all
	 * copies, the time in which the system accepted no request; and the
	 * time for which all processes were stopped. */
	uint64_t written_bytes, refused_ns, frozen_ns;
	bool small_pages;	/* nor this: a copy asked for large pages */

	/* Evidence for the flags. */
	bool bounded;		/* ended at its byte bound, not at its time */
	bool uneven;		/* a copy ended more than 10 % early or late */
	bool has_inblock;	/* total.inblock_bytes is known */
	bool has_resident;	/* the cache was dropped and inspected */
	uint64_t resident_bytes;	/* of dropped_bytes, at most */
	uint64_t dropped_bytes;
	bool has_device, has_shared;	/* shared by samples at the same time:
					   the first has them */
	struct device_counters device;
	bool has_processors;
	struct processor_times processors;
};

/* An interval of a sample between two points of its series, and their `of`. */
struct series_interval {
	uint64_t at_ns, length_ns, bytes;
	struct direction of[OP_COUNT];
};

/* Return the whole-window rate in that unit; 0 if nothing was measured. */
double sample_value(const struct sample *sample, enum unit unit);

/* Return the series' bytes per second in a unit. */
double sample_in_unit(double per_s, enum unit unit, uint32_t block_bytes);

/* Return all work in the unit of the series: bytes or, if operations on files
 * move none, the size of a file for each (at least 1). */
uint64_t sample_work(const struct sample *sample, uint32_t block_bytes);

/* Add a point to the series; return it, until the next one is added. */
struct tick *sample_tick(struct sample *sample, uint64_t at_ns, uint64_t bytes);

/* Return true if the series distinguishes reads and writes, and has both. */
bool sample_has_directions(const struct sample *sample);

/*
 * Return the number of intervals of the series, which go on the heap. A point
 * within half a tick of the last opens no interval, because a delayed parent
 * reads several times in a row. An idle interval is kept, with 0 bytes; the
 * last one ends with the requests, before the flush.
 */
size_t sample_series(const struct sample *sample, uint32_t block_bytes,
		     struct series_interval **series);

/*
 * The same in fio's windows. Each ends with the point nearest to a multiple of
 * window_ns (at least a tick), up to the requested time, and only if requests
 * went on for two milliseconds more. The rest is not a window. With has_rest it
 * is one more, even without points in the sample, unless it begins at the end
 * of the requested time: then it belongs to the last window.
 */
size_t sample_windows(const struct sample *sample, uint32_t block_bytes,
		      uint64_t window_ns, uint64_t asked_ns, bool has_rest,
		      struct series_interval **spans);

/* Free the latencies: a comparison of values does not need them. */
void sample_drop_latencies(struct sample *sample);

/* Free the memory that a sample owns, and clear it. */
void sample_free(struct sample *sample);

#endif
