/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The clocks and the random numbers of the bare loops, which benchmark.sh
 * compares with diskidx's own.
 */
#ifndef BARE_H
#define BARE_H

#include <sys/resource.h>
#include <time.h>

static inline double
now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Read the clock, as a loop must that tells latencies. */
static inline void
tick(int clocked)
{
	if (clocked)
		(void)now_s();
}

/* Return the CPU time of this process and of the kernel's threads for it. */
static inline double
cpu_s(void)
{
	struct rusage u;

	getrusage(RUSAGE_SELF, &u);
	return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
	       (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec) / 1e6;
}

static inline unsigned long long
next_random(unsigned long long *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

#endif
