/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* sync: pread and pwrite, done by the time submit returns. It does one request
 * at a time, so it accepts only depth 1. */
#include <config.h>

#include "blocking.h"
#include "immediate.h"

static int
sync_submit(struct engine_state *s, const unsigned *slot, unsigned n)
{
	return immediate_submit(s, slot, n, blocking_serve);
}

const struct engine engine_sync = {
	.traits = &engine_traits[ENGINE_sync],
	.summary = "pread and pwrite, one request at a time",
	.max_depth = 1,
	.can_flush = true,
	.state_bytes = sizeof(struct engine_state),
	.open = immediate_open,
	.submit = sync_submit,
	.reap = immediate_reap,
};
