/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Texts: a few distinct texts, in the order in which they came. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "diskidx/alloc.h"

static bool
texts_have(const struct texts *texts, const char *text)
{
	for (size_t i = 0; i < texts->n; i++)
		if (strcmp(texts->text[i], text) == 0)
			return true;
	return false;
}

void
texts_add(struct texts *texts, const char *text)
{
	if (text == NULL || texts_have(texts, text))
		return;
	texts->text = xgrow(texts->text, texts->n, sizeof(*texts->text));
	texts->text[texts->n++] = xstrdup(text);
}

bool
texts_are_same(const struct texts *a, const struct texts *b)
{
	for (size_t i = 0; i < a->n; i++)
		if (!texts_have(b, a->text[i]))
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
}
