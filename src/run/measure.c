/* The rounds of a run. */
#include <config.h>

#include <errno.h>

#include "diskidx/alloc.h"
#include "diskidx/budget.h"
#include "diskidx/clock.h"
#include "diskidx/message.h"
#include "diskidx/plan.h"
#include "diskidx/record.h"
#include "diskidx/signals.h"
#include "diskidx/target.h"
#include "diskidx/units.h"
#include "batch.h"

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
			round_ns += r->took_ns[i] > 0 ? r->took_ns[i] +
				    r->plan.delay_ns : 0;
		else
			r->took_ns[i] = 0;
	progress_revise(r->progress, round_ns);
}

/*
 * Take one sample of a test, and of those that run at the same time, unless it
 * is n/a. Return 0, -EINTR, -ETIMEDOUT or -EDQUOT.
 */
static int
measure(struct run *r, struct result *result, const struct plan_test *t,
	unsigned round)
{
	struct batch b;
	char reason[WORKER_REASON];
	int error;

	batch_open(r, &b, result, t, round);
	batch_name(r, result);
	progress_sample(r->progress, sample_ns(r, result, t, round));
	error = batch_check(r, &b, round);
	if (error != 0)
		return error;
	if (result->na_reason != NULL) {
		progress_skip(r->progress);
		return 0;
	}
	error = batch_measure(r, &b, reason);
	if (error == -EINTR || r->out_of_time || r->out_of_writes)
		return error;
	if (error != 0) {
		progress_skip(r->progress);
		batch_fail(r, &b, round, reason);
	} else {
		batch_keep(r, &b);
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
	for (i = 0; i < r->plan.n_tests;
	     i += plan_together(&r->plan, &r->plan.test[i]))
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
			      units_format_block(text,
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
	r->record.interrupted = signals_caught() != 0;
	in_round = most_samples(r) > rounds;
	run_drop_incomplete(r, rounds);
	if (!r->record.interrupted && !r->out_of_writes)
		run_note_end(r, rounds, in_round);
	if (most_samples(r) == 0)
		explain_no_figure(r);
}
