/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Workload: decides which I/O happens. It runs in a worker process: prepare and
 * finish are off the clock, run contains the measurement.
 *
 * A workload is `const struct workload workload_NAME` in src/workload/NAME.c.
 * It has a shape in tests/unit/workload/workload.c, which tests the contract
 * for every entry. Raise its revision when it measures something else.
 */
#ifndef DISKIDX_WORKLOAD_WORKLOAD_H
#define DISKIDX_WORKLOAD_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/engine/engine.h"
#include "diskidx/target/target.h"
#include "diskidx/test/params.h"
#include "diskidx/workload/counts.h"

/* The work of one copy. */
struct job {
	const struct workload *workload;
	const struct params *params;
	const struct engine *engine;
	const struct target *target;
	uint64_t time_ns, warm_up_ns;
	uint64_t write_limit_bytes;	/* of this sample */
	unsigned copies;

	unsigned copy;			/* its number */
	int fd;				/* its work file, for params.sync */
	uint64_t file_bytes;		/* its size; in whole blocks, unless
					   params.file_bytes is given */
	uint64_t pass_bytes;		/* of a buffered pass, at most */
	uint64_t room_bytes, room_files;	/* needed by its own files */
	uint64_t seed;			/* of this copy in this round */
	struct counts *counts;
	struct job_state *state;	/* the workload's own */
};

struct workload {
	const struct traits *traits;	/* with its name */
	unsigned revision;
	bool uses_engine;	/* that of -e; else pread and pwrite */
	bool extra_file;	/* makes another file than the work file */
	bool own_files;		/* never touches the work file */
	size_t state_bytes;	/* of job->state */

	/* Return 0 or -errno. */
	int (*prepare)(struct job *job);
	int (*run)(struct job *job);
	void (*finish)(struct job *job);
};

/* Return an entry, or NULL if none has that name. */
const struct workload *workload_by_name(const char *name);

/* Prepare a job, with a zeroed state; return 0 or -errno. Finish it, even if
 * that failed, and free the state. */
int workload_prepare(const struct workload *workload, struct job *job);
void workload_finish(const struct workload *workload, struct job *job);

/* Return a copy's work file of the test's kind, opened for `sync`. */
int job_work_file(const struct job *job, unsigned copy, enum sync_mode sync);

/* Drop the work file from memory, and record in the counts how many bytes
 * stayed; if it is read in order, let the system read ahead. Return 0, or
 * -errno if a test that reads cannot drop it. */
int job_drop_cache(struct job *job, bool is_in_order);

/* Record in the counts if that memory, for which large pages were requested,
 * has small ones. */
void job_look_at_pages(const struct job *job, const void *memory);

/* Read or write a part of a file through a buffer of one block, to have as much
 * of it in memory as fits. Return 0 or -errno. */
int job_warm(const struct job *job, int fd, enum operation op, void *buffer,
	     uint64_t from, uint64_t bytes);

/* Check that there is room for `bytes` of the test, and for its files; *grant
 * as in target_check_room, or NULL. Return 0, or -errno. */
int job_check_room(const struct job *job, uint64_t bytes, uint64_t *grant);

/* Close a file of the test, if it is open. A failure is the test's: a system
 * may report an error of its writes only then. Return 0 or -errno. */
int job_close(struct job *job, int fd);

/*
 * Flush the writes of a test to this file, at the end of its time, unless each
 * write was durable, it is never flushed, or its engine moves no data. *now_ns
 * goes from the start to the end. Return 0 or -errno.
 */
int job_flush(const struct job *job, int fd, uint64_t *now_ns);

/* The least bytes that a new, changed or removed name writes, and the least
 * number of names that a sample changes, whatever its limit. */
#define WORKLOAD_NAME_BYTES 4096
#define WORKLOAD_MIN_NAMES 10

/* Return the bytes of a tree of small files: data and names, in 4 KiB each. */
uint64_t workload_tree_bytes(const struct params *params);

/* Return true if a test reads or overwrites the work file, which is filled. */
bool workload_needs_fill(const struct workload *workload,
			 const struct params *params);

/* Return the work file that a test uses; `in_place`: of target.h. */
enum work_file workload_work_file(const struct workload *workload,
				  const struct params *params, bool in_place);

/* Return the number of one copy's files and directories at a time. */
uint64_t workload_extra_files(const struct workload *workload,
			      const struct params *params);

/* Return the bytes of one copy's fresh files for a work file of that size. */
uint64_t workload_extra_bytes(const struct workload *workload,
			      const struct params *params,
			      uint64_t size_bytes);

/* Return the size of the pool's blocks for a test of the work file; 0: no
 * pool. */
uint64_t workload_pool_block(const struct params *params);

/* Return the most bytes that one sample writes, including its warm-up, if any;
 * `limit_bytes` is its limit by the plan. 0: the test only reads. */
uint64_t workload_most_written(const struct workload *workload,
			       const struct params *params, bool warms_up,
			       uint64_t limit_bytes);

#endif
