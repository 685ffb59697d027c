/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Capacity: from rows of rates whose shares over the limit are given. What
 * diskidx capacity finds on disks is in tests/virtual/capacity.sh. */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/result/capacity.h"
#include "diskidx/result/flags.h"

#include "../support/rows.h"

#define MOST_IOPS 1000
#define REQUESTS 10000		/* of a round */
#define MOST_RATES 10

/* Add a round in which so many requests take over 2 ms. */
static void
add_round(struct result *row, unsigned over)
{
	static struct histogram h;
	struct sample sample = { .round = (unsigned)row->n_samples + 1 };

	memset(&h, 0, sizeof(h));
	histogram_record_times(&h, NS_PER_MS, REQUESTS - over);
	histogram_record_times(&h, 5 * NS_PER_MS, over);
	sample.total.elapsed_ns = REQUESTS / MOST_IOPS * NS_PER_S;
	sample.total.ios[OP_READ] = REQUESTS;
	sample.latency[LAT][OP_READ] = histogram_pack(&h);
	result_add_sample(row, &sample);
}

/* Make rows of "RATE:OVER ...", after one without a rate, with rounds that have
 * a quarter more or less of these over; return their capacity. */
static struct capacity
find(const char *rates, struct result *row)
{
	static const char promise[] = "a: read p99 < 2ms";
	const char *list = promise;
	struct expectation e;
	unsigned rate = 0, share = 0;
	size_t n = 0;
	int length = 0;

	assert_int_equal(expectation_next(&e, &list), 1);
	do {
		row[n].test = (struct result_test){
			.id = xstrdup("a"), .category = xstrdup("Capacity"),
			.unit = UNIT_IOPS, .params = { .rate_iops = rate,
						       .read_pct = 100 } };
		for (int i = 0; i < 8; i++)
			add_round(&row[n], share * (unsigned)(12 + i % 2 * 8) /
				  16);
		result_summarise(&row[n++]);
		rates += length;
	} while (sscanf(rates, " %u:%u%n", &rate, &share, &length) == 2);
	return capacity_find(&e, row, n);
}

TEST_ROWS("capacity", the_edge_is_where_the_curve_is_at_the_limit)
{
	struct result row[MOST_RATES + 1] = { { .n_samples = 0 } };
	struct capacity c = find(field[0], row);

	if (strcmp(field[1], "open") == 0) {
		assert_int_equal(c.kind, CAPACITY_OPEN);
		assert_int_equal(c.next_iops, atoi(field[2]));
	} else {
		assert_string_equal(capacity_text(&c), field[1]);
	}
	for (size_t i = 0; i <= MOST_RATES; i++)
		result_free(&row[i]);
}

TEST(a_disk_that_fell_or_did_not_read_has_no_capacity)
{
	struct result row[MOST_RATES + 1] = { { .n_samples = 0 } };
	struct capacity c = find("496:50 593:200", row);

	assert_int_equal(c.flags, 0);
	for (enum flag flag = FLAG_CACHED; flag <= FLAG_THROTTLED; flag++) {
		size_t bad = flag == FLAG_THROTTLED ? 0 : 1;

		row[bad].judgement.flags = 1u << flag;
		c = capacity_find(&c.e, row, 3);
		row[bad].judgement.flags = 0;
		assert_int_equal(c.flags != 0, flag != FLAG_NOISY);
	}
	for (size_t i = 0; i <= MOST_RATES; i++)
		result_free(&row[i]);
}

TEST(a_rate_is_undecided_if_its_samples_contradict_the_edge)
{
	struct result row[MOST_RATES + 1] = { { .n_samples = 0 } };
	struct capacity c = find("497:50 596:200", row);

	assert_int_equal(capacity_fit(&c, &row[1]), FIT_SUITS);
	assert_int_equal(capacity_fit(&c, &row[2]), FIT_NOT);
	c.edge = (struct interval){ 700, 800 };
	assert_int_equal(capacity_fit(&c, &row[1]), FIT_SUITS);
	assert_int_equal(capacity_fit(&c, &row[2]), FIT_UNDECIDED);
	c.edge = (struct interval){ 300, 400 };
	assert_int_equal(capacity_fit(&c, &row[1]), FIT_UNDECIDED);
	assert_int_equal(capacity_fit(&c, &row[2]), FIT_NOT);
	for (size_t i = 0; i <= MOST_RATES; i++)
		result_free(&row[i]);
}
