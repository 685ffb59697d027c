/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Sampling: see sampling.h. */
#include <config.h>

#include <errno.h>

#include "diskidx/alloc.h"
#include "diskidx/amount.h"
#include "diskidx/budget.h"
#include "diskidx/clock.h"
#include "diskidx/plan.h"
#include "diskidx/random.h"
#include "diskidx/record.h"
#include "diskidx/signals.h"
#include "diskidx/target.h"
#include "diskidx/units.h"
#include "sampling.h"

#define MAX_TRIES 5		/* of a sample */

/*
 * Return the lowest limit: by the plan, less what the proof of direct I/O has
 * written; by --max-write; or, for a whole file, by the amount that can be
 * flushed within the time of a sample and its warm-up, at the speed of the
 * fill, if that is known.
 */
static uint64_t
write_limit(const struct run *r, const struct sampling *b, size_t i)
{
	const struct plan_test *t = &b->t[i];
	const struct params *p = &t->test.params;
	uint64_t limit = budget_write_limit(&r->plan, p);
	double most = target_fill_rate(b->a[i].target, b->a[i].copies) *
		      clock_seconds(r->plan.time_ns);

	if (limit != UINT64_MAX)
		limit -= b->a[i].proof_bytes;
	if (plan_is_whole(t) && params_writes(p) && p->sync == SYNC_NONE &&
	    most > 0 && most < (double)p->file_bytes) {
		uint64_t flushed = amount_max((uint64_t)most, p->block_bytes);

		if (budget_warm_up_ns(&r->plan, t) > 0)
			flushed *= 2;
		limit = amount_min(limit, flushed);
	}
	return amount_min(limit, run_writes_left(r, b->copies) /
				 (r->plan.writes_twice ? 2 : 1));
}

/* End a sample, which has written so many bytes, while there is room for what
 * the file system writes beside them until the next look and after it. */
static bool
sampling_ends(void *context, uint64_t bytes)
{
	struct run *r = ((const struct watched *)context)->run;
	uint64_t left = run_writes_left(r, 1), beside = 0;

	if (r->look_left == UINT64_MAX)
		return r->ends;
	if (bytes > r->look_bytes)
		beside = amount_left(amount_left(r->look_left, left),
				     bytes - r->look_bytes);
	if (left <= 2 * beside) {
		r->ends = true;
		r->most_bytes = 0;
	}
	r->look_left = left;
	r->look_bytes = bytes;
	return r->ends;
}

/* Show the activity of a row, which may be another one than before. */
static void
sampling_watch(void *context, const struct activity *now)
{
	const struct watched *of = context;

	barrier_watch(of->run);
	sampling_name(of->run, of->result);
	progress_watch(of->run->progress, now);
	if (of->run->plan.sustained)
		sustained_look(of->run, of->result, of->sample, now);
}

static int
sampling_begin(void *context)
{
	const struct watched *of = context;

	return barrier_wait(of->run, of->result->test.id);
}

void
sampling_open(struct run *r, struct sampling *b, struct result *result,
	      const struct plan_test *t, unsigned round)
{
	b->result = result;
	b->t = t;
	b->n = plan_together(&r->plan, t);
	b->copies = 0;
	for (size_t i = 0; i < b->n; i++) {
		b->watched[i] = (struct watched){ r, &result[i],
						  &b->sample[i] };
		b->a[i] = (struct assignment){
			.workload = t[i].workload, .engine = t[i].engine,
			.params = &t[i].test.params,
			.target = &r->target[result[i].test.target],
			.first_file = b->copies,
			.copies = result[i].test.copies,
			.round = round,
			.time_ns = plan_time_ns(&r->plan, &t[i]),
			.warm_up_ns = budget_warm_up_ns(&r->plan, &t[i]),
			.start_ns = t[i].test.start_ns,
			.seed = random_derive(r->plan.seed, (uint64_t)
					      (&t[i] - r->plan.test)),
			.ends_late = r->plan.sustained,
			.watch = sampling_watch, .ends = sampling_ends,
			.begin = sampling_begin,
			.context = &b->watched[i],
		};
		b->copies += b->a[i].copies;
	}
}

/* Return true, with a note, if --max-write leaves too little for these. */
static bool
is_spent(struct run *r, const struct sampling *b)
{
	uint64_t least = 0;
	char text[UNITS_TEXT];

	for (size_t i = 0; i < b->n; i++)
		least += (r->plan.writes_twice ? 2 : 1) *
			 budget_most_written(&r->plan, &b->t[i],
			params_largest_block(&b->t[i].test.params));
	r->look_bytes = 0;
	r->look_left = least > 0 ? run_writes_left(r, 1) : UINT64_MAX;
	if (least == 0 || run_writes_left(r, r->plan.max_copies) >= least)
		return false;
	record_note(&r->record, "The run stopped when %s--max-write=%s was "
		    "reached.", r->options->repeat > 1 ? "its part of " : "",
		    units_format_block(text, r->plan.max_write_bytes));
	r->out_of_writes = true;
	return true;
}

/* Measure as worker_measure does, within the limits of writing. */
static int
measure_once(struct run *r, struct sampling *b, char *reason)
{
	int error;

	for (size_t i = 0; i < b->n; i++)
		b->a[i].write_limit_bytes = write_limit(r, b, i);
	r->ends = false;
	error = worker_measure(b->a, b->n, b->sample, reason);
	for (size_t i = 0; i < b->n; i++) {
		uint64_t written = b->sample[i].written_bytes;

		/* File Copy's writes stay in memory, apart from those that its
		 * budget expects. */
		if (plan_is_file_copy(&b->t[i]))
			written = b->a[i].copies *
				  budget_most_written(&r->plan, &b->t[i], 0);
		r->written_bytes += written;
		b->a[i].proof_bytes = 0;
	}
	return error;
}

int
sampling_measure(struct run *r, struct sampling *b, char *reason)
{
	struct result *result = b->result;
	uint64_t *took_ns = &r->took_ns[result - r->record.result];
	uint64_t needs_ns = budget_sample_ns(&r->plan, b->t), begin_ns;
	unsigned tries;
	int error = -ECANCELED;

	for (tries = 0; error == -ECANCELED && tries < MAX_TRIES; tries++) {
		begin_ns = clock_now_ns();
		run_settle(r, &r->target[result->test.target]);
		if (r->plan.sustained)	/* it ends when none is left */
			*took_ns = needs_ns = 1;
		/* The planned time says little about a test that flushes at
		 * the end. */
		r->out_of_time = run_time_left(r) <
				 amount_max(*took_ns, needs_ns);
		if (r->out_of_time)
			return -ETIMEDOUT;
		if (is_spent(r, b))
			return -EDQUOT;
		error = measure_once(r, b, reason);
		if (error == -ECANCELED && r->most_bytes > 0)
			record_note(&r->record, "A sample of %s was repeated, "
				    "since %s.", result->test.id, reason);
		else
			*took_ns = amount_max(*took_ns,
					      clock_now_ns() - begin_ns);
	}
	return error;
}

/* Prove direct I/O before the first sample. Return 0, or -EINTR. */
static int
prove_direct(struct run *r, struct sampling *b, size_t i)
{
	struct assignment *a = &b->a[i];
	char reason[WORKER_REASON];
	int error;

	if (a->params->cache != CACHE_DIRECT)
		return 0;
	a->write_limit_bytes = write_limit(r, b, i) / 2;
	error = worker_prove_direct(a, reason);
	r->written_bytes += a->proof_bytes;
	if (error != 0 && signals_caught() != 0)
		return error;
	if (error == -ENOTSUP)
		b->result[i].test.na_reason = xstrdup(reason);
	else if (error != 0)
		sampling_fail(r, b, 1, reason);
	return 0;
}

static const struct result *
find_na(const struct sampling *b)
{
	for (size_t i = 0; i < b->n; i++)
		if (b->result[i].test.na_reason != NULL)
			return &b->result[i];
	return NULL;
}

int
sampling_check(struct run *r, struct sampling *b, unsigned round)
{
	const struct result *na;
	char reason[WORKER_REASON];
	int error = 0;

	for (size_t i = 0; i < b->n; i++)
		if (b->result[i].test.na_reason == NULL &&
		    worker_na_reason(&b->a[i], reason))
			b->result[i].test.na_reason = xstrdup(reason);
	for (size_t i = 0; i < b->n && round == 1 && error == 0; i++)
		if (find_na(b) == NULL)
			error = prove_direct(r, b, i);
	na = find_na(b);
	for (size_t i = 0; i < b->n && na != NULL; i++)
		if (b->result[i].test.na_reason == NULL)
			b->result[i].test.na_reason =
				xprintf("%s, which runs at the same time, is "
					"n/a", na->test.id);
	return error;
}
