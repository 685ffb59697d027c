/*
 * The sizes of a plan's files. A test of a whole file has a size of its own,
 * which the plan's size (-s, or the free space) caps; some sizes follow from
 * the machine's memory.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/plan.h"
#include "diskidx/traits.h"
#include "diskidx/units.h"

bool
plan_is_whole(const struct plan_test *t)
{
	return traits_of_workload(t->test.workload)->takes_whole_file;
}

bool
plan_is_file_copy(const struct plan_test *t)
{
	return t->workload->own_files && !params_is_metadata(&t->test.params);
}

bool
plan_uses_size(const struct plan_test *t)
{
	return t->test.params.file_bytes == 0 && !t->workload->own_files;
}

struct params
plan_params(const struct plan_test *t, uint64_t size_bytes)
{
	struct params p = t->test.params;

	if (!plan_is_whole(t) || p.file_bytes <= size_bytes)
		return p;
	/* A file of one block stays a file of one block. */
	if (p.block_bytes == p.file_bytes)
		p.block_bytes = (uint32_t)size_bytes;
	p.file_bytes = size_bytes;
	return p;
}

void
plan_raise_size(struct plan *plan)
{
	size_t i;

	for (i = 0; i < plan->n_tests && !plan->size_given; i++) {
		const struct plan_test *t = &plan->test[i];

		if (plan_is_whole(t) &&
		    t->test.params.file_bytes > plan->size_bytes)
			plan->size_bytes = t->test.params.file_bytes;
	}
}

static void
set_share(struct test *test, uint64_t memory_bytes)
{
	uint64_t bytes = memory_bytes / 100 * test->memory_pct;
	char size[UNITS_TEXT];

	test->params.file_bytes = bytes > MIB ? bytes / MIB * MIB : MIB;
	snprintf(test->title, sizeof(test->title), "Reread %s, %u %% of "
		 "memory", units_format_size(size, test->params.file_bytes),
		 test->memory_pct);
}

void
plan_set_memory(struct plan *plan, uint64_t memory_bytes)
{
	size_t i;

	for (i = 0; i < plan->n_tests; i++) {
		struct plan_test *t = &plan->test[i];

		if (t->test.memory_pct == 0)
			continue;
		if (memory_bytes > 0)
			set_share(&t->test, memory_bytes);
		else
			snprintf(t->na_reason, sizeof(t->na_reason), "this "
				 "system does not report its memory size");
	}
	plan_raise_size(plan);
}

/* Return whether an earlier test was capped to the same size. */
static bool
is_duplicate(const struct plan *plan, size_t at)
{
	const struct plan_test *t = &plan->test[at], *before;

	for (before = plan->test; before < t; before++)
		if (before->test.memory_pct > 0 && before->whole_bytes > 0 &&
		    before->test.params.file_bytes ==
		    t->test.params.file_bytes)
			return t->whole_bytes > 0 && t->test.memory_pct > 0;
	return false;
}

/* Move tests that would measure the same as another behind the others. */
static void
drop_duplicates(struct plan *plan)
{
	size_t all = plan->n_tests, i = 0;
	struct plan_test duplicate;

	while (i < plan->n_tests) {
		if (!is_duplicate(plan, i)) {
			i++;
			continue;
		}
		duplicate = plan->test[i];
		memmove(&plan->test[i], &plan->test[i + 1],
			(all - i - 1) * sizeof(duplicate));
		plan->test[all - 1] = duplicate;
		plan->n_tests--;
		plan->n_duplicates++;
	}
}

/* Set the final size of a test, and name it in the title if it was capped. */
static void
cap(struct plan_test *t, uint64_t size_bytes)
{
	char now[UNITS_TEXT], asked[UNITS_TEXT], *title = t->test.title;
	size_t used = strlen(title);

	if (!plan_is_whole(t) || t->test.params.file_bytes <= size_bytes)
		return;
	t->whole_bytes = t->test.params.file_bytes;
	t->test.params = plan_params(t, size_bytes);
	snprintf(title + used, TEST_TITLE - used, " (%s of %s)",
		 units_format_size(now, size_bytes),
		 units_format_size(asked, t->whole_bytes));
}

void
plan_settle_sizes(struct plan *plan)
{
	size_t i;

	for (i = 0; i < plan->n_tests; i++)
		cap(&plan->test[i], plan->size_bytes);
	drop_duplicates(plan);
}
