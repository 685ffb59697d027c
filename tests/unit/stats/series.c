/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Samples: their series of points as intervals, and their value in each unit.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/prng.h"
#include "diskidx/stats/sample.h"

#include "../support/rows.h"

/* Make a sample of points and an end, each as "MILLISECONDS:BYTES"; or the end,
 * of operations that moved none, as "MILLISECONDS:OPERATIONS*BLOCK". */
static struct sample
sample_of(const char *points, const char *end, uint32_t *block_bytes)
{
	unsigned long block = 0;
	struct sample sample;
	unsigned long bytes;
	double at_ms;
	int n;

	memset(&sample, 0, sizeof(sample));
	for (; sscanf(points, "%lf:%lu%n", &at_ms, &bytes, &n) == 2;
	     points += n)
		sample_tick(&sample, (uint64_t)llround(at_ms * 1e6), bytes);
	n = sscanf(end, "%lf:%lu*%lu", &at_ms, &bytes, &block);
	assert_in_range(n, 2, 3);
	sample.total.elapsed_ns = (uint64_t)llround(at_ms * 1e6);
	if (n == 2)
		sample.total.bytes = bytes;
	else
		sample.total.ios[OP_READ] = bytes;
	*block_bytes = (uint32_t)block;
	return sample;
}

/* Return all bytes of the intervals, which have no gap and end with it. */
static uint64_t
check_intervals(const struct series_interval *list, size_t n,
		const struct sample *sample)
{
	uint64_t at_ns = 0, bytes = 0;

	for (size_t i = 0; i < n; i++) {
		assert_true(list[i].at_ns == at_ns);
		assert_true(list[i].length_ns > 0);
		at_ns += list[i].length_ns;
		bytes += list[i].bytes;
	}
	assert_true(n == 0 || at_ns == sample->total.elapsed_ns);
	return bytes;
}

/* Compare intervals with a text of them, and free them. */
static void
check_text(struct series_interval *list, size_t n, const char *wanted)
{
	char text[256] = "";

	for (size_t k = 0; k < n; k++)
		sprintf(text + strlen(text), "%s%g:%lu", k > 0 ? " " : "",
			(double)list[k].length_ns / NS_PER_MS,
			(unsigned long)list[k].bytes);
	assert_string_equal(text, wanted);
	free(list);
}

TEST_ROWS("series", windows_end_with_their_points)
{
	uint32_t block_bytes;
	struct sample sample = sample_of(field[0], field[1], &block_bytes);
	struct series_interval *list;
	unsigned window_ms, asked_ms, rest;
	size_t n;

	assert_int_equal(sscanf(field[2], "%u %u %u", &window_ms, &asked_ms,
				&rest), 3);
	n = sample_windows(&sample, block_bytes, window_ms * NS_PER_MS,
			   asked_ms * NS_PER_MS, rest != 0, &list);
	check_text(list, n, field[3]);
	sample_free(&sample);
}

TEST_ROWS("series", points_become_intervals_without_gaps)
{
	uint32_t block_bytes;
	struct sample sample = sample_of(field[0], field[1], &block_bytes);
	struct series_interval *list;
	size_t n = sample_series(&sample, block_bytes, &list);

	check_intervals(list, n, &sample);
	check_text(list, n, field[2]);
	sample_free(&sample);
	assert_true(sample.n_ticks == 0 && sample.total.bytes == 0);
}

TEST(intervals_of_any_points_keep_all_bytes_and_all_time)
{
	struct series_interval *list;
	uint32_t block_bytes;
	struct prng r;

	prng_seed(&r, 22);
	for (int trial = 0; trial < 500; trial++) {
		struct sample sample = sample_of("", "0:0", &block_bytes);
		size_t n;

		sample.total.elapsed_ns = 1 + prng_below(&r, 3 * NS_PER_S);
		sample.total.bytes = prng_below(&r, 1000000);
		for (size_t i = prng_below(&r, 40) + 1; i > 0; i--)
			sample_tick(&sample, prng_below(&r, 3 * NS_PER_S),
				    prng_below(&r, sample.total.bytes + 1));
		n = sample_series(&sample, block_bytes, &list);
		assert_true(check_intervals(list, n, &sample) ==
			    sample.total.bytes);
		free(list);
		sample_free(&sample);
	}
}

/* Two intervals, and a last one too short to stand alone. */
TEST(directions_are_told_apart_to_the_end)
{
	uint32_t block_bytes;
	struct sample sample = sample_of("100:30 200:70", "210:75",
					 &block_bytes);
	struct series_interval *list;

	assert_false(sample_has_directions(&sample));
	for (size_t i = 0; i < 2; i++) {
		sample.tick[i].of[OP_READ] =
			(struct direction){ 20 + 30 * i, 2 + 3 * i, 100,
					    3 + 3 * i, 10 + 30 * i, 80 };
		sample.tick[i].of[OP_WRITE] =
			(struct direction){ 10 + 10 * i, 1 + i, 50 + 50 * i,
					    1 + i, 0, 40 + 50 * i };
	}
	sample.total.moved[OP_READ] = 54;
	sample.total.moved[OP_WRITE] = 21;
	sample.total.ios[OP_READ] = 6;
	assert_true(sample_has_directions(&sample));
	assert_int_equal(sample_series(&sample, block_bytes, &list), 2);
	assert_int_equal(list[0].of[OP_READ].bytes, 20);
	assert_int_equal(list[1].of[OP_READ].bytes, 34);
	assert_int_equal(list[1].of[OP_READ].ios, 4);
	assert_int_equal(list[1].of[OP_WRITE].bytes, 11);
	assert_int_equal(list[1].of[OP_WRITE].latency_ns, 50);
	assert_int_equal(list[1].of[OP_WRITE].complete_ns, 50);
	assert_int_equal(list[0].of[OP_READ].submits, 3);
	assert_int_equal(list[1].of[OP_READ].submits, 3);
	assert_int_equal(list[1].of[OP_READ].submit_ns, 30);
	free(list);
	/* All that is done behind the last point is in the last interval. */
	memset(sample.tick[0].of, 0, sizeof(sample.tick[0].of));
	memset(sample.tick[1].of, 0, sizeof(sample.tick[1].of));
	assert_int_equal(sample_series(&sample, block_bytes, &list), 2);
	assert_int_equal(list[1].of[OP_WRITE].bytes, 21);
	free(list);
	sample_free(&sample);
}

TEST(the_value_is_what_was_done_a_second)
{
	static const double value[] = {
		[UNIT_KBPS] = 4096, [UNIT_MIBPS] = 4, [UNIT_IOPS] = 28,
		[UNIT_OPS] = 28,
	};
	struct sample sample = { .total = { .bytes = 6 * MIB,
		.ios = { [OP_READ] = 30, [OP_WRITE] = 12 } } };

	for (unsigned unit = 0; unit < LENGTH(value); unit++) {
		sample.total.elapsed_ns = 0;
		assert_near(sample_value(&sample, (enum unit)unit), 0, 0);
		sample.total.elapsed_ns = 3 * NS_PER_S / 2;
		assert_near(sample_value(&sample, (enum unit)unit),
			    value[unit], 0);
	}
}
