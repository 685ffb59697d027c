/* Bins: see bins.h. */
#include <config.h>

#include <string.h>

#include "bins.h"

/* Return the middle of a bucket, within the smallest and largest value. */
static uint64_t
middle(const struct histogram *h, unsigned bucket)
{
	uint64_t lowest = histogram_lowest(bucket);
	uint64_t value = lowest + (histogram_highest(bucket) - lowest) / 2;

	if (value < h->min)
		return h->min;
	return value > h->max ? h->max : value;
}

void
bins_count(const struct histogram *h, const uint64_t *bound, size_t n,
	   uint64_t *count)
{
	size_t bin = 0;
	unsigned bucket;

	memset(count, 0, n * sizeof(*count));
	for (bucket = 0; bucket < HISTOGRAM_BUCKETS; bucket++) {
		if (h->bucket[bucket] == 0)
			continue;
		while (bin + 1 < n && middle(h, bucket) >= bound[bin + 1])
			bin++;
		count[bin] += h->bucket[bucket];
	}
}
