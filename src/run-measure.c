/* The rounds of a run: fills, samples, and what is kept of them. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/budget.h"
#include "diskidx/clock.h"
#include "diskidx/message.h"
#include "diskidx/plan.h"
#include "diskidx/progress.h"
#include "diskidx/random.h"
#include "diskidx/record.h"
#include "diskidx/signals.h"
#include "diskidx/target.h"
#include "diskidx/units.h"
#include "diskidx/worker.h"
#include "run.h"

#define FILL_LIMIT_NS (30 * NS_PER_S)

/* Every test of a target that can't be used is missing, with the reason. */
static void
fail_target(struct run *r, size_t target, const char *reason)
{
	size_t c, i;

	r->failed = true;
	for (c = 0; c < r->plan.n_copies; c++)
		for (i = 0; i < r->plan.n_tests; i++)
			run_result(r, target, c, i)->missing = xstrdup(reason);
	message_error("%s: %s", r->target[target].directory, reason);
}

static void
note_fill(struct run *r, struct target *target, uint64_t limit_ns)
{
	char size[UNITS_TEXT], limit[UNITS_TEXT];
	uint64_t filled = target->state->filled_bytes;

	facts_set(&target->facts, "file_bytes", "%llu",
		  (unsigned long long)filled);
	facts_set(&target->facts, "direct", "%s",
		  target->state->direct_missing[0] == '\0' ? "yes" : "no");
	if (target->state->shortened)
		record_note(&r->record, "The work file in %s was shortened to "
			    "%s, which is what %s could fill.",
			    target->directory,
			    units_format_size(size, filled),
			    units_format_duration(limit, limit_ns));
	r->written_bytes += filled * target->copies;
}

static bool
needs_fill(const struct plan *plan)
{
	size_t i;

	for (i = 0; i < plan->n_tests; i++)
		if (plan->test[i].test.params.file_bytes == 0)
			return true;
	return false;
}

/* A size that was asked for is filled unless --max-time ends it; 0: never. */
static uint64_t
fill_limit(const struct run *r)
{
	uint64_t left_ns = run_time_left(r);
	uint64_t limit_ns = r->plan.size_given ? UINT64_MAX : FILL_LIMIT_NS;

	limit_ns = left_ns < limit_ns ? left_ns : limit_ns;
	return limit_ns < UINT64_MAX ? limit_ns : 0;
}

/* Fills the work files. 0, -EINTR, or another -errno with the reason. */
static int
fill_target(struct run *r, struct target *target, char *reason)
{
	const struct plan *plan = &r->plan;
	uint64_t limit_ns = fill_limit(r);
	int error;

	progress_fill(&r->progress, target->directory,
		      plan->size_bytes * plan->most_copies);
	error = worker_fill(target, plan->size_bytes, limit_ns, plan->seed,
			    progress_fill_watch, &r->progress, reason);
	if (error == 0)
		note_fill(r, target, limit_ns);
	return error;
}

/* Makes the files and fills them if any test uses them. 0 or -EINTR. */
static int
open_target(struct run *r, size_t i)
{
	struct target *target = &r->target[i];
	char reason[WORKER_REASON];
	int error = target_open(target, r->plan.most_copies);

	if (error != 0)
		snprintf(reason, sizeof(reason), "cannot make test files: %s",
			 strerror(-error));
	else if (needs_fill(&r->plan))
		error = fill_target(r, target, reason);
	if (error == -EINTR)
		return error;
	if (error != 0) {
		r->written_bytes += target->state != NULL ?
				    target->state->filled_bytes *
				    target->copies : 0;
		fail_target(r, i, reason);
	}
	return 0;
}

/* Of each copy, by the plan and by what --max-write has left. */
static uint64_t
write_limit(const struct run *r, unsigned copies)
{
	uint64_t limit = budget_write_limit(&r->plan), left;

	if (r->plan.max_write_bytes == UINT64_MAX)
		return limit;
	left = r->plan.max_write_bytes > r->written_bytes ?
	       r->plan.max_write_bytes - r->written_bytes : 0;
	return left / copies < limit ? left / copies : limit;
}

/* Requests that were never issued have no latency to be counted. */
static void
note_overload(struct run *r, const struct result *result,
	      const struct sample *sample)
{
	uint64_t done = sample->ios[OP_READ] + sample->ios[OP_WRITE];

	if (sample->offered_ios > done + done / 100)
		record_note(&r->record, "%s: the disk did not keep up; "
			    "requests that were due and never issued are not "
			    "in its latency, which is a lower bound.",
			    result->id);
}

static void
keep_sample(struct run *r, struct result *result, struct sample *sample)
{
	if (sample->uneven)
		record_note(&r->record, "%s: the copies ended over 10 %% "
			    "apart, so its rate is that of the slowest.",
			    result->id);
	note_overload(r, result, sample);
	progress_done(&r->progress, sample_value(sample, result->unit));
	result_add_sample(result, sample);
}

static void
fail_result(struct run *r, struct result *result, unsigned round,
	    const char *reason)
{
	r->failed = true;
	result->missing = xprintf("failed in round %u: %s", round, reason);
	message_error("%s: %s: %s", r->target[result->target].directory,
		      result->id, result->missing);
}

static struct assignment
assign(struct run *r, const struct result *result,
       const struct plan_test *t, unsigned round)
{
	struct assignment a = {
		.workload = t->workload, .engine = t->engine,
		.params = t->test.params,
		.target = &r->target[result->target],
		.copies = result->copies, .round = round,
		.time_ns = r->plan.time_ns,
		.warm_up_ns = budget_sample_ns(&r->plan, t) - r->plan.time_ns,
		.write_limit_bytes = write_limit(r, result->copies),
		.seed = random_derive(r->plan.seed,
				      (uint64_t)(t - r->plan.test)),
		.watch = progress_watch, .context = &r->progress,
	};

	return a;
}

/* The id, and what tells its row from others of the same test. */
static void
announce(struct run *r, const struct result *result, uint64_t sample_ns)
{
	char copies[16] = "";

	if (r->plan.n_copies > 1)
		snprintf(copies, sizeof(copies), " x%u", result->copies);
	progress_sample(&r->progress, result->id, copies,
			r->plan.n_targets > 1 ?
			r->plan.directory[result->target] : "",
			result->unit, result->params.block_bytes, sample_ns);
}

/* File Copy's writes stay in memory, but for its files once. */
static void
count_written(struct run *r, const struct assignment *a,
	      const struct sample *sample)
{
	r->written_bytes += params_is_cache_test(&a->params) ?
			    2 * a->params.file_bytes * a->copies :
			    sample->written_bytes;
}

/* As worker_measure; a sample that was spoilt is repeated while there is time,
 * and -ETIMEDOUT when there is none. */
static int
measure_unspoilt(struct run *r, struct result *result,
		 const struct plan_test *t, const struct assignment *a,
		 struct sample *sample, char *reason)
{
	uint64_t begin_ns;
	int error = -ECANCELED;

	while (error == -ECANCELED) {
		if (!run_has_time(r, result, t))
			return -ETIMEDOUT;
		begin_ns = clock_now_ns();
		error = worker_measure(a, sample, reason);
		count_written(r, a, sample);
		if (error == -ECANCELED)
			record_note(&r->record, "A sample of %s was repeated, "
				    "since the processes were stopped in it.",
				    result->id);
		else
			run_took(r, result, begin_ns);
	}
	return error;
}

/* One sample, unless the test is missing. 0, -EINTR or -ETIMEDOUT. */
static int
measure(struct run *r, struct result *result, const struct plan_test *t,
	unsigned round)
{
	struct assignment a = assign(r, result, t, round);
	char reason[WORKER_REASON];
	struct sample sample;
	int error;

	if (result->missing == NULL && worker_missing(&a, reason))
		result->missing = xstrdup(reason);
	announce(r, result, budget_sample_ns(&r->plan, t) + r->plan.delay_ns);
	if (result->missing != NULL) {
		progress_skip(&r->progress);
		return 0;
	}
	error = measure_unspoilt(r, result, t, &a, &sample, reason);
	if (error == -EINTR || r->out_of_time)
		return error;
	if (error != 0)
		fail_result(r, result, round, reason);
	else
		keep_sample(r, result, &sample);
	run_pause(r->plan.delay_ns < run_time_left(r) ? r->plan.delay_ns :
		  run_time_left(r));
	return 0;
}

/* Whether --max-write leaves nothing for a test that writes. */
static bool
is_spent(struct run *r, size_t test)
{
	const struct params *p = &r->plan.test[test].test.params;
	char text[UNITS_TEXT];

	if (workload_most_written(p, 1) == 0 ||
	    write_limit(r, r->plan.most_copies) >=
	    workload_most_written(p, p->block_bytes))
		return false;
	record_note(&r->record, "The run stopped when --max-write=%s was "
		    "reached.", units_format_size(text,
						  r->plan.max_write_bytes));
	return true;
}

/* A test on a target, by each number of copies. */
static int
measure_copies(struct run *r, size_t test, unsigned round, size_t target)
{
	int status = 0;
	size_t c;

	for (c = 0; c < r->plan.n_copies && status == 0; c++) {
		if (signals_caught() != 0)
			return -EINTR;
		if (is_spent(r, test))
			return -EDQUOT;
		status = measure(r, run_result(r, target, c, test),
				 &r->plan.test[test], round);
	}
	return status;
}

/*
 * Every test on every target, so that drift touches all alike; the targets in
 * turn from first to last and from last to first, since what one test leaves
 * behind (memory that was just in use, a disk's cache) is met by the next.
 * 0: go on.
 */
static int
run_round(struct run *r, unsigned round)
{
	size_t t, i;
	int status = 0;

	progress_round(&r->progress, round);
	for (i = 0; i < r->plan.n_tests; i++)
		for (t = 0; t < r->plan.n_targets && status == 0; t++)
			status = measure_copies(r, i, round, round % 2 == 0 ?
						r->plan.n_targets - 1 - t : t);
	return status;
}

/* 0 or -EINTR. */
static int
open_targets(struct run *r)
{
	int status = 0;
	size_t i;

	for (i = 0; i < r->n_targets && status == 0 && !r->out_of_time; i++)
		if (run_time_left(r) > 0)
			status = open_target(r, i);
		else
			r->out_of_time = true;
	return status;
}

/* How many samples there are of the tests that can be measured. */
static size_t
most_samples(const struct run *r)
{
	size_t most = 0, i;

	for (i = 0; i < r->record.n_results; i++)
		if (r->record.result[i].n_samples > most)
			most = r->record.result[i].n_samples;
	return most;
}

void
run_measure(struct run *r)
{
	unsigned rounds = 0;
	int status;

	run_set_end(r);
	r->progress.rounds = r->plan.rounds;
	r->progress.total_ns = budget_duration_ns(&r->plan);
	status = open_targets(r);
	if (status == 0 && !r->out_of_time)
		run_idle(r);
	while (status == 0 && !r->out_of_time && !run_is_enough(r, rounds)) {
		status = run_round(r, rounds + 1);
		rounds += status == 0;
	}
	message_live_end();
	r->record.interrupted = signals_caught() != 0;
	if (!r->record.interrupted && status != -EDQUOT)
		run_note_end(r, rounds, most_samples(r) > rounds);
	if (r->out_of_time && most_samples(r) == 0)
		message_error("--max-time=%.10g s was over before the first "
			      "figure; give a larger one, or a smaller -s",
			      clock_seconds(r->plan.max_time_ns));
}
