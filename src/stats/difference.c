/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Logarithms of values: their mean and spread between runs and within, by the
 * jackknife; steps and slopes; and the intervals of all these. */
#include <config.h>

#include <math.h>
#include <stdlib.h>

#include "diskidx/stats/statistics.h"

/* Find the mean of the logarithms and their standard deviation; false if there
 * are none, or a value is not positive. */
static bool
find_moments(const double *x, size_t n, double *mean, double *spread)
{
	double sum = 0, squares = 0;

	for (size_t i = 0; i < n; i++) {
		if (!(x[i] > 0) || isinf(x[i]))
			return false;
		sum += log(x[i]);
	}
	*mean = sum / (double)n;
	for (size_t i = 0; i < n; i++)
		squares += (log(x[i]) - *mean) * (log(x[i]) - *mean);
	*spread = sqrt(squares / fmax((double)n - 1, 1));
	return n > 0;
}

double
statistics_geometric_mean(const double *x, size_t n)
{
	double mean, spread;

	return find_moments(x, n, &mean, &spread) ? exp(mean) : 0;
}

double
statistics_unixbench(const double *x, size_t n)
{
	double *sorted = statistics_sorted(x, n), mean;
	size_t dropped = n / 3;

	mean = statistics_geometric_mean(sorted + dropped, n - dropped);
	free(sorted);
	return mean;
}

bool
spread_add(struct spread *spread, const double *x, size_t n)
{
	double mean, deviation;

	if (n == 0 || !find_moments(x, n, &mean, &deviation))
		return n == 0;
	spread->squares += deviation * deviation * (double)(n - 1);
	spread->freedom += (double)(n - 1);
	return true;
}

void
spread_add_within(struct spread *spread, double error)
{
	spread->within += error * error;
	spread->n_within++;
}

bool
spread_of_run(const struct spread *spread, double between,
	      struct difference *run)
{
	double lack = fmax(SPREAD_FREEDOM - spread->freedom, 0);
	double within = spread->within / fmax((double)spread->n_within, 1);
	double filled = lack * (between * between + SPREAD_WITHIN *
				SPREAD_WITHIN * within);

	if (spread->n_within == 0 && spread->freedom < SPREAD_FREEDOM)
		return false;
	run->freedom = lack + spread->freedom;
	run->error = fmax(sqrt((filled + spread->squares) / run->freedom),
			  SPREAD_LEAST);
	return true;
}

struct interval
spread_interval(const struct difference *rounds, double between)
{
	struct difference run = *rounds;
	struct spread spread = { 0 };

	if (rounds->freedom == 0)
		return (struct interval){ 0, 0 };
	spread_add_within(&spread, rounds->error);
	spread_of_run(&spread, between, &run);
	return statistics_ratio_interval(&run, STATISTICS_CONFIDENCE);
}

bool
statistics_split(const double *x, size_t n, size_t at,
		 struct difference *change)
{
	double before, after, deviation[2], squares;

	if (!find_moments(x, at, &before, &deviation[0]) ||
	    !find_moments(x + at, n - at, &after, &deviation[1]))
		return false;
	squares = deviation[0] * deviation[0] * (double)(at - 1) +
		deviation[1] * deviation[1] * (double)(n - at - 1);
	change->mean = after - before;
	change->error = fmax(sqrt(squares / (double)(n - 2)), SPREAD_LEAST) *
		sqrt(1 / (double)at + 1 / (double)(n - at));
	change->freedom = (double)(n - 2);
	return true;
}

bool
statistics_step(const double *x, size_t n, size_t among, struct step *step)
{
	size_t first = n > STEP_LONGEST ? n - STEP_LONGEST : 0;
	double best = 0, least_t;

	if (n < STEP_SHORTEST)
		return false;
	x += first;
	n -= first;
	for (size_t at = STEP_SIDE; at + STEP_SIDE <= n; at++) {
		struct difference change;

		if (!statistics_split(x, n, at, &change))
			return false;
		if (fabs(change.mean) <= best * change.error)
			continue;
		best = fabs(change.mean) / change.error;
		*step = (struct step){ first, first + at, change };
	}
	least_t = statistics_student_quantile(
		1 - STEP_CHANCE / 2 / (double)among, (double)(n - 2));
	return best > least_t && fabs(step->change.mean) >= -log1p(-STEP_LEAST);
}

bool
statistics_slope(const double *x, size_t n, struct difference *difference)
{
	double middle = (double)n / 2 - 0.5, mean, spread;
	double squares = 0, products = 0, residuals = 0;

	if (n < 3 || !find_moments(x, n, &mean, &spread))
		return false;
	for (size_t i = 0; i < n; i++) {
		double at = (double)i - middle;

		squares += at * at;
		products += at * (log(x[i]) - mean);
	}
	difference->mean = products / squares;
	for (size_t i = 0; i < n; i++) {
		double off = log(x[i]) - mean -
			difference->mean * ((double)i - middle);

		residuals += off * off;
	}
	difference->freedom = (double)(n - 2);
	difference->error = sqrt(residuals / difference->freedom / squares);
	return true;
}

/* A mean without one of n values moves by 1 / (n - 1) of that value's distance,
 * so the standard error is their deviation times (n - 1) / sqrt(n). */
struct difference
statistics_jackknife(double figure, const double *without, size_t n)
{
	double mean, spread;

	if (n < 2 || !(figure > 0) || !find_moments(without, n, &mean, &spread))
		return (struct difference){ 0, 0, 0 };
	return (struct difference){
		log(figure), spread * (double)(n - 1) / sqrt((double)n),
		(double)(n - 1)
	};
}

struct interval
statistics_ratio_interval(const struct difference *difference,
			  double confidence)
{
	double reach = difference->error *
		statistics_student_quantile(0.5 + confidence / 2,
					    difference->freedom);

	return (struct interval){
		exp(difference->mean - reach), exp(difference->mean + reach)
	};
}
