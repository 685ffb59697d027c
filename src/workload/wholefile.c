/*
 * wholefile: one file read, written or copied once, from its start to its end
 * in blocks, as dd, cp and shell scripts do it; one pass a sample. The last
 * block may be a part of one, and a block may be as large as the file.
 *
 * Read and copied are the first file_bytes of the work file, or as much as is
 * there: cache=buffered drops it from memory first, cache=cached reads it once
 * off the clock. Written and copied to is a fresh file; what is written
 * without a source is incompressible.
 *
 * sync: none is one flush at the end, on the clock (conv=fdatasync); dsync and
 * fdatasync make each write durable, as part of its latency; never is what dd
 * does by default, and measures memory as far as the file fits into it. That
 * file is closed as it is: it has no name, so Linux throws its dirty pages
 * away, and nothing of it is written into the next sample. Where a system
 * writes them all the same, that is off the clock.
 *
 * The time is a cap: when it is over the pass ends where it is, flush
 * included. It is looked at after each transfer, since every one is timed,
 * which makes a block of 512 bytes some 40 ns slower than a bare loop: 16 % of
 * a read from memory and 10 % of a write, 3 % of 4 KiB, and nothing to be seen
 * at 64 KiB. dd, with two calls a block, takes 30 to 40 % longer than this.
 * The warm-up is a pass of the same kind beforehand.
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

struct job_state {
	char *buffer;		/* one block */
	int fresh;		/* the fresh file, or -1 */
	uint64_t bytes;		/* of the whole file */
	uint64_t left;		/* that may be written yet */
	uint64_t serial;
	bool counts;		/* not the warm-up */
};

static void
wholefile_finish(struct job *job)
{
	struct job_state *s = job->state;

	if (s == NULL)
		return;
	if (s->fresh >= 0)
		close(s->fresh);
	free(s->buffer);
	free(s);
}

/* One timed transfer; *now_ns goes from its start to its end. */
static int
transfer(struct job *job, enum operation op, size_t size, uint64_t offset,
	 uint64_t *now_ns)
{
	struct job_state *s = job->state;
	int fd = op == OP_READ ? job->fd : s->fresh;
	uint64_t start_ns = *now_ns;
	int error = transfer_all(fd, op, s->buffer, size, offset);

	if (error == 0 && op == OP_WRITE &&
	    job->params.sync == SYNC_FDATASYNC && platform_flush(fd) != 0)
		error = -errno;
	*now_ns = clock_now_ns();
	if (error != 0)
		return counts_fail(job->counts, error, op, offset);
	if (s->counts) {
		job->counts->depth_ns += *now_ns - start_ns;
		counts_record(job->counts, op, size, *now_ns - start_ns);
	}
	return 0;
}

/* One block from the source, to the fresh file, or both. */
static int
do_block(struct job *job, size_t size, uint64_t at, uint64_t *now_ns)
{
	struct job_state *s = job->state;
	int error = 0;

	if (params_reads(&job->params))
		error = transfer(job, OP_READ, size, at, now_ns);
	else
		buffer_stamp(s->buffer, size, s->serial++);
	if (error == 0 && params_writes(&job->params)) {
		s->left -= size;
		error = transfer(job, OP_WRITE, size, at, now_ns);
	}
	return error;
}

/*
 * The whole file, or as far as the time or `keep` bytes of what may be
 * written yet allow, and its flush. *now_ns goes to its end; *timed_out tells
 * whether it was the time.
 */
static int
pass(struct job *job, uint64_t time_ns, uint64_t keep, uint64_t *now_ns,
     bool *timed_out)
{
	const struct params *p = &job->params;
	struct job_state *s = job->state;
	uint64_t deadline_ns = *now_ns + time_ns, at, size;
	int error = 0;

	*timed_out = false;
	for (at = 0; at < s->bytes && error == 0 && !*timed_out; at += size) {
		size = s->bytes - at < p->block_bytes ? s->bytes - at :
		       p->block_bytes;
		if (params_writes(p) && s->left < keep + size)
			break;
		error = do_block(job, (size_t)size, at, now_ns);
		*timed_out = *now_ns >= deadline_ns && at + size < s->bytes;
	}
	if (error == 0 && params_writes(p) && p->sync == SYNC_NONE) {
		if (platform_flush(s->fresh) != 0)
			error = counts_fail(job->counts, -errno, OP_WRITE, 0);
		*now_ns = clock_now_ns();
	}
	return error;
}

/* The source into memory, or out of it; the last time is what is told. */
static int
ready_source(struct job *job)
{
	struct job_state *s = job->state;
	uint64_t at, size;
	int error = 0;

	if (job->params.cache == CACHE_BUFFERED) {
		job->counts->resident_bytes = job->counts->dropped_bytes = 0;
		return job_drop_cache(job, job->fd, s->bytes);
	}
	for (at = 0; at < s->bytes && error == 0; at += size) {
		size = s->bytes - at < job->params.block_bytes ?
		       s->bytes - at : job->params.block_bytes;
		error = transfer_all(job->fd, OP_READ, s->buffer,
				     (size_t)size, at);
	}
	return error;
}

/* Everything that a pass needs: a new fresh file, the source as it should. */
static int
ready_pass(struct job *job)
{
	const struct params *p = &job->params;
	struct job_state *s = job->state;

	if (params_writes(p)) {
		if (s->fresh >= 0)
			close(s->fresh);
		s->fresh = target_fresh_file(job->target, p->sync ==
					     SYNC_DSYNC ? O_DSYNC : 0);
		if (s->fresh < 0)
			return s->fresh;
	}
	return params_reads(p) ? ready_source(job) : 0;
}

/* A pass that isn't counted; half of the bytes at most. */
static int
warm_up(struct job *job)
{
	struct job_state *s = job->state;
	uint64_t limit = s->left, now_ns = clock_now_ns();
	bool timed_out;
	int error = pass(job, job->warm_up_ns, limit - limit / 2, &now_ns,
			 &timed_out);

	job->counts->warm_up_written = limit - s->left;
	return error != 0 ? error : ready_pass(job);
}

static bool
is_possible(const struct params *p)
{
	return p->action <= ACTION_COPY && p->cache != CACHE_DIRECT &&
	       p->sync != SYNC_FSYNC && p->block_bytes > 0;
}

static int
wholefile_prepare(struct job *job)
{
	const struct params *p = &job->params;
	struct job_state *s = calloc(1, sizeof(*s));
	int error = 0;

	job->state = s;
	if (s == NULL)
		return -ENOMEM;
	s->fresh = -1;
	s->bytes = p->file_bytes;
	if (params_reads(p) && job->file_bytes < s->bytes)
		s->bytes = job->file_bytes;
	if (!is_possible(p) || p->block_bytes > s->bytes)
		return -EINVAL;
	s->left = job->write_limit_bytes;
	s->serial = job->seed;
	s->buffer = buffer_create(p->block_bytes, job->seed);
	if (s->buffer == NULL)
		return -ENOMEM;
	if (params_reads(p))
		error = platform_direct(job->fd, false);
	if (error == 0)
		error = ready_pass(job);
	return error != 0 || job->warm_up_ns == 0 ? error : warm_up(job);
}

static int
wholefile_run(struct job *job)
{
	struct counts *counts = job->counts;
	uint64_t now_ns = counts_start(counts);
	bool timed_out;
	int error;

	job->state->counts = true;
	error = pass(job, job->time_ns, 0, &now_ns, &timed_out);
	counts->bounded = !timed_out;
	counts_stop(counts, now_ns);
	return error;
}

const struct workload workload_wholefile = {
	.name = "wholefile",
	.summary = "one file read, written or copied once, as dd and cp do",
	.revision = 1,
	.extra_file = true,
	.prepare = wholefile_prepare,
	.run = wholefile_run,
	.finish = wholefile_finish,
};
