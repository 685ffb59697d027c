/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Settles a plan: fits it into free space and memory, and checks it against
 * --max-write and --max-time. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/plan/budget.h"
#include "building.h"

#define MIN_SIZE (16 * MIB)	/* of a work file by default */
#define MAX_NAMED 3	/* tests in advice; the others are counted */
#define LEAVE_FREE 10		/* 1/10 stays free: half for others, as the
				   target keeps it, half for the file system */

void
plan_raise_size(struct plan *plan)
{
	for_each_test(t, plan)
		if (plan_is_whole(t) && !plan->size_given)
			plan->size_bytes =
				amount_max(plan->size_bytes,
					   t->test.params.file_bytes);
}

static void
size_by_memory(struct plan *plan)
{
	uint64_t memory_bytes = plan->around.memory_bytes;

	for_each(struct plan_test, t, plan->test, plan->n_tests) {
		unsigned pct = t->test.memory_pct;
		uint64_t bytes = memory_bytes / 100 * pct;

		if (pct == 0)
			continue;
		if (memory_bytes == 0) {
			t->na_reason = xstrdup("this system does not report "
					       "its memory size");
			continue;
		}
		bytes = amount_max(bytes / MIB * MIB, MIB);
		t->test.params.file_bytes = bytes;
		snprintf(t->test.title, sizeof(t->test.title), "Reread %s, "
			 "%u %% of memory", units_size(bytes), pct);
	}
	plan_raise_size(plan);
}

/* Return the largest size up to the plan's, in whole MiB, at which it needs at
 * most that many bytes of space or memory; 0: none. */
static uint64_t
largest_fit(const struct plan *plan,
	    uint64_t (*needs)(const struct plan *plan), uint64_t bytes)
{
	uint64_t low = 0, middle, high = plan->size_bytes / MIB + 1;
	struct plan trial = *plan;

	while (high - low > 1) {
		middle = low + (high - low) / 2;
		trial.size_bytes = middle * MIB;
		if (needs(&trial) <= bytes)
			low = middle;
		else
			high = middle;
	}
	return low * MIB;
}

/* Advise a smaller -s if one fits; else to leave out the tests that need the
 * space, with an -s for the others, or copies. */
static char *
fit_advise(const struct plan *plan, uint64_t usable, uint64_t fits)
{
	struct plan one = *plan, others = *plan;
	char *names = NULL;
	size_t n = 0;

	if (fits > 0)
		return say("give -s %llum or less, or another directory "
			   "with -d", (unsigned long long)(fits / MIB));
	others.test = xmalloc(plan->n_tests * sizeof(*plan->test));
	others.n_tests = 0;
	one.n_tests = 1;
	one.size_bytes = MIB;
	for (size_t i = 0; i < plan->n_tests; i++) {
		one.test = &plan->test[i];
		if (budget_space_bytes(&one) <= usable)
			others.test[others.n_tests++] = plan->test[i];
		else if (n++ < MAX_NAMED)
			names = say_more(names, ", ", "%.40s",
					 one.test->test.id);
	}
	if (n > MAX_NAMED)
		names = say_more(names, " ", "and %zu more", n - MAX_NAMED);
	fits = largest_fit(&others, budget_space_bytes, usable);
	if (others.n_tests > 0 && fits > 0 && fits < plan->size_bytes)
		names = say_more(names, "", ", give -s %llum or less",
				 (unsigned long long)(fits / MIB));
	free(others.test);
	return say("leave out %s%s, or choose another directory with -d",
		   n == 0 ? "some of these" : names,
		   plan->max_copies > 1 ? ", give fewer copies (-c)" : "");
}

static int
fit_space(struct plan *plan)
{
	const char *directory = plan->directory[plan->around.fullest];
	uint64_t free_bytes = plan->around.free_bytes, fits;
	uint64_t usable = free_bytes - free_bytes / LEAVE_FREE;
	unsigned files = budget_work_files(plan);
	const char *advice;

	if (budget_space_bytes(plan) > usable)
		plan->keeps_apart = false;
	if (budget_work_files(plan) < files)
		texts_print(&plan->fitted, "Random writes share the work file "
			    "with all other tests, because a second one does "
			    "not fit into the free space of %s: a file system "
			    "that copies on write fragments it, and reads in "
			    "sequence may become slower from round to round.",
			    directory);
	if (budget_space_bytes(plan) <= usable)
		return 0;
	fits = largest_fit(plan, budget_space_bytes, usable);
	if (!plan->size_given && fits >= MIN_SIZE) {
		plan->size_bytes = fits;
		texts_print(&plan->fitted, "The work file was made smaller "
			    "than the default, %s, to fit into the free space "
			    "of %s.", units_size(fits), directory);
		return 0;
	}
	if (free_bytes == 0)
		return plan_fail(plan, "%s: there is no space for files "
				 "here; choose another directory with -d",
				 directory);
	advice = fit_advise(plan, usable, fits);
	if (!plan->size_given)
		plan->size_bytes = MIN_SIZE;
	return plan_fail(plan, "%s: the test files need %s, but only %s can be "
			 "used (10 %% of the free space stays free); %s",
			 directory, units_size(budget_space_bytes(plan)),
			 units_size(usable), advice);
}

/* Return whether an earlier test was capped to the same size. */
static bool
is_duplicate(const struct plan *plan, const struct plan_test *t)
{
	for (const struct plan_test *before = plan->test; before < t; before++)
		if (before->test.memory_pct > 0 && before->whole_bytes > 0 &&
		    before->test.params.file_bytes ==
		    t->test.params.file_bytes)
			return t->whole_bytes > 0 && t->test.memory_pct > 0;
	return false;
}

static void
settle_test(const struct plan *plan, struct plan_test *t)
{
	uint64_t size = plan->size_bytes, pct = t->test.size_pct, fits;
	uint64_t most_bytes = plan->around.memory_bytes / 2;
	struct params *p = &t->test.params;
	size_t used = strlen(t->test.title);
	struct plan one = *plan;

	if (pct > 0)
		p->span_bytes = amount_max(size / 100 * pct +
					   size % 100 * pct / 100,
					   2 * (uint64_t)
					   params_largest_block(p));
	if (!plan_is_whole(t))
		return;
	/* Cap its file, at a size that its title then names. */
	if (p->file_bytes > size) {
		t->whole_bytes = p->file_bytes;
		*p = plan_params(plan, t);
		snprintf(t->test.title + used, TEST_TITLE - used,
			 " (%s of %s)", units_size(size),
			 units_size(t->whole_bytes));
	}
	if (is_duplicate(plan, t)) {
		t->na_reason = xstrdup("its file is as large as in another "
				       "test");
		return;
	}
	/* If its block is too large, name one that fits. */
	one.test = t;
	one.n_tests = 1;
	if (most_bytes == 0 || p->block_bytes != p->file_bytes ||
	    budget_memory_bytes(&one) <= most_bytes)
		return;
	fits = largest_fit(&one, budget_memory_bytes, most_bytes);
	t->na_reason = xprintf(
		"one block of %s does not fit into half of the memory%s",
		units_size(p->block_bytes), fits == 0 ? "" :
		say("; %s is the largest that does (-s %llum)",
		    units_size(fits), (unsigned long long)(fits / MIB)));
}

int
plan_settle(struct plan *plan)
{
	uint64_t memory_bytes = plan->around.memory_bytes;
	const char *remedy = ", fewer rounds (-i) or fewer tests";
	uint64_t need_bytes, bytes, duration_ns;
	bool bounded;

	plan->keeps_apart = plan->around.copies_on_write;
	size_by_memory(plan);
	if (fit_space(plan) != 0)
		return -EINVAL;
	for (size_t i = 0; i < plan->n_tests; i++)
		settle_test(plan, &plan->test[i]);
	need_bytes = budget_memory_bytes(plan);
	if (memory_bytes > 0 && need_bytes > memory_bytes / 2)
		return plan_fail(plan, "this plan needs %s of memory, more "
				 "than half of the %s present; give a smaller "
				 "-b, -Q or -c", units_size(need_bytes),
				 units_size(memory_bytes));
	/* Most tests check --max-write themselves. */
	for_each_test(t, plan)
		if (plan->max_write_bytes != UINT64_MAX &&
		    budget_most_written(plan, t, 0) == UINT64_MAX)
			return plan_fail(plan, "%s cannot be limited to "
					 "--max-write=%s with the option sync "
					 "or dirsync, of the mount or as a "
					 "flag of the directory (lsattr); "
					 "leave out these tests",
					 t->test.id,
					 units_block(plan->max_write_bytes));
	/* Check only the fill if nothing bounds the samples. */
	bytes = budget_written_bytes(plan);
	bounded = bytes != UINT64_MAX;
	if (!bounded)
		bytes = budget_filled_bytes(plan);
	bytes = amount_times(bytes, plan->runs);
	if (plan->sustained)
		remedy = " or a larger --max-write";
	if (bytes > plan->max_write_bytes)
		return plan_fail(plan, "this plan %s write %s, more than "
				 "--max-write=%s; give a smaller -s%s",
				 bounded ? "could" : "would", units_most(bytes),
				 units_block(plan->max_write_bytes), remedy);
	duration_ns = budget_duration_ns(plan);
	if (duration_ns <= plan->max_time_ns)
		return 0;
	return plan_fail(plan, "this plan needs %s, more than --max-time=%.10g "
			 "s; give a larger --max-time, fewer rounds (-i), "
			 "shorter samples (-t) or fewer tests",
			 units_duration(duration_ns),
			 clock_seconds(plan->max_time_ns));
}
