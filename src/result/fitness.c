/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Fitness: see fitness.h. */
#include <config.h>

#include <math.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/result/fitness.h"
#include "diskidx/result/flags.h"
#include "diskidx/test/name.h"

/* Requests over a limit come in clusters of that many, which rounds with few of
 * them do not show. */
#define CLUSTER 5.0
#define HALF_95 0.98		/* half of the standard errors of 95 % */
#define MOST_LONGER 200		/* nobody measures that much longer */

#define UNPROVEN (FLAGS_INVALID | 1u << FLAG_UNPROVEN)
/* A row with one of these flags can only be better than the disk. */
#define BETTER (1u << FLAG_UNPROVEN | 1u << FLAG_CACHED | 1u << FLAG_MEMORY | \
		1u << FLAG_IMPOSSIBLE)

const char *const fit_name[] = {
	[FIT_NOT] = "does not suit", [FIT_UNDECIDED] = "undecided",
	[FIT_SUITS] = "suits", [FIT_FASTEST] = "fastest",
	[FIT_NO_LIMIT] = "no limit",
};

const struct histogram_packed *
fitness_histogram(const struct expectation *e, const struct sample *sample,
		  uint64_t *over)
{
	const struct histogram_packed *h =
		sample->latency[e->of_flush ? FLUSH : LAT][e->op];

	/* Count requests by the middles of their buckets. */
	for (size_t i = 0; h != NULL && i < h->used &&
	     e->statistic == STATISTIC_PERCENTILE; i++)
		if ((double)histogram_middle(h->cell[i].index) >=
		    e->limit * e->scale)
			*over += h->cell[i].count;
	return h;
}

/* Sum up the rounds that count, except one (0: all). */
static struct tally
sum_up(const struct fitness *f, unsigned without)
{
	struct tally tally = { 0 };

	for_each_sample(sample, f->row) {
		const struct histogram_packed *h;
		uint64_t over = 0;

		h = fitness_histogram(&f->e, sample, &over);
		if (h == NULL || sample->round == without ||
		    sample->round < f->row->summary.from_round)
			continue;
		tally.rounds++;
		tally.rounds_over += over > 0;
		tally.requests += h->count;
		tally.over += over;
		tally.latency_ns += h->sum;
		tally.longest_ns = amount_max(tally.longest_ns, h->max);
		tally.moved += sample->total.moved[f->e.op];
		tally.elapsed_ns += sample->total.elapsed_ns;
	}
	return tally;
}

/* Return the value without a round, or the share of the requests over the
 * limit, with half a request more, so that it has a logarithm. */
static double
fitness_without(const void *context, unsigned round)
{
	const struct fitness *f = context;
	struct tally tally = sum_up(f, round);
	double requests = (double)tally.requests;
	double elapsed_s = clock_seconds(tally.elapsed_ns);

	if (tally.requests == 0 || tally.elapsed_ns == 0)
		return 0;
	if (f->e.statistic == STATISTIC_PERCENTILE)
		return ((double)tally.over + 0.5) / requests;
	if (f->e.statistic == STATISTIC_MEAN)
		return (double)tally.latency_ns / f->e.scale / requests;
	if (f->e.statistic == STATISTIC_BANDWIDTH)
		return (double)tally.moved / f->e.scale / elapsed_s;
	return requests / elapsed_s;
}

/* Widen the interval of a share by what clusters do to the number over the
 * limit: the square root of the number has the same error, however large. */
static void
widen(struct fitness *f)
{
	double n = (double)f->all.requests / CLUSTER;
	double clusters = (double)f->all.over / CLUSTER;
	double low = fmax(sqrt(clusters) - HALF_95, 0);
	double high = sqrt(clusters + 1) + HALF_95;

	f->ci95.low = fmin(f->ci95.low, low * low / n);
	f->ci95.high = fmin(fmax(f->ci95.high, high * high / n), 1);
}

/* Compare the interval with the limit. If the interval contains it, find how
 * much longer samples would have to be: the square of the interval's logarithm
 * shrinks with time, down to the spread between runs. */
static void
compare(struct fitness *f, bool is_most, bool is_share)
{
	static const struct difference alike = { 0, 0, RESULT_LEAST_FREEDOM };
	double runs = log(spread_interval(&alike, SPREAD_BETWEEN).high);
	double near = log(f->ci95.high / f->value);
	double needed = fabs(log(f->allowed / f->value));

	if (f->ci95.high <= f->allowed)
		f->fit = is_most ? FIT_SUITS : FIT_NOT;
	else if (f->ci95.low >= f->allowed)
		f->fit = is_most ? FIT_NOT : FIT_SUITS;
	if (f->fit != FIT_UNDECIDED)
		return;
	if (f->value > f->allowed)
		near = log(f->value / fmax(f->ci95.low, f->value / 1e6));
	if (is_share && f->all.over == 0)
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
	const char *load = test_name_load(row->test.id);
	size_t length = (size_t)(load - row->test.id);

	for (size_t i = 0; i < n && *load != '\0'; i++)
		if (strlen(rows[i].test.id) == length &&
		    strncmp(rows[i].test.id, row->test.id, length) == 0 &&
		    rows[i].test.target == row->test.target &&
		    rows[i].test.copies == row->test.copies)
			return &rows[i];
	return row;
}

/* Judge by the samples. A percentile without a limit has no share. */
static void
fitness_estimate(struct fitness *f)
{
	bool is_share = f->e.statistic == STATISTIC_PERCENTILE;
	struct difference rounds;

	if (is_share && !f->e.has_limit)
		return;
	f->value = fitness_without(f, 0);
	f->why = "there is no result";
	if (f->all.rounds > 0)
		f->why = "fewer than three rounds give no interval";
	rounds = result_estimate(&f->row, 1, fitness_without, f);
	f->ci95 = spread_interval(&rounds, SPREAD_BETWEEN);
	if (!interval_known(f->ci95))
		return;
	f->why = NULL;
	if (is_share)
		widen(f);
	if (f->e.has_limit)
		compare(f, f->e.statistic <= STATISTIC_MEAN, is_share);
}

/* Compare a rate with the rates of the other proven jobs that the profile asks
 * for it, if there are others. */
static void
find_fastest(struct fitness *f, const struct result *rows, size_t n)
{
	const char *same = say("%s: %s", f->e.profile, f->e.text);
	const struct result *row = f->row;
	size_t others = 0, faster = 0, close = 0;

	for_each(const struct result, other, rows, n) {
		struct interval ci95 = other->summary.ci95;

		if (other == row || other->test.target != row->test.target ||
		    other->test.copies != row->test.copies ||
		    *test_name_load(other->test.id) != '\0' ||
		    strstr(text_or(other->test.expects, ""), same) == NULL)
			continue;
		others++;
		if ((other->judgement.flags & UNPROVEN) != 0 ||
		    !other->summary.has_value)
			continue;
		faster += ci95.low > row->summary.ci95.high;
		close += !interval_known(ci95) ||
			ci95.high >= row->summary.ci95.low;
	}
	if (others == 0 || faster > 0)
		return;
	f->fit = close > 0 ? FIT_UNDECIDED : FIT_FASTEST;
	if (close > 0)
		f->why = "its interval overlaps those of others";
}

struct fitness
fitness_judge(const struct expectation *e, const struct result *row,
	      const struct result *rows, size_t n, uint64_t cpus)
{
	const struct result *alone = alone_of(row, rows, n);
	bool is_share = e->statistic == STATISTIC_PERCENTILE;
	unsigned wrong = (FLAGS_INVALID & row->judgement.flags) |
			 (UNPROVEN & alone->judgement.flags);
	struct fitness f = {
		.e = *e, .row = row, .fit = FIT_UNDECIDED,
		.counts = e->has_limit && e->with_load == (alone != row),
		.figure = NAN, .allowed = e->limit,
	};
	const struct histogram *all =
		row->summary.latency[e->of_flush ? FLUSH : LAT][e->op];

	if (is_share)
		f.allowed = expectation_allowed(e);
	if (e->per_cpu)
		f.allowed *= (double)cpus;
	f.all = sum_up(&f, 0);
	fitness_estimate(&f);
	/* Take back a verdict by a row that is no proof. A disk that suits
	 * while others use it suits without them. */
	if (f.fit == FIT_NOT)
		wrong = (wrong & ~BETTER) |
			(FLAGS_DISTURBED & row->judgement.flags);
	if (wrong != 0) {
		f.why = flags_meaning(wrong);
		f.fit = FIT_UNDECIDED;
	}
	if (!e->has_limit)
		f.fit = FIT_NO_LIMIT;
	if (!e->has_limit && e->statistic > STATISTIC_MEAN && alone == row &&
	    f.why == NULL)
		find_fastest(&f, rows, n);
	if (!is_share && f.all.rounds > 0)
		f.figure = f.value;
	else if (histogram_supports(all, e->percent))
		f.figure = (double)histogram_percentile(all, e->percent) /
			   e->scale;
	return f;
}
