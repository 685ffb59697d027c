/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * wholefile: one file read, written or copied once, from start to end in
 * blocks, as dd, cp and shell scripts do it; one pass per sample. The last
 * block may be shorter, and a block may be as large as the file.
 *
 * The source is the last file_bytes of the work file, from the start of a
 * block, or all of it if it is smaller: there is nothing after it to read
 * ahead. cache=buffered drops it from memory first, cache=cached reads it once
 * off the clock. The destination is a fresh file; without a source its data is
 * incompressible.
 *
 * sync: none is one flush at the end, on the clock (conv=fdatasync); dsync and
 * fdatasync make each write durable, as part of its latency; never is the
 * default of dd, and measures memory if the file fits into it. Then the file is
 * cut, to drop its dirty pages, so that none are written during the next
 * sample.
 *
 * The time is a cap: when it is over, the pass ends at that block, with a
 * flush. Every transfer is timed, so the clock is read after each. That makes a
 * block of 512 bytes some 40 ns slower than a bare loop: 16 % of a read from
 * memory and 10 % of a write, 3 % of 4 KiB, and nothing measurable at 64 KiB.
 * dd, with two calls per block, needs 30 to 40 % longer than this. The warm-up
 * is an earlier pass of the same kind.
 */
#include <config.h>

#include <errno.h>

#include "diskidx/base/amount.h"
#include "diskidx/platform/platform.h"
#include "pass.h"

/* Move the whole file, or as much as time and bytes allow. */
static int
wholefile_pass(struct job *job, uint64_t deadline_ns, uint64_t *now_ns)
{
	return pass_run(&job->state->pass, job->pass_bytes, deadline_ns,
			now_ns);
}

static int
wholefile_prepare(struct job *job)
{
	const struct params *p = job->params;
	struct job_state *s = job->state;
	uint64_t bytes = p->file_bytes;
	int error;

	if (params_reads(p))
		bytes = amount_min(bytes, job->file_bytes);
	job->pass_bytes = bytes;
	if (p->action > ACTION_COPY || p->cache == CACHE_DIRECT ||
	    p->sync == SYNC_FSYNC || p->block_bytes == 0 ||
	    p->block_bytes > bytes)
		return -EINVAL;
	error = pass_open(&s->pass, job);
	if (params_reads(p))
		s->pass.from = (job->file_bytes - bytes) / p->block_bytes *
			       p->block_bytes;
	if (error == 0 && params_reads(p))
		error = platform_direct(job->fd, false);
	if (error == 0)
		error = pass_ready(&s->pass, bytes);
	if (error != 0 || job->warm_up_ns == 0)
		return error;
	error = pass_warm_up(job, wholefile_pass);
	if (error != 0)
		return error;
	/* Record the bytes dropped from memory only for the last time. */
	job->counts->resident_bytes = job->counts->dropped_bytes = 0;
	return pass_ready(&s->pass, bytes);
}

static int
wholefile_run(struct job *job)
{
	int error = pass_sample(job, wholefile_pass);

	job->counts->bounded |= job->state->pass.done >= job->pass_bytes;
	return error;
}

const struct workload workload_wholefile = {
	.traits = &workload_traits[WORKLOAD_wholefile],
	.revision = 2,
	.extra_file = true,
	.state_bytes = sizeof(struct job_state),
	.prepare = wholefile_prepare,
	.run = wholefile_run,
	.finish = pass_finish,
};
