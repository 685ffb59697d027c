/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Progress: the state of the run on standard error. A terminal gets one live
 * line of its width, with a bar, the time left, round and test, and speed and
 * mean latency of the last second. Other streams get a plain line per test of
 * the first round, and one per later round.
 */
#ifndef RUN_PROGRESS_H
#define RUN_PROGRESS_H

#include "diskidx/plan/plan.h"
#include "diskidx/result/result.h"
#include "diskidx/worker/worker.h"

/* Begin a run. */
void progress_begin(const struct plan *plan);

/* Announce the fill of a directory's work files, up to the limit; update it. */
void progress_fill(const char *directory, uint64_t fill_bytes,
		   uint64_t limit_ns);
void progress_fill_watch(const struct activity *now);

/* Announce a round of that many. */
void progress_round(unsigned round, unsigned rounds);

/* Announce a sample of a row; update it, perhaps with another row's activity;
 * end it with a row's value, or without one. */
void progress_sample(const struct result *result, uint64_t sample_ns);
void progress_watch(const struct result *result, const struct activity *now);
void progress_done(const struct result *result, double value);
void progress_skip(void);

/* Set, after the first round, the expected time of each other round: the time
 * left follows from it, not from the plan. */
void progress_revise(uint64_t round_ns);

#endif
