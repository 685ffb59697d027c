/* Drawings of plots: see plot.h. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "html.h"
#include "plot.h"

#define WIDTH 400		/* of a drawing; text is 11 high */
#define LEFT 52			/* ends of the axis x, and of one of bars */
#define RIGHT 388
#define BARS_LEFT 6
#define BARS_RIGHT 336		/* behind it stand the figures */
#define TITLE 14		/* baseline; the rest follows below */
#define AREA 40			/* top of the area of lines */
#define HEIGHT 150		/* of that area */
#define LOW_HEIGHT 90		/* with dense points */
#define LINE 15			/* of text */
#define BAR 12
#define ENDS " text-anchor=\"end\""
#define SOFT " class=\"soft\""

/* Draw a part of an interval: places along the axis y, which bars have across,
 * and across it. */
static void
put_stroke(const struct plot *plot, double along, double across,
	   double to_along, double to_across, FILE *out)
{
	if (plot->bars)
		svg_line(out, "error", along, across, to_along, to_across);
	else
		svg_line(out, "error", across, along, to_across, to_along);
}

/* Draw the interval of a point at `across` the axis, with caps at its ends
 * unless they lie outside. */
static void
put_interval(const struct plot *plot, const struct point *point, double across,
	     FILE *out)
{
	const struct axis *axis = &plot->y;
	double end[2] = { point->low, point->high };
	double place[2] = { axis_place(axis, end[0]),
			    axis_place(axis, end[1]) };

	if (!(end[0] < end[1]))
		return;
	put_stroke(plot, place[0], across, place[1], across, out);
	for (size_t i = 0; i < 2; i++)
		if (end[i] >= axis->low && end[i] <= axis->high)
			put_stroke(plot, place[i], across - 3, place[i],
				   across + 3, out);
}

/* Draw the lines of the grid across x, and label them below. */
static void
put_columns(const struct axis *axis, double top, double bottom, FILE *out)
{
	double tick[AXIS_TICKS], x;
	size_t n = axis_ticks(axis, tick);
	char label[UNITS_TEXT];

	for (size_t i = 0; i < n; i++) {
		x = axis_place(axis, tick[i]);
		svg_line(out, "grid", x, top, x, bottom);
		axis_label(label, axis, tick[i]);
		svg_text(out, x, bottom + 13, x > axis->to - 20 ? ENDS :
			 " text-anchor=\"middle\"", label);
	}
	svg_text(out, RIGHT, bottom + 13 + LINE, SOFT ENDS, axis->title);
}

static void
put_rows(const struct axis *axis, FILE *out)
{
	double tick[AXIS_TICKS], y;
	size_t n = axis_ticks(axis, tick);
	char label[UNITS_TEXT];

	svg_text(out, 4, TITLE + LINE, SOFT, axis->title);
	for (size_t i = 0; i < n; i++) {
		y = axis_place(axis, tick[i]);
		svg_line(out, "grid", LEFT, y, RIGHT, y);
		svg_text(out, LEFT - 4, y + 4, ENDS,
			 axis_label(label, axis, tick[i]));
	}
}

/* Draw the line of a series, in one piece a stretch without a gap. None leads
 * back. */
static void
put_series(const struct plot *plot, size_t series, FILE *out)
{
	bool going = false;
	double last = 0;
	size_t i;

	fprintf(out, "<path class=\"line s%zu\" d=\"", series);
	for (i = 0; i < plot->n_points; i++) {
		const struct point *point = &plot->point[i];

		if (point->series != series)
			continue;
		going = going && !point->apart && point->x >= last &&
			plot_has(plot, point);
		last = point->x;
		if (!plot_has(plot, point))
			continue;
		svg_place(out, going ? "L" : "M",
			  axis_place(&plot->x, point->x));
		svg_place(out, " ", axis_place(&plot->y, point->y));
		fputs(going ? "" : "h0", out);
		going = true;
	}
	fputs("\"/>\n", out);
	for (i = 0; i < plot->n_points && !plot->dense; i++) {
		const struct point *point = &plot->point[i];
		double x = axis_place(&plot->x, point->x);

		if (point->series != series || !plot_has(plot, point))
			continue;
		put_interval(plot, point, x, out);
		fprintf(out, "<circle class=\"dot s%zu\" r=\"2.2\"", series);
		svg_place(out, " cx=\"", x);
		svg_place(out, "\" cy=\"", axis_place(&plot->y, point->y));
		fputs("\"/>\n", out);
	}
}

static void
put_marks(const struct plot *plot, double bottom, FILE *out)
{
	for (size_t i = 0; i < plot->n_marks; i++) {
		const struct mark *mark = &plot->mark[i];
		double x = axis_place(&plot->x, mark->x);
		bool left = x < (LEFT + RIGHT) / 2;

		if (mark->x < plot->x.low || mark->x > plot->x.high)
			continue;
		svg_line(out, "mark", x, AREA - 6, x, bottom);
		svg_text(out, left ? x + 3 : x - 3, AREA + 2 + 12.0 * (double)i,
			 left ? SOFT : SOFT ENDS, mark->text);
	}
}

/* Print the names of several series, each with its sign. */
static void
put_legend(const struct plot *plot, double y, FILE *out)
{
	for (size_t i = 0; i < plot->n_series && plot->n_series > 1; i++) {
		double middle = y - 4 + LINE * (double)i;

		if (plot->bars) {
			fprintf(out, "<rect class=\"bar s%zu\" x=\"6\" "
				"width=\"24\" height=\"8\"", i);
			svg_place(out, " y=\"", middle - 4);
			fputs("\"/>\n", out);
		} else {
			fprintf(out, "<path class=\"line s%zu\" d=\"M6", i);
			svg_place(out, " ", middle);
			fputs("h24\"/>\n", out);
		}
		svg_text(out, 36, middle + 4, "", plot->series[i]);
	}
}

/* Return "; 2 more are not drawn" of the series without a colour, or "". */
static char *
left_out_of(const struct plot *plot)
{
	size_t n = plot->n_names - plot->n_series;

	return n == 0 ? xstrdup("") :
	       xprintf("; %zu more %s not drawn", n, n == 1 ? "is" : "are");
}

/* Begin a drawing. Its description holds what the eye would see. */
static void
put_head(const struct plot *plot, double height, FILE *out)
{
	char *left_out = left_out_of(plot);

	fprintf(out, "<svg viewBox=\"0 0 %d %.0f\" role=\"img\">\n<title>",
		WIDTH, height);
	html_text(out, plot->title);
	fputs("</title>\n<desc>", out);
	if (!plot->bars) {
		html_text(out, plot->x.title);
		fputs(" across, ", out);
	}
	html_text(out, plot->y.title);
	fputs(plot->bars ? " across" : " upwards", out);
	for (size_t i = 0; i < plot->n_series && plot->n_series > 1; i++) {
		fputs(i == 0 ? ": " : ", ", out);
		html_text(out, plot->series[i]);
	}
	fputs(left_out, out);
	free(left_out);
	fputs(plot->dense ? "; one line a round</desc>\n" :
	      "; error bars are 95 % intervals</desc>\n", out);
	svg_text(out, 4, TITLE, " class=\"title\"", plot->title);
}

static double
legend_height(const struct plot *plot)
{
	return plot->n_series > 1 ? LINE * (double)plot->n_series : 0;
}

static void
draw_lines(struct plot *plot, FILE *out)
{
	double bottom = AREA + (plot->dense ? LOW_HEIGHT : HEIGHT);
	double below = bottom + 20 + LINE;

	axis_settle(&plot->x, LEFT, RIGHT);
	axis_settle(&plot->y, bottom, AREA);
	put_head(plot, below + legend_height(plot), out);
	put_rows(&plot->y, out);
	put_columns(&plot->x, AREA, bottom, out);
	for (size_t i = 0; i < plot->n_series; i++)
		put_series(plot, i, out);
	put_marks(plot, bottom, out);
	put_legend(plot, below + 10, out);
}

static void
put_bar(const struct plot *plot, const struct point *point, double y,
	FILE *out)
{
	double from = axis_place(&plot->y, plot->origin);
	double to = axis_place(&plot->y, point->y);

	if (plot_has(plot, point)) {
		fprintf(out, "<rect class=\"bar s%zu\" height=\"%d\"",
			point->series, BAR - 3);
		svg_place(out, " x=\"", from < to ? from : to);
		svg_place(out, "\" y=\"", y);
		svg_place(out, "\" width=\"", from < to ? to - from :
			  from - to);
		fputs("\"/>\n", out);
		put_interval(plot, point, y + BAR / 2 - 1.5, out);
	}
	if (point->label != NULL)
		svg_text(out, WIDTH - 6, y + BAR - 3, ENDS,
			 point->label);
}

/* Draw the rows from `y` down, or only add up their height. Return the end. */
static double
put_bars(const struct plot *plot, double y, FILE *out)
{
	for (size_t row = 0; row < plot->n_rows; row++) {
		if (out != NULL)
			svg_text(out, BARS_LEFT, y + 11, "",
				 plot->row[row].name);
		y += LINE;
		for (size_t i = 0; i < plot->n_points; i++) {
			if (plot->point[i].x < (double)row ||
			    plot->point[i].x > (double)row)
				continue;
			if (out != NULL)
				put_bar(plot, &plot->point[i], y, out);
			y += BAR;
		}
		y += 3;
	}
	return y;
}

static void
draw_bars(struct plot *plot, FILE *out)
{
	double top = TITLE + 8 + legend_height(plot), bottom, origin;

	axis_settle(&plot->y, BARS_LEFT, BARS_RIGHT);
	bottom = put_bars(plot, top, NULL) + 2;
	put_head(plot, bottom + 20 + LINE, out);
	put_legend(plot, TITLE + LINE, out);
	put_columns(&plot->y, top, bottom, out);
	origin = axis_place(&plot->y, plot->origin);
	svg_line(out, "mark", origin, top, origin, bottom);
	put_bars(plot, top, out);
}

void
plot_draw(struct plot *plot, FILE *out)
{
	if (plot_has_any(plot)) {
		plot->title = xjoin(plot->title, "", left_out_of(plot));
		plot_cover(plot);
		fputs("<figure>\n", out);
		if (plot->bars)
			draw_bars(plot, out);
		else
			draw_lines(plot, out);
		fputs("</svg>\n</figure>\n", out);
	}
	plot_free(plot);
}
