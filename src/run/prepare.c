/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Prepares the targets of a run: makes their files and fills them. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/message.h"
#include "diskidx/base/say.h"
#include "diskidx/base/signals.h"
#include "diskidx/base/units.h"
#include "diskidx/plan/budget.h"
#include "diskidx/plan/plan.h"
#include "diskidx/record/record.h"
#include "diskidx/run/supervisor.h"
#include "diskidx/target/target.h"
#include "diskidx/test/traits.h"
#include "diskidx/worker/worker.h"
#include "diskidx/workload/workload.h"
#include "measuring.h"
#include "progress.h"

/* Fill the work files. Return 0, -EINTR, or another -errno with the reason. */
static int
fill_target(struct run *r, struct target *target, char *reason)
{
	const struct plan *plan = r->plan;
	uint64_t size_bytes = budget_work_bytes(plan);
	uint64_t limit_ns = run_time_left(r), filled, has;
	int error;

	/* Only --max-time limits the fill of a size that the user gave. */
	if (!plan->size_given)
		limit_ns = amount_min(limit_ns, budget_fill_ns(plan));
	progress_fill(target->directory, size_bytes * target->n_work, limit_ns);
	error = worker_fill(target, size_bytes, limit_ns, plan->seed,
			    progress_fill_watch, reason);
	if (error != 0)
		return error;
	has = filled = target->state->filled_bytes;
	r->written_bytes += filled * target->n_work;
	/* A fresh file has the whole size; only a part was tried. */
	if ((plan->jobfile != NULL || plan->sustained) && filled == size_bytes)
		filled = plan->size_bytes;
	facts_set_number(&target->facts, FACT_FILE_BYTES, filled);
	if (target->n_work > target->copies)
		facts_set_number(&target->facts, FACT_WORK_FILES,
				 target->n_work / target->copies);
	if (filled < size_bytes)
		record_note(&r->record, "The work file in %s has only %s: no "
			    "more could be filled in %s.", target->directory,
			    units_size(filled), units_duration(limit_ns));
	/* Counters that did not move during the fill show no later request
	 * either, and a disk would look like a cache. */
	if (!target->state->has_counters &&
	    target->device.counters[0] != '\0') {
		facts_set(&target->facts, FACT_DEVICE_COUNTERS, "stuck");
		target->device.counters[0] = '\0';
	}
	/* The disk has failed if its first read failed. */
	if (target->state->error != 0) {
		r->failed = true;
		message_error("%s: cannot use the work file: %s",
			      target->directory, target->state->failure);
	}
	/* Mark tests as n/a that read a whole file if only a part is filled. */
	for (size_t i = 0; i < r->record.n_results; i++) {
		struct result_test *test = &r->record.result[i].test;

		if (&r->target[test->target] != target ||
		    !traits_of_workload(test->workload)->takes_whole_file ||
		    !params_reads(&test->params) ||
		    test->params.file_bytes <= has || test->na_reason != NULL)
			continue;
		test->na_reason = xprintf("only %s of the file was filled; "
					  "use -s %llum", units_size(has),
					  (unsigned long long)(has / MIB));
	}
	return 0;
}

/* Say which rows wrote in place: they are not comparable with others. */
static void
describe_in_place(struct run *r, size_t i)
{
	struct target *target = &r->target[i];

	if (!target->in_place)
		return;
	facts_set(&target->facts, FACT_DIRECT_WRITES, "in place");
	record_setting(&r->record, "Direct writes in %s went to a file without "
		       "copy-on-write, checksums and compression, because "
		       "other files are written through memory there.",
		       target->directory);
	for (size_t n = 0; n < r->record.n_results; n++) {
		struct result_test *test = &r->record.result[n].test;
		char *before = test->fingerprint;

		if (test->target != i || workload_work_file(
			    workload_by_name(test->workload), &test->params,
			    true) != WORK_IN_PLACE)
			continue;
		test->fingerprint = xprintf("%s writes=in_place", before);
		free(before);
	}
}

/* Make the files, and fill them if a test uses them. Return 0 or -EINTR. */
static int
open_target(struct run *r, size_t i)
{
	struct target *target = &r->target[i];
	const char *why, *remedy = "";
	char reason[WORKER_REASON];
	int error;

	supervisor_await(target->directory);
	error = target_open(target, r->plan->work_copies,
			    budget_work_kinds(r->plan));
	supervisor_await(NULL);
	if (error == 0)
		describe_in_place(r, i);
	why = strerror(-error);
	if (target->is_replaced)
		why = "another directory has replaced the private one";
	if (error == -EMFILE)
		remedy = "; use a smaller -c, or raise ulimit -n";
	if (error == -EAGAIN)
		worker_explain_start(error, reason);
	else if (error != 0)
		snprintf(reason, sizeof(reason), "cannot make test files: %s%s",
			 why, remedy);
	else if (budget_work_bytes(r->plan) > 0)
		error = fill_target(r, target, reason);
	if (error == 0 || signals_caught() != 0)
		return error;
	if (target->state != NULL)
		r->written_bytes += target->state->filled_bytes *
				    target->n_work;
	r->failed = true;
	for_each(struct result, result, r->record.result, r->record.n_results) {
		if (result->test.target != i)
			continue;
		free(result->test.na_reason);
		result->test.na_reason = xstrdup(reason);
	}
	message_error("%s: %s", target->directory, reason);
	return 0;
}

int
run_open_targets(struct run *r)
{
	int status = 0;

	for (size_t i = 0; i < r->n_targets && status == 0; i++) {
		if (run_time_left(r) == 0) {
			r->stop = STOP_TIME;
			return -ETIMEDOUT;
		}
		status = open_target(r, i);
	}
	return status;
}

bool
run_close_targets(struct run *r)
{
	bool good = true;

	for_each(struct target, target, r->target, r->n_targets) {
		const char *name = say("%s/%s", target->directory,
				       target->state != NULL ?
				       target->state->name : "");
		int error;

		supervisor_await(target->directory);
		error = target_close(target);
		supervisor_await(NULL);

		if (error != 0) {
			message_error("%s: cannot clean up: %s", name,
				      strerror(-error));
			good = false;
		}
	}
	free(r->target);
	free(r->took_ns);
	r->target = NULL;
	r->took_ns = NULL;
	r->n_targets = 0;
	return good;
}
