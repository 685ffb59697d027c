/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Tables in text: columns as wide as their texts. Where they do not fit, texts
 * go on below themselves, and the last columns in lines of their own. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/base/utf8.h"
#include "diskidx/base/wrap.h"
#include "text.h"

#define GAP 2			/* blanks between columns, if there is room */
#define INDENT "  "		/* of rows below one that heads them */
#define LEAST 12		/* columns of a text that goes on below */

void
text_toned(FILE *out, enum tone tone, const char *text, int length)
{
	static const char *const codes[] = {
		[TONE_STRONG] = "1", [TONE_GOOD] = "32", [TONE_DOUBT] = "33",
		[TONE_BAD] = "31",
	};
	const char *plain = utf8_clean(say("%.*s", length, text));

	if (tone == TONE_PLAIN)
		fputs(plain, out);
	else
		fprintf(out, "\033[%sm%s\033[0m", codes[tone], plain);
}

/* A table with the places of its columns; width 0 for those not shown here. */
struct grid {
	struct table table;	/* what a terminal can print of each cell, below
				   a row of the columns' names */
	int width[TABLE_COLUMNS];
	int at[TABLE_COLUMNS];		/* where each begins, */
	unsigned line[TABLE_COLUMNS];	/* and in which line of a row */
	int gap;			/* blanks between columns */
};

static bool
is_shown(const struct table *table, size_t column)
{
	return (table->column[column].in & IN_TEXT) != 0;
}

/* Return the columns that all but the first leave to it. */
static int
room_of(const struct grid *grid)
{
	int room = (int)wrap_columns();

	for (size_t i = 1; i < grid->table.n_columns; i++)
		if (is_shown(&grid->table, i))
			room -= grid->gap + grid->width[i];
	return room;
}

/* Find what each column needs for the cells that fill no other, and for
 * alignment with other tables if that is wanted. */
static void
measure_columns(struct grid *grid, bool aligned)
{
	const struct table *table = &grid->table;

	for (size_t i = 0; i < table->n_columns; i++)
		grid->width[i] = aligned && is_shown(table, i) ?
				 (int)table->column[i].least : 0;
	for (size_t i = 0; i < table->n; i++) {
		size_t column = i % table->n_columns;
		const char *text = table->cell[i].text;
		bool goes_on = column + 1 < table->n_columns &&
			       table->cell[i + 1].text == NULL;

		if (is_shown(table, column) && text != NULL && !goes_on &&
		    (int)strlen(text) > grid->width[column])
			grid->width[column] = (int)strlen(text);
	}
}

/* Find the widths. The first column gets what the others leave, at most, and
 * texts are narrowed if they leave nothing, or no room for numbers. */
static void
measure(struct grid *grid)
{
	bool named = grid->table.column[0].align == 'l';
	size_t last = grid->table.n_columns - 1;
	int room, least;

	measure_columns(grid, true);
	for (grid->gap = GAP; grid->gap > 1 &&
	     room_of(grid) < grid->width[0]; grid->gap--)
		;
	if (room_of(grid) < grid->width[0])
		measure_columns(grid, false);
	least = named && !grid->table.is_answer ? 0 : grid->width[0];
	room = room_of(grid);
	while (!is_shown(&grid->table, last))
		last--;
	/* Narrow the last text if the names fit then. */
	if (named && grid->table.column[last].align == 'l' &&
	    room < grid->width[0] &&
	    grid->width[last] + room - grid->width[0] >= LEAST) {
		grid->width[last] += room - grid->width[0];
		room = grid->width[0];
	}
	for (; room < least; room++) {
		size_t widest = 0;

		for (size_t i = 1; i <= last; i++)
			if (grid->table.column[i].align == 'l' &&
			    is_shown(&grid->table, i) && (widest == 0 ||
			    grid->width[i] > grid->width[widest]))
				widest = i;
		if (grid->width[widest] <= LEAST)
			break;
		grid->width[widest]--;
	}
	if (grid->width[0] > room)
		grid->width[0] = room > least ? room : least;
}

/* A cell as it is printed, from what is left of its text on. */
struct piece {
	const char *text;
	enum tone tone;
	bool at_right;
	int at, width;
	unsigned line;
};

/* Print what fits of a cell, from that column of the line on: up to a blank, or
 * after one of a few signs, if there is one. Return the column after it. */
static int
put_piece(FILE *out, struct piece *piece, int column)
{
	const char *text = piece->text;
	int length = (int)strlen(text), at = piece->at;

	if (length > piece->width) {
		length = piece->width;
		while (length > 1 && text[length] != ' ' &&
		       strchr("/,-", text[length - 1]) == NULL)
			length--;
		if (length <= 1)
			length = piece->width > 1 ? piece->width : 1;
	}
	if (length == 0)
		return column;
	if (piece->at_right)
		at += piece->width - length;
	fprintf(out, "%*s", at - column, "");
	text_toned(out, piece->tone, text, length);
	piece->text += length;
	piece->text += strspn(piece->text, " ");
	return at + length;
}

/* Print a row. A name too long for its column has a line of its own, once for
 * rows that share it. */
static void
columns_put_row(FILE *out, const struct grid *grid, size_t row, bool color)
{
	const struct table *table = &grid->table;
	struct cell *first = &table->cell[row * table->n_columns];
	struct piece pieces[TABLE_COLUMNS], *piece = pieces;
	unsigned indent = (unsigned)strspn(first->text, " ");

	if (table->spaced && first->tone == TONE_STRONG) {
		fputs(row > 1 ? "\n" : "", out);
		return;
	}
	for_each_span(span, table, row, IN_TEXT) {
		const struct cell *cell = &table->cell[span.cell];

		*piece = (struct piece){
			.text = cell->text, .at = grid->at[span.column],
			.width = grid->width[span.column],
			.line = grid->line[span.column],
			.at_right = span.n == 1 &&
				table->column[span.column].align == 'r',
		};
		/* One that heads rows is known by its place. */
		if (color && cell->tone != TONE_STRONG)
			piece->tone = cell->tone;
		if (span.n > 1)
			piece->width = (int)wrap_columns() - piece->at;
		if (piece > pieces && piece[-1].line == piece->line &&
		    piece[-1].at + piece[-1].width > piece->at)
			piece[-1].width = piece->at - grid->gap - piece[-1].at;
		piece++;
	}
	if ((int)strlen(first->text) > pieces[0].width) {
		if (row == 0 || strcmp(first->text,
				       first[-(int)table->n_columns].text) != 0)
			wrap_print(out, indent > 0 ? INDENT : "", 2,
				   first->text + indent);
		pieces[0].text = "";
	}
	/* There are no blanks at the end of a line. */
	for (unsigned line = 0; line <= piece[-1].line;) {
		bool is_left = false;
		int column = 0;

		for (struct piece *p = pieces; p < piece; p++)
			if (p->line == line) {
				column = put_piece(out, p, column);
				is_left |= p->text[0] != '\0';
			}
		if (column > 0)
			putc('\n', out);
		line += !is_left;
	}
}

void
text_table(FILE *out, const struct table *table, bool color)
{
	struct grid grid = { .table = *table };
	size_t n = table->n_columns;
	const char *indent = "";
	unsigned line = 0;
	int at = 0;

	/* Fill in the cells. Rows below one that heads them are indented. */
	grid.table.n += n;
	grid.table.cell = xmalloc(grid.table.n * sizeof(*table->cell));
	for (size_t i = 0; i < grid.table.n; i++) {
		struct cell *cell = &grid.table.cell[i];

		*cell = (struct cell){ .text = table->column[i % n].name };
		if (i >= n)
			*cell = table->cell[i - n];
		if (cell->text != NULL)
			cell->text = wrap_fit(cell->text, strlen(cell->text));
		if (i % n == 0 && cell->tone == TONE_STRONG)
			indent = table->spaced ? "" : INDENT;
		else if (i % n == 0)
			cell->text = say("%s%s", indent, cell->text);
	}
	measure(&grid);
	/* Find the places of columns; those without room begin a line. */
	for (size_t i = 0; i < n; i++) {
		if (!is_shown(table, i))
			continue;
		if (i > 1 && at + grid.width[i] > (int)wrap_columns()) {
			at = (int)strlen(INDENT);
			line++;
		}
		grid.at[i] = at;
		grid.line[i] = line;
		at += grid.width[i] + grid.gap;
	}
	/* An answer has no heads. */
	for (size_t row = table->is_answer; row < table_rows(&grid.table);
	     row++)
		columns_put_row(out, &grid, row, color);
	free(grid.table.cell);
}
