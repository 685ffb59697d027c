/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The rounds of a run. */
#include <config.h>

#include <errno.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/message.h"
#include "diskidx/base/signals.h"
#include "diskidx/base/units.h"
#include "diskidx/plan/plan.h"
#include "diskidx/record/record.h"
#include "measuring.h"
#include "progress.h"

/*
 * Run every test on every target, so that drift affects all alike. The order of
 * the targets alternates, since the state that one test leaves behind (memory
 * in use, a disk's cache) affects the next one. Return 0 to go on.
 */
static int
run_round(struct run *r, unsigned round)
{
	const struct plan *plan = r->plan;
	size_t i, t, c, target, row;
	int status = 0;

	progress_round(round, r->rounds);
	for (i = 0; i < plan->n_tests; i += plan->test[i].together)
		for (t = 0; t < plan->n_targets; t++)
			for (c = 0; c < plan->n_copies && status == 0; c++) {
				if (signals_caught() != 0)
					return -EINTR;
				target = round % 2 == 0 ?
					 plan->n_targets - 1 - t : t;
				row = (target * plan->n_copies + c) *
				      plan->n_tests + i;
				status = run_sample(r, &r->record.result[row],
						    &plan->test[i], round);
			}
	return status;
}

static size_t
most_samples(const struct run *r)
{
	size_t most = 0, i;

	for (i = 0; i < r->record.n_results; i++)
		most = amount_max(most, r->record.result[i].n_samples);
	return most;
}

/* Return whether any test is left to measure: all others failed or are n/a. */
static bool
is_any_left(const struct run *r)
{
	for (size_t i = 0; i < r->record.n_results; i++)
		if (r->record.result[i].test.na_reason == NULL)
			return true;
	return false;
}

void
run_drop_incomplete(struct run *r, unsigned rounds)
{
	for (size_t i = 0; i < r->record.n_results && rounds > 0; i++) {
		struct result *result = &r->record.result[i];

		while (result->n_samples > 0 &&
		       result->sample[result->n_samples - 1].round > rounds)
			sample_free(&result->sample[--result->n_samples]);
	}
}

/* Note that --max-time ended the run after these complete rounds, or during the
 * next one. */
static void
note_end(struct run *r, unsigned rounds)
{
	double max_time = clock_seconds(r->plan->max_time_ns);

	if (most_samples(r) <= rounds)
		record_note(&r->record, "Stopped by --max-time=%.10g s after "
			    "%u of %u rounds.", max_time, rounds, r->rounds);
	else
		record_note(&r->record, "Stopped by --max-time=%.10g s in "
			    "round %u of %u. %s", max_time, rounds + 1,
			    r->rounds, rounds > 0 ?
			    "That round is left out." :
			    "Some tests have no figure.");
}

void
run_measure(struct run *r)
{
	unsigned rounds = 0;
	uint64_t round_ns = 0;
	int status;

	r->rounds = r->plan->rounds;
	r->end_ns = amount_plus(clock_now_ns(), r->plan->max_time_ns);
	r->took_ns = xmalloc(r->record.n_results * sizeof(*r->took_ns));
	memset(r->took_ns, 0, r->record.n_results * sizeof(*r->took_ns));
	run_share_writes(r);
	progress_begin(r->plan);
	status = run_open_targets(r);
	if (status == 0)
		run_idle(r);
	while (status == 0 && is_any_left(r) && rounds < r->rounds) {
		status = run_round(r, rounds + 1);
		rounds += status == 0;
		if (status != 0 || rounds != 1)
			continue;
		/* The first round tells how long the others should take. */
		for (size_t i = 0; i < r->record.n_results; i++)
			if (r->record.result[i].test.na_reason != NULL)
				r->took_ns[i] = 0;
			else if (r->took_ns[i] > 0)
				round_ns += r->took_ns[i] + r->plan->delay_ns;
		progress_revise(round_ns);
	}
	message_live_end();
	r->record.interrupted = signals_caught() != 0;
	if (r->stop == STOP_TIME && !r->record.interrupted)
		note_end(r, rounds);
	run_drop_incomplete(r, rounds);
	if (most_samples(r) > 0)
		return;
	if (r->stop == STOP_TIME)
		message_error("--max-time=%.10g s was over before the first "
			      "figure; give a larger one, or a smaller -s",
			      clock_seconds(r->plan->max_time_ns));
	if (r->stop == STOP_WRITES)
		message_error("--max-write=%s was reached before the first "
			      "figure; give a larger one, or a smaller -s",
			      units_block(r->plan->max_write_bytes));
}
