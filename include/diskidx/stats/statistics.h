/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Statistics of a few positive numbers: pure arithmetic, no I/O. For rates it
 * uses logarithms, because rates multiply. */
#ifndef DISKIDX_STATS_STATISTICS_H
#define DISKIDX_STATS_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

/* The confidence of every shown interval. */
#define STATISTICS_CONFIDENCE 0.95

/* An interval of a positive value; all 0: unknown. */
struct interval {
	double low, high;
};

static inline bool
interval_known(struct interval interval)
{
	return interval.high > 0;
}

/* Return an interval in another unit. */
static inline struct interval
interval_times(struct interval interval, double unit)
{
	return (struct interval){ unit * interval.low, unit * interval.high };
}

/* The rules that make a test's value from its samples. */
enum rule {
	RULE_MEAN,		/* amount moved / time */
	RULE_UNIXBENCH		/* UnixBench's: whole numbers, the lowest third
				   dropped, geometric mean of the rest */
};

double statistics_mean(const double *x, size_t n);
double statistics_median(const double *x, size_t n);

/* Sample standard deviation (n - 1) / mean; 0 if n < 2 or the mean is 0. */
double statistics_cv(const double *x, size_t n);

/* exp(mean(ln x)); 0 if n is 0, or unless 0 < x < infinity. */
double statistics_geometric_mean(const double *x, size_t n);

/* Return the value that a Student t variable with `df` degrees of freedom (any
 * positive number) is below with probability p, 0 < p < 1. */
double statistics_student_quantile(double p, double df);

/*
 * The logarithm of a value, or a difference of two: its estimate, standard
 * error and degrees of freedom. exp(mean) is the value, or a ratio. All 0:
 * unknown.
 */
struct difference {
	double mean, error, freedom;
};

/*
 * The distance of one run from the truth, in logarithms: the squares of runs
 * about the mean of their group, and their degrees of freedom, added up over
 * groups; and the squares of the errors from the rounds within that many runs.
 */
struct spread {
	double squares, freedom, within;
	size_t n_within;
};

/* Runs give their spread with this freedom. If they have less, add... */
#define SPREAD_FREEDOM 4
/* ...this standard deviation between runs of one thing, */
#define SPREAD_BETWEEN 0.05
#define SPREAD_LATENCY 0.1	/* for percentiles, which vary more */
/* and this times the error from the rounds: rounds close in time are alike. */
#define SPREAD_WITHIN 2.0
/* Equal values have this spread, too: whole numbers and clocks hide it. */
#define SPREAD_LEAST 0.001

/* Add a group of n values (0: none). Return false, with nothing added, if one
 * is not positive. */
bool spread_add(struct spread *spread, const double *x, size_t n);

/* Add the error from the rounds of a run. */
void spread_add_within(struct spread *spread, double error);

/*
 * Compute the error of one run and its freedom, as with a prior of
 * SPREAD_FREEDOM degrees (scaled inverse chi-square; Gelman et al., Bayesian
 * Data Analysis, 2.6) that the runs displace:
 *
 *   lack = max(0, SPREAD_FREEDOM - freedom)
 *   error^2 = (lack * (between^2 + SPREAD_WITHIN^2 * within / n_within) +
 *              squares) / (lack + freedom)
 *
 * and at least SPREAD_LEAST. The mean of n runs has this error over sqrt(n).
 * With five runs of one thing, or three and three, it is Student's. Return
 * false, and do not change `run`, if there are too few runs and rounds.
 */
bool spread_of_run(const struct spread *spread, double between,
		   struct difference *run);

/* Return the 95 % interval of a single run from the error of its rounds;
 * unknown if that is unknown. */
struct interval spread_interval(const struct difference *rounds,
				double between);

/* Compute the slope per step of the line through log(x). n >= 3. */
bool statistics_slope(const double *x, size_t n,
		      struct difference *difference);

/*
 * Estimate the logarithm of a value from n rounds, by the jackknife: `without`
 * has the value from all rounds but one, for each of them, and these differ as
 * much as chance moved the value (Tukey, "Bias and confidence in not-quite
 * large samples", Annals of Mathematical Statistics 29, 1958). Assume that
 * rounds are independent. Unknown if n < 2 or a value is not positive.
 */
struct difference statistics_jackknife(double figure, const double *without,
				       size_t n);

/*
 * A step of a series to another level: the change of the logarithms' mean at
 * that place. It is the split of the last STEP_LONGEST values with the greatest
 * Student's t and at least STEP_SIDE values on each side.
 */
struct step {
	size_t first, at;	/* of the old level and of the new one */
	struct difference change;
};

#define STEP_LONGEST 30
#define STEP_SIDE 3
#define STEP_SHORTEST 8		/* least length that is judged */
#define STEP_CHANCE 0.0003	/* with equal values at one look; over a series
				   of 30 looks about 1 % */
#define STEP_LEAST 0.1		/* least change that counts */

/* Compute the change of the mean at a place among n values, with the error from
 * the spread on both sides. Return false if a value is not positive. */
bool statistics_split(const double *x, size_t n, size_t at,
		      struct difference *change);

/* Find the step, if chance makes such a one in at most STEP_CHANCE / among. */
bool statistics_step(const double *x, size_t n, size_t among,
		     struct step *step);

/* Return Student's t interval of exp(mean), at that confidence. */
struct interval statistics_ratio_interval(const struct difference *difference,
					  double confidence);

/* Return the probability that at least k of n independent events happen, each
 * with probability p. */
double statistics_at_least(size_t k, size_t n, double p);

/* Return them in ascending order, on the heap. */
double *statistics_sorted(const double *x, size_t n);

/* Return UnixBench's combination of passes: drop the lowest int(n/3), geometric
 * mean of the rest. */
double statistics_unixbench(const double *x, size_t n);

#endif
