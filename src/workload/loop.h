/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Loop: keeps a number of requests in flight on an engine (closed loop), or
 * issues them when they are due (open loop), and times each one. All
 * measurements through an engine use it.
 *
 * It uses flat arrays, and reads the clock once after each reap and each
 * submit; it has no allocation, lock, division or floating point. Per step it
 * reaps all completed requests and submits at most two: Linux holds back larger
 * batches until they are complete, while the disk is idle.
 *
 * In an open loop, latency counts from the due time of a request, so that it
 * includes the wait for a stall to end, as it does for users. A request that
 * finds no free slot waits for one.
 */
#ifndef DISKIDX_WORKLOAD_LOOP_H
#define DISKIDX_WORKLOAD_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "diskidx/base/prng.h"
#include "diskidx/platform/pool.h"
#include "diskidx/workload/workload.h"
#include "arrivals.h"
#include "offsets.h"

struct loop {
	const struct job *job;
	struct counts *counts;
	const struct engine *engine;
	struct engine_state *engine_state;
	unsigned depth, in_flight, n_free;
	unsigned ready[ENGINE_BATCH];	/* prepared, to be submitted next */
	unsigned n_ready;
	unsigned char *buffer;		/* read into, a block per slot */
	struct pool pool;		/* written from */
	uint64_t stamp;			/* of large blocks: the buffer's */
	uint32_t block_bytes;		/* the largest, if they differ */
	uint64_t deadline_ns;		/* of this run */
	uint64_t left_bytes;		/* to be issued in it */

	bool has_sizes;			/* lengths are drawn, not offsets: */
	struct lengths lengths[OP_COUNT];
	unsigned half_shift;		/* of half a block of the pool */

	struct offsets offsets;
	bool is_uniform;		/* the usual pattern, done inline */
	bool has_passes;		/* each begins with a cold file, */
	bool has_begun;			/* and the first one has begun */
	bool is_mixed, flushes;		/* flushes: each write or, if sync_every
					   is not 0, each Nth, and times the
					   flush separately */
	uint32_t sync_every, unsynced;
	uint64_t read_below;		/* mixed: random numbers that read */
	struct prng random;

	bool has_parts;			/* submission and completion differ */
	bool is_open;
	struct arrivals arrivals;
	uint64_t until_ns, due_before;	/* the end of the last run, or 0; the
					   requests due before this one */

	unsigned free_slot[PARAMS_MAX_DEPTH], reaped[PARAMS_MAX_DEPTH];
	struct request request[PARAMS_MAX_DEPTH];
	unsigned char depth_bin[PARAMS_MAX_DEPTH + 1];	/* of each number in
							   flight */
};

/*
 * In loop-open.c: open the engine on the work file for the job's test;
 * `in_order`: one block after the other, whatever the parameters are. Return 0
 * or -errno; loop_close follows in any case.
 */
int loop_open(struct loop *loop, const struct job *job, bool in_order);

/*
 * Run from *at_ns, the present time, until the deadline, or until no whole
 * request fits in the rest of `bytes`. Then wait for the requests in flight,
 * which count. *at_ns goes to the end. Return 0 or -errno.
 */
int loop_run(struct loop *loop, uint64_t deadline_ns, uint64_t bytes,
	     uint64_t *at_ns);

void loop_close(struct loop *loop);

#endif
