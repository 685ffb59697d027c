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

static double
bytes_per_s(const struct series_interval *interval, int op)
{
	return (double)interval->of[op].bytes /
	       clock_seconds(interval->length_ns);
}

struct series_interval *
speed_intervals(const struct result *result, size_t *n)
{
	const uint64_t *ios = result->summary.total.ios;
	struct series_interval *list = NULL, *series;
	uint64_t begin_ns = 0;
	bool is_mix = ios[OP_READ] > 0 && ios[OP_WRITE] > 0;
	int op = ios[OP_WRITE] > 0 ? OP_WRITE : OP_READ;
	size_t more;

	*n = 0;
	for (size_t i = 0; i < result->n_samples; i++) {
		const struct sample *sample = &result->sample[i];

		more = sample_series(sample, result->test.params.block_bytes,
				     &series);
		if (is_mix && !sample_has_directions(sample))
			more = 0;
		list = xrealloc(list, (*n + more + 1) * sizeof(*list));
		for (size_t j = 0; j < more; j++) {
			series[j].at_ns += begin_ns;
			if (!is_mix)
				series[j].of[op].bytes = series[j].bytes;
			list[(*n)++] = series[j];
		}
		free(series);
		begin_ns += sample->total.elapsed_ns;
	}
	return list;
}

void
speed_of(struct speed *speed, const struct result *result, int op)
{
	struct series_interval *list;
	double time = 0, sum = 0, squares = 0;
	size_t n;

	memset(speed, 0, sizeof(*speed));
	if (result->summary.total.ios[op] == 0)
		return;
	list = speed_intervals(result, &n);
	speed->intervals = n;
	for (size_t i = 0; i < n; i++) {
		double s = clock_seconds(list[i].length_ns);
		double rate = bytes_per_s(&list[i], op);

		if (i == 0 || rate < speed->min)
			speed->min = rate;
		speed->max = fmax(speed->max, rate);
		time += s;
		sum += s * rate;
	}
	if (n > 0)
		speed->mean = sum / time;
	for (size_t i = 0; i < n; i++) {
		double off = bytes_per_s(&list[i], op) - speed->mean;

		squares += clock_seconds(list[i].length_ns) * off * off;
	}
	if (n > 1)
		speed->stddev = sqrt(squares / time * (double)n /
				     (double)(n - 1));
	free(list);
}
