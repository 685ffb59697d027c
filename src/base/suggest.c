/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Finds the nearest name, by Levenshtein distance. */
#include <config.h>

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/say.h"
#include "diskidx/base/suggest.h"

#define MAX_WORD 64

/* Count the letters to change, large or small, in words of at most MAX_WORD. */
static unsigned
suggest_distance(const char *a, const char *b)
{
	size_t row[MAX_WORD + 1], m = strlen(a), n = strlen(b), i, j;

	for (j = 0; j <= n; j++)
		row[j] = j;
	for (i = 1; i <= m; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (j = 1; j <= n; j++) {
			size_t above = row[j];

			diagonal += tolower((unsigned char)a[i - 1]) !=
				    tolower((unsigned char)b[j - 1]);
			row[j] = amount_min(diagonal, 1 +
					    amount_min(above, row[j - 1]));
			diagonal = above;
		}
	}
	return (unsigned)row[n];
}

/* Accept a name if few letters differ, or if its part (best its start) is
 * typed. */
void
suggest_offer(struct suggestion *s, const char *name)
{
	size_t length = strlen(s->word), longer = strlen(name);
	bool is_part = length >= 3 && strstr(name, s->word) != NULL;
	size_t most;
	unsigned d;

	if (length > MAX_WORD || longer > MAX_WORD || length == 0)
		return;
	d = suggest_distance(s->word, name);
	if (is_part && d > 1)
		d = strncmp(s->word, name, length) == 0 ? 1 : 2;
	longer = amount_max(longer, length);
	/* A third of the letters may differ; but only one of three, or of five
	 * with another first letter, and none of two. */
	most = longer > 2;
	if (length > 3 && (longer > 5 ||
	    tolower((unsigned char)s->word[0]) ==
	    tolower((unsigned char)name[0])))
		most = (longer + 2) / 3;
	if (d > most && !is_part)
		return;
	if (s->nearest == NULL || d < s->distance) {
		s->nearest = name;
		s->distance = d;
	}
}

const char *
suggest_end(const struct suggestion *s, const char *prefix,
	    const char *otherwise)
{
	return s->nearest == NULL ? otherwise :
		say("; did you mean %s%s?", prefix, s->nearest);
}
