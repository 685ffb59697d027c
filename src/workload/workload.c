/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The table of workloads. */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/error.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/transfer.h"
#include "diskidx/platform/buffer.h"
#include "diskidx/platform/platform.h"
#include "diskidx/platform/pool.h"
#include "diskidx/target/tree.h"
#include "diskidx/test/traits.h"
#include "diskidx/workload/workload.h"

#define DECLARE(name, ...) extern const struct workload workload_##name;
WORKLOAD_LIST(DECLARE)

#define ENTRY(name, ...) &workload_##name,
static const struct workload *const table[] = { WORKLOAD_LIST(ENTRY) NULL };

const struct workload *
workload_by_name(const char *name)
{
	return table[traits_of_workload(name) - workload_traits];
}

int
workload_prepare(const struct workload *workload, struct job *job)
{
	job->state = calloc(1, amount_max(workload->state_bytes, 1));
	return job->state == NULL ? -ENOMEM : workload->prepare(job);
}

void
workload_finish(const struct workload *workload, struct job *job)
{
	if (job->state != NULL)
		workload->finish(job);
	free(job->state);
	job->state = NULL;
}

uint64_t
workload_tree_bytes(const struct params *params)
{
	uint64_t pages = (params->block_bytes + UINT64_C(4095)) / 4096;

	return params->files * (pages + 1) * 4096;
}

bool
workload_needs_fill(const struct workload *workload,
		    const struct params *params)
{
	return !workload->own_files &&
	       params->fallocate == FALLOCATE_FILLED &&
	       (params->file_bytes == 0 || params_reads(params));
}

enum work_file
workload_work_file(const struct workload *workload,
		   const struct params *params, bool in_place)
{
	if (workload->own_files || !params_writes(params))
		return WORK_SHARED;
	if (in_place && params->cache == CACHE_DIRECT)
		return WORK_IN_PLACE;
	if (workload->uses_engine && params->sequential_pct < 100)
		return WORK_FRAGMENTED;
	return WORK_SHARED;
}

uint64_t
workload_extra_bytes(const struct workload *workload,
		     const struct params *params, uint64_t size_bytes)
{
	if (params_is_metadata(params))
		return workload_tree_bytes(params);
	if (workload->own_files)
		return 2 * params->file_bytes;
	if (params->fallocate != FALLOCATE_FILLED)
		return size_bytes;
	if (!workload->extra_file || params->cache == CACHE_DIRECT ||
	    !params_writes(params))
		return 0;
	return params->file_bytes > 0 ? params->file_bytes : size_bytes;
}

uint64_t
workload_extra_files(const struct workload *workload,
		     const struct params *params)
{
	if (params_is_metadata(params))
		return params->files + params->files / TREE_FILES + 2;
	if (workload->own_files)
		return 2;
	return workload->extra_file || params->fallocate != FALLOCATE_FILLED;
}

/* A request of one of several sizes takes its data from a place in a block
 * twice as large. */
uint64_t
workload_pool_block(const struct params *params)
{
	uint64_t block = params_largest_block(params), half = 1;

	if (!params_writes(params))
		return 0;
	if (!params_has_sizes(params))
		return block < POOL_BYTES || params_shapes_data(params) ?
		       block : 0;
	while (half < block)
		half *= 2;
	return 2 * half;
}

uint64_t
workload_most_written(const struct workload *workload,
		      const struct params *params, bool warms_up,
		      uint64_t limit_bytes)
{
	uint64_t most = params->file_bytes;

	/* One tree is made, and the least number of names changed, whatever the
	 * limit; STAT and OPEN write nothing else. */
	if (params_is_metadata(params)) {
		most = workload_tree_bytes(params);
		if (params->action == ACTION_STAT ||
		    params->action == ACTION_OPEN)
			return most;
		if (params->action != ACTION_CREATE)
			most += WORKLOAD_MIN_NAMES * WORKLOAD_NAME_BYTES;
		return amount_max(most, limit_bytes);
	}
	if (workload->own_files)
		return 2 * most;	/* the rest stays in memory */
	if (!params_writes(params))
		return 0;
	if (most == 0 || most >= limit_bytes)
		return limit_bytes;
	if (!warms_up)
		return most;
	return most > limit_bytes / 2 ? limit_bytes : 2 * most;
}

int
job_work_file(const struct job *job, unsigned copy, enum sync_mode sync)
{
	static const enum work_way way[] = {
		[SYNC_DSYNC] = WORK_DSYNC, [SYNC_SYNC] = WORK_SYNC,
		[SYNC_NEVER] = WORK_PLAIN
	};
	const struct target *target = job->target;
	enum work_file kind = workload_work_file(job->workload, job->params,
						 target->in_place);

	return target->work[target->place[kind] * target->copies + copy]
			   [way[sync]];
}

int
job_drop_cache(struct job *job, bool is_in_order)
{
	enum hint hint = job->params->hint;
	uint64_t bytes = job->file_bytes, resident;
	int error = platform_drop_cache(job->fd, bytes);

	if (hint == HINT_ORDER)
		hint = is_in_order ? HINT_NONE : HINT_RANDOM;
	platform_read_ahead(job->fd, hint == HINT_RANDOM,
			    hint == HINT_SEQUENTIAL);
	if (error != 0 && params_reads(job->params))
		return counts_check(job->counts, error,
				    "dropping the file from memory");
	if (error == 0 &&
	    platform_resident(job->fd, bytes, &resident) == 0) {
		job->counts->resident_bytes += resident;
		job->counts->dropped_bytes += bytes;
	}
	return 0;
}

void
job_look_at_pages(const struct job *job, const void *memory)
{
	uint64_t page_bytes = platform_page_bytes(memory);

	job->counts->small_pages |= page_bytes > 0 &&
				    page_bytes < BUFFER_LARGE_PAGE;
}

int
job_warm(const struct job *job, int fd, enum operation op, void *buffer,
	 uint64_t from, uint64_t bytes)
{
	uint64_t block = job->params->block_bytes, end = from + bytes, size;
	int error = 0;

	for (; from < end && error == 0; from += size) {
		size = amount_min(end - from, block);
		error = transfer_all(fd, op, buffer, (size_t)size, from);
		if (error != 0)
			counts_fail(job->counts, error, op, from);
	}
	return error;
}

int
job_check_room(const struct job *job, uint64_t bytes, uint64_t *grant)
{
	const char *what = NULL;
	int error = 0;

	if (job->room_bytes > 0 || params_writes(job->params))
		error = target_check_room(job->target, bytes, job->room_files,
					  grant, &what);
	return counts_check(job->counts, error, what);
}

int
job_close(struct job *job, int fd)
{
	if (fd < 0)
		return 0;
	return counts_check(job->counts, or_errno(close(fd)), "close");
}

int
job_flush(const struct job *job, int fd, uint64_t *now_ns)
{
	const struct params *p = job->params;
	uint64_t begin_ns = *now_ns;
	int error;

	if (!params_writes(p) || job->engine->traits->moves_nothing ||
	    (p->sync != SYNC_NONE && p->sync_every == 0))
		return 0;
	error = counts_check(job->counts, platform_flush(fd, false), "flush");
	if (error != 0)
		return error;
	*now_ns = clock_now_ns();
	job->counts->total.flush_ns = *now_ns - begin_ns;
	return 0;
}
