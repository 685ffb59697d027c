/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Plan: the ordered list of test x target x copies x round that the command
 * line asked for. Its time, space and memory are in budget.h.
 */
#ifndef DISKIDX_PLAN_PLAN_H
#define DISKIDX_PLAN_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/engine/engine.h"
#include "diskidx/jobfile/jobfile.h"
#include "diskidx/plan/options.h"
#include "diskidx/plan/surroundings.h"
#include "diskidx/test/params.h"
#include "diskidx/test/suite.h"
#include "diskidx/test/test.h"
#include "diskidx/workload/workload.h"

#define PLAN_ERROR 4800		/* with room for a path */

struct plan_test {
	struct test test;
	const struct workload *workload;
	const struct engine *engine;
	const struct engine *in_place_of;	/* the default one, which can't
						   flush; or NULL */
	size_t target;		/* its own; 0 if it is done on all */
	size_t together;	/* from this one on: run at the same time */
	uint64_t warm_up_ns;	/* the longest lead-in of a sample */
	uint64_t whole_bytes;	/* file_bytes before it was capped, or 0 */
	char *na_reason;	/* owned; NULL: it can run */
};

/* For each test of a plan, a const struct plan_test *t. */
#define for_each_test(t, plan) \
	for (const struct plan_test *t = (plan)->test; \
	     t != NULL && t < (plan)->test + (plan)->n_tests; t++)

struct plan {
	struct plan_test *test;
	size_t n_tests;
	const char **directory;		/* owned */
	size_t n_targets;
	size_t n_passes;	/* as many, with all tests on each; 1: each test
				   is done on its own */
	unsigned *copies;
	size_t n_copies;
	unsigned max_copies;		/* at a time, of all tests that run */
	unsigned work_copies;		/* at a time, in one directory */
	unsigned rounds;
	uint64_t max_time_ns;	/* of the run, fills included; UINT64_MAX: no
				   limit */
	uint64_t size_bytes, time_ns, warm_up_ns, delay_ns;
	unsigned runs;			/* left, each with all of the above */
	uint64_t max_write_bytes;	/* of all; UINT64_MAX: no limit */
	uint64_t seed;
	bool size_given;	/* else it may be shortened to what fits */
	unsigned write_pct;	/* of the work file, after which a writing
				   sample ends; 0: by its time alone */
	struct surroundings around;	/* with which it is settled */
	bool keeps_apart;	/* tests that write apart have another work
				   file: data are copied on write, and there
				   is space */
	const struct suite *suite;	/* source of the defaults */
	bool sustained;		/* one long sample, and another after a pause */
	bool scores;		/* false: an engine that moves no data */
	struct jobfile *jobfile;	/* source of the tests, or NULL */
	struct texts placed;		/* what its files stand for, a sentence
					   each; the last one comes first */
	struct texts fitted;		/* what was changed to fit into the
					   space, a sentence each */
	char error[PLAN_ERROR];		/* why it can't be, in one line */
};

/*
 * Build the plan of a run of the call, counted from 0, for plan_free in any
 * case. Return 0, or -EINVAL with its error.
 */
int plan_build(const struct options *options, unsigned run, struct plan *plan);
void plan_free(struct plan *plan);

/*
 * Settle the sizes that depend on the surroundings; nothing changes the plan
 * after that. It fits into the free space, of which a tenth stays free: it does
 * without a second work file, and a size that the user did not give shrinks,
 * down to 16 MiB. Titles name sizes that the plan's caps, and a test is n/a if
 * it would then measure the same as another, or if its block doesn't fit into
 * half of the memory. Return 0, or -EINVAL with the plan's error: it needs more
 * space, over half of the memory, it could exceed --max-write, or its samples
 * take longer than --max-time. In fit.c.
 */
int plan_settle(struct plan *plan);

/* Return the copies of a test with that one of the numbers of copies. */
unsigned plan_copies(const struct plan *plan, const struct plan_test *t,
		     size_t copies);

/* In file-sizes.c: return whether a test is of one whole file; of files of its
 * own that stay in memory; of the plan's size. */
bool plan_is_whole(const struct plan_test *t);
bool plan_is_file_copy(const struct plan_test *t);
bool plan_uses_size(const struct plan_test *t);

/* Return a test's parameters at the plan's size, which caps whole files. */
struct params plan_params(const struct plan *plan, const struct plan_test *t);

#endif
