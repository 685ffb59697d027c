/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Test: a workload with fixed parameters, id and title; a row of a report. */
#ifndef DISKIDX_TEST_TEST_H
#define DISKIDX_TEST_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/texts.h"
#include "diskidx/base/units.h"
#include "diskidx/stats/statistics.h"
#include "diskidx/test/category.h"
#include "diskidx/test/params.h"

#define TEST_ID 128		/* room for an id with its options */
#define TEST_TITLE 96
#define TEST_EXPECTS 600	/* room for its expectations */
#define TESTS_TOGETHER 64	/* most at the same time */
#define TEST_MAX_COPIES 1024

/* The contents of a log of a job's speed over time. */
enum test_log {
	TEST_LOG_BW, TEST_LOG_IOPS,
	TEST_LOG_LATENCY, TEST_LOG_SLAT, TEST_LOG_CLAT,
	TEST_LOGS
};

struct test {
	char id[TEST_ID], title[TEST_TITLE];
	enum category category;
	enum unit unit;
	const char *workload;
	struct params params;
	enum rule rule;
	unsigned memory_pct;	/* the plan sets file_bytes to this share of the
				   memory, unless 0 */

	/* Used by jobs of a job file: their name there, NULL without one; fio's
	 * number of their group; and the keys of their section, each KEY=VALUE
	 * or only KEY, by fio's own name. */
	const char *job_name;
	unsigned group;
	const struct texts *given;
	const char *engine;	/* NULL: the plan's */
	unsigned size_pct;	/* the plan sets span_bytes to this share of its
				   size, unless 0 */
	const char *directory;	/* NULL: the plan's */
	const char *path;	/* of its first file, if the job names its
				   directory; or NULL */
	unsigned copies;	/* 0: the plan's */
	char expects[TEST_EXPECTS];	/* a list of expectation.h */
	bool is_load;		/* under which tests are measured */
	bool concurrent;	/* runs with the one before */
	uint64_t time_ns;	/* of a sample; 0: the plan's */
	uint64_t start_ns;	/* delay after others of its time */
};

/* Return a row of table.c; NULL past the last, or for an unknown id. */
const struct test *test_at(size_t i);
const struct test *test_by_id(const char *id);

/* In variant.c: return the row with this id, or the row that the id is a
 * variant of, or NULL. */
const struct test *test_origin(const char *id);

/* Variation: a parameter that an option changes, as `-b 256k` turns
 * rand-read-q32 into rand-read-q32:b=256k; in the order of an id. */
enum variation_number {
	VARY_BLOCK, VARY_DEPTH, VARY_MIX, VARY_RANDOM, VARY_CACHE, VARY_SYNC,
	VARY_RATE, VARY_ARRIVAL, VARIATIONS
};

struct variation {
	const char *letter;	/* in an id */
	const char *instead;	/* advice if it fits no test; or "" */
	/* NULL: it fits all tests that have variants. */
	bool (*is_for)(const struct params *params, bool is_random);
	void (*set)(struct params *params, uint32_t value);
	/* Its value in an id, which lasts as say.h says. */
	const char *(*text)(const struct params *params);
};

/* Values of an option in the order given. */
#define NUMBERS_MAX 64
struct numbers {
	uint64_t list[NUMBERS_MAX];
	size_t n;
	const char *option;	/* "-b", or a long one without letter */
};

/* A value of --random above all shares in per cent: each block once before any
 * twice; plus 1000 x theta: Zipf's law. */
#define RANDOM_PERMUTATION 101

extern const struct variation variation_table[VARIATIONS];

/* Change one parameter to a value that its option allows, and adapt id and
 * title. Return 0, or -EINVAL if this test cannot have that parameter. Setting
 * the value of the table undoes a change. */
int test_vary(struct test *test, const struct variation *variation,
	      uint32_t value);

/* The numbers in a title that a sweep varies. */
enum swept { SWEPT_BLOCK, SWEPT_MIX, SWEPT_DEPTH, SWEPT_RATE, SWEPT };

/* In identity.c: return a title from the parameters, as "Random Read 4K Q32
 * direct", without some numbers (bits: 1u << enum swept), which lasts as say.h
 * says; or write all of it to the test. */
char *test_title(const char *workload, const struct params *params,
		 unsigned without);
void test_write_title(struct test *test);

/*
 * Return the text that must be equal for two results to be comparable: workload
 * and its revision, parameters, copies, data, the cache mode really used, and,
 * for large requests, the size of large pages (0: unknown). Small pages have no
 * word, because older records have none.
 */
char *test_fingerprint(const struct test *test, unsigned revision,
		       unsigned copies, uint64_t page_bytes);

#endif
