/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The amounts of a plan: sizes of files, time, bytes written, space and
 * memory. */
#include <config.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/units.h"
#include "diskidx/plan/budget.h"
#include "diskidx/platform/buffer.h"
#include "diskidx/platform/pool.h"

#define PROCESS_BYTES (3 * MIB)	/* a process with its libraries */

/* A sample of writes through the page cache ends with a flush, whose share
 * grows as the sample shrinks. Below ENOUGH_BYTES for each per cent, the sample
 * of a fast disk would be too short. */
#define BUFFERED_PCT 100
#define ENOUGH_BYTES (10 * MIB)	/* for 40: 50 ms at 8 GB/s */

#define TRIAL_BYTES (16 * MIB)	/* filled in any case, to try counters */

#define FILL_NS (30 * NS_PER_S)
#define WHOLE_FILL_NS (600 * NS_PER_S)
#define FLUSHER_NS (5 * NS_PER_S)	/* period of the flusher on Linux */

/* Assumed for whole files, because the disk's speed is not known yet. */
#define USUAL_RATE (200 * MIB)
#define USUAL_SYNC_NS NS_PER_MS

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

unsigned
plan_copies(const struct plan *plan, const struct plan_test *t, size_t copies)
{
	return t->test.copies > 0 ? t->test.copies : plan->copies[copies];
}

/* Return the time of a sample without others at the same time. */
static uint64_t
own_ns(const struct plan *plan, const struct plan_test *test)
{
	uint64_t warm_up_ns = test->warm_up_ns, pass_ns, ns;
	struct params p = plan_params(plan, test);
	double pass = (double)p.file_bytes * NS_PER_S / USUAL_RATE;

	if (plan->sustained && p.fallocate != FALLOCATE_FILLED)
		return amount_min(test->test.time_ns, plan->size_bytes /
				  USUAL_RATE * NS_PER_S);
	if (!plan_is_whole(test))
		return test->test.start_ns + test->test.time_ns + warm_up_ns;
	if (params_reads(&p) && params_writes(&p))
		pass *= 2;
	if (params_writes(&p) &&
	    (p.sync == SYNC_DSYNC || p.sync == SYNC_FDATASYNC))
		pass += (double)(p.file_bytes / p.block_bytes) * USUAL_SYNC_NS;
	pass_ns = (uint64_t)pass;
	ns = amount_min(pass_ns, plan->time_ns) +
	     amount_min(pass_ns, warm_up_ns);
	/* A file to be measured in the page cache is first read once. */
	if (p.cache == CACHE_CACHED)
		ns += pass_ns;
	return ns;
}

uint64_t
budget_sample_ns(const struct plan *plan, const struct plan_test *test)
{
	size_t n = test->together;
	uint64_t most_ns = 0;

	while (n-- > 0)
		most_ns = amount_max(most_ns, own_ns(plan, &test[n]));
	return most_ns;
}

uint64_t
budget_duration_ns(const struct plan *plan)
{
	uint64_t round_ns = 0;

	if (plan->searches)
		return plan->search_ns;
	for_each_test(t, plan)
		if (t->na_reason == NULL && !t->test.concurrent)
			round_ns += budget_sample_ns(plan, t) + plan->delay_ns;
	if (plan->sustained)
		round_ns = amount_min(round_ns, plan->max_time_ns);
	return amount_times(round_ns, plan->n_passes * plan->n_copies *
			    plan->rounds);
}

uint64_t
budget_samples(const struct plan *plan)
{
	return plan->search_ns / plan->time_ns;
}

uint64_t
budget_write_limit(const struct plan *plan, const struct params *params)
{
	uint64_t size = plan->size_bytes, pct = plan->write_pct, limit;
	uint64_t enough = pct * ENOUGH_BYTES;

	if (pct == 0)
		return UINT64_MAX;
	if (params->cache != CACHE_DIRECT && params->sync == SYNC_NONE)
		pct = amount_max(pct, BUFFERED_PCT);
	limit = amount_plus(amount_times(size / 100, pct),
			    size % 100 * pct / 100);
	if (limit >= enough)
		return limit;
	return amount_min(enough, amount_times(2, size));
}

static bool
uses_work_file(const struct plan_test *t)
{
	return t->na_reason == NULL &&
	       workload_needs_fill(t->workload, &t->test.params);
}

unsigned
budget_work_kinds(const struct plan *plan)
{
	const unsigned shared = 1u << WORK_SHARED;
	const unsigned fragmented = 1u << WORK_FRAGMENTED;
	bool reads = false;
	unsigned kinds = 0;

	for_each_test(t, plan) {
		enum work_file kind = workload_work_file(
			t->workload, &t->test.params, plan->around.in_place);

		if (uses_work_file(t) || (kind == WORK_IN_PLACE &&
					  t->na_reason == NULL))
			kinds |= 1u << kind;
		reads |= kind == WORK_SHARED && uses_work_file(t) &&
			 params_reads(&t->test.params);
	}
	/* Writes that fragment a file disturb only reads. */
	if ((kinds & fragmented) != 0 && (!plan->keeps_apart || !reads))
		kinds = (kinds & ~fragmented) | shared;
	if (!plan->keeps_apart && (kinds & shared) != 0)
		kinds = shared;
	return kinds != 0 ? kinds : shared;
}

unsigned
budget_work_files(const struct plan *plan)
{
	unsigned n = 0;

	for (unsigned kinds = budget_work_kinds(plan); kinds != 0; kinds >>= 1)
		n += kinds & 1;
	return n;
}

uint64_t
budget_work_bytes(const struct plan *plan)
{
	uint64_t most = 0, bytes;

	for_each_test(t, plan) {
		bytes = plan->size_bytes;
		if (t->test.params.fallocate != FALLOCATE_FILLED)
			bytes = amount_min(bytes, TRIAL_BYTES);
		else if (!uses_work_file(t))
			continue;
		if (!plan_uses_size(t))
			bytes = plan_params(plan, t).file_bytes;
		most = amount_max(most, bytes);
	}
	return most;
}

static uint64_t
all_work_bytes(const struct plan *plan)
{
	return amount_times(budget_work_bytes(plan), budget_work_files(plan));
}

uint64_t
budget_fill_ns(const struct plan *plan)
{
	for_each_test(t, plan)
		if (plan_is_whole(t) && params_reads(&t->test.params))
			return WHOLE_FILL_NS;
	return FILL_NS;
}

/* The system writes File Copy's dirty pages when they are old, or too many.
 * Small files are always removed, each with a write if names are synced. */
uint64_t
budget_most_written(const struct plan *plan, const struct plan_test *test,
		    uint64_t limit_bytes)
{
	struct params p = plan_params(plan, test);
	uint64_t most = workload_most_written(test->workload, &p,
					      plan->warm_up_ns > 0,
					      limit_bytes);
	uint64_t visits = budget_sample_ns(plan, test) / FLUSHER_NS;

	if ((plan->around.syncs_names && params_is_metadata(&p)) ||
	    (plan->around.writes_through && plan_is_file_copy(test)))
		return UINT64_MAX;
	if (!plan_is_file_copy(test))
		return most;
	return amount_plus(most, amount_times(visits, p.file_bytes));
}

uint64_t
budget_filled_bytes(const struct plan *plan)
{
	uint64_t bytes = amount_times(all_work_bytes(plan), plan->work_copies);

	return amount_times(bytes, plan->n_targets * plan->around.write_times);
}

uint64_t
budget_written_bytes(const struct plan *plan)
{
	uint64_t times = plan->n_passes * plan->rounds *
			 plan->around.write_times;
	uint64_t all = 0, copies, limit, most, end, block;
	size_t c;

	for_each_test(t, plan) {
		const struct params *p = &t->test.params;

		if (t->na_reason != NULL)
			continue;
		for (copies = 0, c = 0; c < plan->n_copies; c++)
			copies += plan_copies(plan, t, c);
		limit = budget_write_limit(plan, p);
		/* A sustained test stops at --max-write. */
		end = plan->sustained ? UINT64_MAX :
		      params_end(p, plan->size_bytes);
		/* A proof of direct I/O adds its writes. */
		block = params_least_block(p);
		if (p->cache == CACHE_DIRECT && params_writes(p) && end < limit)
			all = amount_plus(all, amount_max(PARAMS_PROOF_WRITES *
				amount_min(block, 2 * PARAMS_PROOF_PART),
				PARAMS_PROOF_UNSEEN * block));
		most = budget_most_written(plan, t, amount_min(limit, end));
		all = amount_plus(all, amount_times(most, copies));
	}
	/* One of the depths is measured at a time. */
	if (plan->searches)
		times = plan->around.write_times * budget_samples(plan) /
			(plan->n_tests / plan->test->together);
	return amount_plus(budget_filled_bytes(plan),
			   amount_times(all, times));
}

uint64_t
budget_space_bytes(const struct plan *plan)
{
	uint64_t size_bytes = plan->size_bytes, most = 0, replaced = 0, all;

	for_each_test(t, plan) {
		struct params p = plan_params(plan, t);
		uint64_t extra = workload_extra_bytes(t->workload, &p,
						      size_bytes);

		most = amount_max(most, extra);
		/* Replaced data also keep their place while a part of the same
		 * extent is in use (btrfs). */
		if (plan->around.copies_on_write && params_writes(&p) &&
		    (p.fallocate != FALLOCATE_FILLED ?
		     params_end(&p, size_bytes) > size_bytes :
		     extra == 0 && uses_work_file(t)))
			replaced = size_bytes;
	}
	all = amount_plus(all_work_bytes(plan), replaced);
	return amount_times(amount_plus(all, most), plan->work_copies);
}

uint64_t
budget_memory_bytes(const struct plan *plan)
{
	uint64_t most = 0;

	for_each_test(t, plan) {
		struct params p = plan_params(plan, t);
		uint64_t pool = workload_pool_block(&p), buffers = p.depth;
		bool large = params_has_large_requests(&p);
		uint64_t bytes = sizeof(struct counts) + PROCESS_BYTES;

		if (t->na_reason != NULL)
			continue;
		if (!params_reads(&p) && pool > 0)
			buffers = p.file_bytes == 0;
		bytes = amount_plus(bytes, buffer_bytes(amount_times(
			params_largest_block(&p), buffers), large));
		if (pool > 0)
			bytes = amount_plus(bytes, buffer_bytes(
				pool_bytes(pool, p.depth), large));
		bytes = amount_times(bytes, plan->max_copies);
		most = amount_max(most, amount_plus(PROCESS_BYTES, bytes));
	}
	return most;
}
