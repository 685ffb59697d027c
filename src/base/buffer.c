/* Buffer: aligned memory of incompressible bytes. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/buffer.h"
#include "diskidx/random.h"

/* Odd, so that its multiples modulo 2^64 all differ; they look random. */
#define STRIDE UINT64_C(0x9e3779b97f4a7c15)

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
buffer_stamp(void *data, size_t size, uint64_t *stamp)
{
	unsigned char *unit = data, *end = unit + size;

	for (; unit + sizeof(*stamp) <= end; unit += BUFFER_UNIT) {
		memcpy(unit, stamp, sizeof(*stamp));
		*stamp += STRIDE;
	}
}
