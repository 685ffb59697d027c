/*
 * Buffer: aligned memory of incompressible bytes for requests. It is touched
 * before use, so that no page fault falls into a measurement.
 */
#ifndef DISKIDX_BUFFER_H
#define DISKIDX_BUFFER_H

#include <stddef.h>
#include <stdint.h>

/* Enough for direct I/O on every known system. */
#define BUFFER_ALIGNMENT 4096

/* The smallest sector: in each, written data must differ from all others. */
#define BUFFER_UNIT 512

/* Return random bytes made from the seed, to be freed; NULL if short. */
void *buffer_create(size_t size, uint64_t seed);

/*
 * Put a number into each unit of the data that no other has, as far as they are
 * stamped with the same *stamp; it starts at random, and goes on.
 */
void buffer_stamp(void *data, size_t size, uint64_t *stamp);

#endif
