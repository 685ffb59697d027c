/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Statistics of a few positive numbers: pure arithmetic, no I/O. It works on
 * logarithms where rates are concerned, since rates multiply.
 */
#ifndef DISKIDX_STATS_STATISTICS_H
#define DISKIDX_STATS_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

/* The confidence of every interval that is shown. */
#define STATISTICS_CONFIDENCE 0.95

/* An interval of something positive; all 0: not known. */
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

/* The rules by which a test's samples make its value. */
enum rule {
	RULE_MEAN,		/* what was moved, over the time that it took */
	RULE_UNIXBENCH		/* UnixBench's: whole numbers, the lowest third
				   dropped, geometric mean of the rest */
};

double statistics_mean(const double *x, size_t n);
double statistics_median(const double *x, size_t n);

/* Sample standard deviation (n - 1) / mean; 0 if n < 2 or the mean is 0. */
double statistics_cv(const double *x, size_t n);

/* In difference.c: exp(mean(ln x)); 0 if n is 0 or any x is not positive, or
 * infinite. */
double statistics_geometric_mean(const double *x, size_t n);

/*
 * Return the value that a Student t variable with `df` degrees of freedom (any
 * positive number) stays below with probability p, 0 < p < 1.
 */
double statistics_student_quantile(double p, double df);

/*
 * The logarithm of a figure, or a difference of two: its estimate, standard
 * error and degrees of freedom. exp(mean) is the figure, or a ratio. All 0: not
 * known.
 */
struct difference {
	double mean, error, freedom;
};

/*
 * Distance of one run from the truth, in logarithms: squares of runs about the
 * mean of their group and their degrees of freedom, summed over groups; and the
 * squares of the errors that the rounds within so many runs tell.
 */
struct spread {
	double squares, freedom, within;
	size_t n_within;
};

/* Runs tell their spread with this freedom; what they lack is filled up... */
#define SPREAD_FREEDOM 4
/* ...with this standard deviation between runs of one thing, */
#define SPREAD_BETWEEN 0.05
#define SPREAD_LATENCY 0.1	/* of percentiles, which differ by more */
/* and with as many times what the rounds tell, since rounds near in time are
 * alike. */
#define SPREAD_WITHIN 2.0
/* Equal figures have this spread, too: whole numbers and clocks hide it. */
#define SPREAD_LEAST 0.001

/* Add a group of n values (0: none). Return false, with nothing added, if one
 * is not positive. */
bool spread_add(struct spread *spread, const double *x, size_t n);

/* Add the error that the rounds of a run tell. */
void spread_add_within(struct spread *spread, double error);

/*
 * Compute the error of one run and its freedom, as a prior of SPREAD_FREEDOM
 * degrees would (scaled inverse chi-square; Gelman et al., Bayesian Data
 * Analysis, 2.6) that the runs displace:
 *
 *   lack = max(0, SPREAD_FREEDOM - freedom)
 *   error^2 = (lack * (between^2 + SPREAD_WITHIN^2 * within / n_within) +
 *              squares) / (lack + freedom)
 *
 * and no less than SPREAD_LEAST. The mean of n runs has this error over
 * sqrt(n). From five runs of one thing, or three and three, it is Student's.
 * Return false, and leave `run` alone, if neither runs nor rounds tell enough.
 */
bool spread_of_run(const struct spread *spread, double between,
		   struct difference *run);

/* Return the 95 % interval of a single run, by what its rounds tell alone; if
 * that is not known, neither is the interval. */
struct interval spread_interval(const struct difference *rounds,
				double between);

/* Compute the slope per step of the line through log(x). n >= 3. */
bool statistics_slope(const double *x, size_t n,
		      struct difference *difference);

/*
 * Estimate the logarithm of a figure that n rounds make, by the jackknife: each
 * of `without` is the figure that all rounds but one make, and those differ as
 * much as chance moved it (Tukey, "Bias and confidence in not-quite large
 * samples", Annals of Mathematical Statistics 29, 1958). Assumes that rounds
 * are independent. Not known if n < 2 or a figure is not positive.
 */
struct difference statistics_jackknife(double figure, const double *without,
				       size_t n);

/*
 * A series of values that moves to another level: the change of the logarithms'
 * mean from that place on. Of the last STEP_LONGEST values the split of the
 * greatest Student's t, with STEP_SIDE or more on either side.
 */
struct step {
	size_t first, at;	/* of the old level and of the new one */
	struct difference change;
};

#define STEP_LONGEST 30
#define STEP_SIDE 3
#define STEP_SHORTEST 8		/* series that is judged */
#define STEP_CHANCE 0.0003	/* of equal values at one look; over a series
				   of 30 looks some 1 % */
#define STEP_LEAST 0.1		/* change that counts */

/* Compute the change of the mean at a place among n values, with the error that
 * the spread on both sides tells. Return false if one is not positive. */
bool statistics_split(const double *x, size_t n, size_t at,
		      struct difference *change);

/* Find it, if chance alone steps so in at most STEP_CHANCE / among. */
bool statistics_step(const double *x, size_t n, size_t among,
		     struct step *step);

/* Return Student's t interval of exp(mean), at that confidence. */
struct interval statistics_ratio_interval(const struct difference *difference,
					  double confidence);

/*
 * Return the probability that at least k of n independent events happen, each
 * of which does so with probability p.
 */
double statistics_at_least(size_t k, size_t n, double p);

/* Return them in ascending order, on the heap. */
double *statistics_sorted(const double *x, size_t n);

/* Return UnixBench's combination of passes: drop the lowest int(n/3), geometric
 * mean of the rest. */
double statistics_unixbench(const double *x, size_t n);

#endif
