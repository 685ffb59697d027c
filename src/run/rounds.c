/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Rounds: the driver of all tests, each of them once per round. */
#include <config.h>

#include <errno.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/signals.h"
#include "diskidx/plan/plan.h"
#include "measuring.h"
#include "progress.h"

/*
 * Run every test on every target, so that drift affects all alike. The order of
 * the targets alternates, because the state that one test leaves (memory in
 * use, a disk's cache) affects the next one. Return 0 to go on.
 */
static int
run_round(struct run *r, unsigned round)
{
	const struct plan *plan = r->plan;
	size_t i, t, c, pass, row;
	int status = 0;

	progress_round(round, plan->rounds);
	for (i = 0; i < plan->n_tests; i += plan->test[i].together)
		for (t = 0; t < plan->n_passes; t++)
			for (c = 0; c < plan->n_copies && status >= 0; c++) {
				if (signals_caught() != 0)
					return -EINTR;
				pass = round % 2 == 0 ?
				       plan->n_passes - 1 - t : t;
				row = (pass * plan->n_copies + c) *
				      plan->n_tests + i;
				status = run_sample(r, &r->record.result[row],
						    &plan->test[i], round,
						    NULL, NULL);
				if (status > 0)
					signals_sleep_ns(amount_min(
						plan->delay_ns,
						run_time_left(r)));
			}
	return status < 0 ? status : 0;
}

/* Return true if any test is left to measure: others failed or are n/a. */
static bool
is_any_left(const struct run *r)
{
	for (size_t i = 0; i < r->record.n_results; i++)
		if (r->record.result[i].test.na_reason == NULL)
			return true;
	return false;
}

unsigned
drive_rounds(struct run *r)
{
	unsigned rounds = 0;
	uint64_t next_ns = 0;

	while (rounds < r->plan->rounds && is_any_left(r) &&
	       run_round(r, rounds + 1) == 0) {
		if (++rounds > 1)
			continue;
		/* Another round should take as long as the first. */
		for (size_t i = 0; i < r->record.n_results; i++)
			if (r->record.result[i].test.na_reason != NULL)
				r->took_ns[i] = 0;
			else if (r->took_ns[i] > 0)
				next_ns += r->took_ns[i] + r->plan->delay_ns;
		progress_revise(next_ns);
	}
	return rounds;
}
