/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * null: completes every request at once without any I/O. It tests diskidx
 * itself and measures the cost of the harness. Its figures are never scored or
 * saved.
 */
#include <config.h>

#include <errno.h>
#include <stdlib.h>

#include "diskidx/engine.h"
#include "diskidx/params.h"

struct engine_state {
	struct request *request;
	unsigned n_done, depth;
	unsigned done[];
};

static int
null_open(struct engine_state **state, int fd, struct request *request,
	  unsigned depth)
{
	struct engine_state *s = malloc(sizeof(*s) + depth * sizeof(*s->done));

	(void)fd;
	if (s == NULL)
		return -ENOMEM;
	s->request = request;
	s->depth = depth;
	s->n_done = 0;
	*state = s;
	return 0;
}

static int
null_submit(struct engine_state *s, const unsigned *slot, unsigned n)
{
	unsigned i;

	if (s->n_done == s->depth)
		return -EAGAIN;
	for (i = 0; i < n && s->n_done < s->depth; i++) {
		s->request[slot[i]].result = s->request[slot[i]].length;
		s->done[s->n_done++] = slot[i];
	}
	return (int)i;
}

static int
null_reap(struct engine_state *s, unsigned min, uint64_t max_wait_ns,
	  unsigned *slot)
{
	unsigned i, n = s->n_done;

	(void)min;
	(void)max_wait_ns;
	for (i = 0; i < n; i++)
		slot[i] = s->done[i];
	s->n_done = 0;
	return (int)n;
}

static void
null_close(struct engine_state *s)
{
	free(s);
}

const struct engine engine_null = {
	.traits = &engine_traits_null,
	.summary = "no I/O at all: tests diskidx itself, never scored",
	.max_depth = PARAMS_MAX_DEPTH,
	.open = null_open,
	.submit = null_submit,
	.reap = null_reap,
	.close = null_close,
};
