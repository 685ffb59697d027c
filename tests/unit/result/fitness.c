/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Fitness: rows of known laws, judged. doc/variance has the shares of verdicts
 * over many runs.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/prng.h"
#include "diskidx/result/fitness.h"
#include "diskidx/result/flags.h"

#include "../support/noise.h"
#include "../support/rows.h"

#define ROUNDS 8
#define RUNS 200
#define LIKENESS 0.7		/* of neighbors, where they are alike */
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

/* Add a round with these times of flushes; also of requests, which takes long
 * to pack and is needed by means and rates alone. */
static void
add_round(struct result *result, const struct histogram *h, bool of_requests)
{
	struct sample sample = { .round = (unsigned)result->n_samples + 1 };

	sample.total.elapsed_ns = 5 * NS_PER_S;
	sample.total.ios[OP_WRITE] = h->count;
	sample.total.moved[OP_WRITE] = h->count * 4096;
	sample.total.bytes = h->count * 4096;
	if (of_requests)
		sample.latency[LAT][OP_WRITE] = histogram_pack(h);
	sample.latency[FLUSH][OP_WRITE] = histogram_pack(h);
	result_add_sample(result, &sample);
}

/* Return how many requests come before one that is slow by that chance, at
 * most so many. */
static unsigned
fast_ones(struct prng *random, double chance, unsigned most)
{
	double n = floor(log(uniform(random)) / log1p(-chance));

	return n < most ? (unsigned)n : most;
}

/* Make a row in which that share of the requests is slow, in the long run. */
static struct result
row_of(struct prng *random, enum law law, double share, unsigned requests)
{
	struct result result = { .test = { .unit = UNIT_IOPS } };
	static struct histogram h;
	double alike = normal(random), here;
	bool is_slow = uniform(random) < share;

	result.test.id = xstrdup("a");
	result.test.category = xstrdup("Random");
	for (unsigned round = 0; round < ROUNDS; round++) {
		memset(&h, 0, sizeof(h));
		here = share;
		if (law == ROUNDS_ALIKE) {
			here = share * exp(0.3 * alike - 0.045);
			alike = LIKENESS * alike + normal(random) *
				sqrt(1 - LIKENESS * LIKENESS);
		}
		for (unsigned i = 0; i < requests; i++) {
			unsigned fast = 0;

			if (law != CHAIN)
				fast = fast_ones(random, here, requests - i);
			else if (!is_slow || uniform(random) >=
				 (1 - LIKENESS) * share + LIKENESS)
				fast = 1 + fast_ones(random, (1 - LIKENESS) *
						     share, requests - i - 1);
			histogram_record_times(&h, FAST_NS, fast);
			i += fast;
			is_slow = i < requests;
			if (is_slow)
				histogram_record(&h, SLOW_NS);
		}
		add_round(&result, &h, false);
	}
	result_summarise(&result);
	return result;
}

/* Judge many such rows; count the verdicts. */
static void
judge_many(struct prng *random, enum law law, double share, unsigned requests,
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

/* In 5 % of the runs at most, at four distances from the limit and at it; and
 * far from it there are verdicts. */
TEST(few_runs_get_a_false_verdict)
{
	static const double distance[] = { 0.25, 0.8, 1, 1.25, 4 };
	unsigned count[FIT_NO_LIMIT];
	struct prng random;

	prng_seed(&random, 20261124);
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

/* Make a row of equal rounds, each with that many fast and slow requests. */
static struct result
equal_rounds(char *id, uint64_t fast, uint64_t slow)
{
	struct result result = { .test = { .unit = UNIT_IOPS, .id = id } };
	static struct histogram h;

	result.test.category = xstrdup("Random");
	memset(&h, 0, sizeof(h));
	histogram_record_times(&h, FAST_NS, fast);
	if (slow > 0)
		histogram_record_times(&h, SLOW_NS, slow);
	for (unsigned round = 0; round < ROUNDS; round++)
		add_round(&result, &h, true);
	result_summarise(&result);
	return result;
}

/* Return the flag of that name. */
static unsigned
flag_of(const char *name)
{
	unsigned flag = 0;

	while (strcmp(flag_entry[flag].name, name) != 0)
		assert_true(++flag < FLAG_COUNT);
	return 1u << flag;
}

/*
 * What is expected; the requests of each of the equal rounds, the share of slow
 * ones, the processors, and a flag or a dash; the verdict, with the figure and
 * what it may be; and what else there is: "OVER of ALL", with the longest in ms
 * and the interval of the share, how many times longer would show it, and why
 * not.
 */
TEST_ROWS("fitness", equal_rounds_have_a_verdict)
{
	struct expectation e = expectation_of(field[0]);
	char flag[20], text[300];
	struct result row;
	struct fitness f;
	unsigned requests, cpus;
	uint64_t slow;
	double share;
	int used;

	assert_int_equal(sscanf(field[1], "%u %lf %u %19s", &requests, &share,
				&cpus, flag), 4);
	slow = (uint64_t)(share * requests);
	row = equal_rounds(xstrdup("a"), requests - slow, slow);
	row.judgement.flags = flag[0] == '-' ? 0 : flag_of(flag);
	f = fitness_judge(&e, &row, &row, 1, cpus);
	used = sprintf(text, isnan(f.figure) ? "%s -" : "%s %.3g",
		       fit_name[f.fit], f.figure);
	if (f.fit != FIT_NO_LIMIT)
		sprintf(text + used, " (%g)", f.allowed);
	assert_string_equal(text, field[2]);
	/* Nothing is over a limit that isn't there, and no share is known. */
	if (f.fit == FIT_NO_LIMIT)
		assert_false(interval_known(f.ci95));
	used = sprintf(text, "%llu of %llu", (unsigned long long)f.all.over,
		       (unsigned long long)f.all.requests);
	if (f.all.over > 0 && interval_known(f.ci95))
		used += sprintf(text + used, " in %u of %u, %g ms, "
				"%.3g..%.3g..%.3g", (unsigned)
				f.all.rounds_over, (unsigned)f.all.rounds,
				f.all.longest_ns / 1e6, f.ci95.low, f.value,
				f.ci95.high);
	if (f.longer > 0)
		used += sprintf(text + used, ", %.1f times", f.longer);
	if (f.why != NULL)
		sprintf(text + used, ", %s", f.why);
	assert_string_equal(text, field[3]);
	result_free(&row);
}

/* Make rows of so many requests, the last one without an interval if that is
 * wanted, and judge the rate of one of them. */
static enum fit
judge_among(size_t at, const unsigned *requests, size_t n, unsigned flags,
	    bool lacks)
{
	struct expectation e = expectation_of("write iops");
	struct result row[4];
	struct fitness f;

	for (size_t i = 0; i < n; i++) {
		row[i] = equal_rounds(xprintf("a:%zu", i), requests[i], 0);
		row[i].test.expects = xstrdup("a: write iops|a: write p99");
	}
	row[0].judgement.flags = flags;
	if (lacks)
		row[n - 1].summary.ci95 = (struct interval){ 0, 0 };
	f = fitness_judge(&e, &row[at], row, n, 1);
	for (size_t i = 0; i < n; i++)
		result_free(&row[i]);
	return f.fit;
}

/* The intervals of the first two overlap: of them none is the fastest. Nor is
 * one beside another without an interval. What is no proof is neither named nor
 * better than others, and one alone is compared with nothing. */
TEST(the_fastest_of_proven_jobs_is_named_if_it_is_told_apart)
{
	const unsigned requests[] = { 2000, 1980, 1000, 500 };
	static const struct {
		size_t at, first, n;
		unsigned flags;
		enum fit fit;
	} row[] = {
		{ 0, 0, 4, 0, FIT_UNDECIDED },
		{ 1, 0, 4, 0, FIT_UNDECIDED },
		{ 2, 0, 4, 0, FIT_NO_LIMIT },
		{ 0, 1, 3, 0, FIT_FASTEST },
		{ 0, 1, 3, 1u << FLAG_UNPROVEN, FIT_NO_LIMIT },
		{ 1, 1, 3, 1u << FLAG_UNPROVEN, FIT_FASTEST },
		{ 1, 1, 3, 0, FIT_NO_LIMIT },
		{ 0, 0, 1, 0, FIT_NO_LIMIT },
	};

	for (size_t i = 0; i < LENGTH(row); i++)
		assert_int_equal(judge_among(row[i].at, requests + row[i].first,
					     row[i].n, row[i].flags, false),
				 row[i].fit);
	assert_int_equal(judge_among(0, requests + 1, 3, 0, true),
			 FIT_UNDECIDED);
}
