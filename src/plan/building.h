/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Tests of a plan: the named ones, and their variants. Functions that can fail
 * return 0, or -EINVAL with the plan's error. */
#ifndef PLAN_BUILDING_H
#define PLAN_BUILDING_H

#include <errno.h>

#include "diskidx/base/say.h"
#include "diskidx/plan/options.h"
#include "diskidx/plan/plan.h"

/* In select.c: add the options' tests, still without workload and engine. */
int plan_select_tests(struct plan *plan, const struct options *options);

/* In place.c: find and note where jobs go that name a device or existing
 * file. */
int plan_place_jobs(struct plan *plan, const struct options *options);

/* In vary.c: replace the tests by the variants that the options ask for. */
int plan_vary(struct plan *plan, const struct options *options);

/* Return true if the options give a time of samples or a number of rounds. */
bool plan_has_rounds(const struct options *options);

/* Make the plan a sustained one, as for "sustained:rand-read-q32". */
int plan_sustain(struct plan *plan, const struct options *options);

/*
 * In promise.c: parse the promise, and choose the test for it; put the tests
 * under load if it asks for that; and make the plan a search for the highest
 * rate of its only test that keeps the promise, after each of its depths was
 * measured without a rate.
 */
int plan_take_promise(struct plan *plan, const struct options *options,
		      const char **test);
void plan_load_promised(struct plan *plan);
int plan_search(struct plan *plan, const struct options *options);

/* Format the error of a plan. Return -EINVAL. */
#define plan_fail(plan, ...) ((plan)->error = say(__VA_ARGS__), -EINVAL)

/* In profiles.c: add each pattern of all profiles with expectations, once. */
void plan_add_profiles(struct plan *plan);

/* Add the tests under load; with `every`, all that have a limit. Return false
 * if no test has an expectation. */
bool plan_add_loads(struct plan *plan, bool every);

/* In fit.c: raise a size that the user did not give to the largest whole
 * file's. */
void plan_raise_size(struct plan *plan);

/* Add a test, unless there is one of that id. */
void plan_add_test(struct plan *plan, const struct test *test);

#endif
