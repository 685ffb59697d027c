/*
 * Bins: a histogram's values by a few coarse bounds. A bucket belongs to the
 * bin of its middle, so that a value within 1/128 of a bound may be counted
 * on its other side.
 */
#ifndef DISKIDX_BINS_H
#define DISKIDX_BINS_H

#include <stddef.h>
#include <stdint.h>

#include "diskidx/histogram.h"

/*
 * count[i]: the values from bound[i] on and below bound[i + 1], the last bin
 * without end. The n bounds ascend, and the first is 0.
 */
void bins_count(const struct histogram *h, const uint64_t *bound, size_t n,
		uint64_t *count);

#endif
