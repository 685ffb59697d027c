/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Strips: drawings of marks that are as high as a line of text. */
#include <config.h>

#include <math.h>
#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/say.h"
#include "html.h"

#define HEIGHT 22		/* of a cell with one mark */
#define MORE 12			/* for one more */
#define GAP 20			/* between rounds, in thousandths of a width */

/* What MARK_COUNTS counts. */
static const struct {
	const char *name;
	enum shape shape;
} counted[] = {
	{ "faster", SHAPE_UP }, { "slower", SHAPE_DOWN },
	{ "same", SHAPE_SAME }, { "undecided", SHAPE_RING },
};

void
html_line(FILE *out, const char *class, double x, double y, double to_x,
	  double to_y)
{
	fprintf(out, "<line class=\"%s\" x1=\"%.1f%%\" y1=\"%.1f\" "
		"x2=\"%.1f%%\" y2=\"%.1f\"/>", class, html_tenths(x),
		html_tenths(y), html_tenths(to_x), html_tenths(to_y));
}

static void
put_bar(FILE *out, const char *class, double from, double to, double y,
	double height)
{
	fprintf(out, "<rect class=\"%s\" x=\"%.1f%%\" y=\"%.1f\" "
		"width=\"%.1f%%\" height=\"%.1f\"/>", class,
		html_tenths(fmin(from, to)), html_tenths(y),
		html_tenths(fabs(to - from)), html_tenths(height));
}

/* Put what is drawn around a place. */
static void
put_at(FILE *out, double x, double y, const char *what)
{
	fprintf(out, "<svg x=\"%.1f%%\" y=\"%.1f\" overflow=\"visible\">%s"
		"</svg>", html_tenths(x), html_tenths(y), what);
}

void
html_shape(FILE *out, enum shape shape, double x, double y)
{
	static const char *const shapes[] = {
		[SHAPE_DOT] = "<circle class=\"dot\" r=\"4\"/>",
		[SHAPE_SAME] = "<circle class=\"dot\" r=\"4\"/>",
		[SHAPE_RING] = "<circle class=\"ring\" r=\"4\"/>",
		[SHAPE_UP] = "<path class=\"dot\" d=\"M-5 4L0-5L5 4Z\"/>",
		[SHAPE_DOWN] = "<path class=\"dot\" d=\"M-5-4L0 5L5-4Z\"/>",
		[SHAPE_CHECK] = "<circle class=\"dot\" r=\"6\"/>"
			"<path class=\"cut\" d=\"M-3 .3L-.8 2.6L3-2.4\"/>",
		[SHAPE_CROSS] = "<path class=\"dot\" d=\"M-5-5H5V5H-5Z\"/>"
			"<path class=\"cut\" d=\"M-2-2L2 2M2-2L-2 2\"/>",
		[SHAPE_LINE] = "",
	};

	put_at(out, x, y, shapes[shape]);
}

const char *
html_color(enum shape shape, size_t series)
{
	static const char *const classes[] = {
		[SHAPE_RING] = "same", [SHAPE_UP] = "up",
		[SHAPE_DOWN] = "down", [SHAPE_SAME] = "same",
		[SHAPE_CHECK] = "up", [SHAPE_CROSS] = "down",
		[SHAPE_LINE] = NULL,
	};

	return text_or(classes[shape], say("s%zu", series % PLOT_SERIES));
}

void
html_word(FILE *out, enum shape shape)
{
	fprintf(out, "<svg class=\"word %s\" width=\"14\" height=\"14\" "
		"aria-hidden=\"true\">", html_color(shape, 0));
	html_shape(out, shape, 50, 7);
	fputs("</svg>", out);
}

bool
html_draws(const struct cell *cell)
{
	return cell->n_marks > 0 && cell->mark->kind != MARK_WORD &&
		cell->mark->kind != MARK_SHADE;
}

struct axis
html_axis(const struct table *table, size_t column)
{
	struct axis axis = table->column[column].axis;
	double reach = axis.reach > 0 ? axis.reach : INFINITY;

	if (axis.base == 0)
		return axis;
	axis_cover(&axis, axis.origin);
	for (int pass = 0; pass < 2; pass++) {
		double low = axis.low / reach, high = axis.high * reach;

		for (size_t i = column; i < table->n; i += table->n_columns) {
			const struct cell *cell = &table->cell[i];

			for (size_t j = 0; j < cell->n_marks; j++) {
				const struct mark *mark = &cell->mark[j];

				if (mark->kind > MARK_STRIP)
					continue;
				if (pass > 0)
					axis_cover_interval(&axis, mark->ci95,
							    low, high);
				axis_cover(&axis, mark->value);
				axis_cover(&axis, mark->slowest);
				for (size_t k = 0; k < mark->n; k++)
					axis_cover(&axis, mark->list[k]);
			}
		}
	}
	if (axis.settled)
		axis_settle(&axis, 0, 100);
	return axis;
}

void
html_labels(FILE *out, const struct axis *axis, size_t most)
{
	double tick[AXIS_TICKS], place;
	size_t n = axis_ticks(axis, tick), origin = n;
	size_t step = (n + most - 1) / most;
	char label[UNITS_TEXT];

	/* The origin has a label. */
	for (size_t i = 0; i < n; i++)
		if (axis->origin > 0 && fabs(tick[i] / axis->origin - 1) < .01)
			origin = i;
	fputs("<svg width=\"100%\" height=\"14\" aria-hidden=\"true\">", out);
	for (size_t i = origin % step; i < n; i += step) {
		place = axis_place(axis, tick[i]);
		fprintf(out, "<text x=\"%.1f%%\" y=\"11\" class=\"soft%s\">",
			html_tenths(place), place > 85 ? " end" :
			place > 10 ? " mid" : "");
		html_text(out, axis_label(label, axis, tick[i]));
		fputs("</text>", out);
	}
	fputs("</svg>", out);
}

/* Draw an interval with ticks at its ends, or arrows where it goes on. */
static void
put_interval(FILE *out, const struct axis *axis, struct interval ci95, double y)
{
	double low = axis_place(axis, ci95.low);
	double high = axis_place(axis, ci95.high);

	if (!interval_known(ci95))
		return;
	html_line(out, "w", low, y, high, y);
	if (ci95.low < axis->low)
		put_at(out, low, y, "<path class=\"dot\" d=\"M0 0L6-4V4Z\"/>");
	else
		html_line(out, "w1", low, y - 3, low, y + 3);
	if (ci95.high > axis->high)
		put_at(out, high, y, "<path class=\"dot\" d=\"M0 0L-6-4V4Z\"/>");
	else
		html_line(out, "w1", high, y - 3, high, y + 3);
}

/* Draw known values, the next to a value on either side taller. */
static void
put_known(FILE *out, const struct axis *axis, const struct mark *mark, double y)
{
	double below = 0, above = INFINITY;

	for (size_t i = 0; i < mark->n; i++) {
		if (mark->list[i] <= mark->value)
			below = fmax(below, mark->list[i]);
		else
			above = fmin(above, mark->list[i]);
	}
	for (size_t i = 0; i < mark->n; i++) {
		double half = mark->list[i] == below || mark->list[i] == above ?
			      8 : 4;
		double x = axis_place(axis, mark->list[i]);

		html_line(out, "w1 ink", x, y - half, x, y + half);
	}
}

/* Draw the outline of each round, from 0 to the highest of all. */
static void
put_rounds(FILE *out, const struct mark *mark)
{
	double most = 0, gaps = 0, width, x = 0;

	for (size_t i = 0; i < mark->n; i++) {
		gaps += isnan(mark->list[i]);
		most = fmax(most, mark->list[i]);
	}
	width = (1000 - GAP * gaps) / fmax((double)mark->n - gaps, 1);
	fputs("<svg width=\"100%\" height=\"22\" viewBox=\"0 0 1000 22\" "
	      "preserveAspectRatio=\"none\"><path class=\"outline\" d=\"M0 21",
	      out);
	for (size_t i = 0; i < mark->n; i++) {
		if (isnan(mark->list[i])) {
			x += GAP;
			fprintf(out, "V21M%.0f 21", html_tenths(x));
			continue;
		}
		x += width;
		fprintf(out, "V%.1fH%.0f", html_tenths(
			21 - 18 * mark->list[i] / fmax(most, 1e-9)),
			html_tenths(x));
	}
	fputs("V21\"/></svg>", out);
}

/* Draw the numbers of verdicts; the undecided have no filling. */
static void
put_counts(FILE *out, const struct mark *mark)
{
	double sum = 0, x = 0, width;

	for (size_t i = 0; i < mark->n; i++)
		sum += mark->list[i];
	for (size_t i = 0; i < mark->n; i++, x += width) {
		width = 100 * mark->list[i] / fmax(sum, 1);
		if (width > 0)
			put_bar(out, say("%s %s", counted[i].shape ==
					 SHAPE_RING ? "rest" : "dot",
					 html_color(counted[i].shape, 0)),
				x, x + width - .5, 4, 14);
	}
}

void
html_counts(FILE *out, const struct mark *mark)
{
	fputs("<ul class=\"key\">", out);
	for (size_t i = 0; i < mark->n; i++) {
		fputs("<li>", out);
		html_word(out, counted[i].shape);
		fprintf(out, "<b>%.0f</b> %s</li>\n", mark->list[i],
			counted[i].name);
	}
	fputs("</ul>\n", out);
}

static void
put_mark(FILE *out, const struct axis *axis, const struct mark *mark, double y)
{
	double x = axis_place(axis, mark->value), end;

	switch (mark->kind) {
	case MARK_LANE:
		put_known(out, axis, mark, y);
		put_bar(out, "fill", axis_place(axis, axis->origin), x, y - 5,
			10);
		/* FALLTHROUGH */
	case MARK_DOT:
		put_interval(out, axis, mark->ci95, y);
		html_shape(out, mark->shape, x, y);
		break;
	case MARK_STRIP:
		end = axis_place(axis, mark->slowest);
		html_line(out, "w1", x, y, end, y);
		html_line(out, "w1", end, y - 3, end, y + 3);
		if (axis_has(axis, mark->p99)) {
			end = axis_place(axis, mark->p99);
			put_bar(out, "bar", x, end, y - 3, 6);
			if (!mark->p99_is_bound)
				html_line(out, "w", end, y - 6, end, y + 6);
		}
		html_shape(out, mark->shape, x, y);
		break;
	case MARK_BAR:
		put_bar(out, "fill", 0, 100, y - 5, 10);
		put_bar(out, "dot", 0, 100 * mark->value, y - 5, 10);
		break;
	case MARK_ROUNDS:
		put_rounds(out, mark);
		break;
	case MARK_COUNTS:
		put_counts(out, mark);
		break;
	default:
		break;
	}
}

void
html_marks(FILE *out, const struct axis *axis, const struct cell *cell,
	   const char *label)
{
	double tick[AXIS_TICKS], height = HEIGHT + MORE *
		(double)(cell->n_marks - 1), y = HEIGHT / 2;
	size_t n = axis->settled ? axis_ticks(axis, tick) : 0;

	fprintf(out, "<svg width=\"100%%\" height=\"%.0f\" role=\"img\" "
		"aria-label=\"", height);
	html_text(out, label);
	fputs("\">", out);
	for (size_t i = 0; i < n; i++) {
		double x = axis_place(axis, tick[i]);

		html_line(out, "grid", x, 0, x, height);
	}
	if (axis->origin > 0 && axis->settled)
		html_line(out, "base", axis_place(axis, axis->origin), 0,
			  axis_place(axis, axis->origin), height);
	for (size_t i = 0; i < cell->n_marks; i++, y += MORE) {
		const struct mark *mark = &cell->mark[i];

		if (mark->n == 0 && !(mark->value > 0))
			continue;
		fprintf(out, "<g class=\"%s\">",
			html_color(mark->shape, mark->series));
		put_mark(out, axis, mark, y);
		fputs("</g>", out);
	}
	fputs("</svg>", out);
}
