/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* UTF-8: what can be shown of a text from elsewhere (a file's name, an operand,
 * a record) without harm to a terminal or to the text around it. */
#ifndef DISKIDX_BASE_UTF8_H
#define DISKIDX_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Return the length of the character at `text`, its number in *code; 0: not one
 * by RFC 3629 (no overlong form, no surrogate, at most U+10FFFF). */
size_t utf8_decode(const char *text, uint32_t *code);

/* Return true if a character only shows itself: it is not a control character
 * (C0 or C1), line separator or mark of the text's direction. */
bool utf8_is_plain(uint32_t code);

/* Put a question mark for each character that is not plain and each byte that
 * is not UTF-8. Return `text`, which does not get longer. */
char *utf8_clean(char *text);

/* Print a text as utf8_clean makes it, and with an escape for each of these
 * special characters. */
#define utf8_put(text, stream) utf8_put_escaped(text, stream, "", NULL)
void utf8_put_escaped(const char *text, FILE *stream, const char *special,
		      const char *const *escape);

/* Write a text as a string of JSON, in quotes: what is not plain is escaped,
 * and a byte that is not UTF-8 replaced. */
void utf8_quote(const char *text, FILE *stream);

#endif
