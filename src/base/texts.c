/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Texts: see texts.h. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/checksum.h"
#include "diskidx/base/say.h"
#include "diskidx/base/texts.h"

/* Return the place of a text in the table, by its checksum. It contains the
 * text's number, from 1, or 0. */
static size_t *
texts_find(const struct texts *texts, const char *text)
{
	size_t at = checksum_add(0, text, strlen(text));

	while (at %= texts->places, texts->place[at] > 0 &&
	       strcmp(texts->text[texts->place[at] - 1], text) != 0)
		at++;
	return &texts->place[at];
}

size_t
texts_take(struct texts *texts, char *text)
{
	size_t *place, n = texts->n, size;

	if (text == NULL)
		return n;
	/* Leave at least half of the places free. */
	if (2 * n >= texts->places) {
		texts->places = 4 * (n + 1);
		size = texts->places * sizeof(*place);
		texts->place = memset(xrealloc(texts->place, size), 0, size);
		for (size_t i = 0; i < n; i++)
			*texts_find(texts, texts->text[i]) = i + 1;
	}
	place = texts_find(texts, text);
	if (*place > 0) {
		free(text);
		return *place - 1;
	}
	*xadd(texts->text, texts->n) = text;
	*place = texts->n;
	return n;
}

void
texts_copy(struct texts *texts, const struct texts *others)
{
	for (size_t i = 0; i < others->n; i++)
		texts_add(texts, others->text[i]);
}

bool
texts_are_same(const struct texts *a, const struct texts *b)
{
	for (size_t i = 0; i < a->n && a->n == b->n; i++)
		if (*texts_find(b, a->text[i]) == 0)
			return false;
	return a->n == b->n;
}

char *
texts_join(const struct texts *texts, const char *separator)
{
	char *joined = NULL;

	for (size_t i = 0; i < texts->n; i++)
		joined = say_join(joined, separator, texts->text[i]);
	return joined;
}

void
texts_free(struct texts *texts)
{
	for (size_t i = 0; i < texts->n; i++)
		free(texts->text[i]);
	free(texts->text);
	free(texts->place);
	*texts = (struct texts){ 0 };
}
