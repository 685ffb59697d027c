/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Records for the tests of code that keeps or shows one.
 */
#ifndef DISKIDX_TESTS_RECORDS_H
#define DISKIDX_TESTS_RECORDS_H

#include "diskidx/record/record.h"

/* Add a target of that directory. */
struct facts *synthetic_target(struct record *record, const char *directory);

/* Add a test of the table to the first target, with that many samples. */
struct result *synthetic_result(struct record *record, const char *id,
				unsigned samples, uint64_t seed);

#endif
