/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Pool: the data that tests write. It is memory of random bytes, made before
 * the measurement and cut into blocks. A block of a file gets the data of one
 * of these, by its number in the file, so that neighbors always differ. A stamp
 * in each 512 bytes makes them differ from all earlier data. So the data
 * neither compresses nor repeats, unless pool_shape asks for it.
 */
#ifndef DISKIDX_PLATFORM_POOL_H
#define DISKIDX_PLATFORM_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/prng.h"

/* The least size of a pool, and so the distance at which its bytes may repeat:
 * file systems compress 128 KiB to 1 MiB at a time. Blocks of that size need no
 * pool, only stamps. */
#define POOL_BYTES (UINT64_C(1) << 20)

struct pool {
	unsigned char *memory;
	size_t block, mask;	/* of the numbers of its blocks */
	size_t *held;		/* the number of each slot's block */
	unsigned *holders;	/* the slots with each block */
	size_t last;		/* the block that was taken last */
	uint64_t repeat_below;	/* random numbers that use it again */
	struct prng random;
};

/* Return the memory of a pool for that many slots with a block each. */
uint64_t pool_bytes(uint64_t block, unsigned slots);

/* Make a pool for that many slots with a block each, if possible in large pages
 * (see buffer.h). Return 0 or -ENOMEM; pool_close follows in any case. */
int pool_open(struct pool *pool, size_t block, unsigned slots, bool large,
	      uint64_t seed);
void pool_close(struct pool *pool);

/* Fill the last `compress_pct` percent of each 512 bytes with the four bytes of
 * a word, and let `repeat_pct` percent of the blocks repeat the one before.
 * Less than 100 % leaves 8 bytes for the stamp. */
void pool_shape(struct pool *pool, unsigned compress_pct, uint32_t word,
		unsigned repeat_pct);

/* Return new data for the block of that number, or for a part of it. It does
 * not change until the same slot takes its next block, because the system may
 * still read it. */
void *pool_take(struct pool *pool, unsigned slot, uint64_t number, size_t at,
		size_t size);

#endif
