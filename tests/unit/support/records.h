/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Records for the tests of what keeps and shows one, made up from a seed.
 */
#ifndef DISKIDX_TESTS_RECORDS_H
#define DISKIDX_TESTS_RECORDS_H

#include <stddef.h>

#include "diskidx/record.h"

/*
 * Two targets and three results: one with latencies, one that is n/a, and one,
 * of File Copy, that earns a flag.
 */
void synthetic_record(struct record *record, uint64_t seed);

/* Add a test of the table to the first target, with that many samples. */
struct result *synthetic_result(struct record *record, const char *id,
				unsigned samples, uint64_t seed);

#endif
