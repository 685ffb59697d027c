/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Table: columns and rows of texts without any markup. They are those of say.h;
 * a function that adds one copies it.
 *
 * HTML draws the marks of a cell, most kinds instead of its text, which then
 * describes the drawing. The axis of a column covers the marks in all its cells
 * and is drawn in its head.
 *
 * A table that is the answer has no heads; HTML has it in a box with the
 * answers and lines that come with it. Columns are a name, a figure, and more
 * about it. Its first row is large; a cell there with a tone is the trust, and
 * with MARK_WORD a verdict. Rows with MARK_LANE or MARK_COUNTS, the first too,
 * are drawn beside that, with their last cell below. If the second column has
 * MARK_WORD, all rows are large.
 */
#ifndef DISKIDX_REPORT_TABLE_H
#define DISKIDX_REPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/base/alloc.h"
#include "diskidx/report/plot.h"

/* The formats that show a column or a block. */
enum medium {
	IN_TEXT = 1,
	IN_MARKDOWN = 2,
	IN_HTML = 4,
	IN_SMALL = 8,		/* in HTML, too, but in small type in the cell
				   of the column before: a unit, a title */
	IN_PAGES = IN_MARKDOWN | IN_HTML,
	EVERYWHERE = IN_TEXT | IN_PAGES
};

struct column {
	char *name;
	char align;		/* l left, r right */
	enum medium in;
	unsigned least;		/* its least width in text */
	struct axis axis;	/* of the marks in its cells */
};

enum tone { TONE_PLAIN, TONE_STRONG, TONE_GOOD, TONE_DOUBT, TONE_BAD };

enum mark_kind {
	MARK_WORD,		/* the shape stands before the text */
	MARK_DOT,		/* the shape on a line from end to end of the
				   interval */
	MARK_LANE,		/* the same over a bar from the axis's origin,
				   with ticks at the values of `list`; the two
				   next to the value are taller */
	MARK_STRIP,		/* of latencies: a dot at the value, a bar to
				   p99, and a line to the slowest */
	MARK_ROUNDS,		/* an outline from 0 of the speeds in `list`,
				   where NAN parts rounds */
	MARK_COUNTS,		/* a bar of the numbers in `list`: faster,
				   slower, same and undecided */
	MARK_SHADE		/* behind the text; the darker, the larger */
};

struct mark {
	enum mark_kind kind;
	enum shape shape;
	size_t series;		/* of the color, if the shape has none */
	double value;		/* NAN or 0: nothing is drawn */
	struct interval ci95;	/* of it; all 0: not known */
	double p99, slowest;
	bool p99_is_bound;	/* then the bar has no end */
	double *list;		/* on the heap, and taken over */
	size_t n;
};

struct cell {
	char *text;		/* NULL: the cell before goes on here */
	enum tone tone;		/* a strong first one heads the rows below */
	struct mark *mark;	/* on the heap; NULL: none */
};

#define TABLE_COLUMNS 24

struct table {
	const char *name;	/* of what it holds, where it has no caption; a
				   constant */
	const char *caption, *remark;	/* or NULL */
	const char *legend;	/* in HTML: how to read the marks; or NULL */
	bool is_answer;		/* the answer, without heads: see above */
	bool spaced;		/* an empty line in text for each row that heads
				   others */
	struct column column[TABLE_COLUMNS];
	size_t n_columns;
	struct cell *cell;	/* row by row; on the heap */
	size_t n;		/* number of cells */
};

/* In document.c: add a column. */
void table_column(struct table *table, const char *name, char align,
		  enum medium in, unsigned least);

/* Give the column that was added last an axis. */
void table_axis(struct table *table, struct axis axis);

/* Drop a column with its cells. */
void table_drop(struct table *table, size_t column);

/* Drop each column but the first in which no cell says anything. */
void table_drop_empty(struct table *table);

/* Give the last cell a tone, or its only mark. */
void table_tone(struct table *table, enum tone tone);
void table_mark(struct table *table, struct mark mark);

/* Fill the row up to that column, from 1 on: with that text in each cell, or
 * for NULL with the cell before, which goes on. */
void table_fill(struct table *table, const char *text, size_t columns);

/* Add a cell of that text; NULL: "-", it is not known. Or several of them. */
void table_add(struct table *table, const char *text);
#define table_cells(table, ...) \
	table_add_cells(table, (const char *const[]){ __VA_ARGS__ }, \
			LENGTH(((const char *const[]){ __VA_ARGS__ })))
void table_add_cells(struct table *table, const char *const *text, size_t n);

/* A cell with all that it goes on in, of the columns that a medium shows. */
struct span {
	size_t cell;		/* its number in the table */
	size_t column, n;	/* the first, and their number */
	size_t next;		/* column to look at */
};

/* Find the next span of a row; all of the struct is 0 at first. Return false if
 * there are no more. Or go through all of them. */
bool table_span(struct span *span, const struct table *table, size_t row,
		enum medium in);
#define for_each_span(s, table, row, in) \
	for (struct span s = { .next = 0 }; table_span(&s, table, row, in);)

/* Return the number of rows. */
size_t table_rows(const struct table *table);

#endif
