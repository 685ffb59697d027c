/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Offsets: the block of the next request. The loop uses integers only; floating
 * point is done beforehand.
 *
 * sequential share   this part of the requests goes to the next block; the
 *                    others follow the pattern.
 * uniform            all blocks alike.
 * permutation        every block once, in an order that looks random, before
 *                    any block twice: a counter goes through a mixing function
 *                    that is one-to-one on k-bit numbers, and numbers beyond
 *                    the last block are skipped. No memory.
 * zipf:THETA         the r-th most wanted block with a probability that goes
 *                    as r^-THETA; permutation's function spreads wanted blocks
 *                    over the file, differently in each round. Ranks are drawn
 *                    from segments no wider than 1/64 of their rank, all
 *                    ranks of a segment alike.
 * zoned              a zone of the file by its share of the requests, and all
 *                    places of the zone alike.
 */
#ifndef WORKLOAD_OFFSETS_H
#define WORKLOAD_OFFSETS_H

#include <stdbool.h>
#include <stdint.h>

#include "diskidx/base/operation.h"
#include "diskidx/base/prng.h"
#include "diskidx/engine/request.h"
#include "diskidx/test/params.h"

/* `width` ranks from `first`, drawn by numbers up to `below`. */
struct segment {
	uint64_t below;		/* cumulative, of 2^64 */
	uint64_t first, width;
};

#define OFFSETS_FINE 64		/* ranks with a segment each, and segments
				   per power of two beyond them */

struct offsets {
	uint64_t blocks;
	uint64_t last[OP_COUNT];	/* the previous block; only the first is
					   used unless are_apart */
	uint64_t step, turn;	/* from it to the next in sequence, and the
				   first beyond an end of the file */
	uint64_t left, strip, gap;	/* until the next gap; between two gaps;
					   in each gap */
	bool are_apart;
	uint64_t sequential_below;	/* random numbers that go on from it */
	enum pattern pattern;
	struct prng random;

	/* permutation and zipf */
	uint64_t mask, counter, addend, factor[2], shift;

	struct zone zone[ZONES];	/* zoned */

	/* zipf */
	unsigned segments;
	struct segment segment[OFFSETS_FINE * 64];
};

/* Return 0, or -EINVAL if a step back is larger than the file. */
int offsets_open(struct offsets *offsets, const struct params *params,
		 uint64_t blocks, uint64_t seed);

/* Return the block of the next request in that direction. */
uint64_t offsets_next(struct offsets *offsets, enum operation op);

/*
 * Lengths: the length and the offset of the next request in one direction, for
 * a test whose requests differ in size. Lengths are drawn by their shares.
 * Offsets are one after the other or, in any other order, one of all multiples
 * of the alignment (0: the least size) that leave room for the request.
 */
struct lengths {
	uint32_t bytes[SIZES_MAX];
	uint32_t below[SIZES_MAX];	/* numbers up to weight that draw it */
	uint64_t places[SIZES_MAX];	/* offsets for it, in units */
	uint32_t weight, unit;
	bool in_order;
	uint64_t file_bytes, next;	/* next: the offset in order */
};

void lengths_open(struct lengths *lengths, const struct sizes *sizes,
		  uint64_t file_bytes, uint32_t align_bytes, bool in_order);

/* Set the length and the offset of the request. */
void lengths_draw(struct lengths *lengths, struct offsets *offsets,
		  struct request *request);

#endif
