/* The fill, in a worker of its own; see worker.h. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/clock.h"
#include "diskidx/worker.h"
#include "group.h"

struct filling {
	struct target *target;
	uint64_t size_bytes, limit_ns, seed, begin_ns;
	worker_watch *watch;
	void *context;
};

static void
filling_prepare(void *context, unsigned member)
{
	(void)context;
	(void)member;
}

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

	if (f->watch != NULL)
		f->watch(f->context, clock_now_ns() - f->begin_ns,
			 f->target->state->filled_bytes * f->target->copies);
}

int
worker_fill(struct target *target, uint64_t size_bytes, uint64_t limit_ns,
	    uint64_t seed, worker_watch *watch, void *context, char *reason)
{
	struct filling f = { target, size_bytes, limit_ns, seed,
			     clock_now_ns(), watch, context };
	struct crew_work work = { filling_prepare, filling_run, &f };
	struct crew crew;
	int error = crew_open(&crew, 1, &work);

	if (error != 0)
		return crew_explain_start(error, reason, WORKER_REASON);
	error = crew_await_ready(&crew, NULL, NULL);
	if (error == 0) {
		crew_start(&crew);
		error = crew_await_end(&crew, filling_tick, &f);
	}
	if (error != 0)
		crew_explain(&crew, error, reason, WORKER_REASON);
	crew_close(&crew);
	if (error == 0 && !target->state->is_filled) {
		error = target->state->error != 0 ? -target->state->error :
			-EIO;
		snprintf(reason, WORKER_REASON, "filling the work file: %s",
			 strerror(-error));
	}
	return error;
}
