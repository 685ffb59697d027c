/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Checksum: CRC-32C, by tables; see checksum.h. */
#include <config.h>

#include "diskidx/checksum.h"

#define POLYNOMIAL UINT32_C(0x82f63b78)	/* its lowest bit is the first */
#define STEP 8			/* bytes at a time, for speed */

/* The remainders of each byte with so many behind it, computed at the first
 * use. */
static uint32_t table[STEP][256];

static void
make_tables(void)
{
	for (uint32_t i = 0; i < 256; i++) {
		uint32_t rest = i;

		for (int bit = 0; bit < 8; bit++)
			rest = rest >> 1 ^ (rest & 1) * POLYNOMIAL;
		table[0][i] = rest;
	}
	for (int n = 1; n < STEP; n++)
		for (int i = 0; i < 256; i++)
			table[n][i] = table[n - 1][i] >> 8 ^
				      table[0][table[n - 1][i] & 255];
}

/* Take four bytes more, behind which are as many as the tables are for. */
static inline uint32_t
take_four(uint32_t (*of)[256], uint32_t sum, const unsigned char *at)
{
	return of[3][(sum ^ at[0]) & 255] ^ of[2][(sum >> 8 ^ at[1]) & 255] ^
	       of[1][(sum >> 16 ^ at[2]) & 255] ^ of[0][sum >> 24 ^ at[3]];
}

uint32_t
checksum_add(uint32_t sum, const char *text, size_t size)
{
	const unsigned char *at = (const unsigned char *)text, *end = at + size;

	if (table[0][1] == 0)
		make_tables();
	sum = ~sum;
	for (; end - at >= STEP; at += STEP)
		sum = take_four(&table[4], sum, at) ^
		      take_four(table, 0, at + 4);
	for (; at < end; at++)
		sum = sum >> 8 ^ table[0][(sum ^ *at) & 255];
	return ~sum;
}
