/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Deadline: the end of a wait in reap. A wait that a signal interrupts or that
 * ends too early goes on for the rest of its time. UINT64_MAX: never.
 */
#ifndef DISKIDX_ENGINE_DEADLINE_H
#define DISKIDX_ENGINE_DEADLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "diskidx/amount.h"
#include "diskidx/clock.h"

/* Return the end of a wait that starts now. */
static inline uint64_t
deadline_after(uint64_t max_wait_ns)
{
	if (max_wait_ns == UINT64_MAX)
		return UINT64_MAX;
	return amount_plus(clock_now_ns(), max_wait_ns);
}

static inline bool
deadline_passed(uint64_t deadline_ns)
{
	return deadline_ns != UINT64_MAX && clock_now_ns() >= deadline_ns;
}

/* Return `left`, set to the time left, for the calls that wait; or NULL, by
 * which they wait as long as it takes. */
static inline struct timespec *
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

#endif
