/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Statistics: means, spreads and Student's t; then the same of logarithms, with
 * steps, slopes and intervals. Sums need two passes: a spread of a thousandth
 * must not be lost in the square of the mean. */
#include <config.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/stats/statistics.h"

/* From here, Student's t is the normal distribution to a millionth. */
#define LARGE_DF 1e6

double
statistics_mean(const double *x, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += x[i];
	return sum / fmax((double)n, 1);
}

double
statistics_cv(const double *x, size_t n)
{
	double mean = statistics_mean(x, n), squares = 0;

	if (n < 2 || mean == 0)
		return 0;
	for (size_t i = 0; i < n; i++)
		squares += (x[i] - mean) * (x[i] - mean);
	return sqrt(squares / (double)(n - 1)) / mean;
}

static double
away_from_zero(double x)
{
	return fabs(x) < DBL_MIN ? DBL_MIN : x;
}

/*
 * Return the continued fraction of the incomplete beta function, 1/(1 + d1/(1 +
 * d2/(1 + ...))), NIST Digital Library of Mathematical Functions, 8.17.22
 * and 8.17.23, by the modified Lentz method: c and d are the ratios of
 * successive numerators and denominators.
 */
static double
beta_fraction(double x, double a, double b)
{
	double c = 1, d = 0, f = 1, step = 0;

	for (int k = 1; k < 10000 && fabs(step - 1) > DBL_EPSILON; k++) {
		int m = k / 2;
		double at = a + k - 1, term;

		if (k % 2 == 0)
			term = m * (b - m) * x / (at * (at + 1));
		else
			term = -(a + m) * (a + b + m) * x / (at * (at + 1));
		d = 1 / away_from_zero(1 + term * d);
		c = away_from_zero(1 + term / c);
		step = c * d;
		f *= step;
	}
	return 1 / f;
}

/*
 * Return P(T > t) for t >= 0: half of I_x(a, b), the regularized incomplete
 * beta function, at a = df/2, b = 1/2 and x = df / (df + t^2) (Abramowitz and
 * Stegun, Handbook of Mathematical Functions, 26.5.27). The fraction converges
 * fast if x is below (a + 1) / (a + b + 2); otherwise I_x(a, b) = 1 - I_y(b, a)
 * (8.17.4), with y = 1 - x, which may be small.
 */
static double
student_tail(double t, double df)
{
	double ratio = t * t / df;
	double x = 1 / (1 + ratio), y = ratio / (1 + ratio);
	double a = df / 2, b = 0.5, front;

	if (x <= 0)
		return 0;
	if (y <= 0)
		return 0.5;
	front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) +
		    a * log(x) + b * log(y));
	if (x <= (a + 1) / (a + b + 2))
		return front * beta_fraction(x, a, b) / a / 2;
	return (1 - front * beta_fraction(y, b, a) / b) / 2;
}

/* Bisection needs about ten microseconds and cannot diverge. */
static double
find_quantile(double p, double df)
{
	double tail = fmin(p, 1 - p), low = 0, high = 1;

	if (p == 0.5)
		return 0;
	while (student_tail(high, df) > tail && high < DBL_MAX / 2) {
		low = high;
		high *= 2;
	}
	for (int i = 0; i < 200 && high - low > 1e-14 * high; i++) {
		double between = low + (high - low) / 2;

		if (student_tail(between, df) > tail)
			low = between;
		else
			high = between;
	}
	return p < 0.5 ? -high : high;
}

/* Keep the last ones: most intervals of a record have the same freedom. */
double
statistics_student_quantile(double p, double df)
{
	static struct {
		double p, df, quantile;
	} known[8], *next = known;

	if (!(df < LARGE_DF))
		df = LARGE_DF;
	for (size_t i = 0; i < LENGTH(known); i++)
		if (known[i].p == p && known[i].df == df)
			return known[i].quantile;
	if (++next == known + LENGTH(known))
		next = known;
	next->p = p;
	next->df = df;
	next->quantile = find_quantile(p, df);
	return next->quantile;
}

/* Add up the missing terms, each from the one before. */
double
statistics_at_least(size_t k, size_t n, double p)
{
	double term = pow(1 - p, (double)n), sum = 0;

	if (p >= 1)
		return 1;
	for (size_t i = 0; i < k; i++) {
		sum += term;
		term *= (double)(n - i) / (double)(i + 1) * p / (1 - p);
	}
	return fmax(1 - sum, 0);
}

static int
compare_doubles(const void *a, const void *b)
{
	double left = *(const double *)a, right = *(const double *)b;

	return (left > right) - (left < right);
}

double *
statistics_sorted(const double *x, size_t n)
{
	double *sorted = xmalloc((n + 1) * sizeof(*sorted));

	if (n > 0)
		memcpy(sorted, x, n * sizeof(*sorted));
	qsort(sorted, n, sizeof(*sorted), compare_doubles);
	return sorted;
}

double
statistics_median(const double *x, size_t n)
{
	double *sorted, median;

	if (n == 0)
		return 0;
	sorted = statistics_sorted(x, n);
	median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
	free(sorted);
	return median;
}

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

double
statistics_geometric_mean(const double *x, size_t n)
{
	double mean, spread;

	return find_moments(x, n, &mean, &spread) ? exp(mean) : 0;
}

double
statistics_unixbench(const double *x, size_t n)
{
	double *sorted = statistics_sorted(x, n), mean;
	size_t dropped = n / 3;

	mean = statistics_geometric_mean(sorted + dropped, n - dropped);
	free(sorted);
	return mean;
}

bool
spread_add(struct spread *spread, const double *x, size_t n)
{
	double mean, deviation;

	if (n == 0 || !find_moments(x, n, &mean, &deviation))
		return n == 0;
	spread->squares += deviation * deviation * (double)(n - 1);
	spread->freedom += (double)(n - 1);
	return true;
}

void
spread_add_within(struct spread *spread, double error)
{
	spread->within += error * error;
	spread->n_within++;
}

bool
spread_of_run(const struct spread *spread, double between,
	      struct difference *run)
{
	double lack = fmax(SPREAD_FREEDOM - spread->freedom, 0);
	double within = spread->within / fmax((double)spread->n_within, 1);
	double filled = lack * (between * between + SPREAD_WITHIN *
				SPREAD_WITHIN * within);

	if (spread->n_within == 0 && spread->freedom < SPREAD_FREEDOM)
		return false;
	run->freedom = lack + spread->freedom;
	run->error = fmax(sqrt((filled + spread->squares) / run->freedom),
			  SPREAD_LEAST);
	return true;
}

struct interval
spread_interval(const struct difference *rounds, double between)
{
	struct difference run = *rounds;
	struct spread spread = { 0 };

	if (rounds->freedom == 0)
		return (struct interval){ 0, 0 };
	spread_add_within(&spread, rounds->error);
	spread_of_run(&spread, between, &run);
	return statistics_ratio_interval(&run, STATISTICS_CONFIDENCE);
}

bool
statistics_split(const double *x, size_t n, size_t at,
		 struct difference *change)
{
	double before, after, deviation[2], squares;

	if (!find_moments(x, at, &before, &deviation[0]) ||
	    !find_moments(x + at, n - at, &after, &deviation[1]))
		return false;
	squares = deviation[0] * deviation[0] * (double)(at - 1) +
		deviation[1] * deviation[1] * (double)(n - at - 1);
	change->mean = after - before;
	change->error = fmax(sqrt(squares / (double)(n - 2)), SPREAD_LEAST) *
		sqrt(1 / (double)at + 1 / (double)(n - at));
	change->freedom = (double)(n - 2);
	return true;
}

bool
statistics_step(const double *x, size_t n, size_t among, struct step *step)
{
	size_t first = n > STEP_LONGEST ? n - STEP_LONGEST : 0;
	double best = 0, least_t;

	if (n < STEP_SHORTEST)
		return false;
	x += first;
	n -= first;
	for (size_t at = STEP_SIDE; at + STEP_SIDE <= n; at++) {
		struct difference change;

		if (!statistics_split(x, n, at, &change))
			return false;
		if (fabs(change.mean) <= best * change.error)
			continue;
		best = fabs(change.mean) / change.error;
		*step = (struct step){ first, first + at, change };
	}
	least_t = statistics_student_quantile(
		1 - STEP_CHANCE / 2 / (double)among, (double)(n - 2));
	return best > least_t && fabs(step->change.mean) >= -log1p(-STEP_LEAST);
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
	difference->error = sqrt(residuals / difference->freedom / squares);
	return true;
}

/* A mean without one of n values moves by 1 / (n - 1) of that value's distance,
 * so the standard error is their deviation times (n - 1) / sqrt(n). */
struct difference
statistics_jackknife(double figure, const double *without, size_t n)
{
	double mean, spread;

	if (n < 2 || !(figure > 0) || !find_moments(without, n, &mean, &spread))
		return (struct difference){ 0, 0, 0 };
	return (struct difference){
		log(figure), spread * (double)(n - 1) / sqrt((double)n),
		(double)(n - 1)
	};
}

struct interval
statistics_ratio_interval(const struct difference *difference,
			  double confidence)
{
	double reach = difference->error *
		statistics_student_quantile(0.5 + confidence / 2,
					    difference->freedom);

	return (struct interval){
		exp(difference->mean - reach), exp(difference->mean + reach)
	};
}
