/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Tests of the checksum, with the vectors published for it. */
#include <config.h>

#include <stddef.h>

#include "diskidx/base/checksum.h"
#include "../support/test.h"

#define SIZE 32

/* The examples of RFC 3720, appendix B.4, and the usual one. */
TEST(published_texts_have_their_published_checksums)
{
	static const char read_10[] = "\x01\xc0\0\0" "\0\0\0\0" "\0\0\0\0"
		"\0\0\0\0" "\x14\0\0\0" "\0\0\4\0" "\0\0\0\x14" "\0\0\0\x18"
		"\x28\0\0\0" "\0\0\0\0" "\2\0\0\0" "\0\0\0\0";
	char zeros[SIZE], ones[SIZE], up[SIZE], down[SIZE];

	for (int i = 0; i < SIZE; i++) {
		zeros[i] = 0;
		ones[i] = (char)0xff;
		up[i] = (char)i;
		down[i] = (char)(SIZE - 1 - i);
	}
	assert_int_equal(checksum_add(0, zeros, SIZE), 0x8a9136aa);
	assert_int_equal(checksum_add(0, ones, SIZE), 0x62a8ab43);
	assert_int_equal(checksum_add(0, up, SIZE), 0x46dd794e);
	assert_int_equal(checksum_add(0, down, SIZE), 0x113fdb5c);
	assert_int_equal(checksum_add(0, read_10, 48), 0xd9963a56);
	assert_int_equal(checksum_add(0, "123456789", 9), 0xe3069283);
}

TEST(a_text_in_parts_has_the_checksum_of_the_whole)
{
	static const char text[] = "123456789";

	assert_int_equal(checksum_add(0, text, 0), 0);
	for (size_t i = 0; i <= 9; i++)
		assert_int_equal(checksum_add(checksum_add(0, text, i),
					      text + i, 9 - i), 0xe3069283);
}
