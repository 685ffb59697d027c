/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Variants: tests of the table with other parameters. */
#include <config.h>

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/base/say.h"
#include "diskidx/test/name.h"
#include "diskidx/test/test.h"
#include "diskidx/test/traits.h"

const struct test *
test_origin(const char *of)
{
	return test_by_id(say("%.*s", (int)test_name_origin(of), of));
}

static const char *
block_text(uint32_t bytes)
{
	char *text = units_block(bytes);

	for (char *at = text; *at != '\0'; at++)
		*at = (char)tolower((unsigned char)*at);
	return text;
}

/* Define the text of a parameter in an id, and how a single field is set. */
#define TEXT(what, text) \
	static const char *what##_text(const struct params *p) \
		{ return text; }
#define FIELD(what, type, text) \
	TEXT(what, text) \
	static void what##_set(struct params *p, uint32_t value) \
		{ p->what = (type)value; }
FIELD(block_bytes, uint32_t, block_text(p->block_bytes))
FIELD(depth, uint32_t, say("%u", (unsigned)p->depth))
FIELD(cache, enum cache_mode, cache_name(p->cache))
FIELD(sync, enum sync_mode, sync_name(p->sync))
FIELD(arrival, enum arrival, arrival_name(p->arrival))
TEXT(mix, say("%u", (unsigned)p->read_pct))
TEXT(rate, say("%u", (unsigned)p->rate_iops))

static const char *
random_text(const struct params *p)
{
	if (p->pattern == PATTERN_UNIFORM)
		return say("%u", 100 - (unsigned)p->sequential_pct);
	if (p->pattern == PATTERN_PERMUTATION)
		return "permutation";
	return say("zipf:%.10g", p->theta_milli / 1000.0);
}

static void
random_set(struct params *p, uint32_t value)
{
	bool is_share = value < RANDOM_PERMUTATION;

	p->sequential_pct = is_share ? 100 - value : 0;
	p->theta_milli = is_share ? 0 : value - RANDOM_PERMUTATION;
	p->pattern = is_share ? PATTERN_UNIFORM : PATTERN_PERMUTATION;
	if (p->theta_milli > 0)
		p->pattern = PATTERN_ZIPF;
}

static void
rate_set(struct params *p, uint32_t rate_iops)
{
	p->rate_iops = rate_iops;
	p->arrival = ARRIVAL_CONSTANT;
}

static bool
is_for_random(const struct params *p, bool is_random)
{
	(void)p;
	return is_random;
}

static bool
is_for_rates(const struct params *p, bool is_random)
{
	return is_random && p->rate_iops > 0;
}

/* A synced append goes through the page cache by nature. */
static bool
is_for_modes(const struct params *p, bool is_random)
{
	return is_random || p->sync == SYNC_NONE;
}

/* Writes in sequence must append. */
static bool
is_for_syncs(const struct params *p, bool is_random)
{
	return params_writes(p) &&
		(is_random || (p->action == ACTION_WRITE &&
			       p->cache == CACHE_BUFFERED));
}

const struct variation variation_table[VARIATIONS] = {
	[VARY_BLOCK] = { "b", "", NULL, block_bytes_set, block_bytes_text },
	[VARY_DEPTH] = { "q", "; copies run in parallel with -c 1 -c 4, and "
		"rand-read-q32 has a queue",
		is_for_random, depth_set, depth_text },
	[VARY_MIX] = { "m", "", is_for_random, params_set_mix, mix_text },
	[VARY_RANDOM] = { "r", "", is_for_random, random_set, random_text },
	[VARY_CACHE] = { "c", "", is_for_modes, cache_set, cache_text },
	[VARY_SYNC] = { "s", "", is_for_syncs, sync_set, sync_text },
	[VARY_RATE] = { "rate", "; use it with random tests, as in "
		"--sync=dsync --rate=100 rand-write-q32",
		is_for_random, rate_set, rate_text },
	[VARY_ARRIVAL] = { "a", "; use it with --rate",
		is_for_rates, arrival_set, arrival_text },
};

int
test_vary(struct test *test, const struct variation *v, uint32_t value)
{
	const struct traits *traits = traits_of_workload(test->workload);
	const struct test *origin = test_origin(test->id);

	if (origin == NULL || !traits->has_variants ||
	    (v->is_for != NULL &&
	     !v->is_for(&test->params, traits->is_random)))
		return -EINVAL;
	v->set(&test->params, value);
	snprintf(test->id, sizeof(test->id), "%s", origin->id);
	for (v = variation_table; v < variation_table + VARIATIONS; v++) {
		const char *text = v->text(&test->params);

		if (strcmp(text, v->text(&origin->params)) != 0)
			test_name_add_option(test->id, v->letter, text);
	}
	test_write_title(test);
	return 0;
}
