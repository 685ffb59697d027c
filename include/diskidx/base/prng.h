/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Random numbers for offsets and data: xoshiro256**, seeded by splitmix64
 * (Blackman and Vigna, "Scrambled linear pseudorandom number generators",
 * 2018). Repeatable from the seed on every machine.
 */
#ifndef DISKIDX_BASE_PRNG_H
#define DISKIDX_BASE_PRNG_H

#include <stddef.h>
#include <stdint.h>

struct prng {
	uint64_t state[4];
};

void prng_seed(struct prng *r, uint64_t seed);

/* Return the high half of the 128-bit product. */
uint64_t prng_multiply_high(uint64_t a, uint64_t b);

/* Return the next 64 random bits; inline, since every request draws one. */
static inline uint64_t
prng_next(struct prng *r)
{
	uint64_t *s = r->state;
	uint64_t x = s[1] * 5, next = (x << 7 | x >> 57) * 9;
	uint64_t shifted = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= shifted;
	s[3] = s[3] << 45 | s[3] >> 19;
	return next;
}

/* Return a number uniform in [0, n), without division: the high half of a
 * product with n. */
static inline uint64_t
prng_below(struct prng *r, uint64_t n)
{
	uint64_t x = prng_next(r);

	if (n > UINT32_MAX)
		return prng_multiply_high(x, n);
	return ((x >> 32) * n + ((x & UINT32_MAX) * n >> 32)) >> 32;
}

/* Fill memory with incompressible bytes. */
void prng_fill(struct prng *r, void *memory, size_t size);

/* Derive a seed from another, for the numbered part of a run. */
uint64_t prng_derive(uint64_t seed, uint64_t part);

/* Return a seed that differs from run to run. */
uint64_t prng_fresh_seed(void);

#endif
