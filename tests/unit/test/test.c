/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Tests of the tables of tests and suites, and of what options make. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/test/baseline.h"
#include "diskidx/test/name.h"
#include "diskidx/test/profile.h"
#include "diskidx/test/suite.h"
#include "diskidx/test/test.h"

#include "../support/rows.h"

/* The tests of `disk` and `unixbench` have a row in the baseline. */
TEST(every_id_is_there_once)
{
	const struct test *test;

	for (size_t i = 0; (test = test_at(i)) != NULL; i++) {
		const struct suite *suite = suite_of(test->id);
		bool has_row = suite == NULL ||
			       suite == suite_by_name("unixbench");

		assert_ptr_equal(test_by_id(test->id), test);
		assert_int_equal(baseline_value(baseline_default, test->id,
						NULL) > 0, has_row);
	}
	for (const struct profile *p = profile_list; p->name != NULL; p++) {
		assert_null(test_by_id(p->name));
		assert_null(suite_by_name(p->name));
	}
	assert_null(test_by_id("none"));
	assert_null(test_by_id(""));
}

/* Return a copy to change. */
static struct test
copy_of(const char *id)
{
	const struct test *test = test_by_id(id);

	assert_non_null(test);
	return *test;
}

/* Set the variation of that letter; return what the setter returns. */
static int
vary(struct test *test, const char *letter, uint32_t number)
{
	const struct variation *v = variation_table;

	while (strcmp(v->letter, letter) != 0)
		v++;
	return test_vary(test, v, number);
}

/* Set LETTER=VALUE as an option does; return what the setter returns. */
static int
set(struct test *test, const char *word)
{
	const char *value = strchr(word, '=') + 1;
	uint32_t number = (uint32_t)strtoul(value, NULL, 10);
	char letter[] = { word[0], '\0' };

	switch (word[0]) {
	case 'c':
		return vary(test, "c", value[0] == 'd' ? CACHE_DIRECT :
			    value[0] == 'b' ? CACHE_BUFFERED : CACHE_CACHED);
	case 's':
		return vary(test, "s", value[0] == 'd' ? SYNC_DSYNC :
			    value[0] == 'f' ? SYNC_FDATASYNC : SYNC_NONE);
	case 'p':
		if (vary(test, "rate", number) != 0)
			return -EINVAL;
		return vary(test, "a", ARRIVAL_POISSON);
	case 'r':
		if (word[1] == 'a')
			return vary(test, "rate", number);
		if (value[0] == 'p')
			number = RANDOM_PERMUTATION;
		if (value[0] == 'z')
			number = RANDOM_PERMUTATION +
				(uint32_t)strtoul(value + 1, NULL, 10);
	}
	return vary(test, letter, number);
}

/* Set all of these words; those with a ! must be refused. */
static void
set_all(struct test *test, const char *words)
{
	char text[200];

	strcpy(text, words);
	for (char *word = strtok(text, " "); word != NULL;
	     word = strtok(NULL, " ")) {
		bool refused = word[0] == '!';

		if (set(test, word + refused) != (refused ? -EINVAL : 0))
			fail_msg("%s %s", test->id, word);
	}
}

TEST_ROWS("test", options_make_another_id_and_title)
{
	struct test test = copy_of(field[0]);
	const struct test *of_table;

	set_all(&test, field[1]);
	assert_string_equal(test.id, field[2]);
	of_table = test_by_id(test.id);
	assert_string_equal(test.title, strcmp(field[3], "-") != 0 ? field[3] :
			    of_table->title);
	if (strcmp(field[4], "-") != 0)
		assert_has_words(params_format(&test.params), field[4]);
	/* An id of the table is the test of the table. */
	if (of_table != NULL)
		assert_memory_equal(&test.params, &of_table->params,
				    sizeof(test.params));
}

/* An id, its list, what is in that, and what it ends with from the options, and
 * from the load. */
TEST_ROWS("test", a_name_has_parts)
{
	char list[TEST_ID];

	snprintf(list, sizeof(list), "%.*s", (int)test_name_list(field[0]),
		 field[0]);
	assert_string_equal(list, field[1]);
	assert_string_equal(test_name_within(field[0]), field[2]);
	assert_string_equal(test_name_options(field[0]), field[3]);
	assert_string_equal(test_name_load(field[0]), field[4]);
}

/* A test, options, "REVISION COPIES", and the words. */
TEST_ROWS("test", the_fingerprint_is_words)
{
	struct test test = copy_of(field[0]);
	unsigned revision, copies, page_bytes;

	assert_int_equal(sscanf(field[2], "%u %u %u", &revision, &copies,
				&page_bytes), 3);
	set_all(&test, field[1]);
	assert_string_equal(test_fingerprint(&test, revision, copies,
					     page_bytes), field[3]);
}

/* Two suites may do the same. */
TEST(fingerprints_tell_all_tests_of_a_suite_apart)
{
	const struct test *one, *two;
	size_t i, j;

	for (i = 0; (one = test_at(i)) != NULL; i++)
		for (j = i + 1; (two = test_at(j)) != NULL; j++)
			if (suite_of(one->id) == suite_of(two->id))
				assert_string_not_equal(
					test_fingerprint(one, 1, 1, 0),
					test_fingerprint(two, 1, 1, 0));
}

/* A suite has all tests whose ids begin with its name, `disk` the others. */
TEST(every_test_is_in_one_suite)
{
	const struct suite *suite = suite_table;
	const struct test *test;
	size_t i, n, listed = 0;

	for (; suite->name != NULL; suite++) {
		const struct test *before = NULL;

		for (i = 0; (test = suite_test(suite, i)) != NULL; i++) {
			assert_ptr_equal(suite_of(test->id),
					 suite != suite_disk ? suite : NULL);
			assert_true(before == NULL || before < test);
			before = test;
		}
		assert_true(i > 0);
		listed += i;
		assert_ptr_equal(suite_by_name(suite->name), suite);
		assert_null(test_by_id(suite->name));
	}
	for (n = 0; (test = test_at(n)) != NULL; n++) {
		assert_int_equal(suite_of(test->id) == NULL,
				 strchr(test->id, ':') == NULL);
		assert_in_range(strlen(category_name(test->category)), 1, 23);
	}
	assert_int_equal(listed, n);
	assert_null(suite_of("seq-read:b=4k"));
	assert_null(suite_of("nosuch:seq-read"));
	assert_null(suite_of("d:write"));
	assert_null(suite_of("ddd:write"));
}
