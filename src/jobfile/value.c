/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Values: the text after a key's equals sign, checked and made a number. */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "diskidx/array.h"
#include "diskidx/clock.h"
#include "diskidx/sizes.h"
#include "diskidx/suggest.h"
#include "diskidx/units.h"
#include "script.h"

#define MAX_WORD 48
#define MILLIONTHS 1000000	/* of the billionths that are parsed */
#define FIO_THETA_MILLI 1100	/* of fio's zipf without a number */
#define MOST_THETA_MILLI 10000	/* as of --random */

struct pair {
	struct reader *reader;
	const struct key *key;
	const char *name;	/* the key or its alias, as in the file */
	const char *text;
	struct value *value;
};

static int
value_fail(const struct pair *pair, const char *why)
{
	return reader_fail(pair->reader, "%s: '%.60s' %s", pair->name,
			   pair->text, why);
}

static int
value_unwanted(const struct pair *pair)
{
	const struct key *key = pair->key;
	char why[160];

	if (key->wanted != NULL)
		snprintf(why, sizeof(why), "is not %s", key->wanted);
	else
		snprintf(why, sizeof(why), "is not a whole number from %"
			 PRIu64 " to %" PRIu64, key->min, key->max);
	return value_fail(pair, why);
}

bool
value_is_same(const struct value *a, const struct value *b)
{
	if (a->text == NULL || b->text == NULL)
		return a->text == b->text && a->number == b->number;
	return a->number == b->number && strcmp(a->text, b->text) == 0;
}

static bool
in_range(const struct key *key, uint64_t number)
{
	return number >= key->min && number <= key->max;
}

/* Refuse kib and the like: fio's 4kib is 4000 bytes, its 4k and 4kb 4096. */
static int
check_unit(const struct pair *pair)
{
	if (strchr(pair->text, '%') != NULL)
		return value_fail(pair, "is a share of a file or device that "
				  "is there already, as in fio, and diskidx "
				  "makes its own; give bytes, as in 4g");
	if (strpbrk(pair->text, "iI") != NULL)
		return value_fail(pair, "has a unit that fio takes as decimal; "
				  "write k, m or g, which are binary");
	return 0;
}

/* Parse a number without a unit, or of bytes. */
static int
parse_number(const struct pair *pair)
{
	bool is_size = pair->key->kind == KIND_SIZE;
	/* fio takes the sign of a size for nothing, and scripts rely on it. */
	const char *at = pair->text + (is_size && pair->text[0] == '-');
	size_t length = strcspn(at, ",");
	char one[MAX_WORD];
	uint64_t number;
	int status;

	if (length >= MAX_WORD)
		return value_unwanted(pair);
	snprintf(one, sizeof(one), "%.*s", (int)length, at);
	/* A list is for reads, writes and trims, which must all be alike. */
	while (at[length] != '\0') {
		at += length + 1;
		if (strncmp(at, one, length) != 0 ||
		    strcspn(at, ",") != length)
			return value_fail(pair, "is a list; diskidx takes one "
					  "value, for reads and writes alike");
	}
	if (is_size && strcmp(one, "100%") == 0)
		return 0;
	if (is_size && check_unit(pair) != 0)
		return -EINVAL;
	if (is_size)
		status = units_parse_size(one, &number);
	else
		status = units_parse_count(one, pair->key->max, &number);
	if (status != 0 || !in_range(pair->key, number))
		return value_unwanted(pair);
	pair->value->number = number;
	return 0;
}

/* Return false for sizes beyond the limits, or shares that aren't whole. */
static bool
are_wanted(const struct key *key, const struct sizes *sizes, bool is_split)
{
	return in_range(key, sizes->bytes[0]) &&
		in_range(key, sizes_largest(sizes)) &&
		(!is_split || sizes_weight(sizes) == 100);
}

/* Parse what may be several sizes, each form by its own name only; a third part
 * is for trims. A single size is kept as a number. */
static int
parse_blocks(const struct pair *pair)
{
	const struct key *key = pair->key;
	bool is_range = key->range != NULL &&
			strcmp(key->range, pair->name) == 0;
	bool is_split = key->otherwise == 0;
	const char *others = "-/:";	/* what stands in the other forms */
	struct sizes sizes[OP_COUNT];

	if (check_unit(pair) != 0)
		return -EINVAL;
	if (is_split)
		others = "-";
	else if (is_range)
		others = "/:";
	if (strpbrk(pair->text, others) == NULL &&
	    sizes_parse(pair->text, sizes) == 0 &&
	    are_wanted(key, &sizes[OP_READ], is_split) &&
	    are_wanted(key, &sizes[OP_WRITE], is_split)) {
		pair->value->number = sizes_only(sizes);
		if (pair->value->number == 0)
			pair->value->text = pair->text;
		return 0;
	}
	if (is_range)
		return value_fail(pair, "is not LEAST-MOST, up to 16 times the "
				  "least");
	return value_unwanted(pair);
}

/* Find the length of a unit; *ns is left alone where there is none. */
static bool
parse_unit(const char *text, uint64_t *ns)
{
	static const struct {
		const char *name;
		uint64_t ns;
	} units[] = {
		{ "us", NS_PER_S / 1000000 },
		{ "ms", NS_PER_S / 1000 }, { "s", NS_PER_S },
		{ "m", 60 * NS_PER_S }, { "h", 3600 * NS_PER_S },
		{ "d", 86400 * NS_PER_S },
	};

	for (size_t i = 0; i < LENGTH(units); i++)
		if (strcasecmp(units[i].name, text) == 0) {
			*ns = units[i].ns;
			return true;
		}
	return *text == '\0';
}

static int
parse_time(const struct pair *pair)
{
	size_t length = strspn(pair->text, "0123456789");
	char digits[MAX_WORD];
	uint64_t count, unit_ns = NS_PER_S;

	if (length == 0 || !parse_unit(pair->text + length, &unit_ns))
		return value_fail(pair, "is not a time; give a whole number "
				  "with us, ms, s, m, h or d, or of seconds");
	snprintf(digits, sizeof(digits), "%.*s", (int)length, pair->text);
	if (length >= sizeof(digits) ||
	    units_parse_count(digits, pair->key->max / unit_ns, &count) != 0 ||
	    !in_range(pair->key, count * unit_ns))
		return value_unwanted(pair);
	pair->value->number = count * unit_ns;
	return 0;
}

static int
parse_word(const struct pair *pair)
{
	struct suggestion s = { .word = pair->text };
	const struct word *word = pair->key->word;

	for (; word->name != NULL; word++) {
		if (advice_has_word(word->name, pair->text,
				    strlen(pair->text)))
			break;
		if (word->advice == NULL && word->name[1] != '\0')
			suggest_offer(&s, word->name);
	}
	if (word->name == NULL && strchr(pair->text, ':') != NULL)
		return value_fail(pair, "has a modifier, which diskidx lacks; "
				  "leave out the colon and what follows it");
	if (word->name == NULL)
		return reader_fail(pair->reader, "%s: '%.60s' is not %s%s",
				   pair->name, pair->text, pair->key->wanted,
				   suggest_end(&s, "", ""));
	if (word->advice != NULL)
		return reader_fail(pair->reader, "%s: '%.60s' is not done by "
				   "diskidx; %s", pair->name, pair->text,
				   word->advice);
	pair->value->number = word->number;
	pair->value->text = word->text;
	return 0;
}

/* Parse random, or zipf, with a theta or without. */
static int
parse_law(const struct pair *pair)
{
	const char *text = pair->text;
	uint64_t billionths = FIO_THETA_MILLI * MILLIONTHS;

	if (strcmp(text, "random") == 0)
		return 0;
	if (advice_has_word("zoned zoned_abs pareto normal", text,
			    strcspn(text, ":")))
		return value_fail(pair, "is not done by diskidx; the nearest "
				  "is zipf:THETA");
	if (strncmp(text, "zipf:", 5) == 0) {
		if (units_parse_seconds(text + 5, &billionths) != 0)
			return value_unwanted(pair);
	} else if (strcmp(text, "zipf") != 0) {
		return value_unwanted(pair);
	}
	if (billionths % MILLIONTHS != 0 ||
	    billionths / MILLIONTHS > MOST_THETA_MILLI)
		return value_unwanted(pair);
	pair->value->number = billionths / MILLIONTHS;
	pair->value->text = "zipf";
	return 0;
}

/* Take a text, but a file or directory with colons, at which fio splits. */
static int
parse_text(const struct pair *pair)
{
	const char *text = pair->text, *slash = strrchr(text, '/');
	const char *name = slash != NULL ? slash + 1 : text;
	bool is_file = pair->key->kind == KIND_FILE;

	if (is_file && (*name == '\0' || strcmp(name, "-") == 0 ||
			strcmp(name, ".") == 0 || strcmp(name, "..") == 0))
		return value_fail(pair, "is not a file's name; for a directory "
				  "give directory=DIR");
	if (is_file && strchr(text, ':') != NULL)
		return value_fail(pair, "is a list; each copy has one file");
	if (pair->key->kind == KIND_PATH && strchr(text, ':') != NULL)
		return value_fail(pair, "is a list; name one, or give -d for "
				  "each");
	pair->value->text = text;
	return 0;
}

/* Return a number without a fraction of zeros, as in "70.0", which scripts that
 * compute it write; `plain` has room for it. */
static const char *
without_zeros(char plain[MAX_WORD], const char *text)
{
	size_t digits = strspn(text, "0123456789");
	const char *zeros = text + digits;

	if (digits == 0 || digits >= MAX_WORD || zeros[0] != '.' ||
	    zeros[1] == '\0' || zeros[1 + strspn(zeros + 1, "0")] != '\0')
		return text;
	memcpy(plain, text, digits);
	plain[digits] = '\0';
	return plain;
}

int
value_parse(struct reader *reader, const struct key *key, const char *name,
	    const char *text, struct value *value)
{
	static int (*const parsers[])(const struct pair *) = {
		[KIND_FLAG] = parse_number,
		[KIND_COUNT] = parse_number,
		[KIND_SIZE] = parse_number,
		[KIND_BLOCKS] = parse_blocks,
		[KIND_TIME] = parse_time,
		[KIND_WORD] = parse_word,
		[KIND_LAW] = parse_law,
		[KIND_PATH] = parse_text,
		[KIND_FILE] = parse_text,
		[KIND_TEXT] = parse_text,
		[KIND_LOG] = parse_text,
	};
	struct pair pair = { reader, key, name, text, value };
	char plain[MAX_WORD];

	if (key->kind <= KIND_TIME)
		pair.text = without_zeros(plain, text);
	return parsers[key->kind](&pair);
}
