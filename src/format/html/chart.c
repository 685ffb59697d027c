/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Charts: drawings of plots, with the labels of y at the left and the names of
 * lines at the right in drawings of fixed width. */
#include <config.h>

#include <math.h>
#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/say.h"
#include "html.h"

#define TOP 6			/* of the area of points */
#define HIGH 172		/* its height, */
#define LOW 90			/* or with many charts */
#define MANY 6
#define BELOW 20		/* of the labels of x */
#define LINE 13			/* of text */
#define LETTER 6.5		/* its width at most */
#define REACH 10		/* as an axis's, of those without one */
#define SPARSE 14		/* per cent between labels of x, at least */

struct chart {
	const struct plot *plot;
	struct axis x, y;
	double height;		/* of the whole drawing */
	size_t n_series;	/* that have a color */
	FILE *out;
};

/* Return true if two plots have the same scale. */
static bool
share_axes(const struct plot *a, const struct plot *b)
{
	return a == b || (a->y.title != NULL && b->y.title != NULL &&
			  strcmp(a->y.title, b->y.title) == 0 &&
			  a->x.quantity == b->x.quantity);
}

static void
cover_points(struct chart *c, const struct plots *plots)
{
	double low, high;

	for (int pass = 0; pass < 2; pass++) {
		low = c->y.low / REACH;
		high = c->y.high * REACH;
		for (size_t i = 0; i < plots->n; i++) {
			const struct plot *plot = &plots->list[i];

			for (size_t j = 0; j < plot->n_points &&
			     share_axes(c->plot, plot); j++) {
				const struct point *point = &plot->point[j];

				axis_cover(&c->x, point->x);
				axis_cover(&c->y, point->y);
				if (pass > 0)
					axis_cover_interval(&c->y, point->ci95,
							    low, high);
			}
		}
	}
	axis_settle(&c->x, 0, 100);
	axis_settle(&c->y, c->height - BELOW, TOP);
}

static void
put_label(const struct chart *c, const char *class, const char *x, double y,
	  const char *text)
{
	fprintf(c->out, "<text class=\"%s\" x=\"%s\" y=\"%.1f\">", class, x,
		html_tenths(y));
	html_text(c->out, text);
	fputs("</text>", c->out);
}

/* Label y at the left, and draw the grid. */
static void
put_grid(const struct chart *c)
{
	double tick[AXIS_TICKS], place, last = INFINITY;
	size_t n = axis_ticks(&c->y, tick);
	double bottom = c->height - BELOW;
	char label[UNITS_TEXT];

	fprintf(c->out, "<svg width=\"100%%\" height=\"%.0f\" "
		"aria-hidden=\"true\">", c->height);
	for (size_t i = 0; i < n; i++) {
		place = axis_place(&c->y, tick[i]);
		if (last - place >= LINE) {
			put_label(c, "soft end", "90%", place + 4,
				  axis_label(label, &c->y, tick[i]));
			last = place;
		}
	}
	fprintf(c->out, "</svg>\n<svg width=\"100%%\" height=\"%.0f\" "
		"aria-hidden=\"true\">", c->height);
	for (size_t i = 0; i < n; i++) {
		place = axis_place(&c->y, tick[i]);
		html_line(c->out, "grid", 0, place, 100, place);
	}
	n = axis_ticks(&c->x, tick);
	last = -SPARSE;
	for (size_t i = 0; i < n; i++) {
		place = axis_place(&c->x, tick[i]);
		html_line(c->out, "grid", place, TOP, place, bottom);
		if (place - last < SPARSE)
			continue;
		last = place;
		put_label(c, place < 5 ? "soft" : place > 95 ? "soft end" :
			  "soft mid", say("%.1f%%", html_tenths(place)),
			  bottom + 14, axis_label(label, &c->x, tick[i]));
	}
}

/* Return the series's next point that has a place, or NULL. */
static const struct point *
next_point(const struct plot *plot, size_t series, const struct point *point)
{
	point = point == NULL ? plot->point : point + 1;
	for (; point < plot->point + plot->n_points; point++)
		if (point->series == series && plot_has(plot, point))
			return point;
	return NULL;
}

/* Add a place to a path. */
static void
put_place(const struct chart *c, const char *command, double x, double y)
{
	fprintf(c->out, "%s%.0f %.1f", command,
		html_tenths(10 * axis_place(&c->x, x)),
		html_tenths(axis_place(&c->y, y)));
}

/* Draw the shade of a series's intervals, and its line, which has a gap where a
 * point has no place. */
static void
put_curve(const struct chart *c, size_t series)
{
	const struct plot *plot = c->plot;
	const struct point *end = plot->point + plot->n_points, *point, *last;
	const char *command = "M";

	fputs("<path class=\"band\" d=\"", c->out);
	for (point = plot->point; point < end && !plot->is_apart; point++)
		if (point->series == series && interval_known(point->ci95)) {
			put_place(c, command, point->x, point->ci95.high);
			command = "L";
		}
	while (*command == 'L' && point-- > plot->point)
		if (point->series == series && interval_known(point->ci95))
			put_place(c, command, point->x, point->ci95.low);
	fputs("\"/><path class=\"line\" d=\"", c->out);
	last = NULL;
	for (point = plot->point; point < end; point++) {
		if (point->series != series)
			continue;
		if (!plot_has(plot, point) || (plot->is_apart &&
					       point->shape != SHAPE_LINE)) {
			last = NULL;
			continue;
		}
		put_place(c, last != NULL && point->x >= last->x ? "L" : "M",
			  point->x, point->y);
		last = point;
	}
	fputs("\"/>", c->out);
}

/* Draw the shapes of a series, and what is said at upright lines. */
static void
put_points(const struct chart *c, size_t series)
{
	const struct plot *plot = c->plot;
	bool few = plot->dense || c->x.quantity == QUANTITY_PERCENTILE;

	for (size_t i = 0; i < plot->n_points; i++) {
		const struct point *point = &plot->point[i];
		double x = axis_place(&c->x, point->x);
		double y = axis_place(&c->y, point->y);

		if (point->series != series)
			continue;
		if (point->label != NULL) {
			html_line(c->out, "base", x, 0, x, c->height - BELOW);
			put_label(c, x < 50 ? "soft" : "soft end",
				  say("%.1f%%", html_tenths(x + (x < 50 ? 1 :
								 -1))),
				  TOP + 4, point->label);
		}
		/* Of many, only the last of a line has a shape. */
		if (!plot_has(plot, point) || point->shape == SHAPE_LINE ||
		    (few && next_point(plot, series, point) != NULL))
			continue;
		fprintf(c->out, "<g class=\"%s\">",
			html_color(point->shape, series));
		if (plot->is_apart && interval_known(point->ci95))
			html_line(c->out, "w", x,
				  axis_place(&c->y, point->ci95.low), x,
				  axis_place(&c->y, point->ci95.high));
		html_shape(c->out, point->shape, x, y);
		fputs("</g>", c->out);
	}
}

/* Name the lines at their ends, from the top down, without overlap. */
static void
put_names(const struct chart *c)
{
	double place[PLOT_SERIES], y = TOP + 4 - LINE;
	size_t longest = 0;

	for (size_t i = 0; i < c->n_series; i++) {
		const struct point *point = NULL, *next;

		place[i] = INFINITY;
		while ((next = next_point(c->plot, i, point)) != NULL)
			point = next;
		if (point != NULL)
			place[i] = axis_place(&c->y, point->y) + 4;
		longest = amount_max(longest, strlen(c->plot->series.text[i]));
	}
	fprintf(c->out, "<svg width=\"%.0f\" height=\"%.0f\" "
		"aria-hidden=\"true\">", 12 + LETTER * (double)longest,
		c->height);
	for (size_t i = 0; i < c->n_series; i++) {
		size_t next = 0;

		for (size_t j = 1; j < c->n_series; j++)
			if (place[j] < place[next])
				next = j;
		if (isinf(place[next]))
			break;
		/* There must be room for the rest. */
		y = fmax(y + LINE, fmin(place[next], c->height - LINE *
					(double)(c->n_series - i)));
		fprintf(c->out, "<g class=\"s%zu\">", next);
		put_label(c, "t", "8", y, c->plot->series.text[next]);
		fputs("</g>", c->out);
		place[next] = INFINITY;
	}
	fputs("</svg>\n", c->out);
}

/* Return what the eye would see: the first and last point of each line. */
static char *
describe(const struct chart *c)
{
	char *text = say("%s", c->plot->title), label[UNITS_TEXT];

	for (size_t i = 0; i < c->n_series; i++) {
		const struct point *point = NULL, *next;

		while ((next = next_point(c->plot, i, point)) != NULL) {
			if (point == NULL)
				text = say_more(text, "; ", "%s %s",
						c->plot->series.text[i],
						axis_label(label, &c->y,
							   next->y));
			point = next;
		}
		if (point != NULL)
			text = say_more(text, " to ", "%s",
					axis_label(label, &c->y, point->y));
	}
	return text;
}

static void
put_chart(FILE *out, const struct plots *plots, const struct plot *plot,
	  double height, bool has_key)
{
	size_t n = amount_min(plot->series.n, PLOT_SERIES);
	struct chart c = { .plot = plot, .x = plot->x, .y = plot->y,
			   .height = height, .n_series = n, .out = out };

	cover_points(&c, plots);
	fputs("<figure>", out);
	html_element(out, "h3", plot->title);
	fputs("<div class=\"chart\" role=\"img\" aria-label=\"", out);
	html_text(out, describe(&c));
	fputs("\">\n", out);
	put_grid(&c);
	fprintf(out, "<svg width=\"100%%\" height=\"%.0f\" viewBox=\"0 0 1000 "
		"%.0f\" preserveAspectRatio=\"none\">", height, height);
	for (size_t i = 0; i < n; i++) {
		fprintf(out, "<g class=\"s%zu\">", i);
		put_curve(&c, i);
		fputs("</g>\n", out);
	}
	fputs("</svg>\n", out);
	for (size_t i = 0; i < n; i++)
		put_points(&c, i);
	fputs("</svg>\n", out);
	if (n > 1 && !has_key)
		put_names(&c);
	fputs("</div>\n", out);
	if (plot->x.title != NULL)
		html_element(out, "figcaption", say("%s by %s", text_or(
			plot->y.title, plot->title), plot->x.title));
	fputs("</figure>\n", out);
}

void
html_plots(FILE *out, const struct plots *plots)
{
	const struct texts *names = &plots->list[0].series;
	bool has_key = plots->n > 1 && names->n > 1;
	size_t n = 0;

	for (size_t i = 0; i < plots->n; i++) {
		n += plot_has_any(&plots->list[i]);
		has_key &= texts_are_same(names, &plots->list[i].series);
	}
	if (plots->title != NULL)
		html_element(out, "h2", plots->title);
	if (plots->legend != NULL)
		html_element(out, "p class=\"soft\"", plots->legend);
	if (has_key) {
		fputs("<ul class=\"key\">", out);
		for (size_t i = 0; i < names->n && i < PLOT_SERIES; i++) {
			fprintf(out, "<li class=\"s%zu\"><svg class=\"word\" "
				"width=\"28\" height=\"12\" aria-hidden=\"true\">"
				"<line class=\"line\" x2=\"28\" y1=\"7\" "
				"y2=\"7\"/></svg>", i);
			html_text(out, names->text[i]);
			fputs("</li>\n", out);
		}
		fputs("</ul>\n", out);
	}
	fprintf(out, "<div class=\"charts%s\">\n", n > MANY ? " small" : "");
	for (size_t i = 0; i < plots->n; i++)
		if (plot_has_any(&plots->list[i]))
			put_chart(out, plots, &plots->list[i], BELOW +
				  (n > MANY ? LOW : HIGH), has_key);
	fputs("</div>\n", out);
}
