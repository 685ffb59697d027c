/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Sizes: see sizes.h. */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/test/sizes.h"

#define MAX_WEIGHT 100
#define LISTS 3			/* of reads, writes and trims */

const char *
sizes_format(const struct sizes *sizes)
{
	int lists = memcmp(&sizes[OP_READ], &sizes[OP_WRITE],
			   sizeof(*sizes)) != 0 ? OP_COUNT : 1;
	char *text = NULL;

	for (int op = 0; op < lists; op++)
		for (unsigned i = 0; i < sizes[op].n; i++)
			text = say_more(text, i > 0 ? ":" : ",",
					"%" PRIu32 "/%" PRIu32,
					sizes[op].bytes[i],
					sizes[op].weight[i]);
	return text;
}

static int
sizes_add(struct sizes *s, uint64_t bytes, uint64_t weight)
{
	if (s->n == SIZES_MAX || bytes > UINT32_MAX)
		return -EINVAL;
	s->bytes[s->n] = (uint32_t)bytes;
	s->weight[s->n++] = (uint32_t)weight;
	return 0;
}

/* Insert a size in ascending order, or add to the weight of the same. */
static void
sizes_insert(struct sizes *s, uint32_t bytes, uint32_t weight)
{
	unsigned at = 0;

	while (at < s->n && s->bytes[at] < bytes)
		at++;
	if (at == s->n || s->bytes[at] > bytes) {
		for (unsigned i = s->n++; i > at; i--) {
			s->bytes[i] = s->bytes[i - 1];
			s->weight[i] = s->weight[i - 1];
		}
		s->bytes[at] = bytes;
		s->weight[at] = 0;
	}
	s->weight[at] += weight;
}

/* Add "4k/10", "4k/", "4k" or "1k-4k"; a weight of 0 is still to be shared. */
static int
parse_entry(struct sizes *s, char *text)
{
	char *end = text + strcspn(text, "/-"), kind = *end;
	uint64_t bytes, last, weight = 0;
	int error = 0;

	if (kind != '\0')
		*end++ = '\0';
	if (units_parse_size(text, &bytes) != 0 || bytes == 0)
		return -EINVAL;
	if (kind == '-') {	/* the multiples of the first up to the last */
		if (units_parse_size(end, &last) != 0 || last < bytes ||
		    last % bytes != 0)
			return -EINVAL;
		for (uint64_t at = bytes; at <= last && error == 0; at += bytes)
			error = sizes_add(s, at, 1);
		return error;
	}
	if (*end != '\0' && (units_parse_count(end, MAX_WEIGHT, &weight) != 0 ||
			     weight == 0))
		return -EINVAL;
	return sizes_add(s, bytes, weight);
}

/* Share what is left of 100 among those without a weight. */
static int
share_rest(struct sizes *s)
{
	uint64_t given = sizes_weight(s);
	unsigned without = 0, i;

	for (i = 0; i < s->n; i++)
		without += s->weight[i] == 0;
	if (without == 0)
		return 0;
	if (given >= 100 || (100 - given) % without != 0)
		return -EINVAL;
	for (i = 0; i < s->n; i++)
		if (s->weight[i] == 0)
			s->weight[i] = (uint32_t)(100 - given) / without;
	return 0;
}

static int
parse_list(struct sizes *s, char *text)
{
	struct sizes listed = { .n = 0 };
	char *next;
	int error = 0;

	memset(s, 0, sizeof(*s));
	for (; text != NULL && error == 0; text = next) {
		next = strchr(text, ':');
		if (next != NULL)
			*next++ = '\0';
		error = parse_entry(&listed, text);
	}
	if (error == 0)
		error = share_rest(&listed);
	for (unsigned i = 0; error == 0 && i < listed.n; i++)
		sizes_insert(s, listed.bytes[i], listed.weight[i]);
	for (unsigned i = 0; error == 0 && i < s->n; i++)
		if (s->bytes[i] % s->bytes[0] != 0 ||
		    s->weight[i] > MAX_WEIGHT)
			error = -EINVAL;
	return error;
}

int
sizes_parse(const char *text, struct sizes sizes[OP_COUNT])
{
	static char usual[] = "4k";
	struct sizes list[LISTS];
	char copy[SIZES_TEXT], *comma = copy, *next;
	unsigned n = 0;
	int error = 0;

	if (strlen(text) >= sizeof(copy) || strspn(text, ",") == strlen(text))
		return -EINVAL;
	strcpy(copy, text);
	for (; comma != NULL && error == 0; comma = next) {
		next = strchr(comma, ',');
		if (next != NULL)
			*next++ = '\0';
		if (comma[0] == '\0')
			comma = usual;
		error = n == LISTS ? -EINVAL : parse_list(&list[n++], comma);
	}
	if (error == 0) {
		sizes[OP_READ] = list[0];
		sizes[OP_WRITE] = list[n > 1];
	}
	return error;
}

int
sizes_parse_zones(const char *text, struct zone zones[ZONES])
{
	unsigned long first = 0, requests, width;
	unsigned n = 0;
	char *end;

	if (strspn(text, "0123456789/:") != strlen(text) ||
	    strlen(text) >= ZONES_TEXT)
		return -EINVAL;
	for (const char *at = text; first <= ZONES; at = end + 1) {
		requests = strtoul(at, &end, 10);
		if (end == at || *end != '/' || requests > ZONES - n)
			return -EINVAL;
		at = end + 1;
		width = strtoul(at, &end, 10);
		if (end == at)
			width = ZONES - first;
		for (; requests > 0; requests--)
			zones[n++] = (struct zone){ (unsigned)first,
						    (unsigned)width };
		first += (unsigned long)amount_min(width, ZONES + 1);
		if (*end == '\0' && first <= ZONES)
			return n == ZONES ? 0 : -EINVAL;
	}
	return -EINVAL;
}

uint64_t
sizes_weight(const struct sizes *s)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < s->n; i++)
		sum += s->weight[i];
	return sum;
}

uint32_t
sizes_only(const struct sizes sizes[OP_COUNT])
{
	if (sizes[OP_READ].n != 1 || sizes[OP_WRITE].n != 1 ||
	    sizes[OP_READ].bytes[0] != sizes[OP_WRITE].bytes[0])
		return 0;
	return sizes[OP_READ].bytes[0];
}

uint32_t
sizes_mean(const struct sizes *s)
{
	uint64_t weight = sizes_weight(s), sum = 0;

	for (unsigned i = 0; i < s->n; i++)
		sum += (uint64_t)s->bytes[i] * s->weight[i];
	return weight > 0 ? (uint32_t)((sum + weight / 2) / weight) : 0;
}

uint32_t
sizes_largest(const struct sizes *s)
{
	return s->n > 0 ? s->bytes[s->n - 1] : 0;
}
