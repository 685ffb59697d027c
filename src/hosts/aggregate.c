/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Aggregate: the rates of hosts that started together, added. See hosts.h. */
#include <config.h>

#include <stdint.h>
#include <stdlib.h>

#include "diskidx/base/amount.h"
#include "diskidx/hosts/hosts.h"
#include "diskidx/result/result.h"

/* Return why a row's rates cannot be added, or NULL. */
static const char *
find_apart(const struct hosts *hosts, const struct hosts_row *row,
	   uint64_t *skew_ns)
{
	/* Only runs of one set were taken. */
	if (facts_get(&hosts->run->plan, FACT_BARRIER) == NULL)
		return "not at the same time";
	for (size_t i = 0; i < hosts->n_runs; i++)
		*skew_ns = amount_max(*skew_ns, facts_number(
			&hosts->run[i].plan, FACT_SKEW_NS, UINT64_MAX));
	if (hosts->doubles_disk)
		return "hosts share a file system";
	if (!result_has_own_series(&row->test->test.params))
		return "its series shows memory, not the disk";
	for (size_t i = 0; i < hosts->n; i++)
		if (row->of[i].n != row->of[0].n)
			return "not all hosts have it";
	return NULL;
}

/* Return the sample of that round, or NULL. */
static const struct sample *
sample_of(const struct result *result, unsigned round)
{
	for (size_t i = 0; i < result->n_samples; i++)
		if (result->sample[i].round == round)
			return &result->sample[i];
	return NULL;
}

/* Return what a sample moved between two times, in the unit. */
static double
moved_within(const struct sample *sample, const struct result_test *test,
	     uint64_t from_ns, uint64_t to_ns)
{
	struct series_interval *series;
	size_t n = sample_series(sample, test->params.block_bytes, &series);
	double work = 0, all = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t end_ns = series[i].at_ns + series[i].length_ns;
		uint64_t inside_ns = amount_left(
			amount_min(end_ns, to_ns),
			amount_max(series[i].at_ns, from_ns));

		all += (double)series[i].bytes;
		work += (double)series[i].bytes * (double)inside_ns /
			(double)series[i].length_ns;
	}
	free(series);
	return all <= 0 ? 0 : work / all * sample_value(sample, test->unit) *
		clock_seconds(sample->total.elapsed_ns);
}

/* Add what all hosts moved in a round, from the last start to the first end, if
 * all have the round; add that time. Return false if it is too short. */
static bool
hosts_add_round(const struct hosts *hosts, struct hosts_row *row, size_t run,
		unsigned round, uint64_t from_ns, double *time_s)
{
	uint64_t to_ns = UINT64_MAX, longest_ns = 0;
	const struct sample *s;

	for (size_t i = 0; i < hosts->n; i++) {
		uint64_t length_ns;

		s = sample_of(row->of[i].result[run], round);
		if (s == NULL)
			return true;
		length_ns = s->total.elapsed_ns - s->total.flush_ns;
		to_ns = amount_min(to_ns, length_ns);
		longest_ns = amount_max(longest_ns, length_ns);
	}
	if (amount_left(to_ns, from_ns) <= longest_ns / 2)
		return false;
	*time_s += clock_seconds(to_ns - from_ns);
	for (size_t i = 0; i < hosts->n; i++) {
		s = sample_of(row->of[i].result[run], round);
		row->sum += moved_within(s, &row->test->test, from_ns, to_ns);
	}
	return true;
}

void
hosts_add_rates(const struct hosts *hosts, struct hosts_row *row)
{
	uint64_t skew_ns = 0;
	double time_s = 0;
	bool overlap = true;

	if (row->test == NULL || row->n_of < 2)
		return;
	row->why = find_apart(hosts, row, &skew_ns);
	for (size_t run = 0; row->why == NULL && run < row->of[0].n; run++)
		for (size_t i = 0; i < row->of[0].result[run]->n_samples; i++)
			overlap &= hosts_add_round(hosts, row, run, row->of[0]
				.result[run]->sample[i].round, skew_ns,
				&time_s);
	if (time_s > 0)
		row->sum /= time_s;
	else if (row->why == NULL)
		row->why = overlap ? "no round on all hosts" :
			   "samples overlap by half or less";
}
