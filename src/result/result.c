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
	result->has_value = result->has_interval = false;
	result->value = result->cv = 0;
	result->ci95.low = result->ci95.high = 0;
	result->depth_mean = 0;
	result->user_pct = result->system_pct = 0;
	result->has_device = false;
	result->device = none;
	result->flags = 0;
}

static void
summarise_value(struct result *result)
{
	size_t n = result->n_samples;
	const double *value = result->sample_value;

	result->has_value = true;
	result->value = result->rule == RULE_UNIXBENCH ?
			statistics_unixbench(value, n, NULL) :
			statistics_geometric_mean(value, n);
	result->cv = statistics_cv(value, n);
	result->has_interval = statistics_log_interval(value, n, CONFIDENCE,
						       &result->ci95);
}

static struct histogram *
histogram_new(void)
{
	struct histogram *h = xmalloc(sizeof(*h));

	histogram_clear(h);
	return h;
}

/* Merge the samples' latencies of a kind and direction; NULL: none. */
static struct histogram *
merge_latency(const struct result *result, int kind, int op)
{
	struct histogram *merged = NULL;

	for (size_t i = 0; i < result->n_samples; i++) {
		const struct sample *sample = &result->sample[i];

		if (sample->latency[kind][op] == NULL)
			continue;
		if (merged == NULL)
			merged = histogram_new();
		histogram_merge_packed(merged, sample->latency[kind][op]);
	}
	return merged;
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
	summarise_value(result);
	for (int kind = 0; kind < LATENCY_KINDS; kind++)
		for (int op = 0; op < OP_COUNT; op++)
			result->latency[kind][op] = merge_latency(result, kind,
								  op);
	summarise_time(result);
	summarise_device(result);
}

double
result_value_in_round(const struct result *result, unsigned round)
{
	for (size_t i = 0; i < result->n_samples; i++)
		if (result->sample[i].round == round)
			return result->sample_value[i];
	return 0;
}

struct histogram *
result_latency(const struct result *result)
{
	struct histogram *both = NULL;

	for (int op = 0; op < OP_COUNT; op++) {
		if (result->latency[LAT][op] == NULL)
			continue;
		if (both == NULL)
			both = histogram_new();
		histogram_merge(both, result->latency[LAT][op]);
	}
	return both;
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
