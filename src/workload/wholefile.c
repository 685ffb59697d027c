/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * wholefile: one file read, written or copied once, from its start to its end
 * in blocks, as dd, cp and shell scripts do it; one pass a sample. The last
 * block may be a part of one, and a block may be as large as the file.
 *
 * The source is the last file_bytes of the work file, from a whole block on, or
 * all of it if it is smaller: there is nothing behind it to be read ahead.
 * cache=buffered drops it from memory first, cache=cached reads it once off the
 * clock. The destination is a fresh file; without a source its data are
 * incompressible.
 *
 * sync: none is one flush at the end, on the clock (conv=fdatasync); dsync and
 * fdatasync make each write durable, as part of its latency; never is the
 * default of dd, and measures memory as far as the file fits into it. The file
 * is then cut, so that its dirty pages are dropped, and none are written during
 * the next sample.
 *
 * The time is a cap: when it is over, the pass ends at that block, flush
 * included. The clock is read after each transfer, since every one is timed,
 * which makes a block of 512 bytes some 40 ns slower than a bare loop: 16 % of
 * a read from memory and 10 % of a write, 3 % of 4 KiB, and nothing measurable
 * at 64 KiB. dd, with two calls per block, takes 30 to 40 % longer than this.
 * The warm-up is a pass of the same kind beforehand.
 */
#include <config.h>

#include <errno.h>

#include "diskidx/clock.h"
#include "diskidx/platform.h"
#include "pass.h"

struct job_state {
	struct pass pass;
	uint64_t bytes;		/* of the whole file */
};

static void
wholefile_finish(struct job *job)
{
	pass_close(&job->state->pass);
}

/*
 * Move the whole file, or as much as time and bytes allow, and flush it.
 * *now_ns goes to its end; *timed_out is true if the time ended it.
 */
static int
wholefile_pass(struct job *job, uint64_t time_ns, uint64_t *now_ns,
	       bool *timed_out)
{
	struct job_state *s = job->state;
	uint64_t deadline_ns = *now_ns + time_ns;
	int error = pass_run(&s->pass, s->bytes, deadline_ns, now_ns);

	*timed_out = s->pass.done < s->bytes && *now_ns >= deadline_ns;
	if (error == 0)
		error = job_flush(job, s->pass.to, now_ns);
	return error;
}

/* Prepare what a pass needs: a new fresh file, and the source in memory, or
 * dropped from it, of which only the last time is recorded. */
static int
wholefile_ready(struct job *job)
{
	const struct params *p = job->params;
	struct job_state *s = job->state;
	int error = 0;

	if (p->cache == CACHE_BUFFERED) {
		job->counts->resident_bytes = job->counts->dropped_bytes = 0;
		return pass_ready(&s->pass, s->bytes);
	}
	if (params_writes(p))
		error = pass_renew(&s->pass);
	if (error != 0 || !params_reads(p))
		return error;
	return job_warm(job, s->pass.buffer, s->pass.from, s->bytes);
}

static int
wholefile_prepare(struct job *job)
{
	const struct params *p = job->params;
	struct job_state *s = job->state;
	uint64_t now_ns;
	bool timed_out;
	int error;

	s->pass.fresh = -1;
	s->bytes = p->file_bytes;
	if (params_reads(p) && job->file_bytes < s->bytes)
		s->bytes = job->file_bytes;
	if (p->action > ACTION_COPY || p->cache == CACHE_DIRECT ||
	    p->sync == SYNC_FSYNC || p->block_bytes == 0 ||
	    p->block_bytes > s->bytes)
		return -EINVAL;
	error = pass_open(&s->pass, job);
	s->pass.left = job->write_limit_bytes;
	if (params_reads(p))
		s->pass.from = (job->file_bytes - s->bytes) / p->block_bytes *
			       p->block_bytes;
	if (error == 0 && params_reads(p))
		error = platform_direct(job->fd, false);
	if (error == 0)
		error = wholefile_ready(job);
	if (error != 0 || job->warm_up_ns == 0)
		return error;
	/* Run a pass that doesn't count, with half of the bytes at most. */
	s->pass.keep = s->pass.left - s->pass.left / 2;
	now_ns = clock_now_ns();
	error = wholefile_pass(job, job->warm_up_ns, &now_ns, &timed_out);
	s->pass.keep = 0;
	if (error != 0)
		return error;
	counts_clear(job->counts);
	return wholefile_ready(job);
}

static int
wholefile_run(struct job *job)
{
	struct counts *counts = job->counts;
	uint64_t now_ns = counts_start(counts);
	bool timed_out;
	int error = wholefile_pass(job, job->time_ns, &now_ns, &timed_out);

	counts->bounded = !timed_out;
	counts_stop(counts, now_ns);
	return error;
}

const struct workload workload_wholefile = {
	.traits = &workload_traits_wholefile,
	.revision = 2,
	.extra_file = true,
	.state_bytes = sizeof(struct job_state),
	.prepare = wholefile_prepare,
	.run = wholefile_run,
	.finish = wholefile_finish,
};
