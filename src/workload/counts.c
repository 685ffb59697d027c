/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Counts of one copy of a test. */
#include <config.h>

#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/error.h"
#include "diskidx/base/operation.h"
#include "diskidx/workload/counts.h"

static uint64_t
timeval_ns(struct timeval t)
{
	return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_usec * NS_PER_US;
}

static struct totals
counts_usage(struct counts *t)
{
	struct totals total = { .elapsed_ns = 0 };
	struct rusage u;

	if (counts_check(t, or_errno(getrusage(RUSAGE_SELF, &u)),
			 "getrusage") < 0)
		return total;
	total.user_ns = timeval_ns(u.ru_utime);
	total.system_ns = timeval_ns(u.ru_stime);
	total.switches = (uint64_t)(u.ru_nvcsw + u.ru_nivcsw);
	total.faults = (uint64_t)u.ru_majflt;
	total.minor_faults = (uint64_t)u.ru_minflt;
	total.inblock_bytes = (uint64_t)u.ru_inblock * PLATFORM_INBLOCK_BYTES;
	return total;
}

/* Read all counters first, because that takes a while, and then the clock. */
uint64_t
counts_start(struct counts *t)
{
	uint64_t now_ns;

	t->has_processors = platform_processors(&t->processors_before) == 0;
	t->has_device = platform_counters(t->counted_device,
					  &t->device_before) == 0;
	t->usage_before = counts_usage(t);
	now_ns = clock_now_ns();
	if (t->begin_ns > 0) {
		t->excluded_ns += now_ns - t->end_ns;
	} else {
		t->processors_begin = t->processors_before;
		t->device_begin = t->device_before;
		t->begin_ns = now_ns;
	}
	t->running = true;
	return now_ns;
}

void
counts_stop(struct counts *t, uint64_t now_ns)
{
	struct processor_times processors;
	struct device_counters device;
	struct totals used;

	t->running = false;
	t->end_ns = now_ns;
	used = counts_usage(t);
	counters_add(&t->total, &t->usage_before, &used);
	t->has_device = t->has_device &&
			platform_counters(t->counted_device, &device) == 0;
	if (t->has_device)
		counters_add(&t->device, &t->device_before, &device);
	t->has_processors = t->has_processors &&
			    platform_processors(&processors) == 0;
	if (t->has_processors)
		counters_add(&t->processors, &t->processors_before,
			     &processors);
}

void
counts_clear(struct counts *t)
{
	t->warm_up_written += t->total.moved[OP_WRITE];
	t->refused_ns = 0;
	t->bounded = false;
	memset(t->latency, 0, sizeof(t->latency));
	memset(&t->total, 0, sizeof(t->total));
}

uint64_t
counts_clocked_ns(const struct counts *t, uint64_t now_ns)
{
	uint64_t since_ns = t->begin_ns + t->excluded_ns;

	return t->begin_ns == 0 || now_ns < since_ns ? 0 : now_ns - since_ns;
}

int
counts_fail(struct counts *t, int error, enum operation op, uint64_t offset)
{
	if (!t->is_transfer_error) {
		t->error = -error;
		t->is_transfer_error = true;
		t->error_op = op;
		t->error_offset = offset;
	}
	return error;
}
