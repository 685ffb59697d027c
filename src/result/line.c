/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Line: see line.h. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/result/line.h"

int
line_parse(struct line *line, const char *text)
{
	int end = 0;
	char *at;

	*line = (struct line){ .score = 0 };
	sscanf(text, LINE_BEGIN "%*u " LINE_NO_SCORE " %n", &end);
	if (end == 0)
		sscanf(text, LINE_BEGIN "%*u %lf (%*f-%*f, %*u run%*[s)] %n",
		       &line->score, &end);
	if (end == 0)
		return -EINVAL;
	at = (char *)text + end;
	for (size_t i = 0; i < LINE_CATEGORIES; i++)
		if (*at == LINE_LETTERS[i]) {
			line->category[i] = strtod(at + 1, &at);
			at += strspn(at, " ");
		}
	end = 0;
	sscanf(at, "trust %*[a-z] | %159[^|]| %*[^|]%n", line->place, &end);
	if (end == 0)
		return -EINVAL;
	sscanf(at + end, "| %*[^|]| %31[^|\n]", line->model);
	return 0;
}
