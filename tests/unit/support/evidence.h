/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * evidence.h - a row of the report with its samples, from words.
 *
 *	read ios=1000 inblock=0 ; ios=1150 elapsed=1000ms
 *
 * is random reads of 4 KiB on a disk, whose first sample has 1000 requests in 2
 * s; the second sample keeps what it does not change. Words of a row, before
 * its numbers: read, write, copy, mix, create; writing (the samples of a copy
 * or a mix are writes, otherwise reads); buffered, cached, file-copy (a cached
 * copy of separate files); random, memory, threads. The table in evidence.c has
 * the numbers; ios sets all that follows from it, and the device sees what the
 * test does.
 */
#ifndef DISKIDX_TESTS_EVIDENCE_H
#define DISKIDX_TESTS_EVIDENCE_H

#include "diskidx/base/facts.h"
#include "diskidx/result/result.h"

/* Make a row, for result_free. */
struct result result_of(const char *words);

/* Summarise a row as a record does, and return its flags, which it gets. */
unsigned judge_result(struct result *result, const struct facts *target);

/* Return the names of flags, with blanks between them, until the next call. */
const char *flag_names(unsigned flags);

#endif
