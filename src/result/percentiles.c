/*
 * Percentiles: those of a row that comparisons look at, and how far each would
 * move without one of the rounds (the jackknife), which tells its error.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/result.h"

const double result_percents[RESULT_PERCENTILES] = {
	50, 99, 99.9, 99.99, 99.999
};

/* Merge the latencies of both directions of all samples but one. */
static void
merge_without(const struct result *result, size_t left_out,
	      struct histogram *merged)
{
	histogram_clear(merged);
	for (size_t i = 0; i < result->n_samples; i++)
		for (int op = 0; op < OP_COUNT && i != left_out; op++)
			if (result->sample[i].latency[LAT][op] != NULL)
				histogram_merge_packed(merged,
					result->sample[i].latency[LAT][op]);
}

void
result_find_percentiles(struct result *result)
{
	struct histogram *merged = xmalloc(sizeof(*merged));
	struct histogram *all = result_latency(result);
	size_t n = result->n_samples;
	double *y = xmalloc(n * RESULT_PERCENTILES * sizeof(*y));

	for (size_t i = 0; i < n; i++) {
		merge_without(result, i, merged);
		for (size_t k = 0; k < RESULT_PERCENTILES; k++)
			y[k * n + i] = log((double)
				histogram_percentile(merged,
						     result_percents[k]) + 1);
	}
	for (size_t k = 0; k < RESULT_PERCENTILES && all != NULL; k++) {
		struct percentile *p = &result->percentile[k];

		if (!histogram_supports(all, result_percents[k]))
			continue;
		p->ns = (double)histogram_percentile(all, result_percents[k]);
		p->error = statistics_stddev(&y[k * n], n) * (double)(n - 1) /
			sqrt((double)n);
	}
	free(y);
	free(all);
	free(merged);
}
