/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Values: the text after a key's equals sign, checked and made a number. */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "diskidx/array.h"
#include "diskidx/clock.h"
#include "diskidx/sizes.h"
#include "diskidx/suggest.h"
#include "diskidx/units.h"
#include "script.h"

#define MAX_WORD 48
#define HEX "0123456789abcdefABCDEF"
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
	if (a->number != b->number || a->second != b->second)
		return false;
	if (a->text == NULL || b->text == NULL)
		return a->text == b->text;
	return strcmp(a->text, b->text) == 0;
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
	if (strpbrk(pair->text, "iI") != NULL)
		return value_fail(pair, "has a unit that fio takes as decimal; "
				  "write k, m or g, which are binary");
	return 0;
}

static int
parse_count(const struct pair *pair)
{
	uint64_t *number = &pair->value->number;

	if (units_parse_count(pair->text, pair->key->max, number) != 0 ||
	    !in_range(pair->key, *number))
		return value_unwanted(pair);
	return 0;
}

static int
parse_size(const struct pair *pair)
{
	uint64_t *number = &pair->value->number;
	/* fio takes the sign of a size for nothing, and scripts rely on it. */
	const char *text = pair->text + (pair->text[0] == '-');

	if (check_unit(pair) != 0)
		return -EINVAL;
	if (units_parse_size(text, number) != 0 ||
	    !in_range(pair->key, *number))
		return value_unwanted(pair);
	return 0;
}

static int
parse_share(const struct pair *pair)
{
	size_t digits = strspn(pair->text, "0123456789");
	char share[MAX_WORD];

	if (strcmp(pair->text + digits, "%") != 0)
		return parse_size(pair);
	snprintf(share, sizeof(share), "%.*s", (int)digits, pair->text);
	if (units_parse_count(share, 100, &pair->value->second) != 0 ||
	    pair->value->second == 0)
		return value_fail(pair, "is not a share from 1% to 100%");
	return 0;
}

/* Parse a rate for all requests, or one of reads and one of writes; a third is
 * for trims. One that is left out is 0. */
static int
parse_rate(const struct pair *pair)
{
	struct value one[3] = { { .number = 0 } };
	const char *at = pair->text;
	size_t n = 0, length;
	char part[MAX_WORD];

	do {
		length = strcspn(at, ",");
		snprintf(part, sizeof(part), "%.*s", (int)length, at);
		if (length > 0 &&
		    parse_size(&(struct pair){ pair->reader, pair->key,
				pair->name, part, &one[n] }) != 0)
			return -EINVAL;
		at += length;
	} while (*at++ == ',' && ++n < LENGTH(one));
	pair->value->number = one[0].number;
	pair->value->second = one[n > 0].number;
	if (n == LENGTH(one) || one[0].number + one[1].number == 0)
		return value_unwanted(pair);
	return 0;
}

/* Parse what may be several sizes, each form by its own name only; a third part
 * is for trims. A single size is kept as a number. */
static int
parse_blocks(const struct pair *pair)
{
	const struct key *key = pair->key;
	bool is_range = strstr(pair->name, "range") != NULL;
	bool is_split = key->otherwise == 0;
	const char *others = "-/:";	/* what stands in the other forms */
	struct sizes sizes[OP_COUNT];
	bool is_good;

	if (check_unit(pair) != 0)
		return -EINVAL;
	if (is_split)
		others = "-";
	else if (is_range)
		others = "/:";
	is_good = strpbrk(pair->text, others) == NULL &&
		  sizes_parse(pair->text, sizes) == 0;
	for (int op = 0; is_good && op < OP_COUNT; op++)
		is_good = in_range(key, sizes[op].bytes[0]) &&
			  in_range(key, sizes_largest(&sizes[op])) &&
			  (!is_split || sizes_weight(&sizes[op]) == 100);
	if (is_good) {
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

static int
parse_time(const struct pair *pair)
{
	uint64_t *ns = &pair->value->number;
	int status = units_parse_time(pair->text, ns);

	if (status == -EINVAL || strpbrk(pair->text, "-.") != NULL)
		return value_fail(pair, "is not a time; give a whole number "
				  "with us, ms, s, m, h or d, or of seconds");
	return status == 0 && in_range(pair->key, *ns) ? 0 :
	       value_unwanted(pair);
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

/* Parse a word, or a read with a step back behind a colon, as in "read:-8k";
 * others lack what such numbers mean. */
static int
parse_action(const struct pair *pair)
{
	struct pair step = *pair;
	struct value back = { .number = 0 };
	int error;

	if (strncmp(pair->text, "read:-", 6) != 0)
		return parse_word(pair);
	step.text += 5;
	step.value = &back;
	error = parse_size(&step);
	step.text = "read";
	step.value = pair->value;
	pair->value->second = back.number;
	return error != 0 ? error : parse_word(&step);
}

/* Parse 1, 2 or 4 bytes in hexadecimal, and make them 4. */
static int
parse_bytes(const struct pair *pair)
{
	const char *digit = pair->text + 2;
	size_t n = strlen(pair->text) - 2;
	uint64_t word;

	if (strncmp(pair->text, "0x", 2) != 0 ||
	    strspn(digit, HEX) != n ||
	    (n != 2 && n != 4 && n != 8))
		return value_unwanted(pair);
	word = strtoul(digit, NULL, 16);
	for (; n < 8; n *= 2)
		word |= word << 4 * n;
	pair->value->number = word;
	return 0;
}

/* Parse random, zones, or zipf, with a theta or without. */
static int
parse_law(const struct pair *pair)
{
	const char *text = pair->text;
	uint64_t billionths = FIO_THETA_MILLI * MILLIONTHS;
	struct zone zones[ZONES];

	if (strcmp(text, "random") == 0)
		return 0;
	if (strncmp(text, "zoned:", 6) == 0) {
		if (sizes_parse_zones(text + 6, zones) != 0)
			return value_unwanted(pair);
		pair->value->text = text + 6;
		return 0;
	}
	if (strncmp(text, "zipf:", 5) == 0) {
		if (units_parse_decimal(text + 5, &billionths) != 0)
			return value_unwanted(pair);
	} else if (strcmp(text, "zipf") != 0) {
		return value_unwanted(pair);
	}
	if (billionths == 0 || billionths % MILLIONTHS != 0 ||
	    billionths / MILLIONTHS > MOST_THETA_MILLI)
		return value_unwanted(pair);
	pair->value->number = billionths / MILLIONTHS;
	return 0;
}

/* Take a text, but no directory with colons, at which fio splits. */
static int
parse_text(const struct pair *pair)
{
	if (pair->key->kind == KIND_PATH && strchr(pair->text, ':') != NULL)
		return value_fail(pair, "is a list; name one, or give -d for "
				  "each");
	pair->value->text = pair->text;
	return 0;
}

/* Take the names of files: several are one here, so that they must be in one
 * directory, and be no devices. */
static int
parse_files(const struct pair *pair)
{
	const char *at = pair->text;
	size_t length, slash, first = 0, n = 0;

	for (; n == 0 || at[-1] == ':'; at += length + 1, n++) {
		length = slash = strcspn(at, ":");
		while (slash > 0 && at[slash - 1] != '/')
			slash--;
		if (slash == length ||
		    advice_has_word(". .. -", at + slash, length - slash))
			return value_fail(pair, "is not a file's name; for a "
					  "directory give directory=DIR");
		if (n == 0)
			first = slash;
		if (slash != first || memcmp(at, pair->text, slash) != 0 ||
		    (n > 0 && strncmp(at, "/dev/", 5) == 0 &&
		     strncmp(at, "/dev/shm/", 9) != 0))
			return value_fail(pair, "names several directories or "
					  "devices; run a job for each");
	}
	pair->value->number = n;
	pair->value->second = first - (first > 1);	/* that of / is / */
	return parse_text(pair);
}

int
value_parse(struct reader *reader, const struct key *key, const char *name,
	    const char *text, struct value *value)
{
	static int (*const parsers[])(const struct pair *) = {
		[KIND_FLAG] = parse_count,
		[KIND_COUNT] = parse_count,
		[KIND_SIZE] = parse_size,
		[KIND_SHARE] = parse_share,
		[KIND_RATE] = parse_rate,
		[KIND_BLOCKS] = parse_blocks,
		[KIND_TIME] = parse_time,
		[KIND_WORD] = parse_word,
		[KIND_ACTION] = parse_action,
		[KIND_LAW] = parse_law,
		[KIND_BYTES] = parse_bytes,
		[KIND_PATH] = parse_text,
		[KIND_FILE] = parse_files,
		[KIND_TEXT] = parse_text,
		[KIND_LOG] = parse_text,
	};
	struct pair pair = { reader, key, name, text, value };
	size_t digits = strspn(text, "0123456789");
	const char *zeros = text + digits;
	char plain[MAX_WORD];

	/* Leave out a fraction of zeros, as in "70.0", which scripts that
	 * compute a number write. */
	if (key->kind <= KIND_TIME && digits > 0 && digits < MAX_WORD &&
	    zeros[0] == '.' && zeros[1] != '\0' &&
	    zeros[1 + strspn(zeros + 1, "0")] == '\0') {
		snprintf(plain, sizeof(plain), "%.*s", (int)digits, text);
		pair.text = plain;
	} else if (key->kind <= KIND_TIME && strncmp(text, "0x", 2) == 0 &&
		   text[2 + strspn(text + 2, HEX)] == '\0' &&
		   strlen(text) > 2 && strlen(text) <= 2 + 16) {
		snprintf(plain, sizeof(plain), "%llu",
			 strtoull(text, NULL, 16));
		pair.text = plain;
	}
	return parsers[key->kind](&pair);
}
