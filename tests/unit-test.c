/* Tests of the tables of tests and suites, and of what options make. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/baseline.h"
#include "diskidx/clock.h"
#include "diskidx/suite.h"
#include "diskidx/test.h"

/* A copy to change. */
static struct test
copy_of(const char *id)
{
	const struct test *test = test_by_id(id);

	assert_non_null(test);
	return *test;
}

static void
every_id_is_there_once(void **state)
{
	const struct test *test;
	size_t i;

	(void)state;
	for (i = 0; (test = test_at(i)) != NULL; i++)
		assert_ptr_equal(test_by_id(test->id), test);
	assert_int_equal(i, 14);
	assert_null(test_by_id("none"));
	assert_null(test_by_id(""));
}

static void
every_test_has_a_row_in_the_baseline(void **state)
{
	const struct baseline *george = baseline_by_name("george");
	const struct test *test;
	double value;
	size_t i;

	(void)state;
	for (i = 0; (test = test_at(i)) != NULL; i++) {
		assert_true(baseline_value(george, test->id, &value));
		assert_true(value > 0);
	}
}

static void
the_share_of_reads_follows_from_the_action(void **state)
{
	static const uint32_t share[] = {
		[ACTION_READ] = 100,
		[ACTION_WRITE] = 0,
		[ACTION_COPY] = 50,
		[ACTION_MIX] = 75,
	};
	const struct test *test;
	size_t i;

	(void)state;
	for (i = 0; (test = test_at(i)) != NULL; i++)
		assert_int_equal(test->params.read_pct,
				 share[test->params.action]);
}

static void
file_copies_have_the_files_of_unixbench(void **state)
{
	(void)state;
	assert_int_equal(copy_of("fsbuffer").params.block_bytes, 256);
	assert_int_equal(copy_of("fsbuffer").params.file_bytes, 500 * 1024);
	assert_int_equal(copy_of("fstime").params.block_bytes, 1024);
	assert_int_equal(copy_of("fstime").params.file_bytes, 2000 * 1024);
	assert_int_equal(copy_of("fsdisk").params.block_bytes, 4096);
	assert_int_equal(copy_of("fsdisk").params.file_bytes, 8000 * 1024);
}

static void
options_make_another_id_and_title(void **state)
{
	struct test test = copy_of("rand-read-q32");

	(void)state;
	assert_int_equal(test_set_mix(&test, 50), 0);
	assert_int_equal(test_set_block(&test, 256 * 1024), 0);
	assert_int_equal(test_set_depth(&test, 4), 0);
	assert_string_equal(test.id, "rand-read-q32:b=256k,q=4,m=50");
	assert_string_equal(test.title, "Random 50/50 256K Q4 direct");
	assert_int_equal(test.params.action, ACTION_MIX);
	assert_null(test_by_id(test.id));
}

static void
the_order_of_the_options_does_not_matter(void **state)
{
	struct test one = copy_of("rand-write-q32");
	struct test two = copy_of("rand-write-q32");

	(void)state;
	test_set_depth(&one, 8);
	test_set_block(&one, 1000);
	test_set_block(&two, 1000);
	test_set_depth(&two, 8);
	assert_string_equal(one.id, two.id);
	assert_string_equal(one.id, "rand-write-q32:b=1000,q=8");
}

static void
a_title_follows_its_parameters(void **state)
{
	struct test test = copy_of("rand-read-q32");

	(void)state;
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

static void
a_value_that_is_there_already_changes_nothing(void **state)
{
	const struct test *table;
	struct test test;
	size_t i;

	(void)state;
	for (i = 0; (table = test_at(i)) != NULL; i++) {
		test = *table;
		test_set_block(&test, test.params.block_bytes);
		test_set_depth(&test, test.params.depth);
		test_set_mix(&test, test.params.read_pct);
		assert_memory_equal(&test.params, &table->params,
				    sizeof(test.params));
		assert_string_equal(test.id, table->id);
		assert_string_equal(test.title, table->title);
	}
}

static void
going_back_gives_the_test_of_the_table(void **state)
{
	struct test test = copy_of("rand-mixed-q32");

	(void)state;
	test_set_mix(&test, 10);
	test_set_depth(&test, 1);
	test_set_mix(&test, 75);
	test_set_depth(&test, 32);
	assert_string_equal(test.id, "rand-mixed-q32");
	assert_string_equal(test.title, "Random 75/25 4K Q32 direct");
}

static void
a_mix_of_one_kind_is_a_read_or_a_write(void **state)
{
	struct test test = copy_of("rand-mixed-q32");

	(void)state;
	assert_int_equal(test_set_mix(&test, 100), 0);
	assert_int_equal(test.params.action, ACTION_READ);
	assert_string_equal(test.title, "Random Read 4K Q32 direct");
	assert_string_equal(test.id, "rand-mixed-q32:m=100");
	assert_int_equal(test_set_mix(&test, 0), 0);
	assert_int_equal(test.params.action, ACTION_WRITE);
	assert_string_equal(test.id, "rand-mixed-q32:m=0");
	assert_int_equal(test_set_mix(&test, 101), -EINVAL);
}

static void
what_a_test_has_not_is_refused(void **state)
{
	static const char *const none[] = { "fsbuffer", "fstime", "fsdisk" };
	static const char *const block[] = { "seq-write", "seq-read-direct",
					     "commit" };
	struct test test;
	size_t i;

	(void)state;
	for (i = 0; i < 3; i++) {
		test = copy_of(none[i]);
		assert_int_equal(test_set_block(&test, 4096), -EINVAL);
		assert_int_equal(test_set_depth(&test, 4), -EINVAL);
		assert_int_equal(test_set_mix(&test, 4), -EINVAL);
		test = copy_of(block[i]);
		assert_int_equal(test_set_block(&test, 8192), 0);
		assert_int_equal(test_set_depth(&test, 4), -EINVAL);
		assert_int_equal(test_set_mix(&test, 4), -EINVAL);
	}
	test = copy_of("rand-read-q1");
	assert_int_equal(test_set_block(&test, 0), -EINVAL);
	assert_int_equal(test_set_depth(&test, 0), -EINVAL);
}

static void
the_longest_id_and_title_fit(void **state)
{
	struct test test = copy_of("rand-mixed-q32");

	(void)state;
	test_set_block(&test, UINT32_MAX);
	test_set_depth(&test, UINT32_MAX);
	test_set_mix(&test, 99);
	assert_string_equal(test.id, "rand-mixed-q32:b=4294967295,"
			    "q=4294967295,m=99");
	assert_string_equal(test.title, "Random 99/1 4294967295 Q4294967295 "
			    "direct");
}

static void
the_fingerprint_is_words(void **state)
{
	char *mixed = test_fingerprint(test_by_id("rand-mixed-q32"), 1, 1);
	char *copy = test_fingerprint(test_by_id("fsbuffer"), 2, 8);

	(void)state;
	assert_string_equal(mixed, "random/1 action=mix cache=direct sync=none "
			    "block_bytes=4096 depth=32 read_pct=75 copies=1 "
			    "data=random");
	assert_string_equal(copy, "filecopy/2 action=copy cache=cached "
			    "sync=none block_bytes=256 depth=1 read_pct=50 "
			    "file_bytes=512000 copies=8 data=random");
	free(mixed);
	free(copy);
}

static void
fingerprints_tell_all_tests_apart(void **state)
{
	const struct test *one, *two;
	char *a, *b;
	size_t i, j;

	(void)state;
	for (i = 0; (one = test_at(i)) != NULL; i++) {
		a = test_fingerprint(one, 1, 1);
		for (j = i + 1; (two = test_at(j)) != NULL; j++) {
			b = test_fingerprint(two, 1, 1);
			assert_string_not_equal(a, b);
			free(b);
		}
		free(a);
	}
}

static void
the_suite_disk_is_the_whole_table_in_order(void **state)
{
	const struct suite *disk = suite_by_name("disk");
	size_t i;

	(void)state;
	assert_non_null(disk);
	assert_ptr_equal(suite_at(0), disk);
	assert_int_equal(disk->size_bytes, 1 * GIB);
	assert_int_equal(disk->time_ns, 2 * NS_PER_S);
	assert_int_equal(disk->rounds, 8);
	for (i = 0; disk->test[i] != NULL; i++)
		assert_string_equal(disk->test[i], test_at(i)->id);
	assert_null(test_at(i));
	assert_null(suite_at(1));
	assert_null(suite_by_name("none"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_id_is_there_once),
		cmocka_unit_test(every_test_has_a_row_in_the_baseline),
		cmocka_unit_test(the_share_of_reads_follows_from_the_action),
		cmocka_unit_test(file_copies_have_the_files_of_unixbench),
		cmocka_unit_test(options_make_another_id_and_title),
		cmocka_unit_test(the_order_of_the_options_does_not_matter),
		cmocka_unit_test(a_title_follows_its_parameters),
		cmocka_unit_test(a_value_that_is_there_already_changes_nothing),
		cmocka_unit_test(going_back_gives_the_test_of_the_table),
		cmocka_unit_test(a_mix_of_one_kind_is_a_read_or_a_write),
		cmocka_unit_test(what_a_test_has_not_is_refused),
		cmocka_unit_test(the_longest_id_and_title_fit),
		cmocka_unit_test(the_fingerprint_is_words),
		cmocka_unit_test(fingerprints_tell_all_tests_apart),
		cmocka_unit_test(the_suite_disk_is_the_whole_table_in_order),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
