/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* What a report says about a sweep: the sentence below it, and its limits. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/result/flags.h"
#include "../support/rows.h"
#include "report/parts.h"
#include "report/sweep.h"

#define DEPTHS 6
#define ROWS 20			/* of blocks and depths */

static const char deep[] = "100 200 400 800 1600 1640";

/* Fill in a sweep of depths, whose values are known within a half-width either
 * way; one of -1 is none. */
static void
fill(struct result *result, const struct result **row, const char *values,
     double half)
{
	for (size_t i = 0; i < DEPTHS; i++) {
		char *end;

		result[i] = (struct result){
			.summary.has_value = true,
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
		if (half >= 0)
			result[i].summary.ci95 = spread_interval(
				&result[i].summary.rounds, SPREAD_BETWEEN);
		row[i] = &result[i];
		values = end;
	}
}

/* Values at depth 1, 2, 4 ..., the half-width, the verdict, or a dash, and the
 * same in brief. */
TEST_ROWS("format", a_depth_is_enough_if_no_deeper_one_brings_more)
{
	struct result result[DEPTHS];
	const struct result *row[DEPTHS];
	struct sweep sweep = { .kind = SWEEP_SHAPE, .row = row, .n = DEPTHS };
	char *verdict;

	fill(result, row, field[0], strtod(field[1], NULL));
	verdict = sweep_verdict(&sweep, false);
	assert_string_equal(verdict != NULL ? verdict : "-", field[2]);
	assert_string_equal(sweep_verdict(&sweep, true), field[3]);
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
	verdict = sweep_verdict(&sweep, false);
	assert_string_equal(verdict, field[1]);
}

TEST(a_sweep_of_something_else_has_no_depth)
{
	struct result result[DEPTHS];
	const struct result *row[DEPTHS];
	struct sweep sweep = { .kind = SWEEP_SHAPE, .row = row, .n = DEPTHS };

	fill(result, row, deep, 1);
	result[3].test.params.block_bytes = 8192;
	assert_null(sweep_verdict(&sweep, false));
	fill(result, row, deep, 1);
	result[3].judgement.flags = 1u << FLAG_SHALLOW;
	assert_null(sweep_verdict(&sweep, false));
	fill(result, row, deep, 1);
	result[3].test.params.read_pct = 75;
	assert_null(sweep_verdict(&sweep, false));
	sweep.n = 1;
	assert_null(sweep_verdict(&sweep, false));
}

/* Limits. */

/* Return a row of so many requests a second, with an interval of a part of
 * that to either side. */
static struct result
row_of(uint64_t block_bytes, uint64_t depth, double iops, double part)
{
	return (struct result){
		.test = {
			.id = "jobs:q=1", .title = "Jobs", .copies = 2,
			.unit = UNIT_IOPS, .params = {
				.action = ACTION_READ, .read_pct = 100,
				.cache = CACHE_DIRECT,
				.block_bytes = (uint32_t)block_bytes,
				.depth = (uint32_t)depth,
			},
		},
		.summary = {
			.has_value = true, .value = iops,
			.ci95 = { iops / (1 + part), iops * (1 + part) },
			.rounds = { log(iops), log1p(part) / 2.7764451, 4 },
			.depth_mean = (double)depth, .user_pct = 6,
		},
	};
}

/* Change a row, or all of them, by a word. */
static void
change(struct result *row, const char *word)
{
	if (strcmp(word, "noisy") == 0) {
		row->judgement.flags = 1u << FLAG_NOISY;
	} else if (strcmp(word, "busy") == 0) {
		row->summary.system_pct = 45;
	} else if (strcmp(word, "shallow") == 0) {
		row->summary.depth_mean = 1;
	} else if (strcmp(word, "crowded") == 0) {
		row->summary.depth_mean = 2;
	} else if (strcmp(word, "buffered") == 0) {
		row->test.params.cache = CACHE_BUFFERED;
	} else if (strcmp(word, "in-turn") == 0) {
		row->test.params.sequential_pct = 100;
	} else if (strcmp(word, "load") == 0) {
		row->summary.processors = (struct processor_times){
			.total_ns = 100, .busy_ns = 91 };
	} else if (strcmp(word, "idle") == 0) {
		row->summary.user_pct = 4;
	} else {
		fail_msg("no word: %s", word);
	}
}

/* Rows as "64k*8=3000", and words that change the one before; the part; and
 * what is said, or a dash. */
TEST_ROWS("format", a_limit_is_told_where_it_is_evident)
{
	struct result row[ROWS];
	struct record record = { .result = row, .n_targets = 1 };
	struct notes notes = { NULL, 0, 0 };
	char said[1000] = "";

	for (char *word = strtok(field[0], " "); word != NULL;
	     word = strtok(NULL, " ")) {
		char *at = strchr(word, '*');
		uint64_t block_bytes = 0;

		if (at == NULL) {
			change(&row[record.n_results - 1], word);
			continue;
		}
		*at++ = '\0';
		assert_int_equal(units_parse_size(word, &block_bytes), 0);
		assert_true(record.n_results < ROWS);
		row[record.n_results++] = row_of(
			block_bytes, strtoull(at, NULL, 10),
			strtod(strchr(at, '=') + 1, NULL),
			strtod(field[1], NULL));
	}
	notes_add_limits(&notes, &record, false);
	for (size_t i = 0; i < notes.n; i++) {
		strcat(said, i > 0 ? " / " : "");
		strcat(said, notes.list[i].text);
	}
	assert_string_equal(notes.n > 0 ? said : "-", field[2]);
	free(notes.list);
}
