/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The fill, in a worker; see worker.h. */
#include <config.h>

#include <stdio.h>

#include "diskidx/base/clock.h"
#include "diskidx/worker/worker.h"
#include "group.h"

struct filling {
	struct target *target;
	uint64_t size_bytes, limit_ns, seed, begin_ns;
	void (*watch)(const struct activity *now);
};

static void
filling_run(void *context, unsigned member)
{
	struct filling *f = context;

	(void)member;
	target_fill(f->target, f->size_bytes, f->limit_ns, f->seed);
}

static void
filling_tick(void *context)
{
	struct filling *f = context;
	struct activity now = {
		.elapsed_ns = clock_now_ns() - f->begin_ns,
		.bytes = f->target->state->filled_bytes * f->target->n_work,
	};

	if (f->watch != NULL)
		f->watch(&now);
}

int
worker_fill(struct target *target, uint64_t size_bytes, uint64_t limit_ns,
	    uint64_t seed, void (*watch)(const struct activity *now),
	    char *reason)
{
	struct filling f = { target, size_bytes, limit_ns, seed,
			     clock_now_ns(), watch };
	struct group_work work = {
		.run = filling_run, .tick = filling_tick, .context = &f,
	};
	int error = group_run(&work, 1, reason);

	if (error != 0 || target->state->is_filled)
		return error;
	snprintf(reason, WORKER_REASON, "filling the work file: %s",
		 target->state->failure);
	return -target->state->error;
}
