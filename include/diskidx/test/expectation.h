/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Expectation: what an application asks of a disk, as in "sync p99 < 10ms" or
 * "write iops >= 500 per vCPU with load"; without a limit, only a value to
 * report. A job file with any is a profile. A test has a list of them:
 *
 *	PROFILE: EXPECTATION # SOURCE|PROFILE: EXPECTATION # SOURCE
 */
#ifndef DISKIDX_TEST_EXPECTATION_H
#define DISKIDX_TEST_EXPECTATION_H

#include <stdbool.h>

#include "diskidx/base/operation.h"

enum statistic {
	STATISTIC_PERCENTILE, STATISTIC_MEAN,	/* of latencies: at most */
	STATISTIC_IOPS, STATISTIC_BANDWIDTH	/* at least */
};

struct expectation {
	char profile[64], text[100], source[160];
	enum operation op;
	bool of_flush;		/* only of the flush after a write */
	enum statistic statistic;
	double percent;
	bool has_limit, per_cpu, with_load;
	double limit;		/* INFINITY: none; in this unit: */
	const char *unit;	/* "ms", "MB/s", or "" for IOPS */
	double scale;		/* in ns, or bytes per second */
};

/* The share of requests that may be over the limit of a percentile. */
#define expectation_allowed(e) (1 - (e)->percent / 100)

/* Parse the first of a list, and move the list past it. Return 1, 0 at the end
 * of the list, or -EINVAL. */
int expectation_next(struct expectation *expectation, const char **list);

/* Parse one by itself, without profile and source, as the command line has it;
 * NULL: none. Return 0 or -EINVAL. */
int expectation_parse(struct expectation *expectation, const char *text);

#endif
