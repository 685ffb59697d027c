/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Immediate: the engines whose requests are done by the time submit returns. */
#ifndef DISKIDX_ENGINE_IMMEDIATE_H
#define DISKIDX_ENGINE_IMMEDIATE_H

#include <errno.h>

#include "diskidx/engine/engine.h"
#include "diskidx/test/params.h"

struct engine_state {
	struct request *request;
	int fd;
	unsigned n_done, depth;
	unsigned done[PARAMS_MAX_DEPTH];
};

static inline int
immediate_open(struct engine_state *s, int fd, struct request *request,
	       unsigned depth)
{
	s->request = request;
	s->fd = fd;
	s->depth = depth;
	return 0;
}

/* Do each with `serve`, which sets its result. */
static inline int
immediate_submit(struct engine_state *s, const unsigned *slot, unsigned n,
		 void (*serve)(int fd, struct request *request))
{
	unsigned i;

	if (s->n_done == s->depth)
		return -EAGAIN;
	for (i = 0; i < n && s->n_done < s->depth; i++) {
		serve(s->fd, &s->request[slot[i]]);
		s->done[s->n_done++] = slot[i];
	}
	return (int)i;
}

static inline int
immediate_reap(struct engine_state *s, unsigned min, uint64_t max_wait_ns,
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

#endif
