/*
 * Buffer: aligned memory of incompressible bytes for requests. Touched
 * before use, so that no page fault falls into a measurement.
 */
#ifndef DISKIDX_BUFFER_H
#define DISKIDX_BUFFER_H

#include <stddef.h>
#include <stdint.h>

/* Enough for direct I/O on every system met so far. */
#define BUFFER_ALIGNMENT 4096

/* Random bytes made from the seed; NULL if memory is short. free() it. */
void *buffer_create(size_t size, uint64_t seed);

/*
 * Makes every 4 KiB page of a block unlike all others ever written, so that
 * deduplication finds nothing: `serial` is the block's number in the run. A
 * block under 4 KiB gets one stamp if it has 8 bytes.
 */
void buffer_stamp(void *block, size_t size, uint64_t serial);

#endif
