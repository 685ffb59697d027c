/*
 * Comparison: two sets of runs matched test by test: ratio, interval, verdict.
 *
 * The ratio is that of the geometric means, above 1 if the new side is
 * better. What is averaged are a side's samples; its runs, if both sides have
 * 3 or more; or pairs of samples by round, if the sides are two targets of one
 * run. Intervals are Welch's on the logarithms (Student's of the differences,
 * if paired), simultaneous over the tests compared (Bonferroni), so that
 * interval and verdict never disagree. Where a side has one value only there
 * is a ratio without interval, and no difference is shown.
 *
 * A test is faster or slower if its interval lies wholly beyond the threshold.
 * It is not comparable if a side lacks it or has no figure for it, if the
 * fingerprints differ, if one side's figure carries an invalidating flag that
 * the other's doesn't, or if both carry one other than `memory`: two figures
 * of a cache say nothing of two disks, while two file systems that live in
 * memory can be told apart. Scores are recomputed over the rows that all runs
 * of both sides scored, and are a family of their own.
 *
 * Targets belong together that have the same directory; those whose directory
 * the first old run hasn't got, or not just once, are matched by their order
 * with the targets of that run that are left.
 *
 * A test that a run lacks is averaged over the other runs; with under 3 of
 * them on a side, over all their samples.
 */
#ifndef DISKIDX_COMPARISON_H
#define DISKIDX_COMPARISON_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "diskidx/record.h"

#define COMPARISON_EVERY_TARGET UINT_MAX
#define COMPARISON_THRESHOLD_PCT 1.0
#define COMPARISON_RUNS 3	/* a side, for the run to be the unit */

enum verdict {
	VERDICT_FASTER, VERDICT_SLOWER, VERDICT_NO_DIFFERENCE,
	VERDICT_NOT_COMPARABLE, VERDICT_COUNT
};

/* "faster", "slower", "no difference shown", "not comparable" */
const char *verdict_name(enum verdict verdict);

/* What was averaged. */
enum averaged { AVERAGED_SAMPLES, AVERAGED_ROUNDS, AVERAGED_RUNS };

/* One of the two sets. Nothing is owned; the runs are summarised. */
struct side {
	const char *name;	/* as a reader knows it: files, a directory */
	const struct record *const *run;
	size_t n_runs;		/* at least 1 */
	unsigned target;	/* of two targets of one run, or
				   COMPARISON_EVERY_TARGET */
	const char *const *file;	/* those that `name` joins, or NULL */
	size_t n_files;
};

/* A test on a target by so many copies, or a score. */
struct compared {
	const char *id, *title;	/* the records' own; of a score its name */
	const char *category;		/* of a score: "Score" */
	/* By the number in the first old run, else one above all of that. */
	unsigned target;
	/* Where it was measured ("A, B": by several runs); owned, or NULL. */
	char *old_directory, *new_directory;
	unsigned copies;
	enum unit unit;			/* not of a score */
	size_t rows;			/* of a score: over so many tests */
	bool has_old, has_new;
	double old_value, new_value;
	size_t n_old, n_new;		/* samples, pairs of rounds, or runs */
	double *old_x, *new_x;		/* the values averaged; owned */
	/* Not of a score: runs with a figure, and all flags of these. */
	size_t old_runs, new_runs;
	unsigned old_flags, new_flags;	/* bits: 1u << enum flag */
	bool has_ratio, has_interval;
	double ratio;
	struct interval ci95;
	enum verdict verdict;
	double detectable_pct;	/* smallest change to be seen; 0: unknown */
	char *why;		/* not comparable, no interval, pooled; owned */
};

struct comparison {
	struct side old_side, new_side;
	double threshold_pct;
	enum averaged averaged;
	bool same_record;	/* two targets of one run */
	bool by_directory;	/* all runs have the same ones, and these are
				   what targets are matched by alone */
	struct compared *test;
	size_t n_tests;
	struct compared *score;
	size_t n_scores;
	size_t family;		/* tests whose intervals hold all at once */
	size_t score_family;	/* and scores, by themselves */
	char **difference;	/* "kernel: 6.1 and 6.6"; owned */
	size_t n_differences;
	char *occasion;		/* what the intervals cover; owned, or NULL if
				   there is none */
	char *conclusion;	/* one sentence to quote; owned */
	const struct record **own_run;	/* of comparison_of_targets; owned */
};

/*
 * Compare two sides, whose runs and names must outlive the comparison. It is
 * one of a set of `among` comparisons, whose intervals all hold at once.
 */
void comparison_make(struct comparison *comparison, const struct side *old_side,
		     const struct side *new_side, double threshold_pct,
		     size_t among);

/*
 * Compares a target of a record with its first, round by round; the names are
 * their directories. `target` is 1 or more. The intervals hold at once for
 * all targets of the record.
 */
void comparison_of_targets(struct comparison *comparison,
			   const struct record *record, unsigned target,
			   double threshold_pct);

/*
 * The exact two-sided p of a permutation test of a test or a score, which
 * decides nothing and takes a while; negative: not known.
 */
double comparison_permutation_p(const struct comparison *comparison,
				const struct compared *compared);

/* Whether two records are of one run: its start, seed and host's name. */
bool comparison_is_one_run(const struct record *a, const struct record *b);

void comparison_free(struct comparison *comparison);

#endif
