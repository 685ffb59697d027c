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
#include "diskidx/stats/histogram.h"
#include "diskidx/test/category.h"
#include "diskidx/test/name.h"
#include "diskidx/test/traits.h"
#include "fio.h"

const char *const fio_bin[FIO_SCALE_BINS + 2] = {
	"2", "4", "10", "20", "50", "100", "250", "500", "750", "1000",
	"2000", ">=2000",
};

static struct histogram no_latency;	/* zeros */

static const struct histogram *
or_none(const struct histogram *h)
{
	return h != NULL ? h : &no_latency;
}

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

/* Fill in a direction that has requests. */
static void
direction_of(struct fio_direction *d, const struct result *result, int op)
{
	struct histogram *const (*latency)[DIRECTIONS] =
		result->summary.latency;
	const struct totals *total = &result->summary.total;
	struct speed speed;

	d->ios = total->ios[op];
	d->bytes = total->moved[op];
	d->runtime_ns = total->elapsed_ns;
	d->bytes_per_s = totals_rate(total, d->bytes);
	d->iops = totals_rate(total, d->ios);
	d->lat = or_none(latency[LAT][op]);
	if (latency[TRANSFER][op] != NULL)	/* without the flush */
		d->lat = latency[TRANSFER][op];
	/* All of it is clat, with a slat of 0, unless submission and completion
	 * were timed apart, and without a flush between. */
	d->clat = d->lat;
	if (latency[CLAT][op] != NULL && latency[TRANSFER][op] == NULL &&
	    !traits_of_engine(result->test.engine)->is_synchronous) {
		d->slat = or_none(latency[SLAT][op]);
		d->clat = latency[CLAT][op];
	}
	speed_of(&speed, result, op);
	d->bw = speed_in(&speed, (double)KIB);
	d->rate = speed_in(&speed, fmax(result->test.params.block_bytes, 1));
	if (d->bytes_per_s > 0)
		d->share_pct = fmin(100 * speed.mean / d->bytes_per_s, 100);
}

static void
name_job(char name[FIO_NAME], const struct result *result)
{
	const char *title = result->test.title, *id = result->test.id;
	bool is_job = category_is(CATEGORY_JOB, result->test.category);
	size_t n = 0;

	snprintf(name, FIO_NAME, "%s", is_job ? test_name_within(id) : id);
	/* The id has dashes for the other characters. */
	while (is_job && title[n] != '\0' &&
	       (title[n] == name[n] || name[n] == '-'))
		n++;
	if (name[n] == '\0' && strncmp(title + n, ": ", 2) == 0)
		memcpy(name, title, n);
	utf8_clean(name);
}

/* Compute the shares of the bins. */
static void
fill_bins(struct fio_job *job)
{
	static const uint64_t scale[] = { 1, NS_PER_US, NS_PER_MS };
	uint64_t bound[FIO_BINS], count[FIO_BINS];
	struct histogram all;

	histogram_clear(&all);
	for (int op = 0; op < OP_COUNT; op++)
		histogram_merge(&all, job->of[op].clat);
	if (all.count == 0)
		return;
	/* The bins of one scale after the other, and two above. */
	bound[0] = 0;
	for (size_t i = 1; i < FIO_BINS - 1; i++)
		bound[i] = strtoull(fio_bin[(i - 1) % FIO_SCALE_BINS], NULL,
				    10) * scale[(i - 1) / FIO_SCALE_BINS];
	bound[FIO_BINS - 1] = 2 * NS_PER_S;
	histogram_bins(&all, bound, FIO_BINS, count);
	for (size_t i = 0; i < FIO_BINS; i++)
		job->bin_pct[i] = 100 * (double)count[i] / (double)all.count;
}

void
fio_job_of(struct fio_job *job, const struct result *result)
{
	static const struct totals one = { .depth_seen = { 1 } };
	const struct summary *summary = &result->summary;

	*job = (struct fio_job){
		.result = result,
		.total = &summary->total,
		.depths = &summary->total,
		.error = summary->has_value ? 0 : 5,
		.flushes = or_none(summary->latency[FLUSH][OP_WRITE]),
		.user_pct = summary->user_pct / result->test.copies,
		.system_pct = summary->system_pct / result->test.copies,
	};
	name_job(job->name, result);
	if (totals_depths(job->depths) == 0 && result->test.params.depth == 1)
		job->depths = &one;
	for (int op = 0; op < FIO_DIRECTIONS; op++) {
		struct fio_direction *d = &job->of[op];

		d->slat = d->clat = d->lat = &no_latency;
		if (op != FIO_TRIM && job->total->ios[op] > 0)
			direction_of(d, result, op);
	}
	fill_bins(job);
}
