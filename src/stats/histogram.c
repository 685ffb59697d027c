/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Histogram: log-linear buckets. A value of 2^7 or more keeps its highest bit
 * and the six below it; these seven and the highest's position are its bucket.
 */
#include <config.h>

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/stats/histogram.h"

#define LINEAR (1u << HISTOGRAM_LINEAR_BITS)
#define SUB (1u << HISTOGRAM_SUB_BITS)

#define MIN_BEYOND 10		/* values beyond a percentile */
#define MODE_REACH 8		/* buckets to either side */

/* The resolution is a millionth of a percent: exact in integers. */
#define PERCENT_SCALE UINT64_C(1000000)
#define WHOLE (100 * PERCENT_SCALE)

#define FOUR(x) x, x, x, x
#define SIXTEEN(x) FOUR(x), FOUR(x), FOUR(x), FOUR(x)
#define SIXTY_FOUR(x) SIXTEEN(x), SIXTEEN(x), SIXTEEN(x), SIXTEEN(x)

const unsigned char histogram_top_bit[256] = {
	0, 0, 1, 1, FOUR(2), FOUR(3), FOUR(3), SIXTEEN(4), SIXTEEN(5),
	SIXTEEN(5), SIXTY_FOUR(6), SIXTY_FOUR(7), SIXTY_FOUR(7)
};

uint64_t
histogram_lowest(unsigned index)
{
	unsigned shift;

	if (index < LINEAR)
		return index;
	shift = (index >> HISTOGRAM_SUB_BITS) - 1;
	return (uint64_t)(SUB + index % SUB) << shift;
}

uint64_t
histogram_highest(unsigned index)
{
	if (index == HISTOGRAM_BUCKETS - 1)
		return UINT64_MAX;
	return histogram_lowest(index + 1) - 1;
}

uint64_t
histogram_middle(unsigned index)
{
	uint64_t lowest = histogram_lowest(index);

	return lowest + (histogram_highest(index) - lowest) / 2;
}

/* Return the middle of a bucket, within the smallest and largest value. */
static uint64_t
bucket_value(const struct histogram *h, unsigned index)
{
	return amount_min(amount_max(histogram_middle(index), h->min), h->max);
}

static void
merge_totals(struct histogram *into, uint64_t count, uint64_t sum,
	     uint64_t min, uint64_t max)
{
	if (into->count == 0 || min < into->min)
		into->min = min;
	into->max = amount_max(into->max, max);
	into->count += count;
	into->sum += sum;
}

void
histogram_merge(struct histogram *into, const struct histogram *from)
{
	if (from == NULL || from->count == 0)
		return;
	merge_totals(into, from->count, from->sum, from->min, from->max);
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
		into->bucket[i] += from->bucket[i];
}

void
histogram_merge_packed(struct histogram *into,
		       const struct histogram_packed *from)
{
	if (from == NULL)
		return;
	merge_totals(into, from->count, from->sum, from->min, from->max);
	for (size_t i = 0; i < from->used; i++) {
		assert(from->cell[i].index < HISTOGRAM_BUCKETS);
		into->bucket[from->cell[i].index] += from->cell[i].count;
	}
}

void
histogram_remove_packed(struct histogram *from,
			const struct histogram_packed *packed)
{
	if (packed == NULL)
		return;
	from->count -= packed->count;
	from->sum -= packed->sum;
	for (size_t i = 0; i < packed->used; i++)
		from->bucket[packed->cell[i].index] -= packed->cell[i].count;
}

struct histogram_packed *
histogram_pack(const struct histogram *h)
{
	struct histogram_packed *packed;
	size_t used = 0;

	if (h->count == 0)
		return NULL;
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
		used += h->bucket[i] != 0;
	packed = xmalloc(HISTOGRAM_PACKED(used));
	*packed = (struct histogram_packed){
		.count = h->count, .sum = h->sum, .min = h->min, .max = h->max
	};
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
		if (h->bucket[i] != 0)
			packed->cell[packed->used++] = (struct histogram_cell){
				i, h->bucket[i] };
	return packed;
}

/* Return that share of `count` values, rounded up, at least one. The product is
 * split so that it cannot overflow. */
static uint64_t
percentile_rank(uint64_t count, double percent)
{
	uint64_t share, rank;

	if (!(percent > 0))
		return 1;
	if (percent >= 100)
		return count;
	share = (uint64_t)(percent * (double)PERCENT_SCALE + 0.5);
	rank = count / WHOLE * share +
		(count % WHOLE * share + WHOLE - 1) / WHOLE;
	return amount_max(rank, 1);
}

uint64_t
histogram_percentile(const struct histogram *h, double percent)
{
	uint64_t rank, seen = 0;
	unsigned i;

	if (h->count == 0)
		return 0;
	rank = percentile_rank(h->count, percent);
	for (i = histogram_index(h->min); i < HISTOGRAM_BUCKETS - 1; i++) {
		seen += h->bucket[i];
		if (seen >= rank)
			break;
	}
	return bucket_value(h, i);
}

bool
histogram_supports(const struct histogram *h, double percent)
{
	double upper = fmax(percent, 100 - percent);
	unsigned index;

	if (h == NULL || h->count < MIN_BEYOND ||
	    h->count - percentile_rank(h->count, upper) < MIN_BEYOND)
		return false;
	if (h->rounds_high == 0)
		return true;
	index = histogram_index(histogram_percentile(h, percent));
	if (percent < 50)
		return index >= histogram_index(h->rounds_low);
	return index <= histogram_index(h->rounds_high);
}

uint64_t
histogram_mode(const struct histogram *h)
{
	double *width, most = 0, count, room, weight;
	unsigned i, at, mode = 0;

	if (h->count == 0)
		return 0;
	width = xmalloc(HISTOGRAM_BUCKETS * sizeof(*width));
	/* Widths are on a logarithmic scale; bucket 0 is from 1/2 to 1. */
	width[0] = log(2);
	for (i = 1; i < HISTOGRAM_BUCKETS; i++)
		width[i] = log((double)histogram_highest(i) + 1) -
			   log((double)histogram_lowest(i));
	for (i = 0; i < HISTOGRAM_BUCKETS; i++) {
		/* The density is the number of values per relative width of
		 * their buckets, with a weight that falls to both sides, so
		 * that buckets of unequal width count alike. */
		count = room = 0;
		for (int off = -MODE_REACH; off <= MODE_REACH; off++) {
			at = i + (unsigned)off;
			weight = MODE_REACH + 1 - abs(off);
			/* Below the first bucket, it is very large. */
			if (at < HISTOGRAM_BUCKETS) {
				count += weight * (double)h->bucket[at];
				room += weight * width[at];
			}
		}
		if (count / room > most) {
			most = count / room;
			mode = i;
		}
	}
	free(width);
	return bucket_value(h, mode);
}

void
histogram_bins(const struct histogram *h, const uint64_t *bound, size_t n,
	       uint64_t *count)
{
	size_t bin = 0;

	memset(count, 0, n * sizeof(*count));
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		if (h->bucket[i] == 0)
			continue;
		while (bin + 1 < n && bucket_value(h, i) >= bound[bin + 1])
			bin++;
		count[bin] += h->bucket[i];
	}
}

double
histogram_mean(const struct histogram *h)
{
	return h->count == 0 ? 0 : (double)h->sum / (double)h->count;
}

/* Use the mean of the middles, not the exact one, so that equal values have no
 * deviation; and two passes, because the values are far from zero. */
double
histogram_stddev(const struct histogram *h)
{
	double sum = 0, squares = 0, mean;

	if (h->count < 2)
		return 0;
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++)
		sum += (double)h->bucket[i] * (double)histogram_middle(i);
	mean = sum / (double)h->count;
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		double off = (double)histogram_middle(i) - mean;

		squares += (double)h->bucket[i] * off * off;
	}
	return sqrt(squares / (double)(h->count - 1));
}
