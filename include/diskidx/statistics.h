/*
 * Statistics of a few positive numbers: pure arithmetic, no I/O. It works on
 * logarithms where rates are concerned, since rates multiply.
 */
#ifndef DISKIDX_STATISTICS_H
#define DISKIDX_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

/* The confidence of every interval that is shown. */
#define STATISTICS_CONFIDENCE 0.95

struct interval {
	double low, high;
};

/* The rules by which a test's samples make its value. */
enum rule {
	RULE_MEAN,		/* what was moved, over the time that it took */
	RULE_UNIXBENCH		/* UnixBench's: whole numbers, the lowest third
				   dropped, geometric mean of the rest */
};

double statistics_mean(const double *x, size_t n);
double statistics_median(const double *x, size_t n);

/* Sample standard deviation (n - 1); 0 if n < 2. */
double statistics_stddev(const double *x, size_t n);

/* stddev / mean; 0 if n < 2 or the mean is 0. */
double statistics_cv(const double *x, size_t n);

/* exp(mean(ln x)); 0 if n is 0 or any x is not positive. */
double statistics_geometric_mean(const double *x, size_t n);

/*
 * Return the value that a Student t variable with `df` degrees of freedom (any
 * positive number) stays below with probability p, 0 < p < 1.
 */
double statistics_student_quantile(double p, double df);

/*
 * The logarithm of a figure, or a difference of two: its estimate, standard
 * error and degrees of freedom. exp(mean) is the figure, or a ratio.
 */
struct difference {
	double mean, error, freedom;
};

/* Values of one group; none if n is 0. */
struct values {
	const double *x;
	size_t n;
};

/* The smallest spread assumed, in logs: 0.1 % a value. */
#define STATISTICS_MIN_SPREAD 0.001

/*
 * Compute the mean of the logarithms and its error. Return false if there are
 * under 2 values, or one is not positive.
 */
bool statistics_estimate(const double *x, size_t n,
			 struct difference *estimate);

/* Compute new - old, of unequal variances: Welch's, with Satterthwaite's
 * degrees of freedom. */
void statistics_subtract(const struct difference *old_part,
			 const struct difference *new_part,
			 struct difference *difference);

/*
 * Compute log(second) - log(first) of two or more groups that have one variance
 * in common, which each group of two or more values tells about. Return false
 * if none does, one of the two is empty, or a value is not positive.
 */
bool statistics_pooled(const struct values *group, size_t n_groups,
		       struct difference *difference);

/* Compute the slope per step of the line through log(x). n >= 3. */
bool statistics_slope(const double *x, size_t n,
		      struct difference *difference);

/*
 * Estimate the logarithm of a figure that n rounds make, by the jackknife: each
 * of `without` is the figure that all rounds but one make, and those differ as
 * much as chance moved it (Tukey, "Bias and confidence in not-quite large
 * samples", Annals of Mathematical Statistics 29, 1958). Assumes that rounds
 * are independent. Return false if n < 2 or a figure is not positive.
 */
bool statistics_jackknife(double figure, const double *without, size_t n,
			  struct difference *estimate);

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
