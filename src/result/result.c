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

#define CONFIDENCE 0.95

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

static void
clear_summary(struct result *result)
{
	static const struct device_counters none;

	free_latency(result);
	free(result->sample_value);
	result->sample_value = NULL;
	result->n_slowdowns = 0;
	result->judged = result->has_slowdown = false;
	result->slowdown = (struct slowdown){ .within = false };
	result->n_stalls = 0;
	result->has_value = result->has_interval = false;
	result->value = result->cv = 0;
	result->ci95.low = result->ci95.high = 0;
	memset(result->percentile, 0, sizeof(result->percentile));
	result->depth_mean = 0;
	result->user_pct = result->system_pct = 0;
	result->has_device = false;
	result->device = none;
	result->flags = 0;
}

/* Return the mean of the values, weighted by time, without that round. */
static double
mean_without(const struct result *result, unsigned round)
{
	double moved = 0, elapsed = 0, ns;

	for (size_t i = 0; i < result->n_samples; i++) {
		if (result->sample[i].round == round)
			continue;
		ns = (double)result->sample[i].total.elapsed_ns;
		moved += result->sample_value[i] * ns;
		elapsed += ns;
	}
	return elapsed > 0 ? moved / elapsed : 0;
}

static double
unixbench_without(const struct result *result, unsigned round)
{
	double *left = xmalloc(result->n_samples * sizeof(*left)), value;
	size_t n = 0;

	for (size_t i = 0; i < result->n_samples; i++)
		if (result->sample[i].round != round)
			left[n++] = result->sample_value[i];
	value = statistics_unixbench(left, n, NULL);
	free(left);
	return value;
}

double
result_value_without(const struct result *result, unsigned round)
{
	return result->rule == RULE_UNIXBENCH ?
	       unixbench_without(result, round) : mean_without(result, round);
}

static void
summarise_value(struct result *result)
{
	size_t n = result->n_samples;
	double *without = xmalloc(n * sizeof(*without));

	for (size_t i = 0; i < n; i++)
		without[i] = result_value_without(result,
						  result->sample[i].round);
	result->has_value = true;
	result->value = result_value_without(result, 0);
	result->cv = statistics_cv(result->sample_value, n);
	result->has_interval = statistics_jackknife(result->value, without, n,
						    &result->log_value);
	if (result->has_interval)
		result->ci95 = statistics_ratio_interval(&result->log_value,
							 CONFIDENCE);
	free(without);
}

/* Compute shares of the total time, so that a long sample weighs more. */
static void
summarise_time(struct result *result)
{
	double elapsed = 0, depth = 0, user = 0, system = 0;

	for (size_t i = 0; i < result->n_samples; i++) {
		const struct sample *sample = &result->sample[i];

		elapsed += (double)sample->total.elapsed_ns;
		depth += (double)sample->total.depth_ns;
		user += (double)sample->total.user_ns;
		system += (double)sample->total.system_ns;
	}
	if (elapsed == 0)
		return;
	result->depth_mean = depth / elapsed;
	result->user_pct = 100 * user / elapsed;
	result->system_pct = 100 * system / elapsed;
}

/* Sum up only if all samples have counters: a part would look like less. */
static void
summarise_device(struct result *result)
{
	for (size_t i = 0; i < result->n_samples; i++)
		if (!result->sample[i].has_device)
			return;
	for (size_t i = 0; i < result->n_samples; i++)
		counters_add(&result->device, &result->sample[i].device);
	result->has_device = true;
}

void
result_summarise(struct result *result)
{
	clear_summary(result);
	if (result->na_reason != NULL || result->n_samples == 0)
		return;
	result_find_slowdowns(result);
	result_find_stalls(result);
	summarise_value(result);
	for (int kind = 0; kind < LATENCY_KINDS; kind++)
		for (int op = 0; op < OP_COUNT; op++)
			result->latency[kind][op] =
				result_merge_latency(result, kind, 1u << op);
	result_find_percentiles(result);
	summarise_time(result);
	summarise_device(result);
}

void
result_drop_latencies(struct result *result)
{
	free_latency(result);
	for (size_t i = 0; i < result->n_samples; i++)
		sample_drop_latencies(&result->sample[i]);
}

double
result_value_in_round(const struct result *result, unsigned round)
{
	for (size_t i = 0; i < result->n_samples; i++)
		if (result->sample[i].round == round)
			return result->sample_value[i];
	return 0;
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
	free_latency(result);
	memset(result, 0, sizeof(*result));
}
