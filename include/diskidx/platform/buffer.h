/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Buffer: aligned memory of incompressible bytes for requests. It is touched
 * before use, so that no page fault occurs during a measurement.
 *
 * Large requests have large pages, if the system has some, except in jobs:
 * small pages are scattered over memory, and a disk accepts a limited number of
 * pieces per request. A virtio disk accepts 254. A request of 1 MiB in pages of
 * 4 KiB would become two, and the row would measure its memory.
 */
#ifndef DISKIDX_PLATFORM_BUFFER_H
#define DISKIDX_PLATFORM_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The smallest sector: in each, written data must differ from all others. */
#define BUFFER_UNIT 512

#define BUFFER_LARGE_PAGE ((size_t)2 << 20)	/* of most CPUs */

/* Return random bytes from the seed, to be freed; NULL if memory is short. */
void *buffer_create(size_t size, bool large, uint64_t seed);

/* Return the memory that such a buffer needs. */
uint64_t buffer_bytes(uint64_t size, bool large);

/* Put a number into each unit of the data, unique among units with the same
 * *stamp, which starts at random and goes on. */
void buffer_stamp(void *data, size_t size, uint64_t *stamp);

#endif
