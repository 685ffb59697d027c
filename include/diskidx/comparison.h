/*
 * Comparison: two sets of runs matched test by test: ratio, interval, verdict.
 *
 * The ratio divides the geometric mean of the new side by that of the old
 * one; above 1 the new side is better. The means are over a side's samples;
 * over its runs, if both sides have 3 or more; or over the rounds that both
 * have, if the sides are two targets of one run. Intervals are Welch's on the
 * logarithms (Student's of the differences for rounds) and hold at once for
 * all tests compared (Bonferroni), so that interval and verdict always agree.
 * A side with a single value gives a ratio without an interval, and no
 * difference is shown.
 *
 * A test is faster or slower if its interval lies wholly beyond the threshold.
 * It is not comparable if
 * - a side lacks it or has no figure for it,
 * - the fingerprints differ,
 * - only one side's figure carries an invalidating flag,
 * - both carry one other than `memory`: two figures of a cache say nothing
 *   about two disks, while two file systems in memory can be compared.
 * Scores are computed anew over the rows that all runs of both sides scored,
 * and their intervals hold at once among themselves.
 *
 * Targets are matched by their directory. Those whose directory the first old
 * run lacks or has several times are matched in order with the targets of that
 * run that are left.
 *
 * A test that some runs lack is averaged over the other runs; with under 3 of
 * them on a side, over all their samples.
 */
#ifndef DISKIDX_COMPARISON_H
#define DISKIDX_COMPARISON_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "diskidx/record.h"
#include "diskidx/statistics.h"
#include "diskidx/units.h"

#define COMPARISON_EVERY_TARGET UINT_MAX
#define COMPARISON_THRESHOLD_PCT 1.0
#define COMPARISON_RUNS 3	/* on each side, to average runs */

enum verdict {
	VERDICT_FASTER, VERDICT_SLOWER, VERDICT_NO_DIFFERENCE,
	VERDICT_NOT_COMPARABLE, VERDICT_COUNT
};

/* Return "faster", "slower", "no difference shown" or "not comparable". */
const char *verdict_name(enum verdict verdict);

/* The values that were averaged. */
enum averaged { AVERAGED_SAMPLES, AVERAGED_ROUNDS, AVERAGED_RUNS };

enum { OLD, NEW, SIDES };

/* One of the two sets of summarised runs. It owns nothing. */
struct side {
	const char *name;	/* for the reader: files or a directory */
	const struct record *const *run;
	size_t n_runs;		/* at least 1 */
	unsigned target;	/* of two targets of one run, or
				   COMPARISON_EVERY_TARGET */
	const char *const *file;	/* those that `name` joins, or NULL */
	size_t n_files;
};

/* One side of a test or score. */
struct compared_side {
	char *directory;	/* measured ("A, B": by several runs); owned,
				   or NULL */
	double value;
	size_t n;		/* samples, pairs of rounds, or runs averaged;
				   0: there is no value */
	/* Only tests: number of runs with a figure, and all their flags. */
	size_t n_runs;
	unsigned flags;		/* bits: 1u << enum flag */
};

/* A test on a target by a number of copies, or a score. */
struct compared {
	const char *id, *title;		/* the record's; a score's name */
	const char *category;		/* "Score" for a score */
	/* Number in the first old run, or a number above all of that run. */
	unsigned target;
	unsigned copies;
	enum unit unit;			/* of a test */
	size_t rows;			/* number of tests in a score */
	struct compared_side side[SIDES];
	bool has_ratio, has_interval;
	double ratio;
	struct interval ci95;
	enum verdict verdict;
	double detectable_pct;	/* smallest change that shows; 0: unknown */
	char *why;		/* reason why it is not comparable, has no
				   interval or is not by run; owned */
};

struct comparison {
	struct side side[SIDES];
	double threshold_pct;
	enum averaged averaged;
	bool same_record;	/* two targets of one run */
	bool by_directory;	/* all runs have the same directories, so
				   targets are matched by them alone */
	struct compared *test;
	size_t n_tests;
	struct compared *score;
	size_t n_scores;
	size_t family;		/* number of tests whose intervals hold at
				   once; 0: none has an interval */
	size_t score_family;	/* the same of scores */
	char **difference;	/* "kernel: 6.1 and 6.6"; owned */
	size_t n_differences;
	char *occasion;		/* runs and times that the intervals cover;
				   owned; NULL: there is no interval */
	char *conclusion;	/* one sentence to quote; owned */
	const struct record **own_run;	/* of comparison_of_targets; owned */
};

/*
 * Compare two sides, whose runs and names must outlive the comparison. It is
 * one of a set of `among` comparisons, whose intervals all hold at once.
 */
void comparison_make(struct comparison *comparison,
		     const struct side side[SIDES], double threshold_pct,
		     size_t among);

/*
 * Compare a target of a record (1 or more) with its first one, round by round;
 * the sides are named by their directories. The intervals hold at once for all
 * targets of the record.
 */
void comparison_of_targets(struct comparison *comparison,
			   const struct record *record, unsigned target,
			   double threshold_pct);

/* Return true if two records have the same start, seed and host name. */
bool comparison_is_one_run(const struct record *a, const struct record *b);

/* Return "A", or "A (old) and B (new)", on the heap; NULL: not known. */
char *compared_directory(const struct compared *compared);

/* Free all that it owns, but not the struct. */
void comparison_free(struct comparison *comparison);

#endif
