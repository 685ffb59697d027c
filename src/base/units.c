/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Units: text into integers and back. The parsers read digit by digit, since
 * strtoull also accepts blanks, signs and other bases. */
#include <config.h>

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <strings.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"

const char *const unit_name[] = {
	[UNIT_KBPS] = "KBps",
	[UNIT_MIBPS] = "MiB/s",
	[UNIT_IOPS] = "IOPS",
	[UNIT_OPS] = "ops/s",
	NULL
};

/* Move *text past digits; return false without any. A number that is too large
 * only clears *fits, since a malformed rest is the better reason. */
static bool
read_digits(const char **text, uint64_t *value, bool *fits)
{
	const char *p = *text;
	bool has_digits = isdigit((unsigned char)*p);

	*value = 0;
	*fits = true;
	for (; isdigit((unsigned char)*p); p++) {
		uint64_t digit = (uint64_t)(*p - '0');

		if (*value > (UINT64_MAX - digit) / 10)
			*fits = false;
		else
			*value = *value * 10 + digit;
	}
	*text = p;
	return has_digits;
}

int
units_parse_size(const char *text, uint64_t *bytes)
{
	static const char letters[] = "kKmMgGtT";
	const char *letter;
	unsigned shift = 0;
	uint64_t value;
	bool fits;

	if (!read_digits(&text, &value, &fits))
		return -EINVAL;
	letter = memchr(letters, *text, strlen(letters));
	if (letter != NULL) {
		shift = 10 * (1 + (unsigned)(letter - letters) / 2);
		text++;
	}
	if (*text != '\0' && strcasecmp(text, "b") != 0 &&
	    strcasecmp(text, "ib") != 0)
		return -EINVAL;
	if (!fits || value > UINT64_MAX >> shift)
		return -ERANGE;
	*bytes = value << shift;
	return 0;
}

int
units_parse_time(const char *text, uint64_t *ns)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = {
		{ "", NS_PER_S }, { "us", NS_PER_US }, { "ms", NS_PER_MS },
		{ "s", NS_PER_S }, { "m", 60 * NS_PER_S },
		{ "h", 3600 * NS_PER_S }, { "d", 86400 * NS_PER_S },
	};
	uint64_t whole, fraction = 0, place = NS_PER_S / 10, unit_ns;
	size_t i = 0;
	bool fits;

	if (!read_digits(&text, &whole, &fits) && *text != '.')
		return -EINVAL;
	/* The digits after the point are cut off after nine. */
	if (*text == '.' && !isdigit((unsigned char)*++text))
		return -EINVAL;
	for (; isdigit((unsigned char)*text); text++, place /= 10)
		fraction += (uint64_t)(*text - '0') * place;
	while (strcasecmp(units[i].name, text) != 0)
		if (++i == LENGTH(units))
			return -EINVAL;
	unit_ns = units[i].ns;
	if (unit_ns < NS_PER_S)
		fraction /= NS_PER_S / unit_ns;
	else
		fraction *= unit_ns / NS_PER_S;
	if (!fits || whole > (UINT64_MAX - fraction) / unit_ns)
		return -ERANGE;
	*ns = whole * unit_ns + fraction;
	return 0;
}

int
units_parse_decimal(const char *text, uint64_t *billionths)
{
	bool has_unit = text[strspn(text, "0123456789.")] != '\0';

	return has_unit ? -EINVAL : units_parse_time(text, billionths);
}

int
units_parse_count(const char *text, uint64_t max, uint64_t *count)
{
	uint64_t value;
	bool fits;

	if (!read_digits(&text, &value, &fits) || *text != '\0')
		return -EINVAL;
	if (!fits || value > max)
		return -ERANGE;
	*count = value;
	return 0;
}

char *
units_round(uint64_t bytes, bool up)
{
	static const char *const names[] = {
		"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"
	};
	unsigned u = 0;
	uint64_t unit = 1, whole, tenths;

	for (; u < 6 && bytes / unit >= 1024; u++)
		unit *= 1024;
	whole = bytes / unit;
	tenths = (bytes % unit * 10 + (up ? unit - 1 : unit / 2)) / unit;
	if (tenths == 10) {
		whole++;
		tenths = 0;
	}
	if (whole == 1024) {
		whole = 1;
		u++;
	}
	if (tenths == 0)
		return say("%" PRIu64 " %s", whole, names[u]);
	return say("%" PRIu64 ".%u %s", whole, (unsigned)tenths, names[u]);
}

char *
units_block(uint64_t bytes)
{
	static const char *const letters[] = { "", "K", "M", "G", "T" };
	unsigned u = 0;

	while (u < 4 && bytes > 0 && bytes % 1024 == 0) {
		bytes /= 1024;
		u++;
	}
	return say("%" PRIu64 "%s", bytes, letters[u]);
}

/*
 * Choose unit and decimals by the value as it is printed: 999.5 ns rounds to
 * 1000, so it becomes 1.00 us. Nanoseconds have no decimals: no clock is finer.
 */
char *
units_time(double ns)
{
	static const char *const names[] = { "ns", "us", "ms", "s" };
	double value = ns;
	unsigned u = 0;

	while (u < 3 && value >= 999.5) {
		value /= 1000;
		u++;
	}
	return say_join(u == 0 ? say("%.0f", value) : units_digits(value), " ",
			names[u]);
}

static char *
format_pair(uint64_t big, const char *big_name, uint64_t small,
	    const char *small_name)
{
	if (small == 0)
		return say("%" PRIu64 " %s", big, big_name);
	return say("%" PRIu64 " %s %u %s", big, big_name, (unsigned)small,
		   small_name);
}

char *
units_duration(uint64_t ns)
{
	uint64_t tenths = ns / (NS_PER_S / 10) +
		(ns % (NS_PER_S / 10) >= NS_PER_S / 20);
	uint64_t seconds = ns / NS_PER_S + (ns % NS_PER_S >= NS_PER_S / 2);
	uint64_t minutes = (seconds + 30) / 60;

	if (tenths < 100 && tenths % 10 != 0)
		return say("%u.%u s", (unsigned)tenths / 10,
			   (unsigned)tenths % 10);
	if (seconds < 60)
		return say("%u s", (unsigned)seconds);
	if (seconds < 3600)
		return format_pair(seconds / 60, "min", seconds % 60, "s");
	return format_pair(minutes / 60, "h", minutes % 60, "min");
}

int
units_decimals(double x, int least)
{
	int decimals = x < 9.95;

	for (double min = 0.995; x > 0 && x < min && decimals < 5; min /= 10)
		decimals++;
	return decimals < least ? least : decimals;
}

char *
units_digits(double x)
{
	int decimals = x >= 9.995 ? x < 99.95 : units_decimals(x, 2);

	if (x > 0 && x < 0.00005)
		return say("<0.0001");
	return say("%.*f", decimals > 4 ? 4 : decimals, x);
}

const char *
units_plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}
