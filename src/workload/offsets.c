/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The block of the next request, or its length and offset. */
#include <config.h>

#include <errno.h>
#include <math.h>
#include <string.h>

#include "diskidx/base/amount.h"
#include "offsets.h"

/* Choose another order; odd factors keep it one-to-one. */
static void
offsets_shuffle(struct offsets *p)
{
	p->counter = 0;
	p->addend = prng_next(&p->random);
	p->factor[0] = prng_next(&p->random) | 1;
	p->factor[1] = prng_next(&p->random) | 1;
}

/*
 * Map the numbers up to mask one-to-one: to add, to multiply by an odd number
 * modulo 2^k, and to xor the high half into the low one can all be undone, as
 * in the finalizers of MurmurHash3 (Appleby 2011). Without the addend, 0 would
 * stay 0 in every order.
 */
static uint64_t
offsets_mix(const struct offsets *p, uint64_t x)
{
	x = (x + p->addend) * p->factor[0] & p->mask;
	x ^= x >> p->shift;
	x = x * p->factor[1] & p->mask;
	x ^= x >> p->shift;
	x = x * p->factor[0] & p->mask;
	return x ^ x >> p->shift;
}

static uint64_t
next_of_permutation(struct offsets *p)
{
	uint64_t x;

	do {
		if (p->counter > p->mask)
			offsets_shuffle(p);
		x = offsets_mix(p, p->counter++);
	} while (x >= p->blocks);
	return x;
}

/* Return the weight of ranks, counted from 1, by the integral. */
static double
weight_of(uint64_t first, uint64_t width, double theta)
{
	double low = (double)first - 0.5, high = low + (double)width;

	if (width == 1)
		return pow((double)first, -theta);
	if (fabs(theta - 1) < 1e-9)
		return log(high / low);
	return (pow(high, 1 - theta) - pow(low, 1 - theta)) / (1 - theta);
}

static uint64_t
width_at(uint64_t first, uint64_t blocks)
{
	return amount_min(amount_max(first / OFFSETS_FINE, 1),
			  blocks + 1 - first);
}

static uint64_t
next_of_zipf(struct offsets *p)
{
	uint64_t draw = prng_next(&p->random), x;
	unsigned low = 0, high = p->segments - 1;
	const struct segment *s;

	while (low < high) {
		unsigned middle = (low + high) / 2;

		if (draw < p->segment[middle].below)
			high = middle;
		else
			low = middle + 1;
	}
	s = &p->segment[low];
	x = s->first - 1;
	if (s->width > 1)
		x += prng_below(&p->random, s->width);
	/* Mix until the number is a block's, on average at most twice:
	 * one-to-one again (Black and Rogaway 2002: cycle walking). */
	do {
		x = offsets_mix(p, x);
	} while (x >= p->blocks);
	return x;
}

/* Return one of that many places, by the zones or uniformly. */
static uint64_t
offsets_place(struct offsets *p, uint64_t places)
{
	const uint64_t percent = UINT64_MAX / 100;
	const struct zone *z;

	if (p->pattern != PATTERN_ZONED)
		return prng_below(&p->random, places);
	z = &p->zone[prng_below(&p->random, ZONES)];
	return prng_multiply_high(z->first * percent +
				  prng_below(&p->random,
					     z->width * percent), places);
}

int
offsets_open(struct offsets *p, const struct params *params, uint64_t blocks,
	     uint64_t seed)
{
	double theta = params->theta_milli / 1000.0, all = 0, sum = 0;
	uint64_t back = 0, first;
	unsigned bits = 1, i = 0;

	memset(p, 0, sizeof(*p));
	if (params->back_bytes > 0)
		back = params->back_bytes / params->block_bytes;
	if (back > blocks)
		return -EINVAL;
	p->strip = UINT64_MAX;
	if (params->zone_bytes > 0) {
		p->strip = params->zone_bytes / params->block_bytes;
		p->gap = params->skip_bytes / params->block_bytes;
	}
	p->left = p->strip;
	p->step = 1 - back;
	p->turn = back > 0 ? blocks - back : 0;
	p->blocks = blocks;
	p->pattern = params->pattern;
	p->are_apart = params->apart;
	p->sequential_below = UINT64_MAX / 100 * params->sequential_pct;
	if (params->sequential_pct == 100)
		p->sequential_below = UINT64_MAX;
	prng_seed(&p->random, seed);
	/* Find the smallest mask of ones for every block's number. */
	for (p->mask = 1; p->mask < blocks - 1; bits++)
		p->mask = p->mask << 1 | 1;
	p->shift = bits / 2 + 1;
	offsets_shuffle(p);
	/* Let the first be at the start, also backwards. */
	p->last[0] = p->last[1] = -p->step;
	if (p->pattern == PATTERN_ZONED)
		return sizes_parse_zones(params->zones, p->zone);
	if (p->pattern != PATTERN_ZIPF)
		return 0;
	/* Make the segments of Zipf's law. */
	for (first = 1; first <= p->blocks;
	     first += width_at(first, p->blocks), p->segments++)
		all += weight_of(first, width_at(first, p->blocks), theta);
	for (first = 1; i < p->segments; i++) {
		struct segment *s = &p->segment[i];

		s->first = first;
		s->width = width_at(first, p->blocks);
		sum += weight_of(first, s->width, theta);
		s->below = UINT64_MAX;
		if (sum < all)
			s->below = (uint64_t)(sum / all *
					      18446744073709549568.0);
		first += s->width;
	}
	p->segment[p->segments - 1].below = UINT64_MAX;
	return 0;
}

/* Return the block after the last one in sequence. As in fio, a zone that the
 * end of the file cuts short is read again until its length is reached. */
static uint64_t
next_in_sequence(struct offsets *p, uint64_t last)
{
	if (p->left-- > 0)
		return last + p->step < p->blocks ? last + p->step : p->turn;
	p->left = p->strip - 1;
	p->turn += p->strip + p->gap;
	if (p->turn >= p->blocks)
		p->turn = 0;
	return p->turn;
}

uint64_t
offsets_next(struct offsets *p, enum operation op)
{
	uint64_t *last = &p->last[p->are_apart ? op : 0];

	if (p->sequential_below > 0 &&
	    (p->sequential_below == UINT64_MAX ||
	     prng_next(&p->random) < p->sequential_below))
		*last = next_in_sequence(p, *last);
	else if (p->pattern == PATTERN_UNIFORM || p->pattern == PATTERN_ZONED)
		*last = offsets_place(p, p->blocks);
	else if (p->pattern == PATTERN_PERMUTATION)
		*last = next_of_permutation(p);
	else
		*last = next_of_zipf(p);
	return *last;
}

void
lengths_open(struct lengths *l, const struct sizes *sizes, uint64_t file_bytes,
	     uint32_t align_bytes, bool in_order)
{
	memset(l, 0, sizeof(*l));
	l->unit = align_bytes > 0 ? align_bytes : sizes->bytes[0];
	l->file_bytes = file_bytes;
	l->in_order = in_order;
	for (unsigned i = 0; i < sizes->n; i++) {
		l->weight += sizes->weight[i];
		l->bytes[i] = sizes->bytes[i];
		l->below[i] = l->weight;
		l->places[i] = (file_bytes - sizes->bytes[i]) / l->unit + 1;
	}
}

void
lengths_draw(struct lengths *l, struct offsets *offsets, struct request *r)
{
	uint64_t draw = prng_below(&offsets->random, l->weight);
	unsigned i = 0;

	while (draw >= l->below[i])
		i++;
	r->length = l->bytes[i];
	if (!l->in_order) {
		r->offset = offsets_place(offsets, l->places[i]) * l->unit;
		return;
	}
	if (l->next + r->length > l->file_bytes)
		l->next = 0;
	r->offset = l->next;
	l->next += r->length;
}
