/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The drawing of a plot as SVG: see plot.h. */
#include <config.h>

#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/say.h"
#include "diskidx/report/plot.h"
#include "html.h"

#define WIDTH 400		/* of a drawing; text is 11 high */
#define LEFT 52			/* ends of the axis x, and of one of bars */
#define RIGHT 388
#define BARS_LEFT 6
#define BARS_RIGHT 316		/* behind it stand the figures, */
#define FIGURES 366		/* which end here, and their marks */
#define TITLE 14		/* baseline; the rest follows below */
#define HEIGHT 150		/* of an area of lines */
#define LOW_HEIGHT 90		/* with dense points */
#define LINE 15			/* of text */
#define BAR 12
#define REACH 10		/* an axis reaches for the ends of intervals up
				   to the figures times this */
#define ENDS " text-anchor=\"end\""
#define SOFT " class=\"soft\""

struct drawing {
	const struct plot *plot;
	struct axis x, y;	/* that cover it */
	size_t n_series;	/* that have a colour */
	double top, bottom;	/* of the area of points or rows */
	FILE *out;
};

/* Return a place to be printed in tenths: the millionth has what lies between
 * two of them round up in any arithmetic. */
static double
tenths(double place)
{
	return place + 1e-6;
}

static void
draw_text(const struct drawing *d, double x, double y, const char *attributes,
	  const char *text)
{
	fprintf(d->out, "<text x=\"%.1f\" y=\"%.1f\"%s>", tenths(x), tenths(y),
		attributes);
	html_text(d->out, text);
	fputs("</text>\n", d->out);
}

/* Draw a line; one of no length is a dot. */
static void
draw_line(const struct drawing *d, const char *class, double x, double y,
	  double to_x, double to_y)
{
	fprintf(d->out, "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
		class, tenths(x), tenths(y), tenths(to_x), tenths(to_y));
}

/* Draw an interval along the axis y, at a place across it; the interval of a
 * bar lies on its side. Parts beyond the axis are cut off. */
static void
draw_interval(const struct drawing *d, const struct interval *ci95,
	      double across)
{
	double low = axis_place(&d->y, ci95->low);
	double high = axis_place(&d->y, ci95->high);

	if (!(ci95->low < ci95->high))
		return;
	if (d->plot->bars)
		draw_line(d, "error", low, across, high, across);
	else
		draw_line(d, "error", across, low, across, high);
}

/* Draw the grid across x, and label it below. */
static void
draw_columns(const struct drawing *d, const struct axis *axis)
{
	double tick[AXIS_TICKS], x;
	size_t n = axis_ticks(axis, tick);
	char label[UNITS_TEXT];

	for (size_t i = 0; i < n; i++) {
		x = axis_place(axis, tick[i]);
		draw_line(d, "grid", x, d->top, x, d->bottom);
		draw_text(d, x, d->bottom + 13, x > axis->to - 20 ? ENDS :
			  " text-anchor=\"middle\"",
			  axis_label(label, axis, tick[i]));
	}
	draw_text(d, RIGHT, d->bottom + 13 + LINE, SOFT ENDS, axis->title);
}

/* Draw the grid of y, and label it at the left. */
static void
draw_heights(const struct drawing *d)
{
	double tick[AXIS_TICKS], y;
	size_t n = axis_ticks(&d->y, tick);
	char label[UNITS_TEXT];

	draw_text(d, 4, d->top - 11, SOFT, d->y.title);
	for (size_t i = 0; i < n; i++) {
		y = axis_place(&d->y, tick[i]);
		draw_line(d, "grid", LEFT, y, RIGHT, y);
		draw_text(d, LEFT - 4, y + 4, ENDS,
			  axis_label(label, &d->y, tick[i]));
	}
}

/* Return the height of a row: its name, and a bar of each series. */
static double
row_height(const struct drawing *d)
{
	return LINE + BAR * (double)d->n_series + 3;
}

/* Draw a bar with its figure. */
static void
draw_bar(const struct drawing *d, const struct point *point)
{
	double y = d->top + point->x * row_height(d) + LINE +
		   BAR * ((double)point->series + 0.5);

	static const char *const classes[] = {
		[SHAPE_DOT] = "bar", [SHAPE_RING] = "bar",
		[SHAPE_UP] = "bar good", [SHAPE_DOWN] = "bar bad",
	};
	enum shape shape = d->n_series > 1 ? SHAPE_DOT : point->shape;
	size_t length = strcspn(point->label, " ");

	if (plot_has(d->plot, point)) {
		draw_line(d, classes[shape],
			  axis_place(&d->y, d->plot->origin), y,
			  axis_place(&d->y, point->y), y);
		draw_interval(d, &point->ci95, y);
	}
	draw_text(d, FIGURES, y + 4, ENDS,
		  say("%.*s", (int)length, point->label));
	if (point->label[length] != '\0')
		draw_text(d, FIGURES + 4, y + 4, "", point->label + length + 1);
}

/* Return true if no line leads to or from a point. */
static bool
is_alone(const struct plot *plot, const struct point *point)
{
	const struct point *end = plot->point + plot->n_points;

	return (point == plot->point || !plot_has(plot, point - 1)) &&
	       (point + 1 == end || !plot_has(plot, point + 1));
}

/* Draw the dot of a point, or its label at an upright line. */
static void
draw_point(const struct drawing *d, const struct point *point)
{
	double x = axis_place(&d->x, point->x);
	double y = axis_place(&d->y, point->y);

	if (point->label != NULL) {
		draw_line(d, "mark", x, d->top - 6, x, d->bottom);
		if (x < (LEFT + RIGHT) / 2)
			draw_text(d, x + 3, d->top + 2, SOFT, point->label);
		else
			draw_text(d, x - 3, d->top + 2, SOFT ENDS,
				  point->label);
	} else if (plot_has(d->plot, point) &&
		   (!d->plot->dense || is_alone(d->plot, point))) {
		draw_line(d, "dot", x, y, x, y);
		draw_interval(d, &point->ci95, x);
	}
}

/* Draw the line of a series, in one piece an interval without a gap. None leads
 * back. */
static void
draw_series_line(const struct drawing *d, size_t series)
{
	const struct point *point = d->plot->point, *last = NULL;

	fputs("<path class=\"line\" d=\"", d->out);
	for (size_t i = 0; i < d->plot->n_points; i++, point++) {
		const char *command = "M";

		if (point->series != series)
			continue;
		if (!plot_has(d->plot, point)) {
			last = NULL;
			continue;
		}
		if (last != NULL && point->x >= last->x)
			command = "L";
		fprintf(d->out, "%s%.1f %.1f", command,
			tenths(axis_place(&d->x, point->x)),
			tenths(axis_place(&d->y, point->y)));
		last = point;
	}
	fputs("\"/>\n", d->out);
}

/* Draw a series, and its name if there are several. */
static void
draw_series(const struct drawing *d, size_t series)
{
	const struct plot *plot = d->plot;
	double y = TITLE + LINE * ((double)series + 1);

	fprintf(d->out, "<g class=\"s%zu\">\n", series);
	if (d->n_series > 1) {
		fprintf(d->out, "<path class=\"%s\" d=\"M6 %.1fh24\"/>\n",
			plot->bars ? "bar" : "line", tenths(y - 4));
		draw_text(d, 36, y, "", plot->series.text[series]);
	}
	if (!plot->bars)
		draw_series_line(d, series);
	for (size_t i = 0; i < plot->n_points; i++) {
		if (plot->point[i].series != series)
			continue;
		if (plot->bars)
			draw_bar(d, &plot->point[i]);
		else
			draw_point(d, &plot->point[i]);
	}
	fputs("</g>\n", d->out);
}

/* Have the axes cover the points of a plot, and their intervals unless too
 * long. */
static void
cover_points(struct drawing *d, const struct plot *plot)
{
	double low, high;

	for (size_t i = 0; i < plot->n_points; i++) {
		axis_cover(&d->x, plot->point[i].x);
		axis_cover(&d->y, plot->point[i].y);
	}
	if (plot->bars)
		axis_cover(&d->y, plot->origin);
	low = d->y.low / REACH;
	high = d->y.high * REACH;
	for (size_t i = 0; i < plot->n_points; i++) {
		if (plot->point[i].ci95.low >= low)
			axis_cover(&d->y, plot->point[i].ci95.low);
		if (plot->point[i].ci95.high <= high)
			axis_cover(&d->y, plot->point[i].ci95.high);
	}
}

/* Lay out the title, the names of several series, and the area below. */
static void
lay_out(struct drawing *d)
{
	double height = d->plot->dense ? LOW_HEIGHT : HEIGHT, end = TITLE;

	if (d->n_series > 1)
		end += LINE * (double)d->n_series;
	if (d->plot->bars) {
		d->top = end + 8;
		d->bottom = d->top + row_height(d) * (double)d->plot->rows.n;
		axis_settle(&d->y, BARS_LEFT, BARS_RIGHT);
		return;
	}
	d->top = end + 26;
	d->bottom = d->top + height;
	axis_settle(&d->x, LEFT, RIGHT);
	axis_settle(&d->y, d->bottom, d->top);
}

/* Begin a drawing. Its description holds what the eye would see. */
static void
draw_head(const struct drawing *d)
{
	const struct plot *plot = d->plot;
	size_t n = plot->series.n - d->n_series;
	char *title = say("%s", plot->title), *text = say("%s", plot->y.title);
	const char *remark = plot->dense ? "one line a round" :
			     "error bars are 95 % intervals";

	if (n > 0)
		title = say_more(title, "; ", "%zu more %s not drawn", n,
				 n == 1 ? "is" : "are");
	if (!plot->bars)
		text = say_join(text, " by ", plot->x.title);
	text = say_join(text, "; ", remark);
	fprintf(d->out, "<svg viewBox=\"0 0 %d %.0f\" role=\"img\">\n", WIDTH,
		d->bottom + 20 + LINE);
	html_element(d->out, "title", title);
	html_element(d->out, "desc", text);
	draw_text(d, 4, TITLE, " class=\"title\"", title);
}

static void
draw_plot(const struct plots *plots, size_t which, FILE *out)
{
	const struct plot *plot = &plots->list[which];
	size_t n = amount_min(plot->series.n, PLOT_SERIES);
	struct drawing d = { .plot = plot, .x = plot->x, .y = plot->y,
			     .n_series = n, .out = out };

	cover_points(&d, plot);
	/* Bars side by side have one scale. */
	for (size_t i = 0; i < plots->n && plot->bars; i++)
		if (plots->list[i].bars)
			cover_points(&d, &plots->list[i]);
	lay_out(&d);
	draw_head(&d);
	if (plot->bars) {
		double origin = axis_place(&d.y, plot->origin), y = d.top;

		draw_columns(&d, &d.y);
		/* Draw the names of the rows, and where their bars begin. */
		for (size_t i = 0; i < plot->rows.n; i++, y += row_height(&d)) {
			draw_text(&d, BARS_LEFT, y + 11, "",
				  plot->rows.text[i]);
			draw_line(&d, "mark", origin, y + LINE, origin,
				  y + row_height(&d));
		}
	} else {
		draw_columns(&d, &d.x);
		draw_heights(&d);
	}
	for (size_t i = 0; i < n; i++)
		draw_series(&d, i);
	fputs("</svg>\n", out);
}

void
html_plots(FILE *out, const struct plots *plots)
{
	fputs("<div class=\"plots\">\n", out);
	for (size_t i = 0; i < plots->n; i++) {
		char *legend;

		if (!plot_has_any(&plots->list[i]))
			continue;
		legend = texts_join(&plots->list[i].legend, ", ");
		fputs("<figure>\n", out);
		draw_plot(plots, i, out);
		if (legend != NULL)
			html_element(out, "figcaption", legend);
		fputs("</figure>\n", out);
	}
	fputs("</div>\n", out);
}
