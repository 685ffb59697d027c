/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* A result in fio's terms: see fio.h. */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/units.h"
#include "diskidx/base/utf8.h"
#include "diskidx/test/category.h"
#include "diskidx/test/name.h"
#include "diskidx/test/traits.h"
#include "fio.h"

const char *const fio_bin[FIO_SCALE_BINS + 2] = {
	"2", "4", "10", "20", "50", "100", "250", "500", "750", "1000",
	"2000", ">=2000",
};

/* Return a speed in a unit of so many bytes. */
static struct speed
speed_in(const struct speed *s, double bytes)
{
	return (struct speed){ s->intervals, s->min / bytes, s->max / bytes,
			       s->mean / bytes, s->stddev / bytes };
}

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

/* Summarise the speed of a direction; an interval without any work counts as
 * zero. All is 0 without a series, or one of this direction. */
static void
speed_of(struct speed *speed, const struct result *result, int op)
{
	size_t n;
	struct series_interval *list = speed_intervals(result, &n);
	double time = 0, sum = 0, squares = 0;

	*speed = (struct speed){ .intervals = n };
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

void
fio_direction_of(struct fio_direction *d, const struct result *result, int op)
{
	struct histogram *const (*latency)[DIRECTIONS] =
		result->summary.latency;
	const struct totals *total = &result->summary.total;
	struct speed speed;

	memset(d, 0, sizeof(*d));
	d->ios = total->ios[op];
	d->bytes = total->moved[op];
	if (d->ios == 0)
		return;
	d->runtime_ns = total->elapsed_ns;
	d->bytes_per_s = totals_rate(total, d->bytes);
	d->iops = totals_rate(total, d->ios);
	d->lat = latency[LAT][op];
	if (latency[TRANSFER][op] != NULL)	/* without the flush */
		d->lat = latency[TRANSFER][op];
	/* All of it is clat, with a slat of 0, unless submission and completion
	 * were timed apart, and without a flush between. */
	d->clat = d->lat;
	if (latency[CLAT][op] != NULL && latency[TRANSFER][op] == NULL &&
	    !traits_of_engine(result->test.engine)->is_synchronous) {
		d->slat = latency[SLAT][op];
		d->clat = latency[CLAT][op];
	}
	speed_of(&speed, result, op);
	d->bw = speed_in(&speed, (double)KIB);
	d->rate = speed_in(&speed, fmax(result->test.params.block_bytes, 1));
	if (d->bytes_per_s > 0)
		d->share_pct = fmin(100 * speed.mean / d->bytes_per_s, 100);
}

const struct totals *
fio_depths_of(const struct result *result)
{
	static const struct totals one = { .depth_seen = { 1 } };
	const struct totals *total = &result->summary.total;

	if (totals_depths(total) == 0 && result->test.params.depth == 1)
		return &one;
	return total;
}

const char *
fio_format_name(char name[FIO_NAME], const struct result *result)
{
	const char *title = result->test.title;
	size_t n = 0;

	snprintf(name, FIO_NAME, "%s", result->test.id);
	if (!category_is(CATEGORY_JOB, result->test.category))
		return utf8_clean(name);
	snprintf(name, FIO_NAME, "%s", test_name_within(result->test.id));
	/* The id has dashes for the other characters. */
	while (title[n] != '\0' && (title[n] == name[n] || name[n] == '-'))
		n++;
	if (name[n] == '\0' && strncmp(title + n, ": ", 2) == 0)
		memcpy(name, title, n);
	return utf8_clean(name);
}

void
fio_bins_of(double share[FIO_BINS], const struct result *result)
{
	static const uint64_t scale[] = { 1, NS_PER_US, NS_PER_MS };
	uint64_t bound[FIO_BINS], count[FIO_BINS];
	struct histogram all;

	histogram_clear(&all);
	for (int op = 0; op < OP_COUNT; op++) {
		struct fio_direction d;

		fio_direction_of(&d, result, op);
		if (d.clat != NULL)
			histogram_merge(&all, d.clat);
	}
	/* The bins of one scale after the other, and two above. */
	bound[0] = 0;
	for (size_t i = 1; i < FIO_BINS - 1; i++)
		bound[i] = strtoull(fio_bin[(i - 1) % FIO_SCALE_BINS], NULL,
				    10) * scale[(i - 1) / FIO_SCALE_BINS];
	bound[FIO_BINS - 1] = 2 * NS_PER_S;
	histogram_bins(&all, bound, FIO_BINS, count);
	for (size_t i = 0; i < FIO_BINS; i++) {
		share[i] = 0;
		if (all.count > 0)
			share[i] = 100 * (double)count[i] / (double)all.count;
	}
}
