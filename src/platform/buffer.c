/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Buffer: aligned memory of incompressible bytes. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/prng.h"
#include "diskidx/platform/buffer.h"
#include "diskidx/platform/platform.h"

/* Odd, so that its multiples modulo 2^64 all differ; they look random. */
#define STRIDE UINT64_C(0x9e3779b97f4a7c15)

/* Enough for direct I/O on every known system. */
#define ALIGNMENT 4096

uint64_t
buffer_bytes(uint64_t size, bool large)
{
	return large ? amount_times((size - 1) / BUFFER_LARGE_PAGE + 1,
				    BUFFER_LARGE_PAGE) : size;
}

void *
buffer_create(size_t size, bool large, uint64_t seed)
{
	uint64_t bytes = buffer_bytes(size, large);
	size_t alignment = large ? BUFFER_LARGE_PAGE : ALIGNMENT;
	struct prng r;
	void *memory;

	if (bytes > SIZE_MAX ||
	    posix_memalign(&memory, alignment, (size_t)bytes) != 0)
		return NULL;
	if (large)
		platform_ask_large_pages(memory, (size_t)bytes);
	prng_seed(&r, seed);
	prng_fill(&r, memory, size);
	return memory;
}

void
buffer_stamp(void *data, size_t size, uint64_t *stamp)
{
	unsigned char *unit = data, *end = unit + size;

	for (; unit + sizeof(*stamp) <= end; unit += BUFFER_UNIT) {
		memcpy(unit, stamp, sizeof(*stamp));
		*stamp += STRIDE;
	}
}
