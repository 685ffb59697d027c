/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
#include <config.h>

#include "rows.h"
#include "test.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TESTS 128

static struct CMUnitTest tests[MAX_TESTS];
static void (*runs[MAX_TESTS])(void);
static size_t n_tests;
static struct CMUnitTest *running;
static jmp_buf skipped;
static int (*fixtures[FIXTURES])(void);

static int
run_fixture(enum test_fixture fixture)
{
	return fixtures[fixture] == NULL ? 0 : fixtures[fixture]();
}

static int
before_all(void **state)
{
	(void)state;
	return run_fixture(ALL_BEFORE);
}

static int
before_each(void **state)
{
	(void)state;
	return run_fixture(EACH_BEFORE);
}

static int
after_each(void **state)
{
	(void)state;
	tell_row();
	return run_fixture(EACH_AFTER);
}

static int
after_all(void **state)
{
	(void)state;
	return run_fixture(ALL_AFTER);
}

static void
call(void **state)
{
	void (**run)(void) = *state;

	running = &tests[run - runs];
	if (setjmp(skipped) == 0)
		(*run)();
}

static bool
is_required(const char *part)
{
	const char *word = getenv("DISKIDX_REQUIRE");
	size_t length;

	for (; word != NULL && *word != '\0'; word += length) {
		word += strspn(word, " ");
		length = strcspn(word, " ");
		if (length == strlen(part) && strncmp(word, part, length) == 0)
			return true;
	}
	return false;
}

/* What cmocka 1.1.5 prints of its own skip() is a failure to others. It prints
 * the name behind the test. */
void
test_skip(const char *part, const char *reason)
{
	static char name[1024];

	if (is_required(part))
		fail_msg("%s is required: %s", part, reason);
	snprintf(name, sizeof(name), "%s # SKIP %s: %s", running->name, part,
		 reason);
	running->name = name;
	longjmp(skipped, 1);
}

void
test_add(const char *name, void (*run)(void))
{
	if (n_tests < MAX_TESTS) {
		runs[n_tests] = run;
		tests[n_tests] = (struct CMUnitTest){ name, call,
			before_each, after_each, &runs[n_tests] };
	}
	n_tests++;
}

void
test_add_fixture(enum test_fixture fixture, int (*run)(void))
{
	fixtures[fixture] = run;
}

void
assert_near(double value, double expected, double tolerance)
{
	if (!(fabs(value - expected) <= tolerance))
		fail_msg("%.15g instead of %.15g", value, expected);
}

void
assert_relatively_near(double value, double expected, double tolerance)
{
	assert_near(value, expected, fabs(expected) * tolerance);
}

void
assert_in_range(uint64_t value, uint64_t least, uint64_t most)
{
	if (value < least || value > most)
		fail_msg("%ju is not from %ju to %ju", (uintmax_t)value,
			 (uintmax_t)least, (uintmax_t)most);
}

void
assert_has(const char *text, const char *part)
{
	if (strstr(text, part) == NULL)
		fail_msg("no \"%s\" in:\n%s", part, text);
}

void
assert_lacks(const char *text, const char *part)
{
	if (strstr(text, part) != NULL)
		fail_msg("\"%s\" in:\n%s", part, text);
}

void
assert_has_words(const char *text, const char *words)
{
	for (size_t length; *words != '\0'; words += length) {
		const char *at = text;

		words += strspn(words, " ");
		length = strcspn(words, " ");
		while (strncmp(at, words, length) != 0 ||
		       (at[length] != ' ' && at[length] != '\0')) {
			at = strchr(at, ' ');
			if (at++ == NULL)
				fail_msg("no \"%.*s\" in:\n%s", (int)length,
					 words, text);
		}
	}
}

void
assert_message(const char *message, const char *expected)
{
	size_t length = strlen(expected);

	if (length > 0 && expected[length - 1] == '*')
		length -= 1;
	else if (strlen(message) > length)
		length = strlen(message);
	if (strncmp(message, expected, length) != 0)
		fail_msg("\"%s\" instead of \"%s\"", message, expected);
}

static void
set_limit(int resource, rlim_t most)
{
	struct rlimit limit;

	assert_int_equal(getrlimit(resource, &limit), 0);
	limit.rlim_cur = most < limit.rlim_max ? most : limit.rlim_max;
	assert_int_equal(setrlimit(resource, &limit), 0);
}

void
limit_file_size(rlim_t bytes)
{
	set_limit(RLIMIT_FSIZE, bytes);
}

void
limit_descriptors(rlim_t number)
{
	set_limit(RLIMIT_NOFILE, number);
}

/* A compiler without constructors finds no test, which is no success. */
int
main(void)
{
	if (n_tests == 0 || n_tests > MAX_TESTS) {
		printf("Bail out! %zu tests, of %d at most\n", n_tests,
		       MAX_TESTS);
		return 1;
	}
	return _cmocka_run_group_tests("tests", tests, n_tests, before_all,
				       after_all);
}
