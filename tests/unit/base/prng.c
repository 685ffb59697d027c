/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Random numbers: the published sequences, and functions built on them. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/prng.h"
#include "diskidx/platform/buffer.h"
#include "diskidx/platform/platform.h"
#include "diskidx/platform/pool.h"

#include "../support/test.h"

/* splitmix64 and xoshiro256**, as the authors' reference code gives them. */
TEST(the_sequence_is_that_of_the_reference_code)
{
	static const uint64_t expected[] = {
		UINT64_C(11520), UINT64_C(0), UINT64_C(1509978240),
		UINT64_C(1215971899390074240), UINT64_C(1216172134540287360),
		UINT64_C(607988272756665600), UINT64_C(16172922978634559625),
		UINT64_C(8476171486693032832), UINT64_C(10595114339597558777),
		UINT64_C(2904607092377533576),
	};
	struct prng r = { { 1, 2, 3, 4 } };

	for (size_t i = 0; i < LENGTH(expected); i++)
		assert_true(prng_next(&r) == expected[i]);
}

TEST(a_seed_becomes_the_state_by_splitmix)
{
	static const uint64_t expected[] = {
		UINT64_C(6457827717110365317), UINT64_C(3203168211198807973),
		UINT64_C(9817491932198370423), UINT64_C(4593380528125082431),
	};
	struct prng r;

	prng_seed(&r, 1234567);
	assert_memory_equal(r.state, expected, sizeof(expected));
}

TEST(below_is_the_high_half_of_the_product)
{
	static const uint64_t small[] = { 189997, 98638, 67808, 918334 };
	static const uint64_t large[] = {
		UINT64_C(3489245805379721436), UINT64_C(1811471841094455224),
		UINT64_C(1245292006739227550), UINT64_C(16864941756543994128),
	};
	struct prng r;

	prng_seed(&r, 1234567);
	for (size_t i = 0; i < 4; i++)
		assert_true(prng_below(&r, 1000003) == small[i]);
	prng_seed(&r, 1234567);
	for (size_t i = 0; i < 4; i++)
		assert_true(prng_below(&r, UINT64_C(0xfedcba9876543210)) ==
			    large[i]);
	assert_true(prng_below(&r, 0) == 0);
}

TEST(fill_writes_the_same_bytes_on_every_machine)
{
	static const unsigned char expected[] = {
		0x67, 0x04, 0x60, 0x63, 0xc3, 0xa1, 0xa3, 0x30, 0xca, 0x29,
		0x99
	};
	unsigned char bytes[sizeof(expected) + 1];
	struct prng r;

	prng_seed(&r, 1234567);
	memset(bytes, 0xaa, sizeof(bytes));
	prng_fill(&r, bytes, sizeof(expected));
	assert_memory_equal(bytes, expected, sizeof(expected));
	assert_int_equal(bytes[sizeof(expected)], 0xaa);
	prng_seed(&r, 1234567);
	prng_fill(&r, bytes + 1, 1);
	assert_int_equal(bytes[1], expected[0]);
}

TEST(derived_seeds_repeat_and_differ)
{
	uint64_t seed[64];

	for (uint64_t part = 0; part < 64; part++) {
		seed[part] = prng_derive(part / 8, part % 8);
		assert_true(seed[part] == prng_derive(part / 8, part % 8));
		for (uint64_t other = 0; other < part; other++)
			assert_true(seed[part] != seed[other]);
	}
}

TEST(fresh_seeds_differ_and_fit_a_double)
{
	uint64_t one = prng_fresh_seed(), two = prng_fresh_seed();

	assert_true(one != two);
	assert_true(one < UINT64_C(1) << 53 && two < UINT64_C(1) << 53);
}

TEST(a_large_buffer_takes_whole_large_pages)
{
	char *memory = buffer_create(BUFFER_LARGE_PAGE + 1, true, 1);
	uint64_t page_bytes = platform_page_bytes(memory);

	assert_int_equal((uintptr_t)memory % BUFFER_LARGE_PAGE, 0);
	assert_int_equal(buffer_bytes(1, false), 1);
	assert_int_equal(buffer_bytes(1, true), BUFFER_LARGE_PAGE);
	assert_int_equal(buffer_bytes(BUFFER_LARGE_PAGE, true),
			 BUFFER_LARGE_PAGE);
	assert_int_equal(buffer_bytes(BUFFER_LARGE_PAGE + 1, true),
			 2 * BUFFER_LARGE_PAGE);
	/* Unknown, as small as all memory is, or large. */
	assert_true(page_bytes == 0 || page_bytes % 4096 == 0);
	free(memory);
}

TEST(a_stamp_makes_each_unit_another)
{
	uint64_t unit[16 * 64] = { 0 }, stamp = 7, last;

	for (int round = 0; round < 2; round++)
		buffer_stamp(unit, sizeof(unit), &stamp);
	for (size_t i = 0; i < LENGTH(unit); i++) {
		assert_true((unit[i] == 0) == (i % 64 != 0));
		for (size_t j = 0; j < i; j += 64)
			assert_true(unit[i] != unit[j] || unit[i] == 0);
	}
	last = unit[0];
	buffer_stamp(unit, 8, &stamp);
	assert_true(unit[0] != last && stamp != last);
	last = stamp;
	buffer_stamp(unit, 7, &stamp);
	assert_true(stamp == last);
}

/* Take `n` blocks of 1000 bytes by three slots, and count those that repeat. */
static unsigned
take(struct pool *pool, unsigned n, size_t start)
{
	unsigned char last[1000] = "";
	unsigned repeated = 0;

	for (unsigned i = 0; i < n; i++) {
		const unsigned char *data = pool_take(pool, i % 3, i, 0, 1000);

		repeated += memcmp(data, last, sizeof(last)) == 0;
		memcpy(last, data, sizeof(last));
		for (size_t at = start; at < sizeof(last); at++)
			if (at % 512 >= start)
				assert_int_equal(data[at],
						 "\xca\xfe\xbe\xef"[
						 (at % 512 - start) % 4] &
						 0xff);
	}
	return repeated;
}

TEST(a_pool_compresses_and_repeats_as_far_as_it_is_asked_to)
{
	static const struct {
		unsigned compress_pct, repeat_pct, least, most;
		size_t start;
	} shapes[] = {
		{ 0, 0, 0, 0, 1000 }, { 25, 0, 0, 0, 384 },
		{ 99, 0, 0, 0, 8 }, { 0, 40, 3700, 4300, 1000 },
		{ 50, 100, 9999, 9999, 256 }, { 100, 0, 9999, 9999, 0 },
	};
	struct pool pool;

	for (size_t i = 0; i < LENGTH(shapes); i++) {
		unsigned repeated;

		assert_int_equal(pool_open(&pool, 1000, 3, false, 7), 0);
		pool_shape(&pool, shapes[i].compress_pct, 0xcafebeef,
			   shapes[i].repeat_pct);
		repeated = take(&pool, 10000, shapes[i].start);
		assert_true(repeated >= shapes[i].least &&
			    repeated <= shapes[i].most);
		pool_close(&pool);
	}
}
