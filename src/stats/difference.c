/*
 * Differences of logarithms: Welch's, of pairs, and slopes; the intervals and
 * the changes that they can show.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/statistics.h"

#define POWER 0.8

/* Return log(x) on the heap; NULL if n is 0 or a value is not positive. */
static double *
logarithms(const double *x, size_t n)
{
	double *y = n == 0 ? NULL : xmalloc(n * sizeof(*y));

	for (size_t i = 0; i < n; i++) {
		if (!(x[i] > 0) || isinf(x[i])) {
			free(y);
			return NULL;
		}
		y[i] = log(x[i]);
	}
	return y;
}

static double
spread_or_least(double spread)
{
	return spread < STATISTICS_MIN_SPREAD ? STATISTICS_MIN_SPREAD :
	       spread;
}

/* Compute the mean of n values, and the variance of that mean. */
static void
mean_and_variance(const double *y, size_t n, double *mean, double *variance)
{
	double spread = spread_or_least(statistics_stddev(y, n));

	*mean = statistics_mean(y, n);
	*variance = spread * spread / (double)n;
}

bool
statistics_welch(const double *old_x, size_t n_old, const double *new_x,
		 size_t n_new, struct difference *difference)
{
	double *old_y, *new_y, old_mean, new_mean, old_part, new_part, sum;
	bool known = false;

	if (n_old < 2 || n_new < 2)
		return false;
	old_y = logarithms(old_x, n_old);
	new_y = logarithms(new_x, n_new);
	if (old_y != NULL && new_y != NULL) {
		mean_and_variance(old_y, n_old, &old_mean, &old_part);
		mean_and_variance(new_y, n_new, &new_mean, &new_part);
		sum = old_part + new_part;
		difference->mean = new_mean - old_mean;
		difference->error = sqrt(sum);
		difference->freedom = sum * sum /
			(old_part * old_part / (double)(n_old - 1) +
			 new_part * new_part / (double)(n_new - 1));
		known = true;
	}
	free(old_y);
	free(new_y);
	return known;
}

/* Return log(new) - log(old) of each pair, on the heap; NULL as above. */
static double *
pair_differences(const double *old_x, const double *new_x, size_t n)
{
	double *old_y = logarithms(old_x, n), *new_y = logarithms(new_x, n);

	if (old_y == NULL || new_y == NULL) {
		free(old_y);
		free(new_y);
		return NULL;
	}
	for (size_t i = 0; i < n; i++)
		new_y[i] -= old_y[i];
	free(old_y);
	return new_y;
}

bool
statistics_paired(const double *old_x, const double *new_x, size_t n,
		  struct difference *difference)
{
	double *y, variance;

	if (n < 2)
		return false;
	y = pair_differences(old_x, new_x, n);
	if (y == NULL)
		return false;
	mean_and_variance(y, n, &difference->mean, &variance);
	difference->error = sqrt(variance);
	difference->freedom = (double)(n - 1);
	free(y);
	return true;
}

/* Fit a line through (0, y[0]), (1, y[1]), ...; n is 3 or more. */
static void
fit_line(const double *y, size_t n, struct difference *difference)
{
	double middle = (double)(n - 1) / 2, mean = statistics_mean(y, n);
	double squares = 0, products = 0, residuals = 0;

	for (size_t i = 0; i < n; i++) {
		double x = (double)i - middle;

		squares += x * x;
		products += x * (y[i] - mean);
	}
	difference->mean = products / squares;
	for (size_t i = 0; i < n; i++) {
		double off = y[i] - mean -
			difference->mean * ((double)i - middle);

		residuals += off * off;
	}
	difference->freedom = (double)(n - 2);
	difference->error =
		spread_or_least(sqrt(residuals / difference->freedom)) /
		sqrt(squares);
}

bool
statistics_slope(const double *x, size_t n, struct difference *difference)
{
	double *y;

	if (n < 3)
		return false;
	y = logarithms(x, n);
	if (y == NULL)
		return false;
	fit_line(y, n, difference);
	free(y);
	return true;
}

struct interval
statistics_ratio_interval(const struct difference *difference,
			  double confidence)
{
	double reach = difference->error *
		statistics_student_quantile(0.5 + confidence / 2,
					    difference->freedom);
	struct interval interval = {
		exp(difference->mean - reach), exp(difference->mean + reach)
	};

	return interval;
}

/* Add to the interval's reach what chance takes one time in five. */
double
statistics_detectable(const struct difference *difference, double confidence,
		      double threshold)
{
	double df = difference->freedom;
	double reach = statistics_student_quantile(0.5 + confidence / 2, df) +
		statistics_student_quantile(POWER, df);

	return (1 + threshold) * exp(reach * difference->error) - 1;
}
