/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Variables: ${NAME} of the environment, fio's words for numbers of the
 * machine, and sums with these. */
#include <config.h>

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "script.h"

#define MAX_NAME 48
#define MAX_SUM 9e15		/* up to there a double has all whole numbers */

/* Compute a sum of products of whole numbers, or NaN. */
static double
calculate(const char *at)
{
	double sum = 0, product = 0, value;
	char sign = '+', *end;

	for (;; at++) {
		at += strspn(at, " ");
		if (!isdigit((unsigned char)*at))
			return NAN;
		value = (double)strtoull(at, &end, 10);
		at = end + strspn(end, " ");
		if (sign == '*') {
			product *= value;
		} else if (sign == '/') {
			product = trunc(product / value);
		} else {
			sum += product;
			product = sign == '-' ? -value : value;
		}
		sign = *at;
		if (sign == '\0')
			return sum + product;
		if (strchr("+-*/", sign) == NULL)
			return NAN;
	}
}

/* Return the value of fio's word for the machine that begins the text, with the
 * length of the word; or NULL. */
static const char *
machine_number(const char *text, size_t *length)
{
	static const struct {
		const char *word;
		int name;	/* of sysconf */
		bool is_pages;	/* pages, converted to MiB */
	} words[] = {
		{ "$ncpus", _SC_NPROCESSORS_ONLN, false },
		{ "$pagesize", _SC_PAGESIZE, false },
#ifdef _SC_PHYS_PAGES		/* not in POSIX, but in most systems */
		{ "$mb_memory", _SC_PHYS_PAGES, true },
#endif
	};
	uint64_t value;

	for (size_t i = 0; i < LENGTH(words); i++) {
		*length = strlen(words[i].word);
		if (strncmp(text, words[i].word, *length) != 0 ||
		    sysconf(words[i].name) <= 0)
			continue;
		value = (uint64_t)sysconf(words[i].name);
		if (words[i].is_pages)
			value = value * (uint64_t)sysconf(_SC_PAGESIZE) / MIB;
		return say("%" PRIu64, value);
	}
	return NULL;
}

const char *
variables_expand(const char *text, bool is_number, const char **why)
{
	char *all = NULL, variable[MAX_NAME];
	const char *dollar, *value;
	bool has_number = false;
	double sum;
	size_t length;

	for (; (dollar = strchr(text, '$')) != NULL; text = dollar + length) {
		variable[0] = '\0';
		value = machine_number(dollar, &length);
		has_number |= value != NULL;
		if (value == NULL) {
			sscanf(dollar, "${%47[A-Za-z0-9_]}", variable);
			length = strlen(variable) + 3;
			if (*variable != '\0' && dollar[length - 1] == '}')
				value = getenv(variable);
		}
		if (value == NULL || *value == '\0') {
			*why = say("'%.60s' is not a variable that is set; set "
				   "it", dollar);
			return NULL;
		}
		all = say_more(all, "", "%.*s%s", (int)(dollar - text), text,
			       value);
	}
	text = say_join(all, "", text);
	if (!is_number || !has_number || strpbrk(text, "+-*/") == NULL)
		return text;
	sum = calculate(text);
	if (sum >= 0 && sum < MAX_SUM)
		return say("%.0f", sum);
	*why = say("'%.60s' is not a sum of products of whole numbers, as in "
		   "64*$ncpus", text);
	return NULL;
}
