/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The values of options, in the fields that they set. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/command/commands.h"
#include "diskidx/test/value.h"
#include "output.h"
#include "row.h"

int
option_fail(const struct argument *a, const char *what)
{
	snprintf(a->error, OPTIONS_ERROR, "%s: '%.100s' %s", a->option,
		 a->value, what);
	return -EINVAL;
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
add_list(const struct argument *a, struct numbers *numbers)
{
	const struct value_rule *rule = &a->row->rule;
	const char *dash = strchr(a->value, '-'), *remedy = "";
	char why[VALUE_WHY];
	int n = value_parse_list(rule, a->value, numbers->list + numbers->n,
				 NUMBERS_MAX - numbers->n, why);

	if (n >= 0) {
		numbers->n += (size_t)n;
		return 0;
	}
	if (rule->max == 100 && strchr(a->value, '/') != NULL)
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
	case KIND_LIST:
		return add_list(a, a->row->at > 0 ? field :
				varied_by(o, a->row));
	default:
		break;
	}
	if (value_parse(&a->row->rule, a->value, &value, why) != 0) {
		snprintf(a->error, OPTIONS_ERROR, "%s: %s", a->option, why);
		return -EINVAL;
	}
	if (a->row->kind == KIND_PERCENT)
		*(double *)field = clock_seconds(value.number);
	else if (a->row->at > 0)
		*(uint64_t *)field = value.number;
	else
		*varied_by(o, a->row) = (struct numbers){
			.list = { value.number }, .n = 1
		};
	o->seed_given |= a->row->kind == KIND_SEED;
	return 0;
}
