/* Buffer: aligned memory of incompressible bytes. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/buffer.h"
#include "diskidx/random.h"

#define PAGE 4096

void *
buffer_create(size_t size, uint64_t seed)
{
	struct random r;
	void *memory;

	if (posix_memalign(&memory, BUFFER_ALIGNMENT, size) != 0)
		return NULL;
	random_seed(&r, seed);
	random_fill(&r, memory, size);
	return memory;
}

void
buffer_stamp(void *block, size_t size, uint64_t serial)
{
	unsigned char *page = block;
	uint64_t stamp = serial << 16;
	size_t at;

	for (at = 0; at + sizeof(stamp) <= size; at += PAGE, stamp++)
		memcpy(page + at, &stamp, sizeof(stamp));
}
