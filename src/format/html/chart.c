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
#define HIGH 192		/* a chart, with the labels of x below, */
#define LOW 110			/* or with many of them */
#define MANY 6
#define BELOW 20
#define LINE 13			/* of text */
#define LETTER 6.5		/* its width at most */
#define SPARSE 14		/* per cent between labels of x, at least */
#define LONG 20			/* letters of a name, which then is above */

struct chart {
	const struct plot *plot;
	struct axis x, y;
	double height;
	size_t n;		/* series that have a color */
	FILE *out;
};

static void
cover_points(struct chart *c, const struct plots *plots)
{
	const char *title = c->plot->y.title;

	for (size_t i = 0; i < plots->n; i++) {
		const struct plot *plot = &plots->list[i];

		if (plot != c->plot && (title == NULL || strcmp(
				title, text_or(plot->y.title, "")) != 0))
			continue;
		for (size_t j = 0; j < plot->n_points; j++) {
			axis_cover(&c->x, plot->point[j].x);
			axis_cover_interval(&c->y, plot->point[j].y,
					    plot->point[j].ci95);
		}
	}
	axis_settle(&c->x, 0, 100);
	axis_settle(&c->y, c->height - BELOW, TOP);
}

/* Begin a drawing beside others in a chart. */
static void
begin(const struct chart *c, const char *width)
{
	fprintf(c->out, "<svg width=\"%s\" height=\"%.0f\" "
		"aria-hidden=\"true\">", width, c->height);
}

/* Label y at the left, and draw the grid with labels of x. */
static void
put_grid(const struct chart *c)
{
	double tick[AXIS_TICKS], at, last = INFINITY;
	size_t n = axis_ticks(&c->y, tick);
	char label[UNITS_TEXT];

	begin(c, "100%");
	for (size_t i = 0; i < n; i++) {
		at = axis_place(&c->y, tick[i]);
		if (last - at < LINE)
			continue;
		html_label(c->out, "soft end", 90, at + 4,
			   axis_label(label, &c->y, tick[i]));
		last = at;
	}
	fputs("</svg>\n", c->out);
	begin(c, "100%");
	for (size_t i = 0; i < n; i++) {
		at = axis_place(&c->y, tick[i]);
		html_line(c->out, "grid", 0, at, 100, at);
	}
	n = axis_ticks(&c->x, tick);
	last = -SPARSE;
	for (size_t i = 0; i < n; i++) {
		at = axis_place(&c->x, tick[i]);
		html_line(c->out, "grid", at, TOP, at, c->height - BELOW);
		if (at - last < SPARSE)
			continue;
		html_label(c->out, at < 5 ? "soft" : at > 95 ? "soft end" :
			   "soft mid", at, c->height - 6,
			   axis_label(label, &c->x, tick[i]));
		last = at;
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

static const struct point *
last_point(const struct plot *plot, size_t series)
{
	const struct point *point = NULL, *next = NULL;

	while ((next = next_point(plot, series, next)) != NULL)
		point = next;
	return point;
}

/* Draw the shade of a series's intervals, and its line, which has a gap where a
 * point has no place. */
static void
put_curve(const struct chart *c, size_t series)
{
	const struct plot *plot = c->plot;
	const struct point *end = plot->point + plot->n_points, *p, *last;
	double y[3];

	for (int pass = 0; pass < 3; pass++) {
		/* Forth along the upper ends and back along the lower ones;
		 * then the line. */
		if (pass != 1)
			fprintf(c->out, "<path class=\"%s\" d=\"",
				pass == 0 ? "band" : "line");
		last = NULL;
		for (size_t i = 0; i < plot->n_points; i++) {
			p = pass == 1 ? end - 1 - i : plot->point + i;
			y[0] = p->ci95.high;
			y[1] = p->ci95.low;
			y[2] = p->y;
			if (p->series != series || (pass < 2 && (
			    plot->is_apart || !interval_known(p->ci95))))
				continue;
			if (!plot_has(plot, p) || (plot->is_apart &&
						   p->shape != SHAPE_LINE)) {
				last = NULL;
				continue;
			}
			fprintf(c->out, "%s%.0f %.1f", pass == 1 ||
				(last != NULL && p->x >= last->x) ? "L" : "M",
				10 * axis_place(&c->x, p->x) + 1e-6,
				axis_place(&c->y, y[pass]) + 1e-6);
			last = p;
		}
		if (pass != 0)
			fputs("\"/>", c->out);
	}
}

/* Draw the shapes of a series, of a long one only the last, and what is said at
 * upright lines. */
static void
put_points(const struct chart *c, size_t series)
{
	const struct plot *plot = c->plot;
	const struct point *last = last_point(plot, series);
	bool is_long = plot->dense || c->x.quantity == QUANTITY_PERCENTILE;

	for (size_t i = 0; i < plot->n_points; i++) {
		const struct point *p = &plot->point[i];
		double x = axis_place(&c->x, p->x);

		if (p->series != series)
			continue;
		if (p->label != NULL) {
			html_line(c->out, "base", x, 0, x, c->height - BELOW);
			html_label(c->out, x < 50 ? "soft" : "soft end",
				   x + (x < 50 ? 1 : -1), TOP + 4, p->label);
		}
		if (!plot_has(plot, p) || (is_long && p != last))
			continue;
		if (plot->is_apart && interval_known(p->ci95))
			html_line(c->out, "w", x, axis_place(
				&c->y, p->ci95.low), x, axis_place(
				&c->y, p->ci95.high));
		html_shape(c->out, p->shape, series, x,
			   axis_place(&c->y, p->y));
	}
}

/* Name the lines at their ends, from the top down, without overlap. */
static void
put_names(const struct chart *c)
{
	double place[PLOT_SERIES], y = TOP + 4 - LINE;
	size_t longest = 0;

	for (size_t i = 0; i < c->n; i++) {
		const struct point *last = last_point(c->plot, i);

		place[i] = last == NULL ? INFINITY :
			axis_place(&c->y, last->y) + 4;
		longest = amount_max(longest, strlen(c->plot->series.text[i]));
	}
	begin(c, say("%.0f", 12 + LETTER * (double)longest));
	for (size_t left = c->n; left > 0; left--) {
		size_t next = 0;

		for (size_t j = 1; j < c->n; j++)
			if (place[j] < place[next])
				next = j;
		if (isinf(place[next]))
			break;
		y = fmax(y + LINE, fmin(place[next], c->height - LINE *
					(double)left));
		html_label(c->out, say("t s%zu", next), 6, y,
			   c->plot->series.text[next]);
		place[next] = INFINITY;
	}
	fputs("</svg>\n", c->out);
}

/* Return what the eye would see: the first and last point of each line. */
static char *
describe(const struct chart *c)
{
	char *text = say("%s", c->plot->title), label[UNITS_TEXT];

	for (size_t i = 0; i < c->n; i++) {
		const struct point *first = next_point(c->plot, i, NULL);

		if (first == NULL)
			continue;
		text = say_more(text, "; ", "%s %s", c->plot->series.text[i],
				axis_label(label, &c->y, first->y));
		text = say_join(text, " to ", axis_label(label, &c->y,
				last_point(c->plot, i)->y));
	}
	return text;
}

static void
put_chart(const struct chart *c, bool has_key)
{
	FILE *out = c->out;

	fputs("<figure>", out);
	html_element(out, "h3", c->plot->title);
	fputs("<div class=\"chart\" role=\"img\" aria-label=\"", out);
	html_text(out, describe(c));
	fputs("\">\n", out);
	put_grid(c);
	fprintf(out, "<svg width=\"100%%\" height=\"%.0f\" viewBox=\"0 0 1000 "
		"%.0f\" preserveAspectRatio=\"none\">", c->height, c->height);
	for (size_t i = 0; i < c->n; i++) {
		fprintf(out, "<g class=\"s%zu\">", i);
		put_curve(c, i);
		fputs("</g>\n", out);
	}
	fputs("</svg>\n", out);
	for (size_t i = 0; i < c->n; i++)
		put_points(c, i);
	fputs("</svg>\n", out);
	if (c->n > 1 && !has_key)
		put_names(c);
	fputs("</div>\n", out);
	if (c->plot->x.title != NULL)
		html_element(out, "figcaption", say("%s by %s", text_or(
			c->plot->y.title, c->plot->title), c->plot->x.title));
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
	for (size_t i = 0; i < names->n && plots->n == 1; i++)
		has_key |= strlen(names->text[i]) > LONG;
	if (plots->title != NULL)
		html_element(out, "h2", plots->title);
	if (plots->legend != NULL)
		html_element(out, "p class=\"soft\"", plots->legend);
	for (size_t i = 0; i < names->n && has_key; i++) {
		fprintf(out, "%s<li class=\"s%zu\"><svg class=\"word\" "
			"width=\"28\" height=\"14\" aria-hidden=\"true\">"
			"<line class=\"line\" x2=\"28\" y1=\"7\" y2=\"7\"/>"
			"</svg>", i == 0 ? "<ul class=\"key\">" : "", i);
		html_text(out, names->text[i]);
		fputs(i + 1 < names->n ? "</li>\n" : "</li></ul>\n", out);
	}
	fprintf(out, "<div class=\"charts%s\">\n", n > MANY ? " small" : "");
	for (size_t i = 0; i < plots->n; i++) {
		struct chart c = {
			.plot = &plots->list[i], .out = out,
			.x = plots->list[i].x, .y = plots->list[i].y,
			.n = amount_min(plots->list[i].series.n, PLOT_SERIES),
			.height = n > MANY ? LOW : HIGH,
		};

		if (!plot_has_any(c.plot))
			continue;
		cover_points(&c, plots);
		put_chart(&c, has_key);
	}
	fputs("</div>\n", out);
}
