/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Slow: the verdict on each host, against the median of the others. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/hosts/hosts.h"
#include "diskidx/result/flags.h"
#include "diskidx/result/index.h"

/* The variance of the median of many is the variance of the mean times this. */
#define MEDIAN_VARIANCE 1.5707963

/* Return the median of n sorted values without one of them, `without`. */
static double
median_of_others(const double *sorted, size_t n, double without)
{
	const double *low = &sorted[(n - 2) / 2], *high = &sorted[(n - 1) / 2];

	low += *low >= without;
	high += *high >= without;
	return sqrt(*low * *high);
}

/* Judge a host by the error of one run, among that many runs of all hosts. */
static void
judge_host(struct hosts *hosts, const struct hosts_row *row, size_t i,
	   const struct difference *run, double runs)
{
	struct host_figure *figure = &row->of[i];
	struct host *host = &hosts->host[i];
	double others = (runs - (double)figure->n) / MEDIAN_VARIANCE;
	struct difference off = *run;

	off.mean = log(figure->ratio);
	off.error *= sqrt(1 / (double)figure->n + 1 / others);
	figure->ci95 = statistics_ratio_interval(
		&off, 1 - (1 - STATISTICS_CONFIDENCE) /
		(double)hosts->n_judged);
	host->is_slow |= figure->ci95.high < HOSTS_SLOW;
	if (host->worst == NULL ||
	    figure->ci95.high < host->worst->of[i].ci95.high)
		host->worst = row;
	hosts->least = fmax(hosts->least, HOSTS_SLOW * figure->ratio /
			    figure->ci95.high);
}

static void
judge_hosts(struct hosts *hosts, struct hosts_row *row)
{
	double *value = xmalloc((hosts->n + 1) * sizeof(*value)), *sorted;
	struct difference run;
	size_t n = 0, runs = 0;

	/* Until the median is known, `ratio` is the value. */
	for_each(struct host_figure, figure, row->of, hosts->n) {
		bool good = figure->n > 0;

		figure->value = statistics_geometric_mean(figure->x, figure->n);
		/* A flag may say that a result is not the disk's. */
		for (size_t j = 0; j < figure->n && figure->result[j] != NULL;
		     j++)
			good &= !flags_invalidate(
				figure->result[j]->judgement.flags);
		if (good && spread_add(&row->spread, figure->x, figure->n)) {
			figure->ratio = value[n++] = figure->value;
			runs += figure->n;
		}
	}
	sorted = statistics_sorted(value, n);
	row->is_judged &= spread_of_run(&row->spread, SPREAD_BETWEEN, &run);
	for (size_t i = 0; i < hosts->n; i++) {
		struct host_figure *figure = &row->of[i];

		if (figure->ratio > 0)
			figure->ratio = n < 2 ? 0 : figure->value /
				median_of_others(sorted, n, figure->value);
		if (figure->ratio > 0 && row->is_judged)
			judge_host(hosts, row, i, &run, (double)runs);
	}
	free(sorted);
	free(value);
}

/* Return true if a row is a complete Disk score on several hosts. */
static bool
is_disk(const struct hosts_row *row)
{
	return row->score != NULL && row->n_of > 1 && !row->score->partial &&
		strcmp(row->score->name, INDEX_DISK) == 0;
}

void
hosts_judge(struct hosts *hosts)
{
	for (size_t i = 0; i < hosts->n_rows; i++)
		hosts->by_score |= is_disk(&hosts->row[i]);
	for_each(struct hosts_row, row, hosts->row, hosts->n_rows) {
		row->is_judged = hosts->by_score ? is_disk(row) :
				 row->test != NULL && row->n_of > 1;
		hosts->n_judged += row->is_judged ? row->n_of : 0;
	}
	for (size_t i = 0; i < hosts->n_rows; i++)
		if (hosts->row[i].n_of > 0)
			judge_hosts(hosts, &hosts->row[i]);
}
