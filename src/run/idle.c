/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Idle devices: before each sample, a wait until the device has done its work;
 * before round 1, an idle moment, when any activity comes from others. Both are
 * off the clock, and recorded in the targets' facts.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/signals.h"
#include "diskidx/platform/platform.h"
#include "measuring.h"

#define IDLE_NS NS_PER_S
#define STILL_NS (10 * NS_PER_MS)	/* without work, a device is idle */
#define SETTLE_PART 10			/* of a sample's time, at most */

static void
raise_fact(struct facts *facts, enum fact_key key, uint64_t number)
{
	facts_set_number(facts, key, facts_number(facts, key, 0) + number);
}

void
run_settle(struct run *r, struct target *target)
{
	uint64_t begin_ns = clock_now_ns(), most_ns, waited_ns;
	struct device_counters before, now;
	bool is_idle;

	if (!r->plan->scores || platform_counters(&target->device, &now) != 0)
		return;
	most_ns = amount_min(r->plan->time_ns / SETTLE_PART, run_time_left(r));
	do {
		before = now;
		signals_sleep_ns(amount_min(most_ns, STILL_NS));
		waited_ns = clock_now_ns() - begin_ns;
		is_idle = platform_counters(&target->device, &now) != 0 ||
			  memcmp(&before, &now, sizeof(now)) == 0;
	} while (!is_idle && waited_ns < most_ns && signals_caught() == 0);
	raise_fact(&target->facts, FACT_SETTLE_NS, waited_ns);
	raise_fact(&target->facts, FACT_SETTLE_FAILURES, !is_idle);
}

void
run_idle(struct run *r)
{
	struct device_counters *before =
		xmalloc(r->n_targets * sizeof(*before));
	uint64_t idle_ns = amount_min(r->plan->time_ns, IDLE_NS), begin_ns;
	struct device_counters now;
	size_t i, n = 0;

	for (i = 0; i < r->n_targets; i++)
		run_settle(r, &r->target[i]);
	begin_ns = clock_now_ns();
	for (i = 0; i < r->n_targets && r->plan->scores; i++)
		n += platform_counters(&r->target[i].device, &before[i]) == 0;
	if (n == 0 || run_time_left(r) <= idle_ns)
		goto out;
	signals_sleep_ns(idle_ns);
	idle_ns = clock_now_ns() - begin_ns;
	for (i = 0; i < r->n_targets && signals_caught() == 0; i++) {
		struct facts *facts = &r->target[i].facts;
		struct device_counters idle = { 0 };

		if (platform_counters(&r->target[i].device, &now) != 0)
			continue;
		counters_add(&idle, &before[i], &now);
		facts_set_number(facts, FACT_IDLE_NS, idle_ns);
		facts_set_number(facts, FACT_IDLE_BUSY_MS, idle.busy_ms);
		facts_set_number(facts, FACT_IDLE_IOS,
				 idle.read_ios + idle.write_ios);
		facts_set_number(facts, FACT_IDLE_READ_BYTES, idle.read_bytes);
		facts_set_number(facts, FACT_IDLE_WRITE_BYTES,
				 idle.write_bytes);
	}
out:
	free(before);
}
