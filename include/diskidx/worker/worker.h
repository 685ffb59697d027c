/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Worker: a process that runs one copy of one test for one round, seen from the
 * parent's side. Workers share memory with the parent, start together at a
 * barrier, and end when the parent is gone. The parent does no I/O of its own
 * on the disk, so that it can always be interrupted.
 */
#ifndef DISKIDX_WORKER_WORKER_H
#define DISKIDX_WORKER_WORKER_H

#include <stdbool.h>
#include <stdint.h>

#include "diskidx/stats/sample.h"
#include "diskidx/target/target.h"
#include "diskidx/workload/workload.h"

#define WORKER_REASON 240

/* The work of a sample so far, or of a fill, whose requests aren't counted. */
struct activity {
	uint64_t elapsed_ns, bytes;
	uint64_t requests, latency_ns;	/* the sum of their latencies */
};

struct assignment {
	struct job job;			/* what is the same for all copies; the
					   seed is the run's */
	unsigned round;
	unsigned first_file;		/* of the copies' work files */
	uint64_t start_ns;		/* wait before; of those at the same
					   time */
	uint64_t proof_bytes;		/* that worker_prove_direct wrote since
					   the last sample */
	bool ends_late;			/* a signal ends it as `ends` does, with
					   a flush */
	/* NULL, or: called every SAMPLE_TICK_NS, of tests at the same time for
	 * the first that runs. */
	void (*watch)(const struct assignment *of, const struct activity *now);
	/* NULL, or: called as often, also while all prepare or pause, with what
	 * all tests wrote; true to end them early. */
	bool (*ends)(void *context, uint64_t written_bytes);
	int (*begin)(void *context);	/* NULL, or: called when all copies
					   are ready; 0 to start them */
	void *context;
};

/* In group.c: write the reason why fork(2) failed. Return the error. */
int worker_explain_start(int error, char *reason);

/*
 * Measure one sample of each of `n` tests, at the same time. Return 0; -EINTR
 * if a signal was caught meanwhile, unless it ended the sample; -ECANCELED if
 * the processes were stopped, or frozen (for a twentieth of the time, if that
 * is 0.15 s, or a second), or the machine slept, or the clock went back, so
 * that the samples should be repeated; another -errno. The cause of a failure
 * is in `reason` (WORKER_REASON bytes). On 0 the caller frees the samples;
 * sample->written_bytes is set in any case. With several tests none has the
 * device's counters, which can't tell them apart.
 */
int worker_measure(const struct assignment *assignment, size_t n,
		   struct sample *sample, char *reason);

/* Return the reason why this test can't run on this target, as it was filled;
 * NULL if it can. */
const char *worker_na_reason(const struct job *job);

/*
 * In direct.c: find out if this test's transfers, in its own blocks, bypass
 * memory, before its first sample. What this writes, to the first two blocks of
 * the first copy's work file, is within the assignment's limit, and is counted
 * in assignment->proof_bytes. Return 0 if nothing speaks against it; -ENOTSUP
 * with the reason if there is none here; another -errno with the reason if a
 * transfer failed; -EINTR if a signal was caught.
 */
int worker_prove_direct(struct assignment *assignment, char *reason);

/* In filler.c: fill the target's work files in a worker, and call `watch`, or
 * NULL, every SAMPLE_TICK_NS; returns as worker_measure does. */
int worker_fill(struct target *target, uint64_t size_bytes, uint64_t limit_ns,
		uint64_t seed, void (*watch)(const struct activity *now),
		char *reason);

#endif
