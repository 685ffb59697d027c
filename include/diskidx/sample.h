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

/* A point of the speed series: what had been done by then, all copies. */
struct tick {
	uint64_t at_ns;		/* since the barrier */
	uint64_t bytes;
};

struct sample {
	unsigned round;		/* from 1 */
	struct totals total;	/* of all copies */

	/* By kind and direction, owned; NULL: none. */
	struct histogram_packed *latency[LATENCY_KINDS][OP_COUNT];
	struct tick *tick;	/* owned */
	size_t n_ticks;

	/* Not in the record: all that was written, the warm-up included. */
	uint64_t written_bytes;

	/* Evidence for the verdict on validity. */
	bool bounded;		/* ended at its byte bound, not at its time */
	bool uneven;		/* a copy ended over 10 % early or late */
	bool has_inblock;	/* total.inblock_bytes is known */
	bool has_resident;	/* the cache was dropped and looked at */
	uint64_t resident_bytes;	/* of dropped_bytes, at most */
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
