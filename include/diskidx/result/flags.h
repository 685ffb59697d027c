/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Flags: reasons to doubt a result, or to read it with care. Each is judged by
 * evidence in the samples, over exactly the measured window. The manual has the
 * rules (FLAGS), flags.c their limits. More rules:
 *
 * - With the fact device_counters=partial, some devices are not counted, and
 *   too small a counter is `unproven`, not `cached`.
 * - A mix is not judged by its writes, because its reads are evidence.
 * - Every row with 5 or more samples on a target that drifts has `drift`.
 * - A throttled row is not stalled, and noisy only by the rounds at the
 *   sustained speed. A cached or memory row is not unproven as well.
 * - File Copy tests the cache by definition, and is never cached, memory,
 *   foreign or unproven. Neither File Copy nor small files are cpu-bound or
 *   verified. Neither an open loop, which waits actively, nor an engine with
 *   threads is cpu-bound. Such an engine is not shallow, because its submission
 *   never blocks.
 */
#ifndef DISKIDX_RESULT_FLAGS_H
#define DISKIDX_RESULT_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/base/facts.h"
#include "diskidx/result/result.h"

#define FLAGS_MAX_CV 0.10	/* noisy: more than this */
/* Parts of a link's rate: from one to the other, the link is the limit. */
#define FLAGS_LINK_NEAR 0.85
#define FLAGS_LINK_MOST 1.05

struct flag_entry {
	const char *name;
	const char *meaning, *remedy;
	const char *in_brief;	/* both in a line */
};

extern const struct flag_entry flag_entry[FLAG_COUNT];

/* In flags-table.c: return the entry of a flag, adapted to a target's facts. */
struct flag_entry flags_entry(enum flag flag, const struct facts *target);

/* Judge a summarized result by itself, with the facts of its target. */
void flags_judge(struct result *result, const struct facts *target);

/* Return the quota of a control group on the disk that a row reached, "a quota
 * of 2000 IOPS" or "of 50 MiB/s", a text of say.h; NULL: none. */
const char *flags_quota(const struct result *result,
			const struct facts *target);

/* In trend.c: add the flags that need all results of a run together. */
void flags_judge_run(struct result *results, size_t n_results,
		     size_t n_targets);

/* The flags that exclude a row from the score, and those caused by other
 * activity on the machine, as bits. */
#define FLAGS_INVALID ((1u << FLAG_NOISY) - 1)
#define FLAGS_DISTURBED \
	(1u << FLAG_FOREIGN | 1u << FLAG_STOLEN | 1u << FLAG_LIMITED)

/* Return true if any of the flags excludes the row from the score. */
static inline bool
flags_invalidate(unsigned flags)
{
	return (flags & FLAGS_INVALID) != 0;
}

/* Return the meaning of the first of the flags; NULL without any. */
const char *flags_meaning(unsigned flags);

/*
 * Trend: how the rounds of a target went, all rows together, because rows that
 * move alike confirm each other. File Copy, open loops, rows that fell within
 * their samples, and rows that miss two or more rounds do not count.
 *
 * A row fell at a round if that and all later rounds are at least a fifth
 * slower than each round before. If k of n rounds are low, chance orders them
 * like that in one of n! / (k! (n - k)!) cases. The rows fell if chance lets
 * that many of them do so at the same round in at most 5 % of runs. They fell
 * for good if three more conditions are true. There are at least two rounds on
 * each side. Chance orders even a single row so in at most 5 %, because all may
 * follow one disk that alternates. And the rows fell even if only those count
 * whose step is wider than the range of each side: a speed that wanders has
 * such halves, but no such step.
 *
 * If no row fell, they may drift: the slope of the rounds' effects, each the
 * median of the rows, is significant at 1 %, and at least 5 % from the first of
 * 5 or more rounds to the last.
 */
struct trend {
	size_t rows;		/* that count */
	size_t fell;		/* of them; 0: none fell */
	unsigned round;		/* at this round, */
	size_t before, after;	/* between these numbers of rounds, */
	double factor;		/* to this part of their speed, */
	bool for_good;
	bool drifts;
};

/* Return the trend of the summarized rows of that target. */
struct trend trend_of(const struct result *results, size_t n_results,
			unsigned target);

#endif
