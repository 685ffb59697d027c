/*
 * random: requests at random blocks of the work file (or, by the parameters,
 * in sequence, or both): reads, writes in place or a mix, with a number in
 * flight or at a given rate. It runs for its time, or until a test that writes
 * has moved its bytes. A flush of all writes at the end is on the clock, unless
 * every write is durable anyway.
 *
 * direct     past the page cache.
 * buffered   through it, from a cold start.
 * cached     through it, after a read of the whole file: it measures memory,
 *	      and the flag `cached` says so.
 */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

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
	return error == 0 ? 0 :
	       counts_fail(job->counts, error, OP_READ, at - l->block_bytes);
}

static int
set_cache(struct job *job)
{
	switch (job->params->cache) {
	case CACHE_DIRECT:
		return 0;
	case CACHE_BUFFERED:
		return job_drop_cache(job, job->state->fd);
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

static int
random_run(struct job *job)
{
	return loop_sample(&job->state->loop, job->state->fd);
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
