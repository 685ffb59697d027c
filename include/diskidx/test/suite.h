/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Suite: a named list of tests, with its own defaults. The ids of its tests
 * start with its name and a colon; in the suite `disk` they have no prefix. */
#ifndef DISKIDX_TEST_SUITE_H
#define DISKIDX_TEST_SUITE_H

#include <stddef.h>
#include <stdint.h>

#include "diskidx/test/test.h"

/* The defaults of a run without a suite, as `disk` has them. */
#define SUITE_SIZE_GIB 1
#define SUITE_TIME_S 2
#define SUITE_ROUNDS 8

/* Parts of a text report that depend on the suite. */
enum layout {
	LAYOUT_INDEX,		/* a row for each test, with its index */
	LAYOUT_UNIXBENCH,	/* UnixBench's report, for its scrapers */
	LAYOUT_PASSES,		/* also each pass and their mean */
	LAYOUT_SIZES,		/* directories side by side */
	LAYOUT_ACCESS,		/* only tables of depths, even with one row */
	LAYOUT_TYPICAL		/* IOPS and the mode of the latency */
};

struct suite {
	const char *name, *summary;
	const char *version;	/* of the tests of a score: "disk-1"; or NULL */
	const char *stands_for;	/* the programs that it replaces */
	enum layout layout;

	/* Defaults of options; 0: as in a run without a suite. */
	uint64_t size_bytes, time_ns, warm_up_ns, delay_ns;
	unsigned rounds, copies;
	unsigned write_pct;	/* of the work file: the most that a sample
				   writes, unless through the page cache; 0:
				   twice the file */
	const struct numbers *depth;	/* a sweep, as with -Q; or NULL */
};

extern const struct suite *const suite_disk;	/* the default */

/* All suites; the last has no name. */
extern const struct suite suite_table[];

/* Return NULL if none has that name. */
const struct suite *suite_by_name(const char *name);

/* Return the i-th test of the suite; NULL past the last. */
const struct test *suite_test(const struct suite *suite, size_t i);

/* Return the suite named before the id's first colon; NULL for a test of `disk`
 * or of a job file. */
const struct suite *suite_of(const char *id);

/* The version of the suite `disk` in records that name none. */
#define ROSTER_FIRST "disk-1"

/*
 * Roster: the tests that the suites of a run had at the time, each with its
 * category. A score is judged by the roster of its record: a test that is added
 * to a suite later does not make an older record incomplete.
 */
struct roster {
	struct roster_test {
		char *id, *category;
	} *test;
	size_t n;
};

/* Return a suite's tests as "ID=CATEGORY,..."; it lasts as say.h says. */
char *roster_text(const struct suite *suite);

/*
 * Take the tests of such a text, for roster_free. NULL: a record without one,
 * which has the suite `disk` of version ROSTER_FIRST, and all other suites as
 * they are. A test that is in today's table has its category there.
 */
void roster_take(struct roster *roster, const char *text);
void roster_free(struct roster *roster);

#endif
