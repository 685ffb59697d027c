/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Expectations: see expectation.h. */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/test/expectation.h"

/* The first of either kind is used without a limit. */
static const struct {
	const char *name;
	double scale;
	bool is_time;
} units[] = {
	{ "ms", 1e6, true }, { "us", 1e3, true }, { "s", 1e9, true },
	{ "MB/s", 1e6, false }, { "KB/s", 1e3, false }, { "GB/s", 1e9, false },
	{ "MiB/s", 1048576, false }, { "GiB/s", 1073741824, false },
};

/* Move past a word and the blanks after it, if the text begins with it. */
static bool
take(const char **at, const char *word)
{
	size_t length = strlen(word);

	if (strncmp(*at, word, length) != 0 ||
	    strchr(" \t<>=", (*at)[length]) == NULL)
		return false;
	*at += length;
	*at += strspn(*at, " \t");
	return true;
}

/* Take a number and the blanks after it. */
static bool
take_number(const char **at, const char *format, double *number, double most)
{
	int length = 0;

	if (sscanf(*at, format, number, &length) != 1 || length == 0 ||
	    !(*number > 0 && *number < most))
		return false;
	*at += length;
	return true;
}

static bool
take_statistic(struct expectation *e, const char **at)
{
	e->op = OP_WRITE;
	e->of_flush = take(at, "sync");
	if (take(at, "read"))
		e->op = OP_READ;
	else if (!e->of_flush && !take(at, "write"))
		return false;
	take(at, "latency");
	if (take(at, "iops"))
		e->statistic = STATISTIC_IOPS;
	else if (!e->of_flush && take(at, "bandwidth"))
		e->statistic = STATISTIC_BANDWIDTH;
	else if (take(at, "mean"))
		e->statistic = STATISTIC_MEAN;
	else
		return take_number(at, "p%lf %n", &e->percent, 100);
	return true;
}

static bool
take_limit(struct expectation *e, const char **at)
{
	bool is_time = e->statistic <= STATISTIC_MEAN, has_unit = false;

	e->has_limit = **at == '<' || **at == '>';
	if (e->has_limit) {
		if ((**at == '<') != is_time)
			return false;
		*at += (*at)[1] == '=' ? 2 : 1;
		if (!take_number(at, "%lf %n", &e->limit, 1e15))
			return false;
	}
	e->unit = "";
	e->scale = 1;
	if (e->statistic == STATISTIC_IOPS)
		return true;
	for (size_t i = 0; i < LENGTH(units) && !has_unit; i++) {
		has_unit = units[i].is_time == is_time &&
			   (!e->has_limit || take(at, units[i].name));
		e->unit = units[i].name;
		e->scale = units[i].scale;
	}
	return has_unit;
}

int
expectation_next(struct expectation *e, const char **list)
{
	const char *at = e->text;
	size_t length;

	*e = (struct expectation){ .op = OP_READ, .limit = INFINITY };
	if (**list == '\0')
		return 0;
	sscanf(*list, "%63[^:]: %99[^#|]# %159[^|]", e->profile, e->text,
	       e->source);
	*list += strcspn(*list, "|");
	*list += **list == '|';
	length = strlen(at);
	while (length > 0 && strchr(" \t", at[length - 1]) != NULL)
		e->text[--length] = '\0';
	if (!take_statistic(e, &at) || !take_limit(e, &at))
		return -EINVAL;
	e->per_cpu = e->has_limit && e->statistic > STATISTIC_MEAN &&
		     take(&at, "per vCPU");
	e->with_load = take(&at, "with load");
	return *at == '\0' ? 1 : -EINVAL;
}

int
expectation_parse(struct expectation *e, const char *text)
{
	const char *list;

	if (text == NULL || strlen(text) > sizeof(e->text) - 2 ||
	    strpbrk(text, "#|") != NULL)
		return -EINVAL;
	list = say("promise: %s#", text);
	return expectation_next(e, &list) > 0 ? 0 : -EINVAL;
}
