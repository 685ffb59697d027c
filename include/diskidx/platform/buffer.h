/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Buffer: aligned memory of incompressible bytes for requests. It is touched
 * before use, so that no page fault falls into a measurement.
 *
 * Large requests have large pages, as far as the system gives them, but for
 * those of jobs: in small pages they lie all over the memory, and a disk takes
 * a few pieces at a time. A virtio disk takes 254, so that a request of 1 MiB
 * in pages of 4 KiB becomes two, and the row would measure its memory.
 */
#ifndef DISKIDX_PLATFORM_BUFFER_H
#define DISKIDX_PLATFORM_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The smallest sector: in each, written data must differ from all others. */
#define BUFFER_UNIT 512

#define BUFFER_LARGE_PAGE ((size_t)2 << 20)	/* that of most processors */

/* Return random bytes made from the seed, to be freed; NULL if short. */
void *buffer_create(size_t size, bool large, uint64_t seed);

/* Return the memory that those take. */
uint64_t buffer_bytes(uint64_t size, bool large);

/*
 * Put a number into each unit of the data that no other has, as far as they are
 * stamped with the same *stamp; it starts at random, and goes on.
 */
void buffer_stamp(void *data, size_t size, uint64_t *stamp);

#endif
