/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Printf: lets the compiler check formats, replaces NULL texts, and prints
 * macros as text. */
#ifndef DISKIDX_BASE_PRINTF_H
#define DISKIDX_BASE_PRINTF_H

#include <stddef.h>

#if defined(__GNUC__)
#define PRINTF_LIKE(string, first) \
	__attribute__((format(printf, string, first)))
#else
#define PRINTF_LIKE(string, first)
#endif

/* Return the text or, if it is NULL, the other one. */
static inline const char *
text_or(const char *text, const char *other)
{
	return text != NULL ? text : other;
}

/* The value of a macro as a text. */
#define NUMBER_TEXT(macro) NUMBER_TEXT_OF(macro)
#define NUMBER_TEXT_OF(number) #number

#endif
