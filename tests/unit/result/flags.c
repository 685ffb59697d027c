/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Validity: each flag just within and just beyond its bound, and whole runs. */
#include <config.h>

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/flags.h"

#include "../support/evidence.h"
#include "../support/rows.h"

#define DRIFT (1u << FLAG_DRIFT)
#define TWO_LINES 144		/* of a note, without its two colons */

TEST(every_flag_is_in_the_table_with_a_mark_of_its_own)
{
	for (int f = 0; f < FLAG_COUNT; f++) {
		const struct flag_entry *v = &flag_entry[f];

		assert_non_null(v->name);
		assert_true(isupper((unsigned char)v->mark) || v->mark == '?');
		assert_true(islower((unsigned char)v->meaning[0]));
		assert_true(islower((unsigned char)v->remedy[0]));
		assert_in_range(strlen(v->name) + strlen(v->meaning) +
				strlen(v->remedy), 1, TWO_LINES);
		for (int g = 0; g < f; g++) {
			assert_true(flag_entry[g].mark != v->mark);
			assert_string_not_equal(flag_entry[g].name, v->name);
		}
	}
}

TEST(only_seven_flags_take_a_row_out_of_the_score)
{
	const unsigned seven = 1u << FLAG_CACHED | 1u << FLAG_MEMORY |
			       1u << FLAG_SHORT | 1u << FLAG_SHALLOW |
			       1u << FLAG_EVICTED | 1u << FLAG_VERIFIED |
			       1u << FLAG_IMPOSSIBLE;

	assert_false(flags_invalidate(0));
	for (unsigned f = 0; f < FLAG_COUNT; f++)
		assert_int_equal(flags_invalidate(1u << f),
				 (seven & 1u << f) != 0);
	assert_false(flags_invalidate(~seven));
	assert_true(flags_invalidate(1u << FLAG_SHORT | 1u << FLAG_NOISY));
	assert_ptr_equal(flags_meaning(1u << FLAG_NOISY | 1u << FLAG_SHORT),
			 flag_entry[FLAG_SHORT].meaning);
	assert_null(flags_meaning(0));
}

/* Return the names of flags, with blanks between them. */
static const char *
names_of(unsigned flags)
{
	static char text[200];

	text[0] = '\0';
	for (int f = 0; f < FLAG_COUNT; f++) {
		if ((flags & 1u << f) == 0)
			continue;
		if (text[0] != '\0')
			strcat(text, " ");
		strcat(text, flag_entry[f].name);
	}
	return text;
}

/* Fail unless that evidence earns these flags; `known` is KEY=VALUE ... */
static void
assert_flags(const char *known, const char *words, const char *expected)
{
	struct facts target = { NULL, 0 };
	struct result result = result_of(words);
	const char *flags;
	char text[200];

	strcpy(text, known);
	for (char *at = strtok(text, " "); at != NULL;
	     at = strtok(NULL, " ")) {
		char *value = strchr(at, '=');

		*value++ = '\0';
		facts_set(&target, facts_key(at), "%s", value);
	}
	flags = names_of(judge_result(&result, &target));
	if (strcmp(flags, expected) != 0)
		fail_msg("%s, %s: \"%s\"", known, words, flags);
	facts_free(&target);
	result_free(&result);
}

TEST_ROWS("flags", evidence_earns_flags)
{
	assert_flags("", field[1], field[0]);
}

TEST_ROWS("flags", facts_of_the_target_are_evidence_too)
{
	assert_flags(field[1], field[2], field[0]);
}

TEST(times_of_processors_are_those_of_the_samples_that_know)
{
	struct result result = result_of("read limited=1000ms "
		"has-processors=0 ; periods=7 limited-periods=5 limited=40us "
		"; limited=2us");
	struct processor_times times = flags_processors(&result);

	assert_int_equal(times.limited_ns, 42000);
	assert_int_equal(times.limited_periods, 10);
	assert_int_equal(times.periods, 14);
	result_free(&result);
}

TEST(a_row_that_fell_is_throttled)
{
	struct result result = result_of("read");
	static const struct facts none;

	assert_int_equal(judge_result(&result, NULL), 0);
	result.summary.has_slowdown = true;
	assert_int_equal(flags_judge(&result, &none), 0);
	result.summary.slowdown.for_good = true;
	assert_int_equal(flags_judge(&result, &none),
			 1u << FLAG_THROTTLED);
	result.summary.has_value = false;
	assert_int_equal(flags_judge(&result, &none), 0);
	result_free(&result);
}

/* Whole runs */

/* Judges a run as a record does, and returns all its flags together. */
static unsigned
judge_run(struct result *results, size_t n)
{
	unsigned flags = 0;

	for (size_t i = 0; i < n; i++)
		judge_result(&results[i], NULL);
	flags_judge_run(results, n);
	for (size_t i = 0; i < n; i++)
		flags |= results[i].judgement.flags;
	return flags;
}

static void
free_run(struct result *results, size_t n)
{
	for (size_t i = 0; i < n; i++)
		result_free(&results[i]);
}

/* A row without noise whose rounds are exp(step) apart. */
static struct result
stair(double step, unsigned rounds)
{
	char words[1000] = "read";

	for (unsigned i = 0; i < rounds; i++)
		sprintf(words + strlen(words), "%s ios=%.0f",
			i > 0 ? " ;" : "",
			1e9 * exp(step * i + 0.0001 * (i & 1)));
	return result_of(words);
}

TEST(drift_is_five_per_cent_at_least_over_five_rounds_at_least)
{
	static const struct {
		double step;
		unsigned rounds, flags;
	} rows[] = {
		{ 0.0126, 5, DRIFT }, { 0.0124, 5, 0 }, { 0.0168, 4, 0 }
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct result result = stair(rows[i].step, rows[i].rounds);

		assert_int_equal(judge_run(&result, 1), rows[i].flags);
		result_free(&result);
	}
}

TEST(drift_is_of_one_target_and_of_every_row_judged)
{
	struct result results[4];

	results[0] = stair(0.02, 6);
	results[1] = stair(0.02, 3);		/* not judged */
	results[2] = stair(0, 6);
	results[2].test.target = 1;
	results[3] = stair(0.02, 6);
	results[3].test.na_reason = xstrdup("no space left on device");
	judge_run(results, 4);
	assert_int_equal(results[0].judgement.flags, DRIFT);
	assert_int_equal(results[1].judgement.flags, 0);
	assert_int_equal(results[2].judgement.flags, 0);
	assert_int_equal(results[3].judgement.flags, 0);
	free_run(results, 4);
}

/* Neither by File Copy or open loops, nor by what fell for good. */
TEST(drift_is_judged_by_the_disks_own_speed)
{
	struct result results[2];

	results[0] = stair(0.02, 6);
	results[1] = stair(0, 6);
	results[0].test.params.rate_iops = 1;
	assert_int_equal(judge_run(results, 2), 0);
	results[0].test.params.rate_iops = 0;
	assert_int_equal(judge_run(results, 2), DRIFT);
	results[0].test.params.action = ACTION_COPY;
	results[0].test.params.cache = CACHE_CACHED;
	results[0].test.params.file_bytes = 500 * KIB;
	assert_int_equal(judge_run(results, 2), 0);
	results[0].test.params = results[1].test.params;
	result_summarise(&results[0]);
	results[0].summary.has_slowdown = true;
	results[0].summary.slowdown.within =
		results[0].summary.slowdown.for_good = true;
	flags_judge_run(results, 2);
	assert_int_equal(results[1].judgement.flags, 0);
	flags_judge_run(NULL, 0);
	free_run(results, 2);
}

TEST(one_row_that_becomes_slower_is_no_drift_of_all)
{
	struct result results[5];

	for (size_t i = 0; i < 4; i++)
		results[i] = stair(0, 8);
	results[4] = stair(-0.14, 8);
	assert_int_equal(judge_run(results, 5) & DRIFT, 0);
	free_run(results, 5);
}

/* A round that some row lacks says nothing of all rows alike. */
TEST(only_complete_rounds_count_for_drift)
{
	struct result results[2];

	results[0] = stair(0.02, 6);
	results[1] = stair(0.02, 6);
	results[1].sample[5].round = 7;
	assert_int_equal(judge_run(results, 2), DRIFT);
	results[1].sample[4].round = 8;
	assert_int_equal(judge_run(results, 2), 0);
	free_run(results, 2);
}
