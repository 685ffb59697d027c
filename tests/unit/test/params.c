/* Parameters, facts and device counters: the plain data of both sides. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/counters.h"
#include "diskidx/facts.h"
#include "diskidx/params.h"

#include "../support/test.h"

#define GOOD "action=mix cache=direct sync=none block_bytes=4096 depth=32 " \
	"read_pct=75 file_bytes=0"
#define MORE "sequential_pct=25 pattern=zipf theta_milli=1200 " \
	"rate_iops=500 arrival=poisson"

static void
assert_same_params(const struct params *a, const struct params *b)
{
	assert_int_equal(a->action, b->action);
	assert_int_equal(a->cache, b->cache);
	assert_int_equal(a->sync, b->sync);
	assert_int_equal(a->block_bytes, b->block_bytes);
	assert_int_equal(a->depth, b->depth);
	assert_int_equal(a->read_pct, b->read_pct);
	assert_true(a->file_bytes == b->file_bytes);
	assert_int_equal(a->sequential_pct, b->sequential_pct);
	assert_int_equal(a->pattern, b->pattern);
	assert_int_equal(a->theta_milli, b->theta_milli);
	assert_int_equal(a->rate_iops, b->rate_iops);
	assert_int_equal(a->arrival, b->arrival);
}

TEST(params_print_in_the_documented_order)
{
	struct params params = {
		.action = ACTION_MIX, .cache = CACHE_DIRECT,
		.sync = SYNC_NONE, .block_bytes = 4096, .depth = 32,
		.read_pct = 75,
	};
	char text[PARAMS_TEXT];

	assert_string_equal(params_format(text, &params), GOOD);
	params.sequential_pct = 25;
	params.pattern = PATTERN_ZIPF;
	params.theta_milli = 1200;
	params.rate_iops = 500;
	params.arrival = ARRIVAL_POISSON;
	assert_string_equal(params_format(text, &params), GOOD " " MORE);
}

/* So that what an earlier version wrote stays what it was. */
TEST(parameters_of_random_tests_are_left_out_where_zero)
{
	static const char *const alone[] = {
		"sequential_pct=25", "pattern=permutation", "theta_milli=1",
		"rate_iops=500", "arrival=poisson"
	};
	struct params params;
	char text[PARAMS_TEXT], line[PARAMS_TEXT];

	for (size_t i = 0; i < sizeof(alone) / sizeof(alone[0]); i++) {
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

TEST(what_is_left_out_is_zero)
{
	struct params params;

	memset(&params, 0xff, sizeof(params));
	assert_int_equal(params_parse(GOOD, &params), 0);
	assert_int_equal(params.sequential_pct, 0);
	assert_int_equal(params.pattern, PATTERN_UNIFORM);
	assert_int_equal(params.theta_milli, 0);
	assert_int_equal(params.rate_iops, 0);
	assert_int_equal(params.arrival, ARRIVAL_CONSTANT);
}

TEST(params_survive_writing_and_reading)
{
	struct params params = { .read_pct = 100, .block_bytes = UINT32_MAX,
				 .depth = UINT32_MAX,
				 .file_bytes = UINT64_MAX }, back;
	char text[PARAMS_TEXT];

	for (int a = ACTION_READ; a <= ACTION_MIX; a++)
		for (int c = CACHE_CACHED; c <= CACHE_DIRECT; c++)
			for (int s = SYNC_NONE; s <= SYNC_DSYNC; s++) {
				params.action = (enum action)a;
				params.cache = (enum cache_mode)c;
				params.sync = (enum sync_mode)s;
				params_format(text, &params);
				assert_true(strlen(text) < PARAMS_TEXT - 1);
				memset(&back, 0, sizeof(back));
				assert_int_equal(params_parse(text, &back), 0);
				assert_same_params(&params, &back);
			}
}

/* At their largest, so that the longest line is among them. */
TEST(patterns_and_rates_survive_writing_and_reading)
{
	struct params params = {
		.action = ACTION_WRITE, .cache = CACHE_BUFFERED,
		.sync = SYNC_FDATASYNC, .block_bytes = UINT32_MAX,
		.depth = UINT32_MAX, .read_pct = 100,
		.file_bytes = UINT64_MAX, .sequential_pct = 100,
		.theta_milli = UINT32_MAX, .rate_iops = UINT32_MAX,
	}, back;
	char text[PARAMS_TEXT];

	for (int p = PATTERN_UNIFORM; p <= PATTERN_ZIPF; p++)
		for (int a = ARRIVAL_CONSTANT; a <= ARRIVAL_POISSON; a++) {
			params.pattern = (enum pattern)p;
			params.arrival = (enum arrival)a;
			params_format(text, &params);
			assert_true(strlen(text) < PARAMS_TEXT - 1);
			memset(&back, 0, sizeof(back));
			assert_int_equal(params_parse(text, &back), 0);
			assert_same_params(&params, &back);
		}
}

TEST(words_and_names_are_the_same)
{
	assert_string_equal(pattern_name(PATTERN_UNIFORM), "uniform");
	assert_string_equal(pattern_name(PATTERN_PERMUTATION), "permutation");
	assert_string_equal(pattern_name(PATTERN_ZIPF), "zipf");
	assert_string_equal(arrival_name(ARRIVAL_CONSTANT), "constant");
	assert_string_equal(arrival_name(ARRIVAL_POISSON), "poisson");
}

TEST(malformed_params_are_refused_and_leave_the_struct_alone)
{
	static const char *const bad[] = {
		"", " ", "action", "action=mix", GOOD " ", " " GOOD,
		GOOD " more=1", GOOD " depth=32",
		"action=mix cache=direct sync=none block_bytes=4096 "
		"depth=32 depth=32 file_bytes=0",
		"action=mix  cache=direct sync=none block_bytes=4096 depth=32 "
		"read_pct=75 file_bytes=0",
		"action=trim cache=direct sync=none block_bytes=4096 depth=32 "
		"read_pct=75 file_bytes=0",
		"action=mix cache=direct sync=none block_bytes=4k depth=32 "
		"read_pct=75 file_bytes=0",
		"action=mix cache=direct sync=none block_bytes=4294967296 "
		"depth=32 read_pct=75 file_bytes=0",
		"action=mix cache=direct sync=none block_bytes=4096 depth=-1 "
		"read_pct=75 file_bytes=0",
		"action=mix cache=direct sync=none block_bytes=4096 depth=32 "
		"read_pct=101 file_bytes=0",
		"action=mix cache=direct sync=none block_bytes=4096 depth=32 "
		"read_pct=75 file_bytes=",
		GOOD " sequential_pct=101", GOOD " sequential_pct=-1",
		GOOD " sequential_pct=", GOOD " pattern=gauss",
		GOOD " pattern=2", GOOD " theta_milli=1.2",
		GOOD " rate_iops=4294967296", GOOD " arrival=never",
		GOOD " arrival", GOOD " pattern=zipf pattern=zipf",
		GOOD " rate_iops=1 arrival=poisson rate_iops=1", MORE,
		/* One of the others doesn't make up for a required one. */
		"action=mix cache=direct sync=none block_bytes=4096 depth=32 "
		"read_pct=75 sequential_pct=25",
	};
	struct params params = { .depth = 77 };

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (params_parse(bad[i], &params) != -EINVAL)
			fail_msg("accepted: \"%s\"", bad[i]);
		assert_int_equal(params.depth, 77);
	}
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

TEST(the_action_says_whether_a_test_reads_and_writes)
{
	struct params params = { .action = ACTION_READ };

	assert_true(params_reads(&params));
	assert_false(params_writes(&params));
	params.action = ACTION_WRITE;
	assert_false(params_reads(&params));
	assert_true(params_writes(&params));
	params.action = ACTION_COPY;
	assert_true(params_reads(&params));
	assert_true(params_writes(&params));
}

TEST(a_mix_reads_and_writes_by_its_share)
{
	struct params params = { .action = ACTION_MIX, .read_pct = 0 };

	assert_false(params_reads(&params));
	assert_true(params_writes(&params));
	params.read_pct = 1;
	assert_true(params_reads(&params));
	assert_true(params_writes(&params));
	params.read_pct = 100;
	assert_true(params_reads(&params));
	assert_false(params_writes(&params));
}

TEST(only_small_files_of_its_own_make_a_test_of_the_cache)
{
	struct params params = { .cache = CACHE_CACHED, .file_bytes = 512000 };

	assert_true(params_is_cache_test(&params));
	params.cache = CACHE_BUFFERED;
	assert_false(params_is_cache_test(&params));
	params.cache = CACHE_DIRECT;
	assert_false(params_is_cache_test(&params));
	params.cache = CACHE_CACHED;
	params.file_bytes = 0;		/* the work file, kept warm */
	assert_false(params_is_cache_test(&params));
}

TEST(facts_keep_their_order_and_their_last_value)
{
	struct facts facts = { NULL, 0 };

	facts_set(&facts, "system", "%s", "Linux");
	facts_set(&facts, "cpus", "%d", 2);
	facts_set(&facts, "system", "%s", "SunOS");
	assert_int_equal(facts.count, 2);
	assert_string_equal(facts.list[0].key, "system");
	assert_string_equal(facts_get(&facts, "system"), "SunOS");
	assert_string_equal(facts_get(&facts, "cpus"), "2");
	assert_null(facts_get(&facts, "cpu"));
	facts_free(&facts);
	assert_int_equal(facts.count, 0);
	assert_null(facts_get(&facts, "system"));
}

TEST(a_fact_may_be_set_from_its_own_value)
{
	struct facts facts = { NULL, 0 };

	facts_set(&facts, "os", "%s", "one");
	facts_set(&facts, "os", "%s and two", facts_get(&facts, "os"));
	assert_string_equal(facts_get(&facts, "os"), "one and two");
	facts_free(&facts);
}

TEST(control_characters_in_facts_become_blanks)
{
	struct facts facts = { NULL, 0 };

	facts_set(&facts, "directory", "%s", "a\tb\nc\rd\033[2J\177\303\251");
	assert_string_equal(facts_get(&facts, "directory"),
			    "a b c d [2J \303\251");
	facts_free(&facts);
}

TEST(facts_that_are_no_numbers_give_the_default)
{
	struct facts facts = { NULL, 0 };

	facts_set(&facts, "memory_bytes", "%s", "18446744073709551615");
	facts_set(&facts, "rotational", "%d", 0);
	facts_set(&facts, "device", "%s", "sda1");
	facts_set(&facts, "empty", "%s", "");
	assert_true(facts_number(&facts, "memory_bytes", 7) == UINT64_MAX);
	assert_true(facts_number(&facts, "rotational", 7) == 0);
	assert_true(facts_number(&facts, "device", 7) == 7);
	assert_true(facts_number(&facts, "empty", 7) == 7);
	assert_true(facts_number(&facts, "absent", 7) == 7);
	facts_free(&facts);
}

TEST(the_delta_of_counters_is_field_by_field)
{
	const struct device_counters before = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
	const struct device_counters after = {
		11, 22, 33, 44, 55, 66, 77, 88, 99, 110
	}, expected = { 10, 20, 30, 40, 50, 60, 70, 80, 90, 100 };
	struct device_counters delta = counters_delta(&before, &after);

	assert_memory_equal(&delta, &expected, sizeof(delta));
}

TEST(a_counter_that_went_back_counts_as_nothing)
{
	const struct device_counters before = { .read_bytes = 100,
						.write_bytes = 100 };
	const struct device_counters after = { .read_bytes = 99,
					       .write_bytes = 130 };
	struct device_counters delta = counters_delta(&before, &after);

	assert_true(delta.read_bytes == 0);
	assert_true(delta.write_bytes == 30);
}

TEST(counters_add_up_field_by_field)
{
	struct device_counters sum = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 };
	const struct device_counters part = { 9, 8, 7, 6, 5, 4, 3, 2, 1, 0 };
	const struct device_counters expected = {
		10, 10, 10, 10, 10, 10, 10, 10, 10, 10
	};

	counters_add(&sum, &part);
	assert_memory_equal(&sum, &expected, sizeof(sum));
}
