/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Say: texts that nobody frees. Each lasts until say_forget(), by which every
 * output ends: one that was said before the output lasts as long as the
 * program. What must not pile up is on the heap.
 */
#ifndef DISKIDX_BASE_SAY_H
#define DISKIDX_BASE_SAY_H

#include <stdarg.h>

#include "diskidx/base/printf.h"

/* Return what printf or vprintf would print. */
char *say(const char *format, ...) PRINTF_LIKE(1, 2);
char *vsay(const char *format, va_list args);

/*
 * Return `text`, which is one of these or NULL and is used up, with a separator
 * and one more text, or what printf would print; without the separator after no
 * text or an empty one; as it is if `more` is NULL.
 */
char *say_join(char *text, const char *separator, const char *more);
#define say_more(text, separator, ...) \
	say_join(text, separator, say(__VA_ARGS__))

/* Free a text, and all that were said after it. */
void say_forget(char *first);

#endif
