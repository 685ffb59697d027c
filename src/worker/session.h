/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Session: one sample of a test in the making, from the measuring processes,
 * which each do one copy's work, to the parent, which follows and sums it up.
 */
#ifndef WORKER_SESSION_H
#define WORKER_SESSION_H

#include <stdbool.h>

#include "diskidx/stats/sample.h"
#include "diskidx/worker/worker.h"
#include "diskidx/workload/counts.h"

struct session {
	const struct assignment *assignment;
	struct counts *counts;		/* one per copy, shared */
	struct job job;			/* a copy's own, after the fork */
	struct sample *sample;
};

/* Do the work of a copy in its process: errors are in its counts. */
void session_prepare(struct session *session, unsigned copy);
void session_run(struct session *session);

/*
 * Add a tick to the series, and tell the assignment's watcher if this one
 * `shows`. Return false, with nothing done, if no copy is on the clock.
 */
bool session_tick(struct session *session, bool shows);

/* Make the sample of the copies' counts, once all have ended well. */
void session_collect(struct session *session);

#endif
