/*
 * Result: a row's samples summarised. The second part of the struct is computed
 * here from the first, except for the index.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/operation.h"
#include "diskidx/result.h"

void
result_add_sample(struct result *result, const struct sample *sample)
{
	result->sample = xrealloc(result->sample, (result->n_samples + 1) *
				  sizeof(*result->sample));
	result->sample[result->n_samples] = *sample;
	result->n_samples++;
}

static void
free_latency(struct result *result)
{
	for (int kind = 0; kind < LATENCY_KINDS; kind++) {
		for (int op = 0; op < OP_COUNT; op++) {
			free(result->latency[kind][op]);
			result->latency[kind][op] = NULL;
		}
	}
}

static bool
is_counted(const struct result *result, size_t i)
{
	return result->sample[i].round >= result->from_round;
}

/* Return the mean of the values, weighted by time, without that round. */
static double
mean_without(const struct result *result, unsigned round)
{
	double moved = 0, elapsed = 0, ns;

	for (size_t i = 0; i < result->n_samples; i++) {
		if (!is_counted(result, i) || result->sample[i].round == round)
			continue;
		ns = (double)result->sample[i].total.elapsed_ns;
		moved += result->sample_value[i] * ns;
		elapsed += ns;
	}
	return elapsed > 0 ? moved / elapsed : 0;
}

/* Leave the round's value out of the sorted ones, once. */
static double
unixbench_without(const struct result *result, unsigned round)
{
	double *left = xmalloc(result->n_samples * sizeof(*left)), value;
	double out = -1;
	size_t n = 0;

	for (size_t i = 0; i < result->n_samples; i++)
		if (result->sample[i].round == round)
			out = result->sample_value[i];
	for (size_t i = 0; i < result->n_samples; i++)
		if (n < i || result->sorted_value[i] != out)
			left[n++] = result->sorted_value[i];
	value = statistics_unixbench(left, n);
	free(left);
	return value;
}

double
result_value_without(const struct result *result, unsigned round)
{
	return result->rule == RULE_UNIXBENCH ?
	       unixbench_without(result, round) : mean_without(result, round);
}

/* Return the round behind that one in any row; 0 if there is none. */
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

bool
result_estimate(const struct result *const *row, size_t n,
		double (*figure)(const void *context, unsigned round),
		const void *context, struct difference *estimate)
{
	size_t fewest = SIZE_MAX, rounds = 0;
	double *without = NULL;
	unsigned round = 0;
	bool known;

	/* A row of few samples tells little of its spread, however many others
	 * have. */
	for (size_t i = 0; i < n; i++) {
		size_t samples = 0;

		for (size_t j = 0; j < row[i]->n_samples; j++)
			samples += is_counted(row[i], j);
		fewest = samples < fewest ? samples : fewest;
	}
	while ((round = next_round(row, n, round)) > 0) {
		without = xrealloc(without, (rounds + 1) * sizeof(*without));
		without[rounds++] = figure(context, round);
	}
	known = fewest > 1 &&
		statistics_jackknife(figure(context, 0), without, rounds,
				     estimate);
	free(without);
	if (known)
		estimate->freedom = (double)(fewest - 1);
	return known;
}

static double
figure_without(const void *result, unsigned round)
{
	return result_value_without(result, round);
}

static void
summarise_value(struct result *result)
{
	const struct result *row = result;
	struct difference log_value;
	size_t first = 0;

	result->has_value = true;
	result->value = result_value_without(result, 0);
	while (!is_counted(result, first))
		first++;
	result->cv = statistics_cv(result->sample_value + first,
				   result->n_samples - first);
	result->has_interval = result_estimate(&row, 1, figure_without, result,
					       &log_value) &&
		log_value.freedom >= RESULT_LEAST_FREEDOM;
	if (result->has_interval)
		result->ci95 = statistics_ratio_interval(&log_value,
							 STATISTICS_CONFIDENCE);
}

void
result_start_at(struct result *result, unsigned round)
{
	result->from_round = round;
	summarise_value(result);
}

/* Sum up, and compute shares of the total time, so that a long sample weighs
 * more. Only if all samples have counters: a part would look like less. */
static void
summarise_counts(struct result *result)
{
	const struct totals *total = &result->total;
	double elapsed_ns;

	result->has_device = true;
	for (size_t i = 0; i < result->n_samples; i++) {
		totals_add(&result->total, &result->sample[i].total);
		result->has_device &= result->sample[i].has_device;
	}
	for (size_t i = 0; i < result->n_samples && result->has_device; i++)
		counters_add(&result->device, &result->sample[i].device);
	elapsed_ns = (double)total->elapsed_ns;
	if (total->elapsed_ns == 0)
		return;
	result->depth_mean = (double)total->depth_ns / elapsed_ns;
	result->user_pct = 100 * (double)total->user_ns / elapsed_ns;
	result->system_pct = 100 * (double)total->system_ns / elapsed_ns;
}

void
result_summarise(struct result *result)
{
	const size_t first = offsetof(struct result, sample_value);

	/* Clear all that this and what follows it computes. */
	free_latency(result);
	free(result->sample_value);
	free(result->sorted_value);
	memset((char *)result + first, 0, sizeof(*result) - first);
	if (result->na_reason != NULL || result->n_samples == 0)
		return;
	result_find_slowdowns(result);
	if (result->rule == RULE_UNIXBENCH)
		result->sorted_value = statistics_sorted(result->sample_value,
							 result->n_samples);
	result_find_stalls(result);
	summarise_value(result);
	for (int kind = 0; kind < LATENCY_KINDS; kind++)
		for (int op = 0; op < OP_COUNT; op++)
			result->latency[kind][op] =
				result_merge_latency(result, kind, 1u << op);
	result_find_percentiles(result);
	summarise_counts(result);
}

double
result_offered_iops(const struct result *result)
{
	struct totals due = { .offered_ios = result->total.offered_ios };

	for (size_t i = 0; i < result->n_samples; i++) {
		const struct totals *total = &result->sample[i].total;
		uint64_t until_ns = total->elapsed_ns - total->flush_ns;

		due.elapsed_ns += until_ns < result->asked_ns ? until_ns :
				  result->asked_ns;
	}
	return totals_rate(&due, due.offered_ios);
}

double
result_achieved_iops(const struct result *result)
{
	struct totals done = result->total;

	done.elapsed_ns -= done.flush_ns;
	return totals_rate(&done, totals_ios(&done));
}

void
result_drop_latencies(struct result *result)
{
	free_latency(result);
	for (size_t i = 0; i < result->n_samples; i++)
		sample_drop_latencies(&result->sample[i]);
}

char *
result_name(const char *id, unsigned copies, const char *directory)
{
	char *name = copies > 0 ? xprintf("%s x%u", id, copies) : xstrdup(id);

	return directory == NULL ? name :
	       xjoin(name, " on ", xstrdup(directory));
}

void
result_free(struct result *result)
{
	free(result->id);
	free(result->title);
	free(result->category);
	free(result->workload);
	free(result->fingerprint);
	free(result->engine);
	free(result->na_reason);
	for (size_t i = 0; i < result->n_samples; i++)
		sample_free(&result->sample[i]);
	free(result->sample);
	free(result->sample_value);
	free(result->sorted_value);
	free_latency(result);
	memset(result, 0, sizeof(*result));
}
