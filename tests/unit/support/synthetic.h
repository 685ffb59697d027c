/* A record made up from a seed, for the tests of what keeps and shows one. */
#ifndef DISKIDX_SYNTHETIC_H
#define DISKIDX_SYNTHETIC_H

#include "diskidx/record.h"
#include "diskidx/test.h"

/*
 * Two targets and three results: one with everything that a sample may have,
 * one that is n/a, and one, of File Copy, that earns a flag.
 */
void synthetic_record(struct record *record, uint64_t seed);

/* Adds a test of the table to the first target, with that many samples. */
struct result *synthetic_result(struct record *record, const char *id,
				unsigned samples, uint64_t seed);

/* The same of any test, which may be a variant of one of the table. */
struct result *synthetic_variant(struct record *record,
				 const struct test *test, unsigned samples,
				 uint64_t seed);

/* The whole default suite as a long run leaves it. */
void synthetic_suite(struct record *record, uint64_t seed);

#endif
