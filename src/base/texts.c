/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Texts: see texts.h. */
#include <config.h>

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/texts.h"

/* Return the number of a text, or n; it is the last one mostly. */
static size_t
texts_find(const struct texts *texts, const char *text)
{
	for (size_t i = texts->n; i-- > 0;)
		if (strcmp(texts->text[i], text) == 0)
			return i;
	return texts->n;
}

size_t
texts_take(struct texts *texts, char *text)
{
	size_t at = texts->n;

	if (text != NULL)
		at = texts_find(texts, text);
	if (text == NULL || at < texts->n) {
		free(text);
		return at;
	}
	*xadd(texts->text, texts->n) = text;
	return at;
}

size_t
texts_add(struct texts *texts, const char *text)
{
	return texts_take(texts, xstrdup(text));
}

const char *
texts_keep(struct texts *texts, char *text)
{
	size_t at = texts_take(texts, text);

	return texts->text[at];
}

void
texts_print(struct texts *texts, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	texts_take(texts, xvprintf(format, args));
	va_end(args);
}

bool
texts_are_same(const struct texts *a, const struct texts *b)
{
	for (size_t i = 0; i < a->n; i++)
		if (texts_find(b, a->text[i]) == b->n)
			return false;
	return a->n == b->n;
}

char *
texts_join(const struct texts *texts)
{
	char *joined = NULL;

	for (size_t i = 0; i < texts->n; i++)
		joined = xjoin(joined, ", ", xstrdup(texts->text[i]));
	return joined;
}

void
texts_free(struct texts *texts)
{
	for (size_t i = 0; i < texts->n; i++)
		free(texts->text[i]);
	free(texts->text);
	*texts = (struct texts){ NULL, 0 };
}
