/* Which tests a plan has: what was named, and the variants of it. */
#ifndef DISKIDX_PLAN_TESTS_H
#define DISKIDX_PLAN_TESTS_H

#include "diskidx/options.h"
#include "diskidx/plan.h"

/* Adds the tests that the options ask for, without workload and engine yet.
 * 0, or -EINVAL with one line in `error`. */
int plan_select_tests(struct plan *plan, const struct options *options,
		      char *error);

/*
 * Put the variants that the options ask for in the place of the tests. Return
 * 0, or -EINVAL with one line in `error`.
 */
int plan_vary(struct plan *plan, const struct options *options, char *error);

/* Adds a test, unless there is one of that id. */
void plan_add_test(struct plan *plan, const struct test *test);

#endif
