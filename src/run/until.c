/*
 * The length of a run: --until adds rounds until the intervals are narrow, and
 * no sample ends after --max-time. The cause of the end goes to the record's
 * notes.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/budget.h"
#include "diskidx/clock.h"
#include "parts.h"

#define MAX_NAMED 8		/* tests in a note; the others are counted */

void
run_set_end(struct run *r)
{
	size_t size = r->record.n_results * sizeof(*r->took_ns);
	uint64_t now_ns = clock_now_ns();

	r->end_ns = r->plan.max_time_ns < UINT64_MAX - now_ns ?
		    now_ns + r->plan.max_time_ns : UINT64_MAX;
	r->took_ns = xmalloc(size);
	memset(r->took_ns, 0, size);
}

uint64_t
run_time_left(const struct run *r)
{
	uint64_t now_ns = clock_now_ns();

	return r->end_ns == UINT64_MAX ? UINT64_MAX :
	       r->end_ns > now_ns ? r->end_ns - now_ns : 0;
}

/* The planned time says little about a test that flushes at the end. */
bool
run_has_time(struct run *r, const struct result *result,
	     const struct plan_test *t)
{
	uint64_t needs_ns = budget_sample_ns(&r->plan, t);
	uint64_t took_ns = r->took_ns[result - r->record.result];

	r->out_of_time = run_time_left(r) <
			 (took_ns > needs_ns ? took_ns : needs_ns);
	return !r->out_of_time;
}

void
run_took(struct run *r, const struct result *result, uint64_t begin_ns)
{
	uint64_t *most_ns = &r->took_ns[result - r->record.result];
	uint64_t took_ns = clock_now_ns() - begin_ns;

	if (took_ns > *most_ns)
		*most_ns = took_ns;
}

/* Return whether --until waits for this row; without a value there is no
 * interval. */
static bool
counts(struct result *result)
{
	if (result->na_reason != NULL || result->n_samples == 0)
		return false;
	result_summarise(result);
	return result->value > 0;
}

/* Compare the upper side of the interval, which is the larger one. */
static bool
is_wide(const struct run *r, const struct result *result)
{
	return !result->has_interval ||
	       (result->ci95.high / result->value - 1) * 100 >
	       r->plan.until_pct;
}

/* Stop at the first wide interval, so that this costs little. */
static bool
is_any_wide(struct run *r)
{
	size_t i;

	for (i = 0; i < r->record.n_results; i++)
		if (counts(&r->record.result[i]) &&
		    is_wide(r, &r->record.result[i]))
			return true;
	return false;
}

bool
run_is_enough(struct run *r, unsigned rounds)
{
	if (rounds < r->plan.rounds)
		return false;
	return rounds >= r->plan.max_rounds || !is_any_wide(r);
}

static char *
name_of(const struct run *r, const struct result *result)
{
	return result_name(result->id,
			   r->plan.n_copies > 1 ? result->copies : 0,
			   r->plan.n_targets > 1 ?
			   r->plan.directory[result->target] : NULL);
}

/* Return "every interval is within 2 %", or name those that are not. On the
 * heap. */
static char *
intervals(struct run *r)
{
	char *names = xstrdup(""), *text, others[40] = "";
	size_t wide = 0, n = 0, i;

	for (i = 0; i < r->record.n_results; i++) {
		struct result *result = &r->record.result[i];

		if (!counts(result))
			continue;
		n++;
		if (is_wide(r, result) && ++wide <= MAX_NAMED)
			names = xjoin(names, ", ", name_of(r, result));
	}
	if (wide > MAX_NAMED)
		snprintf(others, sizeof(others), " and %zu others",
			 wide - MAX_NAMED);
	text = n == 0 ? xstrdup("no test has a value") : wide == 0 ?
	       xprintf("every interval is within %g %%", r->plan.until_pct) :
	       xprintf("the interval%s of %s%s %s still wider than %g %%",
		       wide == 1 ? "" : "s", names, others,
		       wide == 1 ? "is" : "are", r->plan.until_pct);
	free(names);
	return text;
}

void
run_drop_incomplete(struct run *r, unsigned rounds)
{
	size_t i;

	for (i = 0; i < r->record.n_results && rounds > 0; i++) {
		struct result *result = &r->record.result[i];

		while (result->n_samples > 0 &&
		       result->sample[result->n_samples - 1].round > rounds)
			sample_free(&result->sample[--result->n_samples]);
	}
}

/* Note the tests and rounds that --max-time cut off. */
static void
note_time(struct run *r, unsigned rounds, bool in_round)
{
	char *which = r->plan.until_pct > 0 ? intervals(r) : NULL;
	char *of = which == NULL ? xprintf(" of %u", r->plan.rounds) :
		   xstrdup("");

	record_note(&r->record, "Stopped by --max-time=%.10g s %s "
		    "%u%s%s%s%s.%s",
		    clock_seconds(r->plan.max_time_ns), in_round ?
		    "in round" : "after", rounds + in_round, of,
		    in_round ? "" : which == NULL || rounds != 1 ? " rounds" :
		    " round", which != NULL ? ": " : "",
		    which != NULL ? which : "", !in_round ? "" : rounds > 0 ?
		    " That round is left out." :
		    " Some tests have no figure.");
	free(of);
	free(which);
}

void
run_note_end(struct run *r, unsigned rounds, bool in_round)
{
	char *which;

	if (r->out_of_time) {
		note_time(r, rounds, in_round);
	} else if (r->plan.until_pct > 0) {
		which = intervals(r);
		record_note(&r->record, "Stopped after %u rounds%s: %s.",
			    rounds, rounds < r->plan.max_rounds ? "" :
			    ", the maximum", which);
		free(which);
	}
}
