/*
 * Units: what is accepted, what is refused and why, and rounding on paper;
 * what is written down must be read as the same number again.
 */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

#include "diskidx/clock.h"
#include "diskidx/random.h"
#include "diskidx/units.h"

#include "../support/test.h"

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
any_number(struct random *random)
{
	return random_next(random) >> random_below(random, 64);
}

TEST(numbers_are_read_exactly)
{
	static const struct {
		int (*parse)(const char *, uint64_t *);
		struct { const char *text; uint64_t value; } row[6];
	} cases[] = {
		{ units_parse_size, {
			{ "0004k", 4096 },
			{ "18446744073709551615", UINT64_MAX },
			{ "16777215t", UINT64_C(16777215) << 40 } } },
		{ units_parse_seconds, {
			{ "1", NS_PER_S }, { "0.3", 300 * NS_PER_MS },
			{ ".5", 500 * NS_PER_MS }, { "0.0000000019", 1 },
			{ "1.9999999999", 2 * NS_PER_S - 1 } } },
		{ parse_count_to_100, { { "100", 100 }, { "0", 0 } } },
	};

	for (size_t i = 0; i < LENGTH(cases); i++)
		for (size_t k = 0; cases[i].row[k].text != NULL; k++)
			assert_parsed(cases[i].parse, cases[i].row[k].text, 0,
				      cases[i].row[k].value);
}

/* Numbers out of range are told apart from those that are none. */
TEST(what_is_malformed_or_out_of_range_is_refused_as_such)
{
	static const struct {
		int (*parse)(const char *, uint64_t *);
		int ret;
		const char *text[20];
	} cases[] = {
		{ units_parse_size, -EINVAL,
		  { "", "k", "4x", "1.5g", "4kk", " 4k", "4k ", "4 k", "+4k",
		    "0x10", "-", "--4", "-x", "4ki", "4kbb",
		    "99999999999999999999999x" } },
		{ units_parse_size, -ERANGE,
		  { "0", "0k", "-1", "-4k", "18446744073709551616",
		    "184467440737095516150", "16777216t",
		    "18014398509481984k" } },
		{ units_parse_seconds, -EINVAL,
		  { "", ".", "1.", "1e3", "2s", "1,5", "1.2.3", "nan", "inf",
		    "-", "-." } },
		{ units_parse_seconds, -ERANGE,
		  { "0", "0.0", "0.0000000001", "-1", "-.5",
		    "18446744073.709551616", "18446744074",
		    "99999999999999999999" } },
		{ parse_count_to_100, -EINVAL, { "", "7k", "7.0" } },
		{ parse_count_to_100, -ERANGE, { "101", "-1" } },
		{ parse_any_count, -ERANGE, { "18446744073709551616" } },
	};

	for (size_t i = 0; i < LENGTH(cases); i++)
		for (size_t k = 0; cases[i].text[k] != NULL; k++)
			assert_parsed(cases[i].parse, cases[i].text[k],
				      cases[i].ret, 0);
}

TEST(sizes_are_binary_in_every_spelling)
{
	static const char *const ends[] = { "", "b", "B", "ib", "iB", "IB" };
	static const char letters[] = "kKmMgGtT";
	struct random r;
	char text[64];

	random_seed(&r, 1);
	for (int i = 0; i < TRIALS; i++) {
		uint64_t n = any_number(&r);
		size_t letter = random_below(&r, sizeof(letters) - 1);
		size_t end = random_below(&r, LENGTH(ends));
		unsigned shift = 10 * ((unsigned)letter / 2 + 1);
		bool fits = n > 0 && n <= UINT64_MAX >> shift;

		snprintf(text, sizeof(text), "%ju%c%s", (uintmax_t)n,
			 letters[letter], ends[end]);
		assert_parsed(units_parse_size, text, fits ? 0 : -ERANGE,
			      n << shift);
		snprintf(text, sizeof(text), "%ju%s", (uintmax_t)n,
			 ends[end % 3]);
		assert_parsed(units_parse_size, text, n > 0 ? 0 : -ERANGE, n);
	}
}

TEST(what_is_written_is_read_as_the_same_number)
{
	struct random r;
	char text[64];

	random_seed(&r, 2);
	for (int i = 0; i < TRIALS; i++) {
		uint64_t n = any_number(&r) | 1;
		uint64_t bytes = n << random_below(&r, 64);

		snprintf(text, sizeof(text), "%" PRIu64, n);
		assert_parsed(parse_any_count, text, 0, n);
		snprintf(text, sizeof(text), "%" PRIu64 ".%09" PRIu64,
			 n / NS_PER_S, n % NS_PER_S);
		assert_parsed(units_parse_seconds, text, 0, n);
		if (bytes > 0)
			assert_parsed(units_parse_size,
				      units_format_block(text, bytes), 0,
				      bytes);
	}
}

TEST(every_unit_is_found_by_its_name_and_by_no_other)
{
	static const char *const names[] = { "KBps", "MiB/s", "IOPS" };
	static const char *const others[] = { "iops", "", "MiB/sec" };
	enum unit unit;

	for (int u = UNIT_KBPS; u <= UNIT_IOPS; u++) {
		assert_string_equal(unit_name((enum unit)u),
				    names[u - UNIT_KBPS]);
		assert_int_equal(unit_by_name(unit_name((enum unit)u), &unit),
				 0);
		assert_int_equal(unit, u);
	}
	for (size_t i = 0; i < LENGTH(others); i++)
		assert_int_equal(unit_by_name(others[i], &unit), -EINVAL);
}

/* Sizes have one decimal at most, blocks are exact. */
TEST(whole_numbers_are_printed_with_their_units)
{
	static const struct {
		char *(*format)(char *, uint64_t);
		struct { uint64_t value; const char *text; } row[18];
	} cases[] = {
		{ units_format_size, {
			{ 0, "0 B" }, { 1023, "1023 B" }, { 1024, "1 KiB" },
			{ 64 * MIB, "64 MiB" }, { 3 * GIB / 2, "1.5 GiB" },
			{ GIB - 1, "1 GiB" }, { MIB - 60, "1023.9 KiB" },
			{ 10 * GIB - 1, "10 GiB" },
			{ 100 * MIB + 1, "100 MiB" },
			{ UINT64_C(3) << 40, "3 TiB" },
			{ UINT64_C(3) << 59, "1.5 EiB" },
			{ UINT64_MAX, "16 EiB" } } },
		{ units_format_block, {
			{ 0, "0" }, { 256, "256" }, { 4096, "4K" },
			{ MIB, "1M" }, { 1536, "1536" },
			{ 1025 * KIB, "1025K" }, { 2 * GIB, "2G" },
			{ UINT64_C(1) << 50, "1024T" } } },
		{ units_format_duration, {
			{ 0, "0 s" }, { 500 * NS_PER_MS, "0.5 s" },
			{ 2 * NS_PER_S, "2 s" }, { 2500 * NS_PER_MS, "2.5 s" },
			{ 9960 * NS_PER_MS, "10 s" }, { 41 * NS_PER_S, "41 s" },
			{ 41499 * NS_PER_MS, "41 s" },
			{ 41500 * NS_PER_MS, "42 s" },
			{ 59600 * NS_PER_MS, "1 min" },
			{ 60 * NS_PER_S, "1 min" },
			{ 270 * NS_PER_S, "4 min 30 s" },
			{ 3599 * NS_PER_S, "59 min 59 s" },
			{ 3600 * NS_PER_S, "1 h" }, { 7199 * NS_PER_S, "2 h" },
			{ 7500 * NS_PER_S, "2 h 5 min" },
			{ UINT64_MAX, "5124095 h 35 min" } } },
	};
	char text[UNITS_TEXT];

	for (size_t i = 0; i < LENGTH(cases); i++)
		for (size_t k = 0; cases[i].row[k].text != NULL; k++)
			assert_string_equal(
				cases[i].format(text, cases[i].row[k].value),
				cases[i].row[k].text);
}

TEST(times_have_three_digits_and_carry_into_the_next_unit)
{
	static const struct {
		double ns;
		const char *text;
	} cases[] = {
		{ 0, "0 ns" }, { 0.4, "0 ns" }, { 85.4, "85 ns" },
		{ 999, "999 ns" }, { 999.4, "999 ns" }, { 999.5, "1.00 us" },
		{ 1000, "1.00 us" }, { 9994, "9.99 us" }, { 9996, "10.0 us" },
		{ 99940, "99.9 us" }, { 99960, "100 us" },
		{ 999400, "999 us" }, { 999600, "1.00 ms" },
		{ 1620000, "1.62 ms" }, { 16.25e6, "16.2 ms" },
		{ 999.7e6, "1.00 s" }, { 2.1e9, "2.10 s" },
		{ 59.96e9, "60.0 s" }, { 2345e9, "2345 s" },
	};
	char text[UNITS_TEXT];

	for (size_t i = 0; i < LENGTH(cases); i++)
		assert_string_equal(units_format_time(text, cases[i].ns),
				    cases[i].text);
}
