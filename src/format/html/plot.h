/*
 * Plot: figures drawn as SVG, described by data: two axes, series of points
 * with their intervals, and marks. A plot has lines; or rows of bars that begin
 * at `origin`, and the axis y lies below them.
 */
#ifndef DISKIDX_PLOT_H
#define DISKIDX_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "diskidx/statistics.h"
#include "diskidx/axis.h"

#define PLOT_SERIES 6		/* that differ in colour */

struct point {
	size_t series;
	double x, y;		/* x of a bar: the number of its row */
	double low, high;	/* 95 % interval of y; equal: none */
	bool apart;		/* no line leads to it */
	char *label;		/* the bar's figure; owned, or NULL */
};

struct mark {
	double x;
	char *text;		/* owned */
};

struct plot {
	char *title;		/* owned, as all below */
	struct axis x, y;
	bool bars, dense;	/* dense: so many points that none has a dot */
	double origin;
	struct row {
		char *key, *name;
	} *row;
	size_t n_rows;
	char **series;		/* names, those without a colour at the end */
	size_t n_series, n_names;	/* drawn; all */
	struct point *point;
	size_t n_points;
	struct mark *mark;	/* lines across at an x */
	size_t n_marks;
};

/* Return the number of the row of bars with that key, which gets the name if it
 * is new. */
double plot_row(struct plot *plot, const char *key, const char *name);

/* Add a mark, and take over its text. */
void plot_mark(struct plot *plot, double x, char *text);

/*
 * Add a point to the series of that name, which may be new: so many units, and
 * their interval unless NULL. Return it for what else it has; NULL, and nothing
 * added, if no colour is left for the series.
 */
struct point *plot_point(struct plot *plot, const char *series, double x,
			 double value, const struct interval *ci95,
			 double unit);

/* Return true if a point has a place on the axes, and if any has. */
bool plot_has(const struct plot *plot, const struct point *point);
bool plot_has_any(const struct plot *plot);

/* Have the axes cover what is to be drawn. */
void plot_cover(struct plot *plot);

void plot_free(struct plot *plot);

/* Draw the plot as a part of a page if it has any points, or as a document of
 * its own, and free it. */
void plot_draw(struct plot *plot, FILE *out);

#endif
