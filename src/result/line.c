/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Line: see line.h. */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/line.h"
#include "diskidx/units.h"

int
line_parse(struct line *line, const char *text)
{
	int end = 0;
	char *at;

	*line = (struct line){ .score = 0 };
	sscanf(text, LINE_BEGIN "%*u " LINE_NO_SCORE " %n", &end);
	if (end == 0)
		sscanf(text, LINE_BEGIN "%*u %lf (%lf-%lf, %*u run%*[s)] %n",
		       &line->score, &line->low, &line->high, &end);
	if (end == 0)
		return -EINVAL;
	at = (char *)text + end;
	for (size_t i = 0; i < LINE_CATEGORIES; i++)
		if (*at == LINE_LETTERS[i]) {
			line->category[i] = strtod(at + 1, &at);
			at += strspn(at, " ");
		}
	end = 0;
	sscanf(at, "trust %7[a-z] | %159[^|]| %15[^ |\t\r\n]%n", line->trust,
	       line->place, line->date, &end);
	if (end == 0)
		return -EINVAL;
	at += end;
	if (strncmp(at, " #", 2) == 0) {
		sscanf(at, " #%15[^ |\t\r\n]%n", line->mark, &end);
		at += end;
	}
	end = 0;
	sscanf(at, " | %31[^|]| %31[^|\n]%n", line->type, line->model, &end);
	if (*line->type != '\0')
		line->type[strlen(line->type) - 1] = '\0';	/* a blank */
	line->rest = at + end + strspn(at + end, " \t\r\n");
	return 0;
}

/* Return half of the last digit that a number is printed with. */
static double
half_digit(double x)
{
	return 0.5 / pow(10, units_decimals(x, 0));
}

/* Return true if a number was rounded from one between these. */
static bool
is_rounded(double x, double low, double high)
{
	return x + half_digit(x) >= low && x - half_digit(x) <= high;
}

/* Return true for a date as in 2026-11-22. */
static bool
is_date(const char *text)
{
	unsigned month = 0, day = 0;
	int end = 0;

	sscanf(text, "%*4u-%2u-%2u%n", &month, &day, &end);
	return end == 10 && text[end] == '\0' && month >= 1 && month <= 12 &&
		day >= 1 && day <= 31;
}

const char *
line_audit(const struct line *line)
{
	double low = 1, high = 1, half;

	if (line->score == 0)
		return NULL;
	if (strcmp(line->trust, "good") != 0 && strcmp(line->trust, "low") != 0)
		return "a score has trust good or low";
	if (!is_date(line->date))
		return "there is no such date";
	if (*line->mark != '\0' &&
	    (strspn(line->mark, "0123456789abcdef") != 8 ||
	     line->mark[8] != '\0'))
		return "the mark is not eight hexadecimal digits";
	for (size_t i = 0; i < LINE_CATEGORIES; i++) {
		half = half_digit(line->category[i]);
		low *= line->category[i] - half;
		high *= line->category[i] + half;
	}
	if (!is_rounded(line->score, cbrt(low), cbrt(high)))
		return "the score is not the mean of its categories";
	/* On a scale of factors, it is in the middle of its interval. */
	low = (line->low - half_digit(line->low)) *
		(line->high - half_digit(line->high));
	high = (line->low + half_digit(line->low)) *
		(line->high + half_digit(line->high));
	if (line->low > line->high ||
	    !is_rounded(line->score, sqrt(low), sqrt(high)))
		return "the score is not in the middle of its interval";
	return NULL;
}
