/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* A timed pass over a file. */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/error.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/prng.h"
#include "diskidx/base/transfer.h"
#include "diskidx/base/units.h"
#include "diskidx/platform/buffer.h"
#include "diskidx/platform/platform.h"
#include "pass.h"

#define AHEAD (64 * MIB)	/* of memory: for data read ahead */

/* Return the bytes in the file cache after that many bytes of a pass. */
static uint64_t
both_ways(const struct pass *p, uint64_t bytes)
{
	return p->reads && p->writes ? 2 * bytes : bytes;
}

/* Give back the first bytes of the memory, if it has that many. */
static void
give_memory(struct pass *p, uint64_t until_bytes)
{
	size_t step = BUFFER_LARGE_PAGE;

	for (; p->memory_bytes >= step && p->given_bytes < until_bytes;
	     p->given_bytes += step) {
		platform_unshare(p->memory, step);
		p->memory += step;
		p->memory_bytes -= step;
	}
}

/* Move one block and time it; *now_ns goes from its start to its end. */
static int
pass_move(struct pass *p, int fd, enum operation op, char *data, size_t size,
	  uint64_t offset, uint64_t *now_ns)
{
	struct counts *counts = p->job->counts;
	uint64_t start_ns = *now_ns;
	int error = transfer_all(fd, op, data, size, offset);

	if (error == 0 && p->flushes && op == OP_WRITE)
		error = counts_check(counts, platform_flush(fd, false),
				     "flush");
	*now_ns = clock_now_ns();
	if (error != 0)
		return counts_fail(counts, error, op, offset);
	counts_record(counts, op, size, *now_ns - start_ns);
	return 0;
}

int
pass_open(struct pass *p, struct job *job)
{
	bool large = params_has_large_requests(job->params);
	int error = 0;

	p->job = job;
	p->fresh = p->to = -1;
	p->left = job->write_limit_bytes;
	p->reads = params_reads(job->params);
	p->writes = params_writes(job->params);
	p->flushes = job->params->sync == SYNC_FDATASYNC;
	p->stamp = prng_derive(job->seed, 0);
	if (!p->reads)
		error = pool_open(&p->pool, job->params->block_bytes, 1, large,
				  job->seed);
	else
		p->buffer = buffer_create(job->params->block_bytes, large,
					  job->seed);
	if (p->reads && p->buffer == NULL)
		error = -ENOMEM;
	if (large && error == 0)
		job_look_at_pages(job, p->reads ? p->buffer :
				       (char *)p->pool.memory);
	return error;
}

/* Give back the blocks of the fresh file, and wait for it: a file system that
 * discards them does so in the next flush, which may be on the clock. */
static int
remove_fresh(struct pass *p)
{
	struct counts *counts;
	int error, fd = p->fresh;

	/* A job that failed before may have opened none. */
	if (p->job == NULL || fd < 0)
		return 0;
	counts = p->job->counts;
	p->fresh = -1;
	error = counts_check(counts, or_errno(ftruncate(fd, 0)), "truncate");
	if (error == 0)
		error = counts_check(counts, platform_flush(fd, true), "flush");
	if (job_close(p->job, fd) != 0)
		error = -counts->error;
	return error;
}

void
pass_finish(struct job *job)
{
	struct pass *p = &job->state->pass;

	loop_close(&job->state->loop);
	remove_fresh(p);
	give_memory(p, UINT64_MAX);
	pool_close(&p->pool);
	free(p->buffer);
}

int
pass_renew(struct pass *p)
{
	static const int flags[] = { [SYNC_DSYNC] = O_DSYNC,
				     [SYNC_SYNC] = O_SYNC, [SYNC_NEVER] = 0 };
	enum fallocate how = p->job->params->fallocate;
	int error = remove_fresh(p);

	if (error == 0)
		error = job_check_room(p->job, p->job->room_bytes, &p->granted);
	if (error != 0)
		return error;
	p->fresh = target_fresh_file(p->job->target,
				     flags[params_opened(p->job->params)]);
	p->to = counts_check(p->job->counts, p->fresh, "making a fresh file");
	if (p->fresh < 0)
		return p->fresh;
	/* Otherwise direct writes would go through memory. */
	if (p->job->target->in_place &&
	    p->job->params->cache == CACHE_DIRECT)
		error = counts_check(p->job->counts,
				     platform_write_in_place(p->fresh),
				     "setting a fresh file to no checksums");
	if (error != 0)
		return error;
	/* Grow it as fio does, or not at all if that is impossible. */
	if (how == FALLOCATE_TRUNCATE)
		error = or_errno(ftruncate(p->fresh,
					   (off_t)p->job->file_bytes));
	else if (how == FALLOCATE_NATIVE || how == FALLOCATE_KEEP)
		error = platform_allocate(p->fresh, p->job->file_bytes,
					  how == FALLOCATE_KEEP);
	if (platform_is_unsupported(error))
		error = 0;
	return counts_check(p->job->counts, error, "growing a fresh file");
}

int
pass_ready(struct pass *p, uint64_t bytes)
{
	bool is_cached = p->job->params->cache == CACHE_CACHED;
	int error = p->writes ? pass_renew(p) : 0;

	if (error == 0 && p->reads && is_cached)
		error = job_warm(p->job, p->job->fd, OP_READ, p->buffer,
				 p->from, bytes);
	else if (error == 0 && p->reads)
		error = job_drop_cache(p->job, true);
	if (error != 0 || is_cached)
		return error;
	give_memory(p, UINT64_MAX);
	p->memory = platform_take_memory(both_ways(p, bytes), &p->memory_bytes);
	p->given_bytes = 0;
	give_memory(p, AHEAD);
	return 0;
}

/* Read a block, or take a new one, and write it if the test writes. A copy gets
 * its own stamps: a disk that keeps equal blocks once would write none. */
static int
pass_block(struct pass *p, size_t size, uint64_t at, uint64_t *now_ns)
{
	char *data = p->buffer;
	int error = 0;

	give_memory(p, both_ways(p, p->done) + AHEAD);
	if (!p->reads)
		data = pool_take(&p->pool, 0, p->taken++, 0, size);
	else
		error = pass_move(p, p->job->fd, OP_READ, data, size,
				  at + p->from, now_ns);
	if (error == 0 && p->writes) {
		p->left -= size;
		if (p->reads)
			buffer_stamp(data, size, &p->stamp);
		error = pass_move(p, p->to, OP_WRITE, data, size, at + p->shift,
				  now_ns);
	}
	return error;
}

/* Return the end of the granted whole blocks, at least one. */
static uint64_t
granted_end(const struct pass *p, uint64_t bytes)
{
	uint64_t block = p->job->params->block_bytes;
	uint64_t blocks = amount_max(p->granted / block, 1);

	if (p->fresh < 0 || blocks > (bytes - p->done) / block)
		return bytes;
	return p->done + blocks * block;
}

int
pass_run(struct pass *p, uint64_t bytes, uint64_t deadline_ns,
	 uint64_t *now_ns)
{
	size_t block = p->job->params->block_bytes, size;
	uint64_t until;
	int error = 0;

	p->done = 0;
	until = granted_end(p, bytes);
	while (p->done < bytes && error == 0) {
		/* Check the room again, a few times within a pass, if a pass
		 * needs more than a quarter of it. */
		if (p->done == until) {
			error = job_check_room(p->job, bytes - until,
					       &p->granted);
			*now_ns = clock_now_ns();
			until = granted_end(p, bytes);
			if (error != 0)
				break;
		}
		size = (size_t)amount_min(until - p->done, block);
		if (p->writes && p->left - p->keep < size)
			break;
		error = pass_block(p, size, p->done, now_ns);
		p->done += size;
		if (*now_ns >= deadline_ns || p->job->counts->ends)
			break;
	}
	return error;
}

int
pass_open_loop(struct job *job, bool in_order)
{
	struct pass *p = &job->state->pass;

	p->to = job->fd;
	p->left = params_end(job->params, job->file_bytes);
	if (params_writes(job->params))
		p->left = amount_min(p->left, job->write_limit_bytes);
	return loop_open(&job->state->loop, job, in_order);
}

int
pass_loop(struct job *job, uint64_t deadline_ns, uint64_t *now_ns)
{
	const uint64_t *moved = job->counts->total.moved;
	struct pass *p = &job->state->pass;
	int error = loop_run(&job->state->loop, deadline_ns, p->left - p->keep,
			     now_ns);

	p->left -= moved[OP_READ] + moved[OP_WRITE];
	return error;
}

int
pass_warm_up(struct job *job, pass_job *run)
{
	struct pass *pass = &job->state->pass;
	uint64_t now_ns = clock_now_ns();
	int error;

	pass->keep = pass->left - pass->left / 2;
	error = run(job, now_ns + job->warm_up_ns, &now_ns);
	pass->keep = 0;
	if (error == 0)
		error = job_flush(job, pass->to, &now_ns);
	if (error == 0)
		counts_clear(job->counts);
	return error;
}

int
pass_sample(struct job *job, pass_job *run)
{
	struct counts *counts = job->counts;
	uint64_t now_ns = counts_start(counts);
	uint64_t deadline_ns = now_ns + job->time_ns;
	int error = run(job, deadline_ns, &now_ns);

	counts->bounded = now_ns < deadline_ns;
	if (error == 0)
		error = job_flush(job, job->state->pass.to, &now_ns);
	counts_stop(counts, now_ns);
	return error;
}
