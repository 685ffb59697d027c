/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Plot: a picture as data, which chart.c draws: axes, and on them, in their
 * units, points with their intervals, joined to the line of their series.
 * Titles and labels are texts of say.h.
 */
#ifndef DISKIDX_REPORT_PLOT_H
#define DISKIDX_REPORT_PLOT_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/stats/statistics.h"

/* Axis: the place of a value in a drawing, and the ticks with their labels. It
 * grows to cover values, is then settled, and can be drawn along. */
enum quantity {
	QUANTITY_NUMBER,
	QUANTITY_TIME,		/* in nanoseconds */
	QUANTITY_SIZE,		/* in bytes */
	QUANTITY_PERCENTILE,	/* p as 100 / (100 - p): 10 for p90 */
	QUANTITY_RATIO,		/* "0.3x" */
	QUANTITY_DAY		/* in days since 1970, shown as a date; a linear
				   axis of it does not begin at 0 */
};

struct axis {
	const char *title;	/* with the unit, unless the labels have it */
	enum quantity quantity;
	unsigned base;		/* of its logarithms; 0: linear, from 0 on */
	bool settled;		/* it covers something, and has ends */
	double origin;		/* a dashed line crosses it there; 0: none */
	double reach;		/* so many times beyond its value it covers an
				   interval, too; 0: 10 times */
	double low, high;	/* the values covered, then those at the ends */
	double from, to;	/* coordinates of the ends */
};

#define AXIS_TICKS 12		/* at most */

/* Return true if a value has a place on that kind of axis. */
bool axis_has(const struct axis *axis, double value);

/* Have the axis reach to a value, if it has a place; and to the ends of its
 * interval, as far as `reach` says. */
void axis_cover(struct axis *axis, double value);
void axis_cover_interval(struct axis *axis, double value, struct interval ci95);

/* Set the ends around what is covered, and their coordinates. */
void axis_settle(struct axis *axis, double from, double to);

/* Return a value's coordinate, or that of the end that it is beyond. */
double axis_place(const struct axis *axis, double value);

/* Fill in the values to label; return their number. Return a label, "200 us",
 * a text of say.h. */
size_t axis_ticks(const struct axis *axis, double tick[AXIS_TICKS]);
const char *axis_label(const struct axis *axis, double value);

#define PLOT_SERIES 6		/* that differ in color */

/* The shape of a mark in a chart or a table. Those after the ring have a color,
 * which a verdict has in words as well. */
enum shape {
	SHAPE_DOT,
	SHAPE_RING,		/* undecided, or not in the score */
	SHAPE_UP,		/* a triangle: faster */
	SHAPE_DOWN,		/* slower */
	SHAPE_SAME,		/* a gray dot */
	SHAPE_CHECK,		/* suits */
	SHAPE_CROSS,		/* does not */
	SHAPE_LINE		/* none: the point only has its line */
};

struct point {
	double x, y;		/* y is NAN: none, and a line ends here */
	struct interval ci95;	/* of y */
	const char *label;	/* what to say at an upright line, or NULL */
	enum shape shape;
};

struct series {
	const char *name;
	struct point *point;	/* on the heap */
	size_t n;
};

struct plot {
	const char *title, *remark;	/* remark: what to say of it, or NULL */
	struct axis x, y;
	bool dense;		/* too many points for dots */
	bool is_apart;		/* no line joins the points but SHAPE_LINE;
				   their intervals are upright lines */
	struct series series[PLOT_SERIES];
	size_t n;
};

/* Those of a block with equal titles of y have the same scales; if all have the
 * same series, one key is above them. */
struct plots {
	const char *title, *legend;	/* of all, and how to read them; or
					   NULL */
	struct plot *list;	/* on the heap */
	size_t n;
};

/* Add a plot. Return it, until the next is added. */
struct plot *plots_add(struct plots *plots, struct plot plot);

/* Add a point to the series of that name, which may be new. Nothing is added if
 * no color is left for the series. */
void plot_add(struct plot *plot, const char *series, struct point point);

/* Return true if a point has a place on the axes, and if any has. */
bool plot_has(const struct plot *plot, const struct point *point);
bool plot_has_any(const struct plot *plot);

#endif
