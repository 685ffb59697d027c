/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Variants: tests of the table with other parameters. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/test.h"
#include "diskidx/traits.h"
#include "identity.h"

/* Look for the longest part of the id before a colon that is an id (which may
 * hold colons). */
const struct test *
test_origin(const char *of)
{
	const struct test *found;
	char id[TEST_ID], *colon;

	snprintf(id, sizeof(id), "%s", of);
	while ((found = test_by_id(id)) == NULL) {
		colon = strrchr(id, ':');
		if (colon == NULL)
			return NULL;
		*colon = '\0';
	}
	return found;
}

/* Return true for a test of the table whose offsets and depth can change. */
static bool
is_random(const struct test *test)
{
	return test_origin(test->id) != NULL &&
		traits_of_workload(test->workload)->is_random;
}

/* Return true for a test whose parameters no option changes. */
static bool
is_fixed(const struct test *test)
{
	return test_origin(test->id) == NULL ||
		!traits_of_workload(test->workload)->has_variants;
}

/* Give the test the id and the title of its parameters. */
static int
name_variant(struct test *test)
{
	identity_write_id(test, test_origin(test->id));
	test_write_title(test);
	return 0;
}

int
test_set_block(struct test *test, uint32_t block_bytes)
{
	if (is_fixed(test) || block_bytes == 0)
		return -EINVAL;
	test->params.block_bytes = block_bytes;
	return name_variant(test);
}

int
test_set_depth(struct test *test, uint32_t depth)
{
	if (!is_random(test) || depth == 0)
		return -EINVAL;
	test->params.depth = depth;
	return name_variant(test);
}

int
test_set_mix(struct test *test, uint32_t read_pct)
{
	struct params *params = &test->params;

	if (!is_random(test) || read_pct > 100)
		return -EINVAL;
	params->read_pct = read_pct;
	params->action = ACTION_MIX;
	if (read_pct == 100)
		params->action = ACTION_READ;
	if (read_pct == 0)
		params->action = ACTION_WRITE;
	return name_variant(test);
}

int
test_set_random(struct test *test, uint32_t random_pct)
{
	struct params *params = &test->params;

	if (!is_random(test) || random_pct > 100)
		return -EINVAL;
	params->sequential_pct = 100 - random_pct;
	params->pattern = PATTERN_UNIFORM;
	params->theta_milli = 0;
	return name_variant(test);
}

int
test_set_pattern(struct test *test, enum pattern pattern, uint32_t theta_milli)
{
	struct params *params = &test->params;

	if (!is_random(test) ||
	    (pattern == PATTERN_ZIPF) != (theta_milli > 0))
		return -EINVAL;
	params->sequential_pct = 0;
	params->pattern = pattern;
	params->theta_milli = theta_milli;
	return name_variant(test);
}

/* Refuse a synced append, which goes through the page cache by nature. */
int
test_set_cache(struct test *test, uint32_t cache)
{
	if (is_fixed(test) || cache == CACHE_CACHED ||
	    (!is_random(test) && test->params.sync != SYNC_NONE))
		return -EINVAL;
	test->params.cache = (enum cache_mode)cache;
	return name_variant(test);
}

/* Refuse a test that writes nothing, and one in sequence unless it appends. */
int
test_set_sync(struct test *test, uint32_t sync)
{
	struct params *params = &test->params;
	bool appends = params->action == ACTION_WRITE &&
		       params->cache == CACHE_BUFFERED;

	if (is_fixed(test) || !params_writes(params) ||
	    (!is_random(test) && !appends))
		return -EINVAL;
	params->sync = (enum sync_mode)sync;
	return name_variant(test);
}

int
test_set_rate(struct test *test, uint32_t rate_iops)
{
	if (!is_random(test) || rate_iops == 0)
		return -EINVAL;
	test->params.rate_iops = rate_iops;
	test->params.arrival = ARRIVAL_CONSTANT;
	return name_variant(test);
}

int
test_set_arrival(struct test *test, uint32_t arrival)
{
	if (test->params.rate_iops == 0)
		return -EINVAL;
	test->params.arrival = (enum arrival)arrival;
	return name_variant(test);
}
