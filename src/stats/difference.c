/*
 * Differences of logarithms: Welch's, of pairs, and slopes; the intervals and
 * the changes that they can show; and the permutation test, which assumes
 * nothing about how values are distributed.
 */
#include <config.h>

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/statistics.h"

#define MAX_PERMUTATIONS 10000000
#define POWER 0.8

/* Differences of logarithms below this are rounding. */
#define ROUNDING 1e-12

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

/* Numbers about 0, of which some are summed up. */
struct permuted {
	const double *y;
	size_t n;
	double min_sum;		/* sums from this size on count */
};

static bool
is_extreme(const struct permuted *p, double sum)
{
	return fabs(sum) >= p->min_sum;
}

/*
 * Return the share of all choices of k of the n numbers, in lexicographic
 * order, whose sum is extreme. sum[i] is that of the first i chosen: the last
 * ones change most often, so that a step costs little and no error adds up.
 */
static double
share_of_choices(const struct permuted *p, size_t k, double choices)
{
	size_t *chosen = xmalloc(k * sizeof(*chosen)), at = 0;
	double *sum = xmalloc((k + 1) * sizeof(*sum)), extreme = 0;

	chosen[0] = 0;
	sum[0] = 0;
	for (;;) {
		sum[at + 1] = sum[at] + p->y[chosen[at]];
		for (; at + 1 < k; at++) {
			chosen[at + 1] = chosen[at] + 1;
			sum[at + 2] = sum[at + 1] + p->y[chosen[at + 1]];
		}
		extreme += is_extreme(p, sum[k]);
		while (at > 0 && chosen[at] == p->n - k + at)
			at--;
		if (chosen[at] == p->n - k + at)
			break;
		chosen[at]++;
	}
	free(chosen);
	free(sum);
	return extreme / choices;
}

/*
 * Return the share of all choices of signs whose sum is extreme. The bits of
 * `choice` are the signs; sum[i] is that of the numbers from i on.
 */
static double
share_of_signs(const struct permuted *p, double choices)
{
	double *sum = xmalloc((p->n + 1) * sizeof(*sum)), extreme = 0;
	size_t changed = p->n;

	sum[p->n] = 0;
	for (uint32_t choice = 0; choice < choices; choice++) {
		for (size_t i = changed; i-- > 0;)
			sum[i] = sum[i + 1] + (choice >> i & 1 ? -p->y[i] :
					       p->y[i]);
		extreme += is_extreme(p, sum[0]);
		for (changed = 1; choice >> (changed - 1) & 1;)
			changed++;
	}
	free(sum);
	return extreme / choices;
}

/* Return the number of choices of k out of n, or one over the maximum. */
static double
count_choices(size_t n, size_t k)
{
	double count = 1;

	for (size_t i = 1; i <= k && count <= MAX_PERMUTATIONS; i++)
		count = count * (double)(n - k + i) / (double)i;
	return count;
}

static double
total(const double *y, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += y[i];
	return sum;
}

/* Return the sum that counts as large: rounding makes no difference. */
static double
min_sum(const double *y, size_t n, double observed)
{
	double sizes = 0;

	for (size_t i = 0; i < n; i++)
		sizes += fabs(y[i]);
	return fabs(observed) - 1e-10 * sizes - ROUNDING * (double)n;
}

static double
signs_p(const double *old_x, const double *new_x, size_t n)
{
	double p = -1, *y;

	if (n >= 32 || ldexp(1, (int)n) > MAX_PERMUTATIONS)
		return -1;
	y = pair_differences(old_x, new_x, n);
	if (y != NULL) {
		struct permuted permuted = {
			y, n, min_sum(y, n, total(y, n))
		};

		p = share_of_signs(&permuted, ldexp(1, (int)n));
	}
	free(y);
	return p;
}

/*
 * Return p for two sides. The means differ as far as the sum of the smaller
 * side is from its share of all: the numbers are taken about their mean, so
 * that this share is 0.
 */
static double
divisions_p(const double *few, size_t n_few, const double *many, size_t n_many)
{
	size_t n = n_few + n_many;
	double choices = count_choices(n, n_few), p = -1, *x, *y, mean;

	if (choices > MAX_PERMUTATIONS)
		return -1;
	x = xmalloc(n * sizeof(*x));
	for (size_t i = 0; i < n; i++)
		x[i] = i < n_few ? few[i] : many[i - n_few];
	y = logarithms(x, n);
	if (y != NULL) {
		struct permuted permuted = { y, n, 0 };

		mean = statistics_mean(y, n);
		for (size_t i = 0; i < n; i++)
			y[i] -= mean;
		permuted.min_sum = min_sum(y, n, total(y, n_few));
		p = share_of_choices(&permuted, n_few, choices);
	}
	free(x);
	free(y);
	return p;
}

double
statistics_permutation_p(const double *old_x, size_t n_old,
			 const double *new_x, size_t n_new, bool paired)
{
	if (n_old == 0 || n_new == 0 || (paired && n_old != n_new))
		return -1;
	if (paired)
		return signs_p(old_x, new_x, n_old);
	return n_old <= n_new ? divisions_p(old_x, n_old, new_x, n_new) :
	       divisions_p(new_x, n_new, old_x, n_old);
}
