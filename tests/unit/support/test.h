/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * test.h - the first of our headers that every unit test includes:
 *
 *	TEST(the_mean_of_one_value_is_that_value)
 *	{
 *		assert_near(statistics_mean(one, 1), one[0], 0);
 *	}
 *
 * A test belongs to its program as soon as it is written; main() is in test.c
 * and runs all tests in the order of their source, with cmocka. A program has
 * at most one of each of these, which return 0, or anything else if they fail:
 *
 *	BEFORE_ALL(make_directory)	before the first test
 *	BEFORE_EACH(open_target)	before every test
 *	AFTER_EACH(close_target)	after every test, also one that failed
 *	AFTER_ALL(remove_directory)	after the last test
 */
#ifndef DISKIDX_TESTS_TEST_H
#define DISKIDX_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/resource.h>

#include <cmocka.h>

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

enum test_fixture { ALL_BEFORE, EACH_BEFORE, EACH_AFTER, ALL_AFTER, FIXTURES };

/* End this test, which needs that part of the system (one of those in
 * tests/support/tap.sh) and lacks it, for that reason. It fails where
 * DISKIDX_REQUIRE in the environment has that part. */
void test_skip(const char *part, const char *reason);

void test_add(const char *name, void (*run)(void));
void test_add_fixture(enum test_fixture fixture, int (*run)(void));

#define TEST(name) \
	static void name(void); \
	__attribute__((constructor)) static void \
	add_##name(void) \
	{ \
		test_add(#name, name); \
	} \
	static void name(void)

#define FIXTURE(fixture, name) \
	static int name(void); \
	__attribute__((constructor)) static void \
	add_##name(void) \
	{ \
		test_add_fixture(fixture, name); \
	} \
	static int name(void)

#define BEFORE_ALL(name) FIXTURE(ALL_BEFORE, name)
#define BEFORE_EACH(name) FIXTURE(EACH_BEFORE, name)
#define AFTER_EACH(name) FIXTURE(EACH_AFTER, name)
#define AFTER_ALL(name) FIXTURE(ALL_AFTER, name)

/* Fail unless value is within tolerance of expected. */
void assert_near(double value, double expected, double tolerance);

/* The same, with a tolerance that is a share of expected. */
void assert_relatively_near(double value, double expected, double tolerance);

/* Fail unless value is from least to most. cmocka 2 has no such name. */
#undef assert_in_range
void assert_in_range(uint64_t value, uint64_t least, uint64_t most);

/* Fail unless text has part in it; show both otherwise. */
void assert_has(const char *text, const char *part);

/* Fail if text has part in it; show both then. */
void assert_lacks(const char *text, const char *part);

/* Fail unless each word of `words` is one of the text's, by their blanks. */
void assert_has_words(const char *text, const char *words);

/* Fail unless a message is that; a * at its end stands for any rest. */
void assert_message(const char *message, const char *expected);

/* Let no file grow beyond that; a later write fails with EFBIG. */
void limit_file_size(rlim_t bytes);

/* Allow this many descriptors; those that are open stay so. */
void limit_descriptors(rlim_t number);

#endif
