/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
#include <config.h>

#include "evidence.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/units.h"
#include "diskidx/result/flags.h"

#define SAMPLE(name, member) \
	{ name, false, offsetof(struct sample, member), \
	  sizeof(((struct sample *)0)->member), 0 }
#define KNOWN(name, member, flag) \
	{ name, false, offsetof(struct sample, member), \
	  sizeof(((struct sample *)0)->member), \
	  offsetof(struct sample, flag) }
#define ROW(name, member) \
	{ name, true, offsetof(struct result, member), \
	  sizeof(((struct result *)0)->member), 0 }

/* Numbers by name; with a flag that says that they are known. */
static const struct number {
	const char *name;
	bool of_row;
	size_t at, size, flag;
} numbers[] = {
	SAMPLE("round", round), SAMPLE("elapsed", total.elapsed_ns),
	SAMPLE("flush", total.flush_ns), SAMPLE("due", total.offered_ios),
	SAMPLE("user", total.user_ns), SAMPLE("system", total.system_ns),
	SAMPLE("submits", total.submits), SAMPLE("switches", total.switches),
	SAMPLE("at-2", total.depth_seen[1]),
	SAMPLE("at-8", total.depth_seen[3]),
	SAMPLE("at-16", total.depth_seen[4]),
	SAMPLE("at-64", total.depth_seen[6]),
	SAMPLE("depth", total.depth_ns), SAMPLE("bytes", total.bytes),
	SAMPLE("writes", total.ios[OP_WRITE]),
	SAMPLE("read-bytes", total.moved[OP_READ]),
	SAMPLE("written-bytes", total.moved[OP_WRITE]),
	KNOWN("inblock", total.inblock_bytes, has_inblock),
	KNOWN("resident", resident_bytes, has_resident),
	SAMPLE("dropped", dropped_bytes), SAMPLE("bounded", bounded),
	KNOWN("device-reads", device.read_ios, has_device),
	KNOWN("device-read", device.read_bytes, has_device),
	KNOWN("device-writes", device.write_ios, has_device),
	KNOWN("device-written", device.write_bytes, has_device),
	KNOWN("all", processors.total_ns, has_processors),
	KNOWN("busy", processors.busy_ns, has_processors),
	KNOWN("stolen", processors.stolen_ns, has_processors),
	KNOWN("periods", processors.periods, has_processors),
	KNOWN("limited-periods", processors.limited_periods, has_processors),
	KNOWN("limited", processors.limited_ns, has_processors),
	SAMPLE("has-resident", has_resident),
	SAMPLE("has-device", has_device),
	SAMPLE("has-processors", has_processors),
	ROW("target", test.target), ROW("copies", test.copies),
	ROW("rate", test.params.rate_iops),
	ROW("file-bytes", test.params.file_bytes),
	ROW("in-flight", test.params.depth), ROW("sync", test.params.sync),
	ROW("block", test.params.block_bytes),
};

static void
set_number(void *of, const struct number *number, uint64_t value)
{
	char *at = (char *)of + number->at;

	if (number->size == sizeof(bool))
		*(bool *)at = value != 0;
	else if (number->size == sizeof(uint32_t))
		*(uint32_t *)at = (uint32_t)value;
	else
		*(uint64_t *)at = value;
	if (number->flag != 0)
		*(bool *)((char *)of + number->flag) = true;
}

/* Let a sample have so many requests of one direction, on the device too. */
static void
set_ios(struct sample *sample, enum operation op, uint64_t ios)
{
	sample->total.ios[op] = ios;
	sample->total.bytes = sample->total.moved[op] = ios * 4096;
	sample->device.read_ios = sample->total.ios[OP_READ];
	sample->device.read_bytes = sample->total.moved[OP_READ];
	sample->device.write_ios = sample->total.ios[OP_WRITE];
	sample->device.write_bytes = sample->total.moved[OP_WRITE];
}

/* Read digits and us, ms, k or m. */
static uint64_t
value_of(const char *text)
{
	char *unit;
	uint64_t value = strtoull(text, &unit, 10);

	if (strcmp(unit, "us") == 0)
		return value * NS_PER_US;
	if (strcmp(unit, "ms") == 0)
		return value * NS_PER_MS;
	return value * (*unit == 'm' ? MIB : *unit == 'k' ? KIB : 1);
}

static void
take_number(struct result *result, struct sample *sample, enum operation op,
	    char *word)
{
	char *value = strchr(word, '=');

	*value++ = '\0';
	if (strcmp(word, "ios") == 0) {
		set_ios(sample, op, value_of(value));
		return;
	}
	for (size_t i = 0; i < LENGTH(numbers); i++)
		if (strcmp(numbers[i].name, word) == 0) {
			set_number(numbers[i].of_row ? (void *)result : sample,
				   &numbers[i], value_of(value));
			return;
		}
	fail_msg("no number: %s", word);
}

static void
take_word(struct result *result, const char *word)
{
	static const char *const actions[] = {
		[ACTION_READ] = "read", [ACTION_WRITE] = "write",
		[ACTION_COPY] = "copy", [ACTION_MIX] = "mix",
		[ACTION_CREATE] = "create",
	};
	bool is_file_copy = strcmp(word, "file-copy") == 0;

	for (unsigned i = 0; i < LENGTH(actions); i++)
		if (strcmp(word, actions[i]) == 0)
			result->test.params.action = (enum action)i;
	if (strcmp(word, "buffered") == 0)
		result->test.params.cache = CACHE_BUFFERED;
	if (strcmp(word, "cached") == 0 || is_file_copy)
		result->test.params.cache = CACHE_CACHED;
	if (is_file_copy) {
		result->test.params.action = ACTION_COPY;
		result->test.params.file_bytes = 500 * KIB;
	}
	if (strcmp(word, "memory") == 0)
		result->test.memory = true;
	if (strcmp(word, "threads") == 0)
		result->test.engine = xstrdup("threads");
	if (strcmp(word, "random") == 0)
		result->test.workload = xstrdup("random");
}

struct result
result_of(const char *words)
{
	struct sample sample = { .round = 1, .has_device = true,
				 .total.elapsed_ns = 2 * NS_PER_S };
	struct result result = {
		.test.id = xstrdup("row"), .test.category = xstrdup("Random"),
		.test.unit = UNIT_IOPS, .test.copies = 1,
		.test.asked_ns = 2 * NS_PER_S,
		.test.params = { .action = ACTION_READ, .cache = CACHE_DIRECT,
			    .block_bytes = 4096, .depth = 1, .read_pct = 50 },
	};
	enum operation op = strncmp(words, "writ", 4) == 0 ||
			    strncmp(words, "create", 6) == 0 ? OP_WRITE :
			    OP_READ;
	char text[1000];

	strcpy(text, words);
	set_ios(&sample, op, 10000);
	for (char *word = strtok(text, " "); word != NULL;
	     word = strtok(NULL, " ")) {
		if (strcmp(word, ";") == 0) {
			result_add_sample(&result, &sample);
			sample.round++;
		} else if (strchr(word, '=') != NULL) {
			take_number(&result, &sample, op, word);
		} else {
			take_word(&result, word);
		}
	}
	result_add_sample(&result, &sample);
	return result;
}

unsigned
judge_result(struct result *result, const struct facts *target)
{
	static const struct facts none;

	result_summarise(result);
	flags_judge(result, target != NULL ? target : &none);
	return result->judgement.flags;
}

const char *
flag_names(unsigned flags)
{
	static char text[200];

	text[0] = '\0';
	for (int f = 0; f < FLAG_COUNT; f++) {
		if ((flags & 1u << f) == 0)
			continue;
		if (text[0] != '\0')
			strcat(text, " ");
		strcat(text, flag_entry[f].name);
	}
	return text;
}
