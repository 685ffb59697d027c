/*
 * Comparison: two sets of runs matched test by test: ratio, interval, verdict.
 *
 * The ratio divides the geometric mean of the new side by the mean of the old
 * one; above 1 the new side is better. The means are over the values of runs,
 * one a run, since runs differ by more than the rounds of one tell: the file
 * has another place, the machine other neighbours. So does the error of the
 * difference, on the logarithms, come from the spread of the runs' values:
 * - from three runs in all of one spread, which each side with several runs
 *   tells about, and lends to the other;
 * - from three runs on one side, and more on the other, Welch's, of a spread
 *   for each side: one of many runs can't tell the spread of the other;
 * - for one run a side, of the spread of other runs (side[HISTORY]) that have
 *   the same host, directories, tests and plan, if there are three;
 * - without them there is only the spread within the two runs. The verdicts
 *   then hold in these two runs and say nothing about the next ones.
 * Never is the error below what the rounds within the runs tell.
 *
 * A run's rounds tell about it what they do in its report: the jackknife over
 * them. Two targets of one run are compared by their ratio's, round by
 * round: what disturbs both cancels out. Their files keep one place for all
 * rounds, so the verdict is about these two files.
 *
 * Intervals are Student's and hold at once for all that is compared
 * (Bonferroni), so that interval and verdict always agree: of the error of 5 %
 * the tests, the latencies and the scores have a third each. Where nothing
 * tells the spread, a ratio has no interval, and that is its verdict.
 *
 * A test is faster or slower if its interval lies wholly beyond 1 %, to which
 * steady disks repeat themselves; else the same, if it lies wholly within a
 * limit that the user sets. It is not comparable if
 * - a side lacks it or has no figure for it,
 * - the fingerprints differ,
 * - only one side's figure carries an invalidating flag,
 * - both carry one other than `memory`: two figures of a cache say nothing
 *   about two disks, while two file systems in memory can be compared.
 * Latencies are compared likewise: p50, p99 and the largest percentile that all
 * runs support. Their ratio is above 1 where the new side takes longer, and its
 * verdict `slower`. Two targets of one run are compared by the error that the
 * rounds of each tell, since a round has few requests beyond a percentile.
 *
 * Scores are computed anew over the rows that all runs of both sides scored,
 * if these are enough for a report to show that score.
 *
 * Targets are matched by their directory. Those whose directory the first old
 * run lacks or has several times are matched in order with the targets of that
 * run that are left.
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
#define COMPARISON_LEAST_PCT 1.0	/* change that gets a verdict */
#define COMPARISON_SAME_PCT 5.0		/* change that is none to most users */
#define COMPARISON_RUNS 3	/* of a side or a history, to tell a spread */

enum verdict {
	VERDICT_FASTER, VERDICT_SLOWER, VERDICT_SAME, VERDICT_NO_DIFFERENCE,
	VERDICT_NO_INTERVAL, VERDICT_NOT_COMPARABLE, VERDICT_COUNT
};

/* Return "faster", "slower", "same", "no difference shown", "no interval" or
 * "not comparable". */
const char *verdict_name(enum verdict verdict);

/* The runs that the verdicts hold for, by the spread that they rest on. */
enum scope {
	SCOPE_RUNS,	/* further ones: of the runs on the sides */
	SCOPE_HISTORY,	/* further ones: of other runs of this machine */
	SCOPE_TWO_RUNS,	/* the two compared: within them */
	SCOPE_ONE_RUN	/* the one run of two directories: of its rounds */
};

/* Return "runs", "history", "two runs" or "one run". */
const char *scope_name(enum scope scope);

/* Two sides, and the groups whose spread is known. */
enum { OLD, NEW, SIDES, HISTORY = SIDES, GROUPS };

/* One of the two sets of summarised runs. It owns nothing. */
struct side {
	const char *name;	/* for the reader: files or a directory */
	const struct record *const *run;
	size_t n_runs;		/* at least 1 */
	unsigned target;	/* of two targets of one run, or
				   COMPARISON_EVERY_TARGET */
	const char *const *file;	/* those in `name`, or NULL */
	size_t n_files;
};

/* One side of a test or score. */
struct compared_side {
	char *directory;	/* measured ("A, B": by several runs); owned,
				   or NULL */
	double value;
	size_t n;		/* runs averaged, or rounds of one run; 0: there
				   is no value */
	/* Only tests: number of runs with a figure, and all their flags. */
	size_t n_runs;
	unsigned flags;		/* bits: 1u << enum flag */
};

/* A test on a target by a number of copies, a score, or a percentile of a
 * test's latency. */
struct compared {
	const char *id, *title;		/* the record's; a score's name */
	const char *category;		/* "Score" for a score */
	/* Number in the first old run, or a number above all of that run. */
	unsigned target;
	unsigned copies;
	enum unit unit;			/* of a test */
	size_t rows;			/* number of tests in a score */
	double percent;			/* of a latency in ns; 0: none */
	struct compared_side side[SIDES];
	bool has_ratio, has_interval;
	double ratio;
	/* With has_interval: of the logarithms; the ratio's interval; and a
	 * limit that the ratios of all tests are below with 99 %. */
	struct difference difference;
	struct interval ci95;
	double below;
	enum verdict verdict;
	char *why;		/* reason why it is not comparable or has no
				   interval; owned */
};

/* Rows whose intervals all hold at once. */
struct family {
	struct compared *row;
	size_t n;
	size_t intervals;	/* in all of the set of comparisons */
};

struct comparison {
	struct side side[GROUPS];	/* of HISTORY the runs used, if any */
	double same_pct;
	enum scope scope;
	bool same_record;	/* two targets of one run */
	bool by_directory;	/* all runs have the same directories, so
				   targets are matched by them alone */
	struct compared *row;	/* the tests, the latencies, then the scores */
	size_t n_rows;
	struct family tests, latencies, scores;
	char **difference;	/* "kernel: 6.1 and 6.6"; owned */
	size_t n_differences;
	char *coverage;		/* runs and times that the intervals cover;
				   owned; NULL: there is no interval */
	char *conclusion;	/* one sentence to quote; owned */
	const struct record **own_run;	/* of comparison_of_targets; owned */
	const struct record **history_run;	/* owned */
};

/*
 * Compare two sides, whose runs and names must outlive the comparison. Of the
 * runs of side[HISTORY], named by where they are, it uses those that fit. It is
 * one of a set of `among` comparisons, whose intervals all hold at once.
 */
void comparison_make(struct comparison *comparison,
		     const struct side side[GROUPS], double same_pct,
		     size_t among);

/*
 * Compare a target of a record (1 or more) with its first one, round by round;
 * the sides are named by their directories. The intervals hold at once for all
 * targets of the record.
 */
void comparison_of_targets(struct comparison *comparison,
			   const struct record *record, unsigned target,
			   double same_pct);

/* Return true if two records have the same start, seed and host name. */
bool comparison_is_one_run(const struct record *a, const struct record *b);

/* Return true if that run is one of the side's. */
bool side_has_run(const struct side *side, const struct record *run);

/* Return "A", or "A (old) and B (new)", on the heap; NULL: not known. */
char *compared_directory(const struct compared *compared);

/* Free all that it owns, but not the struct. */
void comparison_free(struct comparison *comparison);

#endif
