/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Allowance: the rest of --max-time and of --max-write. */
#include <config.h>

#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/platform/platform.h"
#include "measuring.h"

uint64_t
run_time_left(const struct run *r)
{
	return amount_left(r->end_ns, clock_now_ns());
}

/* Return the bytes written since the call began: the data or, if that is more,
 * the sum of the devices' counters, each device once. */
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
