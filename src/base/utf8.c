/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* UTF-8: see utf8.h. */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/utf8.h"

#define REPLACEMENT "\xef\xbf\xbd"	/* U+FFFD */

/* Characters that are not plain, from the first to the last. */
static const struct {
	uint32_t first, last;
} not_plain[] = {
	{ 0x0000, 0x001f }, { 0x007f, 0x009f },	/* C0, DEL and C1 */
	{ 0x061c, 0x061c }, { 0x200e, 0x200f },	/* ALM, LRM, RLM */
	{ 0x2028, 0x2029 },	/* separators of lines and paragraphs */
	{ 0x202a, 0x202e }, { 0x2066, 0x2069 },	/* LRE to RLO, LRI to PDI */
	{ 0xfffe, 0xffff },	/* no characters, and not allowed in XML */
};

bool
utf8_is_plain(uint32_t code)
{
	for (size_t i = 0; i < LENGTH(not_plain); i++)
		if (code >= not_plain[i].first && code <= not_plain[i].last)
			return false;
	return true;
}

size_t
utf8_decode(const char *text, uint32_t *code)
{
	/* The least character that needs a sequence of that length. */
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *byte = (const unsigned char *)text;
	size_t length, i;

	*code = byte[0];
	if (byte[0] < 0x80)
		return 1;
	if (byte[0] < 0xc2 || byte[0] > 0xf4)
		return 0;
	/* The first byte gives the length of a sequence. */
	length = 2 + (byte[0] >= 0xe0) + (byte[0] >= 0xf0);
	*code &= 0x7fu >> length;
	for (i = 1; i < length; i++) {
		if ((byte[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (byte[i] & 0x3f);
	}
	if (*code < least[length] || *code > 0x10ffff ||
	    (*code >= 0xd800 && *code <= 0xdfff))
		return 0;
	return length;
}

char *
utf8_clean(char *text)
{
	const char *at = text;
	char *to = text;
	uint32_t code;
	size_t length;

	while (*at != '\0') {
		length = utf8_decode(at, &code);
		if (length > 0 && utf8_is_plain(code)) {
			memmove(to, at, length);
			to += length;
			at += length;
		} else {
			*to++ = '?';
			at += amount_max(length, 1);
		}
	}
	*to = '\0';
	return text;
}

void
utf8_put_escaped(const char *text, FILE *stream, const char *special,
		 const char *const *escape)
{
	char *clean = utf8_clean(xstrdup(text));

	for (const char *at = clean; *at != '\0'; at++) {
		const char *found = strchr(special, *at);

		if (found != NULL)
			fputs(escape[found - special], stream);
		else
			putc(*at, stream);
	}
	free(clean);
}

void
utf8_quote(const char *text, FILE *stream)
{
	uint32_t code;
	size_t length;

	putc('"', stream);
	for (; *text != '\0'; text += amount_max(length, 1)) {
		length = utf8_decode(text, &code);
		if (length == 0)
			fputs(REPLACEMENT, stream);
		else if (*text == '"' || *text == '\\')
			fprintf(stream, "\\%c", *text);
		else if (!utf8_is_plain(code))
			fprintf(stream, "\\u%04" PRIx32, code);
		else
			fwrite(text, 1, length, stream);
	}
	putc('"', stream);
}
