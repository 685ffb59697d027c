/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Tests of axes: any range has ticks, at their places, with distinct labels. */
#include <config.h>

#include <math.h>
#include <string.h>

#include "diskidx/base/prng.h"
#include "../support/test.h"
#include "format/html/html.h"

#define LEFT 50
#define RIGHT 388

static const struct axis kinds[] = {
	{ .quantity = QUANTITY_NUMBER },
	{ .quantity = QUANTITY_NUMBER, .base = 2 },
	{ .quantity = QUANTITY_NUMBER, .base = 10 },
	{ .quantity = QUANTITY_TIME, .base = 10 },
	{ .quantity = QUANTITY_SIZE, .base = 2 },
	{ .quantity = QUANTITY_PERCENTILE, .base = 10 },
};

/* Return a value that such an axis may get. */
static double
value_of(struct prng *random, const struct axis *axis)
{
	double power = (double)prng_below(random, 1000) / 1000;

	return pow(10, power *
		   (axis->quantity == QUANTITY_PERCENTILE ? 4 : 12));
}

static void
check_ticks(const struct axis *axis)
{
	const char *label, *before = "";
	double tick[AXIS_TICKS], place, last = LEFT - 1;
	size_t n = axis_ticks(axis, tick);

	assert_in_range(n, 2, AXIS_TICKS);
	for (size_t i = 0; i < n; i++) {
		assert_true(tick[i] >= axis->low * (1 - 1e-8));
		assert_true(tick[i] <= axis->high * (1 + 1e-8));
		place = axis_place(axis, tick[i]);
		assert_true(place > last && place <= RIGHT + 1e-5);
		last = place;
		label = axis_label(axis, tick[i]);
		assert_string_not_equal(label, before);
		before = label;
	}
}

TEST(any_range_has_ticks_in_order_with_labels_of_their_own)
{
	struct prng random;
	size_t kind, i, j;

	prng_seed(&random, 20261122);
	for (kind = 0; kind < LENGTH(kinds); kind++) {
		for (i = 0; i < 2000; i++) {
			struct axis axis = kinds[kind];

			for (j = 0; j <= i % 3; j++)
				axis_cover(&axis, value_of(&random, &axis));
			axis_settle(&axis, LEFT, RIGHT);
			check_ticks(&axis);
		}
	}
}

TEST(a_value_lies_between_those_around_it_and_within_the_ends)
{
	struct axis axis = { .base = 10 };

	axis_cover(&axis, 1);
	axis_cover(&axis, 10000);
	axis_settle(&axis, 0, 100);
	assert_near(axis_place(&axis, 100), 50, 1e-5);
	assert_true(axis_place(&axis, 99) < axis_place(&axis, 100));
	assert_near(axis_place(&axis, 1e-9), 0, 1e-5);
	assert_near(axis_place(&axis, 1e9), 100, 1e-5);
}

TEST(what_is_no_positive_number_has_no_place_on_a_logarithmic_axis)
{
	static const double none[] = { 0, -1, NAN, INFINITY };
	struct axis axis = { .base = 10 }, linear = { .base = 0 };

	for (size_t i = 0; i < LENGTH(none); i++) {
		assert_false(axis_has(&axis, none[i]));
		axis_cover(&axis, none[i]);
	}
	assert_false(axis.settled);
	assert_true(axis_has(&linear, 0));
	assert_false(axis_has(&linear, NAN));
}
