/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Virtual time: one clock for all processes of a run, which goes on only when
 * every process waits. One process runs at a time; when it waits, the process
 * that wakes first runs next, and the clock jumps to that time. So a run needs
 * only the time of its own code, and is the same each time, at any load.
 *
 * Processes join by fork, and leave by _exit or when they are killed; each of
 * their threads counts as one, if virtual-threads.c is in the library. They
 * wait for a time, or for a descriptor that another process makes ready. The
 * first process lives in real time, and a child replaces it here: the first
 * only passes on what the child prints, or asks one child after the other.
 *
 * VIRTUAL_DATE is the time of day at the start, in seconds since 1970.
 * VIRTUAL_CLOCK=HOW:N makes the clocks wrong, in the middle of the work of N
 * processes other than the first, one after the other:
 *
 *	back	the monotonic clock steps back by half a second
 *	still	it stops for a second, and does not make up for it
 *	date	the time of day steps back by an hour
 *
 * freeze:N[:MS] stops all processes for two seconds or MS milliseconds, N ms
 * after the start, sleep:N[:MS] lets the clock that counts sleep go ahead by
 * that, and at:N lets the monotonic clock step back once at that time, whatever
 * else happens.
 */
#ifndef VIRTUAL_TIME_H
#define VIRTUAL_TIME_H

#include <dlfcn.h>
#include <stdint.h>

#define NS_PER_S 1000000000ull
#define NEVER UINT64_MAX

/* The call of the system's that one here takes the place of. */
#define REAL(call) NAMED(call)	/* which may be a macro */
#define NAMED(call) \
	({ \
		static __typeof__(call) *real_call; \
	\
		if (real_call == NULL) \
			*(void **)&real_call = dlsym(RTLD_NEXT, #call); \
		real_call; \
	})

/* The time, which each reading costs a little, as on a real machine. */
uint64_t virtual_now(void);

/* Called before a descriptor is closed, where a library has it. */
void __attribute__((weak)) virtual_closing(int fd);

/* Lets others run until that time. */
void virtual_wait(uint64_t until_ns);

/* Threads (virtual-threads.c). A process that lives in real time is outside. */
int virtual_is_outside(void);

/* A new one, in its place: before it was made, in it, and at its end. */
int virtual_join_in(void);
void virtual_become(int number);
void virtual_leave(void);

/* Wait until another thread of the process wakes those that wait for that
 * object, or until that time; returns true if it did. */
int virtual_wait_for(const void *object, uint64_t until_ns);

/* Wakes all, the one that has waited longest first. */
void virtual_wake(const void *object);

/* Memory that all processes share, zeroed. */
void *virtual_share(unsigned long size);

#endif
