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
	[ACTION_CREATE] = "create",
	[ACTION_STAT] = "stat",
	[ACTION_OPEN] = "open",
	[ACTION_RENAME] = "rename",
	[ACTION_DELETE] = "delete",
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
	[SYNC_FSYNC] = "fsync",
	[SYNC_NEVER] = "never",
};

static const char *const pattern_names[] = {
	[PATTERN_UNIFORM] = "uniform",
	[PATTERN_PERMUTATION] = "permutation",
	[PATTERN_ZIPF] = "zipf",
};

static const char *const arrival_names[] = {
	[ARRIVAL_CONSTANT] = "constant",
	[ARRIVAL_POISSON] = "poisson",
};

/* Those from KEY_SEQUENTIAL on are left out where they are 0. */
enum key {
	KEY_ACTION, KEY_CACHE, KEY_SYNC, KEY_BLOCK, KEY_DEPTH, KEY_READ_PCT,
	KEY_FILE, KEY_SEQUENTIAL, KEY_PATTERN, KEY_THETA, KEY_RATE,
	KEY_ARRIVAL, KEY_FILES, KEY_COUNT
};

#define REQUIRED ((1u << KEY_SEQUENTIAL) - 1)

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
	[KEY_SEQUENTIAL] = { "sequential_pct", NULL, 0, 100 },
	[KEY_PATTERN] = { "pattern", pattern_names, LENGTH(pattern_names),
			  0 },
	[KEY_THETA] = { "theta_milli", NULL, 0, UINT32_MAX },
	[KEY_RATE] = { "rate_iops", NULL, 0, UINT32_MAX },
	[KEY_ARRIVAL] = { "arrival", arrival_names, LENGTH(arrival_names),
			  0 },
	[KEY_FILES] = { "files", NULL, 0, UINT32_MAX },
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

const char *
pattern_name(enum pattern pattern)
{
	return pattern_names[pattern];
}

const char *
arrival_name(enum arrival arrival)
{
	return arrival_names[arrival];
}

static void
get_values(const struct params *params, uint64_t *value)
{
	value[KEY_ACTION] = params->action;
	value[KEY_CACHE] = params->cache;
	value[KEY_SYNC] = params->sync;
	value[KEY_BLOCK] = params->block_bytes;
	value[KEY_DEPTH] = params->depth;
	value[KEY_READ_PCT] = params->read_pct;
	value[KEY_FILE] = params->file_bytes;
	value[KEY_SEQUENTIAL] = params->sequential_pct;
	value[KEY_PATTERN] = params->pattern;
	value[KEY_THETA] = params->theta_milli;
	value[KEY_RATE] = params->rate_iops;
	value[KEY_ARRIVAL] = params->arrival;
	value[KEY_FILES] = params->files;
}

char *
params_format(char *text, const struct params *params)
{
	uint64_t value[KEY_COUNT];
	size_t used = 0;

	get_values(params, value);
	for (unsigned key = 0; key < KEY_COUNT; key++) {
		const struct key_type *type = &key_types[key];
		const char *blank = used > 0 ? " " : "";

		if (key >= KEY_SEQUENTIAL && value[key] == 0)
			continue;
		if (type->word != NULL)
			used += (size_t)snprintf(text + used,
						 PARAMS_TEXT - used, "%s%s=%s",
						 blank, type->name,
						 type->word[value[key]]);
		else
			used += (size_t)snprintf(text + used,
						 PARAMS_TEXT - used,
						 "%s%s=%" PRIu64, blank,
						 type->name, value[key]);
	}
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
	uint64_t value[KEY_COUNT] = { 0 };
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
	if ((seen & REQUIRED) != REQUIRED)
		return -EINVAL;
	params->action = (enum action)value[KEY_ACTION];
	params->cache = (enum cache_mode)value[KEY_CACHE];
	params->sync = (enum sync_mode)value[KEY_SYNC];
	params->block_bytes = (uint32_t)value[KEY_BLOCK];
	params->depth = (uint32_t)value[KEY_DEPTH];
	params->read_pct = (uint32_t)value[KEY_READ_PCT];
	params->file_bytes = value[KEY_FILE];
	params->sequential_pct = (uint32_t)value[KEY_SEQUENTIAL];
	params->pattern = (enum pattern)value[KEY_PATTERN];
	params->theta_milli = (uint32_t)value[KEY_THETA];
	params->rate_iops = (uint32_t)value[KEY_RATE];
	params->arrival = (enum arrival)value[KEY_ARRIVAL];
	params->files = (uint32_t)value[KEY_FILES];
	return 0;
}
