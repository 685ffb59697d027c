/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The parts of a page in HTML, which is well-formed XML as well. Drawings are
 * SVG without a viewBox: x is in per cent of the width and y in pixels, so that
 * they fit any column and their letters keep their size.
 */
#ifndef DISKIDX_HTML_H
#define DISKIDX_HTML_H

#include <stdio.h>

#include "diskidx/report/plot.h"
#include "diskidx/report/table.h"

/* In style.c: the style, in pieces; NULL ends. */
extern const char *const html_style[];

/* In blocks.c: print a text with escapes for all that would be markup. */
void html_text(FILE *out, const char *text);

/* Print an element with a text. */
void html_element(FILE *out, const char *name, const char *text);

/* Print a table below a heading of that level, "h2", and its caption. */
void html_table(FILE *out, const struct table *table, const char *heading);

/* Print the first row of an answer, and its lanes. */
void html_answer(FILE *out, const struct table *table);
void html_lanes(FILE *out, const struct table *table);

/* In strip.c: return a place to be printed in tenths: the millionth has what is
 * between two of them round up in any arithmetic. */
static inline double
html_tenths(double place)
{
	return place + 1e-6;
}

/* Draw a line of a class; x in per cent. */
void html_line(FILE *out, const char *class, double x, double y, double to_x,
	       double to_y);

/* Draw a shape there, or as a word of a line of text. */
void html_shape(FILE *out, enum shape shape, double x, double y);
void html_word(FILE *out, enum shape shape);

/* Return the class of a shape's color, or of that series. */
const char *html_color(enum shape shape, size_t series);

/* Return true if the cell's marks are drawn instead of its text. */
bool html_draws(const struct cell *cell);

/* Return the axis of a column, which covers all marks in it. */
struct axis html_axis(const struct table *table, size_t column);

/* Draw an axis's labels, at most so many. */
void html_labels(FILE *out, const struct axis *axis, size_t most);

/* Draw the marks of a cell; the label describes them. */
void html_marks(FILE *out, const struct axis *axis, const struct cell *cell,
		const char *label);

/* Print the numbers of MARK_COUNTS, in words. */
void html_counts(FILE *out, const struct mark *mark);

/* In chart.c: draw the plots that have any points. */
void html_plots(FILE *out, const struct plots *plots);

#endif
