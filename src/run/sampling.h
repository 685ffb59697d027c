/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Sampling: the tests that are measured at the same time, mostly one: rows,
 * assignments and samples.
 */
#ifndef RUN_SAMPLING_H
#define RUN_SAMPLING_H

#include "diskidx/worker.h"
#include "parts.h"

/* A row that the live line can tell of. */
struct watched {
	struct run *run;
	const struct result *result;
	const struct sample *sample;	/* that is being made */
};

struct sampling {
	struct result *result;		/* this and the others: n each */
	const struct plan_test *t;
	size_t n;
	unsigned copies;		/* of all tests */
	struct assignment a[TESTS_TOGETHER];
	struct watched watched[TESTS_TOGETHER];
	struct sample sample[TESTS_TOGETHER];
};

/* Gather this test, of this row, and those that run at the same time. */
void sampling_open(struct run *r, struct sampling *sampling,
		   struct result *result, const struct plan_test *t,
		   unsigned round);

/* Show the id of a row, with copies and directory where they differ. */
void sampling_name(struct run *r, const struct result *result);

/*
 * Find out if all tests of a sampling can run here; if one can't, none is what
 * was asked for. Return 0 or -EINTR.
 */
int sampling_check(struct run *r, struct sampling *sampling, unsigned round);

/*
 * Measure, and repeat a spoilt sample while there is time, and --max-write
 * allows; else -ETIMEDOUT or -EDQUOT. A cause that spoils all of several tries
 * (a tool that stops processes to limit them, a broken clock) will not go away.
 */
int sampling_measure(struct run *r, struct sampling *sampling, char *reason);

/* Keep the samples in their rows, and note what is odd about them. */
void sampling_keep(struct run *r, struct sampling *sampling);

/* Fail all of a sampling, of which one test did. */
void sampling_fail(struct run *r, struct sampling *sampling, unsigned round,
		   const char *reason);

#endif
