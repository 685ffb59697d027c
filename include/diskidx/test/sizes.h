/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Sizes: the sizes of the requests of one direction, if there are several, and
 * the share of each. */
#ifndef DISKIDX_TEST_SIZES_H
#define DISKIDX_TEST_SIZES_H

#include <stdint.h>

#include "diskidx/base/operation.h"

#define SIZES_MAX 16

/* Each size is a multiple of the first, the least. */
struct sizes {
	uint32_t n;			/* 0: none */
	uint32_t bytes[SIZES_MAX];	/* ascending */
	uint32_t weight[SIZES_MAX];	/* 1 to 100; a share of their sum */
};

/*
 * Format and parse fio's notation, as in "4096/10:65536/90" for both
 * directions, or "4096/100,512/50:1024/50" for reads and writes. It lasts as
 * say.h says. Text to parse, of less than SIZES_TEXT bytes, may also have
 * units; sizes without a weight, which share what is left of 100; and a range,
 * as in "1k-4k", in which all multiples of the first have the same share. An
 * empty list is fio's default, 4k, and a third one, for trims, is ignored.
 * Parsing returns 0 or -EINVAL.
 */
#define SIZES_TEXT 520
const char *sizes_format(const struct sizes *sizes);
int sizes_parse(const char *text, struct sizes sizes[OP_COUNT]);

/*
 * Zones: parts of a file by their share of the requests, as in
 * "50/5:30/15:20/", which sends 50 % to the first 5 %. Parsing fills one place,
 * in per cent of the file, for each per cent of the requests, and returns 0 or
 * -EINVAL. A missing size is what is left.
 */
#define ZONES 100
#define ZONES_TEXT 120
struct zone {
	unsigned first, width;
};
int sizes_parse_zones(const char *text, struct zone zones[ZONES]);

/* Return the sum of the weights. */
uint64_t sizes_weight(const struct sizes *sizes);

/* Return the one size of both directions, or 0. */
uint32_t sizes_only(const struct sizes sizes[OP_COUNT]);

/* Return the mean and the largest size. */
uint32_t sizes_mean(const struct sizes *sizes);
uint32_t sizes_largest(const struct sizes *sizes);

#endif
