/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Trend: what the rounds of all rows of a run show together. */
#include <config.h>

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/result/flags.h"

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

/*
 * Add a row with so many requests in each round, behind words of evidence.h for
 * it or for a round, and: failed; fell (for good, within a sample).
 */
static void
add_row(const char *row)
{
	char text[500], words[900] = "read", *left;
	struct result *result = &results[n_results];
	bool is_next = false, failed = false, fell = false;

	strcpy(text, row);
	for (char *word = strtok_r(text, " ", &left); word != NULL;
	     word = strtok_r(NULL, " ", &left)) {
		if (strcmp(word, "failed") == 0 || strcmp(word, "fell") == 0) {
			failed |= word[1] == 'a';
			fell |= word[1] == 'e';
			continue;
		}
		strcat(words, is_next ? " ; " : " ");
		is_next = isdigit((unsigned char)word[0]);
		strcat(strcat(words, is_next ? "ios=" : ""), word);
	}
	assert_true(n_results++ < MAX_ROWS);
	*result = result_of(words);
	result->test.na_reason = failed ? xstrdup("the disk is full") : NULL;
	judge_result(result, NULL);
	result->summary.slowdown.round |= fell;
	result->summary.slowdown.within |= fell;
	result->summary.slowdown.for_good |= fell;
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

/* The rows that fell have both their levels; flags are told below. */
TEST(a_fall_for_good_is_throttling_of_the_rows_that_fell)
{
	char rows[] = "2x 2000 2020 1980 300 302 298 300 301 | "
		      "2000 2010 2020 2000 2010 2020 2000 2010";

	add_rows(rows);
	flags_judge_run(results, n_results, 2);
	assert_true(results[0].summary.slowdown.round > 0);
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
	assert_true(results[2].summary.value > 1000);
	assert_int_equal(results[2].summary.slowdown.round, 0);
	/* The same again, as a note and a flag come from the same rounds. */
	assert_int_equal(trend_of(results, n_results, 0).round, 4);
}

/* The flags of each row, or a dash. */
TEST_ROWS("trend", rounds_give_rows_their_flags)
{
	char rows[500], *text = NULL;

	forget();
	strcpy(rows, field[0]);
	add_rows(rows);
	flags_judge_run(results, n_results, 2);
	for (size_t i = 0; i < n_results; i++) {
		unsigned flags = results[i].judgement.flags;

		text = say_join(text, " | ", flags != 0 ? flag_names(flags) :
				"-");
	}
	assert_string_equal(text, field[1]);
}

TEST(no_rows_say_nothing)
{
	flags_judge_run(NULL, 0, 1);
	assert_int_equal(trend_of(NULL, 0, 0).rows, 0);
}
