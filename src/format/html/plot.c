/* The data of plots: see plot.h. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "plot.h"

#define REACH 10		/* an axis reaches for the ends of intervals as
				   far as so many times the figures */

double
plot_row(struct plot *plot, const char *key, const char *name)
{
	size_t i;

	for (i = 0; i < plot->n_rows; i++)
		if (strcmp(plot->row[i].key, key) == 0)
			return (double)i;
	plot->row = xrealloc(plot->row, (i + 1) * sizeof(*plot->row));
	plot->row[plot->n_rows++] = (struct row){ xstrdup(key),
						  xstrdup(name) };
	return (double)i;
}

void
plot_mark(struct plot *plot, double x, char *text)
{
	plot->mark = xrealloc(plot->mark,
			      (plot->n_marks + 1) * sizeof(*plot->mark));
	plot->mark[plot->n_marks++] = (struct mark){ x, text };
}

/* Return the number of the series of that name, which may be new; PLOT_SERIES
 * or more: no colour is left. */
static size_t
series_of(struct plot *plot, const char *name)
{
	size_t i;

	for (i = 0; i < plot->n_names; i++)
		if (strcmp(plot->series[i], name) == 0)
			return i;
	plot->series = xrealloc(plot->series, (i + 1) * sizeof(*plot->series));
	plot->series[plot->n_names++] = xstrdup(name);
	if (i < PLOT_SERIES)
		plot->n_series++;
	return i;
}

struct point *
plot_point(struct plot *plot, const char *series, double x, double value,
	   const struct interval *ci95, double unit)
{
	size_t at = series_of(plot, series);
	struct point *point;

	if (at >= PLOT_SERIES)
		return NULL;
	plot->point = xrealloc(plot->point,
			       (plot->n_points + 1) * sizeof(*point));
	point = &plot->point[plot->n_points++];
	*point = (struct point){
		.series = at, .x = x, .y = unit * value,
		.low = ci95 != NULL ? unit * ci95->low : 0,
		.high = ci95 != NULL ? unit * ci95->high : 0,
	};
	return point;
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

/* Cover the points, and their intervals unless too long. */
void
plot_cover(struct plot *plot)
{
	double low, high;
	size_t i;

	for (i = 0; i < plot->n_points; i++) {
		if (!plot_has(plot, &plot->point[i]))
			continue;
		axis_cover(&plot->x, plot->point[i].x);
		axis_cover(&plot->y, plot->point[i].y);
	}
	if (plot->bars)
		axis_cover(&plot->y, plot->origin);
	low = plot->y.low / REACH;
	high = plot->y.high * REACH;
	for (i = 0; i < plot->n_points; i++) {
		if (plot->point[i].low >= low)
			axis_cover(&plot->y, plot->point[i].low);
		if (plot->point[i].high <= high)
			axis_cover(&plot->y, plot->point[i].high);
	}
}

void
plot_free(struct plot *plot)
{
	size_t i;

	for (i = 0; i < plot->n_rows; i++) {
		free(plot->row[i].key);
		free(plot->row[i].name);
	}
	for (i = 0; i < plot->n_names; i++)
		free(plot->series[i]);
	free(plot->series);
	for (i = 0; i < plot->n_points; i++)
		free(plot->point[i].label);
	for (i = 0; i < plot->n_marks; i++)
		free(plot->mark[i].text);
	free(plot->row);
	free(plot->point);
	free(plot->mark);
	free(plot->title);
}
