/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Comparison: two sets of runs matched test by test: ratio, interval, verdict.
 *
 * The ratio divides the geometric mean of the new side by the mean of the old
 * side; above 1 the new side is better. The means are over runs, one value per
 * run. Runs vary by more than the rounds of one show, because the file has
 * another place and the machine other neighbors. So the error of one run is
 * spread_of_run() of all runs of both sides and of the history: other runs of
 * the same host, directories, tests and plan, from the newest level only
 * (statistics_step). The error of the logarithm of the ratio is the error of
 * one run times sqrt(1 / n_old + 1 / n_new).
 *
 * Two targets of one run are compared by their ratio's jackknife, round by
 * round: a disturbance of both cancels out. Their files keep one place for all
 * rounds, so the ratio is assumed to have the error of one run, not of two.
 *
 * Intervals are Student's. Three questions are asked, each with an error of
 * 5 %: about the Disk score; about all tests and categories together; and about
 * all latencies together (Bonferroni). So interval and verdict always agree.
 * Runs near in time are alike, and no formula over a few of them sees that:
 * only sides that were measured in turn avoid it.
 *
 * A test is faster or slower if its whole interval is more than 1 % from 1, as
 * steady disks repeat themselves to within 1 %; the same if all of the interval
 * is within 10 %; else undecided. It is not comparable if
 * - a side does not have it, or has no result,
 * - the fingerprints differ,
 * - only one side's result has an invalidating flag,
 * - both have one other than `memory`: two results of a cache say nothing
 *   about two disks, while two file systems in memory can be compared.
 * Latencies are compared in the same way: p50, p99 and the largest percentile
 * that all runs support. Their ratio divides the old side's latency by the new
 * one's, so that above 1 is better here, too. For two targets of one run, each
 * has the error from its rounds, as few requests are beyond a percentile.
 *
 * Scores are computed again over the rows that all runs of both sides scored,
 * if these are enough for a report to show that score.
 *
 * Targets are matched by their directory. A target whose directory the first
 * old run has not, or has several times, is matched in order with the targets
 * left in that run.
 */
#ifndef DISKIDX_COMPARISON_COMPARISON_H
#define DISKIDX_COMPARISON_COMPARISON_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "diskidx/base/texts.h"
#include "diskidx/base/units.h"
#include "diskidx/record/record.h"
#include "diskidx/stats/statistics.h"

#define COMPARISON_EVERY_TARGET UINT_MAX
#define COMPARISON_LEAST_PCT 1.0	/* change that gets a verdict */
#define COMPARISON_SAME_PCT 10.0	/* change that is none */
#define COMPARISON_MOST 10.0	/* times that a verdict names */
#define COMPARISON_MOST_RUNS 1000	/* on each side; see compared_runs */

enum verdict {
	VERDICT_FASTER, VERDICT_SLOWER, VERDICT_SAME, VERDICT_UNDECIDED,
	VERDICT_NOT_COMPARABLE, VERDICT_COUNT
};

extern const char *const verdict_name[VERDICT_COUNT];

/* Questions of a comparison, each answered with an error of 5 %. */
enum question { ASK_DISK, ASK_TESTS, ASK_LATENCIES, QUESTIONS };

/* Two sides, and the groups whose spread is known. */
enum { OLD, NEW, SIDES, HISTORY = SIDES, GROUPS };

/* One of the two sets of summarized runs. It owns nothing. */
struct side {
	const char *name;	/* files or a directory, for the reader */
	const struct record *const *run;
	size_t n_runs;		/* at least 1 */
	unsigned target;	/* of two targets of one run, or
				   COMPARISON_EVERY_TARGET */
	const char *const *file;	/* those in `name`, or NULL */
	size_t n_files;
};

/* One side of a test or score. */
struct compared_side {
	const char *directory;	/* measured ("A, B": by several runs), or
				   NULL */
	double value;
	size_t n;		/* runs averaged, or rounds of one run; 0: there
				   is no value */
	/* Number of a test's runs with a result, and all their flags. */
	size_t n_runs;
	unsigned flags;		/* bits: 1u << enum flag */
};

/* A test on a target by a number of copies, a score, or a percentile of a
 * test's latency. */
struct compared {
	const char *id, *title;		/* the record's; "Disk", "12 tests" */
	const char *category;		/* of a test or a latency */
	/* Number in the first old run, or above all of its numbers. */
	unsigned target;
	unsigned copies;
	enum unit unit;			/* of a test */
	size_t rows;			/* number of tests in a score */
	double percent;			/* of a latency in ns; 0: none */
	struct compared_side side[SIDES];
	double ratio;			/* 0: none */
	/* The difference of the logarithms, all 0 if it is not known; the
	 * error of one run; the ratio's interval with that confidence. */
	struct difference difference;
	double run_error, confidence;
	struct interval ci95;
	enum verdict verdict;
	const char *why;	/* reason why it is not comparable or has no
				   interval */
};

/* Rows of a kind; and for each of them, a const struct compared *. */
struct family {
	struct compared *row;
	size_t n;
};
#define for_each_compared(c, family) \
	for_each(const struct compared, c, (family)->row, (family)->n)

struct comparison {
	struct side side[GROUPS];	/* of HISTORY the runs used, if any */
	bool same_record;	/* two targets of one run */
	bool by_directory;	/* all runs have the same directories, so
				   targets are matched by them only */
	struct family all;	/* the tests, the latencies, then the scores */
	struct family tests, latencies, scores;
	struct family curves;	/* all percentiles from p50 on, to draw */
	size_t intervals[QUESTIONS];	/* that hold at once, in all of the set
					   of comparisons */
	struct texts differences;	/* "kernel: 6.1 and 6.6" */
	struct texts differing;		/* "kernel"; never "directory" */
	const char *coverage;	/* how the spread is known; NULL: there is no
				   interval */
	/* Sentences to quote: who is faster, by that row or, for NULL, by the
	 * counts; how many tests and latencies are, or NULL; and both. */
	const struct compared *by;
	const char *answer, *counts, *conclusion;
	const struct record **run;	/* of the history, or the one with both
					   targets; owned */
};

/* Compare two sides, whose runs and names must outlive the comparison. Of the
 * runs of side[HISTORY], named by where they are, it uses those that fit. */
void comparison_make(struct comparison *comparison,
		     const struct side side[GROUPS]);

/*
 * Compare the next target of a record with its first one, round by round, if
 * they have a test in common, as all but jobs with directories of their own
 * have; *target is 0 at first. The sides are named by their directories. The
 * intervals hold at once for all targets of the record. Return false, with
 * nothing to free, after the last.
 */
bool comparison_next_target(struct comparison *comparison,
			    const struct record *record, unsigned *target);

/* In conclusion.c: return the largest change in a row's interval in per cent,
 * rounded up; it is the same for exchanged sides. */
unsigned compared_within(const struct compared *row);

/* Return a verdict with that change: "same within 4 %", "undecided <35%",
 * from 100 % on "undecided <2.5x", from COMPARISON_MOST on "undecided". It
 * lasts as say.h says, as the next one. */
const char *compared_verdict(const struct compared *row);

/* Return an interval as "0.98 to 1.20" (NULL: it is not known), and a row's
 * ("-": it has none). */
char *interval_text(struct interval ci95);
const char *compared_interval(const struct compared *row);

/* Return at least how many runs on each side decide a row that has an interval,
 * if they differ as far as now: its verdict, or a fall by a share above 0. */
size_t compared_runs(const struct compared *row, double fall_pct);

/* In history.c: order records by start, seed and host, as strcmp does; 0: they
 * are of one run. */
int comparison_order(const struct record *a, const struct record *b);

/* Return true if that run is one of the side's. */
bool side_has_run(const struct side *side, const struct record *run);

/* Sort runs by their start, so that copies of one run stand together, in the
 * order that they have in memory. */
void comparison_sort_runs(const struct record **run, size_t n);

/* Free all that it owns, but not the struct. */
void comparison_free(struct comparison *comparison);

#endif
