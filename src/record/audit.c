/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Audit: many figures of a record follow from others, and must agree. Counts
 * and their histogram are the reader's; see record.h. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/amount.h"
#include "diskidx/category.h"
#include "diskidx/record.h"
#include "diskidx/test.h"

/* The delays of a busy machine: of a sample, and of a copy's start; and the
 * least share of the processors' time that their counters have. */
#define DELAY_NS (NS_PER_S / 4)
#define COPY_DELAY_NS (20 * NS_PER_MS)
#define LEAST_COUNTED 0.67

/* Return true if the requests of a size move these bytes. */
static bool
bytes_agree(const struct params *params, const struct totals *total)
{
	bool agree = true;

	for (int op = 0; op < OP_COUNT; op++) {
		uint64_t n = total->ios[op], moved = total->moved[op];

		agree &= (moved == 0 && params_is_metadata(params)) ||
			(moved >= amount_times(n, params_least_block(params)) &&
			 moved <= amount_times(n, params_largest_block(
						       params)));
	}
	return agree;
}

/* Return true if values in these buckets can have the sum. */
static bool
buckets_agree(const struct histogram_packed *packed)
{
	double low = 0, high = 0, rounding = 1 + 1e-9;

	for (size_t i = 0; i < packed->used; i++) {
		unsigned index = packed->cell[i].index;
		double count = (double)packed->cell[i].count;

		low += count * (double)histogram_lowest(index);
		high += count * (double)histogram_highest(index);
	}
	return (double)packed->sum <= high * rounding &&
		(double)packed->sum * rounding >= low;
}

/* The latencies add up to the requests in flight over time; in an open loop,
 * where they begin before the submission, those of its parts do. */
static const char *
audit_latencies(const struct params *params, const struct sample *sample)
{
	uint64_t sum[LATENCY_KINDS] = { 0 }, writes = 0, parts, flushed;

	for (int i = 0; i < LATENCY_KINDS * OP_COUNT; i++) {
		const struct histogram_packed *packed =
			sample->latency[i / OP_COUNT][i % OP_COUNT];

		if (packed == NULL)
			continue;
		if (!buckets_agree(packed))
			return "a sum of latencies is not that of its buckets";
		sum[i / OP_COUNT] += packed->sum;
		if (i == LAT * OP_COUNT + OP_WRITE)
			writes = packed->sum;
	}
	flushed = sum[TRANSFER] + sum[FLUSH];
	if (flushed > 0 && flushed != writes)
		return "writes and flushes do not add up to the latencies";
	parts = sum[SLAT] + sum[CLAT];
	if ((sum[LAT] > 0 && params->rate_iops == 0 &&
	     sum[LAT] != sample->total.depth_ns) ||
	    (parts > 0 && parts != sample->total.depth_ns))
		return "rate times mean latency is not the mean number in "
			"flight (Little's law)";
	return NULL;
}

/* A sample has its time unless its bytes ended it, and then its last request;
 * meanwhile no more requests are in flight than its depth. */
static bool
length_agrees(const struct result_test *test, const struct sample *sample)
{
	const struct totals *total = &sample->total;
	uint64_t requests_ns = total->elapsed_ns - total->flush_ns;
	uint64_t asked_ns = test->asked_ns, most_ns = asked_ns +
		asked_ns / 20 + DELAY_NS + test->copies * COPY_DELAY_NS;

	for (int op = 0; op < OP_COUNT; op++)
		if (sample->latency[LAT][op] != NULL)
			most_ns = amount_plus(most_ns,
					      sample->latency[LAT][op]->max);
	return total->depth_ns <= amount_times(requests_ns, amount_times(
			test->copies, test->params.depth)) &&
		(sample->bounded ||
		 (total->elapsed_ns >= asked_ns &&
		  (sample->uneven || requests_ns <= most_ns)));
}

/* As many requests are due as the rate says, but for those of a copy at its
 * end, or within six deviations of Poisson's. */
static bool
rate_agrees(const struct result_test *test, const struct sample *sample)
{
	const struct totals *total = &sample->total;
	uint64_t length_ns = test->asked_ns;
	double due, off = test->copies;

	if (sample->bounded)
		length_ns = total->elapsed_ns - total->flush_ns;
	due = params_rate(&test->params) * (double)length_ns / (double)NS_PER_S;
	if (sample->bounded)
		off += due / 100;
	if (test->params.arrival == ARRIVAL_POISSON)
		off += 6 * sqrt(due);
	return fabs((double)total->offered_ios - due) <= off;
}

static bool
series_agrees(const struct result_test *test, const struct sample *sample)
{
	const struct tick *last = sample->tick;

	if (sample->n_ticks > 0)
		last += sample->n_ticks - 1;
	return last == NULL ||
		(last->bytes <= sample_work(sample, test->params.block_bytes) &&
		 last->at_ns <= sample->total.elapsed_ns + DELAY_NS);
}

/* Compare parameters and copies; behind them a fingerprint may have more. */
static bool
fingerprint_agrees(const struct result_test *test)
{
	struct test own = { .workload = test->workload,
			    .params = test->params };
	const char *slash = strchr(test->fingerprint, '/');
	char *text;
	bool agrees;

	if (slash == NULL)
		return false;
	text = test_fingerprint(&own, (unsigned)strtoul(slash + 1, NULL, 10),
				test->copies, 0);
	agrees = strncmp(test->fingerprint, text, strlen(text)) == 0;
	free(text);
	return agrees;
}

/* Return true if a sample is no longer than the processors' time. */
static bool
processors_agree(const struct record *run, const struct sample *sample)
{
	double least_ns = (double)sample->total.elapsed_ns - (double)DELAY_NS;
	uint64_t cpus = facts_number(&run->host, FACT_CPUS, 0);

	return !sample->has_processors ||
		(double)sample->processors.total_ns >=
		LEAST_COUNTED * (double)cpus * least_ns;
}

/* Return the first thing that disagrees, or NULL. */
static const char *
audit_sample(const struct record *run, const struct result_test *test,
	     const struct sample *sample)
{
	if (!fingerprint_agrees(test))
		return "the parameters are not its fingerprint's";
	if (!bytes_agree(&test->params, &sample->total))
		return "the requests do not move these bytes";
	if (sample->total.submits != totals_depths(&sample->total))
		return "the calls are not the depths seen behind them";
	if (!length_agrees(test, sample))
		return "its length is not that of its requests and its time";
	if (!processors_agree(run, sample))
		return "it is longer than the processors' time";
	if (!rate_agrees(test, sample))
		return "its rate makes other requests due";
	if (!series_agrees(test, sample))
		return "the speed over time goes beyond its end";
	return audit_latencies(&test->params, sample);
}

char *
record_audit(const struct record *run)
{
	uint64_t elapsed_ns = 0;
	char *all = xstrdup("");

	for (size_t i = 0; i < run->n_results; i++) {
		const struct result *result = &run->result[i];

		for (size_t j = 0; j < result->n_samples; j++) {
			const struct sample *sample = &result->sample[j];
			const char *why = audit_sample(run, &result->test,
						       sample);

			if (why != NULL)
				all = xappend(all, "\n", "%s: round %u: %s",
					      result->test.id, sample->round,
					      why);
			/* Jobs may run at the same time. */
			if (!category_is(CATEGORY_JOB, result->test.category))
				elapsed_ns = amount_plus(
					elapsed_ns, sample->total.elapsed_ns);
		}
	}
	/* The clocks of the two may differ a little. */
	if (run->ended_s < run->started_s || elapsed_ns / NS_PER_S * 99 / 100 >
	    run->ended_s - run->started_s + 1)
		all = xappend(all, "\n", "the run is shorter than its samples");
	return all;
}
