/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The plan of a search for the highest rate that keeps a promise. */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/test/name.h"
#include "diskidx/test/traits.h"
#include "building.h"

#define SEARCH_S 200		/* the longest search for a p99 */
#define SEARCH_LIMITS 1000.0	/* as many samples take so many limits */
#define MOST_S 7200		/* for any promise */
#define WRITE_PCT 5		/* of the work file, by one sample */

int
plan_take_promise(struct plan *plan, const struct options *o, const char **test)
{
	struct expectation *e = &plan->promise;

	if (expectation_parse(e, o->promise) != 0 || !e->has_limit ||
	    e->statistic != STATISTIC_PERCENTILE)
		return plan_fail(plan, "capacity needs a promise, as in "
				 "'read p99 < 2ms' or 'sync p99.9 < 10ms with "
				 "load'");
	*test = e->of_flush ? "commit" : e->op == OP_READ ? "rand-read-q32" :
		"rand-write-q32";
	return 0;
}

/* Let all tests with the loads among them ask for what the promise does. */
void
plan_load_promised(struct plan *plan)
{
	size_t n = 0;

	for (size_t i = 0; i < plan->n_tests; i++)
		strcpy(plan->test[i].test.expects, plan->test[i].test.is_load ?
		       "" : say("capacity: %s#", plan->promise.text));
	plan_add_loads(plan, false);
	for (size_t i = 0; i < plan->n_tests; i++) {
		plan->test[i].test.expects[0] = '\0';
		/* Without their loads, they are not needed. */
		if (!plan->promise.with_load ||
		    *test_name_load(plan->test[i].test.id) != '\0')
			plan->test[n++] = plan->test[i];
	}
	plan->n_tests = n;
}

/* A log is appended to by requests that may arrive when they like. */
static void
free_appends(struct plan_test *t)
{
	struct params *p = &t->test.params;

	if (t->workload->uses_engine || p->action != ACTION_WRITE ||
	    p->cache != CACHE_BUFFERED || p->sync == SYNC_NONE)
		return;
	t->workload = workload_by_name("random");
	t->test.workload = "random";
	p->sequential_pct = 100;
	p->fallocate = FALLOCATE_NONE;
}

int
plan_search(struct plan *plan, const struct options *o)
{
	const struct expectation *e = &plan->promise;
	struct plan_test *first = plan->test;
	const struct params *p = &first->test.params;
	double allowed = expectation_allowed(e);
	const char *why = NULL;

	for_each(struct plan_test, t, plan->test, plan->n_tests) {
		test_name_write(t->test.id, "capacity",
				say("%s", t->test.id));
		t->test.category = CATEGORY_CAPACITY;
		t->test.unit = UNIT_IOPS;
		free_appends(t);
		t->test.time_ns = NS_PER_S / 2;
		t->test.start_ns = 0;
		if (t->test.concurrent)
			continue;
		t->test.params.rate_iops = 0;
		t->test.params.rate_bytes = 0;
		if (strncmp(t->test.id, first->test.id,
			    test_name_origin(first->test.id)) != 0)
			why = "accepts one test, or a job file with one job";
	}
	if (plan->n_targets > 1 || plan->n_copies > 1 || plan->runs > 1 ||
	    o->varied[VARY_RATE].n > 0)
		why = "accepts one -d and one -c; leave out --rate and "
		      "--repeat";
	else if (plan_has_rounds(o))
		why = "chooses its samples; use --max-time instead of -t, -i, "
		      "--quick and --full";
	else if (!first->workload->uses_engine)
		why = "needs requests that may arrive at any time; name a "
		      "random test, commit, or a job file";
	else if (e->of_flush ? !params_flushes(p) : e->op == OP_READ ?
		 !params_reads(p) : !params_writes(p))
		why = say("promises what %s never does; name another test",
			  test_name_within(first->test.id));
	if (why != NULL)
		return plan_fail(plan, "capacity %s", why);
	plan->searches = true;
	plan->arrival = ARRIVAL_POISSON;
	if (o->varied[VARY_ARRIVAL].n > 0)
		plan->arrival = (enum arrival)o->varied[VARY_ARRIVAL].list[0];
	plan->rounds = 1;
	plan->time_ns = NS_PER_S;
	plan->write_pct = WRITE_PCT;
	plan->search_ns = plan->max_time_ns;
	if (plan->max_time_ns == UINT64_MAX)
		plan->search_ns = (uint64_t)fmin(fmax(SEARCH_LIMITS * e->limit *
			e->scale, SEARCH_S * fmax(0.01 / allowed, 1) *
			NS_PER_S), (double)MOST_S * NS_PER_S);
	return 0;
}
