/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Amount: arithmetic on bytes, nanoseconds and other numbers that are never
 * negative. It stays within 0 and UINT64_MAX, which means no limit. */
#ifndef DISKIDX_BASE_AMOUNT_H
#define DISKIDX_BASE_AMOUNT_H

#include <stdint.h>

static inline uint64_t
amount_min(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static inline uint64_t
amount_max(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* Return the rest of `a` without `b`, or 0. */
static inline uint64_t
amount_left(uint64_t a, uint64_t b)
{
	return a > b ? a - b : 0;
}

static inline uint64_t
amount_plus(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static inline uint64_t
amount_times(uint64_t a, uint64_t b)
{
	return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

#endif
