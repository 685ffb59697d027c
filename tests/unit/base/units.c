/* Units: what is accepted, what is refused and why, and rounding on paper. */
#include <config.h>

#include <errno.h>
#include <string.h>

#include "diskidx/clock.h"
#include "diskidx/units.h"

#include "../support/test.h"

#define UNTOUCHED UINT64_C(77)

struct parse_case {
	const char *text;
	int ret;
	uint64_t value;		/* if ret is 0 */
};

static void
check_parse(int (*parse)(const char *, uint64_t *),
	    const struct parse_case *cases, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		uint64_t value = UNTOUCHED;
		int ret = parse(cases[i].text, &value);

		if (ret != cases[i].ret)
			fail_msg("\"%s\" gives %d, not %d", cases[i].text,
				 ret, cases[i].ret);
		assert_true(value == (ret == 0 ? cases[i].value : UNTOUCHED));
	}
}

TEST(sizes_are_binary_in_every_spelling)
{
	static const struct parse_case cases[] = {
		{ "1", 0, 1 }, { "512", 0, 512 }, { "512b", 0, 512 },
		{ "4k", 0, 4096 }, { "4K", 0, 4096 }, { "4kb", 0, 4096 },
		{ "4KB", 0, 4096 }, { "4kib", 0, 4096 }, { "4KiB", 0, 4096 },
		{ "3m", 0, 3 * MIB }, { "2g", 0, 2 * GIB },
		{ "5T", 0, 5 * 1024 * GIB }, { "0004k", 0, 4096 },
		{ "18446744073709551615", 0, UINT64_MAX },
		{ "16777215t", 0, UINT64_C(16777215) << 40 },
	};

	check_parse(units_parse_size, cases, LENGTH(cases));
}

TEST(malformed_sizes_are_invalid)
{
	static const struct parse_case cases[] = {
		{ "", -EINVAL, 0 }, { "k", -EINVAL, 0 }, { "4x", -EINVAL, 0 },
		{ "1.5g", -EINVAL, 0 }, { "4kk", -EINVAL, 0 },
		{ " 4k", -EINVAL, 0 }, { "4k ", -EINVAL, 0 },
		{ "4 k", -EINVAL, 0 }, { "+4k", -EINVAL, 0 },
		{ "0x10", -EINVAL, 0 }, { "-", -EINVAL, 0 },
		{ "--4", -EINVAL, 0 }, { "-x", -EINVAL, 0 },
		{ "4ki", -EINVAL, 0 }, { "4kbb", -EINVAL, 0 },
		{ "99999999999999999999999x", -EINVAL, 0 },
	};

	check_parse(units_parse_size, cases, LENGTH(cases));
}

TEST(sizes_out_of_range_are_told_apart_from_malformed)
{
	static const struct parse_case cases[] = {
		{ "0", -ERANGE, 0 }, { "0k", -ERANGE, 0 },
		{ "-1", -ERANGE, 0 }, { "-4k", -ERANGE, 0 },
		{ "18446744073709551616", -ERANGE, 0 },
		{ "184467440737095516150", -ERANGE, 0 },
		{ "16777216t", -ERANGE, 0 },
		{ "18014398509481984k", -ERANGE, 0 },
	};

	check_parse(units_parse_size, cases, LENGTH(cases));
}

TEST(seconds_become_nanoseconds_exactly)
{
	static const struct parse_case cases[] = {
		{ "1", 0, NS_PER_S }, { "0.3", 0, 300 * NS_PER_MS },
		{ ".5", 0, 500 * NS_PER_MS }, { "2.000000001", 0,
		  2 * NS_PER_S + 1 },
		{ "0.0000000019", 0, 1 }, { "1.9999999999", 0,
		  2 * NS_PER_S - 1 },
		{ "18446744073.709551615", 0, UINT64_MAX },
	};

	check_parse(units_parse_seconds, cases, LENGTH(cases));
}

TEST(bad_seconds_are_refused)
{
	static const struct parse_case cases[] = {
		{ "", -EINVAL, 0 }, { ".", -EINVAL, 0 }, { "1.", -EINVAL, 0 },
		{ "1e3", -EINVAL, 0 }, { "2s", -EINVAL, 0 },
		{ "1,5", -EINVAL, 0 }, { "1.2.3", -EINVAL, 0 },
		{ "nan", -EINVAL, 0 }, { "inf", -EINVAL, 0 },
		{ "-", -EINVAL, 0 }, { "-.", -EINVAL, 0 },
		{ "0", -ERANGE, 0 }, { "0.0", -ERANGE, 0 },
		{ "0.0000000001", -ERANGE, 0 }, { "-1", -ERANGE, 0 },
		{ "-.5", -ERANGE, 0 },
		{ "18446744073.709551616", -ERANGE, 0 },
		{ "18446744074", -ERANGE, 0 },
		{ "99999999999999999999", -ERANGE, 0 },
	};

	check_parse(units_parse_seconds, cases, LENGTH(cases));
}

TEST(counts_stay_within_their_limit)
{
	uint64_t count = UNTOUCHED;

	assert_int_equal(units_parse_count("101", 100, &count), -ERANGE);
	assert_int_equal(units_parse_count("-1", 100, &count), -ERANGE);
	assert_int_equal(units_parse_count("18446744073709551616", UINT64_MAX,
					   &count), -ERANGE);
	assert_int_equal(units_parse_count("", 100, &count), -EINVAL);
	assert_int_equal(units_parse_count("7k", 100, &count), -EINVAL);
	assert_int_equal(units_parse_count("7.0", 100, &count), -EINVAL);
	assert_true(count == UNTOUCHED);
	assert_int_equal(units_parse_count("100", 100, &count), 0);
	assert_true(count == 100);
	assert_int_equal(units_parse_count("0", 100, &count), 0);
	assert_true(count == 0);
	assert_int_equal(units_parse_count("18446744073709551615", UINT64_MAX,
					   &count), 0);
	assert_true(count == UINT64_MAX);
}

TEST(every_unit_is_found_by_its_name)
{
	for (int u = UNIT_KBPS; u <= UNIT_IOPS; u++) {
		enum unit unit;

		assert_int_equal(unit_by_name(unit_name((enum unit)u), &unit),
				 0);
		assert_int_equal(unit, u);
	}
	assert_string_equal(unit_name(UNIT_KBPS), "KBps");
	assert_string_equal(unit_name(UNIT_MIBPS), "MiB/s");
	assert_string_equal(unit_name(UNIT_IOPS), "IOPS");
}

TEST(no_unit_has_another_name)
{
	enum unit unit;

	assert_int_equal(unit_by_name("iops", &unit), -EINVAL);
	assert_int_equal(unit_by_name("", &unit), -EINVAL);
	assert_int_equal(unit_by_name("MiB/sec", &unit), -EINVAL);
}

TEST(sizes_print_with_one_decimal_at_most)
{
	static const struct {
		uint64_t bytes;
		const char *text;
	} cases[] = {
		{ 0, "0 B" }, { 1023, "1023 B" }, { 1024, "1 KiB" },
		{ 64 * MIB, "64 MiB" }, { GIB + GIB / 2, "1.5 GiB" },
		{ GIB - 1, "1 GiB" }, { MIB - 60, "1023.9 KiB" },
		{ 10 * GIB - 1, "10 GiB" }, { 100 * MIB + 1, "100 MiB" },
		{ UINT64_C(3) << 40, "3 TiB" }, { UINT64_MAX, "16 EiB" },
		{ UINT64_C(3) << 59, "1.5 EiB" },
	};
	char text[UNITS_TEXT];

	for (size_t i = 0; i < LENGTH(cases); i++)
		assert_string_equal(units_format_size(text, cases[i].bytes),
				    cases[i].text);
}

TEST(blocks_print_exactly_and_parse_back)
{
	static const struct {
		uint64_t bytes;
		const char *text;
	} cases[] = {
		{ 256, "256" }, { 4096, "4K" }, { MIB, "1M" },
		{ 1536, "1536" }, { 1025 * KIB, "1025K" }, { 2 * GIB, "2G" },
		{ UINT64_C(1) << 50, "1024T" },
	};
	char text[UNITS_TEXT];
	uint64_t bytes;

	for (size_t i = 0; i < LENGTH(cases); i++) {
		units_format_block(text, cases[i].bytes);
		assert_string_equal(text, cases[i].text);
		assert_int_equal(units_parse_size(text, &bytes), 0);
		assert_true(bytes == cases[i].bytes);
	}
	assert_string_equal(units_format_block(text, 0), "0");
}

TEST(times_have_three_digits_and_carry_into_the_next_unit)
{
	static const struct {
		double ns;
		const char *text;
	} cases[] = {
		{ 0, "0 ns" }, { 0.4, "0 ns" }, { 85, "85 ns" },
		{ 85.4, "85 ns" }, { 999, "999 ns" }, { 999.4, "999 ns" },
		{ 999.5, "1.00 us" }, { 999.6, "1.00 us" },
		{ 1000, "1.00 us" }, { 9994, "9.99 us" }, { 9996, "10.0 us" },
		{ 99940, "99.9 us" }, { 99960, "100 us" },
		{ 340000, "340 us" }, { 999400, "999 us" },
		{ 999600, "1.00 ms" }, { 1620000, "1.62 ms" },
		{ 16.25e6, "16.2 ms" }, { 999.7e6, "1.00 s" },
		{ 2.1e9, "2.10 s" }, { 59.96e9, "60.0 s" },
		{ 2345e9, "2345 s" },
	};
	char text[UNITS_TEXT];

	for (size_t i = 0; i < LENGTH(cases); i++)
		assert_string_equal(units_format_time(text, cases[i].ns),
				    cases[i].text);
}

TEST(durations_read_as_people_say_them)
{
	static const struct {
		uint64_t ns;
		const char *text;
	} cases[] = {
		{ 0, "0 s" }, { 500 * NS_PER_MS, "0.5 s" },
		{ 2 * NS_PER_S, "2 s" }, { 2500 * NS_PER_MS, "2.5 s" },
		{ 9960 * NS_PER_MS, "10 s" }, { 41 * NS_PER_S, "41 s" },
		{ 41 * NS_PER_S + 499 * NS_PER_MS, "41 s" },
		{ 59 * NS_PER_S + 600 * NS_PER_MS, "1 min" },
		{ 60 * NS_PER_S, "1 min" }, { 270 * NS_PER_S, "4 min 30 s" },
		{ 3599 * NS_PER_S, "59 min 59 s" }, { 3600 * NS_PER_S, "1 h" },
		{ 7500 * NS_PER_S, "2 h 5 min" },
		{ 7199 * NS_PER_S, "2 h" },
		{ UINT64_MAX, "5124095 h 35 min" },
	};
	char text[UNITS_TEXT];

	for (size_t i = 0; i < LENGTH(cases); i++)
		assert_string_equal(units_format_duration(text, cases[i].ns),
				    cases[i].text);
}
