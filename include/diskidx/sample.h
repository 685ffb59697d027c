/*
 * Sample: one measured repetition of a test by all its copies. This is what
 * crosses from the measuring side to the reporting side.
 */
#ifndef DISKIDX_SAMPLE_H
#define DISKIDX_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/counters.h"
#include "diskidx/histogram.h"
#include "diskidx/operation.h"
#include "diskidx/units.h"

/* Depths 1, 2-3, 4-7, ... 64 and more. */
#define SAMPLE_DEPTHS 7

/* A point of the speed series: what had been done by then, all copies. */
struct tick {
	uint64_t at_ns;		/* since the barrier */
	uint64_t bytes;
};

struct sample {
	unsigned round;		/* from 1 */
	uint64_t elapsed_ns;	/* barrier to the last copy's end, flush included,
				   less what was outside the clock */
	uint64_t bytes;		/* that count for the rate (a copy counts once) */
	uint64_t ios[OP_COUNT];	/* requests done, by direction */
	uint64_t moved[OP_COUNT];	/* bytes read, bytes written */
	uint64_t user_ns, system_ns;	/* CPU of all copies */
	uint64_t switches, faults;	/* context switches, major page faults */
	uint64_t minor_faults;
	uint64_t depth_ns;	/* integral of the requests in flight over time */
	uint64_t submits, reaps;	/* calls that moved a request; 0: not kept */
	uint64_t depth_seen[SAMPLE_DEPTHS];	/* in flight after each submit */
	uint64_t offered_ios;	/* that were due in an open loop; 0: closed */

	/*
	 * Total latency (fio's lat) from just before the submission, in an
	 * open loop from when it was due, to just after the reap; of it the
	 * submitting call (slat), and from its end to the reap (clat); with
	 * an engine of depth 1 there is nothing but the call, so no parts.
	 * Owned; NULL: none.
	 */
	struct histogram_packed *latency[OP_COUNT];
	struct histogram_packed *submission[OP_COUNT], *completion[OP_COUNT];
	struct tick *tick;	/* owned */
	size_t n_ticks;

	/* Not in the record: all that was written, the warm-up included. */
	uint64_t written_bytes;

	/* Evidence for the verdict on validity. */
	bool bounded;		/* ended at its byte bound, not at its time */
	bool uneven;		/* a copy ended over 10 % early or late */
	bool has_inblock;	/* the kernel keeps account of this system's reads */
	uint64_t inblock_bytes;	/* that the copies read from storage */
	bool has_resident;	/* the cache was dropped and looked at */
	uint64_t resident_bytes;	/* of dropped_bytes that stayed, at most */
	uint64_t dropped_bytes;
	bool has_device;
	struct device_counters device;
	bool has_processors;
	struct processor_times processors;
};

/* A stretch of a sample between two points of its series. */
struct stretch {
	uint64_t at_ns, length_ns, bytes;
};

/* The whole-window rate in that unit; 0 if nothing was measured. */
double sample_value(const struct sample *sample, enum unit unit);

/* Mean number of requests in flight; 0 where it isn't kept. */
double sample_depth(const struct sample *sample);

/* Adds a point to the series. */
void sample_tick(struct sample *sample, uint64_t at_ns, uint64_t bytes);

/*
 * The series as stretches, on the heap (NULL if there are none); returns how
 * many. A point that comes within 50 ms of the last joins the next stretch,
 * since a parent that was delayed looks several times in a row. A stretch in
 * which nothing was done is there, with 0 bytes; the last one ends with the
 * sample.
 */
size_t sample_series(const struct sample *sample, struct stretch **series);

/* Forgets latencies, which a mere comparison of values doesn't need. */
void sample_drop_latencies(struct sample *sample);

/* Frees what a sample owns, and clears it. */
void sample_free(struct sample *sample);

#endif
