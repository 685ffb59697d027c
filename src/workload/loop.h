/*
 * Loop: keeps a number of requests in flight on an engine (closed loop), or
 * issues them when they are due (open loop), and times each one. Everything
 * that is measured through an engine goes through here.
 *
 * Flat arrays, one clock read after each reap and each submit, no allocation,
 * lock, division or floating point inside. It reaps all that is done and
 * submits at most two requests a step: Linux holds back what comes in larger
 * batches until the batch is complete, and a disk is idle meanwhile.
 *
 * In an open loop latency counts from the moment that a request was due, so
 * that what waited for a stall to end shows as it does to users; requests
 * that find all slots taken wait for one.
 */
#ifndef DISKIDX_WORKLOAD_LOOP_H
#define DISKIDX_WORKLOAD_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "diskidx/operation.h"
#include "diskidx/random.h"
#include "diskidx/workload.h"
#include "offsets.h"
#include "arrivals.h"

struct loop {
	const struct job *job;
	struct counts *counts;
	const struct engine *engine;
	struct engine_state *engine_state;
	unsigned depth, in_flight, n_free;
	unsigned *free_slot, *reaped;
	unsigned ready[2], n_ready;	/* prepared, to be submitted next */
	unsigned char *depth_bin;	/* of each number in flight */
	struct request *request;
	unsigned char *buffer;
	uint32_t block_bytes;

	struct offsets offsets;
	bool is_uniform;		/* the usual pattern, without a call */
	bool is_mixed, flushes;		/* flushes: each write */
	enum operation op;		/* unless mixed */
	uint64_t read_below;		/* mixed: a random number under it */
	struct random random;
	uint64_t serial;		/* makes every written block unique */

	bool has_parts;			/* submission and completion differ */
	bool is_open;
	struct arrivals arrivals;
	uint64_t due_in_warm_up;	/* requests */
};

/*
 * Open the engine on `fd` for the job's test; `in_order` takes one block after
 * the other, whatever the parameters say. Return 0 or -errno; loop_close
 * follows in any case.
 */
int loop_open(struct loop *loop, const struct job *job, int fd, bool in_order);

/*
 * Works from `now_ns`, which counts_start gave, until `time_ns` has passed
 * (0: no such bound) or `bytes` have been issued (UINT64_MAX: likewise),
 * whichever is first, and waits for what is in flight, which counts;
 * counts->bounded tells which, where both are given. After `warm_up_ns` (0:
 * none), or half of the bytes, the counts starts anew, and the time with it.
 * *end_ns is when the last request ended.
 */
int loop_run(struct loop *loop, uint64_t now_ns, uint64_t warm_up_ns,
	     uint64_t time_ns, uint64_t bytes, uint64_t *end_ns);

void loop_close(struct loop *loop);

#endif
