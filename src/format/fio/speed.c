/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The speed of a result over time: see fio.h. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "fio.h"

/* Return the speed of a direction in an interval; a test with only one has all
 * that there is. */
static double
bytes_per_s(const struct series_interval *interval, const struct params *p,
	    int op)
{
	uint64_t bytes = interval->bytes;

	if (params_reads(p) && params_writes(p))
		bytes = interval->of[op].bytes;
	return (double)bytes / clock_seconds(interval->length_ns);
}

/* Return the intervals of all samples, on the heap; none if they don't tell
 * the directions of a mix. */
static struct series_interval *
intervals_of(const struct result *result, size_t *n)
{
	const struct params *p = &result->test.params;
	struct series_interval *list = NULL, *series;
	size_t more;

	*n = 0;
	for (size_t i = 0; i < result->n_samples; i++) {
		const struct sample *sample = &result->sample[i];

		if (params_reads(p) && params_writes(p) &&
		    !sample_has_directions(sample))
			continue;
		more = sample_series(sample, p->block_bytes, &series);
		if (more == 0)
			continue;
		list = xrealloc(list, (*n + more) * sizeof(*list));
		memcpy(list + *n, series, more * sizeof(*list));
		free(series);
		*n += more;
	}
	return list;
}

void
speed_of(struct speed *speed, const struct result *result, int op)
{
	const struct params *p = &result->test.params;
	struct series_interval *list;
	double time = 0, sum = 0, squares = 0;
	size_t n;

	memset(speed, 0, sizeof(*speed));
	if (result->summary.total.ios[op] == 0)
		return;
	list = intervals_of(result, &n);
	speed->intervals = n;
	for (size_t i = 0; i < n; i++) {
		double s = clock_seconds(list[i].length_ns);
		double rate = bytes_per_s(&list[i], p, op);

		if (i == 0 || rate < speed->min)
			speed->min = rate;
		speed->max = fmax(speed->max, rate);
		time += s;
		sum += s * rate;
	}
	if (n > 0)
		speed->mean = sum / time;
	for (size_t i = 0; i < n; i++) {
		double off = bytes_per_s(&list[i], p, op) - speed->mean;

		squares += clock_seconds(list[i].length_ns) * off * off;
	}
	if (n > 1)
		speed->stddev = sqrt(squares / time * (double)n /
				     (double)(n - 1));
	free(list);
}
