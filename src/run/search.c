/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Search: the driver of the highest rate that keeps a promise. It measures how
 * much the disk serves at each depth, until more in flight brings little, and
 * then the rates that capacity.h asks for, sample by sample, each in a row of
 * the record that is added for it. What the disk serves is measured again from
 * time to time, so that a fall shows.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/base/signals.h"
#include "diskidx/plan/budget.h"
#include "diskidx/result/flags.h"
#include "diskidx/result/capacity.h"
#include "diskidx/test/name.h"
#include "measuring.h"
#include "progress.h"

#define SAMPLES_OVER 4		/* requests over the limit in a sample, if as
				   many are as the promise allows */
#define LIMITS 40		/* in a sample, at least */
#define MOST_NS (60 * NS_PER_S)	/* of a sample */
#define MOST_EACH 6		/* samples between two of the most */
#define FAST_IOPS 500.0		/* a disk that serves less may take longer */
#define SLOWEST 10		/* times as long */

struct search {
	struct run *run;
	struct plan plan;	/* with a test for each rate */
	uint64_t end_ns;
	unsigned samples;
};

/* Return the time of a sample at a rate: some requests are over the limit if as
 * many are as the promise allows, and a queue has the time to grow. */
static uint64_t
sample_ns(const struct expectation *e, double rate)
{
	double allowed = expectation_allowed(e);
	double needs_ns = fmax(SAMPLES_OVER / allowed / rate * NS_PER_S,
			       LIMITS * e->limit * e->scale);

	return (uint64_t)fmin(fmax(needs_ns, NS_PER_S), MOST_NS);
}

/* Add the tests of a group again, with a rate for the first of them. */
static size_t
add_rate(struct search *s, size_t like, uint32_t rate_iops)
{
	struct plan *plan = &s->plan;
	size_t n = plan->test[like].together, at = plan->n_tests;

	for (size_t i = 0; i < n; i++) {
		struct plan_test t = plan->test[like + i];
		const char *load = say("%s", test_name_load(t.test.id));
		char *id = t.test.id;

		id[strlen(id) - strlen(load)] = '\0';
		test_name_add_option(id, "rate", say("%u", rate_iops));
		test_name_add_option(id, "a", arrival_name(plan->arrival));
		snprintf(id + strlen(id), TEST_ID - strlen(id), "%s", load);
		t.test.time_ns = sample_ns(&plan->promise, rate_iops);
		if (i == 0) {
			t.test.params.rate_iops = rate_iops;
			t.test.params.arrival = plan->arrival;
			if (t.test.job_name == NULL)
				test_write_title(&t.test);
		}
		*xadd(plan->test, plan->n_tests) = t;
	}
	run_describe(s->run);
	return at;
}

/* Take one more sample of a row, and judge it. Return false if none is left to
 * take. */
static bool
take_sample(struct search *s, size_t at)
{
	struct run *r = s->run;
	struct result *row = &r->record.result[at];
	const struct plan_test *t = &s->plan.test[at];

	if (s->samples == budget_samples(&s->plan) ||
	    clock_now_ns() > s->end_ns)
		return false;
	if (s->samples++ == 0)
		progress_round(1, 1);
	if (run_sample(r, row, t, s->samples, NULL, NULL) <= 0 ||
	    row->test.na_reason != NULL)
		return false;
	signals_sleep_ns(amount_min(s->plan.delay_ns, run_time_left(r)));
	result_summarise(row);
	flags_judge(row, &r->target[row->test.target].facts);
	if (row->test.params.rate_iops == 0)
		flags_judge_run(r->record.result, r->record.n_results, 1);
	return signals_caught() == 0;
}

/* Measure each depth until it brings little more. Return false if the search
 * ends here. */
static bool
find_most(struct search *s)
{
	struct plan *plan = &s->plan;
	size_t step = plan->test->together;
	double before = 0, now = 0;
	bool goes_on = true;

	for (size_t i = 0; i < plan->n_tests && goes_on; i += step) {
		goes_on = take_sample(s, i);
		now = summary_achieved_iops(&s->run->record.result[i].summary);
		if (!goes_on || now < PARAMS_DEPTH_GAIN * before)
			plan->n_tests = i + step;
		before = now;
	}
	if (plan->max_time_ns == UINT64_MAX && now > 0 && now < FAST_IOPS)
		s->end_ns += (uint64_t)((double)plan->search_ns * fmin(
			FAST_IOPS / now - 1, SLOWEST - 1));
	/* What was not needed has no row. */
	while (s->run->record.n_results > plan->n_tests)
		result_free(&s->run->record.result[
			--s->run->record.n_results]);
	return goes_on;
}

/* Take the next sample: of the rate that decides most, or of the most that the
 * disk serves. Return false at the end. */
static bool
search_on(struct search *s)
{
	struct run *r = s->run;
	struct record *record = &r->record;
	struct capacity c = capacity_find(&s->plan.promise, record->result,
					  record->n_results);
	size_t most, at = 0;

	if (c.flags != 0 || c.next_iops == 0)
		return false;
	most = (size_t)(c.most - record->result);
	if (c.most->n_samples * MOST_EACH < s->samples)
		return take_sample(s, most);
	while (at < s->plan.n_tests &&
	       s->plan.test[at].test.params.rate_iops != c.next_iops)
		at += s->plan.test[at].together;
	if (at == s->plan.n_tests)
		at = add_rate(s, most, c.next_iops);
	return take_sample(s, at);
}

unsigned
drive_search(struct run *r)
{
	const struct plan *planned = r->plan;
	struct search s = {
		.run = r, .plan = *planned,
		.end_ns = amount_plus(clock_now_ns(), planned->search_ns)
	};

	s.plan.test = NULL;
	s.plan.n_tests = 0;
	for_each_test(t, planned)
		*xadd(s.plan.test, s.plan.n_tests) = *t;
	r->plan = &s.plan;
	if (find_most(&s))
		while (search_on(&s))
			;
	/* The end of its time is no reason for a note. */
	if (s.samples > 1 && r->stop == STOP_TIME)
		r->stop = STOP_NOT;
	free(s.plan.test);
	r->plan = planned;
	return 0;
}
