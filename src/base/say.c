/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Say: see say.h. */
#include <config.h>

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"

struct said {
	struct said *before, *after;
	char text[];
};

/* The newest of all texts. Only this file changes it. */
static struct said *newest;

char *
say_join(char *text, const char *separator, const char *more)
{
	size_t length = text != NULL ? strlen(text) : 0;
	struct said *old = NULL, *said;

	if (more == NULL)
		return text;
	if (length == 0)
		separator = "";
	if (text != NULL)
		old = (void *)(text - offsetof(struct said, text));
	said = xrealloc(old, sizeof(*said) + length + strlen(separator) +
			strlen(more) + 1);
	if (old == NULL) {
		said->before = newest;
		said->after = NULL;
	}
	/* It may have moved. */
	if (said->before != NULL)
		said->before->after = said;
	if (said->after != NULL)
		said->after->before = said;
	else
		newest = said;
	text = said->text;
	strcpy(strcpy(text + length, separator) + strlen(separator), more);
	return text;
}

char *
say_take(char *text)
{
	char *said = say_join(NULL, "", text);

	free(text);
	return said;
}

void
say_forget(char *first)
{
	struct said *said = (void *)(first - offsetof(struct said, text));
	struct said *last = said->before;

	while (newest != last) {
		said = newest->before;
		free(newest);
		newest = said;
	}
	if (last != NULL)
		last->after = NULL;
}
