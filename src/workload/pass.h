/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Pass: blocks of a file one after the other, each timed: read, written to a
 * file, or copied there. Sequential and whole-file tests consist of passes.
 *
 * A buffered pass gives back as much memory as it needs in the file cache, just
 * ahead of its need, that it took beforehand (platform_take_memory): a virtual
 * machine otherwise measures how fast its host supplies memory. It may not be
 * free for long: Linux reports what is to the host after two seconds, what was
 * used last first. This takes 4 us per MiB.
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
	char *buffer;		/* one block, of a test that reads */
	struct pool pool;	/* written from, if the test reads none */
	uint64_t taken;		/* blocks of the pool */
	uint64_t stamp;		/* of what is copied */
	int fresh;		/* the fresh file, or -1 */
	int to;			/* written to, and flushed at the end: the
				   fresh file, or another */
	uint64_t from;		/* where a pass begins to read */
	uint64_t shift;		/* where it begins to write */
	uint64_t left;		/* bytes that may still be written (a loop's:
				   or read), */
	uint64_t keep;		/* of which a pass leaves these */
	uint64_t done;		/* bytes of the file in the last pass */
	char *memory;		/* to be given back, from its start on, */
	size_t memory_bytes;	/* and its size */
	uint64_t given_bytes;	/* of it, in this pass */
	uint64_t granted;	/* bytes of the fresh file, before a next look
				   at the space that is free */
	bool reads, writes;	/* by the action */
	bool flushes;		/* each write, as part of its latency */
};

/* The state of a test of the work file: passes, or requests of a loop. */
struct job_state {
	struct loop loop;
	struct pass pass;
};

/* Close both, as such a test ends. */
void pass_finish(struct job *job);

/* Make the data. Return 0 or -errno; pass_finish follows in any case. */
int pass_open(struct pass *pass, struct job *job);

/* Open a new fresh file in place of the last one, whose removal is then done.
 * Return 0 or -errno. */
int pass_renew(struct pass *pass);

/* Prepare a buffered pass over so many bytes: a new fresh file if it writes;
 * the work file dropped from memory if it reads; and memory, if it can be had.
 * For a cached one that reads, the bytes are in memory instead. Return 0 or
 * -errno. */
int pass_ready(struct pass *pass, uint64_t bytes);

/*
 * Read, write or copy `bytes`, the last block cut to what is left of
 * them, until all is done, the deadline has passed or nothing more may be
 * written. At least one block is done if it may be written. *now_ns goes from
 * the start to the end. Return 0 or -errno.
 */
int pass_run(struct pass *pass, uint64_t bytes, uint64_t deadline_ns,
	     uint64_t *now_ns);

/* Open the loop of a test that has one, as loop_open does. */
int pass_open_loop(struct job *job, bool in_order);

/* Do a job's requests until the deadline, or until its bytes but for those to
 * keep are moved: pass_loop by its loop. *now_ns is as above. Return 0 or
 * -errno. */
typedef int pass_job(struct job *job, uint64_t deadline_ns, uint64_t *now_ns);
pass_job pass_loop;

/*
 * Run a job for the time of its warm-up, with half of its bytes at most, and
 * flush it: the sample's flush is to be of its own writes. Only the bytes that
 * it wrote count. It belongs to the preparation, so that copies, which
 * may flush one after the other, begin their samples together. Return 0 or
 * -errno.
 */
int pass_warm_up(struct job *job, pass_job *run);

/* Run a job for its time and what is left of its bytes, its flush and all
 * counts included. Return 0 or -errno. */
int pass_sample(struct job *job, pass_job *run);

#endif
