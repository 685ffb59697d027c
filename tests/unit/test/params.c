/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Parameters, facts and device counters: the plain data of both sides. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/base/counters.h"
#include "diskidx/base/facts.h"
#include "diskidx/test/params.h"

#include "../support/rows.h"

#define GOOD "action=mix cache=direct sync=none block_bytes=4096 depth=32 " \
	"read_pct=75 file_bytes=0"

/* Put the text of a row, where a + stands for all that each line has. */
static const char *
line_of(char text[2 * PARAMS_TEXT], const char *row)
{
	snprintf(text, 2 * PARAMS_TEXT, "%s%s", row[0] == '+' ? GOOD : "",
		 row + (row[0] == '+'));
	return text;
}

/* A line, and as what it is written again; -: as it is. */
TEST_ROWS("params", params_survive_reading_and_writing)
{
	char line[2 * PARAMS_TEXT], expected[2 * PARAMS_TEXT];
	const char *text;
	struct params params;

	memset(&params, 0xff, sizeof(params));
	assert_int_equal(params_parse(line_of(line, field[0]), &params), 0);
	text = params_format(&params);
	assert_true(strlen(text) < PARAMS_TEXT - 1);
	assert_string_equal(text, line_of(expected, field[strcmp(field[1],
							"-") != 0]));
}

TEST_ROWS("params", malformed_params_are_refused_and_leave_the_struct_alone)
{
	struct params params = { .depth = 77 };
	char line[2 * PARAMS_TEXT];

	if (params_parse(line_of(line, field[0]), &params) != -EINVAL)
		fail_msg("accepted: \"%s\"", line);
	assert_int_equal(params.depth, 77);
}

TEST(sizes_take_as_much_text_as_they_have_at_most)
{
	struct sizes sizes[OP_COUNT];
	char text[SIZES_TEXT + 1];

	memset(text, '0', sizeof(text));
	strcpy(text + SIZES_TEXT - strlen("512"), "512");
	assert_int_equal(sizes_parse(text, sizes), -EINVAL);
	assert_int_equal(sizes_parse(text + 1, sizes), 0);
	assert_int_equal(sizes[OP_READ].bytes[0], 512);
}

TEST(a_line_that_is_too_long_is_refused)
{
	char text[4 * PARAMS_TEXT];
	struct params params;

	memset(text, '0', sizeof(text));
	memcpy(text, GOOD, strlen(GOOD));
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(params_parse(text, &params), -EINVAL);
}

/* Parameters, and what a test of them does: reads, writes, of_cache. */
TEST_ROWS("params", action_share_cache_and_files_say_what_a_test_is_of)
{
	struct params p;

	assert_int_equal(params_parse(field[0], &p), 0);
	assert_int_equal(params_reads(&p), strstr(field[1], "reads") != NULL);
	assert_int_equal(params_writes(&p), strstr(field[1], "writes") != NULL);
	assert_int_equal(params_is_cache_test(&p),
			 strstr(field[1], "of_cache") != NULL);
}

TEST(facts_keep_their_order_and_their_last_value)
{
	struct facts facts = { NULL, 0 };

	facts_set(&facts, FACT_SYSTEM, "%s", "Linux");
	facts_set(&facts, FACT_CPUS, "%d", 2);
	facts_set(&facts, FACT_SYSTEM, "%s", "SunOS");
	facts_set(&facts, FACT_DIRECTORY, "%s",
		  "a\tb\nc\rd\033[2J\177\303\251");
	/* Of any key, what is carried along is the first. */
	assert_true(facts_carry(&facts, "future", "a\tb"));
	assert_false(facts_carry(&facts, "future", "c"));
	assert_false(facts_carry(&facts, "cpus", "3"));
	assert_int_equal(facts.count, 4);
	assert_string_equal(facts.list[0].key, "system");
	assert_string_equal(facts.list[0].value, "SunOS");
	assert_string_equal(facts_get(&facts, FACT_CPUS), "2");
	assert_string_equal(facts_get(&facts, FACT_DIRECTORY),
			    "a b c d [2J \303\251");
	assert_string_equal(facts.list[3].key, "future");
	assert_string_equal(facts.list[3].value, "a b");
	assert_null(facts_get(&facts, FACT_CPU));
	facts_free(&facts);
	assert_int_equal(facts.count, 0);
	assert_null(facts_get(&facts, FACT_SYSTEM));
}

TEST(facts_that_are_no_numbers_give_the_default)
{
	struct facts facts = { NULL, 0 };

	facts_set(&facts, FACT_MEMORY_BYTES, "%s", "18446744073709551615");
	facts_set(&facts, FACT_ROTATIONAL, "%d", 0);
	facts_set(&facts, FACT_DEVICE, "%s", "sda1");
	facts_set(&facts, FACT_OS, "%s", "");
	assert_true(facts_number(&facts, FACT_MEMORY_BYTES, 7) == UINT64_MAX);
	assert_true(facts_number(&facts, FACT_ROTATIONAL, 7) == 0);
	assert_true(facts_number(&facts, FACT_DEVICE, 7) == 7);
	assert_true(facts_number(&facts, FACT_OS, 7) == 7);
	assert_true(facts_number(&facts, FACT_CPUS, 7) == 7);
	facts_free(&facts);
}

TEST(facts_have_keys_and_labels_of_their_own)
{
	for (int i = 0; i < FACT_KEYS; i++) {
		const struct fact_entry *one = &fact_entry[i], *other;
		int first = (int)facts_key(one->key);

		/* Only what comes from two files has a second row. */
		assert_true(first == i ||
			    (one->label == NULL && one->file != NULL));
		for (other = fact_entry; other != one; other++)
			assert_true(one->label == NULL ||
				    other->label == NULL ||
				    strcmp(one->label, other->label) != 0);
	}
	assert_int_equal(facts_key("future"), FACT_KEYS);
}

TEST_ROWS("params", a_fact_is_read_as_its_key_says)
{
	enum fact_key key = facts_key(field[0]);

	assert_string_equal(facts_readable(key, field[1]), field[2]);
	assert_null(facts_readable(key, NULL));
}

TEST_ROWS("params", a_word_is_found_whole)
{
	const char *behind = facts_find_word(field[0], field[1]);

	assert_string_equal(behind != NULL ? behind : "-", field[2]);
	assert_null(facts_find_word(NULL, field[1]));
}

TEST(deltas_and_sums_of_counters_are_field_by_field)
{
	const struct device_counters before = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
						11, 12 };
	const struct device_counters after = {
		11, 22, 33, 44, 55, 66, 77, 88, 99, 110, 121, 132
	}, expected = { 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120 };
	static const struct device_counters none;
	struct device_counters delta = none;

	counters_add(&delta, &before, &after);
	assert_memory_equal(&delta, &expected, sizeof(delta));
	counters_add(&delta, NULL, &before);
	assert_memory_equal(&delta, &after, sizeof(delta));
	/* One that went back counts as nothing. */
	delta = none;
	counters_add(&delta, &after, &before);
	assert_memory_equal(&delta, &none, sizeof(delta));
}
