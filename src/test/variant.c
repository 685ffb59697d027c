/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Variants: tests of the table with other parameters. */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/test.h"
#include "diskidx/traits.h"

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

static bool
variant_allows(const struct test *test, enum variation variation,
	       uint32_t value)
{
	const struct workload_traits *traits =
		traits_of_workload(test->workload);
	const struct params *p = &test->params;

	if (test_origin(test->id) == NULL || !traits->has_variants)
		return false;
	switch (variation) {
	case VARY_BLOCK:
		return value > 0;
	case VARY_DEPTH:
	case VARY_ZIPF:
	case VARY_RATE:
		return traits->is_random && value > 0;
	case VARY_MIX:
	case VARY_RANDOM:
		return traits->is_random && value <= 100;
	/* A synced append goes through the page cache by nature. */
	case VARY_CACHE:
		return value != CACHE_CACHED &&
		       (traits->is_random || p->sync == SYNC_NONE);
	/* Writes in sequence must append. */
	case VARY_SYNC:
		return params_writes(p) && (traits->is_random ||
					    (p->action == ACTION_WRITE &&
					     p->cache == CACHE_BUFFERED));
	case VARY_ARRIVAL:
		return p->rate_iops > 0;
	default:
		return traits->is_random;
	}
}

static void
variant_set(struct params *p, enum variation variation, uint32_t value)
{
	switch (variation) {
	case VARY_BLOCK:
		p->block_bytes = value;
		break;
	case VARY_DEPTH:
		p->depth = value;
		break;
	case VARY_MIX:
		p->read_pct = value;
		p->action = ACTION_MIX;
		if (value == 100)
			p->action = ACTION_READ;
		if (value == 0)
			p->action = ACTION_WRITE;
		break;
	case VARY_RANDOM:
		p->sequential_pct = 100 - value;
		p->pattern = PATTERN_UNIFORM;
		p->theta_milli = 0;
		break;
	case VARY_PERMUTATION:
		p->sequential_pct = p->theta_milli = 0;
		p->pattern = PATTERN_PERMUTATION;
		break;
	case VARY_ZIPF:
		p->sequential_pct = 0;
		p->pattern = PATTERN_ZIPF;
		p->theta_milli = value;
		break;
	case VARY_CACHE:
		p->cache = (enum cache_mode)value;
		break;
	case VARY_SYNC:
		p->sync = (enum sync_mode)value;
		break;
	case VARY_RATE:
		p->rate_iops = value;
		p->arrival = ARRIVAL_CONSTANT;
		break;
	case VARY_ARRIVAL:
		p->arrival = (enum arrival)value;
		break;
	}
}

int
test_vary(struct test *test, enum variation variation, uint32_t value)
{
	if (!variant_allows(test, variation, value))
		return -EINVAL;
	variant_set(&test->params, variation, value);
	test_write_id(test, test_origin(test->id));
	test_write_title(test);
	return 0;
}
