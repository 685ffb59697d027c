/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Result: rows without a result, device counters and slowdowns. Values,
 * intervals, latencies and shares are in the reports of tests/golden.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/prng.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/result/result.h"

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

/* Falls are in sustained.golden. Without one it is all that was moved over all
 * the time: what is behind the last whole block, and the flush, count too. */
TEST(levels_without_a_fall_are_those_of_the_whole_sample)
{
	struct sample sample[2] = { fall_after(103, 900), fall_after(50, 50) };
	struct levels l = levels_find(sample, 2, 4096);

	assert_true(l.fell && l.has_again && l.is_again_all);
	for (size_t ticks = 5; ticks < 30; ticks++) {
		sample_free(&sample[1]);
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
	}
	sample_free(&sample[1]);
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
	text = say("%.7g", sum->value);
	if (interval_known(sum->ci95))
		text = say_more(text, " ", "%.5g..%.5g", sum->ci95.low,
				sum->ci95.high);
	for (unsigned round = 0; round <= result.n_samples + 1; round++)
		text = say_more(text, round == 0 ? "; " : " ", "%.7g",
				result_value_without(&result, round));
	text = say_more(text, "; ", "offered %.7g, achieved %.7g",
			result_offered_iops(&result),
			summary_achieved_iops(sum));
	text = say_join(text, "; ", sum->has_device ?
			say("device %llu %llu",
			    (unsigned long long)sum->device.read_ios,
			    (unsigned long long)sum->device.write_bytes) :
			say("none, %llu",
			    (unsigned long long)sum->device.read_ios));
	assert_string_equal(text, field[2]);
}

/* Slowdowns. */

/*
 * Give a sample of so many seconds a series of 40 points and the requests of
 * both levels: `first` in each interval until `at`, and then `last`.
 */
static void
set_levels(struct sample *sample, unsigned s, unsigned at, unsigned first,
	   unsigned last)
{
	uint64_t ios = 0;

	sample->total.elapsed_ns = s * NS_PER_S;
	for (unsigned i = 0; i < 40; i++) {
		ios += i < at ? first : last;
		sample_tick(sample, (i + 1) * s * NS_PER_S / 40, ios * 4096);
	}
	sample->total.ios[OP_READ] = ios;
	sample->total.bytes = sample->total.moved[OP_READ] = ios * 4096;
	sample->device.read_bytes = ios * 4096;
	sample->device.read_ios = ios;
}

/* Make a row of such words, with samples AT:FIRST:LAST as above of 4 s, or of
 * AT:FIRST:LAST:SECONDS. */
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
		unsigned s = 4;

		levels += n;
		n = 0;
		sscanf(levels, ":%u%n", &s, &n);
		set_levels(&sample, s, at, first, last);
		result_add_sample(&result, &sample);
	}
	judge_result(&result, NULL);
}

/*
 * Words of a row, samples as above, and what is said: the slowdown that is
 * told, if any; how many samples fell; the value, and that of the first sample;
 * flags; stalls; and where nothing is seen at either end. Only what most
 * samples show corrects a value, which is then of the end.
 */
TEST_ROWS("result", a_fall_is_of_a_fifth_lasts_a_quarter_and_repeats)
{
	const struct summary *sum = &result.summary;
	const struct slowdown *slowdown = &sum->slowdown;
	char *text = NULL;

	summarise_levels(field[0], field[1]);
	if (sum->slowdown.round > 0)
		text = say("round %u at %g s%s: %.5g to %.5g%s; ",
			   slowdown->round, slowdown->at_ns / 1e9,
			   slowdown->within ? "" : " (between)",
			   slowdown->before, slowdown->after,
			   slowdown->for_good ? " for good" : "");
	text = say_more(text, "", "%zu fell; %.7g, first %.7g; %s; %zu "
			"stalls; ", sum->n_slowdowns, sum->value,
			sum->sample_value[0], result.judgement.flags != 0 ?
			flag_names(result.judgement.flags) : "-",
			sum->n_stalls);
	text = say_join(text, "", sum->unseen_ns == 0 ? "not judged" :
			say("but %g s", sum->unseen_ns / 1e9));
	assert_string_equal(text, field[2]);
}

/* Give a sample a speed that wanders by a fifth, neighbors being alike. */
static void
wander(struct sample *sample, struct prng *random)
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
	struct prng random;
	int throttled = 0, told = 0;

	prng_seed(&random, 1);
	summarise_levels("read", "20:300:300 20:300:300 20:300:300");
	for (int trial = 0; trial < 2000; trial++) {
		for (size_t i = 0; i < result.n_samples; i++)
			wander(&result.sample[i], &random);
		result_summarise(&result);
		throttled += result.summary.slowdown.for_good;
		told += result.summary.slowdown.round > 0;
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
	summarise_levels("read", "4:100:100 4:100:100 4:100:100 4:100:5 "
			 "4:100:100");
	assert_int_equal(result.summary.n_stalls, 1);
	assert_int_equal(result.summary.stall.round, 4);
	assert_true(result.summary.stall.length_ns == 3600 * NS_PER_MS);
	/* All of it below a quarter, if not below its own mean. */
	summarise_levels("read", "4:100:100 4:100:100 4:100:100 20:5:24 "
			 "4:100:100");
	assert_true(result.summary.stall.length_ns == 4 * NS_PER_S);
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

/* Of latencies around so many ns that spread, and of such a first round. */
static void
check_intervals(struct prng *random, int kind, int op, double ns,
		double first, double spread)
{
	static struct histogram h;
	const struct percentile *p = NULL;

	result_free(&result);
	result.test.category = xstrdup("Random");
	for (unsigned round = 1; round <= 5; round++) {
		struct sample sample = { .round = round };

		memset(&h, 0, sizeof(h));
		for (int i = 0; i < 400; i++)
			histogram_record(&h, (uint64_t)(exp(
				spread * normal(random)) *
				(round == 1 ? first : ns)));
		sample.latency[kind][op] = histogram_pack(&h);
		result_add_sample(&result, &sample);
	}
	result_summarise(&result);
	while ((p = percentile_next(p, 0)) != NULL) {
		const struct histogram *all =
			result.summary.latency[kind][op];
		double value = (double)histogram_percentile(all, p->percent);
		struct interval ci95 = result_percentile_interval(
			&result, kind, op, p->percent);

		assert_true(interval_known(ci95) ==
			    histogram_supports(all, p->percent));
		assert_true(!interval_known(ci95) ||
			    (ci95.low >= (double)all->min &&
			     ci95.low <= value && value <= ci95.high &&
			     ci95.high <= (double)all->max));
	}
}

TEST(the_interval_of_a_percentile_is_of_what_was_seen)
{
	struct prng random;

	prng_seed(&random, 20261129);
	check_intervals(&random, LAT, OP_READ, 74e3, 74e3, 0);
	check_intervals(&random, LAT, OP_WRITE, 1e5, 1e5, 0.1);
	check_intervals(&random, CLAT, OP_READ, 1e5, 3e6, 0.7);
	check_intervals(&random, SLAT, OP_WRITE, 900, 900, 0.02);
	check_intervals(&random, FLUSH, OP_WRITE, 1e16, 3e17, 0.7);
}
