/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Parts of a run: functions shared by the files of this folder. */
#ifndef RUN_MEASURING_H
#define RUN_MEASURING_H

#include "diskidx/run/run.h"
#include "diskidx/worker/worker.h"

/* In prepare.c: make the files on every target, and fill them if a test uses
 * them. A target on which that fails has no figures. Return 0, -EINTR or
 * -ETIMEDOUT. */
int run_open_targets(struct run *r);

/* In idle.c: record what others do on the targets' devices in an idle
 * moment. */
void run_idle(struct run *r);

/*
 * Wait until the target's device is idle: its journal, its discards and what
 * others left of the last test would be paid for by the next one. The wait is
 * a tenth of a sample's time at most. The facts settle_ns, the sum of these
 * waits, and settle_failures, the number of those that ended with a busy
 * device, are raised. Without counters nothing is known, or waited for.
 */
void run_settle(struct run *r, struct target *target);

/*
 * In sampling.c: take one sample of a test, of that row, and of those that run
 * at the same time. Return 1 if it was taken or has failed, 0 if the test is
 * n/a, -EINTR, -ETIMEDOUT or -EDQUOT. `look` is NULL, or called for each tick
 * of the series: true to end the sample.
 */
typedef bool sample_look(void *context, const struct sample *so_far,
			 const struct activity *now);
int run_sample(struct run *r, struct result *result, const struct plan_test *t,
	       unsigned round, sample_look *look, void *context);

/*
 * Drivers, in rounds.c and sustained.c: each decides which sample comes next,
 * until all is measured or run_sample ends it. Return the number of complete
 * rounds. To add one: a file, a line here, and its choice in run_measure.
 */
unsigned drive_rounds(struct run *r);
unsigned drive_sustained(struct run *r);

/* In allowance.c: return the rest of --max-time; without that option it has no
 * end. */
uint64_t run_time_left(const struct run *r);

/* Share the rest of --max-write among this run and those to come. */
void run_share_writes(struct run *r);

/* Return what --max-write leaves each of so many copies in this run; UINT64_MAX
 * without that option. */
uint64_t run_writes_left(const struct run *r, unsigned copies);

/* In measure.c: leave out the samples of an incomplete round, unless it is the
 * first: a score must be over the same rounds as its interval. */
void run_drop_incomplete(struct run *r, unsigned rounds);

/* In recording.c: check that a record can hold the run, begun now. False after
 * a message. */
bool run_can_be_recorded(const struct run *r);

#endif
