/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Checksum: CRC-32C (Castagnoli) of a text, which shows that it was changed. */
#ifndef DISKIDX_BASE_CHECKSUM_H
#define DISKIDX_BASE_CHECKSUM_H

#include <stddef.h>
#include <stdint.h>

/* Return the checksum of a text whose beginning has the checksum `sum` (0: it
 * has none) and whose rest are these bytes. */
uint32_t checksum_add(uint32_t sum, const char *text, size_t size);

#endif
