/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Wrap: see wrap.h. */
#include <config.h>

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/say.h"
#include "diskidx/base/wrap.h"

/* The columns of the output. Set by the command that prints there. */
static size_t wrap_width = WRAP_USUAL;

/* Replace each character outside ASCII, or each stray byte, by one mark. */
static char *
to_ascii(const char *text)
{
	char *ascii = say("%s", text), *to = ascii;
	const char *from;
	unsigned char c;

	for (from = text; *from != '\0'; from++) {
		c = (unsigned char)*from;
		if (c >= ' ' && c < 0x7f)
			*to++ = (char)c;
		else if (c < 0x80 || c >= 0xc0)
			*to++ = c == '\t' || c == '\n' ? ' ' : '?';
	}
	*to = '\0';
	return ascii;
}

void
wrap_at(unsigned long columns)
{
	if (columns == 0)
		columns = WRAP_USUAL;
	wrap_width = amount_min(amount_max(columns, WRAP_LEAST), WRAP_MOST);
}

size_t
wrap_columns(void)
{
	return wrap_width;
}

/* Print a word, in pieces if it is a long one and not a path; return the
 * column. */
static size_t
print_word(FILE *out, unsigned indent, size_t column, const char *word,
	   size_t length)
{
	bool is_path = word[strcspn(word, "/=, ")] == '/';
	size_t room;

	while (!is_path && column + length > wrap_width) {
		room = wrap_width - column;
		fwrite(word, 1, room, out);
		word += room;
		length -= room;
		fprintf(out, "\n%*s", (int)indent, "");
		column = indent;
	}
	fwrite(word, 1, length, out);
	return column + length;
}

/* Return the length of a word, with the unit after a number. */
static size_t
wrap_length(const char *word)
{
	size_t length = strcspn(word, " ");
	const char *next = word + length + strspn(word + length, " ");
	const char *unit = next + strspn(next, "mnu");

	if (isdigit((unsigned char)*word) && (*unit == 's' || *unit == '%') &&
	    strcspn(unit, " ,;.:)") == 1)
		length = (size_t)(next - word) + strcspn(next, " ");
	return length;
}

void
wrap_behind(FILE *out, size_t column, unsigned indent, const char *text)
{
	char *ascii = to_ascii(text);
	const char *word = ascii;
	size_t length, gap = strspn(ascii, " ");

	for (;;) {
		word += strspn(word, " ");
		length = wrap_length(word);
		if (length == 0)
			break;
		if (column > indent && column + gap + length > wrap_width) {
			fprintf(out, "\n%*s", (int)indent, "");
			column = indent;
		} else {
			fprintf(out, "%*s", (int)gap, "");
			column += gap;
		}
		column = print_word(out, indent, column, word, length);
		word += length;
		gap = 1;
	}
	putc('\n', out);
}

void
wrap_print(FILE *out, const char *lead, unsigned indent, const char *text)
{
	fputs(lead, out);
	wrap_behind(out, strlen(lead), indent, text);
}

char *
wrap_fit(const char *text, size_t width)
{
	char *ascii = to_ascii(text);

	if (strlen(ascii) > width) {
		ascii[width] = '\0';
		if (width > 3)
			memcpy(ascii + width - 3, "...", 3);
	}
	return ascii;
}
