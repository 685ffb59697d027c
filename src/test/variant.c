/*
 * Variants: what -b, -Q, -m, --random, --cache, --sync and --rate make of a
 * test; its id says what differs, its title what it is.
 */
#include <config.h>

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/printf.h"
#include "diskidx/test.h"
#include "diskidx/traits.h"

#define OPTION 48
#define THETA 24

static bool
is_random(const struct test *test)
{
	return workload_traits(test->workload)->is_random;
}

/* Tests of other workloads are what their names say, and take no option. */
static bool
is_fixed(const struct test *test)
{
	return !workload_traits(test->workload)->has_variants;
}

/*
 * The test of the table that this one is a variant of, or is: the longest part
 * of its id that ends before a colon and is known (an id may hold colons).
 */
static const struct test *
origin(const struct test *test)
{
	const struct test *found;
	char id[TEST_ID], *colon;

	memcpy(id, test->id, sizeof(id));
	while ((found = test_by_id(id)) == NULL) {
		colon = strrchr(id, ':');
		if (colon == NULL)
			return NULL;
		*colon = '\0';
	}
	return found;
}

static void
append(char *text, size_t size, const char *format, ...)
	PRINTF_LIKE(3, 4);

static void
append(char *text, size_t size, const char *format, ...)
{
	size_t used = strlen(text);
	va_list args;

	va_start(args, format);
	vsnprintf(text + used, size - used, format, args);
	va_end(args);
}

/* "1.2" for 1200: three decimals at most. */
static char *
theta_text(char *text, uint32_t theta_milli)
{
	size_t length;

	snprintf(text, THETA, "%u.%03u", (unsigned)(theta_milli / 1000),
		 (unsigned)(theta_milli % 1000));
	length = strlen(text);
	while (text[length - 1] == '0')
		text[--length] = '\0';
	if (text[length - 1] == '.')
		text[--length] = '\0';
	return text;
}

/* As after --random=, or empty for the usual uniform offsets. */
static char *
pattern_text(char *text, const struct params *p)
{
	char theta[THETA];

	text[0] = '\0';
	if (p->pattern == PATTERN_PERMUTATION)
		snprintf(text, OPTION, "permutation");
	else if (p->pattern == PATTERN_ZIPF)
		snprintf(text, OPTION, "zipf:%s",
			 theta_text(theta, p->theta_milli));
	return text;
}

static void
block_option(char *text, const struct params *p)
{
	char *at;

	units_format_block(text, p->block_bytes);
	for (at = text; *at != '\0'; at++)
		*at = (char)tolower((unsigned char)*at);
}

static void
random_option(char *text, const struct params *p)
{
	if (pattern_text(text, p)[0] == '\0')
		snprintf(text, OPTION, "%u",
			 100 - (unsigned)p->sequential_pct);
}

/* The origin's id, and after a colon what differs, always in this order. */
static void
write_id(struct test *test, const struct test *from)
{
	const struct params *p = &test->params, *old = &from->params;
	char id[TEST_ID] = "", text[OPTION];

	if (p->block_bytes != old->block_bytes) {
		block_option(text, p);
		append(id, sizeof(id), ",b=%s", text);
	}
	if (p->depth != old->depth)
		append(id, sizeof(id), ",q=%u", (unsigned)p->depth);
	if (p->read_pct != old->read_pct)
		append(id, sizeof(id), ",m=%u", (unsigned)p->read_pct);
	if (p->sequential_pct != old->sequential_pct ||
	    p->pattern != old->pattern) {
		random_option(text, p);
		append(id, sizeof(id), ",r=%s", text);
	}
	if (p->cache != old->cache)
		append(id, sizeof(id), ",c=%s", cache_name(p->cache));
	if (p->sync != old->sync)
		append(id, sizeof(id), ",s=%s", sync_name(p->sync));
	if (p->rate_iops != old->rate_iops)
		append(id, sizeof(id), ",rate=%u", (unsigned)p->rate_iops);
	if (p->arrival != old->arrival)
		append(id, sizeof(id), ",a=%s", arrival_name(p->arrival));
	if (id[0] == ',')
		id[0] = ':';
	snprintf(test->id, sizeof(test->id), "%s", from->id);
	append(test->id, sizeof(test->id), "%s", id);
}

static void
put_action(char *title, size_t size, const struct params *p)
{
	switch (p->action) {
	case ACTION_READ:
		append(title, size, "Read");
		break;
	case ACTION_WRITE:
		append(title, size, "Write");
		break;
	case ACTION_COPY:
		append(title, size, "Copy");
		break;
	case ACTION_MIX:
		append(title, size, "%u/%u", (unsigned)p->read_pct,
		       100 - (unsigned)p->read_pct);
		break;
	default:		/* of tests that have no variants */
		break;
	}
}

static void
put_random(char *title, size_t size, const struct params *p)
{
	char block[UNITS_TEXT], pattern[OPTION];

	if (p->sequential_pct == 100)
		append(title, size, "Sequential ");
	else if (p->sequential_pct > 0)
		append(title, size, "%u%% Random ",
		       100 - (unsigned)p->sequential_pct);
	else
		append(title, size, "Random ");
	put_action(title, size, p);
	append(title, size, " %s Q%u %s",
	       units_format_block(block, p->block_bytes), (unsigned)p->depth,
	       cache_name(p->cache));
	if (pattern_text(pattern, p)[0] != '\0')
		append(title, size, " %s", pattern);
	if (p->sync != SYNC_NONE)
		append(title, size, " %s", sync_name(p->sync));
	if (p->rate_iops > 0)
		append(title, size, " at %u/s%s", (unsigned)p->rate_iops,
		       p->arrival == ARRIVAL_POISSON ? " Poisson" : "");
}

void
test_write_title(struct test *test)
{
	const struct params *p = &test->params;
	char block[UNITS_TEXT], *title = test->title;
	size_t size = sizeof(test->title);

	title[0] = '\0';
	units_format_block(block, p->block_bytes);
	if (is_random(test)) {
		put_random(title, size, p);
	} else if (p->sync != SYNC_NONE) {
		append(title, size, "Synced Append %s Q%u%s", block,
		       (unsigned)p->depth,
		       p->sync == SYNC_DSYNC ? " dsync" : "");
	} else {
		append(title, size, "Sequential ");
		put_action(title, size, p);
		append(title, size, " %s %s", block, cache_name(p->cache));
	}
}

/* Gives the test these parameters, with the id and the title that follow. */
static int
change(struct test *test, const struct params *params)
{
	const struct test *from = origin(test);

	if (from == NULL)
		return -EINVAL;
	test->params = *params;
	write_id(test, from);
	test_write_title(test);
	return 0;
}

int
test_set_block(struct test *test, uint32_t block_bytes)
{
	struct params params = test->params;

	if (is_fixed(test) || block_bytes == 0)
		return -EINVAL;
	params.block_bytes = block_bytes;
	return change(test, &params);
}

int
test_set_depth(struct test *test, uint32_t depth)
{
	struct params params = test->params;

	if (!is_random(test) || depth == 0)
		return -EINVAL;
	params.depth = depth;
	return change(test, &params);
}

int
test_set_mix(struct test *test, uint32_t read_pct)
{
	struct params params = test->params;

	if (!is_random(test) || read_pct > 100)
		return -EINVAL;
	params.read_pct = read_pct;
	if (read_pct == 100)
		params.action = ACTION_READ;
	else if (read_pct == 0)
		params.action = ACTION_WRITE;
	else
		params.action = ACTION_MIX;
	return change(test, &params);
}

int
test_set_random(struct test *test, uint32_t random_pct)
{
	struct params params = test->params;

	if (!is_random(test) || random_pct > 100)
		return -EINVAL;
	params.sequential_pct = 100 - random_pct;
	params.pattern = PATTERN_UNIFORM;
	params.theta_milli = 0;
	return change(test, &params);
}

int
test_set_pattern(struct test *test, enum pattern pattern, uint32_t theta_milli)
{
	struct params params = test->params;

	if (!is_random(test) ||
	    (pattern == PATTERN_ZIPF) != (theta_milli > 0))
		return -EINVAL;
	params.sequential_pct = 0;
	params.pattern = pattern;
	params.theta_milli = theta_milli;
	return change(test, &params);
}

/* A synced append goes through the page cache by nature. */
int
test_set_cache(struct test *test, enum cache_mode cache)
{
	struct params params = test->params;

	if (is_fixed(test) || cache == CACHE_CACHED ||
	    (!is_random(test) && params.sync != SYNC_NONE))
		return -EINVAL;
	params.cache = cache;
	return change(test, &params);
}

/* Only what writes can be synced; in sequence only what is appended. */
int
test_set_sync(struct test *test, enum sync_mode sync)
{
	struct params params = test->params;
	bool appends = params.action == ACTION_WRITE &&
		       params.cache == CACHE_BUFFERED;

	if (is_fixed(test) || !params_writes(&params) ||
	    (!is_random(test) && !appends))
		return -EINVAL;
	params.sync = sync;
	return change(test, &params);
}

int
test_set_rate(struct test *test, uint32_t rate_iops, enum arrival arrival)
{
	struct params params = test->params;

	if (!is_random(test) || rate_iops == 0)
		return -EINVAL;
	params.rate_iops = rate_iops;
	params.arrival = arrival;
	return change(test, &params);
}
