/* Tests of what of a text can be shown. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/utf8.h"
#include "../support/test.h"

/* Encode a number as RFC 3629 does. */
static size_t
encode(char text[5], uint32_t code)
{
	size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 :
			code < 0x10000 ? 3 : 4;
	size_t i;

	for (i = length - 1; i > 0; i--) {
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

TEST(only_what_is_not_plain_becomes_a_mark)
{
	static const struct {
		const char *text, *plain;
	} row[] = {
		{ "", "" },
		{ "/srv/a b~", "/srv/a b~" },
		{ "\303\251\346\274\242\360\237\230\200",
		  "\303\251\346\274\242\360\237\230\200" },
		{ "\033[1m\177\a\n\t", "?[1m????" },
		{ "a\302\233b\302\240", "a?b\302\240" },
		{ "\342\200\256\342\201\246\342\200\217\330\234", "????" },
		{ "\342\200\252\342\200\256\342\201\246\342\201\251",
		  "????" },
		{ "\342\200\247\342\200\257\342\201\245\342\201\252",
		  "\342\200\247\342\200\257\342\201\245\342\201\252" },
		{ "\342\200\250\342\200\251\342\200\245", "??\342\200\245" },
		{ "\357\277\276\357\277\277\357\277\275", "??\357\277\275" },
		/* No UTF-8: alone, overlong, a surrogate, too large, cut. */
		{ "\233\377", "??" },
		{ "\300\257\340\200\257", "?????" },
		{ "\355\240\200", "???" },
		{ "\364\220\200\200", "????" },
		{ "\303", "?" },
		{ "\360\237\230x", "???x" },
	};
	char *text, shown[64];
	FILE *stream;
	size_t i;

	for (i = 0; i < LENGTH(row); i++) {
		text = xstrdup(row[i].text);
		assert_ptr_equal(utf8_clean(text), text);
		assert_string_equal(text, row[i].plain);
		free(text);

		stream = tmpfile();
		assert_non_null(stream);
		utf8_put(row[i].text, stream);
		rewind(stream);
		shown[fread(shown, 1, sizeof(shown) - 1, stream)] = '\0';
		fclose(stream);
		assert_string_equal(shown, row[i].plain);
	}
}
