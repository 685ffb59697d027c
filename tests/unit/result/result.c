/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Result: rows without figures, device counters and slowdowns. Values,
 * intervals, latencies and shares are in the reports of tests/golden.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/operation.h"
#include "diskidx/random.h"
#include "diskidx/result.h"
#include "diskidx/units.h"

#include "../support/evidence.h"
#include "../support/noise.h"
#include "../support/rows.h"

/* The row of a test; it is freed behind each. */
static struct result result;

AFTER_EACH(free_row)
{
	result_free(&result);
	memset(&result, 0, sizeof(result));
	return 0;
}

/* Make a row from words and summarise it. */
static void
summarise(const char *words)
{
	result_free(&result);
	result = result_of(words);
	result_summarise(&result);
}

TEST(a_long_series_of_ticks_is_kept_in_order)
{
	struct sample sample = { .round = 1 };

	for (uint64_t i = 0; i < 1000; i++)
		sample_tick(&sample, i * NS_PER_MS, i * i);
	assert_int_equal(sample.n_ticks, 1000);
	for (uint64_t i = 0; i < 1000; i++) {
		assert_true(sample.tick[i].at_ns == i * NS_PER_MS);
		assert_true(sample.tick[i].bytes == i * i);
	}
	sample_free(&sample);
	assert_int_equal(sample.n_ticks, 0);
	assert_null(sample.tick);
}

/* Make a sample of 100 MiB a tick, and of 20 MiB behind the first. */
static struct sample
fall_after(size_t fast, size_t ticks)
{
	struct sample sample = { .round = 1 };
	uint64_t bytes = 0;

	for (size_t i = 0; i < ticks; i++) {
		bytes += (i < fast ? 100 : 20) * MIB;
		sample_tick(&sample, (i + 1) * SAMPLE_TICK_NS, bytes);
	}
	sample.total.elapsed_ns = ticks * SAMPLE_TICK_NS;
	sample.total.bytes = bytes;
	return sample;
}

TEST(levels_are_the_speeds_before_and_behind_a_fall)
{
	struct sample sample[2] = { fall_after(103, 900), fall_after(33, 90) };
	struct levels l = levels_find(sample, 2, 4096);

	assert_true(l.fell && l.steady && l.has_again && !l.is_again_all);
	assert_relatively_near(l.before.per_s, 1000.0 * MIB, 1e-9);
	assert_relatively_near(l.after.per_s, 200.0 * MIB, 1e-9);
	assert_relatively_near(l.bytes, 10300.0 * MIB, 1e-9);
	assert_relatively_near(l.s, 10.3, 1e-9);
	assert_true(l.ci95.low < l.bytes && l.bytes < l.ci95.high);
	assert_relatively_near(l.again_bytes, 3300.0 * MIB, 1e-9);
	l = levels_find(&sample[1], 1, 4096);
	assert_true(l.fell && !l.has_again);
	sample_free(&sample[1]);
	sample[1] = fall_after(50, 50);
	assert_true(levels_find(sample, 2, 4096).is_again_all);
	assert_false(levels_find(&sample[1], 1, 4096).fell);
	sample_free(&sample[1]);
	/* Without a fall it is all that was moved over all the time: what is
	 * behind the last whole block, and the flush, count too. */
	for (size_t ticks = 5; ticks < 30; ticks++) {
		sample[1] = fall_after(ticks, ticks);
		sample[1].tick[ticks - 1].bytes += 7 * MIB;
		sample[1].total.bytes += 7 * MIB;
		sample[1].total.flush_ns = NS_PER_S;
		sample[1].total.elapsed_ns += NS_PER_S;
		l = levels_find(&sample[1], 1, 4096);
		assert_false(l.fell);
		assert_relatively_near(l.after.per_s, (ticks * 100 + 7) *
			MIB / (1 + ticks / 10.0), 1e-12);
		assert_relatively_near(l.bytes / l.s, l.after.per_s, 1e-12);
		sample_free(&sample[1]);
	}
	/* Too short a sample has no levels. */
	sample[1] = fall_after(3, 3);
	assert_true(levels_find(&sample[1], 1, 4096).s == 0);
	sample_free(&sample[0]);
	sample_free(&sample[1]);
}

TEST(a_row_that_failed_or_has_no_samples_has_no_value)
{
	result = result_of("read ios=200");
	result.test.na_reason = xstrdup("no space left on device");
	assert_int_equal(judge_result(&result, NULL), 0);
	assert_false(result.summary.has_value);
	result_free(&result);
	result = result_of("read");
	result.n_samples = 0;
	assert_int_equal(judge_result(&result, NULL), 0);
	assert_false(result.summary.has_value || result.summary.has_device);
}

/*
 * A rule or a dash, a row, and its summary: the value with its interval; the
 * values without each round, from that without none; what was offered and what
 * was achieved; and the reads and the bytes written of the device.
 */
TEST_ROWS("result", a_row_is_summed_up)
{
	const struct summary *sum = &result.summary;
	char *text;

	result_free(&result);
	result = result_of(field[1]);
	if (strcmp(field[0], "unixbench") == 0)
		result.test.rule = RULE_UNIXBENCH;
	result_summarise(&result);
	assert_true(sum->has_value);
	text = xprintf("%.7g", sum->value);
	if (sum->has_interval)
		text = xjoin(text, " ", xprintf("%.5g..%.5g", sum->ci95.low,
						sum->ci95.high));
	for (unsigned round = 0; round <= result.n_samples + 1; round++)
		text = xjoin(text, round == 0 ? "; " : " ", xprintf("%.7g",
				result_value_without(&result, round)));
	text = xjoin(text, "; ", xprintf("offered %.7g, achieved %.7g",
			result_offered_iops(&result),
			summary_achieved_iops(sum)));
	text = xjoin(text, "; ", sum->has_device ?
		     xprintf("device %llu %llu",
			     (unsigned long long)sum->device.read_ios,
			     (unsigned long long)sum->device.write_bytes) :
		     xprintf("none, %llu",
			     (unsigned long long)sum->device.read_ios));
	assert_string_equal(text, field[2]);
	free(text);
}

/* Slowdowns. */

/*
 * Give a sample 4 s, a series of 40 points and the requests of both levels:
 * `first` in each interval until `at`, and then `last`.
 */
static void
set_levels(struct sample *sample, unsigned at, unsigned first, unsigned last)
{
	uint64_t ios = 0;

	sample->total.elapsed_ns = 4 * NS_PER_S;
	for (unsigned i = 0; i < 40; i++) {
		ios += i < at ? first : last;
		sample_tick(sample, (i + 1) * 100 * NS_PER_MS, ios * 4096);
	}
	sample->total.ios[OP_READ] = ios;
	sample->total.bytes = sample->total.moved[OP_READ] = ios * 4096;
	sample->device.read_bytes = ios * 4096;
	sample->device.read_ios = ios;
}

/* Make a row of such words, with samples AT:FIRST:LAST as above. */
static void
summarise_levels(const char *words, const char *levels)
{
	unsigned at, first, last, round = 1;

	result_free(&result);
	result = result_of(words);
	result.n_samples = 0;
	for (int n; sscanf(levels, "%u:%u:%u%n", &at, &first, &last, &n) == 3;
	     levels += n) {
		struct sample sample = { .round = round++, .has_device = true };

		set_levels(&sample, at, first, last);
		result_add_sample(&result, &sample);
	}
	judge_result(&result, NULL);
}

/*
 * Words of a row, samples AT:FIRST:LAST, and what is said: the slowdown that is
 * told, if any; how many samples fell; the value, and that of the first sample;
 * flags; stalls. Only what most samples show corrects a value, which is then of
 * the end.
 */
TEST_ROWS("result", a_fall_is_of_a_fifth_lasts_a_quarter_and_repeats)
{
	const struct summary *sum = &result.summary;
	const struct slowdown *slowdown = &sum->slowdown;
	char *text = xstrdup("");

	summarise_levels(field[0], field[1]);
	if (sum->has_slowdown)
		text = xjoin(text, "", xprintf("round %u at %g s%s: %.5g to "
			"%.5g%s; ", slowdown->round, slowdown->at_ns / 1e9,
			slowdown->within ? "" : " (between)",
			slowdown->before, slowdown->after,
			slowdown->for_good ? " for good" : ""));
	text = xjoin(text, "", xprintf("%zu fell; %.7g, first %.7g; %s; %zu "
		"stalls; %s", sum->n_slowdowns, sum->value,
		sum->sample_value[0], result.judgement.flags != 0 ?
		flag_names(result.judgement.flags) : "-", sum->n_stalls,
		sum->unseen_ns > 0 ? "judged" : "not judged"));
	assert_string_equal(text, field[2]);
	free(text);
}

/* Have samples of that many seconds, with falls at the same place in each. */
static void
stretch(uint64_t seconds)
{
	for (size_t i = 0; i < result.n_samples; i++) {
		struct sample *sample = &result.sample[i];

		sample->total.elapsed_ns = seconds * NS_PER_S;
		for (size_t j = 0; j < sample->n_ticks; j++)
			sample->tick[j].at_ns = (j + 1) * seconds *
						NS_PER_S / sample->n_ticks;
	}
	result_summarise(&result);
}

TEST(a_single_sample_is_judged_from_five_seconds_on)
{
	const struct slowdown *slowdown = &result.summary.slowdown;

	summarise_levels("read", "20:300:60");
	assert_false(result.summary.has_slowdown);
	assert_true(result.summary.unseen_ns == 0);
	stretch(5);
	assert_true(result.summary.has_slowdown && slowdown->within);
	assert_false(slowdown->for_good);
	assert_true(result.summary.unseen_ns == 1500 * NS_PER_MS);
	assert_true(slowdown->at_ns == 2500 * NS_PER_MS);
	assert_relatively_near(slowdown->before, 2400, 1e-9);
	assert_relatively_near(slowdown->after, 480, 1e-9);
	assert_relatively_near(result.summary.value, 1440, 1e-9);
	stretch(200);
	assert_true(result.summary.has_slowdown);
	assert_true(result.summary.unseen_ns == 30 * NS_PER_S);
}

/* Give a sample a speed that wanders by a fifth, neighbours being alike. */
static void
wander(struct sample *sample, struct random *random)
{
	double state = normal(random), bytes = 0;

	for (size_t i = 0; i < sample->n_ticks; i++) {
		bytes += 300 * 4096 * exp(0.2 * state);
		state = 0.9 * state + sqrt(1 - 0.9 * 0.9) * normal(random);
		sample->tick[i].bytes = (uint64_t)bytes;
	}
	sample->total.bytes = (uint64_t)bytes;
	sample->total.moved[OP_READ] = (uint64_t)bytes;
	sample->total.ios[OP_READ] = (uint64_t)bytes / 4096;
}

TEST(rows_that_wander_are_hardly_ever_throttled)
{
	struct random random;
	int throttled = 0, told = 0;

	random_seed(&random, 1);
	summarise_levels("read", "20:300:300 20:300:300 20:300:300");
	for (int trial = 0; trial < 2000; trial++) {
		for (size_t i = 0; i < result.n_samples; i++)
			wander(&result.sample[i], &random);
		result_summarise(&result);
		throttled += result.summary.slowdown.for_good;
		told += result.summary.has_slowdown;
	}
	if (throttled > 1 || told > 120)
		fail_msg("%d throttled, %d told", throttled, told);
}

/* The worst of the stalls, and for how long the disk was that slow. */
TEST(a_stall_is_the_time_below_a_quarter_of_the_usual_speed)
{
	summarise_levels("read", "20:100:100 4:100:10 8:50:20 "
			 "20:100:100");
	assert_int_equal(result.summary.n_stalls, 0);
	summarise("read ios=4000 ; ios=4000 ; ios=900 ; ios=800 ; ios=4000");
	assert_int_equal(result.summary.n_stalls, 2);
	assert_int_equal(result.summary.stall.round, 4);
	assert_relatively_near(result.summary.stall.value, 400, 1e-12);
	assert_true(result.summary.stall.length_ns == 2 * NS_PER_S);
	/* 0.4 s at the usual speed, and 3.6 s at a tenth of it or less. */
	set_levels(&result.sample[3], 4, 100, 5);
	for (size_t i = 0; i < 5; i++)
		if (i != 3)
			set_levels(&result.sample[i], 4, 100, 100);
	result_summarise(&result);
	assert_int_equal(result.summary.n_stalls, 1);
	assert_int_equal(result.summary.stall.round, 4);
	assert_true(result.summary.stall.length_ns == 3600 * NS_PER_MS);
}

/* Add a sample with 1000 latencies, some of which are of a stall. */
static void
add_latencies(unsigned round, uint64_t usual_ns, unsigned slow)
{
	struct sample sample = { .round = round, .has_device = true };
	static struct histogram h;

	set_levels(&sample, 20, 100, 100);
	histogram_clear(&h);
	histogram_record_times(&h, usual_ns, 1000 - slow);
	if (slow > 0)
		histogram_record_times(&h, 250 * NS_PER_MS, slow);
	sample.latency[LAT][OP_READ] = histogram_pack(&h);
	result_add_sample(&result, &sample);
}

TEST(a_single_stall_decides_no_percentile)
{
	struct interval ci95 = { 0, 0 };
	struct histogram *h;

	result = result_of("read");
	result.n_samples = 0;
	for (unsigned round = 1; round <= 4; round++)
		add_latencies(round, 100000 + round, round == 2 ? 50 : 0);
	result_summarise(&result);
	h = result_latency(&result);
	assert_int_equal(h->count, 4000);
	assert_true(histogram_supports(h, 95));
	assert_false(histogram_supports(h, 99));
	assert_true(result_percentile_interval(&result, LAT, OP_BOTH, 50,
					       &ci95));
	/* All are in one bucket, so that only the runs' own spread is left. */
	assert_relatively_near(ci95.low, 100002 / exp(0.277645), 1 / 64.0);
	assert_relatively_near(ci95.high, 100002 * exp(0.277645), 1 / 64.0);
	free(h);
	add_latencies(5, 100000, 3);
	add_latencies(6, 100000, 3);
	result_summarise(&result);
	assert_true(histogram_supports(result.summary.latency[LAT][OP_READ],
				       99));
	assert_true(result_percentile_interval(&result, LAT, 1u << OP_READ, 99,
					       &ci95));
	assert_true(ci95.high / ci95.low > 1000);
	assert_false(result_percentile_interval(&result, LAT, 1u << OP_WRITE,
						99, &ci95));
	assert_false(result_percentile_interval(&result, SLAT, OP_BOTH, 50,
						&ci95));
}

/*
 * The median is of the second round, and without one of the first two of the
 * third: so its logarithm's error, by the jackknife of four rounds, is 3 / 2 of
 * the deviation of d, d, 0 and 0, where d = log(120 / 110). Buckets are as wide
 * as 1 / 64 of their values.
 */
TEST(a_percentile_s_interval_is_the_jackknife_s)
{
	const double deviation = log(120.0 / 110) / sqrt(3);
	const double reach = 2.776445 *
		sqrt(0.1 * 0.1 + 4 * pow(1.5 * deviation, 2));
	const struct percentile_value *median;
	const struct percentile *p = NULL;
	struct interval ci95;

	do
		p = percentile_next(p, PERCENTILE_COMPARED);
	while (p->percent < 50);
	median = &result.summary.percentile[p - percentiles];
	result = result_of("read");
	result.n_samples = 0;
	for (unsigned round = 1; round <= 4; round++)
		add_latencies(round, 90000 + 10000 * round, 0);
	result_summarise(&result);
	assert_relatively_near(median->ns, 110000, 1 / 64.0);
	assert_relatively_near(median->error, 1.5 * deviation, 0.15);
	assert_true(result_percentile_interval(&result, LAT, OP_BOTH, 50,
					       &ci95));
	assert_relatively_near(ci95.low, 110000 * exp(-reach), 0.06);
	assert_relatively_near(ci95.high, 110000 * exp(reach), 0.06);
}

/* Names are those that comparisons print; the shell's figures are CSV's. */
TEST(percentiles_ascend_and_have_their_name)
{
	const struct percentile *p = NULL;
	double before = 0;
	char name[16];

	while ((p = percentile_next(p, 0)) != NULL) {
		assert_true(p->percent > before && p->percent < 100);
		before = p->percent;
		snprintf(name, sizeof(name), "p%g", p->percent);
		assert_string_equal(p->name, name);
		if (p->where & PERCENTILE_SHELL)
			assert_true(p->where & PERCENTILE_CSV);
	}
	assert_true(before > 99.99);
}
