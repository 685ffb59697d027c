/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The sizes of a plan's files. A test of a whole file has its own size, which
 * the plan's size (-s, or the free space) caps; some sizes follow from the
 * machine's memory.
 */
#include <config.h>

#include <stdio.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/units.h"
#include "diskidx/plan/plan.h"
#include "building.h"

bool
plan_is_whole(const struct plan_test *t)
{
	return t->workload->traits->takes_whole_file;
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
plan_params(const struct plan *plan, const struct plan_test *t)
{
	struct params p = t->test.params;

	if (!plan_is_whole(t) || p.file_bytes <= plan->size_bytes)
		return p;
	/* A file of one block stays a file of one block. */
	if (p.block_bytes == p.file_bytes)
		p.block_bytes = (uint32_t)plan->size_bytes;
	p.file_bytes = plan->size_bytes;
	return p;
}

void
plan_raise_size(struct plan *plan)
{
	for_each_test(t, plan)
		if (plan_is_whole(t) && !plan->size_given)
			plan->size_bytes =
				amount_max(plan->size_bytes,
					   t->test.params.file_bytes);
}

void
plan_size_by_memory(struct plan *plan)
{
	uint64_t memory_bytes = plan->around.memory_bytes;

	for (size_t i = 0; i < plan->n_tests; i++) {
		struct plan_test *t = &plan->test[i];
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
