/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Parameters: their names, and their line in a record. A later version must be
 * able to read there what was measured. */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/field.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/test/params.h"
#include "diskidx/test/value.h"

/* Define the words of an enumeration, and the function that returns one. */
#define ENTRY(number, word) [number] = word,
#define WORDS(what, type, LIST) \
	static const char *const what##_words[] = { LIST(ENTRY) NULL }; \
	const char *what##_name(type value) { return what##_words[value]; }
WORDS(action, enum action, ACTION_LIST)
WORDS(cache, enum cache_mode, CACHE_LIST)
WORDS(sync, enum sync_mode, SYNC_LIST)
WORDS(pattern, enum pattern, PATTERN_LIST)
WORDS(arrival, enum arrival, ARRIVAL_LIST)
WORDS(fallocate, enum fallocate, FALLOCATE_LIST)
static const char *const hint_words[] = { HINT_LIST(ENTRY) NULL };

#define NUMBER(member, max) \
	{ #member, FIELD_NUMBER, FIELD_AT(params, member), max, NULL }
#define WORD(member, words) \
	{ #member, FIELD_WORD, FIELD_AT(params, member), 0, words }

/* The order is that of the text, which leaves out those after the first
 * REQUIRED if they are 0. */
#define REQUIRED 7
static const struct field fields[] = {
	WORD(action, action_words),
	WORD(cache, cache_words),
	WORD(sync, sync_words),
	NUMBER(block_bytes, UINT32_MAX),
	NUMBER(depth, UINT32_MAX),
	NUMBER(read_pct, 100),
	NUMBER(file_bytes, UINT64_MAX),
	NUMBER(sequential_pct, 100),
	WORD(pattern, pattern_words),
	NUMBER(theta_milli, UINT32_MAX),
	NUMBER(rate_iops, UINT32_MAX),
	WORD(arrival, arrival_words),
	NUMBER(files, UINT32_MAX),
	NUMBER(sync_every, UINT32_MAX),
	NUMBER(span_bytes, UINT64_MAX),
	NUMBER(apart, 1),
	WORD(fallocate, fallocate_words),
	NUMBER(once, UINT32_MAX),
	NUMBER(align_bytes, UINT32_MAX),
	NUMBER(compress_pct, 100),
	NUMBER(fill_word, UINT32_MAX),
	NUMBER(repeat_pct, 100),
	NUMBER(back_bytes, UINT64_MAX),
	NUMBER(rate_bytes, UINT64_MAX),
	NUMBER(zone_bytes, UINT64_MAX),
	NUMBER(skip_bytes, UINT64_MAX),
	NUMBER(ordinary_pages, 1),
	NUMBER(end_bytes, UINT64_MAX),
	WORD(hint, hint_words),
	WORD(opened, sync_words),
};

bool
params_has_sizes(const struct params *params)
{
	return params->sizes[OP_READ].n > 0;
}

uint32_t
params_least_block(const struct params *params)
{
	if (!params_has_sizes(params))
		return params->block_bytes;
	return (uint32_t)amount_min(params->sizes[OP_READ].bytes[0],
				    params->sizes[OP_WRITE].bytes[0]);
}

uint32_t
params_largest_block(const struct params *params)
{
	if (!params_has_sizes(params))
		return params->block_bytes;
	return (uint32_t)amount_max(sizes_largest(&params->sizes[OP_READ]),
				    sizes_largest(&params->sizes[OP_WRITE]));
}

bool
params_is_multiple(const struct params *params, uint32_t bytes)
{
	if (!params_has_sizes(params))
		return params->block_bytes % bytes == 0;
	return params->sizes[OP_READ].bytes[0] % bytes == 0 &&
	       params->sizes[OP_WRITE].bytes[0] % bytes == 0;
}

bool
params_reads(const struct params *params)
{
	return params->action == ACTION_READ ||
		params->action == ACTION_COPY ||
		(params->action == ACTION_MIX && params->read_pct > 0);
}

bool
params_writes(const struct params *params)
{
	return params->action == ACTION_WRITE ||
		params->action == ACTION_COPY ||
		(params->action == ACTION_MIX && params->read_pct < 100);
}

void
params_set_mix(struct params *params, uint32_t read_pct)
{
	params->read_pct = read_pct;
	params->action = ACTION_MIX;
	if (read_pct == 100)
		params->action = ACTION_READ;
	if (read_pct == 0)
		params->action = ACTION_WRITE;
}

double
params_rate(const struct params *params)
{
	if (params->rate_bytes == 0)
		return params->rate_iops;
	return (double)params->rate_bytes / params->block_bytes;
}

bool
params_shapes_data(const struct params *params)
{
	return params->compress_pct > 0 || params->repeat_pct > 0;
}

bool
params_flushes(const struct params *params)
{
	return params->sync == SYNC_FDATASYNC || params->sync == SYNC_FSYNC;
}

bool
params_has_large_requests(const struct params *params)
{
	return params->cache == CACHE_DIRECT && !params->ordinary_pages &&
	       params_largest_block(params) >= PARAMS_LARGE_REQUEST;
}

uint64_t
params_least_file(const struct params *params)
{
	uint64_t least_bytes = params_largest_block(params);

	if (params->action == ACTION_COPY && params->file_bytes == 0)
		least_bytes *= 2;
	return least_bytes;
}

uint64_t
params_end(const struct params *params, uint64_t size_bytes)
{
	uint64_t end_bytes = UINT64_MAX;

	if (params->once > 0)
		end_bytes = amount_times(params->once, size_bytes);
	if (params->end_bytes > 0)
		end_bytes = amount_min(end_bytes, params->end_bytes);
	return end_bytes;
}

enum sync_mode
params_opened(const struct params *params)
{
	return params->opened != SYNC_NONE ? params->opened : params->sync;
}

bool
params_is_cache_test(const struct params *params)
{
	return params->file_bytes > 0 && (params->cache == CACHE_CACHED ||
					  params->sync == SYNC_NEVER);
}

bool
params_is_metadata(const struct params *params)
{
	return params->action >= ACTION_CREATE;
}

char *
params_format(const struct params *params)
{
	char *text = NULL;

	for (unsigned key = 0; key < LENGTH(fields); key++) {
		const struct field *f = &fields[key];
		uint64_t value = field_value(f, params);

		if (key >= REQUIRED && value == 0)
			continue;
		if (f->word != NULL)
			text = say_more(text, " ", "%s=%s", f->name,
					f->word[value]);
		else
			text = say_more(text, " ", "%s=%" PRIu64, f->name,
					value);
	}
	if (params->zones[0] != '\0')
		text = say_more(text, " ", "zones=%s", params->zones);
	if (params_has_sizes(params))
		text = say_more(text, " ", "bssplit=%s",
				sizes_format(params->sizes));
	return text;
}

/* Parse "key=value", unless the key was seen before. */
static int
parse_pair(char *pair, struct params *params, unsigned *seen)
{
	/* These are only in older records. The title of such a test names them,
	 * and so does the fingerprint. */
	static const char gone[] =
		"think_blocks=* think_ns=* pattern=pareto* pattern=normal*";
	struct zone zones[ZONES];
	char *equals = strchr(pair, '=');
	unsigned key = 0;
	uint64_t number;

	if (equals == NULL)
		return -EINVAL;
	if (value_is_word(gone, pair, strlen(pair)))
		return 0;
	*equals = '\0';
	if (strcmp(pair, "bssplit") == 0 && !params_has_sizes(params))
		return sizes_parse(equals + 1, params->sizes);
	if (strcmp(pair, "zones") == 0 && params->zones[0] == '\0' &&
	    strlen(equals + 1) < ZONES_TEXT) {
		strcpy(params->zones, equals + 1);
		return sizes_parse_zones(params->zones, zones);
	}
	while (key < LENGTH(fields) && strcmp(pair, fields[key].name) != 0)
		key++;
	if (key == LENGTH(fields) || (*seen & 1u << key) != 0)
		return -EINVAL;
	*seen |= 1u << key;
	if (fields[key].word != NULL)
		return field_set_word(&fields[key], params, equals + 1);
	if (units_parse_count(equals + 1, fields[key].max, &number) != 0)
		return -EINVAL;
	field_set(&fields[key], params, number);
	return 0;
}

int
params_parse(const char *text, struct params *params)
{
	char copy[PARAMS_TEXT], *pair = copy, *blank;
	struct params parsed = { .depth = 0 };
	unsigned seen = 0;

	if (strlen(text) >= sizeof(copy))
		return -EINVAL;
	strcpy(copy, text);
	for (; pair != NULL; pair = blank) {
		blank = strchr(pair, ' ');
		if (blank != NULL)
			*blank++ = '\0';
		if (parse_pair(pair, &parsed, &seen) < 0)
			return -EINVAL;
	}
	if ((~seen & ((1u << REQUIRED) - 1)) != 0)
		return -EINVAL;
	*params = parsed;
	return 0;
}
