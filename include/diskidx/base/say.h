/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Say: texts that nobody frees. Each lasts until say_forget(), which every
 * output calls at its end; a text from before an output lasts as long as the
 * program. Texts that would pile up go on the heap.
 */
#ifndef DISKIDX_BASE_SAY_H
#define DISKIDX_BASE_SAY_H

#include "diskidx/base/alloc.h"

/* Return what printf would print; or take over a text on the heap. */
#define say(...) say_take(xprintf(__VA_ARGS__))
char *say_take(char *text);

/*
 * Append to `text` (NULL, or from here; used up) a separator and `more`, or
 * what printf would print, and return it. A NULL or empty `text` gets no
 * separator, and `more` NULL appends nothing.
 */
char *say_join(char *text, const char *separator, const char *more);
#define say_more(text, separator, ...) \
	say_join(text, separator, say(__VA_ARGS__))

/* Free a text, and all that were said after it. */
void say_forget(char *first);

#endif
