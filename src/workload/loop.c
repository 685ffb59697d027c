/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The measured loop over an engine. */
#include <config.h>

#include <errno.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/transfer.h"
#include "diskidx/engine/request.h"
#include "diskidx/platform/buffer.h"
#include "loop.h"

#define REFUSED_NS NS_PER_S		/* waited for, in all */
#define SPIN_NS (100 * NS_PER_US)	/* by which a sleep may end too late */

/* Return true if nothing more may be issued: there is no room for the largest
 * request, or the time is over. */
static bool
is_over(const struct loop *l)
{
	return l->left_bytes < l->block_bytes;
}

/* Choose the place of a request. Return the number of its block. */
static uint64_t
loop_place(struct loop *l, struct request *r)
{
	uint64_t block = 0;

	if (l->has_sizes) {
		lengths_draw(&l->lengths[r->op], &l->offsets, r);
		return block;
	}
	if (l->is_uniform)
		block = prng_below(&l->random, l->offsets.blocks);
	else
		block = offsets_next(&l->offsets, r->op);
	r->offset = block * l->block_bytes;
	return block;
}

/* Read the clock, and add the time since `now_ns` to the depth's integral. */
static void
loop_advance(struct loop *l, uint64_t *now_ns)
{
	uint64_t before_ns = *now_ns;

	*now_ns = clock_now_ns();
	l->counts->total.depth_ns += l->in_flight * (*now_ns - before_ns);
}

/* Return true if a request starts a new pass, after `before` of a permutation.
 * Other random offsets have no passes, as in fio. */
static bool
starts_over(struct loop *l, const struct request *r, uint64_t before)
{
	bool is_first = !l->has_begun;

	l->has_begun = true;
	if (l->job->params->sequential_pct == 100)
		return r->offset == 0 && !is_first;
	return l->offsets.pattern == PATTERN_PERMUTATION &&
	       l->offsets.counter <= before;
}

static void
loop_prepare(struct loop *l, unsigned slot, uint64_t *now_ns)
{
	struct request *r = &l->request[slot];
	uint64_t before = l->offsets.counter, block;

	if (l->is_open)
		r->start_ns = arrivals_take(&l->arrivals);
	if (l->is_mixed) {
		r->op = prng_next(&l->random) < l->read_below ? OP_READ :
			OP_WRITE;
		r->flush = l->flushes && r->op == OP_WRITE;
		r->buffer = l->buffer + (size_t)slot * l->block_bytes;
	}
	block = loop_place(l, r);
	if (l->has_passes && starts_over(l, r, before)) {
		platform_drop_cache(l->job->fd, l->job->file_bytes);
		loop_advance(l, now_ns);	/* not in any latency */
	}
	if (r->op != OP_WRITE)
		return;
	/* Give it data that was never written. */
	if (l->has_sizes)
		r->buffer = pool_take(&l->pool, slot, r->offset >>
				      l->half_shift, r->offset &
				      ((1u << l->half_shift) - 1), r->length);
	else if (l->pool.memory != NULL)
		r->buffer = pool_take(&l->pool, slot, block, 0, l->block_bytes);
	else
		buffer_stamp(r->buffer, l->block_bytes, &l->stamp);
	if (l->sync_every > 0) {
		r->flush = ++l->unsynced >= l->sync_every;
		if (r->flush)
			l->unsynced = 0;
	}
}

/* Prepare the requests to submit now: at most two, which must be due, have a
 * free slot and be allowed. Those not accepted last time are still ready. */
static void
make_ready(struct loop *l, uint64_t *now_ns)
{
	uint64_t batch_bytes = ENGINE_BATCH * (uint64_t)l->block_bytes;
	unsigned most = ENGINE_BATCH;

	if (l->left_bytes < batch_bytes)
		most = !is_over(l);
	if (l->n_ready + l->n_free < most)
		most = l->n_ready + l->n_free;
	while (l->n_ready < most) {
		unsigned slot = l->free_slot[l->n_free - 1];

		if (l->is_open && l->arrivals.due_ns > *now_ns)
			break;
		loop_prepare(l, slot, now_ns);
		l->n_free--;
		l->ready[l->n_ready++] = slot;
	}
}

/* Account for the first `taken` ready requests, which the engine accepted. */
static void
account_submit(struct loop *l, unsigned taken, uint64_t *now_ns)
{
	uint64_t submit_ns = *now_ns;
	unsigned n[OP_COUNT] = { 0, 0 }, i;

	l->in_flight += taken;
	loop_advance(l, now_ns);
	for (i = 0; i < taken; i++) {
		struct request *r = &l->request[l->ready[i]];

		if (!l->is_open)
			r->start_ns = submit_ns;
		r->submitted_ns = *now_ns;
		l->left_bytes -= r->length;
		n[r->op]++;
	}
	for (; i < l->n_ready; i++)
		l->ready[i - taken] = l->ready[i];
	l->n_ready -= taken;
	for (int op = 0; op < OP_COUNT; op++)
		if (n[op] > 0 && l->has_parts)
			histogram_record_times(&l->counts->latency[SLAT][op],
					       *now_ns - submit_ns, n[op]);
	l->counts->total.depth_seen[l->depth_bin[l->in_flight]]++;
}

/* Wait, at most a second, for a system that accepts no request although none is
 * in flight. Return the result of the engine's submit. */
static int
loop_try_again(struct loop *l, uint64_t *now_ns)
{
	int taken = -EAGAIN;

	while (taken == -EAGAIN && l->counts->refused_ns < REFUSED_NS) {
		uint64_t before_ns = *now_ns;

		clock_sleep_ns(NS_PER_MS);
		loop_advance(l, now_ns);
		l->counts->refused_ns += *now_ns - before_ns;
		taken = l->engine->submit(l->engine_state, l->ready,
					  l->n_ready);
	}
	return taken;
}

/* Submit the ready requests. Return the number accepted, or -errno. */
static int
loop_submit(struct loop *l, uint64_t *now_ns)
{
	int taken = l->engine->submit(l->engine_state, l->ready, l->n_ready);
	const struct request *first = &l->request[l->ready[0]];

	if (taken == -EAGAIN && l->in_flight > 0)
		return 0;
	if (taken == -EAGAIN)
		taken = loop_try_again(l, now_ns);
	if (taken == 0)
		taken = -EIO;
	if (counts_check(l->counts, taken, "submit") < 0)
		return counts_fail(l->counts, taken, first->op, first->offset);
	account_submit(l, (unsigned)taken, now_ns);
	return taken;
}

/*
 * Find the cause of a short transfer by trying the rest of it: a write fails
 * for the same cause, and a read at the file's end has no data. If direct I/O
 * refuses the rest because of its length, assume the usual cause.
 */
static int
explain_short(const struct loop *l, const struct request *r)
{
	size_t done = (size_t)r->result;
	int error = transfer_all(l->job->fd, r->op, (char *)r->buffer + done,
				 r->length - done, r->offset + done);

	if (error == 0)
		return -EIO;
	if (error != -EINVAL)
		return error;
	return r->op == OP_READ ? -TRANSFER_NO_DATA : -ENOSPC;
}

/* Free the slot of a completed request and record its latency. */
static int
loop_account(struct loop *l, unsigned slot, uint64_t now_ns)
{
	const struct request *r = &l->request[slot];
	uint64_t end_ns = now_ns;
	int error;

	l->free_slot[l->n_free++] = slot;
	if (r->flush_failed)
		counts_check(l->counts, (int)r->result, "flush");
	if (r->result != (int64_t)r->length) {
		error = (int)r->result;
		if (r->result >= 0)
			error = explain_short(l, r);
		return counts_fail(l->counts, error, r->op, r->offset);
	}
	l->counts->total.moved[r->op] += r->length;
	histogram_record(&l->counts->latency[LAT][r->op], now_ns - r->start_ns);
	if (l->has_parts)
		histogram_record(&l->counts->latency[CLAT][r->op],
				 now_ns - r->submitted_ns);
	if (!l->flushes || r->op != OP_WRITE)
		return 0;
	/* Record a write and its flush separately. */
	if (r->flush) {
		end_ns = r->flush_ns;
		histogram_record(&l->counts->latency[FLUSH][OP_WRITE],
				 now_ns - end_ns);
	}
	histogram_record(&l->counts->latency[TRANSFER][OP_WRITE],
			 end_ns - r->start_ns);
	return 0;
}

static int
loop_reap(struct loop *l, unsigned min, uint64_t max_wait_ns, uint64_t *now_ns)
{
	int n = l->engine->reap(l->engine_state, min, max_wait_ns, l->reaped);
	int i, error = 0;

	if (n < 0)
		return counts_check(l->counts, n, "waiting for requests");
	loop_advance(l, now_ns);
	for (i = 0; i < n && error == 0; i++)
		error = loop_account(l, l->reaped[i], *now_ns);
	l->in_flight -= (unsigned)n;
	/* The bins of 1-4, 5-8, ... are those of the depths 0-1, 2-3, ... */
	if (n > 0)
		l->counts->total.reap_seen[l->depth_bin[(n - 1) / 2]]++;
	return error;
}

/* Wait in an open loop for a request to end or the next to be due. Sleeps end
 * late, so they are cut short and the rest is spent looping. */
static int
wait_open(struct loop *l, uint64_t *now_ns)
{
	uint64_t until_ns = amount_min(l->arrivals.due_ns, l->deadline_ns);
	uint64_t wait_ns = amount_left(until_ns, *now_ns + SPIN_NS);

	if (l->n_free == 0 || is_over(l))
		return loop_reap(l, 1, UINT64_MAX, now_ns);
	if (l->in_flight > 0)
		return loop_reap(l, wait_ns > 0, wait_ns, now_ns);
	if (wait_ns > 0)
		clock_sleep_ns(wait_ns);
	loop_advance(l, now_ns);
	return 0;
}

static int
loop_step(struct loop *l, uint64_t *now_ns)
{
	int taken = 0, error;

	make_ready(l, now_ns);
	if (l->n_ready > 0 && !is_over(l))
		taken = loop_submit(l, now_ns);
	if (taken < 0)
		return taken;
	if (!l->is_open)
		error = loop_reap(l, taken < ENGINE_BATCH || l->n_free == 0,
				  UINT64_MAX, now_ns);
	else if (taken > 0 && l->n_free > 0)
		error = loop_reap(l, 0, 0, now_ns);
	else
		error = wait_open(l, now_ns);
	if (*now_ns >= l->deadline_ns || l->counts->ends)
		l->left_bytes = 0;
	return error;
}

int
loop_run(struct loop *l, uint64_t deadline_ns, uint64_t bytes, uint64_t *at_ns)
{
	uint64_t now_ns = *at_ns, pause_ns = now_ns - l->until_ns;
	struct counts *t = l->counts;
	int error = 0, i;

	l->deadline_ns = deadline_ns;
	l->left_bytes = bytes;
	if (l->is_open && l->until_ns == 0) {
		arrivals_start(&l->arrivals, l->job->params, l->job->copy,
			       l->job->copies, l->job->seed, now_ns);
	} else if (l->is_open) {
		/* Continue the arrivals, with the backlog, as if no time had
		 * passed since the end of the last run. */
		l->arrivals.due_ns += pause_ns;
		for (unsigned ready = 0; ready < l->n_ready; ready++)
			l->request[l->ready[ready]].start_ns += pause_ns;
		l->due_before = arrivals_count(&l->arrivals, now_ns);
	}
	while (error == 0 && (!is_over(l) || l->in_flight > 0))
		error = loop_step(l, &now_ns);
	/* Derive the counts that the loop need not keep. */
	for (i = 0; i < OP_COUNT; i++)
		t->total.ios[i] = t->latency[LAT][i].count;
	t->total.submits = totals_depths(&t->total);
	for (t->total.reaps = 0, i = 0; i < SAMPLE_DEPTHS; i++)
		t->total.reaps += t->total.reap_seen[i];
	if (l->is_open) {
		/* A run that ends at its byte bound has no later due times. */
		l->until_ns = amount_min(now_ns, deadline_ns);
		t->total.offered_ios =
			arrivals_count(&l->arrivals, l->until_ns) -
			l->due_before;
	}
	*at_ns = now_ns;
	return error;
}
