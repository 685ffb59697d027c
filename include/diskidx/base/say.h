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
 * and what printf would print; without the separator after no text or an empty
 * one.
 */
char *say_more(char *text, const char *separator, const char *format, ...)
	PRINTF_LIKE(3, 4);

/* The same with one more text; `text` as it is if that is NULL. */
char *say_join(char *text, const char *separator, const char *more);

/* Free a text, and all that were said after it. */
void say_forget(char *first);

#endif
