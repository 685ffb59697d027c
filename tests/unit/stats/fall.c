/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Falls, in series that are made here, so it is known where they fall, or that
 * they do not.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/prng.h"
#include "diskidx/stats/fall.h"

#include "../support/noise.h"
#include "../support/rows.h"

#define TICKS 100
#define BLOCK 5			/* ticks */
#define BLOCKS (TICKS / BLOCK)

static double tick[TICKS], speed[BLOCKS];
static struct prng r;

/* Let neighbors be alike, tick by tick. */
static void
wander(double spread, double alike)
{
	double state = normal(&r);

	for (size_t i = 0; i < TICKS; i++) {
		tick[i] *= exp(spread * state);
		state = alike * state + sqrt(1 - alike * alike) * normal(&r);
	}
}

/* Have so much of the time given to others, in slices of 1 to 5 ticks. */
static void
slice(double share)
{
	for (size_t i = 0; i < TICKS;) {
		size_t end = i + 1 + prng_below(&r, 5);
		bool taken = uniform(&r) < share;

		for (; i < end && i < TICKS; i++)
			if (taken)
				tick[i] *= 0.05;
	}
}

/* Stop for 0.4 s, once in so many ticks. */
static void
stall(unsigned ticks)
{
	for (size_t i = 0; i < TICKS; i++)
		if (prng_below(&r, ticks) == 0)
			for (size_t j = i; j < i + 4 && j < TICKS; j++)
				tick[j] = 0;
}

/* Take a half and the whole in turn, so many ticks each. */
static void
alternate(size_t ticks)
{
	size_t phase = prng_below(&r, 2 * ticks);

	for (size_t i = 0; i < TICKS; i++)
		if ((i + phase) / ticks % 2 != 0)
			tick[i] *= 0.5;
}

/* Have two speeds, each for so many ticks in the mean. */
static void
switch_over(double ticks)
{
	bool low = prng_below(&r, 2) != 0;

	for (size_t i = 0; i < TICKS; i++) {
		if (uniform(&r) < 1 / ticks)
			low = !low;
		if (low)
			tick[i] *= 0.5;
	}
}

/* Make a series of 1, with such noise. */
static void
make(const char *noise)
{
	double a, b;

	for (size_t i = 0; i < TICKS; i++)
		tick[i] = 1;
	if (sscanf(noise, "ar %lf %lf", &a, &b) == 2) {
		wander(b, a);
		return;
	}
	wander(0.05, 0);
	if (sscanf(noise, "slices %lf", &a) == 1)
		slice(a);
	else if (sscanf(noise, "stalls %lf", &a) == 1)
		stall((unsigned)a);
	else if (sscanf(noise, "alternating %lf", &a) == 1)
		alternate((size_t)a);
	else if (sscanf(noise, "states %lf", &a) == 1)
		switch_over(a);
	else
		assert_string_equal(noise, "none");
}

static void
slow_down(size_t from, size_t to, double factor)
{
	for (size_t i = from; i < to; i++)
		tick[i] *= factor;
}

/* Find a fall in samples of so many blocks each; of 0: in one. */
static struct fall
find(size_t each)
{
	size_t blocks[BLOCKS], n = each == 0 ? 1 : BLOCKS / each;

	for (size_t i = 0; i < n; i++)
		blocks[i] = each == 0 ? BLOCKS : each;
	memset(speed, 0, sizeof(speed));
	for (size_t i = 0; i < TICKS; i++)
		speed[i / BLOCK] += tick[i] / BLOCK;
	return fall_find(speed, blocks, n);
}

TEST(too_few_blocks_have_no_place_for_a_fall)
{
	size_t blocks[] = { 7, 2, 2, 2, 3, 3, 3 };

	make("none");
	slow_down(15, TICKS, 0.1);
	find(0);
	assert_int_equal(fall_find(NULL, NULL, 0).places, 0);
	blocks[0] = 6;
	assert_int_equal(fall_find(speed, blocks, 1).places, 0);
	assert_false(fall_find(speed, blocks, 1).found);
	blocks[0] = 7;
	assert_int_equal(fall_find(speed, blocks, 1).places, 1);
	assert_true(fall_find(speed, blocks, 1).found);
	/* Neither neighbor is of the same sample; of three blocks both are. */
	assert_int_equal(fall_find(speed, blocks + 1, 3).places, 0);
	assert_int_equal(fall_find(speed, blocks + 4, 3).places, 1);
}

TEST(a_fall_has_its_place_and_both_levels)
{
	struct fall fall;

	for (size_t at = 20; at <= 80; at++) {
		for (size_t i = 0; i < TICKS; i++)
			tick[i] = 1000;
		slow_down(at, TICKS, 0.2);
		fall = find(0);
		assert_true(fall.found);
		assert_int_equal(fall.sample, 0);
		assert_relatively_near(fall.before, 1000, 1e-9);
		assert_relatively_near(fall.after, 200, 1e-9);
		assert_relatively_near(fall.moment, (double)at / BLOCK, 1e-9);
		/* Nothing is found beside the seam of two samples. */
		fall = find(10);
		assert_true(fall.found || (at > 45 && at < 55));
		if (!fall.found)
			continue;
		assert_int_equal(fall.sample, at > 50);
		assert_relatively_near(fall.moment + (at > 50 ? 10 : 0),
				       (double)at / BLOCK, 1e-9);
	}
}

TEST(a_fall_that_passes_a_rise_and_a_stop_are_none)
{
	static const struct {
		size_t from, to;
		double factor;
	} row[] = {
		{ 25, 75, 0.2 }, { 0, 50, 0.2 }, { 50, TICKS, 0 },
		{ 50, TICKS, 0.85 },
	};

	for (size_t i = 0; i < LENGTH(row); i++) {
		make("none");
		slow_down(row[i].from, row[i].to, row[i].factor);
		assert_false(find(0).found);
	}
}

static int
percent_found(const char *noise, double factor, size_t at, int trials)
{
	int found = 0;

	for (int trial = 0; trial < trials; trial++) {
		make(noise);
		slow_down(at, TICKS, factor);
		found += find(0).found;
	}
	return (found * 1000 / trials + 5) / 10;
}

/* The shares of doc/variance, in per cent; FALL_TABLE prints them. */
TEST_ROWS("fall", falls_are_found_and_steady_series_stay_whole)
{
	static const double factors[] = { 0.2, 0.5, 0.8 };
	bool is_shown = getenv("FALL_TABLE") != NULL;
	struct prng after_steady;
	int steady;

	prng_seed(&r, 1);
	steady = percent_found(field[0], 1, 0, 1000);
	after_steady = r;
	if (steady > atoi(field[1]))
		fail_msg("%d %% of steady series fell", steady);
	for (size_t f = 0; f < LENGTH(factors); f++) {
		char *least = field[2 + f];

		r = after_steady;
		if (is_shown)
			printf("# %s to %.1f: %d,", field[0], factors[f],
			       steady);
		for (size_t at = 20; at <= 80; at += 30) {
			int found = percent_found(field[0], factors[f], at,
						  300);

			if (is_shown)
				printf(" %d%s", found, at == 80 ? "\n" : "");
			if (found < strtol(least, &least, 10))
				fail_msg("%d %% found", found);
		}
	}
}
