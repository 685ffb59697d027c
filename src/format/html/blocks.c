/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Tables in HTML. */
#include <config.h>

#include <math.h>
#include <string.h>

#include "diskidx/base/say.h"
#include "html.h"

#define IN_CELL 100		/* least width of a drawing in a cell, */
#define IN_LANE 240		/* and in a lane, in pixels */

static const char *const tone_class[] = {
	[TONE_PLAIN] = "", [TONE_STRONG] = "strong", [TONE_GOOD] = "good",
	[TONE_DOUBT] = "doubt", [TONE_BAD] = "bad",
};

static bool
column_draws(const struct table *table, size_t column)
{
	for (size_t i = column; i < table->n; i += table->n_columns)
		if (html_draws(&table->cell[i]))
			return true;
	return false;
}

/* Begin a cell: the head of its row, text, a number or a drawing. Return what
 * ends it. */
static const char *
begin_cell(FILE *out, const struct table *table, const struct span *span)
{
	const struct cell *cell = &table->cell[span->cell];
	const struct column *column = &table->column[span->column];
	const struct mark *mark = cell->mark;
	bool draws = html_draws(cell), heads = span->column == 0 &&
		column->align != 'r';
	bool at_right = column->align == 'r' && span->n == 1 && !draws;
	struct axis axis;

	fprintf(out, "<%s class=\"%s %s\"", heads ?
		"th role=\"rowheader\" scope=\"row\"" : "td role=\"cell\"",
		at_right ? "r" : !draws ? "" : mark->kind == MARK_ROUNDS ?
		"sky" : "drawn", tone_class[cell->tone]);
	if (span->n > 1)
		fprintf(out, " colspan=\"%zu\"", span->n);
	if (at_right && *cell->text != '\0') {
		fputs(" data-n=\"", out);
		html_text(out, column->name);
		putc('"', out);
	}
	if (mark != NULL && mark->kind == MARK_SHADE) {
		axis = html_axis(table, span->column);
		fprintf(out, " style=\"background:color-mix(in srgb,"
			"var(--%c) %.0f%%,#0000)\"", 'a' + (int)mark->series,
			isnan(mark->value) ? 0 :
			4 + .4 * axis_place(&axis, mark->value));
	}
	putc('>', out);
	return heads ? "</th>" : "</td>";
}

/* Print what a cell has. Gaps in numbers from 10000 on are not copied. */
static void
put_cell(FILE *out, const struct table *table, size_t at)
{
	const struct cell *cell = &table->cell[at];
	size_t column = at % table->n_columns, n;
	const char *text = cell->text;
	struct axis axis;

	if (html_draws(cell)) {
		axis = html_axis(table, column);
		html_marks(out, &axis, cell, say("%s, %s: %s",
			table->cell[at - column].text,
			table->column[column].name, cell->text));
		return;
	}
	if (cell->mark != NULL && cell->mark->kind == MARK_WORD)
		html_word(out, cell->mark->shape);
	for (size_t digits = strspn(text, "0123456789"); digits > 4 &&
	     table->column[column].align == 'r'; digits -= n, text += n) {
		n = (digits - 1) % 3 + 1;
		fprintf(out, "<span class=\"k\">%.*s</span>", (int)n, text);
	}
	if (strcmp(text, "-") != 0)
		html_text(out, text);
}

static void
put_labels(FILE *out, const struct axis *axis, double width)
{
	fputs("<svg class=\"axis\" width=\"100%\" height=\"14\" "
	      "aria-hidden=\"true\">", out);
	html_labels(out, axis, 11, width);
	fputs("</svg>", out);
}

void
html_table(FILE *out, const struct table *table, const char *heading)
{
	fputs("<div class=\"wide\" tabindex=\"0\"><table role=\"table\">\n"
	      "<caption>", out);
	html_element(out, heading, text_or(table->caption, table->name));
	if (table->legend != NULL)
		html_element(out, "p", table->legend);
	fputs("</caption><thead role=\"rowgroup\"><tr role=\"row\">", out);
	for (size_t i = 0; i < table->n_columns; i++) {
		const struct column *column = &table->column[i];
		struct axis axis = html_axis(table, i);

		if ((column->in & IN_HTML) == 0)
			continue;
		fprintf(out, "<th role=\"columnheader\" scope=\"col\"%s>",
			column->align == 'r' && !column_draws(table, i) ?
			" class=\"r\"" : "");
		html_text(out, column->name);
		if (axis.settled && column_draws(table, i))
			put_labels(out, &axis, IN_CELL);
		fputs("</th>", out);
	}
	fputs("</tr></thead>\n<tbody role=\"rowgroup\">\n", out);
	for (size_t i = 0; i < table->n; i += table->n_columns) {
		fprintf(out, "<tr role=\"row\"%s>", table->cell[i].tone ==
			TONE_STRONG ? " class=\"g\"" : "");
		for_each_span(span, table, i / table->n_columns, IN_HTML) {
			const char *end = begin_cell(out, table, &span);

			put_cell(out, table, span.cell);
			for (size_t c = span.column + 1; c < table->n_columns &&
			     (table->column[c].in & IN_SMALL); c++)
				if (*text_or(table->cell[i + c].text, "") !=
				    '\0') {
					fputs(" <small>", out);
					put_cell(out, table, i + c);
					fputs("</small>", out);
				}
			fputs(end, out);
		}
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table></div>\n", out);
	if (table->remark != NULL)
		html_element(out, "p", table->remark);
}

static void
put_lanes(FILE *out, const struct table *table)
{
	struct axis axis = { .base = 0 };
	const struct cell *cell, *end;

	fputs("<div class=\"lanes\">\n", out);
	for (size_t i = 0; i < table->n; i++) {
		cell = &table->cell[i - i % table->n_columns];
		end = cell + table->n_columns - 1;
		if (!html_draws(&table->cell[i]))
			continue;
		if (table->cell[i].mark->kind == MARK_COUNTS) {
			html_counts(out, table->cell[i].mark);
			continue;
		}
		while (end->text == NULL)
			end--;
		html_element(out, "span", cell[0].text);
		html_element(out, "b", cell[1].text);
		put_cell(out, table, i);
		if (cell > table->cell)
			html_element(out, "small", end->text);
		axis = html_axis(table, i % table->n_columns);
	}
	if (axis.settled)
		put_labels(out, &axis, IN_LANE);
	if (table->legend != NULL)
		html_element(out, "small", table->legend);
	fputs("</div>\n", out);
}

void
html_answer(FILE *out, const struct table *table)
{
	size_t rows = table_rows(table);

	if (table->cell[1].mark == NULL) {
		put_lanes(out, table);
		rows = 1;
	}
	for (size_t row = 0; row < rows; row++)
		for_each_span(span, table, row, IN_HTML) {
			const struct cell *cell = &table->cell[span.cell];
			bool is_trust = cell->tone > TONE_STRONG &&
				cell->mark == NULL;

			if (*cell->text == '\0' || html_draws(cell))
				continue;
			fprintf(out, "<p class=\"%s %s\">", span.column == 0 ?
				"soft" : span.column == 1 ? "big" : is_trust ?
				"trust" : "", tone_class[cell->tone]);
			if (is_trust)
				fputs("<i></i><i></i><i></i>", out);
			put_cell(out, table, span.cell);
			fputs("</p>\n", out);
		}
}
