/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Parameters, facts and device counters: the plain data of both sides. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/counters.h"
#include "diskidx/facts.h"
#include "diskidx/params.h"
#include "diskidx/random.h"
#include "diskidx/units.h"

#include "../support/rows.h"

#define GOOD "action=mix cache=direct sync=none block_bytes=4096 depth=32 " \
	"read_pct=75 file_bytes=0"

/* Let what an earlier version wrote stay what it was. */
TEST(parameters_of_random_tests_are_left_out_where_zero)
{
	static const char *const alone[] = {
		"sequential_pct=25", "pattern=permutation", "theta_milli=1",
		"rate_iops=500", "arrival=poisson"
	};
	struct params params;
	char text[PARAMS_TEXT], line[PARAMS_TEXT];

	for (size_t i = 0; i < LENGTH(alone); i++) {
		snprintf(line, sizeof(line), "%s %s", GOOD, alone[i]);
		assert_int_equal(params_parse(line, &params), 0);
		assert_string_equal(params_format(text, &params), line);
	}
	assert_int_equal(params_parse(GOOD " sequential_pct=0 "
				      "pattern=uniform theta_milli=0 "
				      "rate_iops=0 arrival=constant",
				      &params), 0);
	assert_string_equal(params_format(text, &params), GOOD);
}

TEST(what_no_test_has_any_more_is_passed_over)
{
	struct params params;
	char text[PARAMS_TEXT];

	assert_int_equal(params_parse(GOOD " pattern=pareto think_blocks=1 "
				      "think_ns=250000", &params), 0);
	assert_string_equal(params_format(text, &params), GOOD);
	assert_int_equal(params_parse(GOOD " pattern=normal", &params), 0);
}

/* Return a number up to `most`, often the least or the largest. */
static uint64_t
any(struct random *random, uint64_t most)
{
	uint64_t choice = random_below(random, 4);

	return choice == 0 ? 0 : choice == 1 || most == UINT64_MAX ? most :
		random_below(random, most + 1);
}

/* Give reads and writes none, or up to as many as there may be. */
static void
set_sizes(struct params *params, struct random *random)
{
	uint64_t both = random_below(random, 3);

	for (int op = 0; op < OP_COUNT && both > 0; op++) {
		struct sizes *s = &params->sizes[op];
		uint64_t least = 1 + any(random, UINT32_MAX / SIZES_MAX - 1);

		s->n = 1 + (uint32_t)any(random, SIZES_MAX - 1);
		for (unsigned i = 0; i < s->n; i++) {
			s->bytes[i] = (uint32_t)least * (i + 1);
			s->weight[i] = 1 + (uint32_t)any(random, 99);
		}
	}
	if (both == 1)
		params->sizes[OP_WRITE] = params->sizes[OP_READ];
}

TEST(params_survive_writing_and_reading)
{
	struct params params, back;
	char text[PARAMS_TEXT], again[PARAMS_TEXT];
	struct random random;

	random_seed(&random, 1);
	for (unsigned i = 0; i < 2000; i++) {
		memset(&params, 0, sizeof(params));
		memset(&back, 0xff, sizeof(back));
		params.action = (enum action)random_below(&random,
							  ACTION_DELETE + 1);
		params.cache = (enum cache_mode)random_below(&random,
							     CACHE_DIRECT + 1);
		params.sync = (enum sync_mode)random_below(&random,
							   SYNC_NEVER + 1);
		params.pattern = (enum pattern)random_below(&random,
							    PATTERN_ZONED + 1);
		params.arrival = (enum arrival)random_below(&random, 2);
		params.block_bytes = (uint32_t)any(&random, UINT32_MAX);
		params.depth = (uint32_t)any(&random, UINT32_MAX);
		params.read_pct = (uint32_t)any(&random, 100);
		params.file_bytes = any(&random, UINT64_MAX);
		params.sequential_pct = (uint32_t)any(&random, 100);
		params.theta_milli = (uint32_t)any(&random, UINT32_MAX);
		params.rate_iops = (uint32_t)any(&random, UINT32_MAX);
		params.files = (uint32_t)any(&random, UINT32_MAX);
		params.sync_every = (uint32_t)any(&random, UINT32_MAX);
		params.span_bytes = any(&random, UINT64_MAX);
		params.apart = random_below(&random, 2) > 0;
		params.align_bytes = (uint32_t)any(&random, UINT32_MAX);
		params.compress_pct = (uint32_t)any(&random, 100);
		params.fill_word = (uint32_t)any(&random, UINT32_MAX);
		params.repeat_pct = (uint32_t)any(&random, 100);
		params.back_bytes = any(&random, UINT64_MAX);
		params.rate_bytes = any(&random, UINT64_MAX);
		params.zone_bytes = any(&random, UINT64_MAX);
		params.skip_bytes = any(&random, UINT64_MAX);
		if (params.pattern == PATTERN_ZONED)
			strcpy(params.zones, "60/5:40/95");
		set_sizes(&params, &random);
		params_format(text, &params);
		assert_true(strlen(text) < PARAMS_TEXT - 1);
		assert_int_equal(params_parse(text, &back), 0);
		assert_string_equal(params_format(again, &back), text);
	}
}

TEST_ROWS("params", malformed_params_are_refused_and_leave_the_struct_alone)
{
	struct params params = { .depth = 77 };

	if (params_parse(field[0], &params) != -EINVAL)
		fail_msg("accepted: \"%s\"", field[0]);
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
	assert_int_equal(facts.count, 2);
	assert_string_equal(facts.list[0].key, "system");
	assert_string_equal(facts_get(&facts, FACT_SYSTEM), "SunOS");
	assert_string_equal(facts_get(&facts, FACT_CPUS), "2");
	assert_null(facts_get(&facts, FACT_CPU));
	facts_free(&facts);
	assert_int_equal(facts.count, 0);
	assert_null(facts_get(&facts, FACT_SYSTEM));
}

TEST(control_characters_in_facts_become_blanks)
{
	struct facts facts = { NULL, 0 };

	facts_set(&facts, FACT_DIRECTORY, "%s",
		  "a\tb\nc\rd\033[2J\177\303\251");
	assert_string_equal(facts_get(&facts, FACT_DIRECTORY),
			    "a b c d [2J \303\251");
	facts_free(&facts);
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

TEST(facts_of_any_key_are_carried_along)
{
	struct facts facts = { NULL, 0 };

	assert_true(facts_carry(&facts, "future", "a\tb"));
	assert_true(facts_carry(&facts, "os", "one"));
	assert_false(facts_carry(&facts, "future", "c"));
	assert_false(facts_carry(&facts, "os", "two"));
	assert_int_equal(facts.count, 2);
	assert_string_equal(facts.list[0].key, "future");
	assert_string_equal(facts.list[0].value, "a b");
	assert_string_equal(facts_get(&facts, FACT_OS), "one");
	facts_free(&facts);
}

/* A - stands for none. */
static const char *
or_none(const char *text)
{
	return text != NULL ? text : "-";
}

TEST_ROWS("params", a_fact_is_read_as_its_key_says)
{
	char text[UNITS_TEXT];

	enum fact_key key = facts_key(field[0]);

	assert_string_equal(facts_readable(text, key, field[1]), field[2]);
	assert_null(facts_readable(text, key, NULL));
}

TEST_ROWS("params", a_word_is_found_whole)
{
	assert_string_equal(or_none(facts_find_word(field[0], field[1])),
			    field[2]);
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
