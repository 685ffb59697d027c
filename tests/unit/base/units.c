/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Units: what is accepted, what is refused and why, and how it is printed; a
 * printed number must be read as the same number again.
 */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/prng.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"

#include "../support/rows.h"

#define UNTOUCHED UINT64_C(77)
#define TRIALS 2000

static int
parse_any_count(const char *text, uint64_t *value)
{
	return units_parse_count(text, UINT64_MAX, value);
}

static int
parse_count_to_100(const char *text, uint64_t *value)
{
	return units_parse_count(text, 100, value);
}

static void
assert_parsed(int (*parse)(const char *, uint64_t *), const char *text,
	      int ret, uint64_t value)
{
	uint64_t parsed = UNTOUCHED;
	int got = parse(text, &parsed);

	if (got != ret || parsed != (ret == 0 ? value : UNTOUCHED))
		fail_msg("\"%s\" gives %d and %ju", text, got,
			 (uintmax_t)parsed);
}

/* Return a number of any length in bits. */
static uint64_t
any_number(struct prng *random)
{
	return prng_next(random) >> prng_below(random, 64);
}

TEST(dates_of_any_year_are_those_of_the_calendar)
{
	char expected[48];
	struct prng random;

	prng_seed(&random, 20261123);
	for (int i = 0; i < TRIALS; i++) {
		uint64_t s = prng_below(&random, sizeof(time_t) > 4 ?
					  UINT64_C(253402300800) : INT32_MAX);
		time_t at = (time_t)s;

		strftime(expected, sizeof(expected), "%a %F %T %j",
			 gmtime(&at));
		assert_string_equal(clock_date("%a %F %T %j", s - 5400, 5400),
				    expected);
	}
	assert_string_equal(clock_date("%F", UINT64_C(1) << 32, 0),
			    "2106-02-07");
	assert_string_equal(clock_date("%F", 253402300799, 0),
			    "9999-12-31");
	assert_string_equal(clock_date("%F", 253402300800, 0), "");
	assert_string_equal(clock_date("%a %F %T %j", 3599, -3600),
			    "Wed 1969-12-31 23:59:59 365");
	assert_string_equal(clock_date("%F", UINT64_MAX, 0), "");
}

TEST_ROWS("units", numbers_are_read_exactly_or_refused_as_what_they_are)
{
	static const struct {
		const char *name;
		int (*parse)(const char *text, uint64_t *value);
	} kinds[] = {
		{ "size", units_parse_size },
		{ "time", units_parse_time },
		{ "decimal", units_parse_decimal },
		{ "count", parse_any_count },
		{ "count to 100", parse_count_to_100 },
	};
	int ret = strcmp(field[2], "no number") == 0 ? -EINVAL :
		  strcmp(field[2], "out of range") == 0 ? -ERANGE : 0;
	size_t i = 0;

	while (strcmp(kinds[i].name, field[0]) != 0)
		assert_true(++i < LENGTH(kinds));
	assert_parsed(kinds[i].parse, field[1], ret,
		      strtoull(field[2], NULL, 10));
}

TEST(what_is_written_is_read_as_the_same_number)
{
	struct prng r;
	char text[64];

	prng_seed(&r, 2);
	for (int i = 0; i < TRIALS; i++) {
		uint64_t n = any_number(&r) | 1;
		uint64_t bytes = n << prng_below(&r, 64);

		snprintf(text, sizeof(text), "%" PRIu64, n);
		assert_parsed(parse_any_count, text, 0, n);
		snprintf(text, sizeof(text), "%" PRIu64 ".%09" PRIu64,
			 n / NS_PER_S, n % NS_PER_S);
		assert_parsed(units_parse_time, text, 0, n);
		if (bytes > 0)
			assert_parsed(units_parse_size,
				      units_block(bytes), 0, bytes);
	}
}

TEST_ROWS("units", numbers_are_written_with_their_units)
{
	uint64_t value = strtoull(field[1], NULL, 10);
	double x = strtod(field[1], NULL);
	const char *text;

	if (strcmp(field[0], "size") == 0)
		text = units_size(value);
	else if (strcmp(field[0], "most") == 0)
		text = units_most(value);
	else if (strcmp(field[0], "block") == 0)
		text = units_block(value);
	else if (strcmp(field[0], "duration") == 0)
		text = units_duration(value);
	else if (strcmp(field[0], "digits") == 0)
		text = units_digits(x);
	else if (strcmp(field[0], "decimals") == 0)
		text = say("%d", units_decimals(x, 1));
	else
		text = units_time(x);
	assert_string_equal(text, field[2]);
}
