/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Spreads, steps and errors of logarithms, against worked examples.
 * tests/lab/simulate.sh simulates what an interval and a verdict promise.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "diskidx/stats/statistics.h"

#include "../support/rows.h"

#define MAX_N 40

/* Squares, freedom and the rounds' mean square, and what is assumed between
 * runs; the square of the error of one run, worked out by hand, and freedom. */
TEST_ROWS("statistics", the_spread_of_a_run_matches_worked_examples)
{
	struct spread spread = { strtod(field[0], NULL),
		strtod(field[1], NULL), strtod(field[2], NULL), 1 };
	struct difference run;
	char *freedom;

	spread_of_run(&spread, strtod(field[3], NULL), &run);
	assert_near(run.error, sqrt(strtod(field[4], &freedom)), 1e-15);
	assert_near(run.freedom, strtod(freedom, NULL), 0);
}

/* logs 0 1 2; 0 2; 1: squares 2, 2 and 0 of 2, 1 and 0 degrees of freedom. */
TEST(spreads_of_groups_are_added)
{
	const double a[] = { 1, exp(1), exp(2) }, b[] = { 1, exp(2) };
	const double dead[] = { 1, 0 }, invalid[] = { 1, NAN };
	struct spread spread = { .within = 5 };

	assert_true(spread_add(&spread, a, 3));
	assert_near(spread.squares, 2, 1e-13);
	assert_near(spread.freedom, 2, 0);
	assert_true(spread_add(&spread, b, 2) && spread_add(&spread, a + 1, 1));
	assert_true(spread_add(&spread, NULL, 0));
	assert_false(spread_add(&spread, dead, 2));
	assert_false(spread_add(&spread, invalid, 2));
	assert_near(spread.squares, 4, 1e-13);
	assert_near(spread.freedom, 3, 0);
	assert_near(spread.within, 5, 0);
}

/* Means 0.5 and 4.5, squares 1 and 1, of six degrees of freedom: t is 9.8,
 * which chance alone makes in 0.006 %. */
TEST(a_step_matches_a_worked_example)
{
	double x[] = { 0, 1, 0, 1, 4, 5, 4, 5 };
	struct step step;

	for (size_t i = 0; i < LENGTH(x); i++)
		x[i] = exp(x[i]);
	assert_true(statistics_step(x, 8, 1, &step));
	assert_int_equal(step.at, 4);
	assert_near(step.change.mean, 4, 1e-13);
	assert_near(step.change.error, sqrt(1 / 6.0), 1e-13);
	assert_near(step.change.freedom, 6, 0);
	assert_true(statistics_step(x, 8, 4, &step));
	assert_false(statistics_step(x, 8, 6, &step));
}

TEST(a_step_between_equal_values_has_an_error)
{
	const double x[] = { 1, 1, 1, 1, 2, 2, 2, 2 };
	struct step step;

	assert_true(statistics_step(x, LENGTH(x), 1, &step));
	assert_int_equal(step.at, 4);
	assert_near(step.change.error, SPREAD_LEAST * sqrt(0.5), 1e-13);
}

/* "TIMES:LOGARITHM ...", every other value being 0.001 above; the first value
 * that counts, that behind the step, and the step. */
TEST_ROWS("statistics", steps_of_a_series_are_found)
{
	double x[MAX_N];
	char text[64] = "none", *at = field[0];
	struct step step;
	size_t n = 0;

	while (*at != '\0') {
		unsigned long times = strtoul(at, &at, 10);
		double level = strtod(at + 1, &at);

		for (; times > 0; times--, n++)
			x[n] = exp(level + 0.001 * (double)(n % 2));
	}
	if (statistics_step(x, n, 1, &step))
		snprintf(text, sizeof(text), "%zu %zu %.3f", step.first,
			 step.at, step.change.mean);
	assert_string_equal(text, field[1]);
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

/* Of a geometric mean it is Student's interval of the logarithms, by R. */
TEST(the_jackknife_matches_a_worked_example)
{
	static const double x[] = { 512.5, 498.25, 530, 505.75, 521 };
	double without[LENGTH(x)], left[LENGTH(x) - 1];
	struct interval interval;
	struct difference d;

	for (size_t i = 0; i < LENGTH(x); i++) {
		for (size_t j = 0; j < LENGTH(left); j++)
			left[j] = x[j < i ? j : j + 1];
		without[i] = statistics_geometric_mean(left, LENGTH(left));
	}
	d = statistics_jackknife(statistics_geometric_mean(x, 5), without, 5);
	assert_near(d.freedom, 4, 0);
	interval = statistics_ratio_interval(&d, 0.95);
	assert_relatively_near(exp(d.mean), 513.379038538769, 1e-13);
	assert_relatively_near(interval.low, 498.145158798794, 1e-12);
	assert_relatively_near(interval.high, 529.07878869389, 1e-12);
	interval = statistics_ratio_interval(&d, 0.99);
	assert_relatively_near(interval.low, 488.364723623972, 1e-12);
	assert_relatively_near(interval.high, 539.674600686195, 1e-12);
}

TEST(too_few_or_dead_values_tell_nothing)
{
	static const double good[] = { 1, 2, 3 }, dead[] = { 1, 0, 3 };
	static const double gone[] = { 1, 1, 1, 1, 9, 9, 9, 0 };
	struct difference d = { 7, 8, 9 };
	struct step step;

	assert_false(statistics_slope(good, 2, &d));
	assert_false(statistics_slope(dead, 3, &d));
	assert_true(statistics_jackknife(2, good, 1).freedom == 0);
	assert_true(statistics_jackknife(0, good, 3).freedom == 0);
	assert_true(statistics_jackknife(2, dead, 3).freedom == 0);
	assert_true(d.mean == 7 && d.error == 8 && d.freedom == 9);
	assert_false(statistics_step(gone, 8, 1, &step));
}
