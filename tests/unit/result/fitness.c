/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Fitness: rows of known laws, judged. The shares of verdicts over many runs
 * are those of doc/variance.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/array.h"
#include "diskidx/clock.h"
#include "diskidx/fitness.h"
#include "diskidx/random.h"

#include "../support/noise.h"
#include "../support/test.h"

#define ROUNDS 8
#define RUNS 200
#define LIKENESS 0.7		/* of neighbours, where they are alike */
#define FAST_NS (2 * NS_PER_MS)
#define SLOW_NS (30 * NS_PER_MS)

/* The law by which requests are slow: each by itself; in clusters, as a chain
 * of two states; by a share that is much the same from round to round. */
enum law { INDEPENDENT, CHAIN, ROUNDS_ALIKE, LAWS };

static struct expectation
expectation_of(const char *text)
{
	char *list = xprintf("a: %s", text);
	const char *at = list;
	struct expectation e;

	assert_int_equal(expectation_next(&e, &at), 1);
	free(list);
	return e;
}

static void
add_round(struct result *result, const struct histogram *h)
{
	struct sample sample = { .round = (unsigned)result->n_samples + 1 };

	sample.total.elapsed_ns = 5 * NS_PER_S;
	sample.total.ios[OP_WRITE] = h->count;
	sample.total.moved[OP_WRITE] = h->count * 4096;
	sample.total.bytes = h->count * 4096;
	sample.latency[LAT][OP_WRITE] = histogram_pack(h);
	sample.latency[FLUSH][OP_WRITE] = histogram_pack(h);
	result_add_sample(result, &sample);
}

/* Make a row in which that share of the requests is slow, in the long run. */
static struct result
row_of(struct random *random, enum law law, double share, unsigned requests)
{
	struct result result = { .test = { .unit = UNIT_IOPS } };
	static struct histogram h;
	double alike = normal(random), here;
	bool is_slow = uniform(random) < share;

	result.test.id = xstrdup("a");
	result.test.category = xstrdup("Random");
	for (unsigned round = 0; round < ROUNDS; round++) {
		histogram_clear(&h);
		here = share;
		if (law == ROUNDS_ALIKE) {
			here = share * exp(0.3 * alike - 0.045);
			alike = LIKENESS * alike + normal(random) *
				sqrt(1 - LIKENESS * LIKENESS);
		}
		for (unsigned i = 0; i < requests; i++) {
			double chance = here;

			if (law == CHAIN)
				chance = (1 - LIKENESS) * share +
					 LIKENESS * is_slow;
			is_slow = uniform(random) < chance;
			histogram_record(&h, is_slow ? SLOW_NS : FAST_NS);
		}
		add_round(&result, &h);
	}
	result_summarise(&result);
	return result;
}

/* Judge many such rows; count the verdicts. */
static void
judge_many(struct random *random, enum law law, double share, unsigned requests,
	   unsigned count[FIT_NO_LIMIT])
{
	struct expectation e = expectation_of("sync p99 < 10ms");
	struct fitness f;

	memset(count, 0, FIT_NO_LIMIT * sizeof(*count));
	for (unsigned run = 0; run < RUNS; run++) {
		struct result row = row_of(random, law, share, requests);

		f = fitness_judge(&e, &row, &row, 1, 1);
		count[f.fit]++;
		result_free(&row);
	}
}

/* In 5 % of the runs at most, at six distances from the limit and at it; and
 * far from it there are verdicts. */
TEST(few_runs_get_a_false_verdict)
{
	static const double distance[] = { 0.25, 0.5, 0.8, 1, 1.25, 2, 4 };
	unsigned count[FIT_NO_LIMIT];
	struct random random;

	random_seed(&random, 20261124);
	for (int law = 0; law < LAWS; law++)
		for (unsigned n = 500; n <= 2000; n += 1500)
			for (size_t d = 0; d < LENGTH(distance); d++) {
				judge_many(&random, (enum law)law,
					   0.01 * distance[d], n, count);
				if (distance[d] >= 1)
					assert_in_range(count[FIT_SUITS], 0,
							RUNS / 20);
				if (distance[d] <= 1)
					assert_in_range(count[FIT_NOT], 0,
							RUNS / 20);
				if (distance[d] == 4)
					assert_in_range(count[FIT_NOT],
							RUNS / 2, RUNS);
				if (distance[d] == 0.25 && n == 2000 &&
				    law != CHAIN)
					assert_in_range(count[FIT_SUITS],
							RUNS / 2, RUNS);
			}
}

/* Make a row of equal rounds, and judge it. */
static struct fitness
judge(const char *text, double share, unsigned requests, unsigned flags,
      uint64_t cpus)
{
	struct expectation e = expectation_of(text);
	struct result row = { .test = { .unit = UNIT_IOPS } };
	struct histogram h;
	struct fitness f;

	row.test.id = xstrdup("a");
	row.test.category = xstrdup("Random");
	histogram_clear(&h);
	histogram_record_times(&h, FAST_NS, requests -
			       (uint64_t)(share * requests));
	if (share > 0)
		histogram_record_times(&h, SLOW_NS,
				       (uint64_t)(share * requests));
	for (unsigned round = 0; round < ROUNDS; round++)
		add_round(&row, &h);
	result_summarise(&row);
	row.judgement.flags = flags;
	f = fitness_judge(&e, &row, &row, 1, cpus);
	result_free(&row);
	return f;
}

TEST(a_share_is_counted_over_the_rounds)
{
	struct fitness f = judge("sync p90 < 10ms", 0.02, 1000, 0, 1);

	assert_int_equal(f.fit, FIT_SUITS);
	assert_int_equal(f.all.requests, 8000);
	assert_int_equal(f.all.over, 160);
	assert_int_equal(f.all.rounds, 8);
	assert_int_equal(f.all.rounds_over, 8);
	assert_true(f.all.longest_ns == SLOW_NS);
	assert_true(fabs(f.value - 0.02) < 1e-4);
	assert_true(f.ci95.low < 0.02 && f.ci95.high > 0.02);
	assert_true(fabs(f.figure - 2) < 0.02 && f.e.limit == 10);
	assert_int_equal(judge("sync p99 < 10ms", 0.02, 1000, 0, 1).fit,
			 FIT_NOT);
}

/* None over the limit among too few says nothing, and how many would. */
TEST(too_few_requests_show_nothing)
{
	struct fitness f = judge("sync p99 < 10ms", 0, 100, 0, 1);

	assert_int_equal(f.fit, FIT_NOT_SHOWN);
	assert_null(f.why);
	assert_true(f.longer > 2 && f.longer < 3);
	/* Of a value over the limit the lower end has to move, from 0.0041 of
	 * 0.0206 to 0.01: (log 5.04 / log 2.06)^2, less what no time takes. */
	f = judge("sync p99 < 10ms", 0.02, 100, 0, 1);
	assert_int_equal(f.fit, FIT_NOT_SHOWN);
	assert_true(f.longer > 5 && f.longer < 5.3);
	assert_int_equal(judge("sync p99 < 10ms", 0, 300, 0, 1).fit, FIT_SUITS);
	assert_int_equal(judge("sync p99.9 < 10ms", 0, 300, 0, 1).fit,
			 FIT_NOT_SHOWN);
	f = judge("sync p99 < 10ms", 0, 0, 0, 1);
	assert_int_equal(f.fit, FIT_NOT_SHOWN);
	assert_string_equal(f.why, "there is no figure");
	f = judge("read mean < 10ms", 0, 300, 0, 1);
	assert_int_equal(f.fit, FIT_NOT_SHOWN);
	assert_string_equal(f.why, "there is no figure");
}

TEST(means_and_rates_are_judged_by_their_intervals)
{
	struct fitness f = judge("write iops >= 150", 0, 1000, 0, 1);

	assert_int_equal(f.fit, FIT_SUITS);
	assert_true(fabs(f.figure - 200) < 0.1);
	assert_int_equal(f.all.over, 0);	/* it limits no request */
	assert_int_equal(judge("write iops >= 195", 0, 1000, 0, 1).fit,
			 FIT_NOT_SHOWN);
	assert_true(judge("write iops >= 199", 0, 1000, 0, 1).longer == 0);
	assert_int_equal(judge("write iops >= 250", 0, 1000, 0, 1).fit,
			 FIT_NOT);
	f = judge("write iops >= 50 per vCPU", 0, 1000, 0, 2);
	assert_int_equal(f.fit, FIT_SUITS);
	assert_true(f.allowed == 100);
	f = judge("write iops >= 50 per vCPU", 0, 1000, 0, 8);
	assert_int_equal(f.fit, FIT_NOT);
	assert_int_equal(judge("write mean < 3 ms", 0, 1000, 0, 1).fit,
			 FIT_SUITS);
	assert_int_equal(judge("write mean < 1000us", 0, 1000, 0, 1).fit,
			 FIT_NOT);
	f = judge("write bandwidth >= 0.6MB/s", 0, 1000, 0, 1);
	assert_int_equal(f.fit, FIT_SUITS);
	assert_true(fabs(f.figure - 0.8192) < 1e-3);
}

/* What others do spoils no good verdict; what is no proof spoils each. */
TEST(a_flag_takes_a_verdict_back)
{
	const char *good = "sync p90 < 10ms", *bad = "sync p99 < 10ms";
	unsigned foreign = 1u << FLAG_FOREIGN, cached = 1u << FLAG_CACHED;
	unsigned noisy = 1u << FLAG_NOISY, unproven = 1u << FLAG_UNPROVEN;

	assert_int_equal(judge(good, .02, 1000, foreign, 1).fit, FIT_SUITS);
	assert_int_equal(judge(bad, .02, 1000, foreign, 1).fit, FIT_NOT_SHOWN);
	assert_int_equal(judge(bad, .02, 1000, noisy, 1).fit, FIT_NOT);
	assert_int_equal(judge(good, .02, 1000, cached, 1).fit, FIT_NOT_SHOWN);
	assert_int_equal(judge(bad, .02, 1000, cached, 1).fit, FIT_NOT_SHOWN);
	assert_int_equal(judge(good, .02, 1000, unproven, 1).fit,
			 FIT_NOT_SHOWN);
	assert_non_null(judge(good, .02, 1000, cached, 1).why);
}

/* Nothing is over a limit that isn't there, and no share has an interval. */
TEST(a_percentile_without_a_limit_has_no_share)
{
	struct fitness f = judge("sync p90", 0.02, 1000, 0, 1);

	assert_int_equal(f.fit, FIT_NO_LIMIT);
	assert_int_equal(f.all.requests, 8000);
	assert_int_equal(f.all.over, 0);
	assert_true(isnan(f.ci95.low) && isnan(f.ci95.high));
	assert_true(fabs(f.figure - 2) < 0.02);
	assert_null(f.why);
}

/* Make rows of so many requests, and judge the rate of one of them. */
static enum fit
judge_among(size_t at, const unsigned *requests, size_t n, unsigned flags)
{
	struct expectation e = expectation_of("write iops");
	struct result row[4] = { { .test = { .unit = UNIT_IOPS } } };
	struct histogram h;
	struct fitness f;

	for (size_t i = 0; i < n; i++) {
		row[i].test.unit = UNIT_IOPS;
		row[i].test.id = xprintf("a:%zu", i);
		row[i].test.category = xstrdup("Random");
		row[i].test.expects = xstrdup("a: write iops|a: write p99");
		histogram_clear(&h);
		histogram_record_times(&h, FAST_NS, requests[i]);
		for (unsigned round = 0; round < ROUNDS; round++)
			add_round(&row[i], &h);
		result_summarise(&row[i]);
	}
	row[0].judgement.flags = flags;
	f = fitness_judge(&e, &row[at], row, n, 1);
	for (size_t i = 0; i < n; i++)
		result_free(&row[i]);
	return f.fit;
}

TEST(the_fastest_of_proven_jobs_are_named)
{
	const unsigned requests[] = { 2000, 1980, 1000, 500 };
	unsigned unproven = 1u << FLAG_UNPROVEN;

	/* The intervals of the first two overlap. */
	assert_int_equal(judge_among(0, requests, 4, 0), FIT_FASTEST);
	assert_int_equal(judge_among(1, requests, 4, 0), FIT_FASTEST);
	assert_int_equal(judge_among(2, requests, 4, 0), FIT_NO_LIMIT);
	assert_int_equal(judge_among(3, requests, 4, 0), FIT_NO_LIMIT);
	/* What is no proof is neither named nor better than others. */
	assert_int_equal(judge_among(0, requests + 1, 3, unproven),
			 FIT_NO_LIMIT);
	assert_int_equal(judge_among(1, requests + 1, 3, unproven),
			 FIT_FASTEST);
	assert_int_equal(judge_among(1, requests + 1, 3, 0), FIT_NO_LIMIT);
	/* One alone is compared with nothing. */
	assert_int_equal(judge_among(0, requests, 1, 0), FIT_NO_LIMIT);
}
