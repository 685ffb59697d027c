/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Trend: what the rounds of a run's rows say together. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/flags.h"

#include "../support/evidence.h"
#include "../support/rows.h"

#define MAX_ROWS 10

static struct result results[MAX_ROWS];
static size_t n_results;

static void
forget(void)
{
	while (n_results > 0)
		result_free(&results[--n_results]);
}

AFTER_EACH(clean_up)
{
	forget();
	return 0;
}

/* Add a row with so many requests in each round. */
static void
add_row(const char *requests)
{
	char words[500] = "read", *end;
	const char *at = requests;

	while (strspn(at, " ") < strlen(at)) {
		sprintf(words + strlen(words), "%s ios=%lu",
			at == requests ? "" : " ;", strtoul(at, &end, 10));
		at = end;
	}
	assert_true(n_results < MAX_ROWS);
	results[n_results] = result_of(words);
	judge_result(&results[n_results++], NULL);
}

/* Add "8x 1000 1000 ... | 1000 ...". */
static void
add_rows(char *rows)
{
	char *left;

	for (char *row = strtok_r(rows, "|", &left); row != NULL;
	     row = strtok_r(NULL, "|", &left)) {
		char *at = row + strspn(row, " ");
		int times = at[0] != '\0' && at[1] == 'x' ? *at - '0' : 1;

		while (times-- > 0)
			add_row(at[1] == 'x' ? at + 3 : at);
	}
}

static const char *
said(const struct trend *trend)
{
	static char text[100];

	if (trend->fell > 0)
		sprintf(text, "fell %zu/%zu at %u (%zu:%zu) to %.3f%s",
			trend->fell, trend->rows, trend->round,
			trend->before, trend->after, trend->factor,
			trend->for_good ? " for good" : "");
	else
		strcpy(text, trend->drifts ? "drifts" : "");
	return text;
}

TEST_ROWS("trend", rounds_fall_drift_or_nothing)
{
	char rows[500];
	struct trend trend;

	forget();
	strcpy(rows, field[0]);
	add_rows(rows);
	trend = trend_of(results, n_results, 0);
	if (strcmp(said(&trend), field[1]) != 0)
		fail_msg("%s: \"%s\"", field[0], said(&trend));
	assert_int_equal(trend_of(results, n_results, 1).rows, 0);
}

/* The rows that fell carry the flag, and both their levels. */
TEST(a_fall_for_good_is_throttling_of_the_rows_that_fell)
{
	char rows[] = "2x 2000 2020 1980 300 302 298 300 301 | "
		      "2000 2010 2020 2000 2010 2020 2000 2010";

	add_rows(rows);
	flags_judge_run(results, n_results);
	assert_int_equal(results[0].judgement.flags, 1u << FLAG_THROTTLED);
	assert_true(results[0].summary.has_slowdown);
	assert_false(results[0].summary.slowdown.within);
	assert_int_equal(results[0].summary.n_slowdowns, 0);
	assert_int_equal(results[0].summary.slowdown.round, 4);
	assert_near(results[0].summary.slowdown.before, 1000, 1e-9);
	assert_near(results[0].summary.slowdown.after, 150.1, 1e-9);
	assert_relatively_near(results[0].summary.sample_value[0], 1000.0,
			       1e-12);
	/* The value is of the level that lasts; so is its error. */
	assert_int_equal(results[0].summary.from_round, 4);
	assert_near(results[0].summary.value, 150.1, 1e-9);
	assert_true(results[0].summary.rounds.error < 0.01);
	assert_near(result_value_without(&results[0], 8), 150, 1e-9);
	assert_near(result_value_without(&results[0], 1), 150.1, 1e-9);
	assert_int_equal(results[2].judgement.flags, 0);
	assert_int_equal(results[2].summary.from_round, 0);
	assert_true(results[2].summary.value > 1000);
	assert_false(results[2].summary.has_slowdown);
	/* The same again, as a note and a flag come from the same rounds. */
	assert_int_equal(trend_of(results, n_results, 0).round, 4);
}

/* One that has no sample from then on, as it failed, can't have fallen. */
TEST(a_row_that_ended_before_a_fall_has_none)
{
	char rows[] = "3x 2000 2020 1980 300 302 298 300 301 | 500 510 500";

	add_rows(rows);
	flags_judge_run(results, n_results);
	assert_int_equal(results[0].judgement.flags, 1u << FLAG_THROTTLED);
	assert_false(results[n_results - 1].summary.has_slowdown);
	assert_int_equal(results[n_results - 1].judgement.flags, 0);
}

TEST(file_copy_and_given_rates_are_no_speed_of_the_disk)
{
	char rows[] = "1000 1000 1000 1000 500 500 500 500";

	add_rows(rows);
	assert_int_equal(trend_of(results, 1, 0).rows, 1);
	results[0].test.params.rate_iops = 1000;
	assert_int_equal(trend_of(results, 1, 0).rows, 0);
	results[0].test.params.rate_iops = 0;
	results[0].test.params.action = ACTION_COPY;
	results[0].test.params.cache = CACHE_CACHED;
	results[0].test.params.file_bytes = 500 * 1024;
	assert_int_equal(trend_of(results, 1, 0).rows, 0);
	assert_int_equal(trend_of(NULL, 0, 0).rows, 0);
}
