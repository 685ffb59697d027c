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
bytes_per_s(const struct series_interval *interval)
{
	return (double)interval->bytes / clock_seconds(interval->length_ns);
}

void
speed_of(struct speed *speed, const struct result *result)
{
	struct series_interval *list = NULL, *series;
	double time = 0, bytes = 0, squares = 0;
	size_t n = 0, more;

	memset(speed, 0, sizeof(*speed));
	for (size_t i = 0; i < result->n_samples; i++) {
		more = sample_series(&result->sample[i],
				     result->test.params.block_bytes, &series);
		if (more == 0)
			continue;
		list = xrealloc(list, (n + more) * sizeof(*list));
		memcpy(list + n, series, more * sizeof(*list));
		free(series);
		n += more;
	}
	if (n == 0)
		return;
	speed->intervals = n;
	speed->min = speed->max = bytes_per_s(&list[0]);
	for (size_t i = 0; i < n; i++) {
		speed->min = fmin(speed->min, bytes_per_s(&list[i]));
		speed->max = fmax(speed->max, bytes_per_s(&list[i]));
		time += clock_seconds(list[i].length_ns);
		bytes += (double)list[i].bytes;
	}
	speed->mean = bytes / time;
	for (size_t i = 0; i < n; i++) {
		double off = bytes_per_s(&list[i]) - speed->mean;

		squares += clock_seconds(list[i].length_ns) * off * off;
	}
	if (n > 1)
		speed->stddev = sqrt(squares / time * (double)n /
				     (double)(n - 1));
	free(list);
}

void
speed_share(struct speed *share, const struct speed *both,
	    const struct totals *total, int op)
{
	uint64_t bytes = total->moved[OP_READ] + total->moved[OP_WRITE];
	double part = bytes > 0 ? (double)total->moved[op] / (double)bytes : 0;

	*share = (struct speed){
		.intervals = both->intervals, .min = part * both->min,
		.max = part * both->max, .mean = part * both->mean,
		.stddev = part * both->stddev,
	};
}
