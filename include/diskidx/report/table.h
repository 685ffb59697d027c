/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Table: columns and rows of texts without any markup. They are those of say.h;
 * a function that adds one copies it. */
#ifndef DISKIDX_REPORT_TABLE_H
#define DISKIDX_REPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/base/alloc.h"

/* The formats that show a column: text, or the pages in Markdown and HTML. */
enum medium {
	IN_TEXT = 1,
	IN_PAGES = 2,
	EVERYWHERE = IN_TEXT | IN_PAGES
};

struct column {
	char *name;
	char align;		/* l left, r right */
	enum medium in;
	unsigned least;		/* its least width in text */
};

enum tone { TONE_PLAIN, TONE_STRONG, TONE_GOOD, TONE_DOUBT, TONE_BAD };

struct cell {
	char *text;		/* NULL: the cell before goes on here */
	enum tone tone;		/* a strong first one heads the rows below */
};

#define TABLE_COLUMNS 16

struct table {
	const char *name;	/* of what it holds, where it has no caption; a
				   constant */
	const char *caption, *remark;	/* or NULL */
	struct column column[TABLE_COLUMNS];
	size_t n_columns;
	struct cell *cell;	/* row by row; on the heap */
	size_t n;		/* number of cells */
};

/* In document.c: add a column. */
void table_column(struct table *table, const char *name, char align,
		  enum medium in, unsigned least);

/* Drop a column with its cells. */
void table_drop(struct table *table, size_t column);

/* Give the last cell a tone. */
void table_tone(struct table *table, enum tone tone);

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
};

/* Find the next span of a row; *at is 0 at first. Return false if there are no
 * more. */
bool table_span(struct span *span, const struct table *table, size_t row,
		enum medium in, size_t *at);

/* Return the number of rows. */
size_t table_rows(const struct table *table);

#endif
