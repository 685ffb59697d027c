/*
 * Statistics: against values worked out to 15 digits elsewhere, and the t
 * interval against what it promises.
 */
#include <config.h>

#include <math.h>

#include "diskidx/random.h"
#include "diskidx/statistics.h"

#include "../support/noise.h"
#include "../support/test.h"

/* All in 15 digits; without an interval its ends stay as they are, at 7. */
TEST(figures_of_a_few_values_match_worked_examples)
{
	static const struct {
		size_t n;
		double x[5], mean, stddev, cv, geometric, low, high;
	} cases[] = {
		{ 5, { 512.5, 498.25, 530, 505.75, 521 }, 513.5,
		  12.4712168612369, 0.0242866930111722, 513.379038538769,
		  498.145158798794, 529.07878869389 },
		{ 3, { 100, 110, 121 }, 331.0 / 3, 10.5039675043925,
		  0.0952021223963065, 110, 86.8095599979519,
		  139.385569979683 },
		{ 3, { 42, 42, 42 }, 42, 0, 0, 42, 42, 42 },
		{ 1, { 512.5 }, 512.5, 0, 0, 512.5, 7, 7 },
		{ 0, { 0 }, 0, 0, 0, 0, 7, 7 },
		{ 2, { 1, 4 }, 2.5, 2.1213203435596, 0.84852813742386, 2,
		  2.9928244213099539e-04, 13365.3012569618 },
		/* A value that is dead has no logarithm. */
		{ 2, { -1, 1 }, 0, 1.4142135623731, 0, 0, 7, 7 },
		{ 3, { 10, 0, 20 }, 10, 10, 1, 0, 7, 7 },
		/* A tiny spread about a large mean is not lost. */
		{ 3, { 1e9 + 1, 1e9 + 2, 1e9 + 4 }, 1e9 + 7.0 / 3,
		  1.52752523165195, 1.52752522808772e-9, 1e9 + 7.0 / 3,
		  999999998.538750, 1000000006.127916 },
	};

	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct interval interval = { 7, 7 };
		const double *x = cases[i].x;
		size_t n = cases[i].n;

		assert_relatively_near(statistics_mean(x, n), cases[i].mean,
				       1e-14);
		assert_relatively_near(statistics_stddev(x, n),
				       cases[i].stddev, 1e-13);
		assert_relatively_near(statistics_cv(x, n), cases[i].cv, 1e-13);
		assert_relatively_near(statistics_geometric_mean(x, n),
				       cases[i].geometric, 1e-13);
		assert_int_equal(statistics_log_interval(x, n, 0.95,
							 &interval),
				 cases[i].low != 7);
		assert_relatively_near(interval.low, cases[i].low, 1e-12);
		assert_relatively_near(interval.high, cases[i].high, 1e-12);
	}
}

TEST(an_invalid_value_has_no_geometric_mean)
{
	static const double x[] = { 10, NAN };
	struct interval interval;

	assert_true(statistics_geometric_mean(x, 2) == 0);
	assert_false(statistics_log_interval(x, 2, 0.95, &interval));
}

TEST(the_geometric_mean_does_not_overflow)
{
	static const double x[] = { 1e300, 1e300, 1e-300, 1e-300 };

	assert_relatively_near(statistics_geometric_mean(x, 4), 1, 1e-12);
	assert_relatively_near(statistics_geometric_mean(x, 2), 1e300, 1e-12);
}

TEST(a_higher_confidence_has_a_wider_interval)
{
	static const double x[] = { 512.5, 498.25, 530, 505.75, 521 };
	struct interval interval;

	assert_true(statistics_log_interval(x, 5, 0.99, &interval));
	assert_relatively_near(interval.low, 488.364723623972, 1e-12);
	assert_relatively_near(interval.high, 539.674600686195, 1e-12);
}

TEST(student_quantiles_match_the_exact_ones)
{
	static const struct {
		double p, df, t;
	} cases[] = {
		{ 0.975, 0.5, 164.55767348049 },
		{ 0.9, 1, 3.0776835371753 },
		{ 0.975, 1, 12.706204736175 },
		{ 0.995, 1.5, 17.820310514463 },
		{ 0.975, 2, 4.3026527297495 },
		{ 0.975, 2.7182, 3.377485687142 },
		{ 0.975, 3, 3.1824463052837 },
		{ 0.975, 4, 2.7764451051978 },
		{ 0.9995, 5, 6.8688266258811 },
		{ 0.9982142857142857, 6, 4.6316761607561 },
		{ 0.975, 7, 2.3646242515928 },
		{ 0.6, 7.5, 0.26250189880429 },
		{ 0.975, 9, 2.2621571627982 },
		{ 0.99999, 10, 7.5269540193397 },
		{ 0.999, 12.34, 3.9015310535013 },
		{ 0.975, 30, 2.0422724563012 },
		{ 0.975, 99, 1.9842169515864 },
		{ 0.75, 123.456, 0.67648218833936 },
		{ 0.95, 999.5, 1.6463795809739 },
		{ 0.975, 1000, 1.9623390808264 },
	};

	for (size_t i = 0; i < LENGTH(cases); i++) {
		double t = statistics_student_quantile(cases[i].p,
						       cases[i].df);

		assert_relatively_near(t, cases[i].t, 1e-10);
		t = statistics_student_quantile(1 - cases[i].p, cases[i].df);
		assert_relatively_near(t, -cases[i].t, 1e-10);
	}
	assert_true(statistics_student_quantile(0.5, 3) == 0);
}

/* With 1 and 2 degrees of freedom the quantile has a closed form. */
TEST(student_quantiles_match_the_closed_forms)
{
	for (int i = 1; i < 1000; i++) {
		double p = i / 1000.0, off = 2 * p - 1;

		assert_near(statistics_student_quantile(p, 1),
			    tan(PI * (p - 0.5)),
			    1e-10 * (1 + fabs(tan(PI * (p - 0.5)))));
		assert_near(statistics_student_quantile(p, 2),
			    off * sqrt(2 / (1 - off * off)), 1e-10);
	}
}

TEST(student_becomes_normal_with_many_degrees_of_freedom)
{
	assert_near(statistics_student_quantile(0.975, 1e6),
		    1.959963984540054, 1e-5);
	assert_near(statistics_student_quantile(0.975, 1e18),
		    1.959963984540054, 1e-5);
	assert_near(statistics_student_quantile(0.975, INFINITY),
		    1.959963984540054, 1e-5);
}

static double
coverage(size_t n, double confidence, uint64_t seed)
{
	enum { TRIALS = 2000 };
	struct random r;
	unsigned covered = 0;
	double x[16];

	random_seed(&r, seed);
	for (int trial = 0; trial < TRIALS; trial++) {
		struct interval interval;

		for (size_t i = 0; i < n; i++)
			x[i] = 500 * exp(0.1 * normal(&r));
		assert_true(statistics_log_interval(x, n, confidence,
						    &interval));
		covered += interval.low <= 500 && 500 <= interval.high;
	}
	return (double)covered / TRIALS;
}

TEST(the_interval_covers_the_truth_as_often_as_it_says)
{
	assert_near(coverage(5, 0.95, 5), 0.95, 0.015);
	assert_near(coverage(10, 0.95, 10), 0.95, 0.015);
	assert_near(coverage(2, 0.95, 2), 0.95, 0.015);
	assert_near(coverage(5, 0.80, 80), 0.80, 0.027);
}

/* The figures that real runs of UnixBench 6 printed for its file tests. */
TEST(unixbench_scores_are_reproduced)
{
	static const struct {
		struct {
			double passes[3], value, baseline, index;
		} test[3];
		double index;
	} runs[] = {
		{ { { { 1013555, 998676, 923116 }, 1006088.0, 3960, 2540.6 },
		    { { 272334, 256504, 271330 }, 271831.5, 1655, 1642.5 },
		    { { 2882775, 2925719, 3442506 }, 3173610.8, 5800,
		      5471.7 } }, 2837.0 },
		/* Two copies, the first of them apart. */
		{ { { { 954167 + 847876, 811102 + 749890, 779190 + 831918 },
		      1703903.1, 3960, 4302.8 },
		    { { 430036, 506929, 293534 }, 466902.3, 1655, 2821.2 },
		    { { 4242141, 4149326, 5430877 }, 4799848.5, 5800,
		      8275.6 } }, 4648.6 },
	};

	for (size_t i = 0; i < LENGTH(runs); i++) {
		double index[3];

		for (size_t k = 0; k < 3; k++) {
			size_t kept;
			double value = statistics_unixbench(
				runs[i].test[k].passes, 3, &kept);

			assert_int_equal(kept, 2);
			assert_near(value, runs[i].test[k].value, 0.1);
			index[k] = 10 * value / runs[i].test[k].baseline;
			assert_near(index[k], runs[i].test[k].index, 0.1);
		}
		assert_near(statistics_geometric_mean(index, 3),
			    runs[i].index, 0.1);
	}
}

TEST(unixbench_drops_a_third_rounded_down)
{
	static const double x[] = { 5, 1, 4, 2, 3, 9, 8, 7, 6, 10 };
	static const size_t kept_of[] = { 0, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7 };
	size_t kept;

	for (size_t n = 0; n <= 10; n++) {
		statistics_unixbench(x, n, &kept);
		assert_int_equal(kept, kept_of[n]);
	}
	/* 4 to 10: the product is 604800. */
	assert_relatively_near(statistics_unixbench(x, 10, NULL),
			       pow(604800, 1.0 / 7), 1e-13);
	assert_true(x[0] == 5 && x[9] == 10);
	assert_true(statistics_unixbench(x, 0, NULL) == 0);
}
