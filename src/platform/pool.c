/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Pool: the data that tests write. */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/platform/buffer.h"
#include "diskidx/platform/pool.h"

#define PAGE 4096
#define UNIT BUFFER_UNIT

/* Return a power of two, so that the loop need not divide. Several slots have
 * at most half of the blocks, so that a free one is soon found. */
static uint64_t
blocks_for(uint64_t block, unsigned slots)
{
	uint64_t blocks = 1, least = slots > 1 ? 2 * (uint64_t)slots : 1;

	while (blocks < least || blocks * block < POOL_BYTES)
		blocks *= 2;
	return blocks;
}

uint64_t
pool_bytes(uint64_t block, unsigned slots)
{
	return blocks_for(amount_max(block, 1), slots) * block;
}

int
pool_open(struct pool *pool, size_t block, unsigned slots, bool large,
	  uint64_t seed)
{
	uint64_t blocks, i;

	memset(pool, 0, sizeof(*pool));
	pool->block = (size_t)amount_max(block, 1);
	blocks = blocks_for(pool->block, slots);
	if (blocks > SIZE_MAX / pool->block)
		return -ENOMEM;
	pool->mask = (size_t)blocks - 1;
	pool->held = calloc(slots, sizeof(*pool->held));
	pool->holders = calloc((size_t)blocks, sizeof(*pool->holders));
	pool->memory = buffer_create((size_t)blocks * pool->block, large,
				     seed);
	if (pool->held == NULL || pool->holders == NULL ||
	    pool->memory == NULL)
		return -ENOMEM;
	for (i = 0; i < slots; i++) {
		pool->held[i] = (size_t)i;
		pool->holders[i] = 1;
	}
	prng_seed(&pool->random, seed);
	return 0;
}

void
pool_shape(struct pool *pool, unsigned compress_pct, uint32_t word,
	   unsigned repeat_pct)
{
	size_t start = UNIT * (100 - compress_pct) / 100;

	if (compress_pct == 100)
		repeat_pct = 100;
	else
		start = (size_t)amount_max(start, sizeof(uint64_t));
	for (size_t i = 0; i < (pool->mask + 1) * pool->block; i++) {
		size_t at = i % pool->block % UNIT;

		if (at >= start)
			pool->memory[i] = (unsigned char)
				(word >> (24 - (at - start) % 4 * 8));
	}
	pool->repeat_below = UINT64_MAX / 100 * repeat_pct;
	if (repeat_pct == 100)
		pool->repeat_below = UINT64_MAX;
}

void
pool_close(struct pool *pool)
{
	free(pool->memory);
	free(pool->holders);
	free(pool->held);
	memset(pool, 0, sizeof(*pool));
}

/* Count in the first bytes of a unit how often it was taken: they begin at
 * random, and the rest of each unit is unique. */
static inline void
pool_count(unsigned char *unit)
{
	uint64_t taken;

	memcpy(&taken, unit, sizeof(taken));
	taken++;
	memcpy(unit, &taken, sizeof(taken));
}

/* Count in every unit; a loop over single units would take twice as long. */
static inline void
pool_count_all(unsigned char *data, size_t size)
{
	unsigned char *end = data + size;

	for (; data + PAGE <= end; data += PAGE) {
		pool_count(data);
		pool_count(data + UNIT);
		pool_count(data + 2 * UNIT);
		pool_count(data + 3 * UNIT);
		pool_count(data + 4 * UNIT);
		pool_count(data + 5 * UNIT);
		pool_count(data + 6 * UNIT);
		pool_count(data + 7 * UNIT);
	}
	for (; data + sizeof(uint64_t) <= end; data += UNIT)
		pool_count(data);
}

void *
pool_take(struct pool *pool, unsigned slot, uint64_t number, size_t at,
	  size_t size)
{
	size_t i = (size_t)number & pool->mask;
	bool is_new = pool->repeat_below == 0 ||
		      prng_next(&pool->random) >= pool->repeat_below;
	unsigned char *data;

	pool->holders[pool->held[slot]]--;
	while (is_new && pool->holders[i] > 0)
		i = (i + 1) & pool->mask;
	if (!is_new)
		i = pool->last;
	pool->holders[i]++;
	pool->held[slot] = pool->last = i;
	data = pool->memory + i * pool->block + at;
	if (is_new)
		pool_count_all(data, size);
	return data;
}
