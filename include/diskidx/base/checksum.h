/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Checksum: CRC-32C (Castagnoli) of a text, to detect changes. */
#ifndef DISKIDX_BASE_CHECKSUM_H
#define DISKIDX_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Return the checksum of a text: of its beginning, which has the checksum `sum`
 * (0: there is none), and of these bytes. */
uint32_t checksum_add(uint32_t sum, const char *text, size_t size);

#endif
