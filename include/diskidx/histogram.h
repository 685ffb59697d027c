/*
 * Histogram: the distribution of latencies, in nanoseconds, with a relative
 * error of at most 1/128 over the whole 64-bit range. Log-linear: values
 * below 128 have a bucket each, every further power of two is cut into 64
 * equal buckets, and a bucket is read as its middle.
 *
 * A struct histogram is flat (30 KiB), needs no initialisation beyond zeros,
 * and may live in shared memory; recording costs a few nanoseconds and no
 * call. A packed histogram is what is kept: the buckets that are not empty.
 */
#ifndef DISKIDX_HISTOGRAM_H
#define DISKIDX_HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HISTOGRAM_LINEAR_BITS 7		/* exact below 2^7 */
#define HISTOGRAM_SUB_BITS 6		/* 2^6 buckets per power of two */
#define HISTOGRAM_BUCKETS \
	((1 << HISTOGRAM_LINEAR_BITS) + \
	 ((64 - HISTOGRAM_LINEAR_BITS) << HISTOGRAM_SUB_BITS))

struct histogram {
	uint64_t count;		/* how many values */
	uint64_t sum;		/* exact, so the mean is */
	uint64_t min, max;	/* exact; meaningless while count is 0 */
	uint64_t bucket[HISTOGRAM_BUCKETS];
};

/* The non-empty buckets, ascending by index. */
struct histogram_packed {
	uint64_t count, sum, min, max;
	size_t used;
	struct histogram_cell {
		uint32_t index;
		uint64_t count;
	} *cell;
};

void histogram_clear(struct histogram *h);
void histogram_record(struct histogram *h, uint64_t value);

/* into += from; merged histograms equal the histogram of the union. */
void histogram_merge(struct histogram *into, const struct histogram *from);
void histogram_merge_packed(struct histogram *into,
			    const struct histogram_packed *from);

/* NULL if `h` is empty; else on the heap, freed by histogram_packed_free. */
struct histogram_packed *histogram_pack(const struct histogram *h);
void histogram_packed_free(struct histogram_packed *packed);

/* The bucket of a value, and the lowest and highest value of a bucket. */
unsigned histogram_index(uint64_t value);
uint64_t histogram_lowest(unsigned index);
uint64_t histogram_highest(unsigned index);

/*
 * The value at or below which `percent` per cent of the values lie: the
 * middle of the first bucket whose cumulative count reaches that share (no
 * interpolation), kept within [min, max]. 0 if empty.
 */
uint64_t histogram_percentile(const struct histogram *h, double percent);

/*
 * Whether the data support that percentile: at least 10 values lie beyond it
 * (p50 and below: at least 10 values in all).
 */
bool histogram_supports(const struct histogram *h, double percent);

double histogram_mean(const struct histogram *h);

/* Sample standard deviation, from the middles of the buckets; 0 if n < 2. */
double histogram_stddev(const struct histogram *h);

#endif
