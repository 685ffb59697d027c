/*
 * Bins: the values of a histogram counted between a few coarse bounds. A
 * bucket belongs to the bin of its middle, so a value within 1/128 of a bound
 * may count on the other side of it.
 */
#ifndef DISKIDX_BINS_H
#define DISKIDX_BINS_H

#include <stddef.h>
#include <stdint.h>

#include "diskidx/histogram.h"

/*
 * Count in count[i] the values from bound[i] up to but excluding bound[i + 1];
 * the last bin has no end. The n bounds ascend, and the first is 0.
 */
void bins_count(const struct histogram *h, const uint64_t *bound, size_t n,
		uint64_t *count);

#endif
