/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Repeats: several runs of one thing, on one host and the same directories, as
 * one value with an interval for each test and score: the geometric mean of
 * the runs, with the error from all of them (statistics.h: spread_of_run). Each
 * interval holds for its row by itself. Where a row's values stepped to another
 * level in a series of runs, only the newest level makes its value: a mean over
 * a step is nobody's speed.
 */
#ifndef DISKIDX_COMPARISON_REPEATS_H
#define DISKIDX_COMPARISON_REPEATS_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/comparison/comparison.h"
#include "diskidx/record/record.h"

struct repeated {
	const struct result *result;	/* of the first run that has it */
	const char *score;		/* its name, over the row's target and
					   copies; NULL: a test */
	size_t n;			/* runs that make the value */
	double value;			/* their geometric mean */
	struct interval ci95;
	double spread_pct;		/* their standard deviation */
	/* With n_before > 0: runs that made the level before, the step from it,
	 * and the first run after it. */
	size_t n_before;
	struct compared step;
	const struct record *since;
	double told;			/* high end of the step in the runs
					   before the newest; 1: none */
	struct compared last;		/* STEP_SIDE runs against those before
					   on this level, all rows at once */
	bool in_newest;			/* the newest run has it */
	bool tells;			/* it stands for the series: a Disk
					   score or, without any, a test */
};

struct repeats {
	struct repeated *row;		/* tests, then scores; owned */
	size_t n;
	size_t n_runs;
	const struct record **run;	/* all, by their start; owned */
};

/* Put summarized runs together; n is 0 if they are not of one thing. */
struct repeats repeats_make(const struct record *runs, size_t n_runs);

void repeats_free(struct repeats *repeats);

#endif
