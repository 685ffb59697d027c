/*
 * random: requests at random blocks of the work file (or, by the parameters,
 * in sequence, or both): reads, writes in place or a mix, with a number in
 * flight or at a given rate. It runs for its time, or until a test that writes
 * has moved its bytes.
 *
 * direct     past the page cache.
 * buffered   through it, from a cold start; a flush of all writes at the end is
 *	      on the clock, unless every write is durable anyway.
 * cached     through it, after a read of the whole file: it measures memory,
 *	      and the flag `cached` says so.
 */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "diskidx/clock.h"
#include "diskidx/operation.h"
#include "diskidx/platform.h"
#include "diskidx/transfer.h"
#include "diskidx/workload.h"
#include "loop.h"

struct job_state {
	struct loop loop;
	int fd;			/* the work file, plain or with O_DSYNC */
};

/* Read the file into memory as far as it fits, through the loop's buffer. */
static int
warm(struct job *job)
{
	const struct loop *l = &job->state->loop;
	uint64_t at;
	int error = 0;

	for (at = 0; at + l->block_bytes <= job->file_bytes && error == 0;
	     at += l->block_bytes)
		error = transfer_all(job->state->fd, OP_READ, (char *)l->buffer,
				     l->block_bytes, at);
	return error;
}

static int
set_cache(struct job *job)
{
	int error;

	switch (job->params->cache) {
	case CACHE_DIRECT:
		return 0;
	case CACHE_BUFFERED:
		error = job_drop_cache(job, job->state->fd);
		return params_reads(job->params) ? error : 0;
	case CACHE_CACHED:
		return warm(job);
	}
	return 0;
}

static int
random_prepare(struct job *job)
{
	int error;

	job->state = calloc(1, sizeof(*job->state));
	if (job->state == NULL)
		return -ENOMEM;
	job->state->fd = job->params->sync == SYNC_DSYNC ? job->dsync_fd :
			 job->fd;
	error = platform_direct(job->state->fd,
				job->params->cache == CACHE_DIRECT);
	if (error == 0)
		error = loop_open(&job->state->loop, job, job->state->fd,
				  false);
	return error != 0 ? error : set_cache(job);
}

/* Flush writes that are still in memory, as part of the rate. */
static int
flush(struct job *job, uint64_t *end_ns)
{
	const struct params *p = job->params;

	if (p->cache == CACHE_DIRECT || !params_writes(p) ||
	    p->sync != SYNC_NONE)
		return 0;
	if (platform_flush(job->state->fd) != 0)
		return counts_fail(job->counts, -errno, OP_WRITE, 0);
	*end_ns = clock_now_ns();
	return 0;
}

static int
random_run(struct job *job)
{
	uint64_t bytes = params_writes(job->params) ?
			 job->write_limit_bytes : UINT64_MAX;
	uint64_t begin_ns = counts_start(job->counts), end_ns;
	int error = loop_run(&job->state->loop, begin_ns, job->warm_up_ns,
			     job->time_ns, bytes, &end_ns);

	if (error == 0)
		error = flush(job, &end_ns);
	if (error == 0)
		counts_stop(job->counts, end_ns);
	return error;
}

static void
random_finish(struct job *job)
{
	if (job->state == NULL)
		return;
	loop_close(&job->state->loop);
	free(job->state);
}

const struct workload workload_random = {
	.name = "random",
	.summary = "requests at random blocks of the work file",
	.revision = 2,
	.uses_engine = true,
	.prepare = random_prepare,
	.run = random_run,
	.finish = random_finish,
};
