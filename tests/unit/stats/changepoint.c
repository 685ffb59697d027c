/*
 * Change points: of series that are made here, so that it is known where they
 * change, or that they don't. Also how a sample's series becomes stretches.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/changepoint.h"
#include "diskidx/clock.h"
#include "diskidx/random.h"

#include "../support/noise.h"
#include "../support/test.h"

#define MOST 36000			/* an hour */
#define STRETCH_NS (100 * NS_PER_MS)
#define BLOCK 4096
#define HALF_REQUEST (BLOCK / 2.0)

static struct stretch series[MOST];
static struct random r;

/* Random numbers. */

static double
poisson(double expected)
{
	double product = uniform(&r);
	int n;

	for (n = 0; product > exp(-expected); n++)
		product *= uniform(&r);
	return n;
}

/* What a steady disk's speed is multiplied with, stretch by stretch. */
struct noise {
	double spread, alike;	/* of the logarithms; of neighbours */
	double slow_share, slow;	/* so many stretches are that slow */
};

static const struct noise none = { 0, 0, 0, 0 };
static const struct noise small = { 0.05, 0, 0, 0 };
static const struct noise even = { 0.1, 0, 0, 0 };
static const struct noise wandering = { 0.1, 0.7, 0, 0 };
static const struct noise tailed = { 0.1, 0, 0.02, 0.1 };
static const struct noise stalling = { 0.1, 0, 0.02, 0 };

/* A steady series of so many requests a stretch. */
static void
fill(size_t n, double requests, const struct noise *noise)
{
	double state = normal(&r), speed;

	for (size_t i = 0; i < n; i++) {
		state = noise->alike * state +
			sqrt(1 - noise->alike * noise->alike) * normal(&r);
		speed = requests * BLOCK * exp(noise->spread * state);
		if (uniform(&r) < noise->slow_share)
			speed *= noise->slow;
		series[i].at_ns = i * STRETCH_NS;
		series[i].length_ns = STRETCH_NS;
		series[i].bytes = (uint64_t)speed;
	}
}

static void
slow_down(size_t from, size_t to, double factor)
{
	for (size_t i = from; i < to; i++)
		series[i].bytes = (uint64_t)((double)series[i].bytes * factor);
}

/* A token bucket: a burst in every fifth stretch, nothing in the others. */
static void
make_bursts(size_t from, size_t to, size_t phase)
{
	for (size_t i = from; i < to; i++)
		if ((i - from + phase) % 5 != 4)
			series[i].bytes = 0;
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

/* Cutting. */

static size_t
cut(size_t n, struct segment **segments)
{
	return changepoint_cut(series, n, HALF_REQUEST, segments);
}

static size_t
count(size_t n)
{
	struct segment *segments;
	size_t found = cut(n, &segments);

	free(segments);
	return found;
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

/* Whether the last segment is the phase that begins at `at`. */
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

TEST(no_stretches_are_no_segments)
{
	struct segment *segments = (struct segment *)&series;

	assert_int_equal(changepoint_cut(series, 0, 1, &segments), 0);
	assert_null(segments);
	assert_int_equal(changepoint_cut(NULL, 0, 1, &segments), 0);
}

TEST(fewer_than_six_stretches_are_one_segment)
{
	struct segment *segments;

	random_seed(&r, 1);
	for (size_t n = 1; n < 6; n++) {
		fill(n, 1000, &none);
		slow_down(n / 2, n, 0.01);
		assert_int_equal(cut(n, &segments), 1);
		assert_int_equal(segments[0].first, 0);
		assert_int_equal(segments[0].n, n);
		assert_true(segments[0].at_ns == 0);
		assert_true(segments[0].length_ns == n * STRETCH_NS);
		assert_true(is_near(segments[0].rate, rate(0, n)));
		free(segments);
	}
}

TEST(nothing_at_all_is_one_segment_of_rate_0)
{
	static const size_t sizes[] = { 1, 2, 6, 20, 6000 };
	struct segment *segments;

	random_seed(&r, 2);
	for (size_t i = 0; i < LENGTH(sizes); i++) {
		fill(sizes[i], 0, &none);
		series[sizes[i] / 2].length_ns *= 30;
		assert_int_equal(cut(sizes[i], &segments), 1);
		assert_int_equal(segments[0].n, sizes[i]);
		assert_true(segments[0].rate == 0);
		free(segments);
	}
}

TEST(stretches_without_length_do_no_harm)
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

/* A stretch beside a cut may be left out of its segment's rate. */
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

/* The level changed in the middle of a stretch, which is of neither. */
TEST(a_stretch_of_two_levels_is_of_neither)
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

/* How many of so many steady series fall, of each of these numbers. */
static void
assert_steady(const struct noise *noise, size_t n, int trials, int most)
{
	int slowdowns = 0;

	for (int i = 0; i < trials; i++) {
		fill(n, 1000, noise);
		slowdowns += slowed(n);
	}
	if (slowdowns > most)
		fail_msg("%d of %d series of %zu fell", slowdowns, trials, n);
}

TEST(a_steady_series_does_not_fall)
{
	random_seed(&r, 5);
	assert_steady(&none, 6000, 1, 0);
	assert_steady(&even, 6, 2000, 2);
	assert_steady(&even, 20, 5000, 5);
	assert_steady(&even, 100, 500, 0);
	assert_steady(&even, 6000, 500, 0);
	assert_steady(&even, MOST, 3, 0);
}

TEST(a_steady_series_is_seldom_cut)
{
	static const size_t sizes[] = { 6, 20, 100 };
	int cuts;

	random_seed(&r, 6);
	fill(6000, 1000, &none);
	assert_int_equal(count(6000), 1);
	for (size_t i = 0; i < LENGTH(sizes); i++) {
		cuts = 0;
		for (int trial = 0; trial < 1000; trial++) {
			fill(sizes[i], 1000, &even);
			cuts += count(sizes[i]) > 1;
		}
		assert_in_range(cuts, 0, 10);
	}
}

TEST(noise_that_wanders_is_no_fall)
{
	random_seed(&r, 7);
	assert_steady(&wandering, 8, 1000, 8);
	assert_steady(&wandering, 12, 2000, 20);
	assert_steady(&wandering, 20, 2000, 20);
	assert_steady(&wandering, 100, 500, 2);
	assert_steady(&wandering, 6000, 200, 0);
}

TEST(single_stalls_are_no_fall)
{
	random_seed(&r, 8);
	assert_steady(&tailed, 20, 2000, 2);
	assert_steady(&tailed, 100, 500, 1);
	assert_steady(&tailed, 6000, 200, 0);
	assert_steady(&stalling, 20, 2000, 2);
	assert_steady(&stalling, 6000, 50, 0);
}

TEST(a_few_requests_a_stretch_are_no_falls)
{
	static const double requests[] = { 0.6, 2, 6 };
	int slowdowns = 0;

	random_seed(&r, 9);
	for (size_t k = 0; k < LENGTH(requests); k++)
		for (int trial = 0; trial < 500; trial++) {
			size_t n = trial % 2 == 0 ? 20 : 200;

			fill(n, 1, &none);
			for (size_t i = 0; i < n; i++)
				series[i].bytes = BLOCK *
					(uint64_t)poisson(requests[k]);
			slowdowns += slowed(n);
		}
	assert_in_range(slowdowns, 0, 3);
}

TEST(bursts_all_along_are_one_level)
{
	static const size_t sizes[] = { 10, 20, 300, 6000 };

	random_seed(&r, 10);
	for (size_t i = 0; i < LENGTH(sizes); i++)
		for (size_t phase = 0; phase < 5; phase++) {
			fill(sizes[i], 1000, &small);
			make_bursts(0, sizes[i], phase);
			assert_int_equal(count(sizes[i]), 1);
		}
}

/* At least 99 of 100 falls to `factor` in the middle half are found. */
static void
assert_found(size_t n, double requests, double factor, int trials)
{
	int found = 0;

	for (int i = 0; i < trials; i++) {
		size_t at = n / 4 + random_below(&r, n / 2 + 1);

		fill(n, requests, &small);
		slow_down(at, n, factor);
		found += finds(n, at, true);
	}
	if (100 * found < 99 * trials)
		fail_msg("of %d falls to %g in %zu only %d were found", trials,
			 factor, n, found);
}

TEST(a_throttle_is_found_at_its_place_with_both_levels)
{
	static const double factors[] = { 0.5, 0.2, 0.05, 0.001 };

	random_seed(&r, 11);
	assert_found(60, 1000, 0.7, 100);
	assert_found(600, 1000, 0.7, 30);
	for (size_t i = 0; i < LENGTH(factors); i++) {
		assert_found(20, 1000, factors[i], 400);
		assert_found(60, 1000, factors[i], 100);
		assert_found(600, 1000, factors[i], 30);
		assert_found(6000, 1000, factors[i], 3);
	}
	assert_found(MOST, 1000, 0.5, 2);
}

TEST(the_speed_itself_makes_no_difference)
{
	static const double requests[] = { 6, 100, 10000, 1e6 };

	random_seed(&r, 12);
	for (size_t i = 0; i < LENGTH(requests); i++)
		assert_found(100, requests[i], 0.5, 50);
}

TEST(a_token_bucket_is_found_with_both_levels)
{
	static const size_t sizes[] = { 20, 40, 100, 1000, 6000, MOST };

	random_seed(&r, 13);
	for (size_t i = 0; i < LENGTH(sizes); i++) {
		fill(sizes[i], 1000, &none);
		make_bursts(sizes[i] / 2, sizes[i], 0);
		assert_true(finds(sizes[i], sizes[i] / 2, true));
		fill(sizes[i], 1000, &small);
		make_bursts(sizes[i] * 3 / 4, sizes[i], 0);
		assert_true(finds(sizes[i], sizes[i] * 3 / 4, sizes[i] > 20));
	}
}

/*
 * A burst that comes first can't be told from the fast phase, so that in two
 * seconds the levels are as good as they can be only.
 */
TEST(a_token_bucket_is_found_wherever_its_bursts_fall)
{
	static const size_t sizes[] = { 20, 40, 100, 1000, 6000 };

	random_seed(&r, 14);
	for (size_t i = 0; i < LENGTH(sizes); i++)
		for (size_t phase = 0; phase < 5; phase++) {
			fill(sizes[i], 1000, &small);
			make_bursts(sizes[i] / 2, sizes[i], phase);
			assert_true(finds(sizes[i], sizes[i] / 2,
					  sizes[i] >= 1000));
			assert_int_equal(count(sizes[i]), 2);
		}
}

TEST(a_throttle_is_found_in_noise_that_wanders_or_stalls)
{
	static const struct noise *const noises[] = {
		&wandering, &tailed, &stalling
	};
	int found;

	random_seed(&r, 15);
	for (size_t i = 0; i < LENGTH(noises); i++) {
		found = 0;
		for (int trial = 0; trial < 100; trial++) {
			fill(150, 1000, noises[i]);
			slow_down(75, 150, 0.5);
			found += slowed(150);
		}
		assert_in_range(found, 95, 100);
	}
}

TEST(a_fall_in_two_steps_ends_at_the_last_one)
{
	random_seed(&r, 16);
	fill(60, 1000, &small);
	slow_down(20, 40, 0.5);
	slow_down(40, 60, 0.25);
	assert_int_equal(count(60), 3);
	assert_true(finds(60, 40, false));
	fill(300, 1000, &even);
	slow_down(100, 300, 0.02);
	slow_down(200, 300, 0.1);
	assert_int_equal(count(300), 3);
	assert_true(finds(300, 200, false));
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

TEST(less_than_three_slow_stretches_are_no_segment)
{
	random_seed(&r, 18);
	for (size_t at = 0; at < 59; at++) {
		fill(60, 1000, &none);
		slow_down(at, at + 2, 0.01);
		assert_false(slowed(60));
	}
}

/* A parent that was delayed leaves a stretch of several seconds. */
TEST(a_long_stretch_of_the_same_speed_is_no_change)
{
	random_seed(&r, 19);
	for (int trial = 0; trial < 200; trial++) {
		fill(40, 1000, &small);
		for (size_t i = 0; i < 40; i++)
			if (uniform(&r) < 0.3) {
				series[i].length_ns *= 30;
				series[i].bytes *= 30;
			}
		assert_int_equal(count(40), 1);
	}
}

/* Falls between rounds. */

static void
fill_rounds(double *value, size_t n, double spread)
{
	for (size_t i = 0; i < n; i++)
		value[i] = 1e9 * exp(spread * normal(&r));
}

/* So noisy that a fall by a fifth alone is common. */
static int
false_slowdowns(size_t n, int trials)
{
	double value[30];
	int slowdowns = 0;
	size_t at;

	for (int i = 0; i < trials; i++) {
		fill_rounds(value, n, 0.5);
		slowdowns += changepoint_slowdown(value, n, 0, &at);
	}
	return slowdowns;
}

/* 20 are expected of few rounds, so that less than 35 are no surprise. */
TEST(false_falls_between_rounds_are_at_most_a_thousandth)
{
	random_seed(&r, 20);
	assert_in_range(false_slowdowns(4, 20000), 5, 35);
	assert_in_range(false_slowdowns(5, 20000), 5, 35);
	assert_in_range(false_slowdowns(8, 20000), 5, 35);
	assert_in_range(false_slowdowns(30, 20000), 1, 30);
}

TEST(a_fall_between_rounds_is_found_at_its_place)
{
	double value[10];
	size_t at, n, from;

	random_seed(&r, 21);
	for (n = 5; n <= 10; n++)
		for (from = 2; from + 2 <= n; from++) {
			fill_rounds(value, n, 0.005);
			for (size_t i = from; i < n; i++)
				value[i] *= 0.6;
			assert_true(changepoint_slowdown(value, n, 0.2, &at));
			assert_int_equal(at, from);
		}
}

TEST(identical_rounds_have_a_floor_under_their_spread)
{
	double value[] = { 100, 100, 100, 100, 70, 70, 70, 70 };
	size_t at = 99;

	assert_true(changepoint_slowdown(value, 8, 0.2, &at));
	assert_int_equal(at, 4);
	assert_true(changepoint_slowdown(value + 2, 4, 0.2, &at));
	assert_int_equal(at, 2);
	for (size_t i = 4; i < 8; i++)
		value[i] = 99.9;	/* as little as the floor */
	assert_false(changepoint_slowdown(value, 8, 0, &at));
	for (size_t i = 0; i < 8; i++)
		value[i] = 1;
	assert_false(changepoint_slowdown(value, 8, 0, &at));
	assert_int_equal(at, 2);
}

TEST(a_rise_or_a_small_or_a_short_fall_is_none)
{
	static const double rise[] = { 50, 51, 49, 50, 100, 101, 99, 100 };
	static const double little[] = { 100, 101, 99, 100, 82, 81, 83, 82 };
	static const double last[] = { 100, 101, 99, 100, 101, 99, 100, 50 };
	static const double back[] = { 100, 101, 99, 50, 51, 100, 101, 99 };
	size_t at = 99;

	assert_false(changepoint_slowdown(rise, 8, 0.2, &at));
	assert_false(changepoint_slowdown(little, 8, 0.2, &at));
	assert_false(changepoint_slowdown(last, 8, 0.2, &at));
	assert_false(changepoint_slowdown(back, 8, 0.2, &at));
	assert_int_equal(at, 99);
	assert_true(changepoint_slowdown(little, 8, 0.1, &at));
	assert_int_equal(at, 4);
}

TEST(values_that_are_too_few_or_not_positive_are_no_fall)
{
	double value[] = { 100, 100, 100, 50, 50, 50 };
	size_t at = 99;

	for (size_t n = 0; n < 4; n++)
		assert_false(changepoint_slowdown(value + 1, n, 0.2, &at));
	assert_true(changepoint_slowdown(value, 6, 0.2, &at));
	value[4] = 0;
	assert_false(changepoint_slowdown(value, 6, 0.2, &at));
	value[4] = -1;
	assert_false(changepoint_slowdown(value, 6, 0.2, &at));
	value[4] = NAN;
	assert_false(changepoint_slowdown(value, 6, 0.2, &at));
	value[4] = INFINITY;
	assert_false(changepoint_slowdown(value, 6, 0.2, &at));
}

/* The series of a sample. */

/* A sample with points at these times, of 1000 bytes a ms, to the last one. */
static struct sample
sample_of(const uint64_t *at_us, size_t n)
{
	struct sample sample;

	memset(&sample, 0, sizeof(sample));
	for (size_t i = 0; i < n; i++)
		sample_tick(&sample, at_us[i] * 1000, at_us[i]);
	if (n > 0) {
		sample.total.elapsed_ns = at_us[n - 1] * 1000;
		sample.total.bytes = at_us[n - 1];
	}
	return sample;
}

/* Also that the list is without gaps, and as long as the sample. */
static struct stretch *
stretches_of(struct sample *sample, size_t n)
{
	struct stretch *list;
	uint64_t at_ns = 0;

	assert_int_equal(sample_series(sample, &list), n);
	for (size_t i = 0; i < n; i++) {
		assert_true(list[i].at_ns == at_ns);
		assert_true(list[i].length_ns > 0);
		at_ns += list[i].length_ns;
	}
	if (n > 0)
		assert_true(at_ns == sample->total.elapsed_ns);
	else
		assert_null(list);
	sample_free(sample);
	return list;
}

TEST(a_sample_without_points_has_no_series)
{
	struct sample sample = sample_of(NULL, 0);

	free(stretches_of(&sample, 0));
	sample.total.elapsed_ns = NS_PER_S;
	sample.total.bytes = 1000;
	free(stretches_of(&sample, 0));
	sample_tick(&sample, 0, 0);
	free(stretches_of(&sample, 0));
}

TEST(a_short_sample_is_one_stretch)
{
	static const uint64_t early[] = { 20000 }, two[] = { 40000, 50000 };
	static const uint64_t half[] = { 50000 };
	struct sample sample;
	struct stretch *list;

	sample = sample_of(early, 1);
	list = stretches_of(&sample, 1);
	assert_true(list[0].bytes == 20000);
	free(list);
	sample = sample_of(two, 2);
	list = stretches_of(&sample, 1);
	assert_true(list[0].bytes == 50000);
	free(list);
	sample = sample_of(half, 1);
	list = stretches_of(&sample, 1);
	assert_true(list[0].length_ns == 50 * NS_PER_MS);
	free(list);
}

TEST(a_delayed_parent_makes_a_long_stretch_and_no_stall)
{
	static const uint64_t at[] = {
		100000, 200000, 600000, 600010, 600020, 600030, 700000, 800000
	};
	struct sample sample = sample_of(at, LENGTH(at));
	struct stretch *list = stretches_of(&sample, 5);

	assert_true(list[2].length_ns == 400 * NS_PER_MS);
	for (size_t i = 0; i < 5; i++)
		assert_true(list[i].bytes * 1000 == list[i].length_ns);
	free(list);
}

TEST(stalls_are_stretches_of_0_bytes)
{
	struct sample sample = sample_of(NULL, 0);
	struct stretch *list;

	for (uint64_t i = 1; i <= 10; i++)
		sample_tick(&sample, i * STRETCH_NS, i <= 3 ? i : i < 8 ? 3 :
			    i - 5);
	sample.total.elapsed_ns = 10 * STRETCH_NS;
	sample.total.bytes = 5;
	list = stretches_of(&sample, 10);
	for (size_t i = 0; i < 10; i++)
		assert_true(list[i].bytes == (i >= 3 && i < 8 ? 0 : 1));
	free(list);
}

TEST(the_last_stretch_ends_with_the_sample)
{
	static const uint64_t at[] = { 100000, 200000, 300000 };
	struct sample sample;
	struct stretch *list;

	sample = sample_of(at, 3);
	/* Too short for a fourth. */
	sample.total.elapsed_ns = 349 * NS_PER_MS;
	sample.total.bytes = 349000;
	list = stretches_of(&sample, 3);
	assert_true(list[2].bytes == 149000);
	free(list);
	sample = sample_of(at, 3);
	sample.total.elapsed_ns = 1300 * NS_PER_MS;	/* a stall to its end */
	list = stretches_of(&sample, 4);
	assert_true(list[3].bytes == 0);
	assert_true(list[3].length_ns == NS_PER_S);
	free(list);
	sample = sample_of(at, 3);
	/* Before its last point. */
	sample.total.elapsed_ns = 260 * NS_PER_MS;
	sample.total.bytes = 260000;
	list = stretches_of(&sample, 3);
	assert_true(list[2].bytes == 60000);
	free(list);
	sample = sample_of(at, 3);
	sample.total.elapsed_ns = 400 * NS_PER_MS;	/* with too few bytes */
	sample.total.bytes = 250000;
	list = stretches_of(&sample, 4);
	assert_true(list[3].bytes == 0);
	free(list);
}

TEST(points_that_go_back_are_none)
{
	static const uint64_t at[] = {
		100000, 200000, 150000, 0, 200000, 300000, 400000
	};
	struct sample sample = sample_of(at, LENGTH(at));
	struct stretch *list = stretches_of(&sample, 4);

	for (size_t i = 0; i < 4; i++)
		assert_true(list[i].bytes == 100000);
	free(list);
	sample = sample_of(at, 2);
	sample_tick(&sample, 300 * NS_PER_MS, 100000);	/* bytes go back */
	sample.total.elapsed_ns = 400 * NS_PER_MS;
	sample.total.bytes = 400000;
	list = stretches_of(&sample, 3);
	assert_true(list[2].bytes == 200000);
	free(list);
}

TEST(series_of_any_points_keep_all_bytes_and_all_time)
{
	struct stretch *list;
	struct sample sample;
	uint64_t bytes;
	size_t n;

	random_seed(&r, 22);
	for (int trial = 0; trial < 500; trial++) {
		sample = sample_of(NULL, 0);
		sample.total.elapsed_ns = 1 + random_below(&r, 3 * NS_PER_S);
		sample.total.bytes = random_below(&r, 1000000);
		for (size_t i = random_below(&r, 40) + 1; i > 0; i--)
			sample_tick(&sample, random_below(&r, 3 * NS_PER_S),
				    random_below(&r, sample.total.bytes + 1));
		bytes = sample.total.bytes;
		n = sample_series(&sample, &list);
		free(list);
		list = stretches_of(&sample, n);
		for (size_t i = 0; i < n; i++)
			bytes -= list[i].bytes;
		assert_true(bytes == 0);
		free(list);
	}
}
