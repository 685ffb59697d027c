/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Parts of a run: functions shared by the files of this folder. */
#ifndef RUN_PARTS_H
#define RUN_PARTS_H

#include "diskidx/run/run.h"
#include "diskidx/worker/worker.h"

/* Make the files on every target, and fill them if a test uses them. A target
 * on which that fails has no figures. Return 0, -EINTR or -ETIMEDOUT. */
int run_open_targets(struct run *r);

/* Record what others do on the targets' devices in an idle moment. */
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
 * Take one sample of a test, of that row, and of those that run at the same
 * time, unless it is n/a. Return 0, -EINTR, -ETIMEDOUT or -EDQUOT.
 */
int run_sample(struct run *r, struct result *result, const struct plan_test *t,
	       unsigned round);

/* Sleep that long, or until a signal is caught. */
void run_pause(uint64_t delay_ns);

/* Return the rest of --max-time; without that option it has no end. */
uint64_t run_time_left(const struct run *r);

/* Share the rest of --max-write among this run and those to come. */
void run_share_writes(struct run *r);

/* Return what --max-write leaves each of so many copies in this run; UINT64_MAX
 * without that option. */
uint64_t run_writes_left(const struct run *r, unsigned copies);

/* End a sustained sample, which is being made, when it has shown all. */
void sustained_look(struct run *r, const struct result *result,
		    const struct sample *so_far, const struct activity *now);

/* Return whether it goes on behind a sample, with a pause and the next one; a
 * note says if that can't be. */
bool sustained_goes_on(struct run *r, const struct result *result);

/*
 * Barrier: samples of several hosts start together, at the word of what holds
 * standard input and output (--barrier). The lines are in diskidx-record.5.
 */

/* Count a sample of the plan, also one that is not taken: its number is the
 * same on all hosts. */
void barrier_next(const struct run *r);

/* Say that this sample is ready, and wait for the word. Return 0 to begin, or
 * -EINTR after SIGTERM, if it is to end. Without --barrier, begin. */
int barrier_wait(struct run *r, const char *test);

/* Look during a sample if that is to end. */
void barrier_watch(const struct run *r);

/* Record the set of hosts, unless samples were taken apart from them. */
void barrier_describe(struct run *r);

/*
 * Progress: the state of the run on standard error. A terminal gets one live
 * line as wide as it is, with a bar, the time left, round and test, and speed
 * and mean latency of the last second; other streams get a plain line for each
 * test of the first round and one for each further round.
 */

/* Begin a run. */
void progress_begin(const struct plan *plan);

/* Announce the fill of a directory's work files, which ends at the limit, and
 * update it. */
void progress_fill(const char *directory, uint64_t fill_bytes,
		   uint64_t limit_ns);
void progress_fill_watch(const struct activity *now);

/* Announce a round, of as many. */
void progress_round(unsigned round, unsigned rounds);

/* Announce a sample of a row, update it, perhaps with another row's activity,
 * end it with a row's value, or without one. */
void progress_sample(const struct result *result, uint64_t sample_ns);
void progress_watch(const struct result *result, const struct activity *now);
void progress_done(const struct result *result, double value);
void progress_skip(void);

/* Tell how long each of the other rounds should take, after the first one: what
 * is left follows from it, not from the plan. */
void progress_revise(uint64_t round_ns);

/* Leave out the samples of an incomplete round, unless it is the first: a score
 * must be over the same rounds as its interval. */
void run_drop_incomplete(struct run *r, unsigned rounds);

/* Check that a record can hold the run, begun now. False after a message. */
bool run_can_be_recorded(const struct run *r);

#endif
