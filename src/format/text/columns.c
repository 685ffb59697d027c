/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Tables in text: columns as wide as what stands in them. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/wrap.h"
#include "text.h"

#define GAP 2			/* blanks between columns, if there is room */
#define INDENT "  "		/* of rows below one that heads them */
#define LEAST 6			/* columns of a text that is cut */

void
text_toned(FILE *out, enum tone tone, const char *text)
{
	static const char *const codes[] = {
		[TONE_STRONG] = "1", [TONE_GOOD] = "32", [TONE_DOUBT] = "33",
		[TONE_BAD] = "31",
	};

	if (tone == TONE_PLAIN)
		fputs(text, out);
	else
		fprintf(out, "\033[%sm%s\033[0m", codes[tone], text);
}

/* A table with the widths of its columns; 0 for columns not shown here. */
struct grid {
	const struct table *table;
	char *head[TABLE_COLUMNS];	/* what a terminal can print of each; */
	char **cell;			/* owned */
	int width[TABLE_COLUMNS];
	int gap;		/* blanks between columns */
	bool color;
};

/* Return what a terminal can print of each cell. Rows below one that heads them
 * are indented. */
static char **
printable_cells(const struct table *table)
{
	char **cells = xmalloc((table->n + 1) * sizeof(*cells));
	const char *indent = "";

	for (size_t i = 0; i < table->n; i++) {
		const struct cell *cell = &table->cell[i];
		bool is_first = i % table->n_columns == 0;
		bool heads = is_first && cell->tone == TONE_STRONG;

		cells[i] = NULL;
		if (cell->text != NULL)
			cells[i] = wrap_fit(cell->text, strlen(cell->text));
		if (heads)
			indent = INDENT;
		else if (is_first)
			cells[i] = xjoin(xstrdup(indent), "", cells[i]);
	}
	return cells;
}

static bool
is_shown(const struct table *table, size_t column)
{
	return (table->column[column].in & IN_TEXT) != 0;
}

/* Return the columns that all but the first leave to it. */
static int
room_of(const struct grid *grid)
{
	int room = WRAP_COLUMNS;

	for (size_t i = 1; i < grid->table->n_columns; i++)
		if (is_shown(grid->table, i))
			room -= grid->gap + grid->width[i];
	return room;
}

/* Return the widest column of texts but the first, or 0. */
static size_t
widest_text(const struct grid *grid)
{
	const struct table *table = grid->table;
	size_t widest = 0;

	for (size_t i = 1; i < table->n_columns; i++)
		if (table->column[i].align == 'l' && is_shown(table, i) &&
		    (widest == 0 || grid->width[i] > grid->width[widest]))
			widest = i;
	return widest;
}

/* Return the width, or the length of the text if that is larger. */
static int
larger(int width, const char *text)
{
	int length = (int)strlen(text);

	return length > width ? length : width;
}

/* Find what each column needs for its name and the cells that fill no other. */
static void
measure_columns(struct grid *grid)
{
	const struct table *table = grid->table;

	for (size_t i = 0; i < table->n_columns; i++)
		if (is_shown(table, i))
			grid->width[i] = larger((int)table->column[i].least,
						grid->head[i]);
	for (size_t i = 0; i < table->n; i++) {
		size_t column = i % table->n_columns;
		bool goes_on = column + 1 < table->n_columns &&
			       grid->cell[i + 1] == NULL;

		if (is_shown(table, column) && grid->cell[i] != NULL &&
		    !goes_on)
			grid->width[column] = larger(grid->width[column],
						     grid->cell[i]);
	}
}

/* Find the widths. The first column gets what the others leave, at most, and
 * these are narrowed if they leave nothing. */
static void
measure(struct grid *grid)
{
	int room;

	measure_columns(grid);
	grid->gap = GAP;
	if (room_of(grid) < (int)grid->table->column[0].least)
		grid->gap = 1;
	room = room_of(grid);
	if (grid->width[0] > room)
		grid->width[0] = room > 0 ? room : 0;
	for (; room < 0; room++) {
		size_t widest = widest_text(grid);

		if (grid->width[widest] <= LEAST)
			break;
		grid->width[widest]--;
	}
}
/* Print a long name; a path stays in one piece, however long, and a note comes
 * behind it. */
static void
columns_put_name(FILE *out, const char *name)
{
	unsigned indent = (unsigned)strspn(name, " ");
	size_t path = strcspn(name + indent, " ");

	if (path > WRAP_COLUMNS) {
		fprintf(out, "%.*s\n", (int)path, name);
		name += path + strspn(name + path, " ");
		if (*name != '\0')
			wrap_print(out, INDENT, 2, name);
	} else {
		wrap_print(out, indent > 0 ? INDENT : "", 2, name + indent);
	}
}

/* Print a cell behind the blanks before it, of which *blanks are due. */
static void
columns_put_cell(FILE *out, const char *text, enum tone tone, int width,
		 bool at_right, int *blanks)
{
	char *fit = wrap_fit(text, (size_t)width);
	int left = width - (int)strlen(fit);

	if (at_right)
		*blanks += left;
	if (fit[0] != '\0') {
		fprintf(out, "%*s", *blanks, "");
		text_toned(out, tone, fit);
		*blanks = 0;
	}
	if (!at_right)
		*blanks += left;
	free(fit);
}

static void
columns_put_head(FILE *out, const struct grid *grid)
{
	const struct table *table = grid->table;
	int blanks = 0;

	for (size_t i = 0; i < table->n_columns; i++) {
		if (!is_shown(table, i))
			continue;
		columns_put_cell(out, grid->head[i], TONE_PLAIN, grid->width[i],
				 table->column[i].align == 'r', &blanks);
		blanks += grid->gap;
	}
	putc('\n', out);
}

/* Return the width of all columns of a span. */
static int
width_of(const struct grid *grid, const struct span *span)
{
	int width = ((int)span->n - 1) * grid->gap;
	size_t column = span->column, left = span->n;

	for (; left > 0; column++) {
		width += grid->width[column];
		left -= is_shown(grid->table, column);
	}
	return width;
}

/* Print a row, without blanks at its end. A name too long for its column has a
 * line of its own, once for rows that share it. */
static void
columns_put_row(FILE *out, const struct grid *grid, size_t row)
{
	const struct table *table = grid->table;
	size_t first = row * table->n_columns, at = 0;
	char *const *cell = grid->cell;
	struct span span;
	int blanks = 0;

	while (table_span(&span, table, row, IN_TEXT, &at)) {
		bool at_right = span.n == 1 &&
				table->column[span.column].align == 'r';
		int width = width_of(grid, &span);
		const char *text = cell[span.cell];
		enum tone tone = table->cell[span.cell].tone;

		/* One that heads rows is known by its place. */
		if (!grid->color || tone == TONE_STRONG)
			tone = TONE_PLAIN;
		if (span.cell == first && strlen(text) > (size_t)width) {
			if (row == 0 || strcmp(text, cell[first -
						table->n_columns]) != 0)
				columns_put_name(out, text);
			text = "";
		}
		columns_put_cell(out, text, tone, width, at_right, &blanks);
		blanks += grid->gap;
	}
	putc('\n', out);
}

void
text_table(FILE *out, const struct table *table, bool color)
{
	struct grid grid = {
		.table = table, .cell = printable_cells(table), .color = color
	};

	for (size_t i = 0; i < table->n_columns; i++)
		grid.head[i] = wrap_fit(table->column[i].name,
					strlen(table->column[i].name));
	measure(&grid);
	columns_put_head(out, &grid);
	for (size_t row = 0; row < table_rows(table); row++)
		columns_put_row(out, &grid, row);
	for (size_t i = 0; i < table->n; i++)
		free(grid.cell[i]);
	for (size_t i = 0; i < table->n_columns; i++)
		free(grid.head[i]);
	free(grid.cell);
}
