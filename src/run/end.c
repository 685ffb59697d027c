/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The end of a run: no sample ends after --max-time. */
#include <config.h>

#include "diskidx/amount.h"
#include "diskidx/budget.h"
#include "diskidx/clock.h"
#include "parts.h"

uint64_t
run_time_left(const struct run *r)
{
	uint64_t now_ns = clock_now_ns();

	if (r->end_ns == UINT64_MAX)
		return UINT64_MAX;
	return amount_left(r->end_ns, now_ns);
}

/* The planned time says little about a test that flushes at the end. */
bool
run_has_time(struct run *r, const struct result *result,
	     const struct plan_test *t)
{
	uint64_t needs_ns = budget_sample_ns(&r->plan, t);
	uint64_t took_ns = r->took_ns[result - r->record.result];

	r->out_of_time = run_time_left(r) < amount_max(took_ns, needs_ns);
	return !r->out_of_time;
}

void
run_took(struct run *r, const struct result *result, uint64_t begin_ns)
{
	uint64_t *most_ns = &r->took_ns[result - r->record.result];

	*most_ns = amount_max(*most_ns, clock_now_ns() - begin_ns);
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

void
run_note_end(struct run *r, unsigned rounds, bool in_round)
{
	double max_time = clock_seconds(r->plan.max_time_ns);

	if (!in_round)
		record_note(&r->record, "Stopped by --max-time=%.10g s after "
			    "%u of %u rounds.", max_time, rounds,
			    r->plan.rounds);
	else
		record_note(&r->record, "Stopped by --max-time=%.10g s in "
			    "round %u of %u. %s", max_time, rounds + 1,
			    r->plan.rounds, rounds > 0 ?
			    "That round is left out." :
			    "Some tests have no figure.");
}
