/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Values: see value.h. */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/base/suggest.h"
#include "diskidx/test/sizes.h"
#include "diskidx/test/test.h"
#include "diskidx/test/value.h"

#define MAX_NUMBER 64		/* bytes of one value of a list */
#define DIGITS "0123456789"
#define HEX DIGITS "abcdefABCDEF"
#define MILLIONTHS 1000000	/* of the billionths that are parsed */
#define FIO_THETA_MILLI 1100	/* of fio's zipf without a number */
#define MAX_PERCENTILES 20	/* fio's */
#define MAX_THETA 10		/* above, nearly all go to one block */

struct pair {
	const struct value_rule *rule;
	const char *text;
	struct value *value;
	char *why;
};

bool
value_is_same(const struct value *a, const struct value *b)
{
	return a->number == b->number && a->second == b->second &&
	       strcmp(text_or(a->text, ""), text_or(b->text, "")) == 0;
}

bool
value_is_word(const char *words, const char *text, size_t length)
{
	for (const char *at = words; ; at++) {
		size_t word = strcspn(at, " ");

		if (word > 0 && at[word - 1] == '*') {
			if (length >= word - 1 &&
			    strncmp(at, text, word - 1) == 0)
				return true;
		} else if (word == length && strncmp(at, text, length) == 0) {
			return true;
		}
		at += word;
		if (*at == '\0')
			return false;
	}
}

/* Add to the reason, which begins with the text. Return false, as parsers do;
 * if they give no reason, the text is not what is wanted. */
static bool
refuse(struct pair *pair, const char *more)
{
	if (pair->why == NULL)
		pair->why = say("'%.60s' ", pair->text);
	pair->why = say_join(pair->why, "", more);
	return false;
}

static bool
is_known(const struct word *word)
{
	return word->name != NULL && word->advice == NULL;
}

static bool
value_unwanted(struct pair *pair)
{
	const struct value_rule *rule = pair->rule;
	const struct word *word = rule->word;
	struct suggestion s = { .word = pair->text };
	const char *before = "is not ";

	if (rule->wanted != NULL)
		return refuse(pair, say("is not %s", rule->wanted));
	if (word == NULL)
		return refuse(pair, say("is not a whole number from %" PRIu64
					" to %" PRIu64, rule->min, rule->max));
	for (; is_known(word); word++) {
		refuse(pair, before);
		refuse(pair, word->name);
		suggest_offer(&s, word->name);
		before = is_known(word + 1) && is_known(word + 2) ? ", " :
			 " or ";
	}
	return refuse(pair, suggest_end(&s, "", ""));
}

static bool
in_range(const struct value_rule *rule, uint64_t number)
{
	return number >= rule->min && number <= rule->max &&
	       (rule->step == 0 || number % rule->step == 0);
}

static bool
parse_number(struct pair *pair)
{
	const struct value_rule *rule = pair->rule;
	uint64_t *number = &pair->value->number;
	const char *text = pair->text;
	int status;

	if (rule->kind == VALUE_COUNT)
		status = units_parse_count(text, rule->max, number);
	else if (rule->kind == VALUE_DECIMAL)
		status = units_parse_decimal(text, number);
	else if (rule->kind == VALUE_TIME)
		status = units_parse_time(text, number);
	else	/* fio ignores a sign, and scripts rely on it. */
		status = units_parse_size(text + (rule->is_fio && *text == '-'),
					  number);
	return status == 0 && in_range(rule, *number) &&
	       !(rule->is_fio && strchr(text, '.') != NULL);
}

static bool
parse_share(struct pair *pair)
{
	uint64_t *percent = &pair->value->second;

	if (strcmp(pair->text + strspn(pair->text, DIGITS), "%") != 0)
		return parse_number(pair);
	*percent = strtoull(pair->text, NULL, 10);
	return *percent >= 1 && *percent <= 100;
}

/* Parse a rate for all requests, or one for reads and one for writes; a third
 * is for trims. A missing one is 0. */
static bool
parse_rate(struct pair *pair)
{
	struct value_rule each = *pair->rule;
	uint64_t rate[3];
	int n;

	each.kind = VALUE_SIZE;
	n = value_parse_list(&each, pair->text, rate, LENGTH(rate), &pair->why);
	if (n < 0)
		return false;
	pair->value->number = rate[0];
	pair->value->second = rate[n > 1];
	return rate[0] + rate[n > 1] > 0;
}

/* Parse one or several sizes, in only one of the forms; a third part is for
 * trims. A single size is kept as a number. */
static bool
parse_blocks(struct pair *pair)
{
	/* The characters of the other forms. */
	static const char *const others[] = {
		[VALUE_BLOCKS] = "-/:", [VALUE_RANGE] = "/:",
		[VALUE_SPLIT] = "-",
	};
	const struct value_rule *rule = pair->rule;
	struct sizes sizes[OP_COUNT];

	if (rule->kind == VALUE_BLOCKS && strchr(pair->text + 1, '-') != NULL)
		return refuse(pair, say("is a range; give it as bsrange=%.40s",
					pair->text));
	if (strpbrk(pair->text, others[rule->kind]) != NULL ||
	    sizes_parse(pair->text, sizes) != 0)
		return false;
	for (int op = 0; op < OP_COUNT; op++)
		if (!in_range(rule, sizes[op].bytes[0]) ||
		    !in_range(rule, sizes_largest(&sizes[op])) ||
		    (rule->kind == VALUE_SPLIT &&
		     sizes_weight(&sizes[op]) != 100))
			return false;
	pair->value->number = sizes_only(sizes);
	if (pair->value->number == 0)
		pair->value->text = pair->text;
	return true;
}

static bool
parse_word(struct pair *pair)
{
	const struct word *word = pair->rule->word;
	size_t length = strlen(pair->text);

	while (word->name != NULL && strcmp(word->name, pair->text) != 0 &&
	       (word->others == NULL ||
		!value_is_word(word->others, pair->text, length)))
		word++;
	if (word->name == NULL && strchr(pair->text, ':') != NULL)
		return refuse(pair, "has a modifier, which is not supported by "
			      "diskidx; leave out the colon and what follows "
			      "it");
	if (word->name == NULL)
		return false;
	if (word->advice != NULL)
		return refuse(pair, say("is not supported by diskidx; %s",
					word->advice));
	pair->value->number = word->number;
	pair->value->text = word->text;
	return true;
}

/* Parse a word; or a read, the first of them, with a step back after a colon,
 * as in "read:-8k". Such numbers of other words are not supported. */
static bool
parse_action(struct pair *pair)
{
	struct value_rule bytes = *pair->rule;
	struct value back;

	if (strncmp(pair->text, "read:-", 6) != 0)
		return parse_word(pair);
	bytes.kind = VALUE_SIZE;
	pair->why = value_parse(&bytes, pair->text + 5, &back);
	if (pair->why != NULL)
		return false;
	pair->value->number = bytes.word->number;
	pair->value->second = back.number;
	return true;
}

/* Parse a pattern or, except for fio's key, a share of random offsets. */
static bool
parse_random(struct pair *pair)
{
	bool is_fio = pair->rule->is_fio;
	uint64_t *number = &pair->value->number;
	uint64_t theta;		/* in billionths, to be whole thousandths */
	const char *text = pair->text;
	struct zone zones[ZONES];

	if (strncmp(text, "zipf:", 5) == 0) {
		if (units_parse_decimal(text + 5, &theta) != 0 || theta == 0 ||
		    theta % MILLIONTHS != 0 || theta > MAX_THETA * NS_PER_S)
			return false;
		*number = RANDOM_PERMUTATION + theta / MILLIONTHS;
	} else if (is_fio && strncmp(text, "zoned:", 6) == 0) {
		pair->value->text = text + 6;
		return sizes_parse_zones(text + 6, zones) == 0;
	} else if (is_fio && strcmp(text, "zipf") == 0) {
		*number = RANDOM_PERMUTATION + FIO_THETA_MILLI;
	} else if (strcmp(text, is_fio ? "random" : "permutation") == 0) {
		*number = RANDOM_PERMUTATION;
	} else {
		return !is_fio && units_parse_count(text, 100, number) == 0;
	}
	return true;
}

/* Parse 1, 2 or 4 bytes in hexadecimal, and make them 4. */
static bool
parse_bytes(struct pair *pair)
{
	const char *digit = pair->text + 2;
	size_t n = strlen(pair->text) - 2;
	uint64_t word;

	if (strncmp(pair->text, "0x", 2) != 0 || strspn(digit, HEX) != n ||
	    (n != 2 && n != 4 && n != 8))
		return false;
	word = strtoul(digit, NULL, 16);
	for (; n < 8; n *= 2)
		word |= word << 4 * n;
	pair->value->number = word;
	return true;
}

static bool
parse_text(struct pair *pair)
{
	if (!pair->rule->is_fio && pair->text[0] == '\0')
		return refuse(pair, "is empty");
	pair->value->text = pair->text;
	return true;
}

/* Check decimals separated by colons, and keep the text. */
static bool
parse_percentiles(struct pair *pair)
{
	struct value_rule each = *pair->rule;
	uint64_t percent[MAX_PERCENTILES];
	char *list = say("%s", pair->text), *why;

	each.kind = VALUE_DECIMAL;
	each.is_fio = false;
	for (char *at = list; (at = strchr(at, ':')) != NULL; )
		*at = ',';
	pair->value->text = pair->text;
	/* value_unwanted gives a reason for all. */
	return strchr(pair->text, ',') == NULL &&
		value_parse_list(&each, list, percent, MAX_PERCENTILES,
				 &why) > 0;
}

/* Return the length of the first path in a list. */
static size_t
path_length(const char *text)
{
	size_t length = strcspn(text, ":");

	while (length > 0 && text[length] == ':' && text[length - 1] == '\\')
		length += 1 + strcspn(text + length + 1, ":");
	return length;
}

char *
value_path(const char *text, uint64_t i)
{
	char *path, *to;

	while (i-- > 0)
		text += path_length(text) + 1;
	path = to = say("%.*s", (int)path_length(text), text);
	for (const char *at = path; *at != '\0'; at++)
		if (at[0] != '\\' || at[1] != ':')
			*to++ = *at;
	*to = '\0';
	return path;
}

/* Count the paths. Files share one path here, so they must be in one directory
 * and may not be several devices. */
static bool
parse_paths(struct pair *pair)
{
	const char *at = pair->text;
	size_t length, slash, first = 0, n = 0;

	for (; n == 0 || at[-1] == ':'; at += length + 1, n++) {
		length = slash = path_length(at);
		if (pair->rule->kind == VALUE_PATHS)
			continue;
		while (slash > 0 && at[slash - 1] != '/')
			slash--;
		if (slash == length ||
		    value_is_word(". .. -", at + slash, length - slash))
			return refuse(pair, "is not a file's name; for a "
				      "directory give directory=DIR");
		if (n == 0)
			first = slash;
		if (slash != first || memcmp(at, pair->text, slash) != 0 ||
		    (n > 0 && strncmp(at, "/dev/", 5) == 0 &&
		     strncmp(at, "/dev/shm/", 9) != 0))
			return refuse(pair, "names several directories or "
				      "devices; run one job for each");
	}
	pair->value->number = n;
	pair->value->second = first - (first > 1);	/* / stays / */
	return parse_text(pair);
}

/* Return the digits of a number in hexadecimal, or with a fraction of only
 * zeros, as scripts compute it; anything else unchanged. */
static const char *
plain_number(const char *text)
{
	size_t n = strspn(text, DIGITS);
	const char *zeros = text + n, *hex = text + 2;

	if (n > 0 && n < MAX_NUMBER && zeros[0] == '.' && zeros[1] != '\0' &&
	    zeros[1 + strspn(zeros + 1, "0")] == '\0')
		return say("%.*s", (int)n, text);
	if (strncmp(text, "0x", 2) == 0 && *hex != '\0' &&
	    hex[strspn(hex, HEX)] == '\0' && strlen(hex) <= 16)
		return say("%llu", strtoull(hex, NULL, 16));
	return text;
}

char *
value_parse(const struct value_rule *rule, const char *text,
	    struct value *value)
{
	static bool (*const parsers[])(struct pair *) = {
		[VALUE_SIZE] = parse_number,
		[VALUE_SHARE] = parse_share,
		[VALUE_RATE] = parse_rate,
		[VALUE_BLOCKS] = parse_blocks,
		[VALUE_RANGE] = parse_blocks,
		[VALUE_SPLIT] = parse_blocks,
		[VALUE_COUNT] = parse_number,
		[VALUE_TIME] = parse_number,
		[VALUE_DECIMAL] = parse_number,
		[VALUE_WORD] = parse_word,
		[VALUE_ACTION] = parse_action,
		[VALUE_RANDOM] = parse_random,
		[VALUE_BYTES] = parse_bytes,
		[VALUE_PERCENTILES] = parse_percentiles,
		[VALUE_PATHS] = parse_paths,
		[VALUE_FILES] = parse_paths,
		[VALUE_TEXT] = parse_text,
	};
	struct pair pair = { rule, text, value, NULL };
	bool is_good;

	if (rule->is_fio && rule->kind <= VALUE_TIME)
		pair.text = plain_number(text);
	/* fio's 4kib is 4000 bytes, its 4k and 4kb 4096. */
	if (rule->is_fio && rule->kind <= VALUE_SPLIT &&
	    strpbrk(text, "iI") != NULL)
		is_good = refuse(&pair, "has a unit that is decimal for fio; "
				 "write k, m or g, which are binary");
	else
		is_good = parsers[rule->kind](&pair);
	if (!is_good && pair.why == NULL)
		value_unwanted(&pair);
	return pair.why;
}

int
value_parse_list(const struct value_rule *rule, const char *text,
		 uint64_t *number, size_t most, char **why)
{
	struct pair list = { .text = text };
	const char *dash;
	struct value value;
	char part[MAX_NUMBER];
	size_t length, n = 0;

	for (;; text += length + 1) {
		length = strcspn(text, ",");
		value.number = 0;
		snprintf(part, sizeof(part), "%.*s", (int)length, text);
		if (n == most || length >= sizeof(part))
			refuse(&list, "is too long; give fewer values");
		else if (!(rule->is_fio && length == 0))
			list.why = value_parse(rule, part, &value);
		if (list.why != NULL)
			break;
		number[n++] = value.number;
		if (text[length] == '\0')
			return (int)n;
	}
	/* Guess what it was meant to be. */
	dash = strchr(list.text, '-');
	if (!rule->is_fio && rule->max == 100 && strchr(list.text, '/') != NULL)
		refuse(&list, "; give only the reads, as in 70");
	else if (!rule->is_fio && rule->kind == VALUE_COUNT && dash != NULL &&
		 dash > list.text && dash[-1] != ',')
		refuse(&list, "; give a list, as in 1,4,16");
	*why = list.why;
	return -EINVAL;
}
