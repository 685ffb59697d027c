/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Texts and elements, and strips: drawings of marks that are as high as a line
 * of text. */
#include <config.h>

#include <math.h>
#include <string.h>

#include "diskidx/base/say.h"
#include "diskidx/base/utf8.h"
#include "html.h"

#define HEIGHT 22		/* of a cell with one mark */
#define GAP 20		/* between rounds, in thousandths of a width */
#define ROUND_UP 1e-6		/* see plot.c */
#define LETTER 6.5		/* width of a letter of a label, at most, */
#define BETWEEN 8		/* and between labels, in pixels */

static const struct {
	const char *color;	/* NULL: that of the series */
	const char *verdict;
	const char *drawing;
} shapes[] = {
	[SHAPE_DOT] = { NULL, NULL, "<circle class=\"dot\" r=\"4\"/>" },
	[SHAPE_SAME] = { "same", "same", "<circle class=\"dot\" r=\"4\"/>" },
	[SHAPE_RING] = { "same", "undecided",
		"<circle class=\"ring\" r=\"4\"/>" },
	[SHAPE_UP] = { "up", "faster",
		"<path class=\"dot\" d=\"M-5 4L0-5L5 4Z\"/>" },
	[SHAPE_DOWN] = { "down", "slower",
		"<path class=\"dot\" d=\"M-5-4L0 5L5-4Z\"/>" },
	[SHAPE_CHECK] = { "up", NULL, "<circle class=\"dot\" r=\"6\"/>"
		"<path class=\"cut\" d=\"M-3 .3L-.8 2.6L3-2.4\"/>" },
	[SHAPE_CROSS] = { "down", NULL,
		"<path class=\"dot\" d=\"M-5-5H5V5H-5Z\"/>"
		"<path class=\"cut\" d=\"M-2-2L2 2M2-2L-2 2\"/>" },
	[SHAPE_LINE] = { NULL, NULL, "" },
};

void
html_text(FILE *out, const char *text)
{
	static const char *const entity[] = {
		"&lt;", "&gt;", "&amp;", "&quot;"
	};

	utf8_put_escaped(text, out, "<>&\"", entity);
}

void
html_element(FILE *out, const char *name, const char *text)
{
	fprintf(out, "<%s>", name);
	html_text(out, text);
	fprintf(out, "</%.*s>\n", (int)strcspn(name, " "), name);
}

void
html_line(FILE *out, const char *class, double x, double y, double to_x,
	  double to_y)
{
	fprintf(out, "<line class=\"%s\" x1=\"%.1f%%\" y1=\"%.1f\" "
		"x2=\"%.1f%%\" y2=\"%.1f\"/>", class, x, y, to_x, to_y);
}

void
html_label(FILE *out, const char *class, double x, double y, const char *text)
{
	fprintf(out, "<text class=\"%s\" x=\"%.1f%%\" y=\"%.1f\">", class,
		x, y);
	html_text(out, text);
	fputs("</text>", out);
}

static void
put_bar(FILE *out, const char *class, double x, double to_x, double y,
	double height)
{
	fprintf(out, "<rect class=\"%s\" x=\"%.1f%%\" y=\"%.1f\" "
		"width=\"%.1f%%\" height=\"%.1f\"/>", class,
		fmin(x, to_x), y, fabs(to_x - x) + ROUND_UP, height);
}

static void
put_at(FILE *out, const char *class, double x, double y, const char *drawing)
{
	fprintf(out, "<svg x=\"%.1f%%\" y=\"%.1f\" class=\"%s\" "
		"overflow=\"visible\">%s</svg>", x, y, class, drawing);
}

const char *
html_color(enum shape shape, size_t series)
{
	return text_or(shapes[shape].color, say("s%zu", series % PLOT_SERIES));
}

void
html_shape(FILE *out, enum shape shape, size_t series, double x, double y)
{
	put_at(out, html_color(shape, series), x, y, shapes[shape].drawing);
}

void
html_word(FILE *out, enum shape shape)
{
	fputs("<svg class=\"word\" width=\"14\" height=\"14\" "
	      "aria-hidden=\"true\">", out);
	html_shape(out, shape, 0, 50, 7);
	fputs("</svg>", out);
}

bool
html_draws(const struct cell *cell)
{
	return cell->mark != NULL && cell->mark->kind != MARK_WORD &&
		cell->mark->kind != MARK_SHADE &&
		(cell->mark->value > 0 || cell->mark->n > 0);
}

struct axis
html_axis(const struct table *table, size_t column)
{
	struct axis axis = table->column[column].axis;

	axis.settled &= table->n > 0;
	for (size_t i = column; i < table->n && axis.base > 0;
	     i += table->n_columns) {
		const struct mark *mark = table->cell[i].mark;

		if (mark == NULL)
			continue;
		axis_cover(&axis, axis.origin);
		axis_cover_interval(&axis, mark->value, mark->ci95);
		axis_cover(&axis, mark->slowest);
		for (size_t j = 0; j < mark->n; j++)
			axis_cover(&axis, mark->list[j]);
	}
	if (axis.settled)
		axis_settle(&axis, 0, 100);
	return axis;
}

void
html_grid(FILE *out, const struct axis *axis, double top, double bottom)
{
	double tick[AXIS_TICKS], x = axis_place(axis, axis->origin);
	size_t n = axis->settled ? axis_ticks(axis, tick) : 0;

	for (size_t i = 0; i < n; i++)
		html_line(out, "grid", axis_place(axis, tick[i]), top,
			  axis_place(axis, tick[i]), bottom);
	if (axis->origin > 0)
		html_line(out, "base", x, top, x, bottom);
}

void
html_labels(FILE *out, const struct axis *axis, double y, double width)
{
	double tick[AXIS_TICKS], place[AXIS_TICKS], gap = 100, longest = 0;
	size_t n = axis_ticks(axis, tick), step, i;

	for (i = 0; i < n; i++) {
		place[i] = axis_place(axis, tick[i]);
		gap = i > 0 ? fmin(gap, place[i] - place[i - 1]) : gap;
		longest = fmax(longest,
			       (double)strlen(axis_label(axis, tick[i])));
	}
	step = (size_t)ceil((LETTER * longest + BETWEEN) / (gap * width / 100));
	/* The origin has a label. */
	for (i = 0; i < n && fabs(tick[i] / axis->origin - 1) > .01;)
		i++;
	longest *= LETTER / 2 * 100 / width;
	for (i = i < n ? i % step : 0; i < n; i += step)
		html_label(out, place[i] > 100 - longest ? "soft end" :
			   place[i] > longest ? "soft mid" : "soft", place[i],
			   y, axis_label(axis, tick[i]));
}

/* Draw an interval with ticks at its ends, or arrows where it goes on. */
static void
put_interval(FILE *out, const struct axis *axis, struct interval ci95, double y)
{
	const double ends[] = { ci95.low, ci95.high };

	if (!interval_known(ci95))
		return;
	html_line(out, "w", axis_place(axis, ci95.low), y,
		  axis_place(axis, ci95.high), y);
	for (int i = 0; i < 2; i++) {
		double x = axis_place(axis, ends[i]);

		if (ends[i] >= axis->low && ends[i] <= axis->high)
			html_line(out, "w1", x, y - 3, x, y + 3);
		else
			put_at(out, "", x, y, i == 0 ?
			       "<path class=\"dot\" d=\"M0 0L6-4V4Z\"/>" :
			       "<path class=\"dot\" d=\"M0 0L-6-4V4Z\"/>");
	}
}

/* Draw known values, the next to a value on either side taller. */
static void
put_known(FILE *out, const struct axis *axis, const struct mark *mark, double y)
{
	const double *list = mark->list;
	double below = 0, above = INFINITY;

	for (size_t i = 0; i < mark->n; i++) {
		if (list[i] <= mark->value)
			below = fmax(below, list[i]);
		else
			above = fmin(above, list[i]);
	}
	for (size_t i = 0; i < mark->n; i++) {
		double x = axis_place(axis, list[i]);
		double half = list[i] < below || list[i] > above ? 4 : 8;

		html_line(out, "w1 ink", x, y - half, x, y + half);
	}
}

/* Draw the outline of each round, from 0 to the highest of all. */
static void
put_rounds(FILE *out, const struct mark *mark)
{
	double most = 1e-9, gaps = 0, width, x = ROUND_UP;

	for (size_t i = 0; i < mark->n; i++) {
		gaps += isnan(mark->list[i]);
		most = fmax(most, mark->list[i]);
	}
	width = (1000 - GAP * gaps) / fmax((double)mark->n - gaps, 1);
	fputs("<svg width=\"100%\" height=\"22\" viewBox=\"0 0 1000 22\" "
	      "preserveAspectRatio=\"none\"><path class=\"outline\" d=\"M0 21",
	      out);
	for (size_t i = 0; i < mark->n; i++) {
		x += isnan(mark->list[i]) ? GAP : width;
		if (isnan(mark->list[i]))
			fprintf(out, "V21M%.0f 21", x);
		else
			fprintf(out, "V%.1fH%.0f", 21 - 18 * mark->list[i] /
				most + ROUND_UP, x);
	}
	fputs("V21\"/></svg>", out);
}

void
html_counts(FILE *out, const struct mark *mark)
{
	static const enum shape counted[] = {
		SHAPE_UP, SHAPE_DOWN, SHAPE_SAME, SHAPE_RING
	};

	fputs("<p class=\"counts\">", out);
	for (size_t i = 0; i < mark->n; i++)
		if (mark->list[i] > 0)
			fprintf(out, "<i class=\"%s%s\" style=\"flex:%.0f\">"
				"</i>", shapes[counted[i]].color, counted[i] ==
				SHAPE_RING ? " rest" : "", mark->list[i]);
	fputs("</p>\n<ul class=\"key\">", out);
	for (size_t i = 0; i < mark->n; i++) {
		fputs("<li>", out);
		html_word(out, counted[i]);
		fprintf(out, "<b>%.0f</b> %s</li>\n", mark->list[i],
			shapes[counted[i]].verdict);
	}
	fputs("</ul>\n", out);
}

static void
put_mark(FILE *out, const struct axis *axis, const struct mark *mark, double y)
{
	double x = axis_place(axis, mark->value), end;

	if (mark->kind == MARK_LANE) {
		put_known(out, axis, mark, y);
		put_bar(out, "fill", axis_place(axis, axis->origin), x, y - 5,
			10);
	}
	if (mark->kind == MARK_STRIP) {
		end = axis_place(axis, mark->slowest);
		html_line(out, "w1", x, y, end, y);
		html_line(out, "w1", end, y - 3, end, y + 3);
		end = axis_place(axis, mark->p99);
		put_bar(out, "bar", x, end, y - 3, 6);
		if (!mark->p99_is_bound)
			html_line(out, "w", end, y - 6, end, y + 6);
	}
	put_interval(out, axis, mark->ci95, y);
	html_shape(out, mark->shape, mark->series, x, y);
}

void
html_marks(FILE *out, const struct axis *axis, const struct cell *cell,
	   const char *label)
{
	const struct mark *mark = cell->mark;

	fprintf(out, "<svg width=\"100%%\" height=\"%d\" role=\"img\" "
		"aria-label=\"", HEIGHT);
	html_text(out, label);
	fputs("\">", out);
	html_grid(out, axis, 0, HEIGHT);
	fprintf(out, "<g class=\"%s\">",
		html_color(mark->shape, mark->series));
	if (mark->kind == MARK_ROUNDS)
		put_rounds(out, mark);
	else if (mark->value > 0)
		put_mark(out, axis, mark, HEIGHT / 2);
	fputs("</g></svg>", out);
}
