/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Histogram: against exact sorting, and the shape of its buckets. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/prng.h"
#include "diskidx/stats/histogram.h"
#include "diskidx/stats/statistics.h"

#include "../support/noise.h"
#include "../support/test.h"

#define MOST 1000000

/* In hundredths of a per cent, so that exact ranks need no rounding. */
static const unsigned standard[] = {
	100, 500, 1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000, 9000, 9500,
	9900, 9950, 9990, 9995, 9999
};

static struct histogram h, other;
static uint64_t values[MOST];

static int
compare_values(const void *a, const void *b)
{
	uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;

	return (left > right) - (left < right);
}

/* Evenly over nine decades: 1 ns to 1 s. */
static void
fill_values(size_t n, uint64_t seed)
{
	struct prng r;

	prng_seed(&r, seed);
	for (size_t i = 0; i < n; i++)
		values[i] = (uint64_t)pow(10, 9 * uniform(&r));
}

static void
record_values(struct histogram *into, size_t first, size_t n)
{
	for (size_t i = first; i < first + n; i++)
		histogram_record(into, values[i]);
}

static void
assert_within(uint64_t value, uint64_t exact)
{
	uint64_t off = value > exact ? value - exact : exact - value;

	if (off > exact / 128)
		fail_msg("%ju instead of %ju", (uintmax_t)value,
			 (uintmax_t)exact);
}

/* Recorded in two parts, of which one is packed in between. */
static void
record_in_parts(size_t n)
{
	struct histogram_packed *packed;

	memset(&h, 0, sizeof(h));
	record_values(&h, 0, n / 3);
	memset(&other, 0, sizeof(other));
	record_values(&other, n / 3, n - n / 3);
	packed = histogram_pack(&other);
	for (size_t i = 0; i < packed->used; i++) {
		assert_true(packed->cell[i].count > 0);
		assert_true(i == 0 || packed->cell[i - 1].index <
			    packed->cell[i].index);
	}
	if (n % 2 == 0)
		histogram_merge_packed(&h, packed);
	else
		histogram_merge(&h, &other);
	memset(&other, 0, sizeof(other));
	histogram_merge_packed(&other, packed);
	free(packed);
	record_values(&other, 0, n / 3);
}

TEST(figures_are_those_of_exact_sorting_however_they_were_merged)
{
	static const size_t sizes[] = {
		1, 2, 3, 5, 7, 10, 99, 100, 101, 1000, 10000, 100000, MOST
	};
	static struct histogram whole;

	for (size_t s = 0; s < LENGTH(sizes); s++) {
		size_t n = sizes[s];
		uint64_t sum = 0;

		fill_values(n, n);
		memset(&whole, 0, sizeof(whole));
		record_values(&whole, 0, n);
		record_in_parts(n);
		assert_memory_equal(&h, &whole, sizeof(h));
		assert_memory_equal(&other, &whole, sizeof(h));
		qsort(values, n, sizeof(values[0]), compare_values);
		for (size_t p = 0; p < LENGTH(standard); p++) {
			uint64_t rank = ((uint64_t)n * standard[p] + 9999) /
				10000;

			assert_within(histogram_percentile(&h,
							   standard[p] / 100.0),
				      values[rank - 1]);
		}
		for (size_t i = 0; i < n; i++)
			sum += values[i];
		assert_true(h.count == n && h.sum == sum);
		assert_true(h.min == values[0] && h.max == values[n - 1]);
		assert_near(histogram_mean(&h), (double)sum / (double)n, 0);
	}
}

/* Values below 128 have a bucket each. */
TEST(small_values_have_exact_percentiles_and_the_samples_deviation)
{
	struct prng r;
	double x[100];

	prng_seed(&r, 3);
	for (size_t n = 1; n <= LENGTH(x); n++) {
		memset(&h, 0, sizeof(h));
		for (size_t i = 0; i < n; i++) {
			values[i] = prng_below(&r, 128);
			x[i] = (double)values[i];
			histogram_record(&h, values[i]);
		}
		qsort(values, n, sizeof(values[0]), compare_values);
		for (size_t p = 1; p <= 100; p++)
			assert_true(histogram_percentile(&h, (double)p) ==
				    values[(n * p + 99) / 100 - 1]);
		assert_near(histogram_stddev(&h), statistics_cv(x, n) *
			    statistics_mean(x, n), 1e-10);
	}
	memset(&h, 0, sizeof(h));
	for (int i = 0; i < 1000; i++)
		histogram_record(&h, UINT64_C(123456789));
	assert_near(histogram_stddev(&h), 0, 0);
}

/* 99.9 / 100 * 1000 is over 999 in floating point: the rank must not be. */
TEST(ranks_are_exact_where_the_share_is_whole)
{
	memset(&h, 0, sizeof(h));
	for (uint64_t i = 0; i < 1000; i++)
		histogram_record(&h, i < 999 ? 10 : 100);
	assert_true(histogram_percentile(&h, 99.9) == 10);
	assert_true(histogram_percentile(&h, 99.91) == 100);
}

TEST(huge_counts_do_not_overflow_the_rank)
{
	memset(&h, 0, sizeof(h));
	h.count = UINT64_MAX;
	h.min = 1;
	h.max = 2;
	h.bucket[1] = UINT64_MAX / 2;
	h.bucket[2] = UINT64_MAX - UINT64_MAX / 2;
	assert_true(histogram_percentile(&h, 49.9) == 1);
	assert_true(histogram_percentile(&h, 50.1) == 2);
	assert_true(histogram_percentile(&h, 99.999999) == 2);
}

TEST(percentile_of_empty_histogram_is_zero)
{
	memset(&h, 0, sizeof(h));
	assert_true(histogram_percentile(&h, 50) == 0);
	assert_true(histogram_percentile(&h, 99.99) == 0);
	assert_false(histogram_supports(&h, 50));
	assert_false(histogram_supports(&h, 99));
	assert_true(histogram_mean(&h) == 0);
	assert_true(histogram_stddev(&h) == 0);
}

TEST(buckets_are_contiguous_over_the_whole_range)
{
	assert_true(histogram_lowest(0) == 0);
	for (unsigned i = 0; i < HISTOGRAM_BUCKETS; i++) {
		uint64_t lowest = histogram_lowest(i);
		uint64_t highest = histogram_highest(i);

		assert_true(lowest <= highest);
		assert_int_equal(histogram_index(lowest), i);
		assert_int_equal(histogram_index(highest), i);
		assert_int_equal(histogram_index(lowest +
						 (highest - lowest) / 2), i);
		if (i > 0)
			assert_true(histogram_highest(i - 1) + 1 == lowest);
		assert_true((highest - lowest) / 2 <= lowest / 128);
	}
	assert_true(histogram_highest(HISTOGRAM_BUCKETS - 1) == UINT64_MAX);
}

TEST(the_largest_values_are_kept)
{
	memset(&h, 0, sizeof(h));
	histogram_record(&h, UINT64_MAX);
	histogram_record(&h, 0);
	assert_true(h.min == 0 && h.max == UINT64_MAX && h.count == 2);
	assert_true(histogram_percentile(&h, 50) == 0);
	assert_true(histogram_percentile(&h, 99) >=
		    UINT64_MAX - UINT64_MAX / 128);
}

TEST(an_empty_histogram_changes_nothing_and_packs_to_nothing)
{
	static struct histogram empty;

	fill_values(100, 6);
	memset(&h, 0, sizeof(h));
	record_values(&h, 0, 100);
	other = h;
	histogram_merge(&h, &empty);
	assert_memory_equal(&h, &other, sizeof(h));
	memset(&other, 0, sizeof(other));
	histogram_merge(&other, &h);
	assert_memory_equal(&h, &other, sizeof(h));
	assert_null(histogram_pack(&empty));
}

TEST(a_percentile_needs_ten_values_on_either_side)
{
	memset(&h, 0, sizeof(h));
	histogram_record_times(&h, 1, 19);
	assert_false(histogram_supports(&h, 50));
	histogram_record(&h, 1);
	assert_true(histogram_supports(&h, 50));
	assert_false(histogram_supports(&h, 49));
	assert_false(histogram_supports(&h, 51));
	histogram_record_times(&h, 1, 979);
	assert_false(histogram_supports(&h, 1));
	assert_false(histogram_supports(&h, 99));
	histogram_record(&h, 1);
	assert_true(histogram_supports(&h, 1));
	assert_true(histogram_supports(&h, 99));
	assert_false(histogram_supports(&h, 0.5));
	assert_false(histogram_supports(&h, 99.5));
	assert_false(histogram_supports(&h, 100));
}

/* 1000 values, 20 of them far out at either end. */
TEST(a_percentile_beyond_what_three_rounds_reach_is_not_supported)
{
	memset(&h, 0, sizeof(h));
	histogram_record_times(&h, 1000, 20);
	histogram_record_times(&h, 5000, 960);
	histogram_record_times(&h, 90000, 20);
	assert_true(histogram_supports(&h, 1) && histogram_supports(&h, 99));
	h.rounds_low = 1000;
	h.rounds_high = 5000;
	assert_true(histogram_supports(&h, 1));
	assert_false(histogram_supports(&h, 99));
	assert_true(histogram_supports(&h, 98));
	h.rounds_low = 5000;
	h.rounds_high = 90000;
	assert_false(histogram_supports(&h, 1));
	assert_true(histogram_supports(&h, 2.5));
	assert_true(histogram_supports(&h, 99));
}
