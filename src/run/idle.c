/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Idle devices: the wait until a device has done what it was given, before each
 * sample, and the idle moment before round 1, when any activity comes from
 * others. Both are off the clock, and recorded in the targets' facts. And what
 * is left of the time and of the writes that the user allows.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/signals.h"
#include "measuring.h"

#define IDLE_NS NS_PER_S
#define STEP_NS (100 * NS_PER_MS)
#define STILL_NS (10 * NS_PER_MS)	/* without work, a device is idle */
#define SETTLE_PART 10			/* of a sample's time, at most */

uint64_t
run_time_left(const struct run *r)
{
	return amount_left(r->end_ns, clock_now_ns());
}

/* Return what was written since the call began: by the devices' counters, each
 * taken once, if that is more than the data. */
static uint64_t
written_bytes(const struct run *r)
{
	struct device_counters now;
	uint64_t bytes = 0;

	for (size_t i = 0, j; i < r->n_targets; i++) {
		const char *counters = r->target[i].device.counters;

		for (j = 0; strcmp(r->target[j].device.counters, counters) != 0;
		     j++)
			;
		if (j == i && platform_counters(&r->target[i].device, &now) ==
			      0)
			bytes += now.write_bytes;
	}
	return amount_max(r->written_bytes * r->plan->around.write_times,
			  amount_left(bytes, r->device_bytes));
}

uint64_t
run_writes_left(const struct run *r, unsigned copies)
{
	if (r->plan->max_write_bytes == UINT64_MAX)
		return UINT64_MAX;
	return amount_left(r->most_bytes, written_bytes(r)) / copies;
}

void
run_share_writes(struct run *r)
{
	uint64_t most = r->plan->max_write_bytes, written;

	if (r->before_bytes == 0)
		r->device_bytes = written_bytes(r);
	written = written_bytes(r);
	r->most_bytes = written + amount_left(most, written) / r->plan->runs;
}

/* Sleep in short steps: a signal just before a sleep does not end it. */
void
run_pause(uint64_t delay_ns)
{
	uint64_t end_ns = clock_now_ns() + delay_ns, now_ns;

	while ((now_ns = clock_now_ns()) < end_ns && signals_caught() == 0)
		clock_sleep_ns(amount_min(end_ns - now_ns, STEP_NS));
}

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
		run_pause(amount_min(most_ns, STILL_NS));
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
	run_pause(idle_ns);
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
