/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Pass: blocks of a file one after the other, each timed: read, written to a
 * file, or copied there. Sequential and whole-file tests consist of passes.
 *
 * A buffered pass needs memory in the file cache. It takes that memory
 * beforehand (platform_take_memory) and gives it back just before the need:
 * otherwise a virtual machine measures how fast its host supplies memory. It
 * must not be free for long: Linux reports free memory to the host after two
 * seconds, the last used first. This costs 4 us per MiB.
 */
#ifndef DISKIDX_WORKLOAD_PASS_H
#define DISKIDX_WORKLOAD_PASS_H

#include <stdbool.h>
#include <stdint.h>

#include "diskidx/platform/pool.h"
#include "diskidx/workload/workload.h"
#include "loop.h"

struct pass {
	struct job *job;
	char *buffer;		/* one block, if the test reads */
	struct pool pool;	/* written from, if the test reads none */
	uint64_t taken;		/* blocks of the pool */
	uint64_t stamp;		/* of copied data */
	int fresh;		/* the fresh file, or -1 */
	int to;			/* written to, and flushed at the end: the
				   fresh file, or another */
	uint64_t from;		/* where a pass begins to read */
	uint64_t shift;		/* where it begins to write */
	uint64_t left;		/* bytes that may still be written (by a loop,
				   also read), */
	uint64_t keep;		/* of which a pass leaves these */
	uint64_t done;		/* bytes of the file in the last pass */
	char *memory;		/* to be given back, from its start, */
	size_t memory_bytes;	/* and its size */
	uint64_t given_bytes;	/* of it, in this pass */
	uint64_t granted;	/* bytes of the fresh file, until the next look
				   at the free space */
	bool reads, writes;	/* by the action */
	bool flushes;		/* each write, as part of its latency */
};

/* The state of a test of the work file: passes, or requests of a loop. */
struct job_state {
	struct loop loop;
	struct pass pass;
};

/* Close both, at the end of such a test. */
void pass_finish(struct job *job);

/* Make the data. Return 0 or -errno; pass_finish follows in any case. */
int pass_open(struct pass *pass, struct job *job);

/* Open a new fresh file instead of the last one, and complete the removal of
 * that. Return 0 or -errno. */
int pass_renew(struct pass *pass);

/* Prepare a buffered pass over that many bytes: a new fresh file if it writes;
 * the work file dropped from memory if it reads (or, for a cached pass, read
 * into memory); and memory, if there is some. Return 0 or -errno. */
int pass_ready(struct pass *pass, uint64_t bytes);

/*
 * Read, write or copy `bytes`, the last block perhaps shorter, until all is
 * done, the deadline has passed or nothing more may be written. Do at least one
 * block if it may be written. *now_ns goes from the start to the end. Return 0
 * or -errno.
 */
int pass_run(struct pass *pass, uint64_t bytes, uint64_t deadline_ns,
	     uint64_t *now_ns);

/* Open the loop of a test that has one, as loop_open does. */
int pass_open_loop(struct job *job, bool in_order);

/* Do a job's requests until the deadline, or until its bytes, except for those
 * to keep, are moved; pass_loop does that by its loop. *now_ns is as above.
 * Return 0 or -errno. */
typedef int pass_job(struct job *job, uint64_t deadline_ns, uint64_t *now_ns);
pass_job pass_loop;

/*
 * Run a job for the time of its warm-up, with at most half of its bytes, and
 * flush it, so that the sample flushes only its own writes. Only the bytes that
 * it wrote count. It belongs to the preparation, so that copies, which may
 * flush one after the other, begin their samples together. Return 0 or -errno.
 */
int pass_warm_up(struct job *job, pass_job *run);

/* Run a job for its time and the rest of its bytes, with its flush and all
 * counts. Return 0 or -errno. */
int pass_sample(struct job *job, pass_job *run);

#endif
