/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Limits: rates of requests, or of bytes, that a disk does not exceed in a
 * sweep over block and depth of a random test; a sequential test may be read
 * ahead. All of this must be true:
 * - With two blocks or more the rate is flat (its intervals by the rounds lie
 *   within 5 %) from a depth on to at least twice that, though the requests in
 *   flight, and so their latency, did grow.
 * - It is flat over these blocks, too: it differs by a third at most of what it
 *   would if a request took the time of so many bytes more, as disks have it.
 *   No block shows these bytes, as each may be at another limit.
 * - No such test is faster, and three blocks are alike or the disk can do more
 *   of the other rate, so that two limits do not meet by chance.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/units.h"
#include "diskidx/result/flags.h"
#include "parts.h"
#include "sweep.h"

#define ALIKE 1.05
#define DEEPER 1.5		/* times the mean depth, if it did grow */
#define MORE 1.1		/* times the other rate, if it goes on */
#define SHOWS 1.02		/* times as fast, at least, without a limit */

/* The bytes whose time a request takes more on disks without a limit: of that
 * on requests at most, if they turn or not, and of that on bytes at least, if
 * one request at a time is as fast as many or not. */
#define MOST_TURNING_BYTES (8.0 * MIB)
#define TURNING_S 0.0021	/* no disk that turns is as fast */
#define MOST_BYTES (0.5 * MIB)
#define LEAST_SINGLE_BYTES (8.0 * KIB)
#define LEAST_BYTES (1.0 * KIB)

/* The CPU may be the limit above the first, of one of them, or above the second
 * if all are as busy as the third, with whatever work. */
#define MAX_CPU_PCT 50
#define LITTLE_CPU_PCT 5
#define MAX_BUSY 0.9

/* The deepest row of a block, and the least deep that is as fast. */
struct plateau {
	const struct result *deepest, *least;
	double block, latency_s;	/* at the least depth of all */
};

static bool
is_evidence(const struct result *row)
{
	const struct summary *summary = &row->summary;
	const struct params *params = &row->test.params;
	const struct processor_times *times = &summary->processors;
	double cpu_pct = summary->user_pct + summary->system_pct;

	return interval_known(summary->ci95) &&
		row->judgement.flags == 0 &&
		params->cache == CACHE_DIRECT && params->rate_iops == 0 &&
		params->sequential_pct == 0 && cpu_pct < MAX_CPU_PCT &&
		(cpu_pct < LITTLE_CPU_PCT || (double)times->busy_ns <=
		 MAX_BUSY * (double)times->total_ns);
}

/* Return the interval of how many times as fast the first row is. */
static struct interval
times_as_fast(const struct result *a, const struct result *b, enum unit unit)
{
	struct difference ratio = {
		log(sweep_rate(a, unit) / sweep_rate(b, unit)),
		hypot(a->summary.rounds.error, b->summary.rounds.error),
		fmin(a->summary.rounds.freedom, b->summary.rounds.freedom)
	};

	return statistics_ratio_interval(&ratio, STATISTICS_CONFIDENCE);
}

static bool
are_alike(const struct result *a, const struct result *b, enum unit unit)
{
	struct interval times = times_as_fast(a, b, unit);

	return times.high < ALIKE && times.low * ALIKE > 1;
}

/* Find the plateau of n rows of a block, by depth; false: there is none. */
static bool
find_plateau(struct plateau *plateau, const struct result *const *row, size_t n)
{
	const struct result *deepest = row[n - 1], *least = deepest;

	if (!is_evidence(deepest))
		return false;
	while (--n > 0 && is_evidence(row[n - 1]) &&
	       are_alike(deepest, row[n - 1], UNIT_IOPS))
		least = row[n - 1];
	*plateau = (struct plateau){
		deepest, least, deepest->test.params.block_bytes,
		row[0]->summary.depth_mean / sweep_rate(row[0], UNIT_IOPS)
	};
	return deepest->test.params.depth >= 2 * least->test.params.depth &&
		deepest->summary.depth_mean >=
		DEEPER * least->summary.depth_mean;
}

static double
highest_rate(const struct section *section, const struct result *like,
	     enum unit unit)
{
	double most = 0;

	for_each_result(row, section)
		if (row->test.params.action == like->test.params.action &&
		    row->test.params.cache == CACHE_DIRECT &&
		    !flags_invalidate(row->judgement.flags))
			most = fmax(most, sweep_rate(row, unit));
	return most;
}

/* Return true if the rate of n plateaus from one on is a limit. */
static bool
is_limit(const struct section *section, const struct plateau *from, size_t n,
	 enum unit unit)
{
	const struct plateau *large = &from[n - 1];
	const struct result *high = from->deepest, *low = large->deepest;
	enum unit other = unit == UNIT_IOPS ? UNIT_MIBPS : UNIT_IOPS;
	/* The bytes whose time a request takes more without the limit. */
	double times, bytes = from->latency_s < TURNING_S ? MOST_BYTES :
		MOST_TURNING_BYTES;

	if (unit == UNIT_MIBPS)
		bytes = from->least->summary.depth_mean < DEEPER ?
			LEAST_SINGLE_BYTES : LEAST_BYTES;
	times = (bytes + large->block) / (bytes + from->block);
	if (unit == UNIT_MIBPS) {
		high = large->deepest;
		low = from->deepest;
		times = large->block / from->block / times;
	}
	for (size_t i = 0; i < n; i++)
		if (!are_alike(low, from[i].deepest, unit))
			return false;
	return times > SHOWS &&
		3 * (times_as_fast(high, low, unit).high - 1) < times - 1 &&
		highest_rate(section, low, unit) <
		ALIKE * sweep_rate(low, unit) &&
		(n > 2 || highest_rate(section, low, other) >
		 MORE * sweep_rate(low, other));
}

/* Add the limit that most plateaus show, if any: of requests the first and of
 * bytes the last. */
static void
limits_add(struct notes *notes, const struct section *section,
	   const struct plateau *from, size_t n, enum unit unit, bool si)
{
	const struct plateau *large;

	while (n > 1 && !is_limit(section, from, n, unit)) {
		n--;
		from += unit == UNIT_MIBPS;
	}
	if (n < 2)
		return;
	large = from + n - 1;
	notes_add(notes, '*', "Limit: %s with blocks of %s and of %s alike, "
		  "and more than %u in flight brings nothing (%s).",
		  view_figure(unit, sweep_rate(large->deepest, unit), si),
		  units_block((uint64_t)from->block),
		  units_block((uint64_t)large->block),
		  large->least->test.copies * (unsigned)amount_max(
		  from->least->test.params.depth,
		  large->least->test.params.depth),
		  view_name(section->record, large->least));
}

static void
limits_add_of(struct notes *notes, const struct section *section,
	      const struct sweep *sweep, bool si)
{
	struct plateau *plateau = xmalloc(sweep->n * sizeof(*plateau));
	size_t found = 0, from = 0;

	for (size_t i = 1; i <= sweep->n; i++) {
		if (i < sweep->n && sweep->row[i]->test.params.block_bytes ==
				    sweep->row[from]->test.params.block_bytes)
			continue;
		found += find_plateau(&plateau[found], sweep->row + from,
				      i - from);
		from = i;
	}
	limits_add(notes, section, plateau, found, UNIT_IOPS, si);
	limits_add(notes, section, plateau, found, UNIT_MIBPS, si);
	free(plateau);
}

void
notes_add_limits(struct notes *notes, const struct record *record, bool si)
{
	for_each_section(section, record, false) {
		struct sweep sweep = { 0 };

		while (sweep_next(&sweep, &section))
			if (sweep_values(&sweep, SWEPT_MIX) == 1)
				limits_add_of(notes, &section, &sweep, si);
	}
}
