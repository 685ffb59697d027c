/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Session: one sample of a test in the making. Each measuring process does one
 * copy's work; the parent follows it and adds it up. */
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

/* Prepare a copy in its process: errors are in its counts. */
void session_prepare(struct session *session, unsigned copy);

/* Add a tick to the series, and if this session `shows`, call the assignment's
 * watcher. Return false, with nothing done, if no copy is on the clock. */
bool session_tick(struct session *session, bool shows);

/* Make the sample from the copies' counts, after all have ended well. */
void session_collect(struct session *session);

#endif
