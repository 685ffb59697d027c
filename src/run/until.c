/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The length of a run: --until adds rounds until the intervals are narrow, and
 * no sample ends after --max-time. The cause of the end goes to the record's
 * notes.
 */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/amount.h"
#include "diskidx/budget.h"
#include "diskidx/clock.h"
#include "parts.h"

#define MAX_NAMED 16		/* tests in a note; the others are counted */

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

/* Return whether --until waits for this row; without a value there is no
 * interval. */
static bool
until_counts(struct result *result)
{
	if (result->test.na_reason != NULL || result->n_samples == 0)
		return false;
	result_summarise(result);
	return result->summary.value > 0;
}

/* Return the upper side of the interval by the rounds alone, which is the
 * larger one: other rounds can't narrow what runs differ by. */
static double
reach_pct(const struct result *result)
{
	struct interval interval = statistics_ratio_interval(
		&result->summary.rounds, STATISTICS_CONFIDENCE);

	return (interval.high / result->summary.value - 1) * 100;
}

static bool
is_wide(const struct run *r, const struct result *result)
{
	return !result->summary.has_interval ||
		reach_pct(result) > r->plan.until_pct;
}

bool
run_is_enough(struct run *r, unsigned rounds)
{
	if (rounds < r->plan.rounds)
		return false;
	if (rounds >= r->plan.max_rounds)
		return true;
	/* Stop at the first wide interval, so that this costs little. */
	for (size_t i = 0; i < r->record.n_results; i++)
		if (until_counts(&r->record.result[i]) &&
		    is_wide(r, &r->record.result[i]))
			return false;
	return true;
}

/* Return the intervals of the rows that are wide, or of the others: "seq-read
 * 0.53 %, commit 1.8 %", on the heap; empty: there are none. */
static char *
list_intervals(struct run *r, bool wide)
{
	char *list = xstrdup("");
	size_t n = 0;

	for (size_t i = 0; i < r->record.n_results; i++) {
		struct result *result = &r->record.result[i];
		const char *directory = NULL;

		if (!until_counts(result) || is_wide(r, result) != wide ||
		    n++ >= MAX_NAMED)
			continue;
		if (r->plan.n_targets > 1)
			directory = r->plan.directory[result->test.target];
		list = xjoin(list, ", ",
			     xjoin(run_row_name(r, result, directory), " ",
				   result->summary.has_interval ?
				   xprintf("%.2f %%", reach_pct(result)) :
				   xstrdup("without one")));
	}
	if (n > MAX_NAMED)
		list = xjoin(list, " ",
			     xprintf("and %zu others", n - MAX_NAMED));
	return list;
}

/* Return the intervals that were reached, on the heap. */
static char *
describe_intervals(struct run *r)
{
	char *within = list_intervals(r, false);
	char *wide = list_intervals(r, true), *text;

	if (*within == '\0' && *wide == '\0')
		text = xstrdup("no test has a value");
	else if (*wide == '\0')
		text = xprintf("by its rounds each test is within %g %%: %s",
			       r->plan.until_pct, within);
	else
		text = xprintf("still wider than %g %%: %s",
			       r->plan.until_pct, wide);
	if (*wide != '\0' && *within != '\0')
		text = xjoin(text, "; within it: ", xstrdup(within));
	free(within);
	free(wide);
	return text;
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

/* Note the tests and rounds that --max-time cut off. */
static void
until_note_time(struct run *r, unsigned rounds, bool in_round)
{
	bool is_until = r->plan.until_pct > 0;
	const char *end = "";
	char *where;

	where = in_round ? xprintf("in round %u", rounds + 1) :
		xprintf("after %u", rounds);
	if (!is_until)
		where = xjoin(where, " of ", xprintf("%u", r->plan.rounds));
	if (!in_round && is_until && rounds == 1)
		where = xjoin(where, " ", xstrdup("round"));
	else if (!in_round)
		where = xjoin(where, " ", xstrdup("rounds"));
	if (is_until)
		where = xjoin(where, ": ", describe_intervals(r));
	if (in_round && rounds > 0)
		end = " That round is left out.";
	else if (in_round)
		end = " Some tests have no figure.";
	record_note(&r->record, "Stopped by --max-time=%.10g s %s.%s",
		    clock_seconds(r->plan.max_time_ns), where, end);
	free(where);
}

void
run_note_end(struct run *r, unsigned rounds, bool in_round)
{
	const char *maximum = "";
	char *intervals;

	if (r->out_of_time) {
		until_note_time(r, rounds, in_round);
	} else if (r->plan.until_pct > 0) {
		if (rounds >= r->plan.max_rounds)
			maximum = ", the maximum";
		intervals = describe_intervals(r);
		record_note(&r->record, "Stopped after %u rounds%s: %s.",
			    rounds, maximum, intervals);
		free(intervals);
	}
}
