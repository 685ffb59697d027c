/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * sync: pread and pwrite, done by the time submit returns. It does one request
 * at a time, so it takes depth 1 only.
 */
#include <config.h>

#include <errno.h>
#include <stdlib.h>

#include "diskidx/engine.h"
#include "blocking.h"

struct engine_state {
	struct request *request;
	int fd;
	unsigned n_done;
	unsigned done;
};

static int
sync_open(struct engine_state **state, int fd, struct request *request,
	  unsigned depth)
{
	struct engine_state *s;

	if (depth != 1)
		return -EINVAL;
	s = malloc(sizeof(*s));
	if (s == NULL)
		return -ENOMEM;
	s->request = request;
	s->fd = fd;
	s->n_done = 0;
	*state = s;
	return 0;
}

static int
sync_submit(struct engine_state *s, const unsigned *slot, unsigned n)
{
	struct request *r = &s->request[slot[0]];

	(void)n;
	if (s->n_done > 0)
		return -EAGAIN;
	blocking_serve(s->fd, r);
	s->done = slot[0];
	s->n_done = 1;
	return 1;
}

static int
sync_reap(struct engine_state *s, unsigned min, uint64_t max_wait_ns,
	  unsigned *slot)
{
	unsigned n = s->n_done;

	(void)min;
	(void)max_wait_ns;
	slot[0] = s->done;
	s->n_done = 0;
	return (int)n;
}

static void
sync_close(struct engine_state *s)
{
	free(s);
}

const struct engine engine_sync = {
	.traits = &engine_traits_sync,
	.summary = "pread and pwrite, one request at a time",
	.max_depth = 1,
	.can_flush = true,
	.open = sync_open,
	.submit = sync_submit,
	.reap = sync_reap,
	.close = sync_close,
};
