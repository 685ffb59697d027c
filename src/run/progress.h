/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Progress: the state of the run on standard error. A terminal gets one live
 * line as wide as it is, with a bar, the time left, round and test, and speed
 * and mean latency of the last second; other streams get a plain line for each
 * test of the first round and one for each further round.
 */
#ifndef RUN_PROGRESS_H
#define RUN_PROGRESS_H

#include <stdint.h>

#include "diskidx/clock.h"
#include "diskidx/plan.h"
#include "diskidx/result.h"
#include "diskidx/sample.h"
#include "diskidx/units.h"
#include "diskidx/worker.h"

/* Calls of a worker_watch in a second. */
#define PROGRESS_TICKS (NS_PER_S / SAMPLE_TICK_NS)

struct progress {
	const struct plan *plan;
	unsigned round, rounds;
	uint64_t begin_ns;		/* of the run */
	uint64_t start_ns;		/* of the first sample */
	unsigned percent;		/* shown; it never falls */
	uint64_t done_ns, total_ns;	/* by the plan */
	uint64_t sample_ns;		/* of the one that runs, by the plan */
	uint64_t sample_begin_ns;
	struct activity past[PROGRESS_TICKS];	/* of the sample, as a ring */
	unsigned n_ticks;
	uint64_t fill_bytes, fill_limit_ns;	/* limit UINT64_MAX: none */
	uint64_t fill_left_ns;
	const struct result *result;	/* the one that runs; NULL: none */
	char label[96];
	const char *directory;		/* empty if all have the same */
	enum unit unit;
	uint32_t block_bytes;
};

/* Begin a run. */
void progress_begin(struct progress *p, const struct plan *plan);

/* Announce the fill of a directory's work files, which ends at the limit, and
 * update it. */
void progress_fill(struct progress *p, const char *directory,
		   uint64_t fill_bytes, uint64_t limit_ns);
void progress_fill_watch(void *progress, const struct activity *now);

/* Announce a round. */
void progress_round(struct progress *p, unsigned round);

/* Announce a sample of a row, update it, perhaps with another row's activity,
 * end it with a row's value, or without one. */
void progress_sample(struct progress *p, const struct result *result,
		     uint64_t sample_ns);
void progress_watch(struct progress *p, const struct result *result,
		    const struct activity *now);
void progress_done(struct progress *p, const struct result *result,
		   double value);
void progress_skip(struct progress *p);

/* Tell how long each of the other rounds should take, after the first one: what
 * is left follows from it, not from the plan. */
void progress_revise(struct progress *p, uint64_t round_ns);

#endif
