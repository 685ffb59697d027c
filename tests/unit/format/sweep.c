/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The sentence below a sweep of depths: rows are depth value half-width, the
 * interval by the rounds being value x/: half-width; one of -1 is none. */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "report/parts.h"
#include "../support/rows.h"

#define DEPTHS 6

static const char deep[] = "100 200 400 800 1600 1640";

/* Fill in a sweep of depths. */
static void
fill(struct result *result, const struct result **row, const char *values,
     double half)
{
	for (size_t i = 0; i < DEPTHS; i++) {
		char *end;

		result[i] = (struct result){
			.summary.has_value = true,
			.summary.has_interval = half >= 0,
			.summary.value = strtod(values, &end),
			.test.params = {
				.action = ACTION_MIX, .block_bytes = 4096,
				.depth = 1u << i,
			},
		};
		result[i].summary.rounds = (struct difference){
			log(result[i].summary.value),
			log1p(half / result[i].summary.value) / 2.7764451, 4,
		};
		row[i] = &result[i];
		values = end;
	}
}

/* Values at depth 1, 2, 4 ..., the half-width, and the verdict, or a dash. */
TEST_ROWS("format", a_depth_is_enough_if_no_deeper_one_brings_more)
{
	struct result result[DEPTHS];
	const struct result *row[DEPTHS];
	struct sweep sweep = { .kind = SWEEP_SHAPE, .row = row, .n = DEPTHS };
	char *verdict;

	fill(result, row, field[0], strtod(field[1], NULL));
	verdict = sweep_verdict(&sweep);
	assert_string_equal(verdict != NULL ? verdict : "-", field[2]);
	free(verdict);
}

/* Rates of 100, 200 and 300: of sustained (+), not (-), n/a (0), noisy (n),
 * and with a flag that invalidates (!); the last two kinds were sustained. */
TEST_ROWS("format", a_rate_that_is_not_the_disks_is_no_verdict)
{
	struct result result[3];
	const struct result *list[3];
	struct sweep sweep = { .kind = SWEEP_RATE, .row = list, .n = 3 };
	char *verdict;

	for (unsigned i = 0; i < 3; i++) {
		char kind = field[0][i];

		result[i] = (struct result){
			.summary.has_value = kind != '0',
			.test.params.rate_iops = 100 * (i + 1),
			.summary.total = { .offered_ios = 1000,
				.ios = { kind == '-' ? 900 : 1000 } },
		};
		if (kind == 'n')
			result[i].judgement.flags = 1u << FLAG_NOISY;
		else if (kind == '!')
			result[i].judgement.flags = 1u << FLAG_CACHED;
		list[i] = &result[i];
	}
	verdict = sweep_verdict(&sweep);
	assert_string_equal(verdict, field[1]);
	free(verdict);
}

TEST(a_sweep_of_something_else_has_no_depth)
{
	struct result result[DEPTHS];
	const struct result *row[DEPTHS];
	struct sweep sweep = { .kind = SWEEP_SHAPE, .row = row, .n = DEPTHS };

	fill(result, row, deep, 1);
	result[3].test.params.block_bytes = 8192;
	assert_null(sweep_verdict(&sweep));
	fill(result, row, deep, 1);
	result[3].judgement.flags = 1u << FLAG_SHALLOW;
	assert_null(sweep_verdict(&sweep));
	fill(result, row, deep, 1);
	result[3].test.params.read_pct = 75;
	assert_null(sweep_verdict(&sweep));
	sweep.n = 1;
	assert_null(sweep_verdict(&sweep));
}
