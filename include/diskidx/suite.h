/*
 * Suite: a named list of tests, with its own defaults.
 *
 * To add one: a row in src/test/suite.c, and rows in src/test/table.c whose
 * ids start with its name and a colon. The suite `disk` has the tests whose
 * ids have no such prefix.
 */
#ifndef DISKIDX_SUITE_H
#define DISKIDX_SUITE_H

#include <stddef.h>
#include <stdint.h>

#include "diskidx/test.h"

/* What the text report of a suite has besides, or in place of, the usual. */
enum layout {
	LAYOUT_INDEX,		/* the usual */
	LAYOUT_UNIXBENCH,	/* UnixBench's report, for its scrapers */
	LAYOUT_PASSES,		/* each pass by itself and their mean, in MB/s
				   and MiB/s, as dd's own line has it */
	LAYOUT_SIZES,		/* directories side by side */
	LAYOUT_ACCESS,		/* MB/s, IOPS, mean access time, CPU load */
	LAYOUT_TYPICAL,		/* IOPS and the mode of the latency */
	LAYOUT_LATENCY		/* percentiles before all else */
};

struct suite {
	const char *name, *summary;
	const char *stands_for;	/* what it does in the place of what, one or
				   two sentences */
	enum layout layout;

	/* Defaults of options; 0: as without a suite. */
	uint64_t size_bytes, time_ns, warm_up_ns, delay_ns;
	unsigned rounds, copies;
	const uint32_t *depth;	/* swept over, as by -Q; 0 ends; or NULL */
};

/* Return NULL past the last suite, or if none has that name. */
const struct suite *suite_at(size_t i);
const struct suite *suite_by_name(const char *name);

/* Return the i-th test of the suite; NULL past the last. */
const struct test *suite_test(const struct suite *suite, size_t i);

/* Return the suite whose name stands before the id's first colon; NULL for a
 * test of `disk` or of a job file. */
const struct suite *suite_of(const char *id);

#endif
