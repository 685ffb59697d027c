/* The amounts of a plan: time, bytes written, space and memory. */
#include <config.h>


#include "diskidx/budget.h"
#include "diskidx/clock.h"
#include "diskidx/pool.h"
#include "diskidx/traits.h"
#include "diskidx/units.h"

#define PROCESS_BYTES (3 * MIB)	/* a process with its libraries */

/* A sample of writes through the page cache has a flush at its end, whose share
 * grows as the sample shrinks. Below ENOUGH_BYTES a fast disk's sample would be
 * too short. */
#define BUFFERED_PCT 100
#define ENOUGH_BYTES (400 * MIB)	/* 50 ms at 8 GB/s */

#define FILL_NS (30 * NS_PER_S)
#define WHOLE_FILL_NS (600 * NS_PER_S)
#define FLUSHER_NS (5 * NS_PER_S)	/* period of the flusher on Linux */

/* Assumed for whole files, since the speed of the disk is not known yet. */
#define USUAL_RATE (200 * MIB)
#define USUAL_SYNC_NS NS_PER_MS

/* Return a x b, or UINT64_MAX where it would overflow. */
static uint64_t
times(uint64_t a, uint64_t b)
{
	return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static uint64_t
plus(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

uint64_t
budget_warm_up_ns(const struct plan *plan, const struct plan_test *test)
{
	bool warms = test->test.params.cache == CACHE_DIRECT ||
		     test->test.params.file_bytes > 0 ||
		     traits_of_workload(test->test.workload)->is_random;

	return warms ? plan->warm_up_ns : 0;
}

/* Return the time of one pass over a whole file on a usual disk. */
static uint64_t
pass_ns(const struct plan *plan, const struct plan_test *test)
{
	struct params p = plan_params(test, plan->size_bytes);
	bool is_synced = params_writes(&p) &&
			 (p.sync == SYNC_DSYNC || p.sync == SYNC_FDATASYNC);
	double ns = (double)p.file_bytes * NS_PER_S / USUAL_RATE;

	if (params_reads(&p) && params_writes(&p))
		ns *= 2;
	if (is_synced)
		ns += (double)(p.file_bytes / p.block_bytes) * USUAL_SYNC_NS;
	return (uint64_t)ns;
}

static uint64_t
budget_least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Return the time of a sample that is made alone. */
static uint64_t
own_ns(const struct plan *plan, const struct plan_test *test)
{
	uint64_t warm_up_ns = budget_warm_up_ns(plan, test), pass;

	if (!plan_is_whole(test))
		return test->test.start_ns + plan_time_ns(plan, test) +
		       warm_up_ns;
	pass = pass_ns(plan, test);
	/* A file that is measured in the page cache is first read once. */
	return budget_least(pass, plan->time_ns) +
	       budget_least(pass, warm_up_ns) +
	       (test->test.params.cache == CACHE_CACHED ? pass : 0);
}

uint64_t
budget_sample_ns(const struct plan *plan, const struct plan_test *test)
{
	size_t n = plan_together(plan, test);
	uint64_t most_ns = 0;

	while (n-- > 0)
		if (own_ns(plan, &test[n]) > most_ns)
			most_ns = own_ns(plan, &test[n]);
	return most_ns;
}

uint64_t
budget_duration_ns(const struct plan *plan)
{
	uint64_t round_ns = 0;
	size_t i;

	for (i = 0; i < plan->n_tests; i++)
		round_ns += plan->test[i].na_reason[0] != '\0' ||
			    plan->test[i].test.joins ? 0 :
			    budget_sample_ns(plan, &plan->test[i]) +
			    plan->delay_ns;
	return times(round_ns, plan->n_targets * plan->n_copies *
		     plan->rounds);
}

uint64_t
budget_write_limit(const struct plan *plan, const struct params *params)
{
	bool buffered = params->cache != CACHE_DIRECT &&
			params->sync == SYNC_NONE;
	unsigned pct = buffered && plan->write_pct < BUFFERED_PCT ?
		       BUFFERED_PCT : plan->write_pct;
	uint64_t size = plan->size_bytes;
	uint64_t limit = plus(times(size / 100, pct), size % 100 * pct / 100);

	if (plan->write_pct == 0)
		return UINT64_MAX;
	return limit >= ENOUGH_BYTES ? limit :
	       budget_least(ENOUGH_BYTES, times(2, size));
}

static bool
uses_work_file(const struct plan_test *t)
{
	return t->na_reason[0] == '\0' &&
	       workload_needs_fill(t->workload, &t->test.params);
}

unsigned
budget_work_files(const struct plan *plan)
{
	bool scatters = false, reads = false;
	size_t i;

	for (i = 0; i < plan->n_tests; i++) {
		const struct plan_test *t = &plan->test[i];

		if (!uses_work_file(t))
			continue;
		if (workload_scatters(t->workload, &t->test.params))
			scatters = true;
		else if (params_reads(&t->test.params))
			reads = true;
	}
	return plan->keeps_apart && scatters && reads ? 2 : 1;
}

uint64_t
budget_work_bytes(const struct plan *plan, uint64_t size_bytes)
{
	uint64_t most = 0, bytes;
	size_t i;

	for (i = 0; i < plan->n_tests; i++) {
		const struct plan_test *t = &plan->test[i];

		if (!uses_work_file(t))
			continue;
		bytes = plan_uses_size(t) ? size_bytes :
			plan_params(t, size_bytes).file_bytes;
		most = bytes > most ? bytes : most;
	}
	return most;
}

/* Return the size of all work files of a copy. */
static uint64_t
all_work_bytes(const struct plan *plan, uint64_t size_bytes)
{
	return times(budget_work_bytes(plan, size_bytes),
		     budget_work_files(plan));
}

uint64_t
budget_fill_ns(const struct plan *plan)
{
	size_t i;

	for (i = 0; i < plan->n_tests; i++)
		if (plan_is_whole(&plan->test[i]) &&
		    params_reads(&plan->test[i].test.params))
			return WHOLE_FILL_NS;
	return FILL_NS;
}

/* The system writes the dirty pages of File Copy whenever its flusher finds
 * them old enough, or finds too many of them. */
uint64_t
budget_most_written(const struct plan *plan, const struct plan_test *test,
		    uint64_t limit_bytes)
{
	struct params p = plan_params(test, plan->size_bytes);
	uint64_t most = workload_most_written(test->workload, &p,
					      plan->warm_up_ns > 0,
					      limit_bytes);
	uint64_t visits = budget_sample_ns(plan, test) / FLUSHER_NS;

	if (!plan_is_file_copy(test))
		return most;
	return plan->writes_through ? UINT64_MAX :
	       plus(most, times(visits, p.file_bytes));
}

bool
budget_written_bytes(const struct plan *plan, unsigned rounds, uint64_t *bytes)
{
	uint64_t round = 0, copies, limit, most;
	size_t i, c;

	*bytes = times(times(all_work_bytes(plan, plan->size_bytes),
			     plan->max_copies), plan->n_targets);
	for (i = 0; i < plan->n_tests; i++) {
		if (plan->test[i].na_reason[0] != '\0')
			continue;
		for (copies = 0, c = 0; c < plan->n_copies; c++)
			copies += plan_copies(plan, &plan->test[i], c);
		limit = budget_write_limit(plan, &plan->test[i].test.params);
		most = budget_most_written(plan, &plan->test[i], limit);
		if (most == UINT64_MAX)
			return false;
		round = plus(round, times(most, copies));
	}
	*bytes = plus(*bytes, times(times(round, rounds), plan->n_targets));
	return true;
}

uint64_t
budget_space_bytes(const struct plan *plan, uint64_t size_bytes)
{
	uint64_t most = 0, replaced = 0;
	size_t i;

	for (i = 0; i < plan->n_tests; i++) {
		const struct plan_test *t = &plan->test[i];
		struct params p = plan_params(t, size_bytes);
		uint64_t extra = workload_extra_bytes(t->workload, &p,
						      size_bytes);

		most = extra > most ? extra : most;
		/* Replaced data keep their place, too, as long as a part of
		 * the same extent is in use (btrfs). */
		if (plan->copies_on_write && extra == 0 && params_writes(&p) &&
		    uses_work_file(t))
			replaced = budget_work_bytes(plan, size_bytes);
	}
	return times(plus(plus(all_work_bytes(plan, size_bytes), replaced),
			  most), plan->max_copies);
}

uint64_t
budget_test_memory(const struct plan *plan, const struct params *p)
{
	uint64_t pool = workload_pool_block(p);
	uint64_t bytes = plus(sizeof(struct counts) + PROCESS_BYTES,
			      times(params_largest_block(p), params_reads(p) ||
				    pool == 0 ? p->depth :
				    p->file_bytes == 0));

	if (pool > 0)
		bytes = plus(bytes, pool_bytes(pool, p->depth));
	return plus(PROCESS_BYTES, times(bytes, plan->max_copies));
}

uint64_t
budget_memory_bytes(const struct plan *plan)
{
	uint64_t most = 0, bytes;
	size_t i;

	for (i = 0; i < plan->n_tests; i++) {
		struct params p = plan_params(&plan->test[i],
					      plan->size_bytes);

		if (plan->test[i].na_reason[0] != '\0')
			continue;
		bytes = budget_test_memory(plan, &p);
		most = bytes > most ? bytes : most;
	}
	return most;
}
