/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Histogram: the distribution of latencies, in nanoseconds, with a relative
 * error of at most 1/128 over the whole 64-bit range. Log-linear: each value
 * below 128 has a bucket, each higher power of two has 64 equal buckets, and
 * the middle of a bucket stands for its values.
 *
 * A struct histogram is flat (30 KiB), needs no initialization beyond zeros,
 * and may live in shared memory; recording costs a few nanoseconds and no call.
 * A packed histogram keeps only the buckets that are not empty.
 */
#ifndef DISKIDX_STATS_HISTOGRAM_H
#define DISKIDX_STATS_HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HISTOGRAM_LINEAR_BITS 7		/* exact below 2^7 */
#define HISTOGRAM_SUB_BITS 6		/* 2^6 buckets per power of two */
#define HISTOGRAM_BUCKETS \
	((1 << HISTOGRAM_LINEAR_BITS) + \
	 ((64 - HISTOGRAM_LINEAR_BITS) << HISTOGRAM_SUB_BITS))

struct histogram {
	uint64_t count;		/* of values */
	uint64_t sum;		/* exact, so the mean is */
	uint64_t min, max;	/* exact; meaningless while count is 0 */
	uint64_t bucket[HISTOGRAM_BUCKETS];

	/* The reach of merged rounds: fewer than three of them (or not all, if
	 * there are fewer) have values below and above. 0: unknown. */
	uint64_t rounds_low, rounds_high;
};

struct histogram_cell {
	uint32_t index;
	uint64_t count;
};

/* The non-empty buckets, ascending by index; in one piece on the heap. */
struct histogram_packed {
	uint64_t count, sum, min, max;
	size_t used;
	struct histogram_cell cell[];
};

#define HISTOGRAM_PACKED(cells) \
	(sizeof(struct histogram_packed) + \
	 (cells) * sizeof(struct histogram_cell))

/*
 * The latencies of a request, by fio's names. An engine of depth 1, where a
 * request is one call, has no SLAT and CLAT; a test that flushes no single
 * writes has no TRANSFER and FLUSH.
 */
enum latency_kind {
	LAT,	/* from just before the submission, or in an open loop from the
		   due time, to just after the reap */
	SLAT,	/* the part of the submitting call */
	CLAT,	/* from the end of that call to the reap */
	TRANSFER,	/* of flushed writes: up to the flush, */
	FLUSH,	/* and from there to the reap, one count per flush */
	LATENCY_KINDS
};

/* Add `from` (NULL: nothing); the result is that of all values. */
void histogram_merge(struct histogram *into, const struct histogram *from);
void histogram_merge_packed(struct histogram *into,
			    const struct histogram_packed *from);

/* Undo such a merge; min and max do not change. */
void histogram_remove_packed(struct histogram *from,
			     const struct histogram_packed *packed);

/* Pack `h` on the heap; NULL if it is empty. */
struct histogram_packed *histogram_pack(const struct histogram *h);

/* Return the lowest, middle and highest value of a bucket. */
uint64_t histogram_lowest(unsigned index);
uint64_t histogram_middle(unsigned index);
uint64_t histogram_highest(unsigned index);

/*
 * Return the value such that `percent` percent of all are at or below it: the
 * middle of the first bucket whose cumulative count reaches that share (no
 * interpolation), kept within [min, max]; 0 if empty.
 */
uint64_t histogram_percentile(const struct histogram *h, double percent);

/*
 * Return true if the data supports that percentile: at least 10 values are
 * beyond it, on the side with fewer, and three rounds, if known, have values
 * there or in its bucket. NULL supports none.
 */
bool histogram_supports(const struct histogram *h, double percent);

/* The position of the highest bit of a byte. */
extern const unsigned char histogram_top_bit[256];

/* Return the bucket of a value. This and recording run for every request, and
 * are inline because a call would double their cost. */
static inline unsigned
histogram_index(uint64_t value)
{
	uint64_t rest = value;
	unsigned bit = 0, shift;

	if (value < 1u << HISTOGRAM_LINEAR_BITS)
		return (unsigned)value;
	if (rest > 0xffffffff) {
		rest >>= 32;
		bit = 32;
	}
	if (rest > 0xffff) {
		rest >>= 16;
		bit += 16;
	}
	if (rest > 0xff) {
		rest >>= 8;
		bit += 8;
	}
	/* The shifted value keeps its highest bit: it is 64 or more. */
	shift = bit + histogram_top_bit[rest] - HISTOGRAM_SUB_BITS;
	return (shift << HISTOGRAM_SUB_BITS) + (unsigned)(value >> shift);
}

/* Record a value that many times. */
static inline void
histogram_record_times(struct histogram *h, uint64_t value, uint64_t times)
{
	if (h->count == 0 || value < h->min)
		h->min = value;
	if (value > h->max)
		h->max = value;
	h->count += times;
	h->sum += value * times;
	h->bucket[histogram_index(value)] += times;
}

static inline void
histogram_record(struct histogram *h, uint64_t value)
{
	histogram_record_times(h, value, 1);
}

/*
 * Return the mode: the value around which the others are closest together on a
 * logarithmic scale, within some 10 % to either side. It is the middle of the
 * densest bucket, kept within [min, max], the lowest one of equals; 0 if empty.
 */
uint64_t histogram_mode(const struct histogram *h);

/*
 * Count in count[i] the values from bound[i] up to but excluding bound[i + 1];
 * the last bin has no end. The n bounds ascend, and the first is 0. A bucket
 * belongs to the bin of its middle.
 */
void histogram_bins(const struct histogram *h, const uint64_t *bound, size_t n,
		    uint64_t *count);

double histogram_mean(const struct histogram *h);

/* Return the sample standard deviation, by the buckets; 0 if n < 2. */
double histogram_stddev(const struct histogram *h);

#endif
