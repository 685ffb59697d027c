/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * null: completes every request at once without any I/O. It tests diskidx
 * itself and measures the cost of the harness. Its results are never scored or
 * saved.
 */
#include <config.h>

#include "diskidx/test/params.h"
#include "immediate.h"

static inline void
null_serve(int fd, struct request *r)
{
	(void)fd;
	r->result = r->length;
}

static int
null_submit(struct engine_state *s, const unsigned *slot, unsigned n)
{
	return immediate_submit(s, slot, n, null_serve);
}

const struct engine engine_null = {
	.traits = &engine_traits[ENGINE_null],
	.summary = "no I/O at all: tests diskidx itself, never scored",
	.max_depth = PARAMS_MAX_DEPTH,
	.state_bytes = sizeof(struct engine_state),
	.open = immediate_open,
	.submit = null_submit,
	.reap = immediate_reap,
};
