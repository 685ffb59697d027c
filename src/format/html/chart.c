/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Charts: drawings of plots, with the labels of y in a drawing of fixed width
 * at the left, and a key above unless all charts share one. */
#include <config.h>

#include <math.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "html.h"

#define TOP 6			/* of the area of points */
#define HIGH 192		/* a chart, with the labels of x below, */
#define LOW 110			/* or with many of them */
#define MANY 6
#define BELOW 20
#define WIDTH 170		/* at least */
#define LINE 13			/* of text */

struct chart {
	const struct plot *plot;
	struct axis x, y;
	double height;
	FILE *out;
};

static void
cover_points(struct chart *c, const struct plots *plots)
{
	const char *title = c->plot->y.title;

	for_each(const struct plot, plot, plots->list, plots->n) {
		if (plot != c->plot && (title == NULL || strcmp(
				title, text_or(plot->y.title, "")) != 0))
			continue;
		for (size_t j = 0; j < plot->n; j++)
			for (size_t k = 0; k < plot->series[j].n; k++) {
				const struct point *p =
					&plot->series[j].point[k];

				axis_cover(&c->x, p->x);
				axis_cover_interval(&c->y, p->y, p->ci95);
			}
	}
	axis_settle(&c->x, 0, 100);
	axis_settle(&c->y, c->height - BELOW, TOP);
}

/* Label y at the left, and begin the drawing with the grid. */
static void
put_grid(const struct chart *c)
{
	double tick[AXIS_TICKS], y, last = INFINITY;
	size_t n = axis_ticks(&c->y, tick);

	for (int side = 0; side < 2; side++) {
		fprintf(c->out, "<svg width=\"100%%\" height=\"%.0f\" "
			"aria-hidden=\"true\">", c->height);
		for (size_t i = 0; i < n; i++) {
			y = axis_place(&c->y, tick[i]);
			if (side == 1) {
				html_line(c->out, "grid", 0, y, 100, y);
			} else if (last - y >= LINE) {
				html_label(c->out, "soft end", 90, y + 4,
					   axis_label(&c->y, tick[i]));
				last = y;
			}
		}
		if (side == 0)
			fputs("</svg>\n", c->out);
	}
	html_grid(c->out, &c->x, TOP, c->height - BELOW);
	html_labels(c->out, &c->x, c->height - 6, WIDTH);
}

static void
put_place(const struct chart *c, const char *command, double x, double y)
{
	fprintf(c->out, "%s%.0f %.1f", command, 10 * axis_place(&c->x, x),
		axis_place(&c->y, y));
}

/* Draw the shade of a series's intervals, and its line, which has a gap where a
 * point has no place. */
static void
put_curve(const struct chart *c, const struct series *series)
{
	const struct point *end = series->point + series->n, *p;
	const char *command = "M";
	bool apart = c->plot->is_apart;

	fputs("<path class=\"band\" d=\"", c->out);
	for (p = series->point; p < end && !apart; p++)
		if (interval_known(p->ci95)) {
			put_place(c, command, p->x, p->ci95.high);
			command = "L";
		}
	while (p-- > series->point)
		if (interval_known(p->ci95) && !apart)
			put_place(c, "L", p->x, p->ci95.low);
	fputs("\"/><path class=\"line\" d=\"", c->out);
	command = "M";
	for (p = series->point; p < end; p++)
		if (!plot_has(c->plot, p) ||
		    (apart && p->shape != SHAPE_LINE)) {
			command = "M";
		} else {
			put_place(c, p > series->point && p->x < p[-1].x ?
				  "M" : command, p->x, p->y);
			command = "L";
		}
	fputs("\"/>", c->out);
}

/* Draw the shapes of a series, of a long one only the last, and what is said at
 * upright lines. */
static void
put_points(const struct chart *c, const struct series *series, size_t color)
{
	bool is_long = c->plot->dense || c->x.quantity == QUANTITY_PERCENTILE;

	for (size_t i = 0; i < series->n; i++) {
		const struct point *p = &series->point[i];
		double x = axis_place(&c->x, p->x);

		if (p->label != NULL) {
			html_line(c->out, "base", x, 0, x, c->height - BELOW);
			html_label(c->out, x < 50 ? "soft" : "soft end",
				   x + (x < 50 ? 1 : -1), TOP + 4, p->label);
		}
		if (!plot_has(c->plot, p) || (is_long && i + 1 < series->n &&
					      plot_has(c->plot, p + 1)))
			continue;
		if (c->plot->is_apart && interval_known(p->ci95))
			html_line(c->out, say("w %s", html_color(
						p->shape, color)), x,
				  axis_place(&c->y, p->ci95.low), x,
				  axis_place(&c->y, p->ci95.high));
		html_shape(c->out, p->shape, color, x,
			   axis_place(&c->y, p->y));
	}
}

/* Return what the eye would see: the points of each line. */
static char *
describe(const struct chart *c)
{
	char *text = say_join(say("%s", c->plot->title), ", ",
			      c->plot->remark);

	for_each(const struct series, s, c->plot->series, c->plot->n) {
		text = say_join(text, "; ", s->name);
		for (size_t j = 0; j < s->n && !c->plot->dense; j++)
			if (plot_has(c->plot, &s->point[j]))
				text = say_join(text, j == 0 ? " " : ", ",
					c->y.quantity == QUANTITY_TIME ?
					units_time(s->point[j].y) :
					axis_label(&c->y, s->point[j].y));
	}
	return text;
}

static void
put_key(FILE *out, const struct plot *plot)
{
	if (plot->n < 2)
		return;
	fputs("<ul class=\"key\">", out);
	for (size_t i = 0; i < plot->n; i++) {
		fprintf(out, "<li class=\"s%zu\"><svg class=\"word\" "
			"width=\"28\" height=\"14\" aria-hidden=\"true\">"
			"<line class=\"line\" x2=\"28\" y1=\"7\" y2=\"7\"/>"
			"</svg>", i);
		html_text(out, plot->series[i].name);
		fputs("</li>\n", out);
	}
	fputs("</ul>\n", out);
}

/* Return true if all plots with any series have those of the first. */
static bool
share_key(const struct plots *plots)
{
	const struct plot *first = plots->list;

	for (const struct plot *plot = first; plot < first + plots->n; plot++)
		for (size_t i = 0; i < plot->n; i++)
			if (plot->n != first->n || strcmp(
					plot->series[i].name,
					first->series[i].name) != 0)
				return false;
	return true;
}

void
html_plots(FILE *out, const struct plots *plots)
{
	bool shared = share_key(plots), many = plots->n > MANY;

	if (plots->title != NULL)
		html_element(out, "h2", plots->title);
	if (plots->legend != NULL)
		html_element(out, "p class=\"soft\"", plots->legend);
	if (shared)
		put_key(out, plots->list);
	fprintf(out, "<div class=\"charts%s\">\n", many ? " small" : "");
	for_each(const struct plot, plot, plots->list, plots->n) {
		struct chart c = { plot, plot->x, plot->y,
				   many ? LOW : HIGH, out };

		if (!plot_has_any(plot))
			continue;
		cover_points(&c, plots);
		fputs("<figure>", out);
		html_element(out, "h3", plot->title);
		if (plot->remark != NULL)
			html_element(out, "p class=\"soft\"", plot->remark);
		if (!shared)
			put_key(out, plot);
		fputs("<div class=\"chart\" role=\"img\" aria-label=\"", out);
		html_text(out, describe(&c));
		fputs("\">\n", out);
		put_grid(&c);
		fprintf(out, "<svg width=\"100%%\" height=\"%.0f\" "
			"viewBox=\"0 0 1000 %.0f\" "
			"preserveAspectRatio=\"none\">", c.height, c.height);
		for (size_t j = 0; j < plot->n; j++) {
			fprintf(out, "<g class=\"s%zu\">", j);
			put_curve(&c, &plot->series[j]);
			fputs("</g>\n", out);
		}
		fputs("</svg>\n", out);
		for (size_t j = 0; j < plot->n; j++)
			put_points(&c, &plot->series[j], j);
		fputs("</svg>\n</div>\n", out);
		if (plot->x.title != NULL)
			html_element(out, "figcaption", say("%s by %s", text_or(
				plot->y.title, plot->title), plot->x.title));
		fputs("</figure>\n", out);
	}
	fputs("</div>\n", out);
}
