/*
 * Change points: of series that are made here, so that it is known where they
 * change, or that they don't, and against the best of all ways to cut them.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/changepoint.h"
#include "diskidx/clock.h"
#include "diskidx/random.h"
#include "diskidx/statistics.h"

#include "../support/noise.h"
#include "../support/rows.h"

#define MOST 36000			/* an hour */
#define STRETCH_NS (100 * NS_PER_MS)
#define BLOCK 4096
#define HALF_REQUEST (BLOCK / 2.0)

static struct series_interval series[MOST];
static struct random r;

/* The factors of a steady disk's speed, interval by interval. */
struct noise {
	double spread, alike;	/* of the logarithms; of neighbours */
	double slow_share, slow;	/* so many intervals are that slow */
	double long_share;	/* as many last 30 times as long */
	bool poisson;		/* whole requests, at random times */
	bool bursts;		/* in every fifth interval, nothing in others */
};

static const struct noise none = { 0 };
static const struct noise small = { .spread = 0.05 };
static const struct noise even = { .spread = 0.1 };
static const struct noise wandering = { .spread = 0.1, .alike = 0.7 };
static const struct noise tailed = {
	.spread = 0.1, .slow_share = 0.02, .slow = 0.1
};
static const struct noise stalling = { .spread = 0.1, .slow_share = 0.02 };
static const struct noise delayed = { .spread = 0.05, .long_share = 0.3 };
static const struct noise bursting = { .spread = 0.05, .bursts = true };
static const struct noise requests = { .poisson = true };

static double
poisson(double expected)
{
	double product = uniform(&r);
	int n;

	for (n = 0; product > exp(-expected); n++)
		product *= uniform(&r);
	return n;
}

/* Let a token bucket run dry: a burst in every fifth interval. */
static void
make_bursts(size_t from, size_t to, size_t phase)
{
	for (size_t i = from; i < to; i++)
		if ((i - from + phase) % 5 != 4)
			series[i].bytes = 0;
}

/* Make a steady series of so many requests an interval. */
static void
fill(size_t n, double requests, const struct noise *noise)
{
	double state = normal(&r), speed;

	for (size_t i = 0; i < n; i++) {
		unsigned times = uniform(&r) < noise->long_share ? 30 : 1;

		state = noise->alike * state +
			sqrt(1 - noise->alike * noise->alike) * normal(&r);
		speed = noise->poisson ? poisson(requests) :
			requests * exp(noise->spread * state);
		if (uniform(&r) < noise->slow_share)
			speed *= noise->slow;
		series[i].at_ns = i * STRETCH_NS;
		series[i].length_ns = times * STRETCH_NS;
		series[i].bytes = times * (uint64_t)(speed * BLOCK);
	}
	if (noise->bursts)
		make_bursts(0, n, random_below(&r, 5));
}

static void
slow_down(size_t from, size_t to, double factor)
{
	for (size_t i = from; i < to; i++)
		series[i].bytes = (uint64_t)((double)series[i].bytes * factor);
}

static double
rate(size_t from, size_t to)
{
	double bytes = 0, seconds = 0;

	for (size_t i = from; i < to; i++) {
		bytes += (double)series[i].bytes;
		seconds += clock_seconds(series[i].length_ns);
	}
	return bytes / seconds;
}

static size_t
cut(size_t n, struct segment **segments)
{
	return changepoint_cut(series, n, HALF_REQUEST, segments);
}

/* By the rule that makes a sample's value its last segment's rate. */
static bool
slowed(size_t n)
{
	struct segment *segments, *last;
	size_t found = cut(n, &segments);
	bool yes;

	last = &segments[found - 1];
	yes = found > 1 && last->rate <= 0.8 * segments[0].rate &&
		4 * last->n >= n;
	free(segments);
	return yes;
}

static bool
is_near(double x, double wanted)
{
	return fabs(x - wanted) <= 0.03 * wanted;
}

/* Return true if the last segment is the phase that begins at `at`. */
static bool
finds(size_t n, size_t at, bool levels)
{
	struct segment *segments, *last;
	size_t found = cut(n, &segments);
	bool yes;

	last = &segments[found - 1];
	yes = found > 1 && last->first + 3 >= at && last->first <= at + 3;
	if (yes && levels)
		yes = is_near(segments[0].rate, rate(0, at)) &&
			is_near(last->rate, rate(at, n));
	free(segments);
	return yes;
}

static void
assert_one_segment(size_t n)
{
	struct segment *segments;

	assert_int_equal(cut(n, &segments), 1);
	assert_int_equal(segments[0].first, 0);
	assert_int_equal(segments[0].n, n);
	assert_true(segments[0].at_ns == 0);
	assert_relatively_near(segments[0].rate, rate(0, n), 1e-12);
	free(segments);
}

TEST(no_intervals_are_no_segments)
{
	struct segment *segments = (struct segment *)&series;

	assert_int_equal(changepoint_cut(series, 0, 1, &segments), 0);
	assert_null(segments);
	assert_int_equal(changepoint_cut(NULL, 0, 1, &segments), 0);
}

TEST(less_than_six_intervals_or_nothing_at_all_is_one_segment)
{
	static const size_t sizes[] = { 1, 2, 6, 20, 6000 };

	random_seed(&r, 1);
	for (size_t n = 1; n < 6; n++) {
		fill(n, 1000, &none);
		slow_down(n / 2, n, 0.01);
		assert_one_segment(n);
	}
	for (size_t i = 0; i < LENGTH(sizes); i++) {
		fill(sizes[i], 0, &none);
		series[sizes[i] / 2].length_ns *= 30;
		assert_one_segment(sizes[i]);
	}
}

TEST(intervals_without_length_do_no_harm)
{
	struct segment *segments;

	random_seed(&r, 3);
	fill(30, 1000, &small);
	for (size_t i = 0; i < 30; i += 7)
		series[i].length_ns = 0;
	assert_int_equal(cut(30, &segments), 1);
	assert_true(isfinite(segments[0].rate));
	free(segments);
	for (size_t i = 0; i < 30; i++)
		series[i].length_ns = 0;
	assert_int_equal(cut(30, &segments), 1);
	assert_true(segments[0].rate == 0);
	free(segments);
	fill(30, 1000, &none);
	slow_down(15, 30, 0);
	assert_int_equal(changepoint_cut(series, 30, 0, &segments), 2);
	assert_int_equal(segments[1].first, 15);
	assert_true(segments[1].rate == 0);
	free(segments);
}

/* A interval beside a cut may be left out of its segment's rate. */
static void
assert_rate(const struct segment *segment, bool is_cut)
{
	size_t from = segment->first, to = from + segment->n;
	bool found = false;

	for (size_t out = 0; out <= (from > 0); out++)
		for (size_t in = 0; in <= is_cut; in++)
			found |= fabs(segment->rate -
				      rate(from + out, to - in)) <=
				 1e-9 * segment->rate;
	assert_true(found);
}

TEST(segments_cover_the_series_in_threes_or_more)
{
	struct segment *segments;
	size_t n, at, found, i, most = 0;

	random_seed(&r, 4);
	for (int trial = 0; trial < 300; trial++) {
		n = 6 + random_below(&r, 400);
		fill(n, 500, &even);
		for (at = 0; at < n; at += 1 + random_below(&r, n))
			slow_down(at, n, exp(normal(&r)));
		found = cut(n, &segments);
		at = 0;
		for (i = 0; i < found; i++) {
			assert_int_equal(segments[i].first, at);
			assert_true(segments[i].at_ns == at * STRETCH_NS);
			assert_true(segments[i].n >= 3);
			assert_true(segments[i].length_ns ==
				    segments[i].n * STRETCH_NS);
			at += segments[i].n;
			assert_rate(&segments[i], at < n);
		}
		assert_int_equal(at, n);
		most = found > most ? found : most;
		free(segments);
	}
	assert_true(most > 3);
}

/* The squares of n values about their mean. */
static double
squares(const double *x, size_t n)
{
	double mean = statistics_mean(x, n), sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += (x[i] - mean) * (x[i] - mean);
	return sum;
}

enum { MOST_LEVELS = 3 };

/*
 * Find the places of k - 1 cuts that leave the least squares, by trying all,
 * with three values or more in a part; return these squares.
 */
static double
best_cuts(const double *x, size_t n, size_t k, size_t *place)
{
	size_t before[MOST_LEVELS] = { 0 };
	double least = INFINITY, here;

	if (k == 1)
		return squares(x, n);
	for (size_t at = 3 * (k - 1); at + 3 <= n; at++) {
		here = best_cuts(x, at, k - 1, before) +
			squares(x + at, n - at);
		if (here >= least)
			continue;
		least = here;
		memcpy(place, before, sizeof(before));
		place[k - 2] = at;
	}
	return least;
}

/* Steps in one direction: of a short dip no single cut explains enough. */
TEST(clear_steps_are_cut_at_the_best_of_all_places)
{
	size_t place[MOST_LEVELS], ends[MOST_LEVELS + 1];
	struct segment *segments;
	double x[3 * 25];

	random_seed(&r, 16);
	for (int trial = 0; trial < 300; trial++) {
		size_t levels = 1 + random_below(&r, MOST_LEVELS), n = 0;

		for (size_t i = 0; i < levels; i++)
			n = ends[i] = n + 10 + random_below(&r, 16);
		fill(n, 1000, &small);
		for (size_t i = 0; i + 1 < levels; i++)
			slow_down(ends[i], n, trial % 2 == 0 ? 0.3 : 3);
		for (size_t i = 0; i < n; i++)
			x[i] = log((double)series[i].bytes);
		best_cuts(x, n, levels, place);
		assert_int_equal(cut(n, &segments), levels);
		for (size_t i = 0; i < levels; i++) {
			size_t from = i == 0 ? 0 : place[i - 1];

			assert_int_equal(segments[i].first, from);
			assert_int_equal(from + segments[i].n, i + 1 < levels ?
					 place[i] : n);
		}
		free(segments);
	}
}

/* The level changed in the middle of an interval, which is of neither. */
TEST(an_interval_of_two_levels_is_of_neither)
{
	static const struct noise little = { .spread = 0.01 };
	struct segment *segments;
	size_t found;

	random_seed(&r, 40);
	for (int tenths = 1; tenths < 10; tenths++) {
		fill(20, 1000, &little);
		slow_down(12, 20, 0.1);
		series[11].bytes = series[11].bytes * (unsigned)tenths / 10;
		found = cut(20, &segments);
		assert_int_equal(found, 2);
		assert_true(fabs(segments[0].rate / rate(0, 11) - 1) < 0.01);
		assert_true(fabs(segments[1].rate / rate(12, 20) - 1) < 0.03);
		free(segments);
	}
}

static const struct noise *
noise_of(const char *name)
{
	static const struct {
		const char *name;
		const struct noise *noise;
	} names[] = {
		{ "none", &none }, { "small", &small }, { "even", &even },
		{ "wandering", &wandering }, { "tailed", &tailed },
		{ "stalling", &stalling }, { "delayed", &delayed },
		{ "bursting", &bursting }, { "requests", &requests },
	};

	for (size_t i = 0; i < LENGTH(names); i++)
		if (strcmp(names[i].name, name) == 0)
			return names[i].noise;
	fail_msg("no noise %s", name);
	return NULL;
}

static void
check_steady(char **field)
{
	const struct noise *noise = noise_of(field[0]);
	int trials, most_slowed, most_cut, slowdowns = 0, cuts = 0;
	double requests;
	size_t n;

	assert_int_equal(sscanf(field[1], "%lf %zu %d %d %d", &requests, &n,
				&trials, &most_slowed, &most_cut), 5);
	for (int trial = 0; trial < trials; trial++) {
		struct segment *segments;

		fill(n, requests, noise);
		cuts += cut(n, &segments) > 1;
		slowdowns += slowed(n);
		free(segments);
	}
	if (slowdowns > most_slowed || cuts > most_cut)
		fail_msg("%d fell, %d were cut", slowdowns, cuts);
}

TEST(a_steady_series_does_not_fall_and_is_seldom_cut)
{
	random_seed(&r, 5);
	each_row("changepoint",
		 "a_steady_series_does_not_fall_and_is_seldom_cut",
		 check_steady);
}

/*
 * A burst that comes first can't be told from the fast phase, so that in a
 * short series the levels are as good as they can be only.
 */
static void
check_fall(char **field)
{
	const struct noise *noise = noise_of(field[0]);
	int trials, least, levels, found = 0;
	double requests, factor;
	size_t n, quarter, at;

	assert_int_equal(sscanf(field[1], "%lf %lf %zu %zu %d %d %d",
				&requests, &factor, &n, &quarter, &trials,
				&least, &levels), 7);
	for (int trial = 0; trial < trials; trial++) {
		at = quarter > 0 ? quarter * n / 4 :
			n / 4 + random_below(&r, n / 2 + 1);
		fill(n, requests, noise);
		if (factor > 0)
			slow_down(at, n, factor);
		else
			make_bursts(at, n, (size_t)trial);
		found += finds(n, at, levels);
	}
	if (found < least)
		fail_msg("%d of %d", found, trials);
}

TEST(a_fall_is_found_at_its_place_with_both_levels)
{
	random_seed(&r, 11);
	each_row("changepoint", "a_fall_is_found_at_its_place_with_both_levels",
		 check_fall);
}

TEST(a_fall_that_passes_is_two_change_points)
{
	struct segment *segments;

	random_seed(&r, 17);
	fill(100, 1000, &even);
	slow_down(25, 75, 0.2);
	assert_int_equal(cut(100, &segments), 3);
	assert_int_equal(segments[1].first, 25);
	assert_int_equal(segments[1].n, 50);
	assert_true(segments[2].rate > 0.9 * segments[0].rate);
	free(segments);
}

TEST(less_than_three_slow_intervals_are_no_segment)
{
	random_seed(&r, 18);
	for (size_t at = 0; at < 59; at++) {
		fill(60, 1000, &none);
		slow_down(at, at + 2, 0.01);
		assert_false(slowed(60));
	}
}
