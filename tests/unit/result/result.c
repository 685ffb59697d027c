/* Sample, result and flags: from the counts to the figures and their doubts. */
#include <config.h>

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/operation.h"
#include "diskidx/result.h"
#include "diskidx/flags.h"

#include "../support/test.h"

#define CACHED (1u << FLAG_CACHED)
#define MEMORY (1u << FLAG_MEMORY)
#define SHORT (1u << FLAG_SHORT)
#define NOISY (1u << FLAG_NOISY)
#define THROTTLED (1u << FLAG_THROTTLED)
#define UNPROVEN (1u << FLAG_UNPROVEN)

/* A random read test on a disk; samples are asked to last 2 s. */
static struct result
read_result(void)
{
	struct result result;

	memset(&result, 0, sizeof(result));
	result.id = xstrdup("rand-read-q1");
	result.category = xstrdup("Random");
	result.unit = UNIT_IOPS;
	result.params.action = ACTION_READ;
	result.params.cache = CACHE_DIRECT;
	result.params.block_bytes = 4096;
	result.copies = 1;
	result.asked_ns = 2 * NS_PER_S;
	return result;
}

/* 2 s of reads, all of them from the disk. */
static struct sample
read_sample(unsigned round, uint64_t ios)
{
	struct sample sample;

	memset(&sample, 0, sizeof(sample));
	sample.round = round;
	sample.total.elapsed_ns = 2 * NS_PER_S;
	sample.total.ios[OP_READ] = ios;
	sample.total.bytes = sample.total.moved[OP_READ] = ios * 4096;
	sample.has_inblock = true;
	sample.total.inblock_bytes = sample.total.bytes;
	sample.has_device = true;
	sample.device.read_ios = ios;
	sample.device.read_bytes = sample.total.bytes;
	return sample;
}

/* As a record does it, on a target of which nothing is known. */
static void
summarise(struct result *result)
{
	static const struct facts none;

	result_summarise(result);
	result->flags = flags_judge(result, &none);
}

static unsigned
flags_of(struct result *result, const struct sample *sample)
{
	unsigned flags;

	result_add_sample(result, sample);
	summarise(result);
	flags = result->flags;
	result->n_samples = 0;
	return flags;
}

/* The flags that one sample earns such a test. */
static unsigned
judge(enum action action, enum cache_mode cache, const struct sample *sample)
{
	struct result result = read_result();
	unsigned flags;

	result.params.action = action;
	result.params.read_pct = 75;
	result.params.cache = cache;
	if (cache == CACHE_CACHED)		/* as File Copy has it */
		result.params.file_bytes = 500 * KIB;
	flags = flags_of(&result, sample);
	result_free(&result);
	return flags;
}

TEST(a_sample_is_worth_its_whole_window_rate)
{
	struct sample sample = read_sample(1, 0);

	sample.total.elapsed_ns = 2500 * NS_PER_MS;
	sample.total.bytes = 50 * MIB;
	sample.total.ios[OP_READ] = 400;
	sample.total.ios[OP_WRITE] = 100;
	assert_relatively_near(sample_value(&sample, UNIT_KBPS), 20480.0, 1e-12);
	assert_relatively_near(sample_value(&sample, UNIT_MIBPS), 20.0, 1e-12);
	assert_relatively_near(sample_value(&sample, UNIT_IOPS), 200.0, 1e-12);
	sample.total.elapsed_ns = 0;
	assert_true(sample_value(&sample, UNIT_MIBPS) == 0);
}

TEST(a_long_series_of_ticks_is_kept_in_order)
{
	struct sample sample = read_sample(1, 100);

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

TEST(the_value_is_the_geometric_mean_of_the_samples)
{
	static const uint64_t ios[] = { 200, 220, 242 };
	struct result result = read_result();

	for (unsigned i = 0; i < 3; i++) {
		struct sample sample = read_sample(i + 1, ios[i]);

		result_add_sample(&result, &sample);
	}
	summarise(&result);
	assert_true(result.has_value && result.has_interval);
	assert_relatively_near(result.value, 110.0, 1e-12);
	assert_relatively_near(result.ci95.low, 86.8095599979519, 1e-12);
	assert_relatively_near(result.ci95.high, 139.385569979683, 1e-12);
	assert_relatively_near(result.cv, sqrt(331.0 / 3) / (331.0 / 3), 1e-12);
	assert_int_equal(result.flags, 0);
	result_free(&result);
}

TEST(one_sample_has_a_value_but_no_interval)
{
	struct result result = read_result();
	struct sample sample = read_sample(1, 200);

	result_add_sample(&result, &sample);
	summarise(&result);
	assert_true(result.has_value);
	assert_relatively_near(result.value, 100.0, 1e-12);
	assert_false(result.has_interval);
	assert_true(result.cv == 0);
	result_free(&result);
}

TEST(no_samples_have_no_value)
{
	struct result result = read_result();

	summarise(&result);
	assert_false(result.has_value);
	assert_false(result.has_device);
	assert_int_equal(result.flags, 0);
	result_free(&result);
}

TEST(a_row_that_failed_has_no_value_whatever_its_samples)
{
	struct result result = read_result();
	struct sample sample = read_sample(1, 200);

	result_add_sample(&result, &sample);
	result.na_reason = xstrdup("no space left on device");
	summarise(&result);
	assert_false(result.has_value);
	assert_int_equal(result.flags, 0);
	result_free(&result);
}

TEST(a_dead_sample_makes_the_value_zero_and_short)
{
	struct result result = read_result();
	struct sample sample = read_sample(1, 200), dead = read_sample(2, 0);

	result_add_sample(&result, &sample);
	result_add_sample(&result, &dead);
	summarise(&result);
	assert_true(result.has_value);
	assert_true(result.value == 0);
	assert_false(result.has_interval);
	assert_true(result.flags & SHORT);
	result_free(&result);
}

/* Packs `n` latencies of `value`. */
static struct histogram_packed *
latencies(uint64_t value, unsigned n)
{
	static struct histogram h;

	histogram_clear(&h);
	for (unsigned i = 0; i < n; i++)
		histogram_record(&h, value);
	return histogram_pack(&h);
}

TEST(latencies_of_all_samples_are_merged_by_direction)
{
	struct result result = read_result();
	struct histogram *both;

	for (unsigned i = 1; i <= 3; i++) {
		struct sample sample = read_sample(i, 200);

		sample.latency[LAT][OP_READ] = latencies(1000 * i, 10);
		if (i == 2)
			sample.latency[LAT][OP_WRITE] = latencies(5000, 7);
		result_add_sample(&result, &sample);
	}
	summarise(&result);
	assert_true(result.latency[LAT][OP_READ]->count == 30);
	assert_true(result.latency[LAT][OP_READ]->min == 1000);
	assert_true(result.latency[LAT][OP_READ]->max == 3000);
	assert_true(result.latency[LAT][OP_WRITE]->count == 7);
	both = result_latency(&result);
	assert_true(both->count == 37 && both->sum == 60000 + 35000);
	assert_true(both->min == 1000 && both->max == 5000);
	free(both);
	result_free(&result);
}

/* Of the parts of a latency, too. */
TEST(submission_and_completion_are_merged_apart)
{
	struct result result = read_result();
	struct histogram *both;

	for (unsigned i = 1; i <= 3; i++) {
		struct sample sample = read_sample(i, 200);

		sample.latency[LAT][OP_READ] = latencies(1000 * i, 10);
		sample.latency[SLAT][OP_READ] = latencies(100 * i, 10);
		sample.latency[CLAT][OP_READ] = latencies(900 * i, 10);
		if (i == 3)
			sample.latency[SLAT][OP_WRITE] = latencies(7, 4);
		result_add_sample(&result, &sample);
	}
	summarise(&result);
	summarise(&result);
	assert_true(result.latency[SLAT][OP_READ]->count == 30);
	assert_true(result.latency[SLAT][OP_READ]->min == 100);
	assert_true(result.latency[SLAT][OP_READ]->max == 300);
	assert_true(result.latency[CLAT][OP_READ]->count == 30);
	assert_true(result.latency[CLAT][OP_READ]->sum == 54000);
	assert_true(result.latency[SLAT][OP_READ]->sum +
		    result.latency[CLAT][OP_READ]->sum ==
		    result.latency[LAT][OP_READ]->sum);
	assert_true(result.latency[SLAT][OP_WRITE]->count == 4);
	assert_null(result.latency[CLAT][OP_WRITE]);
	assert_null(result.latency[LAT][OP_WRITE]);
	both = result_latency(&result);
	assert_true(both->count == 30 && both->sum == 60000);
	free(both);
	result_free(&result);
	assert_null(result.latency[SLAT][OP_READ]);
	assert_null(result.latency[CLAT][OP_READ]);
}

TEST(a_test_without_latencies_has_no_histogram)
{
	struct result result = read_result();
	struct sample sample = read_sample(1, 200);

	result_add_sample(&result, &sample);
	summarise(&result);
	assert_null(result.latency[LAT][OP_READ]);
	assert_null(result.latency[LAT][OP_WRITE]);
	assert_null(result.latency[SLAT][OP_READ]);
	assert_null(result.latency[CLAT][OP_READ]);
	assert_null(result_latency(&result));
	result_free(&result);
}

TEST(summarising_again_changes_nothing)
{
	struct result result = read_result(), first;

	for (unsigned i = 1; i <= 2; i++) {
		struct sample sample = read_sample(i, 200 + i);

		sample.latency[LAT][OP_READ] = latencies(1000, 10);
		sample.has_device = true;
		sample.device.read_bytes = sample.total.bytes;
		sample.total.user_ns = NS_PER_S;
		result_add_sample(&result, &sample);
	}
	summarise(&result);
	first = result;
	summarise(&result);
	assert_true(result.latency[LAT][OP_READ]->count == 20);
	assert_true(result.value == first.value);
	assert_true(result.ci95.low == first.ci95.low);
	assert_true(result.user_pct == first.user_pct);
	assert_true(result.device.read_bytes == first.device.read_bytes);
	assert_int_equal(result.flags, first.flags);
	result_free(&result);
}

TEST(depth_and_cpu_are_shares_of_the_whole_time)
{
	struct result result = read_result();
	struct sample sample = read_sample(1, 200);

	sample.total.depth_ns = 20 * NS_PER_S;
	sample.total.user_ns = 500 * NS_PER_MS;
	result_add_sample(&result, &sample);
	sample = read_sample(2, 200);
	sample.total.elapsed_ns = 6 * NS_PER_S;
	sample.total.depth_ns = 12 * NS_PER_S;
	sample.total.system_ns = 2 * NS_PER_S;
	result_add_sample(&result, &sample);
	summarise(&result);
	assert_relatively_near(result.depth_mean, 4.0, 1e-12);
	assert_relatively_near(result.user_pct, 6.25, 1e-12);
	assert_relatively_near(result.system_pct, 25.0, 1e-12);
	result_free(&result);
}

TEST(device_counters_are_summed_only_if_every_sample_has_them)
{
	struct result result = read_result();
	struct sample sample = read_sample(1, 200);

	sample.has_device = true;
	sample.device.read_ios = 10;
	sample.device.write_bytes = 4096;
	result_add_sample(&result, &sample);
	result_add_sample(&result, &sample);
	summarise(&result);
	assert_true(result.has_device);
	assert_true(result.device.read_ios == 20);
	assert_true(result.device.write_bytes == 8192);
	sample.has_device = false;
	result_add_sample(&result, &sample);
	summarise(&result);
	assert_false(result.has_device);
	assert_true(result.device.read_ios == 0);
	result_free(&result);
}

TEST(every_flag_is_in_the_table_with_a_mark_of_its_own)
{
	for (int f = 0; f < FLAG_COUNT; f++) {
		const struct flag_entry *v = flag_entry((enum flag)f);

		assert_non_null(v->name);
		assert_true(isupper((unsigned char)v->mark) || v->mark == '?');
		assert_non_null(strchr(v->sentence, ':'));
		assert_true(islower((unsigned char)v->sentence[0]));
		for (int g = 0; g < f; g++) {
			assert_true(flag_entry((enum flag)g)->mark !=
				    v->mark);
			assert_string_not_equal(flag_entry((enum flag)g)->name,
						v->name);
		}
	}
}

TEST(only_three_flags_take_a_row_out_of_the_score)
{
	const unsigned three = CACHED | MEMORY | SHORT;

	assert_false(flags_invalidate(0));
	for (unsigned f = 0; f < FLAG_COUNT; f++)
		assert_int_equal(flags_invalidate(1u << f),
				 (three & 1u << f) != 0);
	assert_false(flags_invalidate(~three));
	assert_true(flags_invalidate(SHORT | NOISY));
}

TEST(reads_that_storage_did_not_see_are_cached)
{
	struct sample sample = read_sample(1, 1000);
	uint64_t bound = sample.total.bytes - sample.total.bytes / 10;

	sample.total.inblock_bytes = bound;
	assert_int_equal(judge(ACTION_READ, CACHE_DIRECT, &sample), 0);
	sample.total.inblock_bytes = bound - 1;
	assert_int_equal(judge(ACTION_READ, CACHE_DIRECT, &sample), CACHED);
	assert_int_equal(judge(ACTION_READ, CACHE_BUFFERED, &sample), CACHED);
	sample.total.inblock_bytes = 3 * sample.total.bytes;
	assert_int_equal(judge(ACTION_READ, CACHE_DIRECT, &sample), 0);
}

/* Another load's reads are in the device's counters, not in inblock. */
TEST(the_device_is_asked_only_where_inblock_is_not_kept)
{
	struct sample sample = read_sample(1, 1000);

	sample.has_device = true;
	sample.device.read_bytes = 0;
	assert_int_equal(judge(ACTION_READ, CACHE_DIRECT, &sample), 0);
	sample.has_inblock = false;
	assert_int_equal(judge(ACTION_READ, CACHE_DIRECT, &sample), CACHED);
	sample.device.read_bytes = sample.total.bytes;
	assert_int_equal(judge(ACTION_READ, CACHE_DIRECT, &sample), 0);
	sample.has_device = false;
	assert_int_equal(judge(ACTION_READ, CACHE_DIRECT, &sample), UNPROVEN);
}

TEST(a_file_that_stayed_resident_is_cached)
{
	struct sample sample = read_sample(1, 1000);

	sample.has_resident = true;
	sample.dropped_bytes = 100 * MIB;
	sample.resident_bytes = 10 * MIB;
	assert_int_equal(judge(ACTION_READ, CACHE_BUFFERED, &sample), 0);
	sample.resident_bytes++;
	assert_int_equal(judge(ACTION_READ, CACHE_BUFFERED, &sample), CACHED);
	sample.has_resident = false;
	assert_int_equal(judge(ACTION_READ, CACHE_BUFFERED, &sample), 0);
}

TEST(copies_and_mixes_are_judged_by_their_reads)
{
	struct sample sample = read_sample(1, 1000);

	sample.total.ios[OP_WRITE] = 1000;
	sample.total.moved[OP_WRITE] = 100 * sample.total.moved[OP_READ];
	sample.device.write_bytes = sample.total.moved[OP_WRITE];
	assert_int_equal(judge(ACTION_COPY, CACHE_BUFFERED, &sample), 0);
	assert_int_equal(judge(ACTION_MIX, CACHE_DIRECT, &sample), 0);
	sample.total.inblock_bytes = 0;
	assert_int_equal(judge(ACTION_COPY, CACHE_BUFFERED, &sample), CACHED);
	assert_int_equal(judge(ACTION_MIX, CACHE_DIRECT, &sample), CACHED);
}

TEST(a_test_that_only_writes_needs_no_reads)
{
	struct sample sample = read_sample(1, 1000);

	sample.total.inblock_bytes = 0;
	sample.has_resident = true;
	sample.resident_bytes = sample.dropped_bytes = MIB;
	sample.device.read_ios = sample.device.read_bytes = 0;
	assert_int_equal(judge(ACTION_WRITE, CACHE_BUFFERED, &sample), 0);
}

TEST(file_copy_is_of_the_cache_and_so_never_cached_or_memory)
{
	struct result result = read_result();
	struct sample sample = read_sample(1, 1000);

	sample.total.inblock_bytes = 0;
	result.params.action = ACTION_COPY;
	result.params.cache = CACHE_CACHED;
	result.params.file_bytes = 500 * KIB;
	assert_int_equal(flags_of(&result, &sample), 0);
	result.memory = true;
	assert_int_equal(flags_of(&result, &sample), 0);
	result_free(&result);
}

/* A work file that is kept warm is no disk, and the row says so. */
TEST(a_warm_work_file_is_cached_and_in_memory_memory)
{
	struct result result = read_result();
	struct sample sample = read_sample(1, 1000);

	sample.total.inblock_bytes = 0;
	result.params.cache = CACHE_CACHED;
	assert_int_equal(flags_of(&result, &sample), CACHED);
	/* Also where the system tells nothing of what storage saw. */
	sample.has_inblock = sample.has_device = sample.has_resident = false;
	assert_int_equal(flags_of(&result, &sample), CACHED);
	result.params.action = ACTION_WRITE;
	assert_int_equal(flags_of(&result, &sample), UNPROVEN);
	result.memory = true;
	assert_int_equal(flags_of(&result, &sample), MEMORY);
	result.params.action = ACTION_READ;
	assert_int_equal(flags_of(&result, &sample), MEMORY);
	result_free(&result);
}

TEST(a_memory_file_system_is_memory_and_not_cached)
{
	struct result result = read_result();
	struct sample sample = read_sample(1, 1000);

	sample.total.inblock_bytes = 0;
	result.memory = true;
	assert_int_equal(flags_of(&result, &sample), MEMORY);
	result.params.action = ACTION_WRITE;
	assert_int_equal(flags_of(&result, &sample), MEMORY);
	result_free(&result);
}

TEST(one_bad_sample_among_good_ones_is_enough)
{
	struct result result = read_result();
	struct sample good = read_sample(1, 1000), bad = read_sample(2, 1000);

	bad.total.inblock_bytes = 0;
	result_add_sample(&result, &good);
	result_add_sample(&result, &bad);
	result_add_sample(&result, &good);
	summarise(&result);
	assert_int_equal(result.flags, CACHED);
	result_free(&result);
}

TEST(under_ten_requests_are_short)
{
	struct sample nine = read_sample(1, 9), ten = read_sample(1, 10);

	assert_int_equal(judge(ACTION_READ, CACHE_DIRECT, &nine), SHORT);
	assert_int_equal(judge(ACTION_READ, CACHE_DIRECT, &ten), 0);
}

TEST(a_copy_is_one_request_and_not_two)
{
	struct sample sample = read_sample(1, 9);

	sample.total.ios[OP_WRITE] = 9;
	assert_int_equal(judge(ACTION_COPY, CACHE_CACHED, &sample), SHORT);
	assert_int_equal(judge(ACTION_MIX, CACHE_DIRECT, &sample), 0);
	sample.total.ios[OP_READ] = sample.total.ios[OP_WRITE] = 10;
	assert_int_equal(judge(ACTION_COPY, CACHE_CACHED, &sample), 0);
}

TEST(under_half_of_the_time_is_short)
{
	struct sample sample = read_sample(1, 1000);

	sample.total.elapsed_ns = NS_PER_S;
	assert_int_equal(judge(ACTION_READ, CACHE_DIRECT, &sample), 0);
	sample.total.elapsed_ns--;
	assert_int_equal(judge(ACTION_READ, CACHE_DIRECT, &sample), SHORT);
}

TEST(a_sample_at_its_byte_bound_needs_fifty_milliseconds)
{
	struct sample sample = read_sample(1, 1000);

	sample.bounded = true;
	sample.total.elapsed_ns = 50 * NS_PER_MS;
	assert_int_equal(judge(ACTION_READ, CACHE_DIRECT, &sample), 0);
	sample.total.elapsed_ns--;
	assert_int_equal(judge(ACTION_READ, CACHE_DIRECT, &sample), SHORT);
}

TEST(a_spread_over_ten_per_cent_is_noisy)
{
	struct result result = read_result();
	struct sample low = read_sample(1, 1000), high = read_sample(2, 1150);

	result_add_sample(&result, &low);
	result_add_sample(&result, &high);
	summarise(&result);
	assert_true(result.cv < 0.10);
	assert_int_equal(result.flags, 0);
	high = read_sample(3, 1400);
	result_add_sample(&result, &high);
	summarise(&result);
	assert_true(result.cv > 0.10);
	assert_int_equal(result.flags, NOISY);
	result_free(&result);
}

/*
 * Gives a sample of 4 s a series of 40 points and the bytes of both levels:
 * `first` blocks a stretch until `at`, and then `last`.
 */
static void
set_levels(struct sample *sample, unsigned at, unsigned first, unsigned last)
{
	uint64_t blocks = 0;

	sample->total.elapsed_ns = 4 * NS_PER_S;
	for (unsigned i = 0; i < 40; i++) {
		blocks += i < at ? first : last;
		sample_tick(sample, (i + 1) * 100 * NS_PER_MS, blocks * 4096);
	}
	sample->total.ios[OP_READ] = blocks;
	sample->total.bytes = sample->total.moved[OP_READ] = blocks * 4096;
	sample->total.inblock_bytes = sample->total.bytes;
}

/* A summarised row of one sample with these levels. */
static struct result
row_of_levels(unsigned at, unsigned first, unsigned last)
{
	struct result result = read_result();
	struct sample sample = read_sample(1, 0);

	set_levels(&sample, at, first, last);
	result_add_sample(&result, &sample);
	summarise(&result);
	return result;
}

static void
assert_slowed(unsigned at, unsigned first, unsigned last, bool expected)
{
	struct result result = row_of_levels(at, first, last);

	assert_true(result.judged);
	assert_int_equal(result.has_slowdown, expected);
	assert_int_equal(result.flags, expected ? THROTTLED : 0);
	result_free(&result);
}

TEST(a_sample_that_fell_is_worth_its_low_level)
{
	struct result result = row_of_levels(20, 300, 30);

	assert_int_equal(result.n_slowdowns, 1);
	assert_true(result.has_slowdown && result.slowdown.within);
	assert_int_equal(result.slowdown.round, 1);
	assert_true(result.slowdown.at_ns == 2 * NS_PER_S);
	assert_relatively_near(result.slowdown.before, 3000.0, 1e-12);
	assert_relatively_near(result.slowdown.after, 300.0, 1e-12);
	assert_relatively_near(result.value, 300.0, 1e-12);
	assert_relatively_near(result.sample_value[0], 300.0, 1e-12);
	assert_relatively_near(sample_value(&result.sample[0], result.unit), 1650.0, 1e-12);
	result_free(&result);
}

TEST(a_fall_is_of_a_fifth_at_least_and_lasts_a_quarter)
{
	assert_slowed(20, 1000, 790, true);
	assert_slowed(20, 1000, 810, false);
	assert_slowed(30, 1000, 500, true);
	assert_slowed(31, 1000, 500, false);
	assert_slowed(20, 500, 1000, false);
	assert_slowed(20, 1000, 1000, false);
}

/* Correcting the falls alone would make it slower than it is. */
TEST(a_row_that_also_rose_is_not_corrected)
{
	static const unsigned first[] = { 300, 30, 300, 300 };
	struct result result = read_result();

	for (unsigned i = 0; i < 4; i++) {
		struct sample sample = read_sample(i + 1, 0);

		set_levels(&sample, 20, first[i], 330 - first[i]);
		result_add_sample(&result, &sample);
	}
	summarise(&result);
	assert_int_equal(result.n_slowdowns, 0);
	assert_false(result.has_slowdown);
	assert_relatively_near(result.value, 1650.0, 1e-12);
	assert_int_equal(result.flags, 0);
	result_free(&result);
}

/* Two samples of 3 s: the first falls, the second is as given. */
static struct result
row_after_a_slowdown(unsigned first, unsigned second)
{
	struct result result = read_result();
	struct sample sample = read_sample(1, 0);

	set_levels(&sample, 20, 300, 30);
	result_add_sample(&result, &sample);
	sample = read_sample(2, 0);
	set_levels(&sample, 5, first, second);
	result_add_sample(&result, &sample);
	summarise(&result);
	return result;
}

TEST(a_fall_counts_if_the_speed_stays_down)
{
	struct result result = row_after_a_slowdown(31, 30);

	assert_int_equal(result.n_slowdowns, 1);
	assert_relatively_near(result.sample_value[0], 300.0, 1e-12);
	result_free(&result);
}

/* A start of under a quarter is no level, so it isn't a rise either. */
TEST(a_fall_does_not_count_if_the_speed_came_back)
{
	struct result result = row_after_a_slowdown(30, 300);

	assert_int_equal(result.n_slowdowns, 0);
	assert_relatively_near(result.sample_value[0],
		    sample_value(&result.sample[0], result.unit), 1e-12);
	result_free(&result);
}

/* What was slow before was not used up. */
TEST(a_fall_does_not_count_if_the_speed_was_down_before)
{
	struct result result = read_result();
	struct sample sample = read_sample(1, 0);

	set_levels(&sample, 20, 31, 30);
	result_add_sample(&result, &sample);
	sample = read_sample(2, 0);
	set_levels(&sample, 20, 300, 30);
	result_add_sample(&result, &sample);
	summarise(&result);
	assert_int_equal(result.n_slowdowns, 0);
	result_free(&result);
}

static void
assert_judged(const struct params *params, bool expected)
{
	struct result result = row_of_levels(20, 300, 30);

	result.params = *params;
	result_summarise(&result);
	assert_int_equal(result.has_slowdown, expected);
	assert_int_equal(result.judged, expected);
	assert_relatively_near(result.value, expected ? 300.0 : 1650.0, 1e-12);
	result_free(&result);
}

TEST(the_page_cache_and_given_rates_are_no_speed_of_the_disk)
{
	struct params params = { .action = ACTION_READ,
				 .cache = CACHE_DIRECT, .block_bytes = 4096 };

	assert_judged(&params, true);
	params.rate_iops = 100;
	assert_judged(&params, false);
	params.rate_iops = 0;
	params.cache = CACHE_BUFFERED;
	assert_judged(&params, true);
	params.action = ACTION_WRITE;
	assert_judged(&params, false);
	params.action = ACTION_COPY;
	assert_judged(&params, false);
	params.sync = SYNC_FDATASYNC;
	assert_judged(&params, true);
	params.sync = SYNC_NONE;
	params.cache = CACHE_CACHED;
	params.file_bytes = 500 * KIB;
	assert_judged(&params, false);
}

/* A row of those requests in each of its rounds. */
static struct result
row_of_rounds(const uint64_t *ios, unsigned n)
{
	struct result result = read_result();

	for (unsigned i = 0; i < n; i++) {
		struct sample sample = read_sample(i + 1, ios[i]);

		result_add_sample(&result, &sample);
	}
	summarise(&result);
	return result;
}

TEST(a_fall_between_rounds_corrects_nothing)
{
	static const uint64_t ios[] = {
		2000, 2020, 1980, 300, 302, 298, 300, 301
	};
	struct result result = row_of_rounds(ios, 8);

	assert_true(result.has_slowdown && result.judged);
	assert_false(result.slowdown.within);
	assert_int_equal(result.n_slowdowns, 0);
	assert_int_equal(result.slowdown.round, 4);
	assert_true(fabs(result.slowdown.before - 1000) < 1);
	assert_true(fabs(result.slowdown.after - 150) < 1);
	assert_relatively_near(result.sample_value[0], 1000.0, 1e-12);
	assert_int_equal(result.flags, THROTTLED | NOISY);
	/* Buffered writes are judged between rounds alone. */
	result.params.action = ACTION_WRITE;
	result.params.cache = CACHE_BUFFERED;
	result_summarise(&result);
	assert_true(result.has_slowdown);
	result.params.rate_iops = 1000;
	result_summarise(&result);
	assert_false(result.has_slowdown || result.judged);
	result_free(&result);
}

TEST(rises_dead_rounds_and_few_rounds_are_no_fall)
{
	static const uint64_t ios[] = {
		300, 302, 298, 300, 2000, 2020, 1980, 2000, 0
	};
	struct result result = row_of_rounds(ios, 8);

	assert_false(result.has_slowdown);
	assert_true(result.judged);
	result_free(&result);
	result = row_of_rounds(ios + 4, 5);
	assert_false(result.has_slowdown || result.judged);
	result_free(&result);
	result = row_of_rounds(ios + 6, 3);
	assert_false(result.has_slowdown || result.judged);
	result_free(&result);
}
