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

/* In blocks.c: print a table below a heading of that level, "h2"; or the parts
 * of an answer: the lanes first, at the right. */
void html_table(FILE *out, const struct table *table, const char *heading);
void html_answer(FILE *out, const struct table *table);

/* In strip.c: print a text with escapes for all that would be markup, or an
 * element with it. */
void html_text(FILE *out, const char *text);
void html_element(FILE *out, const char *name, const char *text);

/* Draw a line, a label or a shape of a class there. */
void html_line(FILE *out, const char *class, double x, double y, double to_x,
	       double to_y);
void html_label(FILE *out, const char *class, double x, double y,
		const char *text);
void html_shape(FILE *out, enum shape shape, size_t series, double x, double y);

/* Return the class of a shape's color, or of that series. */
const char *html_color(enum shape shape, size_t series);

/* Print a shape as a word of a text. */
void html_word(FILE *out, enum shape shape);

/* Return true if the cell's marks are drawn instead of its text. */
bool html_draws(const struct cell *cell);

/* Return the axis of a column, which covers all marks in it. */
struct axis html_axis(const struct table *table, size_t column);

/* Draw upright lines at the ticks of an axis, and as many labels as fit into
 * that many pixels. */
void html_grid(FILE *out, const struct axis *axis, double top, double bottom);
void html_labels(FILE *out, const struct axis *axis, double y, double width);

/* Draw the marks of a cell, which the label describes; or print the numbers of
 * MARK_COUNTS as parts of a bar. */
void html_marks(FILE *out, const struct axis *axis, const struct cell *cell,
		const char *label);
void html_counts(FILE *out, const struct mark *mark);

/* In chart.c: draw the plots that have any points. */
void html_plots(FILE *out, const struct plots *plots);

#endif
