/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * sequential: blocks one after the other. It has three forms:
 *
 * passes (buffered): each pass is whole, and reads or writes nothing twice.
 *	Write: a fresh file, its flush on the clock. Read: the end of the work
 *	file, dropped from memory first; nothing can be read ahead beyond it.
 *	Copy: both. Passes repeat until the time is used; making, removing and
 *	dropping files is off the clock. Several copies do one pass each,
 *	because while one is off the clock, the others would have the disk for
 *	themselves.
 * wrapping (direct): the work file, in place, from its start and around again
 *	until the time is over. A copy goes from its first half to its second,
 *	so it needs no other file and finds only written blocks. All writes are
 *	flushed at the end, on the clock.
 * commits (each write durable): blocks appended to a fresh file, as a log
 *	does; the flush (or O_DSYNC) belongs to the latency. A log as large as
 *	the work file is replaced by a new one, off the clock.
 */
#include <config.h>

#include <errno.h>

#include "diskidx/platform/platform.h"
#include "diskidx/workload/workload.h"
#include "pass.h"

/* Go on with the loop, or with copies of the first half to the second, until
 * time or bytes run out. */
static int
run_direct(struct job *job, uint64_t deadline_ns, uint64_t *now_ns)
{
	struct pass *pass = &job->state->pass;
	uint32_t block = job->params->block_bytes;
	uint64_t half = job->file_bytes / 2 / block * block;
	int error = half > 0 ? 0 : -EINVAL;

	if (job->params->action != ACTION_COPY)
		return pass_loop(job, deadline_ns, now_ns);
	pass->to = job->fd;
	pass->shift = half;
	while (error == 0 && *now_ns < deadline_ns && !job->counts->ends &&
	       pass->left - pass->keep >= block)
		error = pass_run(pass, half, deadline_ns, now_ns);
	return error;
}

static int
sequential_prepare(struct job *job)
{
	bool is_direct = job->params->cache == CACHE_DIRECT;
	struct job_state *s = job->state;
	int error = platform_direct(job->fd, is_direct);

	if (error == 0 && is_direct && job->params->action != ACTION_COPY)
		error = pass_open_loop(job, true);
	else if (error == 0)
		error = pass_open(&s->pass, job);
	if (error != 0 || (is_direct && job->warm_up_ns == 0))
		return error;
	if (is_direct)
		return pass_warm_up(job, run_direct);
	s->pass.from = job->file_bytes - job->pass_bytes;
	return pass_ready(&s->pass, job->pass_bytes);
}

/*
 * Run passes until time or bytes run out, each on the clock from start to
 * flush; the first is ready. A pass of commits fills a log, and may end in the
 * middle; other passes are whole.
 */
static int
sequential_run(struct job *job)
{
	bool appends = job->params->sync != SYNC_NONE;
	struct counts *counts = job->counts;
	struct pass *pass = &job->state->pass;
	uint64_t bytes = appends ? job->file_bytes : job->pass_bytes;
	uint64_t least = appends ? job->params->block_bytes : bytes;
	int error;

	if (job->params->cache == CACHE_DIRECT)
		return pass_sample(job, run_direct);
	do {
		uint64_t now_ns = counts_start(counts);
		uint64_t deadline_ns = UINT64_MAX;

		if (appends)
			deadline_ns = now_ns + job->time_ns -
				      counts_clocked_ns(counts, now_ns);
		error = pass_run(pass, bytes, deadline_ns, &now_ns);
		if (error == 0)
			error = job_flush(job, pass->to, &now_ns);
		counts_stop(counts, now_ns);
		counts->bounded = counts_clocked_ns(counts, now_ns) <
				  job->time_ns;
		if (error != 0 || !counts->bounded || counts->ends ||
		    (pass->writes && pass->left < least) ||
		    (!appends && job->copies > 1))
			break;
		error = appends ? pass_renew(pass) : pass_ready(pass, bytes);
	} while (error == 0);
	return error;
}

const struct workload workload_sequential = {
	.traits = &workload_traits[WORKLOAD_sequential],
	.revision = 3,
	.extra_file = true,
	.state_bytes = sizeof(struct job_state),
	.prepare = sequential_prepare,
	.run = sequential_run,
	.finish = pass_finish,
};
