/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Measure: a run from making its files to dropping an incomplete round. */
#include <config.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/message.h"
#include "diskidx/base/signals.h"
#include "diskidx/base/units.h"
#include "diskidx/record/record.h"
#include "diskidx/stats/sample.h"
#include "measuring.h"
#include "progress.h"

static size_t
most_samples(const struct run *r)
{
	size_t most = 0, i;

	for (i = 0; i < r->record.n_results; i++)
		most = amount_max(most, r->record.result[i].n_samples);
	return most;
}

void
run_drop_incomplete(struct run *r, unsigned rounds)
{
	for_each(struct result, result, r->record.result, r->record.n_results)
		while (rounds > 0 && result->n_samples > 0 &&
		       result->sample[result->n_samples - 1].round > rounds)
			sample_free(&result->sample[--result->n_samples]);
}

void
run_measure(struct run *r)
{
	double max_time = clock_seconds(r->plan->max_time_ns);
	unsigned rounds = 0;
	bool timed_out;

	r->rounds = r->plan->rounds;
	r->end_ns = amount_plus(clock_now_ns(), r->plan->max_time_ns);
	run_share_writes(r);
	progress_begin(r->plan);
	if (run_open_targets(r) == 0) {
		run_idle(r);
		rounds = r->plan->sustained ? drive_sustained(r) :
			 r->plan->searches ? drive_search(r) : drive_rounds(r);
	}
	message_live_end();
	r->record.interrupted = signals_caught() != 0;
	timed_out = r->stop == STOP_TIME && !r->record.interrupted;
	if (timed_out && most_samples(r) <= rounds)
		record_note(&r->record, "Stopped by --max-time=%.10g s after "
			    "%u of %u rounds.", max_time, rounds, r->rounds);
	else if (timed_out)
		record_note(&r->record, "Stopped by --max-time=%.10g s in "
			    "round %u of %u. %s", max_time, rounds + 1,
			    r->rounds, rounds > 0 ?
			    "That round is left out." :
			    "Some tests have no result.");
	run_drop_incomplete(r, rounds);
	if (most_samples(r) > 0)
		return;
	if (r->stop == STOP_TIME)
		message_error("--max-time=%.10g s: over before the first "
			      "result; give more, or a smaller -s",
			      max_time);
	if (r->stop == STOP_WRITES)
		message_error("--max-write=%s: reached before the first "
			      "result; give more, or a smaller -s",
			      units_block(r->plan->max_write_bytes));
}
