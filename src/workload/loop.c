/* The measured loop over an engine. */
#include <config.h>

#include <errno.h>

#include "diskidx/buffer.h"
#include "diskidx/clock.h"
#include "diskidx/operation.h"
#include "diskidx/request.h"
#include "diskidx/transfer.h"
#include "loop.h"

#define BATCH 2
#define REFUSED_NS NS_PER_S		/* waited for, in all */
#define SPIN_NS (100 * NS_PER_US)	/* by which a sleep may end too late */

/* The end of this run and of its warm-up. */
struct bounds {
	uint64_t warm_ns, deadline_ns, time_ns;
	uint64_t look_ns;	/* the deadline, or 0 if there is more to do
				   after a step */
	uint64_t left, half;		/* requests to issue; the part kept for
					   the time after the warm-up */
};

/* Draw the operation of a mixed test. */
static void
draw_operation(struct loop *l, unsigned slot)
{
	struct request *r = &l->request[slot];

	r->op = random_next(&l->random) < l->read_below ? OP_READ : OP_WRITE;
	r->flush = l->flushes && r->op == OP_WRITE;
	r->buffer = l->buffer + (size_t)slot * l->block_bytes;
}

/* Flush every Nth write. */
static bool
is_flushed(struct loop *l)
{
	if (++l->unsynced < l->sync_every)
		return false;
	l->unsynced = 0;
	return true;
}

/* Give the block of that number data that were never written. */
static void
renew_data(struct loop *l, unsigned slot, uint64_t block)
{
	struct request *r = &l->request[slot];

	if (l->pool.memory != NULL)
		r->buffer = pool_take(&l->pool, slot, block);
	else
		buffer_stamp(r->buffer, l->block_bytes, &l->stamp);
}

static void
prepare(struct loop *l, unsigned slot)
{
	struct request *r = &l->request[slot];
	uint64_t block;

	if (l->is_open)
		r->start_ns = arrivals_take(&l->arrivals);
	if (l->is_mixed)
		draw_operation(l, slot);
	block = l->is_uniform ? random_below(&l->random, l->offsets.blocks) :
		offsets_next(&l->offsets);
	r->offset = block * l->block_bytes;
	if (r->op != OP_WRITE)
		return;
	renew_data(l, slot, block);
	if (l->sync_every > 0)
		r->flush = is_flushed(l);
}

/*
 * Prepare the requests to be submitted now: two at most, as far as they are
 * due, free and allowed. Those that the engine didn't take last time are still
 * ready.
 */
static void
make_ready(struct loop *l, uint64_t left, uint64_t now_ns)
{
	unsigned most = left < BATCH ? (unsigned)left : BATCH;

	if (l->n_ready + l->n_free < most)
		most = l->n_ready + l->n_free;
	while (l->n_ready < most) {
		unsigned slot = l->free_slot[l->n_free - 1];

		if (l->is_open && l->arrivals.due_ns > now_ns)
			break;
		prepare(l, slot);
		l->n_free--;
		l->ready[l->n_ready++] = slot;
	}
}

/* Read the clock, and add the time since `now_ns` to the depth's integral. */
static void
advance(struct loop *l, uint64_t *now_ns)
{
	uint64_t before_ns = *now_ns;

	*now_ns = clock_now_ns();
	l->counts->total.depth_ns += l->in_flight * (*now_ns - before_ns);
}

/* Account for the first `taken` of those ready, which the engine took. */
static void
account_submit(struct loop *l, unsigned taken, uint64_t *now_ns)
{
	uint64_t submit_ns = *now_ns;
	unsigned n[OP_COUNT] = { 0, 0 }, i;
	int op;

	l->in_flight += taken;
	advance(l, now_ns);
	for (i = 0; i < taken; i++) {
		struct request *r = &l->request[l->ready[i]];

		if (!l->is_open)
			r->start_ns = submit_ns;
		r->submitted_ns = *now_ns;
		n[r->op]++;
	}
	for (; i < l->n_ready; i++)
		l->ready[i - taken] = l->ready[i];
	l->n_ready -= taken;
	for (op = 0; op < OP_COUNT; op++)
		if (n[op] > 0 && l->has_parts)
			histogram_record_times(&l->counts->latency[SLAT][op],
					       *now_ns - submit_ns, n[op]);
	l->counts->total.depth_seen[l->depth_bin[l->in_flight]]++;
}

/* Wait, for a second at most, for a system that takes no request though none is
 * in flight. Return what the engine's submit does. */
static int
try_again(struct loop *l, uint64_t *now_ns)
{
	int taken = -EAGAIN;

	while (taken == -EAGAIN && l->counts->refused_ns < REFUSED_NS) {
		uint64_t before_ns = *now_ns;

		clock_sleep_ns(NS_PER_MS);
		advance(l, now_ns);
		l->counts->refused_ns += *now_ns - before_ns;
		taken = l->engine->submit(l->engine_state, l->ready,
					  l->n_ready);
	}
	return taken;
}

/* Submit the ready requests. Return the number taken, or -errno. */
static int
submit(struct loop *l, uint64_t *now_ns)
{
	int taken = l->engine->submit(l->engine_state, l->ready, l->n_ready);
	const struct request *first = &l->request[l->ready[0]];

	if (taken == -EAGAIN && l->in_flight > 0)
		return 0;
	if (taken == -EAGAIN)
		taken = try_again(l, now_ns);
	if (taken <= 0) {
		taken = taken < 0 ? taken : -EIO;
		counts_fail_call(l->counts, taken, "submit");
		return counts_fail(l->counts, taken, first->op, first->offset);
	}
	account_submit(l, (unsigned)taken, now_ns);
	return taken;
}

/*
 * Find the cause of a short transfer by trying the rest of it: a write fails
 * for the same cause, and a read at the file's end has no data. If direct I/O
 * refuses the rest for its length, assume the usual cause.
 */
static int
explain_short(const struct loop *l, const struct request *r)
{
	size_t done = (size_t)r->result;
	int error = transfer_all(l->job->fd, r->op, (char *)r->buffer + done,
				 r->length - done, r->offset + done);

	if (error == -EINVAL)
		return r->op == OP_READ ? -TRANSFER_NO_DATA : -ENOSPC;
	return error != 0 ? error : -EIO;
}

/* Free the slot of a completed request and record its latency. */
static int
account(struct loop *l, unsigned slot, uint64_t now_ns)
{
	const struct request *r = &l->request[slot];

	l->free_slot[l->n_free++] = slot;
	if (r->flush_failed)
		counts_fail_call(l->counts, (int)r->result, "flush");
	if (r->result != (int64_t)r->length)
		return counts_fail(l->counts, r->result < 0 ? (int)r->result :
				   explain_short(l, r), r->op, r->offset);
	histogram_record(&l->counts->latency[LAT][r->op], now_ns - r->start_ns);
	if (l->has_parts)
		histogram_record(&l->counts->latency[CLAT][r->op],
				 now_ns - r->submitted_ns);
	return 0;
}

static int
reap(struct loop *l, unsigned min, uint64_t max_wait_ns, uint64_t *now_ns)
{
	int n = l->engine->reap(l->engine_state, min, max_wait_ns, l->reaped);
	int i, error = 0;

	if (n < 0)
		return counts_fail_call(l->counts, n, "waiting for requests");
	advance(l, now_ns);
	for (i = 0; i < n && error == 0; i++)
		error = account(l, l->reaped[i], *now_ns);
	l->in_flight -= (unsigned)n;
	l->counts->progress_bytes += (uint64_t)n * l->block_bytes;
	l->counts->total.reaps += n > 0;
	return error;
}

/*
 * Wait in an open loop for a request to end or the next to be due. Sleeps end
 * late, so they are cut short and the rest is spent looping.
 */
static int
wait_open(struct loop *l, const struct bounds *b, uint64_t *now_ns)
{
	uint64_t next_ns = b->warm_ns < b->deadline_ns ? b->warm_ns :
			   b->deadline_ns;
	uint64_t until_ns = l->arrivals.due_ns < next_ns ?
			    l->arrivals.due_ns : next_ns;
	uint64_t wait_ns = until_ns > *now_ns + SPIN_NS ?
			   until_ns - *now_ns - SPIN_NS : 0;

	if (l->n_free == 0 || b->left == 0)
		return reap(l, 1, UINT64_MAX, now_ns);
	if (l->in_flight > 0)
		return reap(l, wait_ns > 0, wait_ns, now_ns);
	if (wait_ns > 0)
		clock_sleep_ns(wait_ns);
	advance(l, now_ns);
	return 0;
}

static int
await(struct loop *l, const struct bounds *b, int taken, uint64_t *now_ns)
{
	if (!l->is_open)
		return reap(l, taken == BATCH && l->n_free > 0 ? 0 : 1,
			    UINT64_MAX, now_ns);
	if (taken > 0 && l->n_free > 0)
		return reap(l, 0, 0, now_ns);
	return wait_open(l, b, now_ns);
}

/* Derive the counts that the loop need not keep from those it keeps. */
static void
count(struct loop *l)
{
	struct counts *t = l->counts;
	int i;

	for (i = 0; i < OP_COUNT; i++) {
		t->total.ios[i] = t->latency[LAT][i].count;
		t->total.moved[i] = t->total.ios[i] * l->block_bytes;
	}
	for (t->total.submits = 0, i = 0; i < SAMPLE_DEPTHS; i++)
		t->total.submits += t->total.depth_seen[i];
}

/*
 * Return the bytes that direct reads in flight will have moved. The kernel puts
 * them to the account of this process when it takes them, so those that a
 * warm-up leaves in flight are missing from the account of the sample.
 */
static uint64_t
accounted_bytes(const struct loop *l)
{
	const struct params *p = l->job->params;

	return p->cache != CACHE_DIRECT ? 0 :
	       l->in_flight * l->block_bytes * p->read_pct / 100;
}

/*
 * Wait after every few requests; at a depth of 1 a step is one, and none is in
 * flight behind it. Sleeps are cut short, as in wait_open.
 */
static void
think(struct loop *l, const struct bounds *b, uint64_t *now_ns)
{
	uint64_t until_ns = *now_ns + l->think_ns;

	if (++l->thought_after < l->think_blocks || b->left == 0)
		return;
	l->thought_after = 0;
	if (until_ns > b->deadline_ns)
		until_ns = b->deadline_ns;
	if (until_ns > *now_ns + SPIN_NS)
		clock_sleep_ns(until_ns - *now_ns - SPIN_NS);
	while (*now_ns < until_ns)
		advance(l, now_ns);
}

static void
set_look(struct bounds *b, const struct loop *l)
{
	b->look_ns = b->warm_ns != UINT64_MAX || l->think_ns > 0 ? 0 :
		     b->deadline_ns;
}

/* Think, and act on the end of the warm-up and of the run. */
static void
look_at_time(struct loop *l, struct bounds *b, uint64_t *now_ns)
{
	if (l->think_ns > 0)
		think(l, b, now_ns);
	if (*now_ns >= b->warm_ns || (b->left <= b->half &&
				     b->warm_ns != UINT64_MAX)) {
		count(l);
		*now_ns = counts_restart(l->counts);
		l->counts->total.inblock_bytes = accounted_bytes(l);
		if (l->is_open)
			l->due_in_warm_up = arrivals_count(&l->arrivals,
							   *now_ns);
		b->deadline_ns = *now_ns + b->time_ns;
		b->warm_ns = UINT64_MAX;
		set_look(b, l);
	}
	if (*now_ns >= b->deadline_ns)
		b->left = 0;
}

static void
set_bounds(struct bounds *b, const struct loop *l, uint64_t now_ns,
	   uint64_t warm_up_ns, uint64_t time_ns, uint64_t bytes)
{
	bool endless = bytes == UINT64_MAX;

	b->time_ns = time_ns;
	b->deadline_ns = time_ns > 0 ? now_ns + warm_up_ns + time_ns :
			 UINT64_MAX;
	b->warm_ns = warm_up_ns > 0 ? now_ns + warm_up_ns : UINT64_MAX;
	b->left = endless ? UINT64_MAX : bytes / l->block_bytes;
	b->half = endless ? 0 : b->left / 2;
	set_look(b, l);
}

static int
step(struct loop *l, struct bounds *b, uint64_t *now_ns)
{
	int taken, error;

	make_ready(l, b->left, *now_ns);
	taken = l->n_ready > 0 && b->left > 0 ? submit(l, now_ns) : 0;
	if (taken < 0)
		return taken;
	b->left -= (unsigned)taken;
	error = await(l, b, taken, now_ns);
	if (*now_ns >= b->look_ns)
		look_at_time(l, b, now_ns);
	return error;
}

int
loop_run(struct loop *l, uint64_t now_ns, uint64_t warm_up_ns,
	 uint64_t time_ns, uint64_t bytes, uint64_t *end_ns)
{
	struct bounds b;
	int error = 0;

	set_bounds(&b, l, now_ns, warm_up_ns, time_ns, bytes);
	if (l->is_open)
		arrivals_start(&l->arrivals, l->job->params, l->job->copy,
			       l->job->copies, l->job->seed, now_ns);
	while (error == 0 && (b.left > 0 || l->in_flight > 0))
		error = step(l, &b, &now_ns);
	l->counts->bounded = time_ns > 0 && now_ns < b.deadline_ns;
	count(l);
	/* A run that ends at its byte bound has no later due times. */
	if (l->is_open)
		l->counts->total.offered_ios =
			arrivals_count(&l->arrivals, l->counts->bounded ?
				       now_ns : b.deadline_ns) -
			l->due_in_warm_up;
	*end_ns = now_ns;
	return error;
}

int
loop_sample(struct loop *l, int fd)
{
	const struct job *job = l->job;
	uint64_t bytes = params_writes(job->params) ?
			 job->write_limit_bytes : UINT64_MAX;
	uint64_t now_ns = counts_start(l->counts);
	int error = loop_run(l, now_ns, job->warm_up_ns, job->time_ns, bytes,
			     &now_ns);

	if (error == 0)
		error = job_flush(job, fd, &now_ns);
	if (error == 0)
		counts_stop(l->counts, now_ns);
	return error;
}
