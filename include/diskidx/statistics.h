/*
 * Statistics of a few positive numbers: pure arithmetic, no I/O. All of it
 * works on logarithms where rates are concerned, since rates multiply.
 */
#ifndef DISKIDX_STATISTICS_H
#define DISKIDX_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

struct interval {
	double low, high;
};

/* The rules by which a test's samples make its value. */
enum rule {
	RULE_MEAN,		/* their geometric mean */
	RULE_UNIXBENCH		/* UnixBench's: whole numbers, the lowest third
				   dropped, geometric mean of the rest */
};

double statistics_mean(const double *x, size_t n);

/* Sample standard deviation (n - 1); 0 if n < 2. */
double statistics_stddev(const double *x, size_t n);

/* stddev / mean; 0 if n < 2 or the mean is 0. */
double statistics_cv(const double *x, size_t n);

/* exp(mean(ln x)); 0 if n is 0 or any x is not positive. */
double statistics_geometric_mean(const double *x, size_t n);

/*
 * Compute the Student t interval of that confidence (0.95) on the logarithms,
 * around the geometric mean. Return false, with *interval untouched, if n < 2
 * or any x is not positive.
 */
bool statistics_log_interval(const double *x, size_t n, double confidence,
			     struct interval *interval);

/*
 * Return the value that a Student t variable with `df` degrees of freedom (any
 * positive number) stays below with probability p, 0 < p < 1.
 */
double statistics_student_quantile(double p, double df);

/*
 * A difference of logarithms, or one of them: its estimate, standard error and
 * degrees of freedom. exp(mean) is a ratio.
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

/* Return the interval of the ratio exp(mean), at that confidence. */
struct interval statistics_ratio_interval(const struct difference *difference,
					  double confidence);

/*
 * Return UnixBench's combination of passes: sort, drop the lowest int(n/3),
 * geometric mean of the rest; *kept (if not NULL) is the number kept.
 */
double statistics_unixbench(const double *x, size_t n, size_t *kept);

#endif
