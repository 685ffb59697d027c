/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Tests of which parts of a text can be shown. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/utf8.h"
#include "../support/rows.h"

/* Encode a number as RFC 3629 does. */
static size_t
encode(char text[5], uint32_t code)
{
	size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 :
			code < 0x10000 ? 3 : 4;

	for (size_t i = length - 1; i > 0; i--) {
		text[i] = (char)(0x80 | (code & 0x3f));
		code >>= 6;
	}
	text[0] = (char)(length == 1 ? code : (0xf00u >> length & 0xff) | code);
	text[length] = '\0';
	return length;
}

TEST(every_character_is_read_as_it_was_written)
{
	uint32_t code, got;
	char text[5];

	for (code = 0; code < 0x120000; code++) {
		size_t length = encode(text, code);

		got = code + 1;
		if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) {
			assert_int_equal(utf8_decode(text, &got), 0);
			continue;
		}
		assert_int_equal(utf8_decode(text, &got), length);
		assert_int_equal(got, code);
	}
}

/* Each sequence of up to three bytes that is read is the shortest one. */
TEST(no_character_has_another_form)
{
	uint32_t bytes, code;
	char text[5] = "", again[5];
	size_t length;

	for (bytes = 0x800000; bytes < 0x1000000; bytes++) {
		text[0] = (char)(bytes >> 16);
		text[1] = (char)(bytes >> 8);
		text[2] = (char)bytes;
		length = utf8_decode(text, &code);
		if (length == 0 || length == 4)
			continue;
		assert_int_equal(encode(again, code), length);
		assert_memory_equal(again, text, length);
	}
}

TEST_ROWS("utf8", only_what_is_not_plain_becomes_a_mark)
{
	char *text = xstrdup(field[0]), shown[64];
	FILE *stream = tmpfile();

	assert_ptr_equal(utf8_clean(text), text);
	assert_string_equal(text, field[1]);
	free(text);
	assert_non_null(stream);
	utf8_put(field[0], stream);
	rewind(stream);
	shown[fread(shown, 1, sizeof(shown) - 1, stream)] = '\0';
	fclose(stream);
	assert_string_equal(shown, field[1]);
}
