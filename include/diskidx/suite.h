/*
 * Suite: a named list of tests, with its own default size, time and rounds.
 * Data: the table in suite.c.
 */
#ifndef DISKIDX_SUITE_H
#define DISKIDX_SUITE_H

#include <stddef.h>
#include <stdint.h>

struct suite {
	const char *name, *summary;
	const char *const *test;	/* ids; NULL ends */
	uint64_t size_bytes, time_ns;
	unsigned rounds;
};

/* NULL past the last, or if there is none of that name. */
const struct suite *suite_at(size_t i);
const struct suite *suite_by_name(const char *name);

#endif
