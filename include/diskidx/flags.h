/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Flags: reasons to doubt a figure, or to read it with care. Each is judged
 * from the samples' own evidence, over exactly the measured window. The manual
 * has the rules (FLAGS), flags.c their limits; and besides:
 *
 * - With the fact device_counters=partial, some devices are not counted, and
 *   too small a counter is `unproven`, not `cached`.
 * - A mix is not judged by what it wrote, as its reads are evidence.
 * - Every row with 5 or more samples of a target that drifts carries `drift`.
 * - A row that is throttled isn't stalled, nor noisy but by the rounds of the
 *   level that lasts; and one with cached or memory isn't unproven as well.
 * - File Copy tests the cache by definition, and is never cached, memory,
 *   foreign or unproven. It is never cpu-bound or verified either, nor are
 *   small files; nor cpu-bound an open loop, which waits actively, and an
 *   engine with threads, which is never shallow, as its submission never
 *   blocks.
 */
#ifndef DISKIDX_FLAGS_H
#define DISKIDX_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/counters.h"
#include "diskidx/facts.h"
#include "diskidx/result.h"

#define FLAGS_MAX_CV 0.10	/* of a row that is not noisy */

struct flag_entry {
	const char *name;
	char mark;		/* one letter beside the figure */
	bool invalidates;
	const char *meaning, *remedy;
};

/* Return the table's entry of a flag. */
const struct flag_entry *flag_entry(enum flag flag);

/*
 * Return the flags of a summarised result by itself, as bits 1u << enum flag;
 * `target` are the facts of its target.
 */
unsigned flags_judge(const struct result *result,
		     const struct facts *target);

/* Return the sum of the processors' times over the samples that have them. */
struct processor_times flags_processors(const struct result *result);

/* Add the flags that take all results of a run together. */
void flags_judge_run(struct result *results, size_t n_results);

/* Return true if any of the flags takes the row out of the score. */
bool flags_invalidate(unsigned flags);

#endif
