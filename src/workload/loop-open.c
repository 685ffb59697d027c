/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Opens a loop: its pattern, memory, requests and engine. */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/operation.h"
#include "diskidx/engine/request.h"
#include "diskidx/platform/buffer.h"
#include "loop.h"

static int
loop_allocate(struct loop *l)
{
	const struct params *p = l->job->params;
	uint64_t pool = workload_pool_block(p), half;
	unsigned blocks = params_reads(p) || pool == 0 ? l->depth : 1;
	bool large = params_has_large_requests(p);
	int error = 0;

	if (l->depth <= SIZE_MAX / l->block_bytes)
		l->buffer = buffer_create((size_t)blocks * l->block_bytes,
					  large, l->job->seed);
	if (l->buffer == NULL)
		return -ENOMEM;
	for (half = pool / 2; half > 1; half /= 2)
		l->half_shift++;
	if (pool > 0)
		error = pool_open(&l->pool, (size_t)pool, l->depth, large,
				  l->job->seed);
	if (pool > 0 && error == 0 && params_shapes_data(p))
		pool_shape(&l->pool, p->compress_pct, p->fill_word,
			   p->repeat_pct);
	if (large && error == 0) {
		job_look_at_pages(l->job, l->buffer);
		job_look_at_pages(l->job, l->pool.memory);
	}
	return error;
}

int
loop_open(struct loop *l, const struct job *job, bool in_order)
{
	struct params p = *job->params;
	unsigned i;
	int error;

	/* Touch all of it now: page faults must not be measured. */
	memset(l, 0, sizeof(*l));
	l->job = job;
	l->counts = job->counts;
	l->engine = job->engine;
	l->has_parts = job->engine->max_depth > 1;
	l->depth = p.depth;
	l->block_bytes = params_largest_block(&p);
	if (in_order)
		p.sequential_pct = 100;
	l->is_mixed = p.action == ACTION_MIX;
	l->read_below = UINT64_MAX / 100 * p.read_pct;
	l->flushes = params_flushes(&p);
	l->sync_every = p.sync_every;
	l->is_open = p.rate_iops > 0;
	l->has_passes = p.cache == CACHE_BUFFERED &&
			(params_reads(&p) || p.fallocate != FALLOCATE_FILLED);
	l->is_uniform = p.sequential_pct == 0 &&
			p.pattern == PATTERN_UNIFORM;
	if (p.align_bytes > job->file_bytes)
		return -EINVAL;
	prng_seed(&l->random, job->seed);
	l->stamp = prng_next(&l->random);
	l->has_sizes = params_has_sizes(&p);
	for (int op = 0; op < OP_COUNT && l->has_sizes; op++)
		lengths_open(&l->lengths[op], &p.sizes[op], job->file_bytes,
			     p.align_bytes, p.sequential_pct == 100);
	error = offsets_open(&l->offsets, &p, job->file_bytes / l->block_bytes,
			     prng_next(&l->random));
	if (error == 0)
		error = loop_allocate(l);
	if (error != 0)
		return error;
	/* Find the power of two of each number in flight. */
	for (i = 2; i <= l->depth; i++)
		l->depth_bin[i] = (unsigned char)
			amount_min(l->depth_bin[i / 2] + 1, SAMPLE_DEPTHS - 1);
	/* Set what a slot's requests have in common, unless mixed. */
	for (i = 0; i < l->depth; i++) {
		struct request *r = &l->request[i];

		if (p.action == ACTION_WRITE)
			r->op = OP_WRITE;
		r->flush = l->flushes && r->op == OP_WRITE;
		r->flush_all = p.sync == SYNC_FSYNC;
		r->length = l->block_bytes;
		if (l->pool.memory == NULL)
			r->buffer = l->buffer + (size_t)i * l->block_bytes;
		l->free_slot[l->n_free++] = i;
	}
	l->engine_state = calloc(1, l->engine->state_bytes);
	if (l->engine_state == NULL)
		return -ENOMEM;
	error = l->engine->open(l->engine_state, job->fd, l->request, l->depth);
	l->counts->is_engine_error = error != 0;
	return error;
}

void
loop_close(struct loop *l)
{
	if (l->engine_state != NULL && !l->counts->is_engine_error &&
	    l->engine->close != NULL)
		l->engine->close(l->engine_state);
	free(l->engine_state);
	pool_close(&l->pool);
	free(l->buffer);
}
