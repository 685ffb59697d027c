/*
 * The parts of a comparison: match finds the rows, obstacle says what keeps
 * one from being compared (with the words of fingerprint), values takes their
 * figures and the interval of the ratio, scores does so for several rows at
 * once, differences says how the sides differ besides, and conclusion what it
 * all comes to.
 */
#ifndef DISKIDX_COMPARISON_PARTS_H
#define DISKIDX_COMPARISON_PARTS_H

#include "diskidx/comparison.h"

enum { OLD, NEW, SIDES };

/* A test on a target by so many copies, as the runs of both sides have it. */
struct row {
	const struct result *named;	/* of the first run that has it */
	unsigned target;		/* as in struct compared */
	const struct result **of[SIDES];	/* by run, or NULL; owned */
};

/* What one ratio is over: a test, or the rows of a score. */
struct rows {
	const struct row **row;
	size_t n;
	bool indexes;	/* relative to the old side's baseline */
};

static inline const struct side *
comparison_side(const struct comparison *comparison, int side)
{
	return side == OLD ? &comparison->old_side : &comparison->new_side;
}

/* "old", "new" */
const char *comparison_side_name(int side);

/*
 * Whether all runs of both sides have the same set of directories; and the
 * number of a run's target as the comparison has it: that of its directory in
 * the first old run. Targets whose directory that run hasn't got, or not just
 * once, take in their order the numbers that are left, then further ones.
 */
bool comparison_has_like_directories(const struct comparison *comparison);
unsigned comparison_target(const struct comparison *comparison,
			   const struct record *run, unsigned target);

/* The directory of a run's target, or NULL. */
const char *comparison_directory(const struct record *run, unsigned target);

/* Whether the sides pick one target each. */
bool comparison_picks_targets(const struct comparison *comparison);

/* Clears it, and fills in where it is from: a row, or a row of a score. */
void comparison_place(const struct comparison *comparison,
		      struct compared *compared, const struct row *row);

/* All rows, as the old side has them, then what only the new one has; on the
 * heap. Returns how many. */
size_t comparison_match(const struct comparison *comparison,
			struct row **rows);
void comparison_free_rows(struct row *rows, size_t n);

/* Why a row can't be compared, on the heap; NULL: it can. */
char *comparison_obstacle(const struct comparison *comparison,
			  const struct row *row);

/* How two fingerprints differ, on the heap: "block 4096 and 8192". */
char *comparison_fingerprints(const char *old_text, const char *new_text);

/* Whether the runs of a side didn't all measure the same. */
bool comparison_is_mixed(const struct comparison *comparison,
			 const struct row *row, int side);

/*
 * Takes the values of the rows, and the ratio if nothing stands in the way
 * (compared->why is NULL). Fills in `difference` if has_interval is set.
 */
void comparison_weigh(const struct comparison *comparison,
		      const struct rows *rows, struct compared *compared,
		      struct difference *difference);

/*
 * Interval and verdict of each that has_interval. They all hold at once, by
 * Bonferroni, and also those of `among` such families; returns of how many.
 */
size_t comparison_judge(struct compared *compared, size_t n,
			const struct difference *difference,
			double threshold_pct, size_t among);

/* Fills in the scores and their family. */
void comparison_add_scores(struct comparison *comparison,
			   const struct row *rows, size_t among);

/* Fills in the differences, the occasion and the conclusion. */
void comparison_differences(struct comparison *comparison);
void comparison_conclude(struct comparison *comparison);

/* Appends to a text on the heap, which moves; the separator not to "". */
void comparison_append(char **text, const char *separator, const char *more);

#endif
