/*
 * Logarithms and their differences, against worked examples; what an interval
 * and a verdict promise is simulated by tests/shell/statistics.sh.
 */
#include <config.h>

#include <math.h>

#include "diskidx/statistics.h"

#include "../support/test.h"

#define MAX_N 32

/* Compute Welch's difference, as a comparison of many runs does. */
static bool
welch(const double *old_x, size_t n_old, const double *new_x, size_t n_new,
      struct difference *difference)
{
	struct difference o, n;

	if (!statistics_estimate(old_x, n_old, &o) ||
	    !statistics_estimate(new_x, n_new, &n))
		return false;
	statistics_subtract(&o, &n, difference);
	return true;
}

TEST(welch_matches_a_worked_example)
{
	/* logs 0 1 2 and 1 3 5 7: means 1 and 4, variances 1 and 20/3 */
	double old_x[3], new_x[4];
	struct difference d;
	double a = 1.0 / 3, b = 20.0 / 3 / 4;

	for (int i = 0; i < 3; i++)
		old_x[i] = exp(i);
	for (int i = 0; i < 4; i++)
		new_x[i] = exp(1 + 2 * i);
	assert_true(welch(old_x, 3, new_x, 4, &d));
	assert_near(d.mean, 3, 1e-14);
	assert_near(d.error, sqrt(2), 1e-14);
	assert_near(d.freedom, 4 / (a * a / 2 + b * b / 3), 1e-13);
}

TEST(an_estimate_matches_a_worked_example)
{
	double x[] = { exp(0.1), exp(0.2), exp(0.3) };
	struct difference d;

	assert_true(statistics_estimate(x, 3, &d));
	assert_near(d.mean, 0.2, 1e-13);
	assert_near(d.error, 0.1 / sqrt(3), 1e-13);
	assert_near(d.freedom, 2, 0);
}

/* logs 2; 0 2; 1 2 6: squares 0, 2 and 14 of 0, 1 and 2 degrees of freedom. */
TEST(a_pooled_spread_is_lent_to_a_side_of_one)
{
	double a[] = { exp(2) }, b[] = { 1, exp(2) };
	double c[] = { exp(1), exp(2), exp(6) };
	const struct values group[] = { { a, 1 }, { b, 2 }, { c, 3 } };
	const struct values single[] = { { a, 1 }, { a, 1 }, { NULL, 0 } };
	const struct values empty[] = { { a, 1 }, { NULL, 0 }, { c, 3 } };
	struct difference d;

	assert_true(statistics_pooled(group, 2, &d));
	assert_near(d.mean, -1, 1e-13);
	assert_near(d.error, sqrt(2) * sqrt(1.5), 1e-13);
	assert_near(d.freedom, 1, 0);
	assert_true(statistics_pooled(group, 3, &d));
	assert_near(d.mean, -1, 1e-13);
	assert_near(d.error, sqrt(16.0 / 3) * sqrt(1.5), 1e-13);
	assert_near(d.freedom, 3, 0);
	assert_false(statistics_pooled(single, 3, &d));
	assert_false(statistics_pooled(empty, 3, &d));
}

TEST(a_slope_matches_a_worked_example)
{
	/* logs 0 1 1 2: slope 0.6, residuals -.1 .3 -.3 .1 */
	double x[] = { 1, exp(1), exp(1), exp(2) };
	struct difference d;

	assert_true(statistics_slope(x, 4, &d));
	assert_near(d.mean, 0.6, 1e-14);
	assert_near(d.error, sqrt(0.2 / 2 / 5), 1e-14);
	assert_near(d.freedom, 2, 0);
}

/* Make the means of n values, by `mean`, without each of them. */
static void
leave_out(const double *x, size_t n, double *without,
	  double (*mean)(const double *, size_t))
{
	double left[MAX_N];

	for (size_t i = 0; i < n; i++) {
		size_t k = 0;

		for (size_t j = 0; j < n; j++)
			if (j != i)
				left[k++] = x[j];
		without[i] = mean(left, k);
	}
}

/* Of a geometric mean it is Student's interval of the logarithms, by R. */
TEST(the_jackknife_matches_a_worked_example)
{
	static const double x[] = { 512.5, 498.25, 530, 505.75, 521 };
	double without[LENGTH(x)];
	struct interval interval;
	struct difference d;

	leave_out(x, LENGTH(x), without, statistics_geometric_mean);
	assert_true(statistics_jackknife(statistics_geometric_mean(x, 5),
					 without, 5, &d));
	assert_near(d.freedom, 4, 0);
	interval = statistics_ratio_interval(&d, 0.95);
	assert_relatively_near(exp(d.mean), 513.379038538769, 1e-13);
	assert_relatively_near(interval.low, 498.145158798794, 1e-12);
	assert_relatively_near(interval.high, 529.07878869389, 1e-12);
	interval = statistics_ratio_interval(&d, 0.99);
	assert_relatively_near(interval.low, 488.364723623972, 1e-12);
	assert_relatively_near(interval.high, 539.674600686195, 1e-12);
}

TEST(the_spread_has_a_floor)
{
	static const double x[] = { 7, 7, 7, 7 };
	static const struct values same[] = { { x, 4 }, { x, 4 } };
	struct difference d;

	assert_true(welch(x, 4, x, 4, &d));
	assert_near(d.mean, 0, 0);
	assert_near(d.error, STATISTICS_MIN_SPREAD / sqrt(2), 1e-16);
	assert_near(d.freedom, 6, 1e-12);
	assert_true(statistics_estimate(x, 4, &d));
	assert_near(d.error, STATISTICS_MIN_SPREAD / 2, 1e-16);
	assert_true(statistics_pooled(same, 2, &d));
	assert_near(d.error, STATISTICS_MIN_SPREAD / sqrt(2), 1e-16);
	assert_true(statistics_slope(x, 4, &d));
	assert_near(d.mean, 0, 1e-16);
	assert_near(d.error, STATISTICS_MIN_SPREAD / sqrt(5), 1e-16);
}

TEST(too_few_or_dead_values_have_no_difference)
{
	static const double good[] = { 1, 2, 3 }, dead[] = { 1, 0, 3 };
	static const double invalid[] = { 1, NAN, 3 };
	static const struct values group[] = { { good, 3 }, { dead, 3 } };
	struct difference d = { 7, 8, 9 };

	assert_false(statistics_estimate(good, 1, &d));
	assert_false(statistics_estimate(dead, 3, &d));
	assert_false(statistics_estimate(invalid, 3, &d));
	assert_false(statistics_pooled(group, 2, &d));
	assert_false(statistics_slope(good, 2, &d));
	assert_false(statistics_slope(dead, 3, &d));
	assert_false(statistics_jackknife(2, good, 1, &d));
	assert_false(statistics_jackknife(0, good, 3, &d));
	assert_false(statistics_jackknife(2, dead, 3, &d));
	assert_true(d.mean == 7 && d.error == 8 && d.freedom == 9);
}

TEST(the_ratio_interval_is_that_of_student)
{
	static const struct difference d = { 0.1, 0.02, 4 };
	struct interval interval = statistics_ratio_interval(&d, 0.95);

	assert_near(interval.low, exp(0.1 - 0.02 * 2.7764451051978), 1e-12);
	assert_near(interval.high, exp(0.1 + 0.02 * 2.7764451051978), 1e-12);
}
