/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Budget: time, bytes written, space and memory of a plan, known before
 * anything is touched; --dry-run prints them. */
#ifndef DISKIDX_PLAN_BUDGET_H
#define DISKIDX_PLAN_BUDGET_H

#include <stdint.h>
#include <stdio.h>

#include "diskidx/plan/plan.h"

/* Return the time of one sample of this test, without pauses. For a whole file,
 * a disk of 200 MiB/s and 1 ms per synced write is assumed. */
uint64_t budget_sample_ns(const struct plan *plan,
			  const struct plan_test *test);

/* Return the time of all samples and their pauses, without the fill. */
uint64_t budget_duration_ns(const struct plan *plan);

/* Return the most samples of a search. */
uint64_t budget_samples(const struct plan *plan);

/* Return the number of bytes that each copy may write in one sample. */
uint64_t budget_write_limit(const struct plan *plan,
			    const struct params *params);

/*
 * Return the most data that each copy of this test writes in one sample, with
 * the warm-up and with what the system writes of File Copy's files meanwhile;
 * `limit_bytes` limits it as in workload.h. UINT64_MAX: unlimited.
 */
uint64_t budget_most_written(const struct plan *plan,
			     const struct plan_test *test,
			     uint64_t limit_bytes);

/*
 * Return the most data that the fill writes to all targets, and the most that a
 * run writes, including the fill; UINT64_MAX: unlimited. A file system's own
 * writes, above all its journal, are unknown and not included.
 */
uint64_t budget_filled_bytes(const struct plan *plan);
uint64_t budget_written_bytes(const struct plan *plan);

/* Return the kinds of work files of each copy (bits 1u << enum work_file), some
 * in one file unless the plan keeps them apart; and their number, 1 or more. */
unsigned budget_work_kinds(const struct plan *plan);
unsigned budget_work_files(const struct plan *plan);

/* Return the size to which each work file is filled; 0: no fill. */
uint64_t budget_work_bytes(const struct plan *plan);

/* Return the time limit of a fill if the user gave no size. Tests with their
 * own file size need the whole file. */
uint64_t budget_fill_ns(const struct plan *plan);

/* Return the most space in use at one time on one target; and the memory of
 * diskidx and its workers, for the largest of all tests. */
uint64_t budget_space_bytes(const struct plan *plan);
uint64_t budget_memory_bytes(const struct plan *plan);

/* In print.c: announce the plan in a line of progress; print --dry-run. */
void budget_announce(const struct plan *plan);
void budget_print(const struct plan *plan, FILE *stream);

#endif
