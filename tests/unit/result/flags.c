/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Validity: each flag just within and just beyond its limit. */
#include <config.h>

#include <ctype.h>
#include <string.h>

#include "diskidx/result/flags.h"

#include "../support/evidence.h"
#include "../support/rows.h"

#define TWO_LINES 144		/* of a note, without its two colons */

TEST(every_flag_is_in_the_table_with_a_name_of_its_own)
{
	for (int f = 0; f < FLAG_COUNT; f++) {
		const struct flag_entry *v = &flag_entry[f];

		assert_non_null(v->name);
		assert_true(islower((unsigned char)v->meaning[0]));
		assert_true(islower((unsigned char)v->remedy[0]));
		assert_in_range(strlen(v->name) + strlen(v->meaning) +
				strlen(v->remedy), 1, TWO_LINES);
		for (int g = 0; g < f; g++)
			assert_string_not_equal(flag_entry[g].name, v->name);
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
	flags = flag_names(judge_result(&result, &target));
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
	const struct processor_times *times = &result.summary.processors;

	result_summarise(&result);
	assert_int_equal(times->limited_ns, 42000);
	assert_int_equal(times->limited_periods, 10);
	assert_int_equal(times->periods, 14);
	result_free(&result);
}
