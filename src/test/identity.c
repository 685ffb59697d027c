/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Identity: the parts of an id, see name.h; and title and fingerprint, which
 * follow from the parameters. */
#include <config.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/base/say.h"
#include "diskidx/test/name.h"
#include "diskidx/test/test.h"
#include "diskidx/test/traits.h"
#include "diskidx/test/value.h"

#define LETTERS "abcdefghijklmnopqrstuvwxyz"
#define DIGITS "0123456789"
#define LOAD "+load"

const char *
test_name_load(const char *id)
{
	const char *load = strstr(id, LOAD), *end;

	if (load != NULL) {
		end = load + strlen(LOAD);
		if (end[strspn(end, DIGITS)] == '\0')
			return load;
	}
	return id + strlen(id);
}

/* List and base may have colons. */
const char *
test_name_options(const char *id)
{
	const char *colon = strchr(id, ':');

	for (; colon != NULL; colon = strchr(colon + 1, ':')) {
		size_t letters = strspn(colon + 1, LETTERS);

		if (letters > 0 && colon[1 + letters] == '=')
			return colon;
	}
	return test_name_load(id);
}

size_t
test_name_origin(const char *id)
{
	return (size_t)(test_name_options(id) - id);
}

size_t
test_name_list(const char *id)
{
	size_t length = strcspn(id, ":");

	return length < test_name_origin(id) ? length : 0;
}

const char *
test_name_within(const char *id)
{
	size_t length = test_name_list(id);

	return length > 0 ? id + length + 1 : id;
}

void
test_name_write(char *id, const char *list, const char *within)
{
	if (strcmp(list, within) == 0)
		snprintf(id, TEST_ID, "%s", list);
	else
		snprintf(id, TEST_ID, "%s:%s", list, within);
}

void
test_name_renew(char *id)
{
	/* The only jobs of their profiles are now named as these. */
	static const char old[] =
		"ars-technica:random-write azure:writer1 "
		"ceph-journal:journal-test kafka:append oracle:oltp "
		"proxmox:fsync random-75-25:test";
	size_t length = test_name_origin(id), list = test_name_list(id);
	bool is_double = list > 0 && length == 2 * list + 1 &&
			 strncmp(id, id + list + 1, list) == 0;

	if (is_double || value_is_word(old, id, length))
		memmove(id + list, id + length, strlen(id + length) + 1);
}

void
test_name_add_option(char *id, const char *letter, const char *value)
{
	size_t used = strlen(id);

	snprintf(id + used, TEST_ID - used, "%c%s=%s",
		 used == test_name_origin(id) ? ':' : ',', letter, value);
}

void
test_name_add_load(char *id, unsigned number)
{
	size_t used = strlen(id);

	if (number == 0)
		snprintf(id + used, TEST_ID - used, LOAD);
	else
		snprintf(id + used, TEST_ID - used, LOAD "%u", number);
}

/* Return "512-64K", or "4K,512-64K" if reads and writes differ. */
static char *
block_title(const struct params *p)
{
	char *text = NULL;

	if (!params_has_sizes(p))
		return units_block(p->block_bytes);
	for (int op = 0; op < OP_COUNT; op++) {
		const struct sizes *s = &p->sizes[op];

		if (op != OP_READ &&
		    memcmp(s, &p->sizes[OP_READ], sizeof(*s)) == 0)
			break;
		text = say_join(text, ",", units_block(s->bytes[0]));
		if (s->n > 1)
			text = say_join(text, "-",
					units_block(sizes_largest(s)));
	}
	return text;
}

/* Append what only the workload `random` has. */
static char *
title_random(char *title, const struct params *p, unsigned without)
{
	if (p->pattern != PATTERN_UNIFORM)
		title = say_more(title, " ", "%s", pattern_name(p->pattern));
	if (p->pattern == PATTERN_ZIPF)
		title = say_more(title, ":", "%.10g", p->theta_milli / 1000.0);
	if (p->compress_pct > 0)
		title = say_more(title, " ", "%u%% compressible",
				 (unsigned)p->compress_pct);
	if (p->repeat_pct > 0)
		title = say_more(title, " ", "%u%% repeated",
				 (unsigned)p->repeat_pct);
	if (p->opened != SYNC_NONE)
		title = say_more(title, " ", "%s", sync_name(p->opened));
	if (p->sync != SYNC_NONE)
		title = say_more(title, " ", "%s", sync_name(p->sync));
	if (p->sync_every > 0)
		title = say_more(title, " ", "every %u writes",
				 (unsigned)p->sync_every);
	if (p->rate_bytes > 0)
		title = say_more(title, " ", "at %" PRIu64 " bytes/s",
				 p->rate_bytes);
	else if (p->rate_iops > 0 && !(without & 1u << SWEPT_RATE))
		title = say_more(title, " ", "at %u/s", (unsigned)p->rate_iops);
	if (p->rate_iops > 0 && p->arrival == ARRIVAL_POISSON)
		title = say_more(title, " ", "Poisson");
	return title;
}

char *
test_title(const char *workload, const struct params *p, unsigned without)
{
	static const char *const actions[] = {
		[ACTION_READ] = "Read",
		[ACTION_WRITE] = "Write",
		[ACTION_COPY] = "Copy",
	};
	bool is_random = traits_of_workload(workload)->is_random;
	bool appends = !is_random && p->sync != SYNC_NONE;
	const char *order = "Sequential";
	char *title = NULL;

	if (appends) {
		order = "Synced Append";
	} else if (is_random && p->back_bytes > 0) {
		order = "Backward";
	} else if (is_random && p->zone_bytes > 0) {
		order = "Strided";
	} else if (is_random && p->sequential_pct < 100) {
		order = "Random";
		if (p->sequential_pct > 0)
			title = say("%u%%", 100 - (unsigned)p->sequential_pct);
	}
	title = say_more(title, " ", "%s", order);
	if (!appends && !(without & 1u << SWEPT_MIX)) {
		if (p->action == ACTION_MIX)
			title = say_more(title, " ", "%u/%u",
					 (unsigned)p->read_pct,
					 100 - (unsigned)p->read_pct);
		else if (!params_is_metadata(p))
			title = say_join(title, " ", actions[p->action]);
	}
	if (!(without & 1u << SWEPT_BLOCK))
		title = say_join(title, " ", block_title(p));
	if ((is_random || appends) && !(without & 1u << SWEPT_DEPTH))
		title = say_more(title, " ", "Q%u", (unsigned)p->depth);
	if (!appends)
		title = say_more(title, " ", "%s", cache_name(p->cache));
	else if (p->sync == SYNC_DSYNC)
		title = say_more(title, " ", "dsync");
	return is_random ? title_random(title, p, without) : title;
}

void
test_write_title(struct test *test)
{
	snprintf(test->title, sizeof(test->title), "%s",
		 test_title(test->workload, &test->params, 0));
}

/* Leave out the plan's size: only its own size is part of a test. */
char *
test_fingerprint(const struct test *test, unsigned revision, unsigned copies,
		 uint64_t page_bytes)
{
	const char *sizeless = " file_bytes=0", *pages = "", *rest;
	char *text = params_format(&test->params), *at = strstr(text, sizeless);

	if (test->params.file_bytes == 0) {
		rest = at + strlen(sizeless);
		memmove(at, rest, strlen(rest) + 1);
	}
	if (page_bytes > PARAMS_LARGE_REQUEST &&
	    params_has_large_requests(&test->params))
		pages = say(" pages=%llu", (unsigned long long)page_bytes);
	return say("%s/%u %s copies=%u data=%s%s", test->workload, revision,
		   text, copies, params_shapes_data(&test->params) ?
		   "shaped" : "random", pages);
}
