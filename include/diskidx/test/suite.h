/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Suite: a named list of tests, with its own defaults. Their ids start with its
 * name and a colon; `disk` has the ids without a prefix.
 */
#ifndef DISKIDX_TEST_SUITE_H
#define DISKIDX_TEST_SUITE_H

#include <stddef.h>
#include <stdint.h>

#include "diskidx/test/test.h"

/* The defaults of a run without a suite, as `disk` has them. */
#define SUITE_SIZE_GIB 1
#define SUITE_TIME_S 2
#define SUITE_ROUNDS 8

/* The parts of a text report that are special to a suite. */
enum layout {
	LAYOUT_INDEX,		/* a row a test, with its index */
	LAYOUT_UNIXBENCH,	/* UnixBench's report, for its scrapers */
	LAYOUT_PASSES,		/* each pass and their mean as well */
	LAYOUT_SIZES,		/* directories side by side */
	LAYOUT_ACCESS,		/* tables of depths alone, even of one row */
	LAYOUT_TYPICAL		/* IOPS and the mode of the latency */
};

struct suite {
	const char *name, *summary;
	const char *version;	/* of the set of tests that makes a score:
				   "disk-1"; or NULL */
	const char *stands_for;	/* the programs that it replaces, in one or
				   two sentences */
	enum layout layout;

	/* Defaults of options; 0: as in a run without a suite. */
	uint64_t size_bytes, time_ns, warm_up_ns, delay_ns;
	unsigned rounds, copies;
	unsigned write_pct;	/* of the work file, that a sample writes at
				   most unless it writes through the page
				   cache; 0: twice the file */
	const struct numbers *depth;	/* a sweep, as by -Q; or NULL */
};

extern const struct suite *const suite_disk;	/* the default */

/* All suites; one without a name ends. */
extern const struct suite suite_table[];

/* Return NULL if none has that name. */
const struct suite *suite_by_name(const char *name);

/* Return the i-th test of the suite; NULL past the last. */
const struct test *suite_test(const struct suite *suite, size_t i);

/* Return the suite whose name stands before the id's first colon; NULL for a
 * test of `disk` or of a job file. */
const struct suite *suite_of(const char *id);

#endif
