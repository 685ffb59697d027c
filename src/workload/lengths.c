/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Lengths: see lengths.h. */
#include <config.h>

#include <string.h>

#include "lengths.h"

void
lengths_open(struct lengths *l, const struct sizes *sizes, uint64_t file_bytes,
	     bool in_order)
{
	memset(l, 0, sizeof(*l));
	l->unit = sizes->bytes[0];
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
lengths_draw(struct lengths *l, struct random *random, struct request *r)
{
	uint64_t draw = random_below(random, l->weight);
	unsigned i = 0;

	while (draw >= l->below[i])
		i++;
	r->length = l->bytes[i];
	if (!l->in_order) {
		r->offset = random_below(random, l->places[i]) * l->unit;
		return;
	}
	if (l->next + r->length > l->file_bytes)
		l->next = 0;
	r->offset = l->next;
	l->next += r->length;
}
