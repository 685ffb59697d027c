/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Sampling: one sample of a test, and of those that are measured at the same
 * time: checked, measured, and kept in rows of the record, with notes. */
#include <config.h>

#include <errno.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/message.h"
#include "diskidx/base/prng.h"
#include "diskidx/base/signals.h"
#include "diskidx/base/units.h"
#include "diskidx/plan/budget.h"
#include "diskidx/plan/plan.h"
#include "diskidx/record/record.h"
#include "diskidx/stats/sample.h"
#include "diskidx/target/target.h"
#include "diskidx/test/traits.h"
#include "barrier.h"
#include "measuring.h"
#include "progress.h"

#define MAX_TRIES 5		/* of a sample */
#define EARLY_PART 10		/* by which one may end before the others */

/* The tests that are measured at the same time, mostly one. */
struct sampling {
	struct run *run;
	struct result *result;		/* this and the others: n each */
	const struct plan_test *t;
	size_t n;
	unsigned copies;		/* of all tests */
	sample_look *look;		/* of the driver, with its context */
	void *context;
	uint64_t look_left, look_bytes;	/* the rest of --max-write, and the
					   bytes written, at the last look;
					   UINT64_MAX: nothing is written */
	bool ends;			/* it must end */
	uint64_t end_ns;		/* of the measurement */
	struct assignment a[TESTS_TOGETHER];
	struct sample sample[TESTS_TOGETHER];
};

/* Note once per row that its time limit ended a test of a whole file. */
static void
note_cap(struct run *r, const struct result *result,
	 const struct sample *sample)
{
	uint64_t whole = result->test.params.file_bytes * result->test.copies;
	const char *took, *done, *all;

	if (!traits_of_workload(result->test.workload)->takes_whole_file ||
	    sample->total.bytes >= whole)
		return;
	for (size_t i = 0; i < result->n_samples; i++)
		if (result->sample[i].total.bytes < whole)
			return;
	took = units_time((double)r->plan->time_ns);
	done = units_size(sample->total.bytes);
	all = units_size(whole);
	if (sample->bounded)
		record_note(&r->record, "%s ended at %s of %s: it may not "
			    "write more than the disk can in %s, or "
			    "--max-write allows.",
			    result->test.id, done, all, took);
	else
		record_note(&r->record, "%s was stopped after %s, at %s of "
			    "%s.", result->test.id, took, done, all);
}

static void
keep_sample(struct run *r, struct result *result, struct sample *sample)
{
	if (sample->uneven)
		record_note(&r->record, "%s: the copies ended more than 10 %% "
			    "apart. The slowest one decides the rate.",
			    result->test.id);
	if (sample->small_pages && facts_number(&r->record.host,
						FACT_BUFFER_PAGE_BYTES, 0) >
				   PARAMS_LARGE_REQUEST)
		record_note(&r->record, "%s: round %u is slower because the "
			    "system was short of large pages for buffers.",
			    result->test.id, sample->round);
	if (sample->frozen_ns > 0)
		record_note(&r->record, "%s: all processes were stopped for "
			    "%.1f s in round %u. The longest latencies may "
			    "include this time.", result->test.id,
			    clock_seconds(sample->frozen_ns), sample->round);
	/* The system was short of resources for requests. */
	if (sample->refused_ns > 0)
		record_note(&r->record, "%s: for %s the system accepted no "
			    "request (EAGAIN). The rate includes this time, "
			    "latency does not.", result->test.id,
			    units_time((double)sample->refused_ns));
	note_cap(r, result, sample);
	progress_done(result, sample_value(sample, result->test.unit));
	result_add_sample(result, sample);
}

/* Fail all tests of a sampling, because one of them did. */
static void
sampling_fail(struct run *r, struct sampling *b, const char *reason)
{
	r->failed = true;
	progress_skip();
	for (size_t i = 0; i < b->n; i++) {
		struct result_test *test = &b->result[i].test;
		const char *which = "";

		if (b->n > 1)
			which = "one of the tests run together: ";
		test->na_reason = xprintf("failed in round %u: %s%s",
					  b->a->round, which, reason);
		message_error("%s: %s: %s", r->target[test->target].directory,
			      test->id, test->na_reason);
	}
}

/* Return the time from the start of all to the end of one. */
static uint64_t
ended_ns(const struct sampling *b, size_t i)
{
	return b->a[i].start_ns + b->sample[i].total.elapsed_ns;
}

/* Keep the samples in their rows, and note what is odd about them. */
static void
sampling_keep(struct run *r, struct sampling *b)
{
	uint64_t longest_ns = 0, end_ms = r->record.started_s * 1000 +
			  (b->end_ns - r->begin_ns) / NS_PER_MS;

	for (size_t i = 0; i < b->n; i++)
		longest_ns = amount_max(longest_ns, ended_ns(b, i));
	for (size_t i = 0; i < b->n; i++) {
		uint64_t took_ns = ended_ns(b, i);
		uint64_t ago_ns = longest_ns - b->a[i].start_ns;

		if (i > 0)
			progress_sample(&b->result[i], 0);
		if (params_end(&b->t[i].test.params, 0) == UINT64_MAX &&
		    longest_ns - took_ns > longest_ns / EARLY_PART)
			record_note(&r->record, "%s ended more than %u %% "
				    "earlier than a test run with it.",
				    b->result[i].test.id, 100 / EARLY_PART);
		if (b->result[i].n_samples == 0)
			b->result[i].test.began_ms =
				amount_left(end_ms, ago_ns / NS_PER_MS);
		keep_sample(r, &b->result[i], &b->sample[i]);
	}
}

/*
 * Return the lowest limit: the plan's, less what the proof of direct I/O wrote;
 * the rest of --max-write; or, for a whole file, what can be flushed within the
 * time of a sample and its warm-up at the speed of the fill, if known.
 */
static uint64_t
write_limit(const struct run *r, const struct sampling *b, size_t i)
{
	const struct plan_test *t = &b->t[i];
	const struct params *p = &t->test.params;
	uint64_t limit = budget_write_limit(r->plan, p);
	double most = target_fill_rate(b->a[i].job.target, b->a[i].job.copies) *
		      clock_seconds(r->plan->time_ns);

	if (limit != UINT64_MAX)
		limit -= b->a[i].proof_bytes;
	if (plan_is_whole(t) && params_writes(p) && p->sync == SYNC_NONE &&
	    most > 0 && most < (double)p->file_bytes) {
		uint64_t flushed = amount_max((uint64_t)most, p->block_bytes);

		if (t->warm_up_ns > 0)
			flushed *= 2;
		limit = amount_min(limit, flushed);
	}
	return amount_min(limit, run_writes_left(r, b->copies) /
				 r->plan->around.write_times);
}

/* End a sample that has written that many bytes while there is still room for
 * what the file system will also write, until the next look and after it. */
static bool
sampling_ends(void *context, uint64_t bytes)
{
	struct sampling *b = context;
	uint64_t left = run_writes_left(b->run, 1), beside = 0;

	if (b->look_left == UINT64_MAX)
		return b->ends;
	if (bytes > b->look_bytes)
		beside = amount_left(amount_left(b->look_left, left),
				     bytes - b->look_bytes);
	if (left <= 2 * beside) {
		b->ends = true;
		b->run->most_bytes = 0;
	}
	b->look_left = left;
	b->look_bytes = bytes;
	return b->ends;
}

/* Show the activity of a row, perhaps another one than before. */
static void
sampling_watch(const struct assignment *of, const struct activity *now)
{
	struct sampling *b = of->context;
	size_t i = (size_t)(of - b->a);

	barrier_watch(b->run);
	progress_watch(&b->result[i], now);
	if (b->look != NULL && b->look(b->context, &b->sample[i], now))
		b->ends = true;
}

static int
sampling_begin(void *context)
{
	const struct sampling *b = context;

	return barrier_wait(b->run, b->result->test.id);
}

/* Return a test's first work file: earlier tests in its directory have
 * others. */
static unsigned
first_file(const struct sampling *b, size_t i)
{
	unsigned files = 0;

	for (size_t j = 0; j < i; j++)
		if (b->result[j].test.target == b->result[i].test.target)
			files += b->result[j].test.copies;
	return files;
}

/* Return true, with a note, if --max-write leaves too little for these. */
static bool
is_spent(struct run *r, struct sampling *b)
{
	uint64_t least = 0;

	for (size_t i = 0; i < b->n; i++)
		least += r->plan->around.write_times *
			 budget_most_written(r->plan, &b->t[i],
			params_largest_block(&b->t[i].test.params));
	b->look_bytes = 0;
	b->look_left = least > 0 ? run_writes_left(r, 1) : UINT64_MAX;
	if (least == 0 || run_writes_left(r, r->plan->max_copies) >= least)
		return false;
	record_note(&r->record, "The run stopped when %s--max-write=%s was "
		    "reached.", r->options->repeat > 1 ? "its part of " : "",
		    units_block(r->plan->max_write_bytes));
	r->stop = STOP_WRITES;
	return true;
}

/*
 * Measure, and repeat a spoilt sample while there is time and --max-write
 * allows it. A cause that spoils several tries (a tool that stops processes to
 * limit them, a broken clock) will not go away.
 */
static int
sampling_measure(struct run *r, struct sampling *b, char *reason)
{
	struct result *result = b->result;
	uint64_t *took_ns = &r->took_ns[result - r->record.result];
	uint64_t needs_ns = budget_sample_ns(r->plan, b->t), begin_ns;
	unsigned tries;
	int error = -ECANCELED;
	size_t i;

	for (tries = 0; error == -ECANCELED && tries < MAX_TRIES; tries++) {
		begin_ns = clock_now_ns();
		for (i = 0; i < b->n; i++)
			if (first_file(b, i) == 0)
				run_settle(r,
					   &r->target[result[i].test.target]);
		if (r->plan->sustained)	/* it ends when none is left */
			*took_ns = needs_ns = 1;
		/* A flush at the end may last longer than planned. */
		if (run_time_left(r) < amount_max(*took_ns, needs_ns)) {
			r->stop = STOP_TIME;
			return -ETIMEDOUT;
		}
		if (is_spent(r, b))
			return -EDQUOT;
		for (i = 0; i < b->n; i++)
			b->a[i].job.write_limit_bytes = write_limit(r, b, i);
		b->ends = false;
		error = worker_measure(b->a, b->n, b->sample, reason);
		b->end_ns = clock_now_ns();
		/* File Copy's writes stay in memory, except for its budget. */
		for (i = 0; i < b->n; i++) {
			r->written_bytes += !plan_is_file_copy(&b->t[i]) ?
				b->sample[i].written_bytes :
				b->a[i].job.copies *
				budget_most_written(r->plan, &b->t[i], 0);
			b->a[i].proof_bytes = 0;
		}
		if (error == -ECANCELED && r->most_bytes > 0)
			record_note(&r->record, "A sample of %s was repeated, "
				    "because %s.", result->test.id, reason);
		else
			*took_ns = amount_max(*took_ns, b->end_ns - begin_ns);
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

	if (a->job.params->cache != CACHE_DIRECT)
		return 0;
	a->job.write_limit_bytes = write_limit(r, b, i) / 2;
	error = worker_prove_direct(a, reason);
	r->written_bytes += a->proof_bytes;
	if (error != 0 && signals_caught() != 0)
		return error;
	if (error == -ENOTSUP)
		b->result[i].test.na_reason = xstrdup(reason);
	else if (error != 0)
		sampling_fail(r, b, reason);
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

/* Find out whether all tests of a sampling can run here. If one cannot, none is
 * the test that was asked for. Return 0 or -EINTR. */
static int
sampling_check(struct run *r, struct sampling *b)
{
	const struct result *na;
	int error = 0;

	for (size_t i = 0; i < b->n; i++)
		if (b->result[i].test.na_reason == NULL)
			b->result[i].test.na_reason =
				xstrdup(worker_na_reason(&b->a[i].job));
	for (size_t i = 0; i < b->n && b->a->round == 1 && error == 0; i++)
		if (find_na(b) == NULL)
			error = prove_direct(r, b, i);
	na = find_na(b);
	for (size_t i = 0; i < b->n && na != NULL; i++)
		if (b->result[i].test.na_reason == NULL)
			b->result[i].test.na_reason =
				xprintf("%s, run with it, is n/a",
					na->test.id);
	return error;
}

int
run_sample(struct run *r, struct result *result, const struct plan_test *t,
	   unsigned round, sample_look *look, void *context)
{
	/* Expect the time of round 1, or in round 1 the planned time. */
	uint64_t sample_ns = r->took_ns[result - r->record.result];
	struct sampling b = {
		.run = r, .result = result, .t = t, .n = t->together,
		.look = look, .context = context,
	};
	char reason[WORKER_REASON];
	int error;

	if (round == 1 || r->plan->searches)
		sample_ns = budget_sample_ns(r->plan, t);
	if (round == 1 || sample_ns > 0)
		sample_ns += r->plan->delay_ns;
	barrier_next(r);
	for (size_t i = 0; i < b.n; i++) {
		b.a[i] = (struct assignment){
			.job = {
				.workload = t[i].workload,
				.engine = t[i].engine,
				.params = &t[i].test.params,
				.target = &r->target[result[i].test.target],
				.copies = result[i].test.copies,
				.time_ns = t[i].test.time_ns,
				.warm_up_ns = t[i].warm_up_ns,
				.seed = prng_derive(r->plan->seed, (uint64_t)
						      (&t[i] - r->plan->test)),
			},
			.first_file = first_file(&b, i),
			.round = round,
			.start_ns = t[i].test.start_ns,
			.ends_late = r->plan->sustained,
			.watch = sampling_watch, .ends = sampling_ends,
			.begin = sampling_begin, .context = &b,
		};
		b.copies += b.a[i].job.copies;
	}
	progress_sample(result, sample_ns);
	error = sampling_check(r, &b);
	if (error != 0)
		return error;
	if (result->test.na_reason != NULL) {
		progress_skip();
		return 0;
	}
	error = sampling_measure(r, &b, reason);
	if (error != 0 && (signals_caught() != 0 || r->stop != STOP_NOT))
		return error;
	if (error != 0)
		sampling_fail(r, &b, reason);
	else
		sampling_keep(r, &b);
	return 1;
}
