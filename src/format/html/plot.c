/* The data of plots: see plot.h. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "plot.h"

#define REACH 10		/* an axis reaches for the ends of intervals as
				   far as so many times the figures */

static void *
add(void *list, size_t *n, size_t size)
{
	return xrealloc(list, ++*n * size);
}

void
plot_name(struct plot *plot, char *name)
{
	plot->name = add(plot->name, &plot->n_names, sizeof(*plot->name));
	plot->name[plot->n_names - 1] = name;
}

/* Take back the last series if it has no point. */
static void
drop_empty(struct plot *plot)
{
	size_t last = plot->n_points;

	if (plot->n_series > 0 &&
	    (last == 0 || plot->point[last - 1].series < plot->n_series - 1))
		free(plot->series[--plot->n_series]);
}

void
plot_series(struct plot *plot, char *name)
{
	drop_empty(plot);
	plot->series = add(plot->series, &plot->n_series,
			   sizeof(*plot->series));
	plot->series[plot->n_series - 1] = name;
}

void
plot_mark(struct plot *plot, double x, char *text)
{
	plot->mark = add(plot->mark, &plot->n_marks, sizeof(*plot->mark));
	plot->mark[plot->n_marks - 1] = (struct mark){ x, text };
}

struct point *
plot_point(struct plot *plot, double x, double y)
{
	plot->point = add(plot->point, &plot->n_points, sizeof(*plot->point));
	plot->point[plot->n_points - 1] = (struct point){
		.series = plot->n_series - 1, .x = x, .y = y
	};
	return &plot->point[plot->n_points - 1];
}

void
point_interval(struct point *point, bool known, const struct interval *ci95,
	       double unit)
{
	point->low = known ? unit * ci95->low : 0;
	point->high = known ? unit * ci95->high : 0;
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

	drop_empty(plot);
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

	for (i = 0; i < plot->n_names; i++)
		free(plot->name[i]);
	for (i = 0; i < plot->n_series; i++)
		free(plot->series[i]);
	for (i = 0; i < plot->n_points; i++)
		free(plot->point[i].label);
	for (i = 0; i < plot->n_marks; i++)
		free(plot->mark[i].text);
	free(plot->name);
	free(plot->series);
	free(plot->point);
	free(plot->mark);
	free(plot->title);
}
