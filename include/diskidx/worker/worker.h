/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Worker: a process that runs one copy of one test for one round, as the parent
 * sees it. Workers share memory with the parent, start together at a barrier,
 * and end when the parent is gone. The parent itself does no I/O on the disk,
 * so that it can always be interrupted.
 */
#ifndef DISKIDX_WORKER_WORKER_H
#define DISKIDX_WORKER_WORKER_H

#include <stdbool.h>
#include <stdint.h>

#include "diskidx/stats/sample.h"
#include "diskidx/target/target.h"
#include "diskidx/workload/workload.h"

#define WORKER_REASON 240

/* The work so far of a sample, or of a fill, whose requests are not counted. */
struct activity {
	uint64_t elapsed_ns, bytes;
	uint64_t requests, latency_ns;	/* the sum of their latencies */
};

struct assignment {
	struct job job;			/* for all copies; the run's seed */
	unsigned round;
	unsigned first_file;		/* of the copies' work files */
	uint64_t start_ns;		/* wait, with tests at the same time */
	uint64_t proof_bytes;		/* written by worker_prove_direct since
					   the last sample */
	bool ends_late;			/* a signal ends it with a flush */
	/* NULL, or: called every SAMPLE_TICK_NS, with the first running one of
	 * tests at the same time. */
	void (*watch)(const struct assignment *of, const struct activity *now);
	/* NULL, or: called as often, even while all prepare or pause, with the
	 * bytes that all tests wrote; returns true to end them early. */
	bool (*ends)(void *context, uint64_t written_bytes);
	int (*begin)(void *context);	/* NULL, or: called when all copies
					   are ready; 0 to start them */
	void *context;
};

/* In group.c: write the reason why fork(2) failed. Return the error. */
int worker_explain_start(int error, char *reason);

/*
 * Measure one sample of each of `n` tests, at the same time. Return 0, with
 * samples for the caller to free; -EINTR if a signal was caught that did not
 * end the sample; -ECANCELED if the samples should be repeated, because the
 * processes were stopped, or frozen (for a second, or a twentieth of the time
 * but at least 0.15 s), or the machine slept, or the clock went back; another
 * -errno. The cause of a failure is in `reason` (WORKER_REASON bytes).
 * sample->written_bytes is set in any case. With several tests no sample has
 * the device's counters, which cannot distinguish them.
 */
int worker_measure(const struct assignment *assignment, size_t n,
		   struct sample *sample, char *reason);

/* Return why a test cannot run on the target after its fill; NULL if it can. */
const char *worker_na_reason(const struct job *job);

/*
 * In direct.c: find out, before this test's first sample, if transfers of its
 * blocks bypass memory. The writes, to the first two blocks of the first copy's
 * work file, are within the assignment's limit, and counted in
 * assignment->proof_bytes. Return 0 if nothing disproves direct I/O; -ENOTSUP
 * with the reason if something does; another -errno with the reason if a
 * transfer failed; -EINTR if a signal was caught.
 */
int worker_prove_direct(struct assignment *assignment, char *reason);

/* In filler.c: fill the target's work files in a worker, and call `watch`,
 * unless NULL, every SAMPLE_TICK_NS; return as worker_measure does. */
int worker_fill(struct target *target, uint64_t size_bytes, uint64_t limit_ns,
		uint64_t seed, void (*watch)(const struct activity *now),
		char *reason);

#endif
