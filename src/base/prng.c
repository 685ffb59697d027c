/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Random numbers: xoshiro256** and splitmix64, after the reference code of
 * Blackman and Vigna, which is in the public domain. */
#include <config.h>

#include <fcntl.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/prng.h"

static uint64_t
splitmix(uint64_t *state)
{
	uint64_t z;

	*state += UINT64_C(0x9e3779b97f4a7c15);
	z = *state;
	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* Multiply 32-bit halves, since C99 has no 128-bit integer. */
uint64_t
prng_multiply_high(uint64_t a, uint64_t b)
{
	uint64_t a_low = a & UINT32_MAX, a_high = a >> 32;
	uint64_t b_low = b & UINT32_MAX, b_high = b >> 32;
	uint64_t middle = a_high * b_low + (a_low * b_low >> 32);
	uint64_t other = a_low * b_high + (middle & UINT32_MAX);

	return a_high * b_high + (middle >> 32) + (other >> 32);
}

void
prng_seed(struct prng *r, uint64_t seed)
{
	for (unsigned i = 0; i < 4; i++)
		r->state[i] = splitmix(&seed);
}

/* Store the least significant byte first: all machines write the same data. */
static void
random_store(unsigned char *p, uint64_t x)
{
	p[0] = (unsigned char)x;
	p[1] = (unsigned char)(x >> 8);
	p[2] = (unsigned char)(x >> 16);
	p[3] = (unsigned char)(x >> 24);
	p[4] = (unsigned char)(x >> 32);
	p[5] = (unsigned char)(x >> 40);
	p[6] = (unsigned char)(x >> 48);
	p[7] = (unsigned char)(x >> 56);
}

void
prng_fill(struct prng *r, void *memory, size_t size)
{
	/* A copy on the stack: `memory` might else alias the state. */
	struct prng local = *r;
	unsigned char *p = memory, last[8];

	for (; size >= 8; size -= 8, p += 8)
		random_store(p, prng_next(&local));
	if (size > 0) {
		random_store(last, prng_next(&local));
		memcpy(p, last, size);
	}
	*r = local;
}

uint64_t
prng_derive(uint64_t seed, uint64_t part)
{
	uint64_t state = splitmix(&seed) + part;

	return splitmix(&state);
}

/* Ask the kernel; without it, mix the times and the process's number. */
uint64_t
prng_fresh_seed(void)
{
	uint64_t seed;
	ssize_t got = -1;
	int fd = open("/dev/urandom", O_RDONLY);

	if (fd >= 0) {
		got = read(fd, &seed, sizeof(seed));
		close(fd);
	}
	if (got != (ssize_t)sizeof(seed)) {
		seed = prng_derive(clock_now_ns(), (uint64_t)time(NULL));
		seed = prng_derive(seed, (uint64_t)getpid());
	}
	/* Readers of JSON keep 53 bits of a number. */
	return seed >> 11;
}
