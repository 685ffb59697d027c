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
#define STEP_NS (100 * NS_PER_MS)

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
note_fill(struct run *r, struct target *target)
{
	char size[UNITS_TEXT];
	uint64_t filled = target->state->filled_bytes;

	facts_set(&target->facts, "file_bytes", "%llu",
		  (unsigned long long)filled);
	facts_set(&target->facts, "direct", "%s",
		  target->state->direct_missing[0] == '\0' ? "yes" : "no");
	if (target->state->shortened)
		record_note(&r->record, "The work file in %s was shortened to "
			    "%s, which is what 30 s could fill.",
			    target->directory,
			    units_format_size(size, filled));
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

/* Fills the work files. 0, -EINTR, or another -errno with the reason. */
static int
fill_target(struct run *r, struct target *target, char *reason)
{
	const struct plan *plan = &r->plan;
	int error;

	progress_fill(&r->progress, target->directory,
		      plan->size_bytes * plan->most_copies);
	error = worker_fill(target, plan->size_bytes,
			    plan->size_given ? 0 : FILL_LIMIT_NS, plan->seed,
			    progress_fill_watch, &r->progress, reason);
	if (error == 0)
		note_fill(r, target);
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

/* In short steps, since a signal just before a sleep doesn't end it. */
static void
pause_for(uint64_t delay_ns)
{
	uint64_t end_ns = clock_now_ns() + delay_ns, now_ns;

	while ((now_ns = clock_now_ns()) < end_ns && signals_caught() == 0)
		clock_sleep_ns(end_ns - now_ns < STEP_NS ? end_ns - now_ns :
			       STEP_NS);
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
count_written(struct run *r, const struct result *result,
	      const struct sample *sample)
{
	r->written_bytes += params_is_cache_test(&result->params) ?
			    2 * result->params.file_bytes * result->copies :
			    sample->written_bytes;
}

/* One sample, unless the test is missing. 0 or -EINTR. */
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
	do {
		error = worker_measure(&a, &sample, reason);
		count_written(r, result, &sample);
		if (error == -ECANCELED)
			record_note(&r->record, "A sample of %s was repeated, "
				    "since the processes were stopped in it.",
				    result->id);
	} while (error == -ECANCELED);
	if (error == -EINTR)
		return error;
	if (error != 0)
		fail_result(r, result, round, reason);
	else
		keep_sample(r, result, &sample);
	pause_for(r->plan.delay_ns);
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

/* Every test on every target, so that drift touches all alike. 0: go on. */
static int
run_round(struct run *r, unsigned round)
{
	size_t t, c, i;

	progress_round(&r->progress, round);
	for (i = 0; i < r->plan.n_tests; i++)
		for (t = 0; t < r->plan.n_targets; t++)
			for (c = 0; c < r->plan.n_copies; c++) {
				if (signals_caught() != 0)
					return -EINTR;
				if (is_spent(r, i))
					return -EDQUOT;
				if (measure(r, run_result(r, t, c, i),
					    &r->plan.test[i], round) != 0)
					return -EINTR;
			}
	return 0;
}

void
run_measure(struct run *r)
{
	int status = 0;
	unsigned round;
	size_t i;

	r->progress.rounds = r->plan.rounds;
	r->progress.total_ns = budget_duration_ns(&r->plan);
	for (i = 0; i < r->n_targets && status == 0; i++)
		status = open_target(r, i);
	for (round = 1; round <= r->plan.rounds && status == 0; round++)
		status = run_round(r, round);
	message_live_end();
	r->record.interrupted = signals_caught() != 0;
}
