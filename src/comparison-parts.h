/*
 * The parts of a comparison: match finds the rows and says what keeps one from
 * being compared, values takes their figures and the interval of the ratio,
 * words says how the sides differ and what it all comes to.
 */
#ifndef DISKIDX_COMPARISON_PARTS_H
#define DISKIDX_COMPARISON_PARTS_H

#include "diskidx/comparison.h"

enum { OLD, NEW, SIDES };

/* A test on a target by so many copies, as the runs of both sides have it. */
struct row {
	const struct result *named;	/* of the first run that has it */
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

/* All rows, as the old side has them, then what only the new one has; on the
 * heap. Returns how many. */
size_t comparison_match(const struct comparison *comparison,
			struct row **rows);
void comparison_free_rows(struct row *rows, size_t n);

/* Why a row can't be compared, on the heap; NULL: it can. */
char *comparison_obstacle(const struct comparison *comparison,
			  const struct row *row);

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

/* Interval and verdict of what has_interval. */
void comparison_judge(struct compared *compared,
		      const struct difference *difference, double confidence,
		      double threshold_pct);

/* Fills in the differences, the occasion and the conclusion. */
void comparison_differences(struct comparison *comparison);
void comparison_conclude(struct comparison *comparison);

#endif
