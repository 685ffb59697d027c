/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The deadline of a wait in reap. */
#include <config.h>

#include <stddef.h>

#include "diskidx/amount.h"
#include "diskidx/clock.h"
#include "deadline.h"

uint64_t
deadline_after(uint64_t max_wait_ns)
{
	if (max_wait_ns == UINT64_MAX)
		return UINT64_MAX;
	return amount_plus(clock_now_ns(), max_wait_ns);
}

bool
deadline_passed(uint64_t deadline_ns)
{
	return deadline_ns != UINT64_MAX && clock_now_ns() >= deadline_ns;
}

struct timespec *
deadline_left(uint64_t deadline_ns, struct timespec *left)
{
	uint64_t left_ns;

	if (deadline_ns == UINT64_MAX)
		return NULL;
	left_ns = amount_left(deadline_ns, clock_now_ns());
	left->tv_sec = (time_t)(left_ns / NS_PER_S);
	left->tv_nsec = (long)(left_ns % NS_PER_S);
	return left;
}
