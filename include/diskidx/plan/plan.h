/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Plan: the ordered list of test x target x copies x round for a command line.
 * Its time, space and memory are in budget.h. */
#ifndef DISKIDX_PLAN_PLAN_H
#define DISKIDX_PLAN_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/alloc.h"
#include "diskidx/engine/engine.h"
#include "diskidx/jobfile/jobfile.h"
#include "diskidx/plan/options.h"
#include "diskidx/test/expectation.h"
#include "diskidx/test/params.h"
#include "diskidx/test/suite.h"
#include "diskidx/test/test.h"
#include "diskidx/workload/workload.h"

/* Answers of the system on the machine and all targets before anything is
 * measured; src/run/surroundings.c asks once. */
struct surroundings {
	uint64_t memory_bytes;		/* 0: unknown */
	uint64_t free_bytes;		/* for the fullest target, divided on
					   its disk; UINT64_MAX: unknown */
	size_t fullest;			/* that target */
	bool is_space_unknown;		/* on one of them */
	bool writes_through;	/* no written data stays in memory */
	bool syncs_names;	/* no change of a directory does */
	unsigned write_times;	/* of all data: 2 through a journal, else 1 */
	bool copies_on_write;	/* new data never replaces old data in place */
	bool in_place;		/* direct writes need their own file */
};

struct plan_test {
	struct test test;
	const struct workload *workload;
	const struct engine *engine;
	const struct engine *in_place_of;	/* the default, without flush,
						   or NULL */
	size_t target;		/* its own; 0 if on all */
	size_t together;	/* the first test of those at the same time */
	uint64_t warm_up_ns;	/* the longest of a sample */
	uint64_t whole_bytes;	/* file_bytes before it was capped, or 0 */
	char *na_reason;	/* owned; NULL: it can run */
};

/* For each test of a plan, a const struct plan_test *t. */
#define for_each_test(t, plan) \
	for_each(const struct plan_test, t, (plan)->test, (plan)->n_tests)

struct plan {
	struct plan_test *test;
	size_t n_tests;
	const char **directory;		/* owned */
	size_t n_targets;
	size_t n_passes;	/* passes with all tests on each; 1: each test
				   has its own target */
	unsigned *copies;
	size_t n_copies;
	unsigned max_copies;		/* most at a time, of all tests */
	unsigned work_copies;		/* the same, in one directory */
	unsigned rounds;
	uint64_t max_time_ns;	/* of a run, with fills; UINT64_MAX: no limit */
	uint64_t size_bytes, time_ns, warm_up_ns, delay_ns;
	unsigned runs;			/* left, each with all of the above */
	uint64_t max_write_bytes;	/* of all runs; UINT64_MAX: no limit */
	uint64_t seed;
	bool size_given;	/* else it may shrink to fit */
	unsigned write_pct;	/* of the work file, after which a writing
				   sample ends; 0: only its time ends it */
	struct surroundings around;	/* for which the plan is settled */
	bool keeps_apart;	/* some tests have a separate work file: data
				   are copied on write, and there is space */
	const struct suite *suite;	/* source of the defaults */
	bool sustained;		/* one long sample, and another after a pause */
	bool searches;		/* for the highest rate that keeps a promise: */
	struct expectation promise;
	enum arrival arrival;	/* of the requests */
	uint64_t search_ns;	/* at most */
	bool scores;		/* false: the engine moves no data */
	struct jobfile *jobfile;	/* source of the tests, or NULL */
	struct texts placed;		/* sentences: what its files replace,
					   the last one first */
	struct texts fitted;		/* sentences about a lack of space */
	const char *error;		/* why there is no plan, in one line; a
					   text of say.h */
};

/* Build the plan of a run, counted from 0; call plan_free in any case. Return
 * 0, or -EINVAL with its error. */
int plan_build(const struct options *options, unsigned run, struct plan *plan);
void plan_free(struct plan *plan);

/*
 * Settle the sizes that depend on the surroundings; nothing changes the plan
 * later. It must fit into the free space, of which a tenth stays free: a second
 * work file is given up, and a size that the user did not give shrinks, down to
 * 16 MiB. Titles name sizes that the plan's caps. A test is n/a if it would
 * then measure the same as another, or if its block exceeds half of the memory.
 * In fit.c. Return 0, or -EINVAL with the plan's error: it needs more space or
 * more than half of the memory, could exceed --max-write, or its samples take
 * longer than --max-time.
 */
int plan_settle(struct plan *plan);

/* In budget.c: return a test's copies, for that entry of the plan's numbers of
 * copies. */
unsigned plan_copies(const struct plan *plan, const struct plan_test *t,
		     size_t copies);

/* Return whether a test uses one whole file; its own files, which stay in
 * memory; a file of the plan's size. */
bool plan_is_whole(const struct plan_test *t);
bool plan_is_file_copy(const struct plan_test *t);
bool plan_uses_size(const struct plan_test *t);

/* Return a test's parameters at the plan's size, which caps whole files. */
struct params plan_params(const struct plan *plan, const struct plan_test *t);

#endif
