/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The data of plots: see plot.h. */
#include <config.h>

#include <math.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/report/plot.h"

#define LARGEST 1e18		/* beyond it nothing has a place */
#define SLACK 1e-9		/* of a tick at the very end of an axis */
#define PAD 0.1		/* beyond what is covered, on either side */
#define LEAST_PAD 1.1		/* as a factor; ticks differ in three digits */
#define REACH 10		/* of an axis that says nothing of it */
#define ROUND_UP 1e-6		/* has what is between two tenths round up in
				   any arithmetic */
#define DAY_S 86400.0
#define SHORTEST_DAYS 0.01	/* beyond the first and last day, at least */
#define MOST 5			/* steps of a linear axis */
#define WIDE 2			/* powers of ten that need no ticks between */

/* Names of the multiples of a unit, each a step above the one before. */
static const struct {
	double step;
	const char *name[6];
} multiples[] = {
	[QUANTITY_NUMBER] = { 1000, { "", "k", "M", "G", "T" } },
	[QUANTITY_TIME] = { 1000, { " ns", " us", " ms", " s" } },
	[QUANTITY_RATIO] = { 1000, { "x", "kx", "Mx" } },
	[QUANTITY_SIZE] = { 1024, { " B", " KiB", " MiB", " GiB", " TiB" } },
};

struct plot *
plots_add(struct plots *plots, struct plot plot)
{
	*xadd(plots->list, plots->n) = plot;
	return &plots->list[plots->n - 1];
}

void
plot_add(struct plot *plot, const char *name, struct point point)
{
	struct series *series = plot->series;

	while (series < plot->series + plot->n &&
	       strcmp(series->name, name) != 0)
		series++;
	if (series == plot->series + PLOT_SERIES)
		return;
	if (series == plot->series + plot->n)
		plot->series[plot->n++].name = say("%s", name);
	*xadd(series->point, series->n) = point;
}

bool
plot_has(const struct plot *plot, const struct point *point)
{
	return axis_has(&plot->y, point->y) && axis_has(&plot->x, point->x);
}

bool
plot_has_any(const struct plot *plot)
{
	for (size_t i = 0; i < plot->n; i++)
		for (size_t j = 0; j < plot->series[i].n; j++)
			if (plot_has(plot, &plot->series[i].point[j]))
				return true;
	return false;
}

/* Axes. */

bool
axis_has(const struct axis *axis, double value)
{
	double least = axis->base > 0 ? 1 / LARGEST : 0;

	return value >= least && value <= LARGEST;
}

void
axis_cover(struct axis *axis, double value)
{
	if (!axis_has(axis, value))
		return;
	if (!axis->settled)
		axis->low = axis->high = value;
	axis->low = fmin(axis->low, value);
	axis->high = fmax(axis->high, value);
	axis->settled = true;
}

void
axis_cover_interval(struct axis *axis, double value, struct interval ci95)
{
	double reach = axis->reach > 0 ? axis->reach : REACH;

	axis_cover(axis, value);
	if (axis_has(axis, value) && interval_known(ci95)) {
		axis_cover(axis, fmax(ci95.low, value / reach));
		axis_cover(axis, fmin(ci95.high, value * reach));
	}
}

void
axis_settle(struct axis *axis, double from, double to)
{
	double pad;

	axis->from = from;
	axis->to = to;
	if (axis->quantity == QUANTITY_PERCENTILE) {
		/* It shows p90 at least. */
		axis->high = fmax(axis->high, fmax(10, LEAST_PAD * axis->low));
	} else if (axis->quantity == QUANTITY_DAY) {
		pad = fmax(PAD * (axis->high - axis->low), SHORTEST_DAYS);
		axis->low -= pad;
		axis->high += pad;
	} else if (axis->base > 0) {
		pad = fmax(pow(axis->high / axis->low, PAD), LEAST_PAD);
		axis->low /= pad;
		axis->high *= pad;
	} else {
		axis->low = 0;
		axis->high *= 1 + PAD;
		if (axis->high == 0)
			axis->high = 1;
	}
}

double
axis_place(const struct axis *axis, double value)
{
	double share;

	if (axis->base == 0)
		share = (value - axis->low) / (axis->high - axis->low);
	else
		share = log(fmax(value, axis->low) / axis->low) /
			log(axis->high / axis->low);
	return ROUND_UP + axis->from +
		fmin(fmax(share, 0), 1) * (axis->to - axis->from);
}

/* Take multiples of the first step of 1, 2 or 5 times a power of ten that
 * leaves few enough. */
static size_t
linear_ticks(const struct axis *axis, double *tick)
{
	static const double steps[] = { 1, 2, 5, 10 };
	double span = axis->high - axis->low, step, first;
	double unit = pow(10, floor(log10(span / MOST)));
	size_t i, n = 0;

	for (i = 0; i < 3 && span / (unit * steps[i]) > MOST + SLACK; i++)
		;
	step = unit * steps[i];
	first = ceil(axis->low / step - SLACK);
	for (; n < AXIS_TICKS && first + (double)n <= axis->high / step + SLACK;
	     n++)
		tick[n] = (first + (double)n) * step;
	return n;
}

/* Take every power, or every few of them, and with few powers of ten 2 and 5 of
 * each. */
static size_t
power_ticks(const struct axis *axis, double *tick)
{
	static const double between[] = { 1, 2, 5 };
	double low = log(axis->low) / log(axis->base) - SLACK;
	double high = log(axis->high) / log(axis->base) + SLACK;
	double step = ceil((high - low) / 7), power;
	size_t parts = 1, n = 0;

	/* Percentiles begin with p50, not p0. */
	if (axis->quantity == QUANTITY_PERCENTILE && axis->low > 1 &&
	    axis->low < axis->base)
		tick[n++] = axis->low;
	if (axis->base == 10 && high - low < WIDE &&
	    axis->quantity != QUANTITY_PERCENTILE)
		parts = LENGTH(between);
	for (power = floor(low / step) * step; power <= high; power += step) {
		for (size_t i = 0; i < parts && n < AXIS_TICKS; i++) {
			tick[n] = pow(axis->base, power) * between[i];
			if (tick[n] >= axis->low * (1 - SLACK) &&
			    tick[n] <= axis->high * (1 + SLACK))
				n++;
		}
	}
	return n;
}

size_t
axis_ticks(const struct axis *axis, double tick[AXIS_TICKS])
{
	size_t n = axis->base > 0 ? power_ticks(axis, tick) : 0;

	return n >= 2 ? n : linear_ticks(axis, tick);
}

const char *
axis_label(const struct axis *axis, double value)
{
	size_t u = 0;

	if (axis->quantity == QUANTITY_PERCENTILE)
		return say("p%.6g", 100 - 100 / value);
	if (axis->quantity == QUANTITY_DAY)
		return clock_date(axis->high - axis->low < 2 ? "%H:%M" :
				  "%d %b", (uint64_t)(value * DAY_S), 0);
	while (multiples[axis->quantity].name[u + 1] != NULL &&
	       value >= multiples[axis->quantity].step * (1 - SLACK)) {
		value /= multiples[axis->quantity].step;
		u++;
	}
	return say("%.3g%s", value, multiples[axis->quantity].name[u]);
}
