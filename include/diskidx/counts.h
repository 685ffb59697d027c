/*
 * Tally: what one copy of a test counted. It lives in memory shared with the
 * parent, which reads `running` and `progress_bytes` while the copy works and
 * everything else when it has ended. The parts of a run between tally_start
 * and tally_stop are on the clock; the rest is outside.
 */
#ifndef DISKIDX_TALLY_H
#define DISKIDX_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "diskidx/counters.h"
#include "diskidx/histogram.h"
#include "diskidx/operation.h"
#include "diskidx/platform.h"
#include "diskidx/sample.h"

struct tally {
	volatile uint64_t progress_bytes;	/* so far, for the series */
	volatile bool running;			/* on the clock now */
	volatile uint64_t begin_ns;		/* first start; 0: none yet */
	volatile uint64_t outside_ns;		/* since then, off the clock */

	uint64_t end_ns;			/* last stop */
	uint64_t ios[OP_COUNT], moved[OP_COUNT];
	uint64_t depth_ns;
	uint64_t submits, reaps, depth_seen[SAMPLE_DEPTHS], offered_ios;
	struct histogram latency[OP_COUNT];
	struct histogram submission[OP_COUNT], completion[OP_COUNT];
	uint64_t user_ns, system_ns, switches, faults, minor_faults;
	uint64_t inblock_bytes;
	bool bounded;				/* ended at its byte bound */
	bool stopped;				/* the process was, meanwhile */
	uint64_t back_ns;			/* the clock went, meanwhile */
	uint64_t warm_up_written;		/* bytes, in what was discarded,
						   or off the clock */
	bool has_resident;
	uint64_t resident_bytes, dropped_bytes;

	int error;				/* errno, or 0 */
	bool is_engine_error;			/* its open failed */
	bool is_transfer_error;			/* of this one: */
	uint64_t error_offset;
	enum operation error_op;

	/* What device and processors did meanwhile, kept by the first copy
	 * for all. */
	const struct platform_device *watched;	/* NULL: not by this one */
	bool has_device;
	struct device_counters device, device_before;
	bool has_processors;
	struct processor_times processors, processors_before;

	/* The rusage at the last start. */
	uint64_t user_before, system_before, switches_before, faults_before,
		 minor_before, inblock_before;
};

/* On the clock from now on; returns the time that it took for the start. */
uint64_t tally_start(struct tally *tally);

/* Off the clock as of `now_ns`. */
void tally_stop(struct tally *tally, uint64_t now_ns);

/* Forgets everything counted; the clock runs from `now_ns` (end of warm-up). */
void tally_restart(struct tally *tally, uint64_t now_ns);

/* One request done: counts it and records its total latency. */
static inline void
tally_record(struct tally *tally, enum operation op, uint64_t bytes,
	     uint64_t latency_ns)
{
	tally->ios[op]++;
	tally->moved[op] += bytes;
	tally->progress_bytes += bytes;
	histogram_record(&tally->latency[op], latency_ns);
}

/* The time on the clock so far, at `now_ns`. */
uint64_t tally_clocked_ns(const struct tally *tally, uint64_t now_ns);

/* Remembers the first failed transfer; returns `error` (-errno). */
int tally_fail(struct tally *tally, int error, enum operation op,
	       uint64_t offset);

#endif
