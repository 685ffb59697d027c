/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * bench.h - a target in a separate directory, a job on its first work file and
 * the counts of that job, for tests of workloads and workers.
 */
#ifndef DISKIDX_TESTS_BENCH_H
#define DISKIDX_TESTS_BENCH_H

#include "diskidx/target/target.h"
#include "diskidx/workload/workload.h"

#define LONG_NS (600 * NS_PER_S)	/* something else ends it */

extern struct target target;
extern struct counts counts;
extern struct params params;
extern struct job job;

/* The directory's name. */
extern char bench_directory[];

/* Make the directory, here, with that part in its name. Return 0 or -1. */
int bench_make(const char *name);

/* The same in memory, if direct I/O works there: nothing waits for a disk. */
int bench_make_in_memory(const char *name);

/* Do as a worker does, but that the terminal can end the test. */
void bench_be_worker(void);

/* Open the target with a work file a copy; fill the first one, unless that is
 * 0 bytes. Return 0 or -1. */
int bench_open(unsigned copies, uint64_t file_bytes);

/* Close the target; remove the directory, which is empty then. Return 0 or,
 * if something is left, anything else. */
int bench_close(void);

/* Make `job` one of that test on the sync engine, with nothing counted yet and
 * no bound but the time. The test may be changed in `params`. */
void bench_set_job(const struct params *test, uint64_t time_ns);

/* Prepare, run and finish the job; return the first error. */
int bench_run(const struct workload *workload);

/* Return the descriptor that the next file to be opened will have. */
int bench_next_fd(void);

/* Return the number of names in a directory, 0 if there is none. */
unsigned names_in(int fd, const char *path);

/* Return true where direct I/O works. */
bool bench_has_direct(void);

#endif
