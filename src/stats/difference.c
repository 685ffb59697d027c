/*
 * Logarithms of figures and their differences: by the jackknife, Welch's, of a
 * common spread, and slopes; and their intervals.
 */
#include <config.h>

#include <math.h>

#include "diskidx/statistics.h"

/* Find the mean of the logarithms and their standard deviation; false if there
 * are none, or a value is not positive. */
static bool
find_moments(const double *x, size_t n, double *mean, double *spread)
{
	double sum = 0, squares = 0;

	for (size_t i = 0; i < n; i++) {
		if (!(x[i] > 0) || isinf(x[i]))
			return false;
		sum += log(x[i]);
	}
	*mean = sum / (double)n;
	for (size_t i = 0; i < n; i++)
		squares += (log(x[i]) - *mean) * (log(x[i]) - *mean);
	*spread = sqrt(squares / fmax((double)n - 1, 1));
	return n > 0;
}

bool
statistics_estimate(const double *x, size_t n, struct difference *estimate)
{
	double spread;

	if (n < 2 || !find_moments(x, n, &estimate->mean, &spread))
		return false;
	estimate->error = fmax(spread, STATISTICS_MIN_SPREAD) / sqrt((double)n);
	estimate->freedom = (double)(n - 1);
	return true;
}

void
statistics_subtract(const struct difference *old_part,
		    const struct difference *new_part,
		    struct difference *difference)
{
	double o = old_part->error * old_part->error;
	double n = new_part->error * new_part->error;

	difference->mean = new_part->mean - old_part->mean;
	difference->error = sqrt(o + n);
	difference->freedom = (o + n) * (o + n) /
		(o * o / old_part->freedom + n * n / new_part->freedom);
}

bool
statistics_pooled(const struct values *group, size_t n_groups,
		  struct difference *difference)
{
	double mean[2] = { 0, 0 }, other, squares = 0, freedom = 0, spread;

	if (group[0].n == 0 || group[1].n == 0)
		return false;
	for (size_t i = 0; i < n_groups; i++) {
		if (group[i].n == 0)
			continue;
		if (!find_moments(group[i].x, group[i].n,
				  i < 2 ? &mean[i] : &other, &spread))
			return false;
		squares += spread * spread * (double)(group[i].n - 1);
		freedom += (double)(group[i].n - 1);
	}
	if (freedom < 1)
		return false;
	spread = fmax(sqrt(squares / freedom), STATISTICS_MIN_SPREAD);
	difference->mean = mean[1] - mean[0];
	difference->error = spread * sqrt(1 / (double)group[0].n +
					  1 / (double)group[1].n);
	difference->freedom = freedom;
	return true;
}

bool
statistics_slope(const double *x, size_t n, struct difference *difference)
{
	double middle = (double)n / 2 - 0.5, mean, spread;
	double squares = 0, products = 0, residuals = 0;

	if (n < 3 || !find_moments(x, n, &mean, &spread))
		return false;
	for (size_t i = 0; i < n; i++) {
		double at = (double)i - middle;

		squares += at * at;
		products += at * (log(x[i]) - mean);
	}
	difference->mean = products / squares;
	for (size_t i = 0; i < n; i++) {
		double off = log(x[i]) - mean -
			difference->mean * ((double)i - middle);

		residuals += off * off;
	}
	difference->freedom = (double)(n - 2);
	difference->error =
		fmax(sqrt(residuals / difference->freedom),
		     STATISTICS_MIN_SPREAD) / sqrt(squares);
	return true;
}

/*
 * Leaving one of n out moves a mean by 1 / (n - 1) of what that one is off, so
 * the standard error is their deviation times (n - 1) / sqrt(n).
 */
bool
statistics_jackknife(double figure, const double *without, size_t n,
		     struct difference *estimate)
{
	double mean, spread;

	if (n < 2 || !(figure > 0) || !find_moments(without, n, &mean, &spread))
		return false;
	estimate->mean = log(figure);
	estimate->error = spread * (double)(n - 1) / sqrt((double)n);
	estimate->freedom = (double)(n - 1);
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
