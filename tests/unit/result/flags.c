/* Validity: each flag just within and just beyond its bound, and whole runs. */
#include <config.h>

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/flags.h"
#include "diskidx/operation.h"
#include "diskidx/random.h"

#include "../support/evidence.h"
#include "../support/noise.h"
#include "../support/test.h"

#define DRIFT (1u << FLAG_DRIFT)
#define ROUNDS 8
#define ROWS 14
#define STRETCHES 20

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

TEST(only_five_flags_take_a_row_out_of_the_score)
{
	const unsigned five = 1u << FLAG_CACHED | 1u << FLAG_MEMORY |
			      1u << FLAG_SHORT | 1u << FLAG_SHALLOW |
			      1u << FLAG_EVICTED;

	assert_false(flags_invalidate(0));
	for (unsigned f = 0; f < FLAG_COUNT; f++)
		assert_int_equal(flags_invalidate(1u << f),
				 (five & 1u << f) != 0);
	assert_false(flags_invalidate(~five));
	assert_true(flags_invalidate(1u << FLAG_SHORT | 1u << FLAG_NOISY));
}

/* Return the names of flags, with blanks between them. */
static const char *
names_of(unsigned flags)
{
	static char text[200];

	text[0] = '\0';
	for (int f = 0; f < FLAG_COUNT; f++) {
		if ((flags & 1u << f) == 0)
			continue;
		if (text[0] != '\0')
			strcat(text, " ");
		strcat(text, flag_entry((enum flag)f)->name);
	}
	return text;
}

/* Fail unless that evidence earns these flags; `known` is KEY=VALUE ... */
static void
assert_flags(const char *known, const char *words, const char *expected)
{
	struct facts target = { NULL, 0 };
	struct result result = result_of(words);
	const char *flags;
	char text[200];

	strcpy(text, known);
	for (char *at = strtok(text, " "); at != NULL;
	     at = strtok(NULL, " ")) {
		char *value = strchr(at, '=');

		*value++ = '\0';
		facts_set(&target, at, "%s", value);
	}
	flags = names_of(judge_result(&result, &target));
	if (strcmp(flags, expected) != 0)
		fail_msg("%s, %s: \"%s\"", known, words, flags);
	facts_free(&target);
	result_free(&result);
}

TEST(evidence_earns_flags)
{
	static const char *const rows[][2] = {
		/* The device has half of the writes, 90 % of the reads. */
		{ "write device-written=20480000", "" },
		{ "write device-written=20479999", "cached" },
		{ "writing file-copy device-written=20479999", "" },
		{ "write memory device-written=20479999", "memory" },
		{ "writing copy device-written=20479999 inblock=0", "cached" },
		{ "writing mix device-written=20479999 inblock=0", "" },
		{ "read inblock=36864000", "" },
		{ "read inblock=36863999", "cached" },
		{ "read buffered inblock=36863999", "cached" },
		{ "read inblock=122880000", "" },
		/* The device counts other loads too, inblock does not. */
		{ "read inblock=40960000 device-read=0", "" },
		{ "read device-read=0", "cached" },
		{ "read device-read=36863999", "cached" },
		{ "read device-read=36864000", "" },
		/* A tenth of a file may stay resident. */
		{ "read buffered inblock=40960000 dropped=100m resident=10m",
		  "" },
		{ "read buffered inblock=40960000 dropped=100m "
		  "resident=10485761", "cached" },
		{ "read inblock=40960000 dropped=1m resident=1m has-resident=0",
		  "" },
		/* Copies and mixes are judged by reads, writes are not. */
		{ "copy buffered inblock=40960000 writes=9 written-bytes=4096 "
		  "device-written=4096", "" },
		{ "mix inblock=40960000 writes=9 written-bytes=4096 "
		  "device-written=4096", "" },
		{ "copy buffered inblock=0 writes=9 written-bytes=4096 "
		  "device-written=4096", "cached" },
		{ "mix inblock=0 writes=9 written-bytes=4096 "
		  "device-written=4096", "cached" },
		{ "write buffered inblock=0 resident=1m dropped=1m", "" },
		/* File Copy is of the cache; a warm work file is not. */
		{ "file-copy inblock=0", "" },
		{ "file-copy memory inblock=0", "" },
		{ "read cached inblock=0", "cached" },
		/* Of a warm read, a tenth may come from the disk. */
		{ "read cached inblock=4096000", "cached" },
		{ "read cached inblock=4096001", "cached evicted" },
		{ "read cached inblock=36864000", "evicted" },
		{ "read cached device-read=4096000", "cached" },
		{ "read cached device-read=40960000", "evicted" },
		{ "read cached memory device-read=40960000", "memory" },
		{ "read cached file-bytes=1m inblock=4096000", "" },
		{ "read cached file-bytes=1m inblock=4096001", "evicted" },
		{ "file-copy inblock=40960000", "" },
		{ "read cached has-device=0", "cached" },
		{ "write cached has-device=0", "unproven" },
		{ "read cached memory has-device=0", "memory" },
		{ "write cached memory has-device=0", "memory" },
		{ "read memory inblock=0", "memory" },
		/* Nobody counts; inblock tells nothing of writes. */
		{ "read has-device=0", "unproven" },
		{ "write has-device=0", "unproven" },
		{ "copy has-device=0", "unproven" },
		{ "file-copy has-device=0", "" },
		{ "read memory has-device=0", "memory" },
		{ "read has-device=0 inblock=40960000", "" },
		{ "write has-device=0 inblock=40960000", "unproven" },
		{ "mix has-device=0 inblock=40960000", "unproven" },
		/* One bad sample is enough, and then it is not unproven too. */
		{ "read device-read=0 ; has-device=0", "cached" },
		{ "read inblock=40960000 ; inblock=0 ; inblock=40960000",
		  "cached" },
		/* The other direction is foreign beyond 5 %. */
		{ "read ios=9500 device-writes=500", "" },
		{ "read ios=9500 device-writes=501", "foreign" },
		{ "read bytes=95m read-bytes=95m device-read=95m "
		  "device-writes=100 device-written=5m", "" },
		{ "read bytes=95m read-bytes=95m device-read=95m "
		  "device-writes=100 device-written=5242881", "foreign" },
		{ "read memory device-writes=1000", "memory" },
		{ "file-copy device-writes=1000", "" },
		{ "write device-reads=1000", "foreign" },
		{ "writing mix device-reads=1000", "" },
		/* More of the own direction is a journal, or read-ahead. */
		{ "write device-writes=30000 device-written=122880000", "" },
		/* Under ten requests a second are none. */
		{ "read ios=100 device-writes=19", "" },
		{ "read ios=100 device-writes=20", "foreign" },
		/* It is judged by the sum, which all samples must have. */
		{ "read device-writes=900", "foreign" },
		{ "read device-writes=900 ; device-writes=0", "" },
		{ "read device-writes=900 ; device-writes=0 ; has-device=0",
		  "unproven" },
		/* Stolen: 5 % of what was wanted, and 1 % of a processor. */
		{ "read all=3000ms busy=950ms stolen=50ms", "" },
		{ "read all=3000ms busy=950ms stolen=51ms", "stolen" },
		{ "read all=3000ms busy=200ms stolen=49ms", "" },
		{ "read all=3000ms busy=200ms stolen=50ms", "stolen" },
		{ "read all=128000ms busy=2000ms stolen=1000ms", "stolen" },
		{ "read all=0", "" },
		{ "read all=1us busy=1us stolen=500 has-processors=0", "" },
		{ "read all=1us busy=1us stolen=500 has-processors=0 ; "
		  "stolen=30", "" },
		/* A quota held back for over 1 % of the time and 10 ms. */
		{ "read elapsed=2000ms limited=1000ms has-processors=0 ; "
		  "limited=40000us periods=1 limited-periods=1", "" },
		{ "read limited=1000ms has-processors=0 ; limited=40000001 "
		  "periods=1 limited-periods=1", "limited" },
		{ "read limited=1000ms has-processors=0 ; limited=900ms "
		  "periods=9 limited-periods=9", "limited" },
		{ "read bounded=1 elapsed=400ms limited=0 ; limited=9999us "
		  "periods=1 limited-periods=1", "" },
		{ "read bounded=1 elapsed=400ms limited=0 ; limited=10000us "
		  "periods=1 limited-periods=1", "limited" },
		{ "read limited=0 ; periods=20", "" },
		/* A worker takes over 95 % of a processor, and works alone. */
		{ "read user=1000ms system=900ms", "" },
		{ "read user=1000ms system=900000001", "cpu-bound" },
		{ "file-copy user=1000ms system=900000001", "" },
		{ "read copies=2 user=1000ms system=900000001", "" },
		{ "read copies=2 user=2900ms system=900000001", "cpu-bound" },
		{ "read rate=10 user=2900ms", "" },
		{ "read threads in-flight=2 user=2900ms", "" },
		{ "read threads user=2900ms", "cpu-bound" },
		{ "read user=1900ms ; user=1901ms", "cpu-bound" },
		/* Each sync of a small file is a request. */
		{ "create sync=3 device-writes=5000", "" },
		{ "create sync=3 device-writes=4999", "cached" },
		{ "create sync=3 device-writes=2500 copies=2", "" },
		/* Under ten requests (a copy is one), or half of the time. */
		{ "read ios=9", "short" },
		{ "read ios=10", "" },
		{ "file-copy ios=9 writes=9", "short" },
		{ "mix ios=9 writes=9", "" },
		{ "file-copy ios=10 writes=10", "" },
		{ "read elapsed=1000ms", "" },
		{ "read elapsed=999999999", "short" },
		{ "read bounded=1 elapsed=50ms", "" },
		{ "read bounded=1 elapsed=49999999", "short" },
		/* Most find under half of the depth, and have to wait. */
		{ "read in-flight=32 submits=10000 at-2=10000 switches=5000",
		  "shallow" },
		{ "read in-flight=32 submits=10000 at-2=10000 switches=4999",
		  "" },
		{ "read in-flight=32 submits=10000 at-8=10000 switches=10000",
		  "shallow" },
		{ "read in-flight=32 submits=10000 at-16=10000 switches=10000",
		  "" },
		{ "read in-flight=16 submits=10000 at-8=10000 switches=10000",
		  "" },
		{ "read in-flight=256 submits=10000 at-64=10000 "
		  "switches=10000", "" },
		{ "read submits=10000 at-2=10000 switches=10000", "" },
		{ "read in-flight=32 rate=10 submits=10000 at-2=10000 "
		  "switches=10000", "" },
		{ "read threads in-flight=32 submits=10000 at-2=10000 "
		  "switches=10000", "" },
		{ "read memory in-flight=32 submits=10000 at-2=10000 "
		  "switches=10000", "memory" },
		/* The first ones, until the depth is reached, don't count. */
		{ "read in-flight=32 submits=10000 at-2=5016 at-16=4984 "
		  "switches=10000", "" },
		{ "read in-flight=32 submits=10000 at-2=5017 at-16=4983 "
		  "switches=10000", "shallow" },
		/* A spread over 10 %. */
		{ "read ios=1000 ; ios=1150", "" },
		{ "read ios=1000 ; ios=1150 ; ios=1400", "noisy" },
		/* Five long samples range over 20 %, their line over 10 %. */
		{ "read elapsed=10000ms ios=1000 ; ios=1100 ; ios=900 ; "
		  "ios=1100 ; ios=900", "" },
		{ "read elapsed=10000ms ios=1000 ; ios=1101 ; ios=899 ; "
		  "ios=1101 ; ios=899", "noisy unsteady" },
		{ "read elapsed=9999999999 ios=1000 ; ios=1101 ; ios=899 ; "
		  "ios=1101 ; ios=899", "noisy" },
		{ "read elapsed=10000ms ios=1000 ; ios=1101 ; ios=899 ; "
		  "ios=1101", "" },
		{ "read elapsed=10000ms ios=1051 ; ios=1025 ; ios=1000 ; "
		  "ios=975 ; ios=952", "" },
		{ "read elapsed=10000ms ios=1052 ; ios=1026 ; ios=1000 ; "
		  "ios=974 ; ios=948", "unsteady" },
		{ "read elapsed=10000ms ios=948 ; ios=974 ; ios=1000 ; "
		  "ios=1026 ; ios=1052", "unsteady" },
	};

	for (size_t i = 0; i < LENGTH(rows); i++)
		assert_flags("", rows[i][0], rows[i][1]);
}

TEST(facts_of_the_target_are_evidence_too)
{
	static const char *const rows[][3] = {
		{ "device_counters=partial", "write", "" },
		{ "device_counters=partial", "write device-written=20479999",
		  "unproven" },
		{ "device_counters=partial", "read", "" },
		{ "device_counters=partial", "read device-read=0", "unproven" },
		{ "device_counters=partial", "read device-read=0 inblock=0",
		  "cached" },
		{ "device_counters=partial",
		  "read device-read=0 inblock=40960000", "" },
		{ "idle_ns=1000000000", "read", "" },
		{ "idle_ns=1000000000 idle_busy_ms=50", "read", "" },
		{ "idle_ns=1000000000 idle_busy_ms=51 idle_ios=9", "read", "" },
		{ "idle_ns=1000000000 idle_busy_ms=51 idle_ios=10", "read",
		  "foreign" },
		{ "idle_ns=1000000000 idle_busy_ms=51 idle_ios=10", "mix",
		  "foreign" },
		{ "idle_ns=1000000000 idle_busy_ms=51 idle_ios=10",
		  "file-copy", "" },
		{ "idle_ns=1000000000 idle_busy_ms=51 idle_ios=10",
		  "read memory", "memory" },
		{ "unproven=network", "read", "unproven" },
		{ "unproven=network", "file-copy", "" },
		{ "unproven=network", "read inblock=0", "cached" },
	};

	for (size_t i = 0; i < LENGTH(rows); i++)
		assert_flags(rows[i][0], rows[i][1], rows[i][2]);
}

TEST(times_of_processors_are_those_of_the_samples_that_know)
{
	struct result result = result_of("read limited=1000ms "
		"has-processors=0 ; periods=7 limited-periods=5 limited=40us "
		"; limited=2us");
	struct processor_times times = flags_processors(&result);

	assert_int_equal(times.limited_ns, 42000);
	assert_int_equal(times.limited_periods, 10);
	assert_int_equal(times.periods, 14);
	result_free(&result);
}

TEST(a_row_that_fell_is_throttled)
{
	struct result result = result_of("read");
	static const struct facts none;

	assert_int_equal(judge_result(&result, NULL), 0);
	result.has_slowdown = true;
	assert_int_equal(flags_judge(&result, &none),
			 1u << FLAG_THROTTLED);
	result.has_value = false;
	assert_int_equal(flags_judge(&result, &none), 0);
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
	struct sample sample = { .round = round, .has_device = true,
				 .total.elapsed_ns = 2 * NS_PER_S };
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

static struct result
row_without_samples(void)
{
	struct result result = result_of("read");

	result.n_samples = 0;
	return result;
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
		results[i] = row_without_samples();
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
		judge_result(&results[i], NULL);
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
	char words[1000] = "read";

	for (unsigned i = 0; i < rounds; i++)
		sprintf(words + strlen(words), "%s ios=%.0f",
			i > 0 ? " ;" : "",
			1e9 * exp(step * i + 0.0001 * (i & 1)));
	return result_of(words);
}

TEST(drift_is_five_per_cent_at_least_over_five_rounds_at_least)
{
	static const struct {
		double step;
		unsigned rounds, flags;
	} rows[] = {
		{ 0.0126, 5, DRIFT }, { 0.0124, 5, 0 }, { 0.0168, 4, 0 }
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct result result = stair(rows[i].step, rows[i].rounds);

		assert_int_equal(judge_run(&result, 1), rows[i].flags);
		result_free(&result);
	}
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
	results[0].params = results[1].params;
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
