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
#ifndef DISKIDX_RESULT_FLAGS_H
#define DISKIDX_RESULT_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/base/facts.h"
#include "diskidx/result/result.h"

#define FLAGS_MAX_CV 0.10	/* of a row that is not noisy */
/* Parts of what a link carries: it is the limit from one to the other. */
#define FLAGS_LINK_NEAR 0.85
#define FLAGS_LINK_MOST 1.05

struct flag_entry {
	const char *name;
	char mark;		/* one letter beside the figure */
	const char *meaning, *remedy;
};

extern const struct flag_entry flag_entry[FLAG_COUNT];

/* In flags-table.c: return the entry of a flag, as the facts of a target have
 * it. */
struct flag_entry flags_entry(enum flag flag, const struct facts *target);

/* Judge a summarised result by itself, with the facts of its target. */
void flags_judge(struct result *result, const struct facts *target);

/* Return the quota of a control group on the disk that a row reached, "a quota
 * of 2000 IOPS" or "of 50 MiB/s"; NULL: none. It lasts as say.h says. */
const char *flags_quota(const struct result *result,
			const struct facts *target);

/* In trend.c: add the flags that take all results of a run together. */
void flags_judge_run(struct result *results, size_t n_results,
		     size_t n_targets);

/* The flags that take a row out of the score, and those of what others do on
 * the machine, as bits. */
#define FLAGS_INVALID ((1u << FLAG_NOISY) - 1)
#define FLAGS_DISTURBED \
	(1u << FLAG_FOREIGN | 1u << FLAG_STOLEN | 1u << FLAG_LIMITED)

/* Return true if any of the flags takes the row out of the score. */
static inline bool
flags_invalidate(unsigned flags)
{
	return (flags & FLAGS_INVALID) != 0;
}

/* Return the meaning of the first of the flags; NULL without any. */
const char *flags_meaning(unsigned flags);

/*
 * Trend: how the rounds of a target went, all rows together, since rows that
 * move alike confirm each other. File Copy, open loops and what fell
 * within its samples don't count, nor do rows that lack more than one round.
 *
 * A row fell at a round if it and all later ones are at least a fifth slower
 * than each before. If k of n rounds are the low ones, chance orders them like
 * that in one of n! / (k! (n - k)!) cases. The rows fell if that many of them
 * do so at the same round by chance in at most 5 % of runs. They fell for good
 * if at least two rounds stand on either side; if chance orders even a single
 * row so in at most 5 %, as all may follow one disk that alternates; and if
 * that holds with the rows alone whose step is wider than the range of each
 * side, as a speed that wanders has such halves, but no such step.
 *
 * Where none fell, they may drift: the slope of the rounds' effects, each the
 * median of the rows, is significant at 1 % and makes at least 5 % from the
 * first of 5 or more rounds to the last.
 */
struct trend {
	size_t rows;		/* that count */
	size_t fell;		/* of them; 0: none fell */
	unsigned round;		/* at this one, */
	size_t before, after;	/* between these numbers of rounds, */
	double factor;		/* to this part of their speed, */
	bool for_good;
	bool drifts;
};

/* Return the trend of the rows of that target, summarised before. */
struct trend trend_of(const struct result *results, size_t n_results,
			unsigned target);

#endif
