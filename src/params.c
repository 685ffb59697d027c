/*
 * Parameters: a test's parameters as words and as one line of a record, from
 * which a later version must be able to tell what was measured.
 */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/params.h"
#include "diskidx/units.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

static const char *const action_names[] = {
	[ACTION_READ] = "read",
	[ACTION_WRITE] = "write",
	[ACTION_COPY] = "copy",
	[ACTION_MIX] = "mix",
};

static const char *const cache_names[] = {
	[CACHE_CACHED] = "cached",
	[CACHE_BUFFERED] = "buffered",
	[CACHE_DIRECT] = "direct",
};

static const char *const sync_names[] = {
	[SYNC_NONE] = "none",
	[SYNC_FDATASYNC] = "fdatasync",
	[SYNC_DSYNC] = "dsync",
};

enum key {
	KEY_ACTION, KEY_CACHE, KEY_SYNC, KEY_BLOCK, KEY_DEPTH, KEY_READ_PCT,
	KEY_FILE, KEY_COUNT
};

/* A key's values: one of the words, or a number up to max. */
static const struct key_type {
	const char *name;
	const char *const *word;
	size_t n_words;
	uint64_t max;
} key_types[KEY_COUNT] = {
	[KEY_ACTION] = { "action", action_names, LENGTH(action_names), 0 },
	[KEY_CACHE] = { "cache", cache_names, LENGTH(cache_names), 0 },
	[KEY_SYNC] = { "sync", sync_names, LENGTH(sync_names), 0 },
	[KEY_BLOCK] = { "block_bytes", NULL, 0, UINT32_MAX },
	[KEY_DEPTH] = { "depth", NULL, 0, UINT32_MAX },
	[KEY_READ_PCT] = { "read_pct", NULL, 0, 100 },
	[KEY_FILE] = { "file_bytes", NULL, 0, UINT64_MAX },
};

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

const char *
action_name(enum action action)
{
	return action_names[action];
}

const char *
cache_name(enum cache_mode cache)
{
	return cache_names[cache];
}

const char *
sync_name(enum sync_mode sync)
{
	return sync_names[sync];
}

char *
params_format(char *text, const struct params *params)
{
	snprintf(text, PARAMS_TEXT,
		 "action=%s cache=%s sync=%s block_bytes=%" PRIu32
		 " depth=%" PRIu32 " read_pct=%" PRIu32
		 " file_bytes=%" PRIu64,
		 action_name(params->action), cache_name(params->cache),
		 sync_name(params->sync), params->block_bytes, params->depth,
		 params->read_pct, params->file_bytes);
	return text;
}

static int
parse_value(const struct key_type *type, const char *text, uint64_t *value)
{
	if (type->word == NULL) {
		int ret = units_parse_count(text, type->max, value);

		return ret < 0 ? -EINVAL : 0;
	}
	for (size_t i = 0; i < type->n_words; i++) {
		if (strcmp(text, type->word[i]) == 0) {
			*value = i;
			return 0;
		}
	}
	return -EINVAL;
}

/* "key=value" into value[key], which must not have been seen before. */
static int
parse_pair(char *pair, uint64_t *value, unsigned *seen)
{
	char *equals = strchr(pair, '=');

	if (equals == NULL)
		return -EINVAL;
	*equals = '\0';
	for (unsigned key = 0; key < KEY_COUNT; key++) {
		if (strcmp(pair, key_types[key].name) != 0)
			continue;
		if (*seen & 1u << key)
			return -EINVAL;
		*seen |= 1u << key;
		return parse_value(&key_types[key], equals + 1, &value[key]);
	}
	return -EINVAL;
}

int
params_parse(const char *text, struct params *params)
{
	char copy[PARAMS_TEXT], *pair = copy, *blank;
	uint64_t value[KEY_COUNT];
	unsigned seen = 0;

	if (strlen(text) >= sizeof(copy))
		return -EINVAL;
	strcpy(copy, text);
	for (; pair != NULL; pair = blank) {
		blank = strchr(pair, ' ');
		if (blank != NULL)
			*blank++ = '\0';
		if (parse_pair(pair, value, &seen) < 0)
			return -EINVAL;
	}
	if (seen != (1u << KEY_COUNT) - 1)
		return -EINVAL;
	params->action = (enum action)value[KEY_ACTION];
	params->cache = (enum cache_mode)value[KEY_CACHE];
	params->sync = (enum sync_mode)value[KEY_SYNC];
	params->block_bytes = (uint32_t)value[KEY_BLOCK];
	params->depth = (uint32_t)value[KEY_DEPTH];
	params->read_pct = (uint32_t)value[KEY_READ_PCT];
	params->file_bytes = value[KEY_FILE];
	return 0;
}
