/*
 * Random numbers for offsets and data: xoshiro256**, seeded by splitmix64
 * (Blackman and Vigna, "Scrambled linear pseudorandom number generators",
 * 2018). Repeatable from the seed on every machine.
 */
#ifndef DISKIDX_RANDOM_H
#define DISKIDX_RANDOM_H

#include <stddef.h>
#include <stdint.h>

struct random {
	uint64_t state[4];
};

void random_seed(struct random *r, uint64_t seed);
uint64_t random_next(struct random *r);

/* Uniform in [0, n), without division: the high half of next x n. */
uint64_t random_below(struct random *r, uint64_t n);

/* Fills memory with incompressible bytes. */
void random_fill(struct random *r, void *memory, size_t size);

/* One seed made into another, for the numbered part of a run. */
uint64_t random_derive(uint64_t seed, uint64_t part);

/* A seed that differs from run to run. */
uint64_t random_fresh_seed(void);

#endif
