/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The data of plots: see plot.h. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/plot.h"

struct plot *
plots_add(struct plots *plots, struct plot plot)
{
	plots->list = xgrow(plots->list, plots->n, sizeof(plot));
	plots->list[plots->n] = plot;
	return &plots->list[plots->n++];
}

/* Return the number of a name: of the last one mostly, or it is new. */
static size_t
number_of(struct names *names, const char *name)
{
	for (size_t i = names->n; i-- > 0;)
		if (strcmp(names->list[i], name) == 0)
			return i;
	names->list = xgrow(names->list, names->n, sizeof(*names->list));
	names->list[names->n] = xstrdup(name);
	return names->n++;
}

double
plot_row(struct plot *plot, const char *name)
{
	return (double)number_of(&plot->rows, name);
}

struct interval
plot_interval(bool has, const struct interval *ci95, double unit)
{
	if (!has)
		return (struct interval){ 0, 0 };
	return (struct interval){ unit * ci95->low, unit * ci95->high };
}

void
plot_add(struct plot *plot, const char *series, struct point point)
{
	point.series = number_of(&plot->series, series);
	if (point.series >= PLOT_SERIES) {
		free(point.label);
		return;
	}
	plot->point = xgrow(plot->point, plot->n_points, sizeof(point));
	plot->point[plot->n_points++] = point;
}

/* A bar needs a place on one axis only. */
bool
plot_has(const struct plot *plot, const struct point *point)
{
	return axis_has(&plot->y, point->y) &&
		(plot->bars || axis_has(&plot->x, point->x));
}

bool
plot_has_any(const struct plot *plot)
{
	for (size_t i = 0; i < plot->n_points; i++)
		if (plot_has(plot, &plot->point[i]))
			return true;
	return false;
}

static void
names_free(struct names *names)
{
	for (size_t i = 0; i < names->n; i++)
		free(names->list[i]);
	free(names->list);
}

void
plots_free(struct plots *plots)
{
	for (size_t i = 0; i < plots->n; i++) {
		struct plot *plot = &plots->list[i];

		for (size_t j = 0; j < plot->n_points; j++)
			free(plot->point[j].label);
		names_free(&plot->series);
		names_free(&plot->rows);
		free(plot->point);
		free(plot->title);
		free(plot->legend);
	}
	free(plots->list);
	*plots = (struct plots){ NULL, 0 };
}
