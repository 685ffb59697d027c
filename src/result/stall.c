/*
 * Stalls: samples in which the disk hardly moved, though it did in most others.
 */
#include <config.h>

#include <stdlib.h>

#include "diskidx/clock.h"
#include "diskidx/result.h"

#define MAX_PART 0.25		/* of the usual speed */
#define MIN_SAMPLES 3		/* with two, neither is the usual one */

/* Return for how long a sample was slower than that, by its series. */
static uint64_t
slow_ns(const struct sample *sample, double bytes_per_s)
{
	struct stretch *series;
	size_t n = sample_series(sample, &series);
	uint64_t sum = n == 0 ? sample->total.elapsed_ns : 0;

	for (size_t i = 0; i < n; i++)
		if ((double)series[i].bytes <=
		    bytes_per_s * clock_seconds(series[i].length_ns))
			sum += series[i].length_ns;
	free(series);
	return sum;
}

/* Return the bytes a second of a sample whose value would be that. */
static double
speed_at(const struct sample *sample, double value, double own_value)
{
	return own_value > 0 ? value / own_value * (double)sample->total.bytes /
	       clock_seconds(sample->total.elapsed_ns) : 0;
}

void
result_find_stalls(struct result *result)
{
	double usual, lowest;
	size_t n = result->n_samples;

	if (n < MIN_SAMPLES)
		return;
	usual = statistics_median(result->sample_value, n);
	lowest = MAX_PART * usual;
	for (size_t i = 0; i < n; i++) {
		double value = result->sample_value[i];
		const struct sample *sample = &result->sample[i];

		if (value >= MAX_PART * usual)
			continue;
		result->n_stalls++;
		if (value >= lowest)
			continue;
		lowest = value;
		result->stall = (struct stall){
			.round = sample->round,
			.value = value,
			.length_ns = slow_ns(sample, speed_at(sample, MAX_PART *
							      usual, value)),
		};
	}
}
