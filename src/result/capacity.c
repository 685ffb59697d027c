/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Promises, and the capacity: see capacity.h. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/result/flags.h"
#include "diskidx/result/capacity.h"
#include "diskidx/test/name.h"

#define NEAR 4			/* steps to the edge of trials that show it */
#define NEWTON 30		/* steps to the best line */
#define ALL_PART 0.98		/* of the most: any load is kept */
#define LEAST_SLOPE 0.02	/* of a line that crosses */
#define LEAST_ROUNDS 12		/* that show an edge */
#define LEAST_OVER 12		/* of these have requests over the limit */

/* A rate that was measured. */
struct trial {
	int step;		/* its power of CAPACITY_STEP */
	struct fitness f;
};

static int
by_rate(const void *left, const void *right)
{
	const struct trial *a = left, *b = right;

	return (a->step > b->step) - (a->step < b->step);
}

static double
step_iops(int step)
{
	return round(pow(CAPACITY_STEP, step));
}

static double
step_of(double rate)
{
	return log(rate) / log(CAPACITY_STEP);
}

bool
capacity_is_row(const struct result *row)
{
	const char *load = test_name_load(row->test.id);

	return *load == '\0' || strcmp(load, "+load") == 0;
}

/* Return how much the trials contradict an edge at that step: by the distances
 * of those on its wrong side from the limit, with their errors. */
static double
contradiction(const struct trial *trial, size_t n, int edge)
{
	double sum = 0, distance;

	for (size_t i = 0; i < n; i++) {
		const struct fitness *f = &trial[i].f;

		distance = log(f->value / f->allowed);
		if (trial[i].step < edge ? distance > 0 :
		    trial[i].step > edge && distance < 0)
			sum += fabs(distance) * sqrt((double)f->all.over + 0.5);
	}
	return sum;
}

/*
 * Return the rate at which a line through the trials near a step has the
 * allowed share: the line of the logarithm of the odds over the logarithm of
 * the rate, by maximum likelihood (Newton), one of the trials without a round.
 * Each has half a request more on both sides. NAN: the line does not rise.
 */
static double
crossing(const struct trial *trial, size_t n, int near, const struct trial *one,
	 unsigned round)
{
	struct tally without = { 0 };
	double goal = log(trial->f.allowed / (1 - trial->f.allowed));
	double at = goal, slope = 1;

	if (one != NULL)
		without = fitness_tally(&one->f, round);
	for (int i = 0; i < NEWTON; i++) {
		double s0 = 0, s1 = 0, h0 = 0, h1 = 0, h2 = 0, all;

		for (const struct trial *t = trial; t < trial + n; t++) {
			double x = t->step - near, share, requests, rest;
			const struct tally *tally = t != one ? &t->f.all :
				&without;

			if (fabs(x) > NEAR)
				continue;
			share = 1 / (1 + exp(-at - slope * x));
			requests = (double)tally->requests + 1;
			rest = (double)tally->over + 0.5 - requests * share;
			requests *= share * (1 - share);
			s0 += rest;
			s1 += rest * x;
			h0 += requests;
			h1 += requests * x;
			h2 += requests * x * x;
		}
		all = h0 * h2 - h1 * h1;
		if (!(all > 0))
			return NAN;
		at += fmax(fmin((h2 * s0 - h1 * s1) / all, 1), -1);
		slope += fmax(fmin((h0 * s1 - h1 * s0) / all, 1), -1);
	}
	return slope < LEAST_SLOPE ? NAN :
		pow(CAPACITY_STEP, near + (goal - at) / slope);
}

/* Estimate the logarithm of the rate at the edge near that step, by the
 * jackknife over all rounds there. */
static struct difference
estimate_edge(const struct trial *trial, size_t n, int near)
{
	double rate = n > 0 ? crossing(trial, n, near, NULL, 0) : NAN;
	struct difference edge = { 0, 0, 0 };
	double *without = NULL;
	size_t rounds = 0, over = 0;

	for (const struct trial *t = trial; t < trial + n; t++) {
		if (!isfinite(rate) || abs(t->step - near) > NEAR)
			continue;
		over += t->f.all.rounds_over;
		for (size_t j = 0; j < t->f.row->n_samples; j++)
			*xadd(without, rounds) = crossing(trial, n, near, t,
				t->f.row->sample[j].round);
	}
	if (rounds >= LEAST_ROUNDS && over >= LEAST_OVER)
		edge = statistics_jackknife(rate, without, rounds);
	/* The other rounds say little. */
	edge.freedom = fmin(edge.freedom, (double)over - 1);
	free(without);
	return edge;
}

static unsigned
rounds_at(const struct trial *trial, size_t n, int step)
{
	for (size_t i = 0; i < n; i++)
		if (trial[i].step == step)
			return trial[i].f.all.rounds;
	return 0;
}

/* Find the edge among n trials in the order of rates, and the next rate. */
static void
find_edge(struct capacity *c, const struct trial *trial, size_t n)
{
	int least = (int)ceil(step_of(CAPACITY_LEAST * c->most_iops));
	int most = (int)floor(step_of(c->most_iops));
	int first = least, last = most + 1, near;
	double best = INFINITY, now;

	/* The trials contradict an edge between these steps least. */
	for (int step = least; step <= most + 1; step++) {
		now = contradiction(trial, n, step);
		if (now < best)
			first = step;
		if (now <= best)
			last = step;
		best = fmin(best, now);
	}
	near = (first + last) / 2;
	c->error = estimate_edge(trial, n, near);
	if (c->error.freedom > 0) {
		c->edge = statistics_ratio_interval(&c->error,
						    STATISTICS_CONFIDENCE);
		near = (int)lround(step_of(exp(c->error.mean)));
	}
	if (interval_known(c->edge) &&
	    c->edge.high < CAPACITY_WITHIN * c->edge.low) {
		c->kind = exp(c->error.mean) < ALL_PART * c->most_iops ?
			CAPACITY_KNOWN : CAPACITY_ALL;
	} else if (n > 0 && trial[n - 1].step >= most &&
		   trial[n - 1].f.fit == FIT_SUITS) {
		c->kind = CAPACITY_ALL;
		c->error = c->most->summary.rounds;
		c->error.mean = log(c->most_iops);
		c->edge = (struct interval){ c->most_iops, c->most_iops };
	} else if (n > 0 && trial->step <= least &&
		   trial->f.fit == FIT_NOT) {
		c->kind = CAPACITY_NONE;
	}
	/* Below the edge fewer requests are over the limit. */
	if (c->error.freedom > 0 || last - first <= 2 ||
	    rounds_at(trial, n, near) > 0)
		near += 2 * rounds_at(trial, n, near - 1) <=
			3 * rounds_at(trial, n, near + 1) ? -1 : 1;
	near = near < least ? least : near > most + 1 ? most + 1 : near;
	c->next_iops = (uint32_t)step_iops(near);
}

struct capacity
capacity_find(const struct expectation *e, const struct result *row, size_t n)
{
	struct capacity c = { .e = *e };
	struct trial *trial = xmalloc((n + 1) * sizeof(*trial));
	size_t n_trials = 0;

	for (size_t i = 0; i < n; i++) {
		const struct params *p = &row[i].test.params;
		unsigned flags = row[i].judgement.flags;

		if (!capacity_is_row(&row[i]) || !row[i].summary.has_value)
			continue;
		c.flags |= flags & (p->rate_iops > 0 ? FLAGS_INVALID :
				    1u << FLAG_THROTTLED);
		if (p->rate_iops > 0) {
			trial[n_trials++] = (struct trial){
				(int)lround(step_of(p->rate_iops)),
				fitness_judge(e, &row[i], row, n, 1)
			};
		} else if (c.most == NULL ||
			   row[i].n_samples >= c.most->n_samples) {
			c.most = &row[i];
			c.most_iops = summary_achieved_iops(&c.most->summary);
		}
	}
	qsort(trial, n_trials, sizeof(*trial), by_rate);
	if (n_trials > 0)
		c.least = trial->f.row;
	if (c.most != NULL)
		find_edge(&c, trial, n_trials);
	free(trial);
	if (c.flags != 0)
		c.kind = CAPACITY_OPEN;
	if (c.kind == CAPACITY_KNOWN || c.kind == CAPACITY_ALL) {
		c.value_iops = fmin(exp(c.error.mean), c.most_iops);
		c.error.mean = log(c.value_iops);
		c.ci95 = spread_interval(&c.error, SPREAD_BETWEEN);
	}
	return c;
}

enum fit
capacity_fit(const struct capacity *c, const struct result *row)
{
	double iops = row->test.params.rate_iops;

	if (c->kind == CAPACITY_NONE || (c->edge.high > 0 &&
					 iops > c->edge.high))
		return FIT_NOT;
	return iops < c->edge.low ? FIT_SUITS : FIT_UNDECIDED;
}

char *
capacity_text(const struct capacity *c)
{
	const struct params *p = &c->most->test.params;
	const char *what = p->read_pct == 100 ? "reads" : p->read_pct == 0 ?
		"writes" : "requests";
	char *kept = say("%sp%.10g < %.10g %s", c->e.of_flush ? "sync " : "",
			 c->e.percent, c->e.limit, c->e.unit);
	char *rate = say("%.0f %s per second", c->value_iops, what);
	char *ends = say("95 %% interval %.0f to %.0f", c->ci95.low,
			 c->ci95.high);
	struct fitness f;

	if (c->flags & 1u << FLAG_THROTTLED)
		return say("undecided: the disk became slower during the "
			   "search; what it saved up before is no capacity");
	if (c->flags != 0)
		return say("undecided: %s", flags_meaning(c->flags));
	switch (c->kind) {
	case CAPACITY_KNOWN:
		return say("%s with %s (%s), %.0f %% of the %.0f that it "
			   "serves at most", rate, kept, ends, 100 *
			   c->value_iops / c->most_iops, c->most_iops);
	case CAPACITY_ALL:
		return say("%s at any load that it serves: %s%s", kept, rate,
			   interval_known(c->ci95) ? say(" (%s)", ends) : "");
	case CAPACITY_NONE:
		f = fitness_judge(&c->e, c->least, c->least, 1, 1);
		return say("%s not at any load%s", kept, isnan(f.figure) ? "" :
			   say(": it is %.3g %s at %.0f %s per second",
			       f.figure, c->e.unit, (double)
			       c->least->test.params.rate_iops, what));
	default:
		return say("undecided: %s %s; a longer search (--max-time) may "
			   "decide it", kept, interval_known(c->edge) ?
			   say("up to a rate between %.0f and %.0f",
			       c->edge.low, c->edge.high) :
			   "at no certain rate");
	}
}
