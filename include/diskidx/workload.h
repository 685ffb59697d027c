/*
 * Workload: decides which I/O happens. It runs in a worker process of its
 * own: prepare and finish are off the clock, run holds the measurement.
 *
 * To add one: write src/workload/NAME.c that defines
 * `const struct workload workload_NAME`, add NAME to WORKLOAD_LIST below, and
 * the file to Makefile.am; then give it a test in src/test/table.c. A change
 * that alters what is measured raises its revision. The contract is tested over
 * every entry by tests/unit/workload/workload.c.
 */
#ifndef DISKIDX_WORKLOAD_H
#define DISKIDX_WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/engine.h"
#include "diskidx/params.h"
#include "diskidx/counts.h"
#include "diskidx/target.h"

#define WORKLOAD_LIST(X) X(filecopy) X(sequential) X(random) X(smallfile) \
	X(wholefile)

/* What one copy has to do, and with what. */
struct job {
	const struct params *params;
	const struct engine *engine;
	const struct target *target;
	int fd;				/* this copy's work file */
	int dsync_fd;			/* the same, opened with O_DSYNC */
	uint64_t file_bytes;		/* its size; in whole blocks, unless
					   params.file_bytes is given */
	uint64_t pass_bytes;		/* of a buffered pass, at most */
	uint64_t time_ns, warm_up_ns;
	uint64_t write_limit_bytes;	/* write no more in this sample */
	uint64_t seed;			/* of this copy in this round */
	unsigned copy, copies;		/* which one of how many */
	struct counts *counts;
	struct job_state *state;	/* the workload's own */
};

struct workload {
	const char *name, *summary;
	unsigned revision;
	bool uses_engine;	/* -e has a say; else pread and pwrite */
	bool extra_file;	/* makes a second file beside the work file */
	bool own_files;		/* never touches the work file */

	/* Each 0 or -errno. finish follows a failed prepare, too. */
	int (*prepare)(struct job *job);
	int (*run)(struct job *job);
	void (*finish)(struct job *job);
};

/* NULL if there is none of that name, or past the last. */
const struct workload *workload_by_name(const char *name);
const struct workload *workload_at(size_t i);

/*
 * Drops the work file from memory and notes in the counts how much of its first
 * `bytes`, which will be read, stayed. 0 or -errno.
 */
int job_drop_cache(struct job *job, int fd, uint64_t bytes);

/* What a new, changed or removed name writes, at least; and how many of them a
 * sample does, whatever the limit. */
#define WORKLOAD_NAME_BYTES 4096
#define WORKLOAD_LEAST_NAMES 10

/* What one tree of small files takes: the data and the names, in 4 KiB. */
uint64_t workload_tree_bytes(const struct params *params);

/* Whether a test reads or overwrites the work file, which is to be filled. */
bool workload_needs_fill(const struct workload *workload,
			 const struct params *params);

/* What one copy's fresh files take, where the work file is of that size. */
uint64_t workload_extra_bytes(const struct workload *workload,
			      const struct params *params,
			      uint64_t size_bytes);

/*
 * The most that one sample writes, all in all, with a warm-up or without, where
 * `limit_bytes` binds it by the rule "2 x size"; 0 for tests that only read.
 */
uint64_t workload_most_written(const struct workload *workload,
			       const struct params *params, bool warms_up,
			       uint64_t limit_bytes);

#endif
