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

double statistics_mean(const double *x, size_t n);

/* Sample standard deviation (n - 1); 0 if n < 2. */
double statistics_stddev(const double *x, size_t n);

/* stddev / mean; 0 if n < 2 or the mean is 0. */
double statistics_cv(const double *x, size_t n);

/* exp(mean(ln x)); 0 if n is 0 or any x is not positive. */
double statistics_geometric_mean(const double *x, size_t n);

/*
 * Student t interval of that confidence (0.95) on the logarithms, around the
 * geometric mean. False, with *interval untouched, if n < 2 or any x is not
 * positive.
 */
bool statistics_log_interval(const double *x, size_t n, double confidence,
			     struct interval *interval);

/*
 * The value that a Student t variable with `df` degrees of freedom (any
 * positive number) stays below with probability p, 0 < p < 1.
 */
double statistics_student_quantile(double p, double df);

/*
 * UnixBench's combination of passes: sort, drop the lowest int(n/3), geometric
 * mean of the rest; *kept (if not NULL) tells how many were kept.
 */
double statistics_unixbench(const double *x, size_t n, size_t *kept);

#endif
