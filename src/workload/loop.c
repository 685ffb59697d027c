/* The measured loop over an engine. */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/buffer.h"
#include "diskidx/clock.h"
#include "loop.h"

#define BATCH 2

static void
set_pattern(struct loop *l, const struct job *job)
{
	const struct params *p = &job->params;

	l->blocks = job->file_bytes / p->block_bytes;
	l->is_mixed = p->action == ACTION_MIX;
	l->read_below = UINT64_MAX / 100 * p->read_pct;
	l->op = p->action == ACTION_WRITE ? OP_WRITE : OP_READ;
	random_seed(&l->random, job->seed);
	l->serial = random_next(&l->random);
}

int
loop_open(struct loop *l, const struct job *job, int fd)
{
	const struct params *p = &job->params;
	unsigned i;

	memset(l, 0, sizeof(*l));
	l->tally = job->tally;
	l->engine = job->engine;
	l->depth = p->depth;
	l->block_bytes = p->block_bytes;
	set_pattern(l, job);
	l->request = calloc(l->depth, sizeof(*l->request));
	l->free_slot = calloc(l->depth, sizeof(*l->free_slot));
	l->reaped = calloc(l->depth, sizeof(*l->reaped));
	l->buffer = buffer_create((size_t)l->depth * l->block_bytes,
				  job->seed);
	if (l->request == NULL || l->free_slot == NULL || l->reaped == NULL ||
	    l->buffer == NULL)
		return -ENOMEM;
	for (i = 0; i < l->depth; i++) {
		l->request[i].length = l->block_bytes;
		l->request[i].buffer = l->buffer + (size_t)i * l->block_bytes;
		l->free_slot[l->n_free++] = i;
	}
	return l->engine->open(&l->engine_state, fd, l->request, l->depth);
}

void
loop_close(struct loop *l)
{
	if (l->engine_state != NULL)
		l->engine->close(l->engine_state);
	free(l->buffer);
	free(l->reaped);
	free(l->free_slot);
	free(l->request);
	memset(l, 0, sizeof(*l));
}

static uint64_t
next_block(struct loop *l)
{
	uint64_t block = l->next_block;

	if (l->is_random)
		return random_below(&l->random, l->blocks);
	l->next_block = block + 1 < l->blocks ? block + 1 : 0;
	return block;
}

static void
prepare(struct loop *l, struct request *r, uint64_t now_ns)
{
	r->op = !l->is_mixed ? l->op :
		random_next(&l->random) < l->read_below ? OP_READ : OP_WRITE;
	r->offset = next_block(l) * l->block_bytes;
	r->start_ns = now_ns;
	if (r->op == OP_WRITE)
		buffer_stamp(r->buffer, l->block_bytes, l->serial++);
}

/*
 * Submits up to two requests; what the engine won't take stays free. With
 * nothing in flight there is nothing to wait for, so that it is an error.
 */
static int
submit(struct loop *l, uint64_t left, uint64_t now_ns)
{
	unsigned most = left < BATCH ? (unsigned)left : BATCH;
	unsigned n = l->n_free < most ? l->n_free : most, i;
	const unsigned *slot = &l->free_slot[l->n_free - n];
	int taken;

	for (i = 0; i < n; i++)
		prepare(l, &l->request[slot[i]], now_ns);
	taken = l->engine->submit(l->engine_state, slot, n);
	if (taken == -EAGAIN && l->in_flight > 0)
		taken = 0;
	if (taken < 0)
		return tally_fail(l->tally, taken, l->request[slot[0]].op,
				  l->request[slot[0]].offset);
	/* A block that was refused is the next to be asked for. */
	if ((unsigned)taken < n)
		l->next_block = l->request[slot[taken]].offset /
				l->block_bytes;
	/* The engine takes them in order: those left over move down. */
	for (i = (unsigned)taken; i < n; i++)
		l->free_slot[l->n_free - n + i - (unsigned)taken] =
			l->free_slot[l->n_free - n + i];
	l->n_free -= (unsigned)taken;
	l->in_flight += (unsigned)taken;
	return taken;
}

static int
reap(struct loop *l, unsigned min, uint64_t *now_ns)
{
	uint64_t before_ns = *now_ns;
	int n = l->engine->reap(l->engine_state, min, l->reaped), i, error = 0;

	if (n < 0)
		return n;
	*now_ns = clock_now_ns();
	l->tally->depth_ns += l->in_flight * (*now_ns - before_ns);
	for (i = 0; i < n; i++) {
		const struct request *r = &l->request[l->reaped[i]];

		l->free_slot[l->n_free++] = l->reaped[i];
		if (r->result == (int64_t)r->length)
			tally_record(l->tally, r->op, r->length,
				     *now_ns - r->start_ns);
		else
			error = tally_fail(l->tally, r->result < 0 ?
					   (int)r->result : -EIO, r->op,
					   r->offset);
	}
	l->in_flight -= (unsigned)n;
	return error;
}

int
loop_run(struct loop *l, uint64_t now_ns, uint64_t warm_up_ns,
	 uint64_t time_ns, uint64_t bytes, uint64_t *end_ns)
{
	bool endless = bytes == UINT64_MAX;
	uint64_t deadline_ns = time_ns > 0 ? now_ns + warm_up_ns + time_ns :
			       UINT64_MAX;
	uint64_t warm_ns = warm_up_ns > 0 ? now_ns + warm_up_ns : UINT64_MAX;
	uint64_t left = endless ? UINT64_MAX : bytes / l->block_bytes;
	uint64_t half = endless ? 0 : left / 2;
	int error = 0;

	while (error == 0 && (left > 0 || l->in_flight > 0)) {
		int taken = 0;

		if (left > 0 && l->n_free > 0) {
			taken = submit(l, left, now_ns);
			if (taken < 0)
				return taken;
			left -= (unsigned)taken;
		}
		error = reap(l, taken == BATCH && l->n_free > 0 ? 0 : 1,
			     &now_ns);
		if (now_ns >= warm_ns ||
		    (left <= half && warm_ns != UINT64_MAX)) {
			tally_restart(l->tally, now_ns);
			deadline_ns = now_ns + time_ns;
			warm_ns = UINT64_MAX;
		}
		if (now_ns >= deadline_ns)
			left = 0;
	}
	l->tally->bounded = time_ns > 0 && now_ns < deadline_ns;
	*end_ns = now_ns;
	return error;
}
