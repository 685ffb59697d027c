/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The values of options: sizes, times, numbers, words, and lists. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/commands.h"
#include "diskidx/message.h"
#include "diskidx/params.h"
#include "diskidx/printf.h"
#include "diskidx/units.h"
#include "output.h"
#include "row.h"

#define MAX_THETA 10		/* beyond it nearly all hits one block */
#define MILLIONTHS 1000000	/* of the billionths that are parsed */
#define VALUE 64		/* bytes of one value of a list */

int
option_fail(const struct argument *a, const char *what)
{
	snprintf(a->error, OPTIONS_ERROR, "%s: '%.100s' %s", a->option,
		 a->value, what);
	return -EINVAL;
}

void
option_add_text(struct words *texts, const char *text)
{
	*xadd(texts->list, texts->n) = text;
}

static int
value_number(const struct argument *a, uint64_t *number)
{
	enum option_kind kind = a->row->kind;
	uint64_t min = kind == KIND_PERCENTS || kind == KIND_SEED ? 0 : 1;
	uint64_t max = a->row->max;
	const char *remedy = "";
	char what[80];

	if (units_parse_count(a->value, max, number) == 0 && *number >= min)
		return 0;
	if (kind == KIND_PERCENTS && strchr(a->value, '/') != NULL)
		remedy = "; give the reads alone, as in 70";
	else if (a->value[0] != '-' && strchr(a->value, '-') != NULL)
		remedy = "; give a list, as in 1,4,16";
	snprintf(what, sizeof(what), "is not a whole number from %llu to "
		 "%llu%s", (unsigned long long)min, (unsigned long long)max,
		 remedy);
	return option_fail(a, what);
}

static int
value_size(const struct argument *a, uint64_t *bytes)
{
	int status = units_parse_size(a->value, bytes);

	if (a->row->kind == KIND_BLOCKS && status != -EINVAL &&
	    (status != 0 || *bytes < PARAMS_SECTOR ||
	     *bytes % PARAMS_SECTOR != 0 ||
	     *bytes > PARAMS_MAX_BLOCK_MIB * MIB))
		return option_fail(a, "is no block; a block is a multiple of "
				   NUMBER_TEXT(PARAMS_SECTOR) " bytes, up to "
				   NUMBER_TEXT(PARAMS_MAX_BLOCK_MIB) "m");
	if (status == 0 && *bytes > 0 && *bytes <= INT64_MAX)	/* the limit of off_t */
		return 0;
	if (status == -EINVAL)
		return option_fail(a, "is not a size; give digits with k, m, "
				   "g or t, as in 512m");
	return option_fail(a, "is out of range; a size is over 0 and under "
			   "8 EiB");
}

static int
value_seconds(const struct argument *a, uint64_t *ns)
{
	bool is_pause = a->row->kind == KIND_PAUSE;
	int status = units_parse_time(a->value, ns);

	if (status == 0 && *ns <= UNITS_MAX_SECONDS * NS_PER_S &&
	    (*ns > 0 || is_pause))
		return 0;
	if (status == -EINVAL)
		return option_fail(a, "is not a time, as in 2, 0.5 or 40m");
	if (is_pause)
		return option_fail(a, "is out of range; a pause is 0 to "
				   NUMBER_TEXT(UNITS_MAX_SECONDS) " seconds");
	return option_fail(a, "is out of range; a time is over 0 and up to "
			   NUMBER_TEXT(UNITS_MAX_SECONDS) " seconds");
}

static int
value_percent(const struct argument *a, double *percent)
{
	uint64_t billionths, max = a->row->max;
	char what[80];

	if (units_parse_decimal(a->value, &billionths) == 0 &&
	    billionths > 0 && billionths <= max * NS_PER_S) {
		*percent = clock_seconds(billionths);
		return 0;
	}
	snprintf(what, sizeof(what), "is not a share over 0 and up to %llu "
		 "per cent", (unsigned long long)max);
	return option_fail(a, what);
}

/* The words of the options that take one. */
static const struct {
	const char *option;
	struct {
		const char *name;
		unsigned value;
	} word[4];
	const char *otherwise;
} words[] = {
	{ "cache", { { "direct", CACHE_DIRECT },
		     { "buffered", CACHE_BUFFERED } },
	  "is neither direct nor buffered" },
	{ "sync", { { "none", SYNC_NONE }, { "dsync", SYNC_DSYNC },
		    { "fdatasync", SYNC_FDATASYNC } },
	  "is not none, dsync or fdatasync" },
	{ "arrival", { { "constant", ARRIVAL_CONSTANT },
		       { "poisson", ARRIVAL_POISSON } },
	  "is neither constant nor poisson" },
	{ "progress", { { "auto", MESSAGE_AUTO }, { "plain", MESSAGE_PLAIN } },
	  "is neither auto nor plain" },
	{ "color", { { "auto", COLOR_AUTO }, { "always", COLOR_ALWAYS },
		     { "never", COLOR_NEVER } },
	  "is not auto, always or never" },
};

static int
value_word(const struct argument *a, uint64_t *value)
{
	size_t i;

	for (i = 0; strcmp(words[i].option, a->row->name) != 0; i++)
		;
	for (size_t j = 0; words[i].word[j].name != NULL; j++)
		if (strcmp(words[i].word[j].name, a->value) == 0) {
			*value = words[i].word[j].value;
			return 0;
		}
	return option_fail(a, words[i].otherwise);
}

/* Parse a share of random offsets in per cent, or their pattern. */
static int
value_random(const struct argument *a, uint64_t *value)
{
	uint64_t theta;		/* in billionths, of which thousandths count */

	if (strcmp(a->value, "permutation") == 0) {
		*value = RANDOM_PERMUTATION;
		return 0;
	}
	if (strncmp(a->value, "zipf:", 5) == 0 &&
	    units_parse_decimal(a->value + 5, &theta) == 0 &&
	    theta > 0 && theta % MILLIONTHS == 0 && theta <= MAX_THETA * NS_PER_S) {
		*value = RANDOM_PERMUTATION + theta / MILLIONTHS;
		return 0;
	}
	if (units_parse_count(a->value, 100, value) == 0)
		return 0;
	return option_fail(a, "is neither a share from 0 to 100 nor "
			   "permutation nor zipf:THETA, as in zipf:1.2");
}

/* Return the values of the variation that the option gives. */
static struct numbers *
varied_by(struct options *o, const struct option_row *row)
{
	const struct variation *v;
	size_t i = 0;

	for (; (v = variation_at(i)) != NULL; i++)
		if (v->option[1] == row->letter ||
		    strcmp(v->option + 2, row->name) == 0)
			break;
	return &o->varied[i];
}

/* Parse values with commas between them, none of them empty; or one, which
 * takes the place of another. */
static int
value_list(const struct argument *list, struct numbers *numbers)
{
	bool is_one = list->row->kind >= KIND_RANDOM;
	struct argument one = *list;
	const char *at = list->value;
	uint64_t number;
	int status = 0;

	if (is_one)
		numbers->n = 0;
	while (status == 0) {
		size_t length = is_one ? strlen(at) : strcspn(at, ",");
		char value[VALUE];

		if (numbers->n == OPTIONS_VALUES || length >= sizeof(value))
			return option_fail(list, "is too long a list");
		snprintf(value, sizeof(value), "%.*s", (int)length, at);
		one.value = value;
		if (one.row->kind == KIND_BLOCKS)
			status = value_size(&one, &number);
		else if (one.row->kind == KIND_RANDOM)
			status = value_random(&one, &number);
		else if (one.row->kind == KIND_MODE)
			status = value_word(&one, &number);
		else
			status = value_number(&one, &number);
		if (status == 0)
			numbers->list[numbers->n++] = number;
		if (at[length] == '\0')
			break;
		at += length + 1;
	}
	return status;
}

int
option_set(struct options *o, const struct argument *a)
{
	void *field = (char *)o + a->row->at;

	switch (a->row->kind) {
	case KIND_FLAG:
		*(bool *)field = true;
		return 0;
	case KIND_BRIEF:
		if (a->value != NULL && strcmp(a->value, "line") != 0)
			return option_fail(a, "is no form; line is one");
		o->brief = true;
		o->line = a->value != NULL;
		return 0;
	case KIND_TEXT:
	case KIND_TEXTS:
	case KIND_FORMAT:
		if (a->value[0] == '\0')
			return option_fail(a, "is empty");
		if (a->row->kind == KIND_FORMAT)
			return output_take(o, a->value, a->error);
		if (a->row->kind == KIND_TEXTS)
			option_add_text(field, a->value);
		else
			*(const char **)field = a->value;
		return 0;
	case KIND_WORD:
		return value_word(a, field);
	case KIND_SIZE:
		return value_size(a, field);
	case KIND_SECONDS:
	case KIND_PAUSE:
		return value_seconds(a, field);
	case KIND_PERCENT:
		return value_percent(a, field);
	case KIND_COUNT:
		return value_number(a, field);
	case KIND_COPIES:
		return value_list(a, field);
	case KIND_BLOCKS:
	case KIND_COUNTS:
	case KIND_PERCENTS:
	case KIND_RANDOM:
	case KIND_MODE:
		return value_list(a, varied_by(o, a->row));
	case KIND_SEED:
		o->seed_given = true;
		return value_number(a, field);
	}
	return -EINVAL;
}
