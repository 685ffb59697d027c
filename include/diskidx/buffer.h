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

/* Return random bytes made from the seed, to be freed; NULL if short. */
void *buffer_create(size_t size, uint64_t seed);

/*
 * Make every 4 KiB page of a block differ from all others ever written, so that
 * deduplication finds nothing; `serial` is the block's number in the run. A
 * block under 4 KiB gets one stamp if it has 8 bytes.
 */
void buffer_stamp(void *block, size_t size, uint64_t serial);

#endif
