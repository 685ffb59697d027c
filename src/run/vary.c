/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The variants of a plan's tests: each value of an option such as -Q makes
 * another test, and several such options make all combinations.
 */
#include <config.h>

#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/suite.h"
#include "tests.h"

#define MAX_TESTS 1000
#define AXES (sizeof(axes) / sizeof(axes[0]))
#define AT(field) offsetof(struct options, field)

int
plan_fail(struct plan *plan, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(plan->error, sizeof(plan->error), format, args);
	va_end(args);
	return -EINVAL;
}

void
plan_add_test(struct plan *plan, const struct test *test)
{
	for (size_t i = 0; i < plan->n_tests; i++)
		if (strcmp(plan->test[i].test.id, test->id) == 0)
			return;
	*xadd(plan->test, plan->n_tests) = (struct plan_test){ .test = *test };
}

/*
 * The options that vary parameters, each with its values. The order is that of
 * an id.
 */
static const struct axis {
	const char *option;
	size_t at;		/* of its struct numbers in struct options */
	enum variation variation;
	const char *instead;	/* advice if no test has it */
} axes[] = {
	{ "-b", AT(block_bytes), VARY_BLOCK, "" },
	{ "-Q", AT(depth), VARY_DEPTH,
	  "; copies run in parallel with -c 1 -c 4, and rand-read-q32 has a "
	  "queue" },
	{ "-m", AT(mix_pct), VARY_MIX, "" },
	{ "--random", AT(random_pct), VARY_RANDOM, "" },
	{ "--random", AT(permutation), VARY_PERMUTATION, "" },
	{ "--random", AT(theta_milli), VARY_ZIPF, "" },
	{ "--cache", AT(cache), VARY_CACHE, "" },
	{ "--sync", AT(sync), VARY_SYNC, "" },
	{ "--rate", AT(rate_iops), VARY_RATE,
	  "; random tests have it, as in --sync=dsync --rate=100 "
	  "rand-write-q32" },
	{ "--arrival", AT(arrival), VARY_ARRIVAL, "" },
};

/* Return the values that were given; none leaves the test as it is. */
static const struct numbers *
vary_given(const struct options *o, const struct axis *axis)
{
	return (const void *)((const char *)o + axis->at);
}

/* Return the values of an axis for a test: those given, or else the depths that
 * its suite sweeps over, which go to *own. */
static const struct numbers *
values_of(const struct plan *plan, const struct options *o,
	  const struct test *test, const struct axis *axis,
	  struct numbers *own)
{
	const struct suite *suite = suite_of(test->id);

	own->n = 0;
	if (axis->variation != VARY_DEPTH || vary_given(o, axis)->n > 0 ||
	    plan->jobfile != NULL || suite == NULL || suite->depth == NULL)
		return vary_given(o, axis);
	while (suite->depth[own->n] != 0) {
		own->list[own->n] = suite->depth[own->n];
		own->n++;
	}
	return own;
}

/* Add the variants of a test, over this axis and those after it, up to one
 * test too many. `applied` collects the axes that some test has. */
static void
add_variants(struct plan *plan, const struct options *o,
	     const struct test *test, size_t at, unsigned *applied)
{
	const struct numbers *values;
	struct numbers own;
	bool has_axis = false;

	if (plan->n_tests > MAX_TESTS)
		return;
	if (at == AXES) {
		plan_add_test(plan, test);
		return;
	}
	values = values_of(plan, o, test, &axes[at], &own);
	for (size_t i = 0; i < values->n; i++) {
		struct test variant = *test;

		if (test_vary(&variant, axes[at].variation,
			      (uint32_t)values->list[i]) != 0)
			continue;
		has_axis = true;
		*applied |= 1u << at;
		add_variants(plan, o, &variant, at + 1, applied);
	}
	if (!has_axis)
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
		return plan_fail(plan, "the sweep has over %d tests; give "
				 "fewer values", MAX_TESTS);
	for (i = 0; i < AXES; i++)
		if (vary_given(o, &axes[i])->n > 0 && (applied & 1u << i) == 0)
			return plan_fail(plan, "%s: none of these tests has "
					 "that parameter%s", axes[i].option,
					 axes[i].instead);
	return 0;
}
