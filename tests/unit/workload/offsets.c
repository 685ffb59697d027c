/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Offsets and arrivals: which block is next in each pattern, and when it is due
 * in an open loop, without a loop that uses them.
 */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "workload/arrivals.h"
#include "workload/offsets.h"

#include "../support/test.h"

#define MOST_BLOCKS 100000

static uint64_t visits[MOST_BLOCKS];

/* Visit n blocks, which are counted; return how often the next one followed. */
static uint64_t
visit(const struct params *params, uint64_t blocks, uint64_t n, uint64_t seed)
{
	uint64_t block = blocks, last, next = 0;
	struct offsets offsets;

	memset(visits, 0, sizeof(visits));
	assert_int_equal(offsets_open(&offsets, params, blocks, seed), 0);
	for (uint64_t i = 0; i < n; i++) {
		last = block;
		block = offsets_next(&offsets, OP_READ);
		assert_true(block < blocks);
		visits[block]++;
		next += block == (last + 1) % blocks;
	}
	return next;
}

/* Draw n requests and count them in `drawn` by size; each fits the file. */
static void
draw(const struct params *params, uint64_t file_bytes, bool in_order,
     uint64_t n, uint64_t *drawn)
{
	const struct sizes *sizes = &params->sizes[OP_READ];
	struct request r = { .offset = 0 };
	struct offsets offsets;
	struct lengths lengths;
	uint64_t end = 0;

	memset(visits, 0, sizeof(visits));
	assert_int_equal(offsets_open(&offsets, params, 2, 5), 0);
	lengths_open(&lengths, sizes, file_bytes, params->align_bytes,
		     in_order);
	for (uint64_t i = 0; i < n; i++) {
		unsigned size = 0;

		lengths_draw(&lengths, &offsets, &r);
		while (sizes->bytes[size] != r.length)
			size++;
		drawn[size]++;
		assert_true(r.offset + r.length <= file_bytes);
		assert_true(r.offset % sizes->bytes[0] == 0);
		if (in_order)
			assert_true(r.offset == (end + r.length > file_bytes ?
						 0 : end));
		end = r.offset + r.length;
		visits[r.offset / sizes->bytes[0]] += r.length == 4096;
	}
}

TEST(sizes_come_by_their_shares_and_begin_alike_wherever_they_fit)
{
	static const struct params params = { .sizes[OP_READ] = {
		.n = 3, .bytes = { 512, 1024, 4096 }, .weight = { 10, 30, 60 }
	} };
	const struct sizes *sizes = &params.sizes[OP_READ];

	for (int in_order = 1; in_order >= 0; in_order--) {
		uint64_t drawn[3] = { 0, 0, 0 };

		draw(&params, 2 * 4096, in_order, 100000, drawn);
		for (unsigned i = 0; i < sizes->n; i++)
			assert_near(drawn[i], 1000.0 * sizes->weight[i], 500);
	}
	for (unsigned i = 0; i < 9; i++)
		assert_near(visits[i], 60000.0 / 9, 330);
	assert_true(visits[9] == 0);
}

/* The zones hold whatever the sizes and the alignment. */
TEST(zones_have_their_shares_of_aligned_requests_of_any_size)
{
	static const struct params params = {
		.pattern = PATTERN_ZONED, .zones = "50/5:30/15:20/",
		.align_bytes = 4096, .sizes[OP_READ] = {
			.n = 2, .bytes = { 512, 4096 }, .weight = { 50, 50 }
		}
	};
	uint64_t drawn[2] = { 0, 0 }, sum = 0;

	draw(&params, 1000 * 4096, false, 400000, drawn);
	for (unsigned i = 0; i < 8000; i++) {
		assert_true(i % 8 == 0 || visits[i] == 0);
		sum += visits[i];
		if (i == 50 * 8 - 1)
			assert_near(sum, 100000, 1000);
		if (i == 200 * 8 - 1)
			assert_near(sum, 160000, 1000);
	}
	assert_near(sum, 200000, 1000);
}

TEST(a_permutation_visits_each_block_once_before_any_twice)
{
	static const uint64_t sizes[] = { 2, 3, 5, 64, 1000, 4096, 65537 };
	struct params params = { .pattern = PATTERN_PERMUTATION };

	for (size_t i = 0; i < LENGTH(sizes); i++)
		for (unsigned round = 1; round <= 3; round++) {
			visit(&params, sizes[i], round * sizes[i], 99);
			for (uint64_t b = 0; b < sizes[i]; b++)
				assert_true(visits[b] == round);
		}
}

/* Neighbors in time are neighbors in place no more often than by chance. */
TEST(a_permutation_looks_random)
{
	struct params params = { .pattern = PATTERN_PERMUTATION };
	struct offsets offsets;
	uint64_t last, block;
	unsigned near = 0, up = 0;

	assert_int_equal(offsets_open(&offsets, &params, 100000, 5), 0);
	last = offsets_next(&offsets, OP_READ);
	for (int i = 0; i < 50000; i++, last = block) {
		block = offsets_next(&offsets, OP_READ);
		near += block < last + 1000 && last < block + 1000;
		up += block > last;
	}
	assert_in_range(near, 500, 2000);		/* 2 % are 1000 */
	assert_in_range(up, 24000, 26000);
}

static int
descending(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? 1 : x > y ? -1 : 0;
}

TEST(zipf_follows_its_law_and_spreads_what_is_wanted)
{
	static const uint32_t thetas[] = { 500, 900, 1000, 1200 };
	struct params params = { .pattern = PATTERN_ZIPF };
	uint64_t n = 400000, blocks = 10000;

	for (size_t t = 0; t < LENGTH(thetas); t++) {
		double theta = thetas[t] / 1000.0, all = 0, hot = 0;
		uint64_t seen = 0, first = 0;

		params.theta_milli = thetas[t];
		visit(&params, blocks, n, 99);
		for (uint64_t b = 0; b < 100; b++)
			first += visits[b];
		assert_true(first < n / 5 || theta >= 1);
		qsort(visits, blocks, sizeof(*visits), descending);
		for (uint64_t i = 1; i <= blocks; i++)
			all += pow((double)i, -theta);
		for (uint64_t i = 1; i <= 100; i++) {
			hot += pow((double)i, -theta) / all;
			seen += visits[i - 1];
			if (i == 1 || i == 10 || i == 100)
				assert_relatively_near((double)seen, hot *
						       (double)n, 0.05);
		}
	}
}

TEST(zones_have_their_shares_of_requests_and_spread_them)
{
	struct params params = {
		.pattern = PATTERN_ZONED, .zones = "60/10:0/40:40/30"
	};

	visit(&params, 100, 100000, 3);
	for (unsigned i = 0; i < 100; i++)
		if (i < 10)
			assert_near(visits[i], 6000, 400);
		else if (i >= 50 && i < 80)
			assert_near(visits[i], 40000.0 / 30, 200);
		else
			assert_true(visits[i] == 0);
}

TEST(the_hottest_block_of_zipf_and_the_first_of_a_permutation_are_anywhere)
{
	static const struct params ways[] = {
		{ .pattern = PATTERN_ZIPF, .theta_milli = 1200 },
		{ .pattern = PATTERN_PERMUTATION },
	};

	/* A quarter of the file has a quarter of them, and six standard
	   deviations. */
	for (size_t i = 0; i < LENGTH(ways); i++) {
		unsigned quarter[4] = { 0 }, first = 0;

		for (uint64_t seed = 1; seed <= 400; seed++) {
			uint64_t hot, b;

			visit(&ways[i], 1000, ways[i].theta_milli > 0 ?
			      500 : 1, seed);
			for (hot = 0, b = 1; b < 1000; b++)
				if (visits[b] > visits[hot])
					hot = b;
			quarter[hot / 250]++;
			first += hot == 0;
		}
		assert_true(first <= 4);
		for (unsigned q = 0; q < 4; q++)
			assert_in_range(quarter[q], 48, 152);
	}
}

/* Within five standard deviations, of the blocks that follow and of each. */
TEST(a_sequential_share_goes_on_and_the_rest_is_uniform)
{
	static const uint32_t shares[] = { 0, 25, 50, 100 };
	struct params params = { 0 };
	double n = 200000, blocks = 1000;

	for (size_t i = 0; i < LENGTH(shares); i++) {
		double p = shares[i] / 100.0, next;

		params.sequential_pct = shares[i];
		next = (double)visit(&params, 1000, 200000, 3);
		p += (1 - p) / blocks;
		assert_near(next, p * n, 5 * sqrt(p * (1 - p) * n) + 1);
		for (uint64_t b = 0; shares[i] == 0 && b < 1000; b++)
			assert_near((double)visits[b], n / blocks,
				    5 * sqrt(n / blocks));
	}
	/* An order that is all sequential begins with the first block. */
	visit(&params, 1000, 10, 3);
	assert_true(visits[0] == 1 && visits[9] == 1);
}

/* A step back leaves out the last block, as in fio. Zones are of three blocks,
 * in files of 11 and 7, whose last zone is cut short; and one is longer than
 * the file. */
TEST(steps_back_and_zones_leave_out_blocks_as_in_fio)
{
	static const struct {
		uint64_t blocks, back_bytes, zone_bytes, wanted[10];
	} cases[] = {
		{ 5, 8192, 0, { 0, 3, 2, 1, 0, 3, 2, 1, 0, 3 } },
		{ 11, 0, 12288, { 0, 1, 2, 5, 6, 7, 10, 10, 10, 0 } },
		{ 7, 0, 12288, { 0, 1, 2, 5, 6, 5, 0, 1, 2, 5 } },
		{ 4, 0, 1 << 20, { 0, 1, 2, 3, 0, 1, 2, 3, 0, 1 } },
	};
	struct params params = { .sequential_pct = 100, .block_bytes = 4096 };
	struct offsets offsets;

	for (size_t i = 0; i < LENGTH(cases); i++) {
		params.back_bytes = cases[i].back_bytes;
		params.zone_bytes = cases[i].zone_bytes;
		params.skip_bytes = cases[i].zone_bytes > 0 ? 8192 : 0;
		assert_int_equal(offsets_open(&offsets, &params,
					      cases[i].blocks, 3), 0);
		for (size_t k = 0; k < LENGTH(cases[i].wanted); k++)
			assert_int_equal(offsets_next(&offsets, OP_READ),
					 cases[i].wanted[k]);
	}
	params = (struct params){ .sequential_pct = 100, .block_bytes = 4096,
				  .back_bytes = 8192 };
	assert_int_equal(offsets_open(&offsets, &params, 1, 3), -EINVAL);
}

/* Due in turns, evenly, to the nanosecond that the rate gives. */
TEST(copies_share_the_rate_and_take_turns)
{
	static const uint32_t rates[] = { 1, 7, 1000, 33333, 20000000 };

	for (size_t i = 0; i < LENGTH(rates); i++)
		for (unsigned copies = 1; copies <= 3; copies++)
			for (unsigned copy = 0; copy < copies; copy++) {
				struct params params = {
					.rate_iops = rates[i]
				};
				double mean = 1e9 / rates[i], due = copy;
				struct arrivals a;

				arrivals_start(&a, &params, copy, copies, 1,
					       NS_PER_S);
				for (unsigned k = 0; k < 1000; k++) {
					uint64_t until_ns = a.due_ns;

					assert_int_equal(arrivals_count(&a,
							 until_ns), k);
					assert_int_equal(arrivals_count(&a,
							 until_ns + 1), k + 1);
					assert_near((double)arrivals_take(&a) -
						    1e9, due * mean, 2);
					due += copies;
				}
			}
}

/* The least rate of a job, whose largest gap of chance is the longest. */
TEST(a_rate_in_bytes_has_gaps_of_many_seconds)
{
	struct params params = {
		.block_bytes = 4096, .rate_iops = 1, .rate_bytes = 1250
	};
	struct arrivals a;

	arrivals_start(&a, &params, 0, 1, 7, 0);
	for (unsigned k = 0; k < 100; k++)
		assert_int_equal(arrivals_take(&a), k * UINT64_C(3276800000));
	params.block_bytes = 5000;
	params.rate_bytes = 5;
	params.arrival = ARRIVAL_POISSON;
	arrivals_start(&a, &params, 0, 1, 7, 0);
	assert_near((double)a.gap[0] / (1 << 20), 7.62e12, 0.01e12);
}

TEST(poisson_gaps_have_the_mean_and_the_spread)
{
	struct params params = {
		.rate_iops = 10000, .arrival = ARRIVAL_POISSON
	};
	double sum = 0, squares = 0, gap, n = 100000;
	uint64_t last, due;
	struct arrivals a;

	arrivals_start(&a, &params, 0, 1, 7, 0);
	last = arrivals_take(&a);
	for (int i = 0; i < 100000; i++, last = due) {
		due = arrivals_take(&a);
		gap = (double)(due - last);
		sum += gap;
		squares += gap * gap;
	}
	assert_relatively_near(sum / n, 100000, 0.02);
	/* The standard deviation of an exponential is its mean. */
	assert_relatively_near(sqrt(squares / n - sum / n * sum / n), 100000,
			       0.03);
	assert_relatively_near((double)arrivals_count(&a, 20 * NS_PER_S),
			       200000, 0.02);
}
