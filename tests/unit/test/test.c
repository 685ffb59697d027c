/* Tests of the tables of tests and suites, and of what options make. */
#include <config.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/baseline.h"
#include "diskidx/clock.h"
#include "diskidx/suite.h"
#include "diskidx/test.h"

#include "../support/test.h"

/* A copy to change. */
static struct test
copy_of(const char *id)
{
	const struct test *test = test_by_id(id);

	assert_non_null(test);
	return *test;
}

TEST(every_id_is_there_once)
{
	const struct test *test;
	size_t i;

	for (i = 0; (test = test_at(i)) != NULL; i++)
		assert_ptr_equal(test_by_id(test->id), test);
	assert_null(test_by_id("none"));
	assert_null(test_by_id(""));
}

TEST(every_test_of_disk_and_unixbench_has_a_row_in_the_baseline)
{
	const struct baseline *george = baseline_by_name("george");
	const struct test *test;
	double value;
	size_t i;

	for (i = 0; (test = test_at(i)) != NULL; i++) {
		const struct suite *suite = suite_of(test->id);
		bool has_row = suite == NULL ||
			       suite == suite_by_name("unixbench");

		value = 1;
		assert_int_equal(baseline_value(george, test->id, NULL,
						&value), has_row);
		assert_true(value > 0);
	}
}

TEST(the_share_of_reads_follows_from_the_action)
{
	static const uint32_t share[] = {
		[ACTION_READ] = 100,
		[ACTION_WRITE] = 0,
		[ACTION_COPY] = 50,
		[ACTION_STAT] = 100,
		[ACTION_OPEN] = 100,
		[ACTION_DELETE] = 0,
	};
	const struct test *test;
	size_t i;

	for (i = 0; (test = test_at(i)) != NULL; i++)
		if (test->params.action == ACTION_MIX)
			assert_in_range(test->params.read_pct, 50, 75);
		else
			assert_int_equal(test->params.read_pct,
					 share[test->params.action]);
}

TEST(file_copies_have_the_files_of_unixbench)
{
	assert_int_equal(copy_of("fsbuffer").params.block_bytes, 256);
	assert_int_equal(copy_of("fsbuffer").params.file_bytes, 500 * 1024);
	assert_int_equal(copy_of("fstime").params.block_bytes, 1024);
	assert_int_equal(copy_of("fstime").params.file_bytes, 2000 * 1024);
	assert_int_equal(copy_of("fsdisk").params.block_bytes, 4096);
	assert_int_equal(copy_of("fsdisk").params.file_bytes, 8000 * 1024);
}

TEST(options_make_another_id_and_title)
{
	struct test test = copy_of("rand-read-q32");

	assert_int_equal(test_set_mix(&test, 50), 0);
	assert_int_equal(test_set_block(&test, 256 * 1024), 0);
	assert_int_equal(test_set_depth(&test, 4), 0);
	assert_string_equal(test.id, "rand-read-q32:b=256k,q=4,m=50");
	assert_string_equal(test.title, "Random 50/50 256K Q4 direct");
	assert_int_equal(test.params.action, ACTION_MIX);
	assert_null(test_by_id(test.id));
}

/* Every option at once; `backwards` in the opposite order. */
static void
set_all(struct test *test, bool backwards)
{
	int step;

	for (step = 0; step < 7; step++)
		switch (backwards ? 6 - step : step) {
		case 0:
			assert_int_equal(test_set_block(test, 8192), 0);
			break;
		case 1:
			assert_int_equal(test_set_depth(test, 4), 0);
			break;
		case 2:
			assert_int_equal(test_set_mix(test, 50), 0);
			break;
		case 3:
			assert_int_equal(test_set_pattern(test, PATTERN_ZIPF,
							  1200), 0);
			break;
		case 4:
			assert_int_equal(test_set_cache(test,
							CACHE_BUFFERED), 0);
			break;
		case 5:
			assert_int_equal(test_set_sync(test, SYNC_DSYNC), 0);
			break;
		case 6:
			assert_int_equal(test_set_rate(test, 500,
						       ARRIVAL_POISSON), 0);
			break;
		}
}

TEST(an_id_has_all_options_in_one_order_however_they_came)
{
	int backwards;

	for (backwards = 0; backwards < 2; backwards++) {
		struct test test = copy_of("rand-mixed-q32");

		set_all(&test, backwards != 0);
		assert_string_equal(test.id, "rand-mixed-q32:b=8k,q=4,m=50,"
				    "r=zipf:1.2,c=buffered,s=dsync,rate=500,"
				    "a=poisson");
		assert_string_equal(test.title, "Random 50/50 8K Q4 buffered "
				    "zipf:1.2 dsync at 500/s Poisson");
	}
}

TEST(where_offsets_fall_is_in_id_and_title)
{
	static const struct {
		uint32_t random_pct;
		const char *id, *title;
	} shares[] = {
		{ 0, "rand-read-q1:r=0", "Sequential Read 4K Q1 direct" },
		{ 1, "rand-read-q1:r=1", "1% Random Read 4K Q1 direct" },
		{ 75, "rand-read-q1:r=75", "75% Random Read 4K Q1 direct" },
		{ 100, "rand-read-q1", "Random Read 4K Q1 direct" },
	};
	static const struct {
		uint32_t theta_milli;
		const char *id, *title;
	} zipfs[] = {
		{ 1, "rand-read-q1:r=zipf:0.001",
		  "Random Read 4K Q1 direct zipf:0.001" },
		{ 900, "rand-read-q1:r=zipf:0.9",
		  "Random Read 4K Q1 direct zipf:0.9" },
		{ 1000, "rand-read-q1:r=zipf:1",
		  "Random Read 4K Q1 direct zipf:1" },
		{ 1050, "rand-read-q1:r=zipf:1.05",
		  "Random Read 4K Q1 direct zipf:1.05" },
		{ 10000, "rand-read-q1:r=zipf:10",
		  "Random Read 4K Q1 direct zipf:10" },
	};
	struct test test = copy_of("rand-read-q1");
	size_t i;

	for (i = 0; i < 4; i++) {
		assert_int_equal(test_set_random(&test,
						 shares[i].random_pct), 0);
		assert_string_equal(test.id, shares[i].id);
		assert_string_equal(test.title, shares[i].title);
		assert_int_equal(test.params.sequential_pct,
				 100 - shares[i].random_pct);
	}
	for (i = 0; i < 5; i++) {
		assert_int_equal(test_set_pattern(&test, PATTERN_ZIPF,
						  zipfs[i].theta_milli), 0);
		assert_string_equal(test.id, zipfs[i].id);
		assert_string_equal(test.title, zipfs[i].title);
	}
	assert_int_equal(test_set_pattern(&test, PATTERN_PERMUTATION, 0), 0);
	assert_string_equal(test.id, "rand-read-q1:r=permutation");
	assert_string_equal(test.title,
			    "Random Read 4K Q1 direct permutation");
	assert_int_equal(test.params.theta_milli, 0);
}

/* A share and a pattern replace each other. */
TEST(shares_and_patterns_exclude_each_other)
{
	struct test test = copy_of("rand-read-q1");

	test_set_random(&test, 30);
	assert_int_equal(test_set_pattern(&test, PATTERN_ZIPF, 1200), 0);
	assert_int_equal(test.params.sequential_pct, 0);
	assert_int_equal(test_set_random(&test, 30), 0);
	assert_int_equal(test.params.pattern, PATTERN_UNIFORM);
	assert_int_equal(test.params.theta_milli, 0);
	assert_string_equal(test.id, "rand-read-q1:r=30");
	assert_int_equal(test_set_pattern(&test, PATTERN_UNIFORM, 0), 0);
	assert_string_equal(test.id, "rand-read-q1");
}

TEST(cache_sync_and_rate_are_in_id_and_title)
{
	struct test test = copy_of("rand-write-q32");

	assert_int_equal(test_set_cache(&test, CACHE_BUFFERED), 0);
	assert_string_equal(test.id, "rand-write-q32:c=buffered");
	assert_string_equal(test.title, "Random Write 4K Q32 buffered");
	assert_int_equal(test_set_sync(&test, SYNC_FDATASYNC), 0);
	assert_string_equal(test.id, "rand-write-q32:c=buffered,s=fdatasync");
	assert_string_equal(test.title,
			    "Random Write 4K Q32 buffered fdatasync");
	test = copy_of("rand-read-q32");
	assert_int_equal(test_set_rate(&test, 20000, ARRIVAL_CONSTANT), 0);
	assert_string_equal(test.id, "rand-read-q32:rate=20000");
	assert_string_equal(test.title,
			    "Random Read 4K Q32 direct at 20000/s");
	assert_int_equal(test_set_rate(&test, 20000, ARRIVAL_POISSON), 0);
	assert_string_equal(test.id, "rand-read-q32:rate=20000,a=poisson");
	assert_string_equal(test.title,
			    "Random Read 4K Q32 direct at 20000/s Poisson");
}

TEST(sequential_tests_take_cache_and_sync)
{
	struct test test = copy_of("seq-read-direct");

	assert_int_equal(test_set_cache(&test, CACHE_BUFFERED), 0);
	assert_string_equal(test.id, "seq-read-direct:c=buffered");
	assert_string_equal(test.title, "Sequential Read 1M buffered");
	test = copy_of("seq-write");
	assert_int_equal(test_set_sync(&test, SYNC_DSYNC), 0);
	assert_string_equal(test.id, "seq-write:s=dsync");
	assert_string_equal(test.title, "Synced Append 1M Q1 dsync");
	/* Such an append goes through the page cache by nature. */
	assert_int_equal(test_set_cache(&test, CACHE_DIRECT), -EINVAL);
	test = copy_of("seq-write");
	assert_int_equal(test_set_cache(&test, CACHE_DIRECT), 0);
	assert_int_equal(test_set_sync(&test, SYNC_DSYNC), -EINVAL);
	test = copy_of("commit");
	assert_int_equal(test_set_sync(&test, SYNC_DSYNC), 0);
	assert_string_equal(test.id, "commit:s=dsync");
	assert_string_equal(test.title, "Synced Append 4K Q1 dsync");
	assert_int_equal(test_set_sync(&test, SYNC_NONE), 0);
	assert_string_equal(test.id, "commit:s=none");
	assert_string_equal(test.title, "Sequential Write 4K buffered");
}

TEST(the_order_of_the_options_does_not_matter)
{
	struct test one = copy_of("rand-write-q32");
	struct test two = copy_of("rand-write-q32");

	test_set_depth(&one, 8);
	test_set_block(&one, 1000);
	test_set_block(&two, 1000);
	test_set_depth(&two, 8);
	assert_string_equal(one.id, two.id);
	assert_string_equal(one.id, "rand-write-q32:b=1000,q=8");
}

TEST(a_title_follows_its_parameters)
{
	struct test test = copy_of("rand-read-q32");

	test_set_block(&test, 256 * 1024);
	test_set_depth(&test, 4);
	assert_string_equal(test.title, "Random Read 256K Q4 direct");
	test = copy_of("seq-write-direct");
	assert_int_equal(test_set_block(&test, 64 * 1024), 0);
	assert_string_equal(test.title, "Sequential Write 64K direct");
	assert_string_equal(test.id, "seq-write-direct:b=64k");
	test = copy_of("commit");
	assert_int_equal(test_set_block(&test, 16 * 1024), 0);
	assert_string_equal(test.title, "Synced Append 16K Q1");
}

TEST(a_value_that_is_there_already_changes_nothing)
{
	const struct test *table;
	struct test test;
	size_t i;

	for (i = 0; (table = test_at(i)) != NULL; i++) {
		test = *table;
		test_set_block(&test, test.params.block_bytes);
		test_set_depth(&test, test.params.depth);
		test_set_mix(&test, test.params.read_pct);
		if (test.params.sequential_pct == 0) {
			test_set_random(&test, 100);
			test_set_pattern(&test, PATTERN_UNIFORM, 0);
		} else {
			test_set_random(&test, 0);
		}
		test_set_cache(&test, test.params.cache);
		test_set_sync(&test, test.params.sync);
		assert_memory_equal(&test.params, &table->params,
				    sizeof(test.params));
		assert_string_equal(test.id, table->id);
		assert_string_equal(test.title, table->title);
	}
}

TEST(going_back_gives_the_test_of_the_table)
{
	struct test test = copy_of("rand-mixed-q32");

	test_set_mix(&test, 10);
	test_set_depth(&test, 1);
	test_set_mix(&test, 75);
	test_set_depth(&test, 32);
	assert_string_equal(test.id, "rand-mixed-q32");
	assert_string_equal(test.title, "Random 75/25 4K Q32 direct");
	test_set_pattern(&test, PATTERN_PERMUTATION, 0);
	test_set_sync(&test, SYNC_FDATASYNC);
	test_set_cache(&test, CACHE_BUFFERED);
	test_set_block(&test, 512);
	assert_string_equal(test.id, "rand-mixed-q32:b=512,r=permutation,"
			    "c=buffered,s=fdatasync");
	test_set_block(&test, 4096);
	test_set_cache(&test, CACHE_DIRECT);
	test_set_sync(&test, SYNC_NONE);
	test_set_random(&test, 100);
	assert_memory_equal(&test.params,
			    &test_by_id("rand-mixed-q32")->params,
			    sizeof(test.params));
	assert_string_equal(test.id, "rand-mixed-q32");
	assert_string_equal(test.title, "Random 75/25 4K Q32 direct");
	test = copy_of("commit");
	test_set_sync(&test, SYNC_NONE);
	test_set_sync(&test, SYNC_FDATASYNC);
	assert_string_equal(test.id, "commit");
	assert_string_equal(test.title, test_by_id("commit")->title);
}

/* Also where the id of the one holds a colon within its options. */
TEST(a_variant_of_a_variant_is_one_of_the_same_test)
{
	struct test test = copy_of("rand-read-q32");

	assert_int_equal(test_set_pattern(&test, PATTERN_ZIPF, 900), 0);
	assert_int_equal(test_set_rate(&test, 100, ARRIVAL_POISSON), 0);
	assert_int_equal(test_set_block(&test, 16384), 0);
	assert_string_equal(test.id, "rand-read-q32:b=16k,r=zipf:0.9,"
			    "rate=100,a=poisson");
	assert_int_equal(test_set_pattern(&test, PATTERN_ZIPF, 1100), 0);
	assert_int_equal(test_set_rate(&test, 200, ARRIVAL_CONSTANT), 0);
	assert_string_equal(test.id,
			    "rand-read-q32:b=16k,r=zipf:1.1,rate=200");
	/* What is set twice stays as it was. */
	assert_int_equal(test_set_rate(&test, 200, ARRIVAL_CONSTANT), 0);
	assert_string_equal(test.id,
			    "rand-read-q32:b=16k,r=zipf:1.1,rate=200");
}

TEST(a_mix_of_one_kind_is_a_read_or_a_write)
{
	struct test test = copy_of("rand-mixed-q32");

	assert_int_equal(test_set_mix(&test, 100), 0);
	assert_int_equal(test.params.action, ACTION_READ);
	assert_string_equal(test.title, "Random Read 4K Q32 direct");
	assert_string_equal(test.id, "rand-mixed-q32:m=100");
	assert_int_equal(test_set_mix(&test, 0), 0);
	assert_int_equal(test.params.action, ACTION_WRITE);
	assert_string_equal(test.id, "rand-mixed-q32:m=0");
	assert_int_equal(test_set_mix(&test, 101), -EINVAL);
}

/* A value of each parameter that no test has; what each test takes. */
enum setter { BLOCK, DEPTH, MIX, SHARE, PATTERN, CACHE, SYNC, RATE, SETTERS };

static int
set_other(struct test *test, enum setter setter)
{
	switch (setter) {
	case BLOCK:
		return test_set_block(test, 2048);
	case DEPTH:
		return test_set_depth(test, 3);
	case MIX:
		return test_set_mix(test, 33);
	case SHARE:
		return test_set_random(test, 33);
	case PATTERN:
		return test_set_pattern(test, PATTERN_PERMUTATION, 0);
	case CACHE:
		return test_set_cache(test, test->params.cache ==
				      CACHE_DIRECT ? CACHE_BUFFERED :
				      CACHE_DIRECT);
	case SYNC:
		return test_set_sync(test, SYNC_DSYNC);
	case RATE:
		return test_set_rate(test, 33, ARRIVAL_CONSTANT);
	case SETTERS:
		break;
	}
	return 0;
}

/* In bits, 1u << enum setter. */
static unsigned
takes(const struct test *test)
{
	const unsigned random = 1u << BLOCK | 1u << DEPTH | 1u << MIX |
				1u << SHARE | 1u << PATTERN | 1u << CACHE |
				1u << RATE;
	const struct params *p = &test->params;

	if (strcmp(test->workload, "random") == 0)
		return params_writes(p) ? random | 1u << SYNC : random;
	if (strcmp(test->workload, "sequential") != 0)
		return 0;
	if (p->sync != SYNC_NONE)
		return 1u << BLOCK | 1u << SYNC;
	if (strcmp(test->id, "seq-write") == 0)
		return 1u << BLOCK | 1u << CACHE | 1u << SYNC;
	return 1u << BLOCK | 1u << CACHE;
}

TEST(what_a_test_has_not_is_refused_and_changes_nothing)
{
	const struct test *table;
	size_t i;
	int setter;

	for (i = 0; (table = test_at(i)) != NULL; i++)
		for (setter = 0; setter < SETTERS; setter++) {
			struct test test = *table;
			bool taken = takes(table) & 1u << setter;
			int status = set_other(&test, (enum setter)setter);

			/* It has that sync already. */
			if (setter == SYNC && table->params.sync == SYNC_DSYNC)
				continue;
			if (status != (taken ? 0 : -EINVAL))
				fail_msg("%s: setter %d gave %d", table->id,
					 setter, status);
			assert_true(taken ==
				    (strcmp(test.id, table->id) != 0));
			if (!taken)
				assert_memory_equal(&test, table,
						    sizeof(test));
		}
}

TEST(a_value_that_is_none_is_refused_and_changes_nothing)
{
	const struct test *table = test_by_id("rand-mixed-q32");
	struct test test = *table;

	assert_int_equal(test_set_block(&test, 0), -EINVAL);
	assert_int_equal(test_set_depth(&test, 0), -EINVAL);
	assert_int_equal(test_set_mix(&test, 101), -EINVAL);
	assert_int_equal(test_set_random(&test, 101), -EINVAL);
	assert_int_equal(test_set_pattern(&test, PATTERN_ZIPF, 0), -EINVAL);
	assert_int_equal(test_set_pattern(&test, PATTERN_UNIFORM, 1), -EINVAL);
	assert_int_equal(test_set_pattern(&test, PATTERN_PERMUTATION, 1),
			 -EINVAL);
	assert_int_equal(test_set_cache(&test, CACHE_CACHED), -EINVAL);
	assert_int_equal(test_set_rate(&test, 0, ARRIVAL_CONSTANT), -EINVAL);
	assert_int_equal(test_set_rate(&test, 0, ARRIVAL_POISSON), -EINVAL);
	assert_memory_equal(&test, table, sizeof(test));
}

TEST(the_longest_id_and_title_fit)
{
	struct test test = copy_of("rand-mixed-q32");

	test_set_block(&test, UINT32_MAX);
	test_set_depth(&test, UINT32_MAX);
	test_set_mix(&test, 99);
	assert_string_equal(test.id, "rand-mixed-q32:b=4294967295,"
			    "q=4294967295,m=99");
	assert_string_equal(test.title, "Random 99/1 4294967295 Q4294967295 "
			    "direct");
	test_set_pattern(&test, PATTERN_ZIPF, UINT32_MAX);
	test_set_cache(&test, CACHE_BUFFERED);
	test_set_sync(&test, SYNC_FDATASYNC);
	test_set_rate(&test, UINT32_MAX, ARRIVAL_POISSON);
	assert_string_equal(test.id, "rand-mixed-q32:b=4294967295,"
			    "q=4294967295,m=99,r=zipf:4294967.295,c=buffered,"
			    "s=fdatasync,rate=4294967295,a=poisson");
	assert_string_equal(test.title, "Random 99/1 4294967295 Q4294967295 "
			    "buffered zipf:4294967.295 fdatasync at "
			    "4294967295/s Poisson");
}

TEST(the_fingerprint_is_words)
{
	char *mixed = test_fingerprint(test_by_id("rand-mixed-q32"), 1, 1);
	char *copy = test_fingerprint(test_by_id("fsbuffer"), 2, 8);

	assert_string_equal(mixed, "random/1 action=mix cache=direct sync=none "
			    "block_bytes=4096 depth=32 read_pct=75 copies=1 "
			    "data=random");
	assert_string_equal(copy, "filecopy/2 action=copy cache=cached "
			    "sync=none block_bytes=256 depth=1 read_pct=50 "
			    "file_bytes=512000 copies=8 data=random");
	free(mixed);
	free(copy);
}

TEST(the_fingerprint_of_a_variant_has_what_was_set)
{
	struct test test = copy_of("rand-mixed-q32");
	char *text;

	set_all(&test, false);
	text = test_fingerprint(&test, 1, 2);
	assert_string_equal(text, "random/1 action=mix cache=buffered "
			    "sync=dsync block_bytes=8192 depth=4 read_pct=50 "
			    "pattern=zipf theta_milli=1200 rate_iops=500 "
			    "arrival=poisson copies=2 data=random");
	free(text);
}

/* Each pair of them, by fingerprint and by id. */
TEST(fingerprints_tell_variants_apart)
{
	static char *fingerprint[16], id[16][TEST_ID];
	size_t n = 0, i, j;
	int setter;

	for (setter = -1; setter < SETTERS + 4; setter++) {
		struct test test = copy_of("rand-mixed-q32");

		if (setter >= 0 && setter < SETTERS)
			set_other(&test, (enum setter)setter);
		else if (setter == SETTERS)
			test_set_pattern(&test, PATTERN_ZIPF, 1200);
		else if (setter == SETTERS + 1)
			test_set_pattern(&test, PATTERN_ZIPF, 1201);
		else if (setter == SETTERS + 2)
			test_set_rate(&test, 33, ARRIVAL_POISSON);
		else if (setter == SETTERS + 3)
			test_set_sync(&test, SYNC_FDATASYNC);
		memcpy(id[n], test.id, TEST_ID);
		fingerprint[n++] = test_fingerprint(&test, 1, 1);
	}
	for (i = 0; i < n; i++)
		for (j = 0; j < i; j++) {
			assert_string_not_equal(fingerprint[i],
						fingerprint[j]);
			assert_string_not_equal(id[i], id[j]);
		}
	for (i = 0; i < n; i++)
		free(fingerprint[i]);
}

/* Two suites may do the same. */
TEST(fingerprints_tell_all_tests_of_a_suite_apart)
{
	const struct test *one, *two;
	char *a, *b;
	size_t i, j;

	for (i = 0; (one = test_at(i)) != NULL; i++) {
		a = test_fingerprint(one, 1, 1);
		for (j = i + 1; (two = test_at(j)) != NULL; j++) {
			b = test_fingerprint(two, 1, 1);
			if (suite_of(one->id) == suite_of(two->id))
				assert_string_not_equal(a, b);
			free(b);
		}
		free(a);
	}
}

/* A suite has all tests whose ids begin with its name, `disk` the others. */
TEST(every_test_is_in_one_suite)
{
	const struct suite *suite;
	const struct test *test;
	size_t s, i, n, listed = 0;

	for (s = 0; (suite = suite_at(s)) != NULL; s++) {
		const struct test *before = NULL;

		for (i = 0; (test = suite_test(suite, i)) != NULL; i++) {
			assert_ptr_equal(suite_of(test->id),
					 s > 0 ? suite : NULL);
			assert_true(before == NULL || before < test);
			before = test;
		}
		assert_true(i > 0);
		listed += i;
	}
	for (n = 0; (test = test_at(n)) != NULL; n++) {
		assert_int_equal(suite_of(test->id) == NULL,
				 strchr(test->id, ':') == NULL);
		assert_in_range(strlen(test->category), 1, 23);
	}
	assert_int_equal(listed, n);
}

TEST(suites_say_what_they_are)
{
	const struct suite *suite;
	size_t s;

	for (s = 0; (suite = suite_at(s)) != NULL; s++) {
		assert_ptr_equal(suite_by_name(suite->name), suite);
		assert_null(test_by_id(suite->name));
		assert_true(strlen(suite->summary) > 0);
		assert_true(strlen(suite->summary) <= 60);
		assert_true(strlen(suite->stands_for) > 0);
		assert_true(suite->time_ns > 0);
		assert_true(suite->rounds > 0);
	}
	assert_null(suite_of("seq-read"));
	assert_null(suite_of("seq-read:b=4k"));
	assert_null(suite_of("nosuch:seq-read"));
	assert_null(suite_of("d:write"));
	assert_null(suite_of("ddd:write"));
}

/* A title made anew is the table's, in every suite. */
TEST(titles_follow_parameters_in_every_suite)
{
	const struct test *table;
	struct test test;
	size_t i;

	for (i = 0; (table = test_at(i)) != NULL; i++) {
		test = *table;
		if (strcmp(test.workload, "random") != 0 &&
		    strcmp(test.workload, "sequential") != 0)
			continue;
		test_write_title(&test);
		assert_string_equal(test.title, table->title);
	}
}

TEST(unixbench_has_its_rule_and_others_have_not)
{
	const struct test *test;
	size_t i;

	for (i = 0; (test = test_at(i)) != NULL; i++)
		assert_int_equal(test->rule == RULE_UNIXBENCH,
				 strncmp(test->id, "unixbench:", 10) == 0);
}

TEST(the_suite_disk_is_the_first)
{
	const struct suite *disk = suite_by_name("disk");

	assert_non_null(disk);
	assert_ptr_equal(suite_at(0), disk);
	assert_int_equal(disk->size_bytes, 1 * GIB);
	assert_int_equal(disk->time_ns, 2 * NS_PER_S);
	assert_int_equal(disk->rounds, 8);
	assert_ptr_equal(suite_test(disk, 0), test_at(0));
	assert_null(suite_by_name("none"));
}
