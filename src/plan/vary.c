/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The variants of a plan's tests: each value of an option such as -Q makes
 * another test, and several such options make all combinations. */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/test/suite.h"
#include "building.h"

#define MAX_TESTS 1000

/* A search begins with the depth from which on more brings little. */
static const struct numbers search_depths = { { 32, 64, 128 }, 3, "-Q" };

bool
plan_has_rounds(const struct options *o)
{
	return o->time_ns != OPTIONS_UNSET || o->rounds != OPTIONS_UNSET ||
		o->quick || o->full;
}

void
plan_add_test(struct plan *plan, const struct test *test)
{
	for_each_test(t, plan)
		if (strcmp(t->test.id, test->id) == 0)
			return;
	*xadd(plan->test, plan->n_tests) = (struct plan_test){
		.test = *test, .workload = workload_by_name(test->workload),
	};
}

/* Add the variants of a test, by this variation and those after it, up to one
 * test too many. `applied` collects the variations that some test has. */
static void
add_variants(struct plan *plan, const struct options *o,
	     const struct test *test, size_t at, unsigned *applied)
{
	const struct suite *suite = suite_of(test->id);
	const struct numbers *values;
	bool is_varied = false;

	if (plan->n_tests > MAX_TESTS)
		return;
	if (at == VARIATIONS) {
		plan_add_test(plan, test);
		return;
	}
	values = &o->varied[at];
	/* Without -Q, a suite may sweep over its own depths. */
	if (at == VARY_DEPTH && values->n == 0 && plan->jobfile == NULL &&
	    suite != NULL && suite->depth != NULL)
		values = suite->depth;
	if (at == VARY_DEPTH && values->n == 0 && o->command->promises &&
	    test->params.depth > 1)
		values = &search_depths;
	for (size_t i = 0; i < values->n; i++) {
		struct test variant = *test;

		if (test_vary(&variant, &variation_table[at],
			      (uint32_t)values->list[i]) != 0)
			continue;
		is_varied = true;
		*applied |= 1u << at;
		add_variants(plan, o, &variant, at + 1, applied);
	}
	if (!is_varied)
		add_variants(plan, o, test, at + 1, applied);
}

int
plan_vary(struct plan *plan, const struct options *o)
{
	struct plan_test *named = plan->test;
	size_t n_named = plan->n_tests, i;
	unsigned applied = 0;

	plan->test = NULL;
	plan->n_tests = 0;
	for (i = 0; i < n_named; i++)
		add_variants(plan, o, &named[i].test, 0, &applied);
	free(named);
	if (plan->n_tests > MAX_TESTS)
		return plan_fail(plan, "the sweep has more than %d tests; give "
				 "fewer values", MAX_TESTS);
	for (i = 0; i < VARIATIONS; i++)
		if (o->varied[i].n > 0 && (applied & 1u << i) == 0 &&
		    !(i == VARY_ARRIVAL && o->command->promises))
			return plan_fail(plan, "%s: none of these tests has "
					 "that parameter%s",
					 o->varied[i].option,
					 variation_table[i].instead);
	return 0;
}
