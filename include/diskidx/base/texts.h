/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Texts: distinct texts, in the order in which they came; none is removed. */
#ifndef DISKIDX_BASE_TEXTS_H
#define DISKIDX_BASE_TEXTS_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/base/alloc.h"

struct texts {
	char **text;		/* owned, each */
	size_t n;
	size_t *place, places;	/* private: where each is found */
};

/* Add a copy of a text, or take over one on the heap, unless it is there; NULL
 * adds nothing. Return its number, from 0. */
#define texts_add(texts, text) texts_take(texts, xstrdup(text))
size_t texts_take(struct texts *texts, char *text);

/* Add copies of all of the others. */
void texts_copy(struct texts *texts, const struct texts *others);

/* Add what printf would print. */
#define texts_print(texts, ...) texts_take(texts, xprintf(__VA_ARGS__))

/* Return true if both have the same texts, in any order. */
bool texts_are_same(const struct texts *a, const struct texts *b);

/* Return them with that between them, a text of say.h; NULL if there are
 * none. */
char *texts_join(const struct texts *texts, const char *separator);

/* Free them, and leave none. */
void texts_free(struct texts *texts);

#endif
