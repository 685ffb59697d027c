/*
 * random: requests at uniformly random blocks of the work file, reading,
 * writing in place, or a mix, with so many in flight. Runs for its time, or
 * until a test that writes has moved its bytes.
 */
#include <config.h>

#include <errno.h>
#include <stdlib.h>

#include "diskidx/platform.h"
#include "diskidx/workload.h"
#include "loop.h"

struct job_state {
	struct loop loop;
};

static int
random_prepare(struct job *job)
{
	int error;

	job->state = calloc(1, sizeof(*job->state));
	if (job->state == NULL)
		return -ENOMEM;
	error = platform_direct(job->fd, job->params.cache == CACHE_DIRECT);
	if (error != 0)
		return error;
	error = loop_open(&job->state->loop, job, job->fd);
	job->state->loop.is_random = true;
	return error;
}

static int
random_run(struct job *job)
{
	uint64_t bytes = params_writes(&job->params) ?
			 job->write_limit_bytes : UINT64_MAX;
	uint64_t begin_ns = tally_start(job->tally), end_ns;
	int error = loop_run(&job->state->loop, begin_ns, job->warm_up_ns,
			     job->time_ns, bytes, &end_ns);

	if (error == 0)
		tally_stop(job->tally, end_ns);
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
	.revision = 1,
	.uses_engine = true,
	.prepare = random_prepare,
	.run = random_run,
	.finish = random_finish,
};
