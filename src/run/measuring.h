/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Parts of a run: functions shared by the files of this folder. */
#ifndef RUN_MEASURING_H
#define RUN_MEASURING_H

#include "diskidx/run/run.h"
#include "diskidx/worker/worker.h"

/* In prepare.c: make the files on every target, and fill them if a test uses
 * them. A target that fails has no results. Return 0, -EINTR or -ETIMEDOUT. */
int run_open_targets(struct run *r);

/* In idle.c: record others' work on the targets' devices in an idle moment. */
void run_idle(struct run *r);

/*
 * Wait until the target's device is idle: the next test would pay for the
 * journal, discards and other work left by the last one. The wait is at most a
 * tenth of a sample's time. Add it to the fact settle_ns, and count waits that
 * ended with a busy device in settle_failures. Without counters, do not wait.
 */
void run_settle(struct run *r, struct target *target);

/*
 * In sampling.c: take one sample of a test, of that row, and of those that run
 * at the same time. Return 1 if it was taken or failed, 0 if the test is n/a,
 * -EINTR, -ETIMEDOUT or -EDQUOT. Unless it is NULL, `look` is called for each
 * tick of the series; it returns true to end the sample.
 */
typedef bool sample_look(void *context, const struct sample *so_far,
			 const struct activity *now);
int run_sample(struct run *r, struct result *result, const struct plan_test *t,
	       unsigned round, sample_look *look, void *context);

/*
 * Drivers, in rounds.c, sustained.c and search.c: each decides which sample
 * comes next, until all are measured or run_sample ends the run. Return the
 * number of complete rounds. To add one: a file, a line here, a case in
 * run_measure.
 */
unsigned drive_rounds(struct run *r);
unsigned drive_sustained(struct run *r);
unsigned drive_search(struct run *r);

/* In allowance.c: return the rest of --max-time, endless without it. */
uint64_t run_time_left(const struct run *r);

/* Share the rest of --max-write among this run and later ones. */
void run_share_writes(struct run *r);

/* Return what --max-write leaves each of that many copies in this run;
 * UINT64_MAX without that option. */
uint64_t run_writes_left(const struct run *r, unsigned copies);

/* In measure.c: leave out the samples of an incomplete round, unless it is the
 * first: a score must be over the same rounds as its interval. */
void run_drop_incomplete(struct run *r, unsigned rounds);

/* In recording.c: add rows for the tests that were added to the plan. */
void run_describe(struct run *r);

/* Return true if a record can contain the run, begun now; false
 * after a message. */
bool run_can_be_recorded(const struct run *r);

#endif
