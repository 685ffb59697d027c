/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Checksum: CRC-32C, by a table; see checksum.h. */
#include <config.h>

#include "diskidx/base/checksum.h"

#define POLYNOMIAL UINT32_C(0x82f63b78)	/* its lowest bit is the first */

static uint32_t table[256];	/* of each byte; computed at the first use */

uint32_t
checksum_add(uint32_t sum, const char *text, size_t size)
{
	for (uint32_t i = 0; i < 256 && table[255] == 0; i++) {
		table[i] = i;
		for (int bit = 0; bit < 8; bit++)
			table[i] = table[i] >> 1 ^ (table[i] & 1) * POLYNOMIAL;
	}
	sum = ~sum;
	for (; size > 0; size--)
		sum = sum >> 8 ^ table[(sum ^ (unsigned char)*text++) & 255];
	return ~sum;
}
