/*
 * Plan: the ordered list of test x target x copies x round that the command
 * line asked for. What it takes is the budget's (budget.h).
 */
#ifndef DISKIDX_PLAN_H
#define DISKIDX_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/engine.h"
#include "diskidx/jobfile.h"
#include "diskidx/options.h"
#include "diskidx/test.h"
#include "diskidx/workload.h"

#define PLAN_ERROR 400

struct plan_test {
	struct test test;
	const struct workload *workload;
	const struct engine *engine;
};

struct plan {
	struct plan_test *test;
	size_t n_tests;
	const char **directory;		/* the options' own, or "." */
	size_t n_targets;
	unsigned *copies;
	size_t n_copies;
	unsigned most_copies;		/* the largest of them */
	unsigned rounds;	/* the least number, with --until */
	unsigned most_rounds;	/* the same, or more with --until */
	double until_pct;	/* 0: no --until */
	uint64_t max_time_ns;	/* of the run, fills included; UINT64_MAX: no
				   limit */
	uint64_t size_bytes, time_ns, warm_up_ns, delay_ns;
	uint64_t max_write_bytes;	/* UINT64_MAX: no limit */
	uint64_t seed;
	bool size_given;	/* else it may be shortened to what fits */
	bool bounded;		/* a writing sample ends after 2 x size */
	bool scores;		/* false: an engine that moves no data */
	struct jobfile *jobfile;	/* where the tests come from, or NULL */
	const char *jobfile_path;
};

/* 0, or -EINVAL with one line in `error` (PLAN_ERROR bytes). */
int plan_build(const struct options *options, struct plan *plan, char *error);
void plan_free(struct plan *plan);

#endif
