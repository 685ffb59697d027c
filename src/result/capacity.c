/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Promises, and the capacity: see capacity.h. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/result/flags.h"
#include "diskidx/result/capacity.h"
#include "diskidx/test/name.h"

#define STEP 1.023		/* from an edge to the next */
#define STEPS 102		/* from a tenth of a rate to it */
#define BEYOND 6		/* both: steps in which an edge may be, too */
#define N_EDGES (STEPS + 2 * BEYOND + 1)
#define NEAR 8			/* steps to the edge that a curve is true for */
#define FAR (NEAR + 1)		/* all steps beyond */
#define VARIED 0.3		/* how rounds differ, beside clusters: the
				   variance of their requests over the limit,
				   by the square of the mean */
#define EXPECTED_ROUNDS 5	/* that show other clusters than expected */
#define LEAST_ROUNDS 16		/* near the edge, to know it */
#define WITHIN 1.21		/* the ends of a known edge: 10 % */
#define CLOSE 1.12		/* an interval not worth more rounds */
#define ALL_PART 0.98		/* of the most: any load is kept */
#define SIGMAS_95 3.92		/* in an interval of 95 % */
#define RATE_STEPS 2		/* from a rate to the next */
#define HALVED 12		/* steps of an interval that is cut in halves */
#define AWAY 1.0		/* rates show an edge best if the logarithm of
				   their share is so far from the allowed one */
#define NEAREST 2		/* steps, at least */
#define FARTHEST 5

/* A rate that was measured, and what of its requests was over the limit. */
struct trial {
	int step;
	double rounds, requests, over;
	double squares;		/* of each round's over less their mean */
};

/*
 * How the share of requests over the limit grows, as a multiple of what is
 * allowed: a part of it (stalls) is there at any rate, and the rest goes with a
 * power of the rate.
 */
struct curve {
	double power, part, prior;
};

static const struct curve curves[] = {
	{ 2, 0, 1 }, { 4, 0, 1 }, { 8, 0, 1 }, { 16, 0, 1 }, { 32, 0, .3 },
	{ 64, 0, .1 },
	{ 2, .5, .1 }, { 4, .5, .1 }, { 8, .5, .1 }, { 16, .5, .1 },
	{ 32, .5, .03 }, { 64, .5, .01 },
};

/* What the trials say about the edge. */
struct belief {
	int first;		/* step of the first edge */
	double likely[N_EDGES];	/* each edge; 1 altogether */
	int step;		/* of the likeliest edge, with */
	const struct curve *curve;
};

static int
within(int step, int least, int most)
{
	return step < least ? least : step > most ? most : step;
}

/* Return how many requests of a round are over the limit by a curve, at so many
 * steps from the edge. NAN: a trial far from it is on the side where it
 * belongs, and that is all. */
static double
expect_over(const struct trial *t, const struct curve *curve, int steps,
	    double allowed)
{
	double x = fmin(fmax(steps, -NEAR), NEAR) * log(STEP);
	double share = fmin(allowed * (curve->part + (1 - curve->part) *
				       exp(curve->power * x)), 0.99);

	if ((steps < -NEAR && t->over <= share * t->requests) ||
	    (steps > NEAR && t->over >= share * t->requests))
		return NAN;
	return share * t->requests / t->rounds;
}

/* Return the logarithm of the likelihood of a trial, by the negative binomial
 * distribution of clusters, if so many requests of a round are expected. */
static double
log_likelihood(const struct trial *t, double over, double cluster)
{
	double size;

	if (isnan(over))	/* as likely as it can be */
		over = t->over / t->rounds;
	size = VARIED * fmax(over, 1e-9) / cluster;
	return t->over / cluster * log(size / (1 + size)) -
		t->rounds / VARIED * log1p(size);
}

/* Find how likely each edge is, by Bayes' rule. */
static void
find_likely(struct belief *b, const struct trial *trial, size_t n,
	    double allowed, double cluster)
{
	double value[LENGTH(curves)][N_EDGES], best = -INFINITY;
	double all = 0;

	for (size_t j = 0; j < LENGTH(curves); j++) {
		for (int i = 0; i < N_EDGES; i++)
			value[j][i] = log(curves[j].prior);
		for_each(const struct trial, t, trial, n) {
			double now[2 * FAR + 1];

			for (int steps = -FAR; steps <= FAR; steps++)
				now[FAR + steps] = log_likelihood(t,
					expect_over(t, &curves[j], steps,
						    allowed), cluster);
			for (int i = 0; i < N_EDGES; i++) {
				int steps = t->step - b->first - i;

				value[j][i] += now[FAR + within(steps, -FAR,
								FAR)];
			}
		}
		for (int i = 0; i < N_EDGES; i++)
			if (value[j][i] > best) {
				best = value[j][i];
				b->step = b->first + i;
				b->curve = &curves[j];
			}
	}
	for (int i = 0; i < N_EDGES; i++) {
		b->likely[i] = 0;
		for (size_t j = 0; j < LENGTH(curves); j++)
			b->likely[i] += exp(value[j][i] - best);
		all += b->likely[i];
	}
	for (int i = 0; i < N_EDGES; i++)
		b->likely[i] /= all;
}

/* Return how many requests are over the limit together, by the rounds up to the
 * likeliest edge, if so many are expected. */
static double
find_cluster(const struct belief *b, const struct trial *trial, size_t n,
	     double allowed, double expected)
{
	double sum = expected * EXPECTED_ROUNDS, rounds = EXPECTED_ROUNDS;

	for_each(const struct trial, t, trial, n) {
		double over = expect_over(t, b->curve, t->step - b->step,
					  allowed);
		double off = t->over / t->rounds - over;

		if (isnan(over) || t->step > b->step)
			continue;
		sum += fmax(t->squares + t->rounds *
			    (off * off - VARIED * over * over), 0) /
			fmax(over, allowed * t->requests / t->rounds);
		rounds += t->rounds;
	}
	return fmax(sum / rounds, 1);
}

/* Return the step below which the edge is with that probability. */
static double
edge_below(const struct belief *b, double probability)
{
	double below = 0;
	int i = 0;

	while (i < N_EDGES - 1 && below + b->likely[i] < probability)
		below += b->likely[i++];
	return b->first + i - 0.5 + (probability - below) / b->likely[i];
}

/* Find the edge among n trials, and the next rate. */
static void
find_edge(struct capacity *c, const struct trial *trial, size_t n)
{
	double allowed = expectation_allowed(&c->e);
	/* A wait that is longer than the limit lasts about as long. */
	double cluster = fmax(c->most_iops * c->e.limit * c->e.scale /
			      NS_PER_S, 1);
	double low, middle, high, away, below = 0, above = 0;
	int most = (int)floor(log(c->most_iops) / log(STEP)), step;
	int least = (most - STEPS + 1) / RATE_STEPS * RATE_STEPS;
	int last = most / RATE_STEPS * RATE_STEPS + RATE_STEPS;
	struct belief b = { .first = most - STEPS - BEYOND };

	find_likely(&b, trial, n, allowed, cluster);
	cluster = find_cluster(&b, trial, n, allowed, cluster);
	find_likely(&b, trial, n, allowed, cluster);
	low = edge_below(&b, 0.025);
	middle = edge_below(&b, 0.5);
	high = edge_below(&b, 0.975);
	for_each(const struct trial, t, trial, n)
		if (fabs(t->step - middle) <= NEAR)
			*(t->step < middle ? &below : &above) += t->rounds;
	c->edge.low = pow(STEP, low);
	c->edge.high = pow(STEP, high);
	c->error = (struct difference){
		middle * log(STEP),
		(high - low) / SIGMAS_95 * log(STEP),
		below + above - 1
	};
	if (below + above < LEAST_ROUNDS)
		c->kind = CAPACITY_OPEN;
	else if (c->edge.low >= ALL_PART * c->most_iops)
		c->kind = CAPACITY_ALL;
	else if (high <= least)
		c->kind = CAPACITY_NONE;
	else if (low > least && c->edge.high < WITHIN * c->edge.low)
		c->kind = CAPACITY_KNOWN;
	if (c->kind != CAPACITY_OPEN && (c->kind != CAPACITY_KNOWN ||
					 c->edge.high < CLOSE * c->edge.low))
		return;
	away = fmin(fmax(AWAY / (b.curve->power * (1 - b.curve->part) *
				 log(STEP)), NEAREST), FARTHEST);
	if (high - low > HALVED)
		away = 0;
	/* Below the edge fewer requests are over the limit. */
	if (2 * below <= 3 * above)
		away = -away;
	step = RATE_STEPS * (int)lround((middle + away) / RATE_STEPS);
	step = within(step, least, last);
	c->next_iops = (uint32_t)round(pow(STEP, step));
}

/* Return what is known of a rate that was measured. */
static struct trial
make_trial(const struct expectation *e, const struct result *row)
{
	struct trial t = {
		.rounds = (double)row->n_samples,
		.step = (int)lround(log(row->test.params.rate_iops) /
				    log(STEP)),
	};

	for_each_sample(sample, row) {
		const struct histogram_packed *h;
		uint64_t over = 0;

		h = fitness_histogram(e, sample, &over);
		t.requests += h != NULL ? (double)h->count : 0;
		t.over += (double)over;
		t.squares += (double)over * (double)over;
	}
	t.squares -= t.over * t.over / t.rounds;
	return t;
}

struct capacity
capacity_find(const struct expectation *e, const struct result *row, size_t n)
{
	struct capacity c = { .e = *e };
	struct trial *trial = xmalloc((n + 1) * sizeof(*trial));
	size_t n_trials = 0;

	for_each(const struct result, r, row, n) {
		unsigned flags = r->judgement.flags;
		bool has_rate = r->test.params.rate_iops > 0;
		const char *load = test_name_load(r->test.id);

		/* Not the loads themselves. */
		if ((*load != '\0' && strcmp(load, "+load") != 0) ||
		    !r->summary.has_value)
			continue;
		c.flags |= flags & (has_rate ? FLAGS_INVALID :
				    1u << FLAG_THROTTLED | 1u << FLAG_STALLED);
		if (!has_rate) {
			if (c.most == NULL || r->n_samples >= c.most->n_samples)
				c.most = r;
			continue;
		}
		trial[n_trials] = make_trial(e, r);
		n_trials += trial[n_trials].requests > 0;
		if (c.least == NULL || r->test.params.rate_iops <
		    c.least->test.params.rate_iops)
			c.least = r;
	}
	if (c.most != NULL)
		c.most_iops = summary_achieved_iops(&c.most->summary);
	if (c.most_iops > 0)
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
	struct trial t = make_trial(&c->e, row);
	bool is_over = t.over > expectation_allowed(&c->e) * t.requests;

	if (iops > c->edge.high && is_over)
		return FIT_NOT;
	return iops < c->edge.low && !is_over ? FIT_SUITS : FIT_UNDECIDED;
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

	if (c->flags != 0)
		return say("undecided: %s", flags_meaning(c->flags));
	switch (c->kind) {
	case CAPACITY_KNOWN:
		return say("%s with %s (%s), %.0f %% of the %.0f that it "
			   "serves at most", rate, kept, ends, 100 *
			   c->value_iops / c->most_iops, c->most_iops);
	case CAPACITY_ALL:
		return say("%s at any load that it serves: %s (%s)", kept, rate,
			   ends);
	case CAPACITY_NONE:
		f = fitness_judge(&c->e, c->least, c->least, 1, 1);
		return say("%s not at any load%s", kept, isnan(f.figure) ? "" :
			   say(": it is %.3g %s at %.0f %s per second",
			       f.figure, c->e.unit, (double)
			       c->least->test.params.rate_iops, what));
	default:
		return say("undecided: %s up to a rate between %.0f and %.0f; "
			   "a longer search (--max-time) may decide it", kept,
			   c->edge.low, c->edge.high);
	}
}
