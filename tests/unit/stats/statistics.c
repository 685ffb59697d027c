/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Statistics: against values computed to 15 digits elsewhere. */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/stats/statistics.h"

#include "../support/rows.h"

/* Values, and all in 15 digits. */
TEST_ROWS("statistics", figures_of_a_few_values_match_worked_examples)
{
	double x[5], mean, cv, geometric;
	size_t n = 0;

	for (char *at = strtok(field[0], " "); at != NULL;
	     at = strtok(NULL, " "))
		x[n++] = strtod(at, NULL);
	assert_int_equal(sscanf(field[1], "%lf %lf %lf", &mean, &cv,
				&geometric), 3);
	assert_relatively_near(statistics_mean(x, n), mean, 1e-14);
	assert_relatively_near(statistics_cv(x, n), cv, 1e-13);
	assert_relatively_near(statistics_geometric_mean(x, n), geometric,
			       1e-13);
}

TEST(an_invalid_value_has_no_geometric_mean)
{
	static const double x[] = { 10, NAN };

	assert_true(statistics_geometric_mean(x, 2) == 0);
}

TEST(the_geometric_mean_does_not_overflow)
{
	static const double x[] = { 1e300, 1e300, 1e-300, 1e-300 };

	assert_relatively_near(statistics_geometric_mean(x, 4), 1, 1e-12);
	assert_relatively_near(statistics_geometric_mean(x, 2), 1e300, 1e-12);
}

TEST_ROWS("statistics", student_quantiles_match_the_exact_ones)
{
	double p = strtod(field[0], NULL), df = strtod(field[1], NULL);
	double t = strtod(field[2], NULL);

	assert_relatively_near(statistics_student_quantile(p, df), t, 1e-10);
	assert_relatively_near(statistics_student_quantile(1 - p, df), -t,
			       1e-10);
	assert_true(statistics_student_quantile(0.5, df) == 0);
}

TEST(medians_are_of_the_middle_whatever_the_order)
{
	static const double x[] = { 5, 1, 4, 2, 3, 9 };

	assert_near(statistics_median(x, 0), 0, 0);
	assert_near(statistics_median(x, 1), 5, 0);
	assert_near(statistics_median(x, 2), 3, 0);
	assert_near(statistics_median(x, 5), 3, 0);
	assert_near(statistics_median(x, 6), 3.5, 0);
	assert_true(x[0] == 5 && x[5] == 9);
}

/* Of 3 events with 1/2 each: 1, 7, 4 and 1 of eighths. */
TEST(some_of_several_events_happen_as_often_as_they_must)
{
	assert_near(statistics_at_least(0, 3, 0.5), 1, 0);
	assert_near(statistics_at_least(1, 3, 0.5), 0.875, 1e-15);
	assert_near(statistics_at_least(2, 3, 0.5), 0.5, 1e-15);
	assert_near(statistics_at_least(3, 3, 0.5), 0.125, 1e-15);
	assert_near(statistics_at_least(4, 3, 0.5), 0, 1e-15);
	assert_near(statistics_at_least(2, 8, 1.0 / 70), 0.00539636936, 1e-10);
	assert_near(statistics_at_least(1, 1, 1), 1, 0);
	assert_near(statistics_at_least(1, 1, 0), 0, 0);
}

TEST(unixbench_drops_a_third_rounded_down)
{
	static const double x[] = { 5, 1, 4, 2, 3, 9, 8, 7, 6, 10 };
	static const size_t kept_of[] = { 0, 1, 2, 2, 3, 4, 4, 5, 6, 6, 7 };
	for (size_t n = 1; n <= 10; n++) {
		double *sorted = statistics_sorted(x, n);

		assert_relatively_near(statistics_unixbench(x, n),
			statistics_geometric_mean(sorted + n - kept_of[n],
						  kept_of[n]), 1e-13);
		free(sorted);
	}
	/* 4 to 10: the product is 604800. */
	assert_relatively_near(statistics_unixbench(x, 10),
			       pow(604800, 1.0 / 7), 1e-13);
	assert_true(x[0] == 5 && x[9] == 10);
	assert_true(statistics_unixbench(x, 0) == 0);
}
