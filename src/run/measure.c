/* The rounds of a run: takes the samples and keeps them. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/budget.h"
#include "diskidx/clock.h"
#include "diskidx/message.h"
#include "diskidx/operation.h"
#include "diskidx/plan.h"
#include "diskidx/random.h"
#include "diskidx/record.h"
#include "diskidx/signals.h"
#include "diskidx/target.h"
#include "diskidx/traits.h"
#include "diskidx/units.h"
#include "diskidx/worker.h"
#include "parts.h"

#define MAX_TRIES 5		/* of a sample */

/* Return the rest of --max-write for each copy. */
static uint64_t
write_left(const struct run *r, unsigned copies)
{
	if (r->plan.max_write_bytes == UINT64_MAX)
		return UINT64_MAX;
	return r->plan.max_write_bytes > r->written_bytes ?
	       (r->plan.max_write_bytes - r->written_bytes) / copies : 0;
}

/*
 * Limit a whole file to the amount that can be flushed within the time of a
 * sample and its warm-up, at the speed of the fill. UINT64_MAX: no limit, or
 * the speed is unknown.
 */
static uint64_t
flush_limit(const struct run *r, const struct result *result,
	    const struct plan_test *t)
{
	const struct params *p = &t->test.params;
	double rate = target_fill_rate(&r->target[result->target]) /
		      result->copies;
	double most = rate * clock_seconds(r->plan.time_ns);

	if (!plan_is_whole(t) || !params_writes(p) || p->sync != SYNC_NONE ||
	    rate <= 0 || most >= (double)p->file_bytes)
		return UINT64_MAX;
	if (most < p->block_bytes)
		most = p->block_bytes;
	return (uint64_t)most * (budget_warm_up_ns(&r->plan, t) > 0 ? 2 : 1);
}

/* Return the lowest limit: by the plan, less what the proof of direct I/O has
 * written; by --max-write; or by the flush. */
static uint64_t
write_limit(const struct run *r, const struct result *result,
	    const struct plan_test *t, uint64_t proof_bytes)
{
	uint64_t limit = budget_write_limit(&r->plan, &t->test.params);
	uint64_t left = write_left(r, result->copies);
	uint64_t flush = flush_limit(r, result, t);

	limit -= limit == UINT64_MAX ? 0 : proof_bytes;
	limit = flush < limit ? flush : limit;
	return left < limit ? left : limit;
}

/* Note requests that were never issued, since they have no latency. */
static void
note_overload(struct run *r, const struct result *result,
	      const struct sample *sample)
{
	uint64_t done = totals_ios(&sample->total);

	if (sample->total.offered_ios > done + done / 100)
		record_note(&r->record, "%s: the disk did not keep up; "
			    "requests that were due and never issued are not "
			    "in its latency, which is a lower bound.",
			    result->id);
}

/* Note that the system was short of what requests need. */
static void
note_refused(struct run *r, const struct result *result,
	     const struct sample *sample)
{
	char text[UNITS_TEXT];

	if (sample->refused_ns > 0)
		record_note(&r->record, "%s: for %s the system took no request "
			    "(EAGAIN); its rate contains that, and its latency "
			    "does not.",
			    result->id,
			    units_format_time(text,
					      (double)sample->refused_ns));
}

/* Note once a row that the time, which is a cap on a whole file, ended it. */
static void
note_cap(struct run *r, const struct result *result,
	 const struct sample *sample)
{
	uint64_t whole = result->params.file_bytes * result->copies;
	char took[UNITS_TEXT], done[UNITS_TEXT], all[UNITS_TEXT];
	size_t i;

	if (!traits_of(result->workload)->takes_whole_file ||
	    sample->total.bytes >= whole)
		return;
	for (i = 0; i < result->n_samples; i++)
		if (result->sample[i].total.bytes < whole)
			return;
	units_format_time(took, (double)r->plan.time_ns);
	units_format_size(done, sample->total.bytes);
	units_format_size(all, whole);
	if (sample->bounded)
		record_note(&r->record, "%s ended at %s of %s: it may write "
			    "no more than the disk takes in %s, or "
			    "--max-write allows.",
			    result->id, done, all, took);
	else
		record_note(&r->record, "%s was stopped after %s, at %s of "
			    "%s.", result->id, took, done, all);
}

static void
keep_sample(struct run *r, struct result *result, struct sample *sample)
{
	if (sample->uneven)
		record_note(&r->record, "%s: the copies ended over 10 %% "
			    "apart, so its rate is that of the slowest.",
			    result->id);
	note_refused(r, result, sample);
	note_overload(r, result, sample);
	note_cap(r, result, sample);
	progress_done(r->progress, sample_value(sample, result->unit));
	result_add_sample(result, sample);
}

static void
fail_result(struct run *r, struct result *result, unsigned round,
	    const char *reason)
{
	r->failed = true;
	result->na_reason = xprintf("failed in round %u: %s", round, reason);
	message_error("%s: %s: %s", r->target[result->target].directory,
		      result->id, result->na_reason);
}

static struct assignment
assign(struct run *r, const struct result *result,
       const struct plan_test *t, unsigned round)
{
	struct assignment a = {
		.workload = t->workload, .engine = t->engine,
		.params = &t->test.params,
		.target = &r->target[result->target],
		.copies = result->copies, .round = round,
		.time_ns = r->plan.time_ns,
		.warm_up_ns = budget_warm_up_ns(&r->plan, t),
		.seed = random_derive(r->plan.seed,
				      (uint64_t)(t - r->plan.test)),
		.watch = progress_watch, .context = r->progress,
	};

	return a;
}

/* Show the id of a sample, with copies and directory where they differ. */
static void
announce(struct run *r, const struct result *result, uint64_t sample_ns)
{
	char *name = result_name(result->id, r->plan.n_copies > 1 ?
				 result->copies : 0, NULL);

	progress_sample(r->progress, name, r->plan.n_targets > 1 ?
			r->plan.directory[result->target] : "",
			result->unit, result->params.block_bytes, sample_ns);
	free(name);
}

/* Count the bytes written. File Copy's writes stay in memory, apart from those
 * that its budget expects. */
static void
count_written(struct run *r, const struct plan_test *t,
	      const struct assignment *a, const struct sample *sample)
{
	r->written_bytes += plan_is_file_copy(t) ?
			    a->copies * budget_most_written(&r->plan, t, 0) :
			    sample->written_bytes;
}

/* Return true, with a note, if --max-write leaves too little for this test. */
static bool
is_spent(struct run *r, const struct plan_test *t)
{
	uint64_t least = budget_most_written(&r->plan, t,
					     t->test.params.block_bytes);
	char text[UNITS_TEXT];

	if (least == 0 || write_left(r, r->plan.max_copies) >= least)
		return false;
	record_note(&r->record, "The run stopped when --max-write=%s was "
		    "reached.", units_format_size(text,
						  r->plan.max_write_bytes));
	r->out_of_writes = true;
	return true;
}

/*
 * Measure as worker_measure does, and repeat a spoilt sample while there is
 * time, and --max-write allows; else -ETIMEDOUT or -EDQUOT. A cause that spoils
 * all of MAX_TRIES (a tool that stops processes to limit them, a broken clock)
 * will not go away.
 */
static int
measure_unspoilt(struct run *r, struct result *result,
		 const struct plan_test *t, struct assignment *a,
		 struct sample *sample, char *reason)
{
	uint64_t begin_ns;
	unsigned tries;
	int error = -ECANCELED;

	for (tries = 0; error == -ECANCELED && tries < MAX_TRIES; tries++) {
		begin_ns = clock_now_ns();
		run_settle(r, &r->target[result->target]);
		if (!run_has_time(r, result, t))
			return -ETIMEDOUT;
		if (is_spent(r, t))
			return -EDQUOT;
		a->write_limit_bytes = write_limit(r, result, t,
						   a->proof_bytes);
		error = worker_measure(a, sample, reason);
		count_written(r, t, a, sample);
		a->proof_bytes = 0;
		if (error == -ECANCELED)
			record_note(&r->record, "A sample of %s was repeated, "
				    "since %s.", result->id, reason);
		else
			run_took(r, result, begin_ns);
	}
	return error;
}

/* Prove direct I/O before the first sample. Return 0, or -EINTR. */
static int
prove_direct(struct run *r, struct result *result, const struct plan_test *t,
	     struct assignment *a)
{
	char reason[WORKER_REASON];
	int error;

	if (t->test.params.cache != CACHE_DIRECT)
		return 0;
	a->write_limit_bytes = write_limit(r, result, t, 0) / 2;
	error = worker_prove_direct(a, reason);
	r->written_bytes += a->proof_bytes;
	if (error == -ENOTSUP)
		result->na_reason = xstrdup(reason);
	else if (error != 0 && error != -EINTR)
		fail_result(r, result, 1, reason);
	return error == -EINTR ? error : 0;
}

/* Return the expected time of a sample: in the first round that of the plan,
 * later that of the first round. */
static uint64_t
sample_ns(const struct run *r, const struct result *result,
	  const struct plan_test *t, unsigned round)
{
	uint64_t took_ns = r->took_ns[result - r->record.result];

	if (round == 1)
		return budget_sample_ns(&r->plan, t) + r->plan.delay_ns;
	return took_ns > 0 ? took_ns + r->plan.delay_ns : 0;
}

/* Revise the expected time of the run from that of the first round. */
static void
revise(struct run *r)
{
	uint64_t round_ns = 0;
	size_t i;

	for (i = 0; i < r->record.n_results; i++)
		if (r->record.result[i].na_reason == NULL)
			round_ns += r->took_ns[i] + r->plan.delay_ns;
		else
			r->took_ns[i] = 0;
	progress_revise(r->progress, round_ns);
}

/*
 * Take one sample, unless the test is n/a. Return 0, -EINTR, -ETIMEDOUT or
 * -EDQUOT.
 */
static int
measure(struct run *r, struct result *result, const struct plan_test *t,
	unsigned round)
{
	struct assignment a = assign(r, result, t, round);
	char reason[WORKER_REASON];
	struct sample sample;
	int error = 0;

	if (result->na_reason == NULL && worker_na_reason(&a, reason))
		result->na_reason = xstrdup(reason);
	announce(r, result, sample_ns(r, result, t, round));
	if (result->na_reason == NULL && round == 1)
		error = prove_direct(r, result, t, &a);
	if (error != 0)
		return error;
	if (result->na_reason != NULL) {
		progress_skip(r->progress);
		return 0;
	}
	error = measure_unspoilt(r, result, t, &a, &sample, reason);
	if (error == -EINTR || r->out_of_time || r->out_of_writes)
		return error;
	if (error != 0) {
		progress_skip(r->progress);
		fail_result(r, result, round, reason);
	} else {
		keep_sample(r, result, &sample);
	}
	run_pause(r->plan.delay_ns < run_time_left(r) ? r->plan.delay_ns :
		  run_time_left(r));
	return 0;
}

/* Measure a test on a target with each number of copies. */
static int
measure_copies(struct run *r, size_t test, unsigned round, size_t target)
{
	int status = 0;
	size_t c;

	for (c = 0; c < r->plan.n_copies && status == 0; c++) {
		if (signals_caught() != 0)
			return -EINTR;
		status = measure(r, run_result(r, target, c, test),
				 &r->plan.test[test], round);
	}
	return status;
}

/*
 * Run every test on every target, so that drift affects all alike. The order of
 * the targets alternates, since the state that one test leaves behind (memory
 * in use, a disk's cache) affects the next one. Return 0 to go on.
 */
static int
run_round(struct run *r, unsigned round)
{
	size_t t, i;
	int status = 0;

	progress_round(r->progress, round);
	for (i = 0; i < r->plan.n_tests; i++)
		for (t = 0; t < r->plan.n_targets && status == 0; t++)
			status = measure_copies(r, i, round, round % 2 == 0 ?
						r->plan.n_targets - 1 - t : t);
	return status;
}

/* Return the largest number of samples that any test has. */
static size_t
most_samples(const struct run *r)
{
	size_t most = 0, i;

	for (i = 0; i < r->record.n_results; i++)
		if (r->record.result[i].n_samples > most)
			most = r->record.result[i].n_samples;
	return most;
}

/* Return whether any test is left to measure: all others failed or are n/a. */
static bool
is_any_left(const struct run *r)
{
	size_t i;

	for (i = 0; i < r->record.n_results; i++)
		if (r->record.result[i].na_reason == NULL)
			return true;
	return false;
}

static void
explain_no_figure(const struct run *r)
{
	char text[UNITS_TEXT];

	if (r->out_of_time)
		message_error("--max-time=%.10g s was over before the first "
			      "figure; give a larger one, or a smaller -s",
			      clock_seconds(r->plan.max_time_ns));
	if (r->out_of_writes)
		message_error("--max-write=%s was reached before the first "
			      "figure; give a larger one, or a smaller -s",
			      units_format_size(text,
						r->plan.max_write_bytes));
}

void
run_measure(struct run *r)
{
	struct progress progress = { 0 };
	unsigned rounds = 0;
	bool in_round;
	int status;

	r->progress = &progress;
	run_set_end(r);
	r->progress->rounds = r->plan.rounds;
	r->progress->total_ns = budget_duration_ns(&r->plan);
	r->progress->until_pct = r->plan.until_pct;
	progress_begin(r->progress, r->plan.max_time_ns);
	status = run_open_targets(r);
	if (status == 0 && !r->out_of_time)
		run_idle(r);
	while (status == 0 && !r->out_of_time && is_any_left(r) &&
	       !run_is_enough(r, rounds)) {
		status = run_round(r, rounds + 1);
		rounds += status == 0;
		if (status == 0 && rounds == 1)
			revise(r);
	}
	message_live_end();
	if (r->plan.verifies)
		run_verify(r);
	r->record.interrupted = signals_caught() != 0;
	in_round = most_samples(r) > rounds;
	run_drop_incomplete(r, rounds);
	if (!r->record.interrupted && !r->out_of_writes)
		run_note_end(r, rounds, in_round);
	if (most_samples(r) == 0)
		explain_no_figure(r);
}
