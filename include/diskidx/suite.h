/*
 * Suite: a named list of tests, with its own defaults. Data: the table in
 * suite.c. Tests of other suites than `disk` have the id SUITE:TEST.
 */
#ifndef DISKIDX_SUITE_H
#define DISKIDX_SUITE_H

#include <stddef.h>
#include <stdint.h>

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
	const char *const *test;	/* ids; NULL ends */
	enum layout layout;

	/* Defaults of options; 0: as without a suite. */
	uint64_t size_bytes, time_ns, warm_up_ns, delay_ns;
	unsigned rounds, copies;
	const uint32_t *depth;	/* swept over, as by -Q; 0 ends; or NULL */
};

/* NULL past the last, or if there is none of that name. */
const struct suite *suite_at(size_t i);
const struct suite *suite_by_name(const char *name);

/* The suite that a test id belongs to: its part before a colon that is a
 * suite's name; NULL: a test of `disk`, or of a job file. */
const struct suite *suite_of(const char *id);

#endif
