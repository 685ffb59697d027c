/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Identity: id, title and fingerprint, which follow from the parameters. */
#include <config.h>

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/printf.h"
#include "diskidx/test.h"
#include "diskidx/traits.h"

#define MAX_OPTION 48
#define MAX_BLOCK (4 * UNITS_TEXT)

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

/* Write a pattern as --random has it, the theta 1200 as "1.2"; nothing for
 * uniform offsets. */
static char *
pattern_text(char *text, const struct params *p)
{
	text[0] = '\0';
	if (p->pattern == PATTERN_PERMUTATION)
		snprintf(text, MAX_OPTION, "permutation");
	if (p->pattern == PATTERN_ZIPF)
		snprintf(text, MAX_OPTION, "zipf:%.10g",
			 p->theta_milli / 1000.0);
	if (p->pattern == PATTERN_ZONED)
		snprintf(text, MAX_OPTION, "zoned");
	return text;
}

/* Write "512-64K", or "4K,512-64K" where reads and writes differ. */
static char *
block_title(char *text, const struct params *p)
{
	char least[UNITS_TEXT], largest[UNITS_TEXT];

	units_format_block(text, p->block_bytes);
	for (int op = 0; op < OP_COUNT && params_has_sizes(p); op++) {
		const struct sizes *s = &p->sizes[op];

		if (op == OP_READ)
			text[0] = '\0';
		else if (memcmp(s, &p->sizes[OP_READ], sizeof(*s)) == 0)
			break;
		else
			append(text, MAX_BLOCK, ",");
		units_format_block(least, s->bytes[0]);
		units_format_block(largest, sizes_largest(s));
		append(text, MAX_BLOCK, "%s", least);
		if (s->n > 1)
			append(text, MAX_BLOCK, "-%s", largest);
	}
	return text;
}

/* Tests of other actions have no variants. */
static void
title_action(char *title, size_t size, const struct params *p)
{
	static const char *const names[] = {
		[ACTION_READ] = "Read",
		[ACTION_WRITE] = "Write",
		[ACTION_COPY] = "Copy",
	};

	if (p->action == ACTION_MIX)
		append(title, size, "%u/%u", (unsigned)p->read_pct,
		       100 - (unsigned)p->read_pct);
	else if (!params_is_metadata(p))
		append(title, size, "%s", names[p->action]);
}

static void
title_random(char *title, size_t size, const struct params *p)
{
	char block[MAX_BLOCK], pattern[MAX_OPTION];

	if (p->back_bytes > 0)
		append(title, size, "Backward ");
	else if (p->zone_bytes > 0)
		append(title, size, "Strided ");
	else if (p->sequential_pct == 100)
		append(title, size, "Sequential ");
	else if (p->sequential_pct > 0)
		append(title, size, "%u%% Random ",
		       100 - (unsigned)p->sequential_pct);
	else
		append(title, size, "Random ");
	title_action(title, size, p);
	append(title, size, " %s Q%u %s", block_title(block, p),
	       (unsigned)p->depth, cache_name(p->cache));
	if (pattern_text(pattern, p)[0] != '\0')
		append(title, size, " %s", pattern);
	if (p->compress_pct > 0)
		append(title, size, " %u%% compressible",
		       (unsigned)p->compress_pct);
	if (p->repeat_pct > 0)
		append(title, size, " %u%% repeated", (unsigned)p->repeat_pct);
	if (p->sync != SYNC_NONE)
		append(title, size, " %s", sync_name(p->sync));
	if (p->sync_every > 0)
		append(title, size, " every %u writes",
		       (unsigned)p->sync_every);
	if (p->rate_bytes > 0)
		append(title, size, " at %" PRIu64 " bytes/s",
		       p->rate_bytes);
	else if (p->rate_iops > 0)
		append(title, size, " at %u/s", (unsigned)p->rate_iops);
	if (p->rate_iops > 0 && p->arrival == ARRIVAL_POISSON)
		append(title, size, " Poisson");
}

void
test_write_title(struct test *test)
{
	const struct params *p = &test->params;
	char block[UNITS_TEXT], *title = test->title;
	size_t size = sizeof(test->title);

	title[0] = '\0';
	units_format_block(block, p->block_bytes);
	if (traits_of_workload(test->workload)->is_random) {
		title_random(title, size, p);
	} else if (p->sync != SYNC_NONE) {
		append(title, size, "Synced Append %s Q%u%s", block,
		       (unsigned)p->depth,
		       p->sync == SYNC_DSYNC ? " dsync" : "");
	} else {
		append(title, size, "Sequential ");
		title_action(title, size, p);
		append(title, size, " %s %s", block, cache_name(p->cache));
	}
}

/* Leave out the size of the plan: only a size of its own is part of a test. */
char *
test_fingerprint(const struct test *test, unsigned revision, unsigned copies,
		 uint64_t page_bytes)
{
	const char *sizeless = " file_bytes=0";
	char text[PARAMS_TEXT], *at, *fingerprint;

	params_format(text, &test->params);
	at = strstr(text, sizeless);
	if (at != NULL && (at[strlen(sizeless)] == ' ' ||
			   at[strlen(sizeless)] == '\0'))
		memmove(at, at + strlen(sizeless),
			strlen(at + strlen(sizeless)) + 1);
	fingerprint = xprintf("%s/%u %s copies=%u data=%s", test->workload,
			      revision, text, copies,
			      params_shapes_data(&test->params) ? "shaped" :
			      "random");
	if (page_bytes > PARAMS_LARGE_REQUEST &&
	    params_has_large_requests(&test->params))
		fingerprint = xjoin(fingerprint, " ", xprintf(
			"pages=%llu", (unsigned long long)page_bytes));
	return fingerprint;
}

char *
test_log_path(const char *prefix, enum test_log kind, size_t number)
{
	static const char *const name[TEST_LOGS] = {
		"bw", "iops", "lat", "slat", "clat"
	};

	if (number == 0)
		return xprintf("%s_%s.log", prefix, name[kind]);
	return xprintf("%s_%s.%zu.log", prefix, name[kind], number);
}
