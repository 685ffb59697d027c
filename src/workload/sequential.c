/*
 * sequential: blocks one after the other. Three shapes:
 *
 * passes (buffered): each pass is whole, and nothing is read or written twice
 *	within it. Write: a fresh file, its flush on the clock. Read: the work
 *	file, dropped from memory first. Copy: both. Passes repeat until the
 *	time is used; making, removing and dropping files is off the clock.
 *	Several copies do one pass each: while one of them was off the clock,
 *	the others would have the disk for themselves.
 * wrapping (direct): the work file, in place, from its start and around again
 *	until the time is over. A copy goes from its first half to its second,
 *	so it needs no other file and meets written blocks only.
 * commits (each write durable): blocks appended to a fresh file, as a log
 *	does; the flush (or O_DSYNC) belongs to the latency. A log as large as
 *	the work file is replaced by a new one, off the clock.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "diskidx/buffer.h"
#include "diskidx/clock.h"
#include "diskidx/operation.h"
#include "diskidx/platform.h"
#include "diskidx/transfer.h"
#include "diskidx/workload.h"
#include "loop.h"

struct job_state {
	struct loop loop;
	void *buffer;		/* one block, of copies and commits */
	int fresh;		/* the fresh file, or -1 */
	uint64_t serial;
};

static bool
is_commit(const struct params *p)
{
	return p->sync != SYNC_NONE;
}

static bool
is_fresh(const struct params *p)
{
	return p->cache != CACHE_DIRECT && p->action != ACTION_READ;
}

static void
sequential_finish(struct job *job)
{
	if (job->state == NULL)
		return;
	loop_close(&job->state->loop);
	if (job->state->fresh >= 0)
		close(job->state->fresh);
	free(job->state->buffer);
	free(job->state);
}

/* A new fresh file in place of the last one. */
static int
renew(struct job *job)
{
	struct job_state *s = job->state;

	if (s->fresh >= 0)
		close(s->fresh);
	s->fresh = target_fresh_file(job->target, job->params.sync ==
				     SYNC_DSYNC ? O_DSYNC : 0);
	return s->fresh < 0 ? s->fresh : 0;
}

/* One timed transfer of the block; *now_ns goes from its start to its end. */
static int
transfer(struct job *job, int fd, enum operation op, uint64_t offset,
	 uint64_t *now_ns)
{
	size_t block = job->params.block_bytes;
	uint64_t start_ns = *now_ns;
	int error = transfer_all(fd, op, job->state->buffer, block, offset);

	if (error == 0 && job->params.sync == SYNC_FDATASYNC &&
	    platform_flush(fd) != 0)
		error = -errno;
	*now_ns = clock_now_ns();
	if (error != 0)
		return counts_fail(job->counts, error, op, offset);
	job->counts->depth_ns += *now_ns - start_ns;
	counts_record(job->counts, op, block, *now_ns - start_ns);
	return 0;
}

/* Copies `bytes` of the work file to `fd` at `shift` beyond, or to the time. */
static int
copy(struct job *job, int fd, uint64_t bytes, uint64_t shift,
     uint64_t deadline_ns, uint64_t *now_ns)
{
	uint32_t block = job->params.block_bytes;
	uint64_t at;
	int error = 0;

	for (at = 0; at + block <= bytes && error == 0 &&
	     *now_ns < deadline_ns; at += block) {
		error = transfer(job, job->fd, OP_READ, at, now_ns);
		if (error == 0)
			error = transfer(job, fd, OP_WRITE, at + shift,
					 now_ns);
	}
	return error;
}

static int
write_fresh(struct job *job, uint64_t *now_ns)
{
	uint32_t block = job->params.block_bytes;
	uint64_t at;
	int error = 0;

	for (at = 0; at + block <= job->pass_bytes && error == 0; at += block) {
		buffer_stamp(job->state->buffer, block, job->state->serial++);
		error = transfer(job, job->state->fresh, OP_WRITE, at, now_ns);
	}
	return error;
}

/* Everything that a pass needs and that is off the clock. */
static int
ready_pass(struct job *job)
{
	const struct params *p = &job->params;
	int error = is_fresh(p) ? renew(job) : 0;

	if (error == 0 && params_reads(p))
		error = job_drop_cache(job, job->fd, job->pass_bytes);
	return error;
}

static int
sequential_prepare(struct job *job)
{
	struct job_state *s = calloc(1, sizeof(*s));
	int error;

	job->state = s;
	if (s == NULL)
		return -ENOMEM;
	s->fresh = -1;
	s->buffer = buffer_create(job->params.block_bytes, job->seed);
	if (s->buffer == NULL)
		return -ENOMEM;
	error = platform_direct(job->fd, job->params.cache == CACHE_DIRECT);
	if (error != 0)
		return error;
	s->serial = job->seed;
	job->params.sequential_pct = 100;	/* for the loop */
	error = loop_open(&s->loop, job, job->fd);
	return error != 0 || job->params.cache == CACHE_DIRECT ? error :
	       ready_pass(job);
}

/* One pass, from start to flush on the clock; the first is ready already. */
static int
run_pass(struct job *job, bool is_first)
{
	const struct params *p = &job->params;
	uint64_t now_ns;
	int error = is_first ? 0 : ready_pass(job);

	if (error != 0)
		return error;
	offsets_rewind(&job->state->loop.offsets);
	now_ns = counts_start(job->counts);
	if (p->action == ACTION_READ)
		error = loop_run(&job->state->loop, now_ns, 0, 0,
				 job->pass_bytes, &now_ns);
	else if (p->action == ACTION_COPY)
		error = copy(job, job->state->fresh, job->pass_bytes, 0,
			     UINT64_MAX, &now_ns);
	else
		error = write_fresh(job, &now_ns);
	if (error == 0 && is_fresh(p) &&
	    platform_flush(job->state->fresh) != 0)
		error = counts_fail(job->counts, -errno, OP_WRITE, 0);
	counts_stop(job->counts, clock_now_ns());
	return error;
}

static int
run_passes(struct job *job)
{
	uint64_t left = params_writes(&job->params) ? job->write_limit_bytes :
			UINT64_MAX;
	int error;

	bool is_first = true, is_used;

	do {
		error = run_pass(job, is_first);
		is_first = false;
		left -= left == UINT64_MAX ? 0 : job->pass_bytes;
		is_used = counts_clocked_ns(job->counts, job->counts->end_ns) >=
			  job->time_ns;
		if (error != 0 || is_used)
			return error;
	} while (left >= job->pass_bytes && job->copies == 1);
	job->counts->bounded = true;
	return 0;
}

static int
run_wrapping(struct job *job)
{
	uint64_t bytes = params_writes(&job->params) ?
			 job->write_limit_bytes : UINT64_MAX;
	uint64_t now_ns = counts_start(job->counts);
	int error = loop_run(&job->state->loop, now_ns, job->warm_up_ns,
			     job->time_ns, bytes, &now_ns);

	if (error == 0)
		counts_stop(job->counts, now_ns);
	return error;
}

/* Over and over until the time is over or nothing is left to write. */
static int
copy_halves(struct job *job, uint64_t deadline_ns, uint64_t *left,
	    uint64_t *now_ns)
{
	uint32_t block = job->params.block_bytes;
	uint64_t half = job->file_bytes / 2 / block * block;
	int error = half > 0 ? 0 : -EINVAL;

	while (error == 0 && *now_ns < deadline_ns && *left >= block) {
		uint64_t before = job->counts->moved[OP_WRITE];

		error = copy(job, job->fd, half < *left ? half : *left, half,
			     deadline_ns, now_ns);
		*left -= job->counts->moved[OP_WRITE] - before;
	}
	return error;
}

/* The warm-up takes half of the bytes at most. */
static int
run_copy_wrapping(struct job *job)
{
	uint64_t now_ns = counts_start(job->counts), deadline_ns;
	uint64_t left = job->write_limit_bytes, warm = left / 2;
	int error = 0;

	if (job->warm_up_ns > 0) {
		left -= warm;
		error = copy_halves(job, now_ns + job->warm_up_ns, &warm,
				    &now_ns);
		left += warm;
		counts_restart(job->counts, now_ns);
	}
	deadline_ns = now_ns + job->time_ns;
	if (error == 0)
		error = copy_halves(job, deadline_ns, &left, &now_ns);
	job->counts->bounded = now_ns < deadline_ns;
	counts_stop(job->counts, now_ns);
	return error;
}

/* Appends to the log until it is full or the time is over. */
static int
append(struct job *job, uint64_t *left)
{
	uint32_t block = job->params.block_bytes;
	uint64_t at, now_ns = counts_start(job->counts);
	int error = 0;

	for (at = 0; at + block <= job->file_bytes && *left >= block &&
	     counts_clocked_ns(job->counts, now_ns) < job->time_ns &&
	     error == 0; at += block, *left -= block) {
		buffer_stamp(job->state->buffer, block, job->state->serial++);
		error = transfer(job, job->state->fresh, OP_WRITE, at,
				 &now_ns);
	}
	counts_stop(job->counts, now_ns);
	return error;
}

static int
run_commits(struct job *job)
{
	uint64_t left = job->write_limit_bytes;
	int error;

	error = append(job, &left);
	while (error == 0 && left >= job->params.block_bytes &&
	       counts_clocked_ns(job->counts, job->counts->end_ns) <
	       job->time_ns) {
		error = renew(job);
		if (error == 0)
			error = append(job, &left);
	}
	job->counts->bounded = left < job->params.block_bytes;
	return error;
}

static int
sequential_run(struct job *job)
{
	const struct params *p = &job->params;

	if (is_commit(p))
		return run_commits(job);
	if (p->cache != CACHE_DIRECT)
		return run_passes(job);
	return p->action == ACTION_COPY ? run_copy_wrapping(job) :
	       run_wrapping(job);
}

const struct workload workload_sequential = {
	.name = "sequential",
	.summary = "blocks one after the other: write, read, copy, commit",
	.revision = 1,
	.extra_file = true,
	.prepare = sequential_prepare,
	.run = sequential_run,
	.finish = sequential_finish,
};
