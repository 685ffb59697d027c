/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Immediate: the engines whose requests are done by the time submit returns. */
#ifndef DISKIDX_ENGINE_IMMEDIATE_H
#define DISKIDX_ENGINE_IMMEDIATE_H

#include <errno.h>
#include <stdlib.h>

#include "diskidx/engine/engine.h"

struct engine_state {
	struct request *request;
	int fd;
	unsigned n_done, depth;
	unsigned done[];
};

static inline int
immediate_open(struct engine_state **state, int fd, struct request *request,
	       unsigned depth)
{
	struct engine_state *s = malloc(sizeof(*s) + depth * sizeof(*s->done));

	if (s == NULL)
		return -ENOMEM;
	s->request = request;
	s->fd = fd;
	s->depth = depth;
	s->n_done = 0;
	*state = s;
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

static inline void
immediate_close(struct engine_state *s)
{
	free(s);
}

#endif
