/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * random: requests at random blocks of the work file (or, by the parameters, in
 * sequence, or both): reads, writes in place or a mix, with a number in flight
 * or at a given rate. It runs for its time, or until a test that writes has
 * moved its bytes. The flush of all writes at the end is on the clock, unless
 * every write is durable.
 *
 * direct     not through the page cache.
 * buffered   through it, from a cold start.
 * cached     through it, after a read of the whole file: this measures memory,
 *	      and the flag `cached` says so.
 */
#include <config.h>

#include "diskidx/platform/platform.h"
#include "diskidx/workload/workload.h"
#include "pass.h"

static int
random_prepare(struct job *job)
{
	const struct params *params = job->params;
	enum cache_mode cache = params->cache;
	bool appends = params->fallocate != FALLOCATE_FILLED;
	struct job_state *s = job->state;
	int error = 0;

	/* The pass has the fresh file of a job that appends. */
	s->pass = (struct pass){ .job = job, .fresh = -1 };
	if (appends) {
		error = pass_renew(&s->pass);
		job->fd = s->pass.fresh;
	}
	if (error == 0)
		error = platform_direct(job->fd, cache == CACHE_DIRECT);
	if (error == 0)
		error = pass_open_loop(job, false);
	if (error == 0 && cache == CACHE_BUFFERED)
		error = job_drop_cache(job, params->sequential_pct == 100);
	if (error == 0 && cache == CACHE_CACHED && !appends)
		error = job_warm(job, job->fd, OP_READ, s->loop.buffer, 0,
				 job->file_bytes);
	if (error == 0 && job->warm_up_ns > 0)
		error = pass_warm_up(job, pass_loop);
	return error;
}

static int
random_run(struct job *job)
{
	return pass_sample(job, pass_loop);
}

const struct workload workload_random = {
	.traits = &workload_traits[WORKLOAD_random],
	.revision = 3,
	.uses_engine = true,
	.state_bytes = sizeof(struct job_state),
	.prepare = random_prepare,
	.run = random_run,
	.finish = pass_finish,
};
