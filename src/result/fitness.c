/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Fitness: see fitness.h. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/amount.h"
#include "diskidx/clock.h"
#include "diskidx/fitness.h"
#include "diskidx/flags.h"
#include "diskidx/test.h"

/* Those over a limit come in clusters of so many, which the rounds don't tell
 * where they are few. */
#define CLUSTER 5.0
#define HALF_95 0.98		/* half of the standard errors of 95 % */
#define MOST_LONGER 200		/* nobody measures that much longer */

#define UNPROVEN (FLAGS_INVALID | 1u << FLAG_UNPROVEN)

const char *const fit_name[] = {
	[FIT_NOT] = "does not suit", [FIT_NOT_SHOWN] = "not shown",
	[FIT_SUITS] = "suits", [FIT_NO_LIMIT] = "no limit",
};

/* Count what takes that long, by the middles of the buckets. */
static uint64_t
count_over(const struct histogram_packed *h, double limit_ns)
{
	uint64_t over = 0;

	for (size_t i = 0; i < h->used; i++)
		if (((double)histogram_lowest(h->cell[i].index) +
		     (double)histogram_highest(h->cell[i].index)) / 2 >=
		    limit_ns)
			over += h->cell[i].count;
	return over;
}

/* Return what a sample has of the latencies in question; NULL: none, or it
 * doesn't count. */
static const struct histogram_packed *
latencies_of(const struct fitness *f, const struct sample *sample)
{
	if (sample->round < f->row->summary.from_round)
		return NULL;
	return sample->latency[f->e.of_flush ? FLUSH : LAT][f->e.op];
}

/* Return the figure without a round, or the share of the requests that are over
 * the limit, with half a request more, so that it has a logarithm. */
static double
fitness_without(const void *context, unsigned round)
{
	const struct fitness *f = context;
	const struct expectation *e = &f->e;
	bool is_share = e->statistic == STATISTIC_PERCENTILE;
	double part = is_share ? 0.5 : 0, whole = 0;

	for (size_t i = 0; i < f->row->n_samples; i++) {
		const struct sample *sample = &f->row->sample[i];
		const struct histogram_packed *h = latencies_of(f, sample);

		if (h == NULL || sample->round == round)
			continue;
		if (is_share)
			part += (double)count_over(h, e->limit * e->scale);
		else if (e->statistic == STATISTIC_MEAN)
			part += (double)h->sum / e->scale;
		else if (e->statistic == STATISTIC_BANDWIDTH)
			part += (double)sample->total.moved[e->op] / e->scale;
		else
			part += (double)h->count;
		whole += e->statistic <= STATISTIC_MEAN ? (double)h->count :
			 clock_seconds(sample->total.elapsed_ns);
	}
	return whole > 0 ? part / whole : 0;
}

/* Count the requests, and those over the limit. */
static void
fitness_count(struct fitness *f)
{
	for (size_t i = 0; i < f->row->n_samples; i++) {
		const struct histogram_packed *h =
			latencies_of(f, &f->row->sample[i]);
		uint64_t over;

		if (h == NULL)
			continue;
		over = count_over(h, f->e.limit * f->e.scale);
		f->rounds++;
		f->rounds_over += over > 0;
		f->requests += h->count;
		f->over += over;
		f->longest_ns = amount_max(f->longest_ns, h->max);
	}
}

/* Widen the interval of a share to what clusters do to the number over the
 * limit: its square root has the same error, however large it is. */
static void
widen(struct fitness *f)
{
	double n = (double)f->requests / CLUSTER;
	double clusters = (double)f->over / CLUSTER;
	double low = fmax(sqrt(clusters) - HALF_95, 0);
	double high = sqrt(clusters + 1) + HALF_95;

	f->ci95.low = fmin(f->ci95.low, low * low / n);
	f->ci95.high = fmin(fmax(f->ci95.high, high * high / n), 1);
}

/* Compare the interval with the limit. If it holds that, find how much longer
 * samples would have to be: the square of its logarithm shrinks with time, down
 * to the spread between runs. */
static void
compare(struct fitness *f, bool is_most, bool is_share)
{
	static const struct difference none = { 0, 0, 0 };
	double runs = log(spread_interval(&none, SPREAD_BETWEEN).high);
	double near = log(f->ci95.high / f->value);
	double needed = fabs(log(f->allowed / f->value));

	if (f->ci95.high <= f->allowed)
		f->fit = is_most ? FIT_SUITS : FIT_NOT;
	else if (f->ci95.low >= f->allowed)
		f->fit = is_most ? FIT_NOT : FIT_SUITS;
	if (f->fit != FIT_NOT_SHOWN)
		return;
	if (f->value > f->allowed)
		near = log(f->value / fmax(f->ci95.low, f->value / 1e6));
	if (is_share && f->over == 0)
		f->longer = f->ci95.high / f->allowed;
	else if (needed > runs)
		f->longer = fmax((near * near - runs * runs) /
				 (needed * needed - runs * runs), 1.5);
	if (f->longer > MOST_LONGER)
		f->longer = 0;
}

/* Return the row of the same test without a load, or this one. */
static const struct result *
alone_of(const struct result *row, const struct result *rows, size_t n)
{
	const char *load = strstr(row->test.id, TEST_LOAD);
	size_t length = load != NULL ? (size_t)(load - row->test.id) : 0;

	for (size_t i = 0; i < n && load != NULL; i++)
		if (strlen(rows[i].test.id) == length &&
		    strncmp(rows[i].test.id, row->test.id, length) == 0 &&
		    rows[i].test.target == row->test.target &&
		    rows[i].test.copies == row->test.copies)
			return &rows[i];
	return row;
}

/* Take back what rests on a row that is no proof. */
static void
doubt(struct fitness *f, unsigned flags, unsigned proof)
{
	unsigned wrong = FLAGS_INVALID;

	/* Where others use the machine, what suits suits nevertheless. */
	if (f->fit == FIT_NOT)
		wrong |= FLAGS_DISTURBED;
	wrong = (wrong & flags) | (UNPROVEN & proof);
	if (wrong == 0)
		return;
	f->why = flags_meaning(wrong);
	f->fit = FIT_NOT_SHOWN;
}

/* Judge by the samples. */
static void
fitness_estimate(struct fitness *f)
{
	bool is_share = f->e.statistic == STATISTIC_PERCENTILE;
	struct difference rounds;

	f->value = fitness_without(f, 0);
	f->why = f->rounds > 0 ? "fewer than three rounds give no interval" :
		 "there is no figure";
	if (!result_estimate(&f->row, 1, fitness_without, f, &rounds))
		return;
	f->why = NULL;
	f->ci95 = spread_interval(&rounds, SPREAD_BETWEEN);
	if (is_share)
		widen(f);
	compare(f, f->e.statistic <= STATISTIC_MEAN, is_share);
}

struct fitness
fitness_judge(const struct expectation *e, const struct result *row,
	      const struct result *rows, size_t n, uint64_t cpus)
{
	const struct result *alone = alone_of(row, rows, n);
	bool is_share = e->statistic == STATISTIC_PERCENTILE;
	struct fitness f = {
		.e = *e, .row = row, .fit = FIT_NOT_SHOWN, .limit = e->limit,
		.counts = e->with_load == (alone != row),
		.figure = NAN, .ci95 = { NAN, NAN },
	};
	struct histogram *all;

	if (e->per_cpu)
		f.limit *= (double)cpus;
	f.allowed = is_share ? 1 - e->percent / 100 : f.limit;
	fitness_count(&f);
	fitness_estimate(&f);
	doubt(&f, row->judgement.flags, alone->judgement.flags);
	if (!e->has_limit)
		f.fit = FIT_NO_LIMIT;
	all = result_merge_latency(row, e->of_flush ? FLUSH : LAT, 1u << e->op);
	if (!is_share && f.rounds > 0)
		f.figure = f.value;
	else if (all != NULL && histogram_supports(all, e->percent))
		f.figure = (double)histogram_percentile(all, e->percent) /
			   e->scale;
	free(all);
	return f;
}
