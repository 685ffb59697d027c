/*
 * Differences of logarithms: against worked examples, and against what an
 * interval, a verdict and a detectable change promise.
 */
#include <config.h>

#include <math.h>

#include "diskidx/random.h"
#include "diskidx/statistics.h"

#include "../support/noise.h"
#include "../support/test.h"

#define MAX_N 32
#define TRIALS 2000

/* Rates about `middle`, of that spread in logs. */
static void
draw(struct random *r, double *x, size_t n, double middle, double spread)
{
	for (size_t i = 0; i < n; i++)
		x[i] = middle * exp(spread * normal(r));
}

/*
 * The quantile for two sides of n values at that confidence, from a table
 * over the degrees of freedom that Welch's can have, n - 1 to 2n - 2: the
 * exact one takes some microseconds, and is tested elsewhere.
 */
enum { STEPS = 200 };

struct quantiles {
	double from, to, t[STEPS + 1];
};

static void
prepare(struct quantiles *q, size_t n, double confidence)
{
	q->from = (double)(n - 1);
	q->to = 2 * q->from;
	for (int i = 0; i <= STEPS; i++)
		q->t[i] = statistics_student_quantile(
			0.5 + confidence / 2,
			q->from + (q->to - q->from) * i / STEPS);
}

static double
reach(const struct quantiles *q, const struct difference *difference)
{
	double at = (difference->freedom - q->from) / (q->to - q->from) *
		STEPS;
	int step = at < 0 ? 0 : at >= STEPS ? STEPS - 1 : (int)at;
	double part = at - step;

	return difference->error *
		(q->t[step] * (1 - part) + q->t[step + 1] * part);
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
	assert_true(statistics_welch(old_x, 3, new_x, 4, &d));
	assert_near(d.mean, 3, 1e-14);
	assert_near(d.error, sqrt(2), 1e-14);
	assert_near(d.freedom, 4 / (a * a / 2 + b * b / 3), 1e-13);
}

TEST(pairs_match_a_worked_example)
{
	static const double logs[] = { 0.1, 0.2, 0.3 };
	double old_x[3], new_x[3];
	struct difference d;

	for (int i = 0; i < 3; i++) {
		old_x[i] = exp(i * 5);
		new_x[i] = exp(i * 5 + logs[i]);
	}
	assert_true(statistics_paired(old_x, new_x, 3, &d));
	assert_near(d.mean, 0.2, 1e-13);
	assert_near(d.error, 0.1 / sqrt(3), 1e-13);
	assert_near(d.freedom, 2, 0);
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

TEST(the_spread_has_a_floor)
{
	static const double x[] = { 7, 7, 7, 7 };
	struct difference d;

	assert_true(statistics_welch(x, 4, x, 4, &d));
	assert_near(d.mean, 0, 0);
	assert_near(d.error, STATISTICS_MIN_SPREAD / sqrt(2), 1e-16);
	assert_near(d.freedom, 6, 1e-12);
	assert_true(statistics_paired(x, x, 4, &d));
	assert_near(d.error, STATISTICS_MIN_SPREAD / 2, 1e-16);
	assert_true(statistics_slope(x, 4, &d));
	assert_near(d.mean, 0, 1e-16);
	assert_near(d.error, STATISTICS_MIN_SPREAD / sqrt(5), 1e-16);
}

TEST(too_few_or_dead_values_have_no_difference)
{
	static const double good[] = { 1, 2, 3 }, dead[] = { 1, 0, 3 };
	static const double invalid[] = { 1, NAN, 3 };
	struct difference d = { 7, 8, 9 };

	assert_false(statistics_welch(good, 1, good, 3, &d));
	assert_false(statistics_welch(good, 3, good, 1, &d));
	assert_false(statistics_welch(good, 3, dead, 3, &d));
	assert_false(statistics_welch(invalid, 3, good, 3, &d));
	assert_false(statistics_paired(good, good, 1, &d));
	assert_false(statistics_paired(good, dead, 3, &d));
	assert_false(statistics_slope(good, 2, &d));
	assert_false(statistics_slope(dead, 3, &d));
	assert_true(d.mean == 7 && d.error == 8 && d.freedom == 9);
}

TEST(the_ratio_interval_is_that_of_student)
{
	static const struct difference d = { 0.1, 0.02, 4 };
	struct interval interval = statistics_ratio_interval(&d, 0.95);

	assert_near(interval.low, exp(0.1 - 0.02 * 2.7764451051978), 1e-12);
	assert_near(interval.high, exp(0.1 + 0.02 * 2.7764451051978), 1e-12);
}

TEST(reversed_sides_have_the_inverse_interval)
{
	double x[6], y[4];
	struct difference there, back;
	struct interval a, b;
	struct random r;

	random_seed(&r, 1);
	for (int trial = 0; trial < 100; trial++) {
		draw(&r, x, 6, 300, 0.2);
		draw(&r, y, 4, 500, 0.1);
		assert_true(statistics_welch(x, 6, y, 4, &there));
		assert_true(statistics_welch(y, 4, x, 6, &back));
		a = statistics_ratio_interval(&there, 0.99);
		b = statistics_ratio_interval(&back, 0.99);
		assert_near(there.mean, -back.mean, 1e-12);
		assert_near(a.low * b.high, 1, 1e-12);
		assert_near(a.high * b.low, 1, 1e-12);
	}
}

/* How often the interval has the true ratio, if the spreads differ. */
static double
coverage(size_t n, double spread_old, double spread_new, uint64_t seed)
{
	struct quantiles q;
	struct random r;
	double x[MAX_N], y[MAX_N];
	unsigned covered = 0;

	random_seed(&r, seed);
	prepare(&q, n, 0.95);
	for (int trial = 0; trial < TRIALS; trial++) {
		struct difference d;

		draw(&r, x, n, 500, spread_old);
		draw(&r, y, n, 600, spread_new);
		assert_true(statistics_welch(x, n, y, n, &d));
		covered += fabs(d.mean - log(1.2)) <= reach(&q, &d);
	}
	return (double)covered / TRIALS;
}

TEST(the_interval_covers_the_truth_as_often_as_it_says)
{
	assert_near(coverage(5, 0.03, 0.03, 5), 0.95, 0.015);
	assert_near(coverage(10, 0.03, 0.03, 10), 0.95, 0.015);
	assert_near(coverage(5, 0.10, 0.05, 6), 0.95, 0.015);
	assert_near(coverage(10, 0.02, 0.06, 11), 0.95, 0.015);
}

/*
 * In which share of the trials any of 14 tests that don't differ is said to,
 * beyond a threshold.
 */
static double
false_alarms(size_t n, double threshold, uint64_t seed)
{
	enum { TESTS = 14 };
	struct quantiles q;
	struct random r;
	double x[MAX_N], y[MAX_N];
	unsigned alarms = 0;

	random_seed(&r, seed);
	prepare(&q, n, 1 - 0.05 / TESTS);
	for (int trial = 0; trial < TRIALS; trial++) {
		bool alarm = false;

		for (int test = 0; test < TESTS; test++) {
			struct difference d;

			draw(&r, x, n, 500, 0.03);
			draw(&r, y, n, 500, 0.03);
			assert_true(statistics_welch(x, n, y, n, &d));
			alarm |= fabs(d.mean) >
				reach(&q, &d) + log(1 + threshold);
		}
		alarms += alarm;
	}
	return (double)alarms / TRIALS;
}

TEST(a_family_of_tests_has_few_false_alarms)
{
	assert_true(false_alarms(5, 0.0001, 14) <= 0.05);
	assert_true(false_alarms(8, 0.0001, 15) <= 0.05);
	assert_true(false_alarms(5, 0.01, 16) <= 0.01);
}

/* How often a change is found, by one of `family` tests of n values. */
static double
found(size_t n, double change, double spread, double family, uint64_t seed)
{
	struct quantiles q;
	struct random r;
	double x[MAX_N], y[MAX_N];
	unsigned hits = 0;

	random_seed(&r, seed);
	prepare(&q, n, 1 - 0.05 / family);
	for (int trial = 0; trial < TRIALS; trial++) {
		struct difference d;

		draw(&r, x, n, 500, spread);
		draw(&r, y, n, 500 * (1 + change), spread);
		assert_true(statistics_welch(x, n, y, n, &d));
		hits += d.mean - reach(&q, &d) > log(1.01);
	}
	return (double)hits / TRIALS;
}

TEST(a_change_of_a_tenth_is_found_among_fourteen_tests)
{
	assert_true(found(8, 0.10, 0.03, 14, 8) >= 0.95);
	assert_true(found(5, 0.10, 0.03, 14, 5) >= 0.50);
	assert_true(found(5, 0.10, 0.03, 1, 1) >= 0.95);
}

/* The mean over trials, since the spread of a few values is a guess too. */
TEST(a_detectable_change_is_found_four_times_out_of_five)
{
	enum { N = 10 };
	double error = 0.03 * sqrt(2.0 / N);
	struct difference d = { 0, error, 2 * N - 2 };
	double change = statistics_detectable(&d, 0.95, 0.01);

	assert_near(change, 1.01 * exp(error * (2.1009220402410 +
						0.8620487)) - 1, 1e-6);
	assert_near(found(N, change, 0.03, 1, 80), 0.80, 0.03);
}

TEST(pairs_cancel_a_common_drift)
{
	enum { N = 5 };
	double x[N], y[N], t = statistics_student_quantile(0.975, N - 1);
	unsigned paired = 0, unpaired = 0;
	struct quantiles q;
	struct random r;

	random_seed(&r, 55);
	prepare(&q, N, 0.95);
	for (int trial = 0; trial < TRIALS; trial++) {
		struct difference d;

		for (int i = 0; i < N; i++) {
			double level = 500 * (1 - 0.3 * i / (N - 1));

			draw(&r, &x[i], 1, level, 0.015);
			draw(&r, &y[i], 1, level * 1.05, 0.015);
		}
		assert_true(statistics_paired(x, y, N, &d));
		paired += d.mean - t * d.error > log(1.01);
		assert_true(statistics_welch(x, N, y, N, &d));
		unpaired += d.mean - reach(&q, &d) > log(1.01);
	}
	assert_true(paired >= 0.80 * TRIALS);
	assert_true(unpaired < 0.05 * TRIALS);
}
