/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Result: the summary of a row's samples. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/say.h"
#include "diskidx/result/result.h"

#define SUSTAINED 0.99		/* least share of the requests that were due */

void
result_add_sample(struct result *result, const struct sample *sample)
{
	*xadd(result->sample, result->n_samples) = *sample;
}

static void
free_latency(struct summary *summary)
{
	for (int kind = 0; kind < LATENCY_KINDS; kind++)
		for (int d = 0; d < DIRECTIONS; d++) {
			free(summary->latency[kind][d]);
			summary->latency[kind][d] = NULL;
		}
}

static void
clear_summary(struct summary *summary)
{
	free_latency(summary);
	free(summary->sample_value);
	*summary = (struct summary){ 0 };
}

static bool
is_counted(const struct result *result, size_t i)
{
	return result->sample[i].round >= result->summary.from_round;
}

double
result_value_without(const struct result *result, unsigned round)
{
	double *left = xmalloc(result->n_samples * sizeof(*left)), ns;
	double moved = 0, elapsed = 0;
	double value = result->follows ? result->summary.value : 0;
	size_t n = 0;

	for (size_t i = 0; i < result->n_samples; i++) {
		if (!is_counted(result, i) || result->sample[i].round == round)
			continue;
		left[n++] = result->summary.sample_value[i];
		ns = (double)result->sample[i].total.elapsed_ns;
		moved += result->summary.sample_value[i] * ns;
		elapsed += ns;
	}
	/* The mean of the values is weighted by time. */
	if (elapsed > 0)
		value = moved / elapsed;
	if (result->test.rule == RULE_UNIXBENCH)
		value = statistics_unixbench(left, n);
	free(left);
	return value;
}

/* Return the round after that one in any row; 0 if there is none. */
static unsigned
next_round(const struct result *const *row, size_t n, unsigned round)
{
	unsigned next = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < row[i]->n_samples; j++) {
			unsigned other = row[i]->sample[j].round;

			if (is_counted(row[i], j) && other > round &&
			    (next == 0 || other < next))
				next = other;
		}
	return next;
}

struct difference
result_estimate(const struct result *const *row, size_t n,
		double (*figure)(const void *context, unsigned round),
		const void *context)
{
	struct difference estimate = { 0, 0, 0 };
	uint64_t fewest = UINT64_MAX;
	size_t rounds = 0;
	double *without = NULL;
	unsigned round = 0;

	if (n == 1 && row[0]->follows)
		return row[0]->summary.rounds;
	/* A row with few samples says little about its spread. */
	for (size_t i = 0; i < n; i++) {
		size_t samples = 0;

		for (size_t j = 0; j < row[i]->n_samples; j++)
			samples += is_counted(row[i], j);
		fewest = amount_min(fewest, samples);
	}
	if (fewest <= RESULT_LEAST_FREEDOM)
		return estimate;
	while ((round = next_round(row, n, round)) > 0)
		*xadd(without, rounds) = figure(context, round);
	estimate = statistics_jackknife(figure(context, 0), without, rounds);
	free(without);
	if (estimate.freedom > 0)
		estimate.freedom = (double)(fewest - 1);
	return estimate;
}

static double
figure_without(const void *result, unsigned round)
{
	return result_value_without(result, round);
}

void
result_start_at(struct result *result, unsigned round)
{
	struct summary *summary = &result->summary;
	const struct result *row = result;
	size_t first = 0;

	summary->from_round = round;
	summary->has_value = true;
	summary->value = result_value_without(result, 0);
	while (!is_counted(result, first))
		first++;
	summary->cv = statistics_cv(summary->sample_value + first,
				    result->n_samples - first);
	summary->rounds = result_estimate(&row, 1, figure_without, result);
	summary->ci95 = spread_interval(&summary->rounds, SPREAD_BETWEEN);
}

void
result_summarise(struct result *result)
{
	struct summary *summary = &result->summary;
	const struct totals *total = &summary->total;
	const struct sample *sample = result->sample;
	size_t n = result->n_samples;
	double elapsed_ns;

	clear_summary(summary);
	result->judgement = (struct judgement){ 0 };
	if (result->test.na_reason != NULL || n == 0)
		return;
	result_find_slowdowns(result);
	result_start_at(result, 0);
	for (int kind = 0; kind < LATENCY_KINDS; kind++)
		for (int d = 0; d < (kind == LAT ? DIRECTIONS : OP_COUNT); d++)
			summary->latency[kind][d] =
				result_merge_latency(result, kind, d);
	result_find_percentiles(result);
	/* Add up, and compute shares of the total time, so that a long sample
	 * weighs more. Counters need all samples: a part would look like
	 * less. */
	summary->has_device = true;
	for (size_t i = 0; i < n; i++) {
		counters_add(&summary->total, NULL, &sample[i].total);
		summary->has_device &= sample[i].has_device;
		if (sample[i].has_processors)
			counters_add(&summary->processors, NULL,
				     &sample[i].processors);
	}
	for (size_t i = 0; i < n && summary->has_device; i++)
		counters_add(&summary->device, NULL, &sample[i].device);
	elapsed_ns = (double)total->elapsed_ns;
	if (total->elapsed_ns == 0)
		return;
	summary->depth_mean = (double)total->depth_ns / elapsed_ns;
	summary->user_pct = 100 * (double)total->user_ns / elapsed_ns;
	summary->system_pct = 100 * (double)total->system_ns / elapsed_ns;
}

double
result_offered_iops(const struct result *result)
{
	struct totals due = { 0 };

	due.offered_ios = result->summary.total.offered_ios;
	for_each_sample(sample, result) {
		const struct totals *total = &sample->total;

		due.elapsed_ns += amount_min(total->elapsed_ns -
					     total->flush_ns,
					     result->test.asked_ns);
	}
	return totals_rate(&due, due.offered_ios);
}

bool
result_sustained(const struct result *result)
{
	const struct totals *total = &result->summary.total;

	return (double)totals_ios(total) >=
		SUSTAINED * (double)total->offered_ios;
}

double
summary_achieved_iops(const struct summary *summary)
{
	struct totals done = summary->total;

	done.elapsed_ns -= done.flush_ns;
	return totals_rate(&done, totals_ios(&done));
}

void
result_drop_latencies(struct result *result)
{
	free_latency(&result->summary);
	for (size_t i = 0; i < result->n_samples; i++)
		sample_drop_latencies(&result->sample[i]);
}

char *
result_name(const char *id, unsigned copies, const char *directory)
{
	char *name = say("%s", id);

	if (copies > 0)
		name = say_more(name, " x", "%u", copies);
	return say_join(name, " on ", directory);
}

void
result_free(struct result *result)
{
	free(result->test.id);
	free(result->test.title);
	free(result->test.category);
	free(result->test.workload);
	free(result->test.fingerprint);
	free(result->test.engine);
	free(result->test.na_reason);
	free(result->test.expects);
	free(result->test.job_name);
	texts_free(&result->test.given);
	for (size_t i = 0; i < result->n_samples; i++)
		sample_free(&result->sample[i]);
	free(result->sample);
	clear_summary(&result->summary);
	*result = (struct result){ 0 };
}
