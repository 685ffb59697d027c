/* Validity: each flag just within and just beyond its bound, and whole runs. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/operation.h"
#include "diskidx/random.h"
#include "diskidx/test.h"
#include "diskidx/flags.h"

#include "../support/noise.h"
#include "../support/test.h"

#define CACHED (1u << FLAG_CACHED)
#define MEMORY (1u << FLAG_MEMORY)
#define NOISY (1u << FLAG_NOISY)
#define THROTTLED (1u << FLAG_THROTTLED)
#define DRIFT (1u << FLAG_DRIFT)
#define UNSTEADY (1u << FLAG_UNSTEADY)
#define FOREIGN (1u << FLAG_FOREIGN)
#define STOLEN (1u << FLAG_STOLEN)
#define LIMITED (1u << FLAG_LIMITED)
#define CPU_BOUND (1u << FLAG_CPU_BOUND)
#define UNPROVEN (1u << FLAG_UNPROVEN)

#define ROUNDS 8
#define ROWS 14
#define STRETCHES 20

static const struct params direct = {
	.action = ACTION_READ, .cache = CACHE_DIRECT, .block_bytes = 4096,
	.depth = 1, .read_pct = 50
};

static const struct facts unknown;

/* One direction of 2 s, of which the device knows. */
static struct sample
plain_sample(unsigned round, enum operation op, uint64_t ios)
{
	struct sample sample;

	memset(&sample, 0, sizeof(sample));
	sample.round = round;
	sample.total.elapsed_ns = 2 * NS_PER_S;
	sample.total.ios[op] = ios;
	sample.total.bytes = sample.total.moved[op] = ios * 4096;
	sample.has_device = true;
	sample.device.read_ios = sample.total.ios[OP_READ];
	sample.device.read_bytes = sample.total.moved[OP_READ];
	sample.device.write_ios = sample.total.ios[OP_WRITE];
	sample.device.write_bytes = sample.total.moved[OP_WRITE];
	return sample;
}

static struct sample
read_sample(unsigned round)
{
	return plain_sample(round, OP_READ, 10000);
}

static struct sample
write_sample(unsigned round)
{
	return plain_sample(round, OP_WRITE, 10000);
}

static struct result
row(enum action action)
{
	struct result result;

	memset(&result, 0, sizeof(result));
	result.id = xstrdup("row");
	result.unit = UNIT_IOPS;
	result.params = direct;
	result.params.action = action;
	result.copies = 1;
	result.asked_ns = 2 * NS_PER_S;
	return result;
}

static unsigned
judge_row(struct result *result, const struct facts *target)
{
	result_summarise(result);
	return flags_judge(result, target);
}

/* The flags of a row of one sample. */
static unsigned
judge(enum action action, const struct sample *sample,
      const struct facts *target)
{
	struct result result = row(action);
	unsigned flags;

	result_add_sample(&result, sample);
	flags = judge_row(&result, target);
	result_free(&result);
	return flags;
}

/* The same of File Copy, and of a file system in memory. */
static unsigned
judge_cache(const struct sample *sample, const struct facts *target)
{
	struct result result = row(ACTION_COPY);
	unsigned flags;

	result.params.cache = CACHE_CACHED;
	result.params.file_bytes = 500 * KIB;
	result_add_sample(&result, sample);
	flags = judge_row(&result, target);
	result_free(&result);
	return flags;
}

static unsigned
judge_memory(enum action action, const struct sample *sample,
	     const struct facts *target)
{
	struct result result = row(action);
	unsigned flags;

	result.memory = true;
	result_add_sample(&result, sample);
	flags = judge_row(&result, target);
	result_free(&result);
	return flags;
}

/* cached and unproven */

TEST(half_of_what_was_written_came_to_the_device)
{
	struct sample sample = write_sample(1);

	sample.device.write_bytes /= 2;
	assert_int_equal(judge(ACTION_WRITE, &sample, &unknown), 0);
	sample.device.write_bytes--;
	assert_int_equal(judge(ACTION_WRITE, &sample, &unknown), CACHED);
	assert_int_equal(judge_cache(&sample, &unknown), 0);
	assert_int_equal(judge_memory(ACTION_WRITE, &sample, &unknown),
			 MEMORY);
	sample.has_inblock = true;
	assert_int_equal(judge(ACTION_COPY, &sample, &unknown), CACHED);
	assert_int_equal(judge(ACTION_MIX, &sample, &unknown), 0);
}

TEST(a_device_that_is_counted_in_part_proves_no_cache)
{
	struct facts target = { NULL, 0 };
	struct sample sample = write_sample(1);

	facts_set(&target, "device_counters", "partial");
	assert_int_equal(judge(ACTION_WRITE, &sample, &target), 0);
	sample.device.write_bytes = sample.total.moved[OP_WRITE] / 2 - 1;
	assert_int_equal(judge(ACTION_WRITE, &sample, &target), UNPROVEN);
	sample = read_sample(1);
	assert_int_equal(judge(ACTION_READ, &sample, &target), 0);
	sample.device.read_bytes = 0;
	assert_int_equal(judge(ACTION_READ, &sample, &target), UNPROVEN);
	sample.has_inblock = true;
	assert_int_equal(judge(ACTION_READ, &sample, &target), CACHED);
	sample.total.inblock_bytes = sample.total.bytes;
	assert_int_equal(judge(ACTION_READ, &sample, &target), 0);
	facts_free(&target);
}

TEST(what_nobody_counts_is_unproven)
{
	struct sample sample = read_sample(1);

	sample.has_device = false;
	assert_int_equal(judge(ACTION_READ, &sample, &unknown), UNPROVEN);
	assert_int_equal(judge(ACTION_WRITE, &sample, &unknown), UNPROVEN);
	assert_int_equal(judge(ACTION_COPY, &sample, &unknown), UNPROVEN);
	assert_int_equal(judge_cache(&sample, &unknown), 0);
	assert_int_equal(judge_memory(ACTION_READ, &sample, &unknown),
			 MEMORY);
	/* The account of reads tells nothing of writes. */
	sample.has_inblock = true;
	sample.total.inblock_bytes = sample.total.bytes;
	assert_int_equal(judge(ACTION_READ, &sample, &unknown), 0);
	assert_int_equal(judge(ACTION_WRITE, &sample, &unknown), UNPROVEN);
	assert_int_equal(judge(ACTION_MIX, &sample, &unknown), UNPROVEN);
}

TEST(what_is_cached_is_not_unproven_too)
{
	struct result result = row(ACTION_READ);
	struct sample sample = read_sample(1);

	sample.device.read_bytes = 0;
	result_add_sample(&result, &sample);
	sample.has_device = false;
	sample.round = 2;
	result_add_sample(&result, &sample);
	assert_int_equal(judge_row(&result, &unknown), CACHED);
	result_free(&result);
}

/* foreign */

TEST(the_other_direction_is_foreign_beyond_five_per_cent)
{
	struct sample sample = read_sample(1);

	sample.total.ios[OP_READ] = sample.device.read_ios = 9500;
	sample.device.write_ios = 500;
	assert_int_equal(judge(ACTION_READ, &sample, &unknown), 0);
	sample.device.write_ios = 501;
	assert_int_equal(judge(ACTION_READ, &sample, &unknown), FOREIGN);
	sample.device.write_ios = 100;
	sample.device.read_bytes = 95 * MIB;
	sample.total.moved[OP_READ] = sample.total.bytes = 95 * MIB;
	sample.device.write_bytes = 5 * MIB;
	assert_int_equal(judge(ACTION_READ, &sample, &unknown), 0);
	sample.device.write_bytes++;
	assert_int_equal(judge(ACTION_READ, &sample, &unknown), FOREIGN);
	assert_int_equal(judge_memory(ACTION_READ, &sample, &unknown),
			 MEMORY);
	assert_int_equal(judge_cache(&sample, &unknown), 0);
}

TEST(reads_are_foreign_to_a_test_that_writes)
{
	struct sample sample = write_sample(1);

	sample.device.read_ios = 1000;
	assert_int_equal(judge(ACTION_WRITE, &sample, &unknown), FOREIGN);
	assert_int_equal(judge(ACTION_MIX, &sample, &unknown), 0);
}

/* More of the test's own direction: a journal, or read-ahead. */
TEST(a_surplus_of_the_own_direction_is_not_foreign)
{
	struct sample sample = write_sample(1);

	sample.device.write_ios *= 3;
	sample.device.write_bytes *= 3;
	assert_int_equal(judge(ACTION_WRITE, &sample, &unknown), 0);
}

TEST(under_ten_foreign_requests_a_second_are_none)
{
	struct sample sample = read_sample(1);

	sample.total.ios[OP_READ] = sample.device.read_ios = 100;
	sample.device.write_ios = 19;
	assert_int_equal(judge(ACTION_READ, &sample, &unknown), 0);
	sample.device.write_ios = 20;
	assert_int_equal(judge(ACTION_READ, &sample, &unknown), FOREIGN);
}

/* And where one sample has no counters, nothing is known of their sum. */
TEST(foreign_is_by_the_sum_over_the_samples)
{
	struct result result = row(ACTION_READ);
	struct sample sample = read_sample(1);

	sample.device.write_ios = 900;
	result_add_sample(&result, &sample);
	assert_int_equal(judge_row(&result, &unknown), FOREIGN);
	sample = read_sample(2);
	result_add_sample(&result, &sample);
	assert_int_equal(judge_row(&result, &unknown), 0);
	sample.round = 3;
	sample.has_device = false;
	result_add_sample(&result, &sample);
	assert_int_equal(judge_row(&result, &unknown), UNPROVEN);
	result_free(&result);
}

TEST(a_disk_that_was_busy_when_idle_is_foreign)
{
	struct facts target = { NULL, 0 };
	struct sample sample = read_sample(1);

	facts_set(&target, "idle_ns", "1000000000");
	assert_int_equal(judge(ACTION_READ, &sample, &target), 0);
	facts_set(&target, "idle_busy_ms", "50");
	assert_int_equal(judge(ACTION_READ, &sample, &target), 0);
	facts_set(&target, "idle_busy_ms", "51");
	facts_set(&target, "idle_ios", "9");	/* a tick or two of one clock */
	assert_int_equal(judge(ACTION_READ, &sample, &target), 0);
	facts_set(&target, "idle_ios", "10");
	assert_int_equal(judge(ACTION_READ, &sample, &target), FOREIGN);
	assert_int_equal(judge(ACTION_MIX, &sample, &target), FOREIGN);
	assert_int_equal(judge_cache(&sample, &target), 0);
	assert_int_equal(judge_memory(ACTION_READ, &sample, &target), MEMORY);
	facts_free(&target);
}

/* stolen and cpu-bound */

/* In a sample of 2 s. */
static unsigned
judge_stolen(uint64_t total_ms, uint64_t busy_ms, uint64_t stolen_ms)
{
	struct sample sample = read_sample(1);

	sample.has_processors = true;
	sample.processors.total_ns = total_ms * NS_PER_MS;
	sample.processors.busy_ns = busy_ms * NS_PER_MS;
	sample.processors.stolen_ns = stolen_ms * NS_PER_MS;
	return judge(ACTION_READ, &sample, &unknown);
}

TEST(stolen_time_is_over_five_per_cent_of_what_was_wanted)
{
	assert_int_equal(judge_stolen(3000, 950, 50), 0);
	assert_int_equal(judge_stolen(3000, 950, 51), STOLEN);
	/* A few ticks at least, and on 64 processors no more than that. */
	assert_int_equal(judge_stolen(3000, 200, 49), 0);
	assert_int_equal(judge_stolen(3000, 200, 50), STOLEN);
	assert_int_equal(judge_stolen(128000, 2000, 1000), STOLEN);
	assert_int_equal(judge_stolen(0, 0, 0), 0);
}

TEST(samples_without_processor_times_say_nothing_of_stealing)
{
	struct result result = row(ACTION_READ);
	struct sample sample = read_sample(1);

	sample.processors.total_ns = sample.processors.busy_ns = 1000;
	sample.processors.stolen_ns = 500;
	result_add_sample(&result, &sample);
	assert_int_equal(judge_row(&result, &unknown), 0);
	sample.round = 2;
	sample.has_processors = true;
	sample.processors.stolen_ns = 30;
	result_add_sample(&result, &sample);
	assert_int_equal(judge_row(&result, &unknown), 0);
	result_free(&result);
}

/* In two samples of that length each, of which the second knows of a quota. */
static unsigned
judge_limited(uint64_t elapsed_ms, uint64_t limited_us, unsigned periods)
{
	struct result result = row(ACTION_READ);
	struct sample sample = read_sample(1);
	unsigned flags;

	sample.total.elapsed_ns = elapsed_ms * NS_PER_MS;
	sample.bounded = true;
	sample.processors.limited_ns = NS_PER_S;	/* of nobody: unknown */
	result_add_sample(&result, &sample);
	sample.round = 2;
	sample.has_processors = true;
	sample.processors.periods = sample.processors.limited_periods = periods;
	sample.processors.limited_ns = limited_us * NS_PER_US;
	result_add_sample(&result, &sample);
	flags = judge_row(&result, &unknown);
	assert_int_equal(flags_processors(&result).limited_ns,
			 limited_us * NS_PER_US);
	assert_int_equal(flags_processors(&result).limited_periods, periods);
	result_free(&result);
	return flags;
}

TEST(a_quota_that_held_back_for_over_one_per_cent_is_a_limit)
{
	assert_int_equal(judge_limited(2000, 40000, 1), 0);
	assert_int_equal(judge_limited(2000, 40001, 1), LIMITED);
	assert_int_equal(judge_limited(2000, 900000, 9), LIMITED);
	/* Not what ended as the sample began, and not that there is one. */
	assert_int_equal(judge_limited(400, 9999, 1), 0);
	assert_int_equal(judge_limited(400, 10000, 1), LIMITED);
	assert_int_equal(judge_limited(2000, 0, 20), 0);
	assert_false(flags_invalidate(LIMITED));
}

TEST(a_worker_over_95_per_cent_of_a_processor_is_the_limit)
{
	struct result result = row(ACTION_READ);
	struct sample sample = read_sample(1);

	sample.total.user_ns = 1000 * NS_PER_MS;
	sample.total.system_ns = 900 * NS_PER_MS;
	assert_int_equal(judge(ACTION_READ, &sample, &unknown), 0);
	sample.total.system_ns++;
	assert_int_equal(judge(ACTION_READ, &sample, &unknown), CPU_BOUND);
	assert_int_equal(judge_cache(&sample, &unknown), 0);
	result.copies = 2;
	result_add_sample(&result, &sample);
	assert_int_equal(judge_row(&result, &unknown), 0);
	result.sample[0].total.user_ns = 2900 * NS_PER_MS;
	assert_int_equal(judge_row(&result, &unknown), CPU_BOUND);
	result.params.rate_iops = 10;	/* an open loop waits actively */
	assert_int_equal(judge_row(&result, &unknown), 0);
	result.params.rate_iops = 0;
	result.params.depth = 2;
	result.engine = xstrdup("threads");
	assert_int_equal(judge_row(&result, &unknown), 0);
	result_free(&result);
}

/* The flags of small files that were synced, with so many device writes. */
static unsigned
judge_synced(uint64_t device_ios, unsigned copies)
{
	struct result result = row(ACTION_CREATE);
	struct sample sample = write_sample(1);
	unsigned flags;

	sample.has_device = true;
	sample.device.write_ios = device_ios;
	result.params.sync = SYNC_FSYNC;
	result.copies = copies;
	result_add_sample(&result, &sample);
	flags = judge_row(&result, &unknown);
	result_free(&result);
	return flags;
}

TEST(each_sync_of_a_small_file_is_a_request)
{
	assert_int_equal(judge_synced(5000, 1), 0);
	assert_int_equal(judge_synced(4999, 1), CACHED);
	assert_int_equal(judge_synced(2500, 2), 0);
}

TEST(what_the_platform_calls_unproven_is)
{
	struct facts target = { NULL, 0 };
	struct sample sample = read_sample(1);

	facts_set(&target, "unproven", "a network's");
	assert_int_equal(judge(ACTION_READ, &sample, &target), UNPROVEN);
	assert_int_equal(judge_cache(&sample, &target), 0);
	sample.has_inblock = true;
	sample.total.inblock_bytes = 0;
	assert_int_equal(judge(ACTION_READ, &sample, &target), CACHED);
	facts_free(&target);
}

/* unsteady */

/* The flags of a row of samples that long and of so many requests. */
static unsigned
judge_long(uint64_t elapsed_ns, const uint64_t *ios, unsigned n)
{
	struct result result = row(ACTION_READ);
	unsigned flags;

	for (unsigned i = 0; i < n; i++) {
		struct sample sample = plain_sample(i + 1, OP_READ, ios[i]);

		sample.total.elapsed_ns = elapsed_ns;
		result_add_sample(&result, &sample);
	}
	flags = judge_row(&result, &unknown);
	result_free(&result);
	return flags;
}

TEST(five_long_samples_range_over_a_fifth_of_their_mean)
{
	static const uint64_t within[] = { 1000, 1100, 900, 1100, 900 };
	static const uint64_t beyond[] = { 1000, 1101, 899, 1101, 899 };

	assert_int_equal(judge_long(10 * NS_PER_S, within, 5), 0);
	assert_int_equal(judge_long(10 * NS_PER_S, beyond, 5) & ~NOISY,
			 UNSTEADY);
	assert_int_equal(judge_long(10 * NS_PER_S - 1, beyond, 5) & ~NOISY,
			 0);
	assert_int_equal(judge_long(10 * NS_PER_S, beyond, 4) & ~NOISY, 0);
}

TEST(the_line_through_long_samples_changes_by_a_tenth)
{
	static const uint64_t within[] = { 1051, 1025, 1000, 975, 952 };
	static const uint64_t beyond[] = { 1052, 1026, 1000, 974, 948 };
	static const uint64_t rising[] = { 948, 974, 1000, 1026, 1052 };

	assert_int_equal(judge_long(10 * NS_PER_S, within, 5), 0);
	assert_int_equal(judge_long(10 * NS_PER_S, beyond, 5), UNSTEADY);
	assert_int_equal(judge_long(10 * NS_PER_S, rising, 5), UNSTEADY);
}

/* throttled */

TEST(a_row_that_fell_is_throttled)
{
	struct result result = row(ACTION_READ);
	struct sample sample = read_sample(1);

	result_add_sample(&result, &sample);
	result_summarise(&result);
	assert_int_equal(flags_judge(&result, &unknown), 0);
	result.has_slowdown = true;
	assert_int_equal(flags_judge(&result, &unknown), THROTTLED);
	result.has_value = false;
	assert_int_equal(flags_judge(&result, &unknown), 0);
	result_free(&result);
}

/* Whole runs */

/* Requests that a stretch has: the disk's own spread, and Poisson's. */
static uint64_t
stretch_ios(struct random *random, double mean)
{
	double here = mean * exp(0.10 * normal(random));
	double ios = floor(here + sqrt(here) * normal(random) + 0.5);

	return ios > 0 ? (uint64_t)ios : 0;
}

/* A healthy sample of 2 s at that many requests a second. */
static struct sample
healthy_sample(struct random *random, unsigned round, double rate)
{
	struct sample sample = plain_sample(round, OP_READ, 0);
	uint64_t ios = 0;

	for (unsigned i = 1; i <= STRETCHES; i++) {
		ios += stretch_ios(random, rate / 10);
		sample_tick(&sample, i * 100 * NS_PER_MS, ios * 4096);
	}
	sample.total.ios[OP_READ] = sample.device.read_ios = ios;
	sample.total.moved[OP_READ] = sample.device.read_bytes = ios * 4096;
	sample.total.bytes = ios * 4096;
	return sample;
}

/*
 * From 400 requests a second to some 140000. With 100 a second, chance alone
 * makes the rounds differ by 7 %, and such a row is noisy now and then.
 */
static double
rate_of_row(size_t i)
{
	return 400 * pow(1.57, (double)i);
}

/*
 * A run of all 14 rows, 3 % apart from round to round, which becomes faster
 * by exp(`trend`) from the first to the last.
 */
static void
make_run(struct result *results, struct random *random, unsigned rounds,
	 double trend)
{
	for (size_t i = 0; i < ROWS; i++) {
		results[i] = row(ACTION_READ);
		for (unsigned j = 0; j < rounds; j++) {
			double effect = 0.03 * normal(random) +
				trend * j / (rounds - 1);
			struct sample sample = healthy_sample(
				random, j + 1, rate_of_row(i) * exp(effect));

			result_add_sample(&results[i], &sample);
		}
	}
}

/* Judges a run as a record does, and returns all its flags together. */
static unsigned
judge_run(struct result *results, size_t n)
{
	unsigned flags = 0;

	for (size_t i = 0; i < n; i++)
		results[i].flags = judge_row(&results[i], &unknown);
	flags_judge_run(results, n);
	for (size_t i = 0; i < n; i++)
		flags |= results[i].flags;
	return flags;
}

static void
free_run(struct result *results, size_t n)
{
	for (size_t i = 0; i < n; i++)
		result_free(&results[i]);
}

TEST(a_healthy_run_has_a_flag_in_five_per_cent_of_runs_at_most)
{
	const unsigned runs = 400;
	struct result results[ROWS];
	struct random random;
	unsigned flagged = 0;

	random_seed(&random, 1);
	for (unsigned i = 0; i < runs; i++) {
		make_run(results, &random, ROUNDS, 0);
		flagged += judge_run(results, ROWS) != 0;
		free_run(results, ROWS);
	}
	if (flagged > runs / 20)
		fail_msg("%u of %u healthy runs", flagged, runs);
}

static unsigned
count_drift(double trend, unsigned rounds, unsigned runs, uint64_t seed)
{
	struct result results[ROWS];
	struct random random;
	unsigned found = 0;

	random_seed(&random, seed);
	for (unsigned i = 0; i < runs; i++) {
		make_run(results, &random, rounds, trend);
		if (judge_run(results, ROWS) & DRIFT) {
			found++;
			for (size_t j = 0; j < ROWS; j++)
				assert_true(results[j].flags & DRIFT);
		}
		free_run(results, ROWS);
	}
	return found;
}

TEST(a_common_trend_of_ten_per_cent_is_drift)
{
	assert_in_range(count_drift(log(1.10), ROUNDS, 40, 2), 36, 40);
	assert_in_range(count_drift(-log(1.10), ROUNDS, 40, 3), 36, 40);
	assert_int_equal(count_drift(log(1.025), ROUNDS, 40, 4), 0);
	assert_int_equal(count_drift(log(1.10), 4, 40, 5), 0);
}

/* A row without noise whose rounds are exp(step) apart. */
static struct result
stair(double step, unsigned rounds)
{
	struct result result = row(ACTION_READ);

	for (unsigned i = 0; i < rounds; i++) {
		struct sample sample = plain_sample(
			i + 1, OP_READ,
			(uint64_t)(1e9 * exp(step * i + 0.0001 * (i & 1))));

		result_add_sample(&result, &sample);
	}
	return result;
}

TEST(drift_is_five_per_cent_at_least_over_five_rounds_at_least)
{
	struct result result;

	result = stair(0.0126, 5);
	assert_int_equal(judge_run(&result, 1), DRIFT);
	result_free(&result);
	result = stair(0.0124, 5);
	assert_int_equal(judge_run(&result, 1), 0);
	result_free(&result);
	result = stair(0.0168, 4);
	assert_int_equal(judge_run(&result, 1), 0);
	result_free(&result);
}

TEST(drift_is_of_one_target_and_of_every_row_judged)
{
	struct result results[4];

	results[0] = stair(0.02, 6);
	results[1] = stair(0.02, 3);		/* not judged */
	results[2] = stair(0, 6);
	results[2].target = 1;
	results[3] = stair(0.02, 6);
	results[3].na_reason = xstrdup("no space left on device");
	judge_run(results, 4);
	assert_int_equal(results[0].flags, DRIFT);
	assert_int_equal(results[1].flags, 0);
	assert_int_equal(results[2].flags, 0);
	assert_int_equal(results[3].flags, 0);
	free_run(results, 4);
}

/* Neither by File Copy or open loops, nor by what fell for good. */
TEST(drift_is_judged_by_the_disks_own_speed)
{
	struct result results[2];

	results[0] = stair(0.02, 6);
	results[1] = stair(0, 6);
	results[0].params.rate_iops = 1;
	assert_int_equal(judge_run(results, 2), 0);
	results[0].params.rate_iops = 0;
	assert_int_equal(judge_run(results, 2), DRIFT);
	results[0].params.action = ACTION_COPY;
	results[0].params.cache = CACHE_CACHED;
	results[0].params.file_bytes = 500 * KIB;
	assert_int_equal(judge_run(results, 2), 0);
	results[0].params = direct;
	result_summarise(&results[0]);
	results[0].has_slowdown = true;
	flags_judge_run(results, 2);
	assert_int_equal(results[1].flags, 0);
	flags_judge_run(NULL, 0);
	free_run(results, 2);
}

TEST(one_row_that_becomes_slower_is_no_drift_of_all)
{
	struct result results[5];

	for (size_t i = 0; i < 4; i++)
		results[i] = stair(0, 8);
	results[4] = stair(-0.14, 8);
	assert_int_equal(judge_run(results, 5) & DRIFT, 0);
	free_run(results, 5);
}

/* A round that some row lacks says nothing of all rows alike. */
TEST(only_complete_rounds_count_for_drift)
{
	struct result results[2];

	results[0] = stair(0.02, 6);
	results[1] = stair(0.02, 6);
	results[1].sample[5].round = 7;
	assert_int_equal(judge_run(results, 2), DRIFT);
	results[1].sample[4].round = 8;
	assert_int_equal(judge_run(results, 2), 0);
	free_run(results, 2);
}
