/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Pool: the data that tests write. It is memory of random bytes, made before
 * the measurement, and cut into blocks. A block of a file takes the data of one
 * of these, by its number in the file, so that neighbours always differ, with
 * a stamp in each 512 bytes that makes them differ from all that was written
 * before. So what is written neither compresses nor repeats, unless pool_shape
 * asks for it.
 */
#ifndef DISKIDX_PLATFORM_POOL_H
#define DISKIDX_PLATFORM_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/prng.h"

/* The least size of a pool, and so the distance at which its bytes may come
 * again: file systems compress 128 KiB to 1 MiB at a time. Blocks of that size
 * need no pool, but stamps only. */
#define POOL_BYTES (UINT64_C(1) << 20)

struct pool {
	unsigned char *memory;
	size_t block, mask;	/* of the numbers of its blocks */
	size_t *held;		/* the number of each slot's block */
	unsigned *holders;	/* the slots that hold each block */
	size_t last;		/* the block that was taken last */
	uint64_t repeat_below;	/* random numbers that take it again */
	struct prng random;
};

/* Return the memory of a pool for that many slots that hold a block each. */
uint64_t pool_bytes(uint64_t block, unsigned slots);

/*
 * Make a pool for that many slots that hold a block each, in large pages as far
 * as they are to be had (see buffer.h). Return 0 or -ENOMEM; pool_close follows
 * in any case.
 */
int pool_open(struct pool *pool, size_t block, unsigned slots, bool large,
	      uint64_t seed);
void pool_close(struct pool *pool);

/* Let `compress_pct` per cent of each 512 bytes, their end, have the four bytes
 * of a word again and again, and as many blocks repeat the one before. Less
 * than 100 % leaves 8 bytes for the stamp. */
void pool_shape(struct pool *pool, unsigned compress_pct, uint32_t word,
		unsigned repeat_pct);

/* Return new data for the block of that number. They stay as they are until the
 * same slot takes its next block, since the system may still read them. */
void *pool_take(struct pool *pool, unsigned slot, uint64_t number);

/* The same for a part of that block. */
void *pool_take_part(struct pool *pool, unsigned slot, uint64_t number,
		     size_t at, size_t size);

#endif
