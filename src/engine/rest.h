/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Rest: reap in an engine whose queue is in the kernel, after it took all that
 * is visible without a call. A wait that a signal interrupts, or that ends too
 * early, goes on for the rest of its time.
 */
#ifndef DISKIDX_ENGINE_REST_H
#define DISKIDX_ENGINE_REST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/error.h"

struct engine_state;

/* Wait once for `min` requests, as long as `left` (NULL: as long as it takes),
 * and collect what is done. Return the number, or -errno. */
typedef int rest_wait(struct engine_state *state, unsigned min,
		      struct timespec *left, unsigned *slot);

/* Return the result of reap; `n` requests are in slot[] already. `asks`: only a
 * call can find out if there are more. */
static inline int
rest_reap(struct engine_state *state, rest_wait *wait, unsigned *in_flight,
	  bool asks, unsigned n, unsigned min, uint64_t max_wait_ns,
	  unsigned *slot)
{
	uint64_t end_ns = UINT64_MAX, left_ns;
	unsigned tries = 0;

	min = (unsigned)amount_min(min, *in_flight);
	if (n >= min)
		max_wait_ns = 0;
	asks |= max_wait_ns > 0;
	if (asks && max_wait_ns != UINT64_MAX)
		end_ns = amount_plus(clock_now_ns(), max_wait_ns);
	while (asks) {
		struct timespec left, *limit = NULL;
		int done;

		if (end_ns != UINT64_MAX) {
			left_ns = amount_left(end_ns, clock_now_ns());
			left.tv_sec = (time_t)(left_ns / NS_PER_S);
			left.tv_nsec = (long)(left_ns % NS_PER_S);
			limit = &left;
		}
		done = wait(state, min - n, limit, slot + n);
		if (done < 0 && !is_interrupted(-done, &tries)) {
			if (n == 0)
				return done;
			break;
		}
		if (done > 0)
			n += (unsigned)done;
		asks = n < min && (end_ns == UINT64_MAX ||
				   clock_now_ns() < end_ns);
	}
	*in_flight -= n;
	return (int)n;
}

#endif
