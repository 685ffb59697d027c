/*
 * Budget: what a plan takes (time, bytes written, space, memory) and whether
 * that fits. Known before anything is touched; --dry-run prints it.
 */
#ifndef DISKIDX_BUDGET_H
#define DISKIDX_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "diskidx/plan.h"

#define BUDGET_ERROR 320

/* The discarded lead-in of a sample of this test, at most. */
uint64_t budget_warm_up_ns(const struct plan *plan,
			   const struct plan_test *test);

/* One sample of this test, without what lies between samples; of a whole file
 * as long as a disk of 200 MiB/s and 1 ms for a synced write takes. */
uint64_t budget_sample_ns(const struct plan *plan,
			  const struct plan_test *test);

/* Those samples and their pauses; the fill comes on top. */
uint64_t budget_duration_ns(const struct plan *plan);

/* What one sample may write, of each copy, by the plan alone. */
uint64_t budget_write_limit(const struct plan *plan);

/*
 * The most data that one sample of this test writes, of each copy, warm-up and
 * what the system writes of File Copy's files in that time included;
 * `limit_bytes` binds it as in workload.h. UINT64_MAX: nothing bounds it.
 */
uint64_t budget_most_written(const struct plan *plan,
			     const struct plan_test *test,
			     uint64_t limit_bytes);

/*
 * Compute the most data that so many rounds write to all targets, the fill
 * included; false if nothing bounds it, with the fill alone in *bytes. A file
 * system's own writes, above all its journal, cannot be known beforehand and
 * come on top.
 */
bool budget_written_bytes(const struct plan *plan, unsigned rounds,
			  uint64_t *bytes);

/* How much of each work file is filled, at that size; 0: it isn't. */
uint64_t budget_work_bytes(const struct plan *plan, uint64_t size_bytes);

/* How long a fill may take where nobody gave a size: tests of a file of their
 * own size need all of it. */
uint64_t budget_fill_ns(const struct plan *plan);

/* The most space that is taken at a time on one target, at that size. */
uint64_t budget_space_bytes(const struct plan *plan, uint64_t size_bytes);

/* An estimate of the memory of diskidx and its workers: of a test with these
 * parameters, and the most of all that can be run. */
uint64_t budget_test_memory(const struct plan *plan,
			    const struct params *params);
uint64_t budget_memory_bytes(const struct plan *plan);

/*
 * Makes the plan fit into a target's free space, less a twentieth of it that
 * is left alone: a size that nobody asked for shrinks, down to 64 MiB.
 * 0; 1 if it shrank; -ENOSPC with one line in `error` (BUDGET_ERROR bytes).
 */
int budget_fit(struct plan *plan, uint64_t free_bytes, char *error);

/* 0, or -EDQUOT with one line in `error`: the least number of rounds could
 * exceed --max-write. */
int budget_check_max_write(const struct plan *plan, char *error);

/* 0, or -ETIMEDOUT with one line in `error`: the least number of rounds takes
 * longer than --max-time. */
int budget_check_max_time(const struct plan *plan, char *error);

/* 0, or -ENOMEM with one line in `error`: the plan wants over half of the
 * machine's memory (0: unknown). */
int budget_check_memory(const struct plan *plan, uint64_t memory_bytes,
			char *error);

/* What --dry-run says. */
void budget_print(const struct plan *plan, FILE *stream);

#endif
