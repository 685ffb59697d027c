/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The values of options, in the fields that they set. */
#include <config.h>

#include <ctype.h>
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
#include "diskidx/value.h"
#include "output.h"
#include "row.h"

int
option_fail(const struct argument *a, const char *what)
{
	snprintf(a->error, OPTIONS_ERROR, "%s: '%.100s' %s", a->option,
		 a->value, what);
	return -EINVAL;
}

/* The words of the options that take one. */
static const struct {
	const char *option;
	struct word word[4];
} words[] = {
	{ "cache", { { "direct", .number = CACHE_DIRECT },
		     { "buffered", .number = CACHE_BUFFERED } } },
	{ "sync", { { "none", .number = SYNC_NONE },
		    { "dsync", .number = SYNC_DSYNC },
		    { "fdatasync", .number = SYNC_FDATASYNC } } },
	{ "arrival", { { "constant", .number = ARRIVAL_CONSTANT },
		       { "poisson", .number = ARRIVAL_POISSON } } },
	{ "progress", { { "auto", .number = MESSAGE_AUTO },
			{ "plain", .number = MESSAGE_PLAIN } } },
	{ "color", { { "auto", .number = COLOR_AUTO },
		     { "always", .number = COLOR_ALWAYS },
		     { "never", .number = COLOR_NEVER } } },
};

#define COUNT(min_) { VALUE_COUNT, .min = min_ }
#define TIME(min_, range) { VALUE_TIME, .min = min_, \
	VALUE_ANY_TIME(range, "as in 2, 0.5 or 40m") }

/* What the value of each kind may be; the most of a number is in its row. */
static const struct value_rule rules[] = {
	[KIND_WORD] = { .kind = VALUE_WORD },
	[KIND_SIZE] = { VALUE_SIZE, .min = 1, VALUE_ANY_SIZE },
	[KIND_SECONDS] = TIME(1, "over 0 and up to"),
	[KIND_PAUSE] = TIME(0, "from 0 to"),
	[KIND_COUNT] = COUNT(1),
	[KIND_COPIES] = COUNT(1),
	[KIND_PERCENT] = { VALUE_DECIMAL, .min = 1, .max = 100 * NS_PER_S,
		.wanted = "a share over 0 and up to 100 per cent" },
	[KIND_SEED] = COUNT(0),
	[KIND_BLOCKS] = { VALUE_SIZE, .min = PARAMS_SECTOR,
		.max = PARAMS_MAX_BLOCK_MIB * MIB, .step = PARAMS_SECTOR,
		.wanted = "a block, which is a multiple of "
			NUMBER_TEXT(PARAMS_SECTOR) " bytes, up to "
			NUMBER_TEXT(PARAMS_MAX_BLOCK_MIB) "m" },
	[KIND_COUNTS] = COUNT(1),
	[KIND_PERCENTS] = COUNT(0),
	[KIND_RANDOM] = { VALUE_RANDOM, .wanted = "a share from 0 to 100, "
		"permutation, or zipf:THETA up to 10, as in zipf:1.2" },
	[KIND_MODE] = { .kind = VALUE_WORD },
};

static struct value_rule
rule_of(const struct option_row *row)
{
	struct value_rule rule = rules[row->kind];
	size_t i = 0;

	if (rule.max == 0)
		rule.max = row->max;
	while (rule.kind == VALUE_WORD && rule.word == NULL)
		if (strcmp(words[i++].option, row->name) == 0)
			rule.word = words[i - 1].word;
	return rule;
}

/* Return the values of the variation that the option gives. */
static struct numbers *
varied_by(struct options *o, const struct option_row *row)
{
	const struct variation *v = variation_table;

	while (v->option[1] != row->letter &&
	       strcmp(v->option + 2, row->name) != 0)
		v++;
	return &o->varied[v - variation_table];
}

/* Add the values of a list, or say what it may be meant for. */
static int
add_list(const struct argument *a, const struct value_rule *rule,
	 struct numbers *numbers)
{
	const char *dash = strchr(a->value, '-'), *remedy = "";
	char why[VALUE_WHY];
	int n = value_parse_list(rule, a->value, numbers->list + numbers->n,
				 OPTIONS_VALUES - numbers->n, why);

	if (n >= 0) {
		numbers->n += (size_t)n;
		return 0;
	}
	if (a->row->kind == KIND_PERCENTS && strchr(a->value, '/') != NULL)
		remedy = "; give the reads alone, as in 70";
	else if (rule->kind == VALUE_COUNT && dash != NULL &&
		 dash > a->value && dash[-1] != ',')
		remedy = "; give a list, as in 1,4,16";
	snprintf(a->error, OPTIONS_ERROR, "%.24s: %s%s", a->option, why,
		 remedy);
	return -EINVAL;
}

int
option_set(struct options *o, const struct argument *a)
{
	void *field = (char *)o + a->row->at;
	struct words *words = field;
	struct value_rule rule = rule_of(a->row);
	struct numbers *varied;
	char why[VALUE_WHY];
	struct value value;

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
			*xadd(words->list, words->n) = a->value;
		else
			*(const char **)field = a->value;
		return 0;
	case KIND_COPIES:
		return add_list(a, &rule, field);
	case KIND_BLOCKS:
	case KIND_COUNTS:
	case KIND_PERCENTS:
		return add_list(a, &rule, varied_by(o, a->row));
	case KIND_RANDOM:
	case KIND_MODE:
		varied = varied_by(o, a->row);
		varied->n = 1;
		field = varied->list;
		break;
	case KIND_SEED:
		o->seed_given = true;
		break;
	default:
		break;
	}
	if (value_parse(&rule, a->value, &value, why) != 0) {
		snprintf(a->error, OPTIONS_ERROR, "%s: %s", a->option, why);
		return -EINVAL;
	}
	if (a->row->kind == KIND_PERCENT)
		*(double *)field = clock_seconds(value.number);
	else
		*(uint64_t *)field = value.number;
	return 0;
}
