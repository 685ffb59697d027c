/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Lengths: the length and the offset of the next request in one direction, for
 * a test whose requests differ in size. Lengths are drawn by their shares.
 * Offsets are multiples of the least of them: one behind the other, or, for any
 * other order, all that leave room for the request alike.
 */
#ifndef WORKLOAD_LENGTHS_H
#define WORKLOAD_LENGTHS_H

#include <stdbool.h>
#include <stdint.h>

#include "diskidx/random.h"
#include "diskidx/request.h"
#include "diskidx/sizes.h"

struct lengths {
	uint32_t bytes[SIZES_MAX];
	uint32_t below[SIZES_MAX];	/* numbers up to weight that draw it */
	uint64_t places[SIZES_MAX];	/* offsets for it, in units */
	uint32_t weight, unit;
	bool in_order;
	uint64_t file_bytes, next;	/* next: the offset in order */
};

void lengths_open(struct lengths *lengths, const struct sizes *sizes,
		  uint64_t file_bytes, bool in_order);

/* Set the length and the offset of the request. */
void lengths_draw(struct lengths *lengths, struct random *random,
		  struct request *request);

#endif
