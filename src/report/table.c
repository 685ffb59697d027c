/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Tables: see table.h. */
#include <config.h>

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/table.h"

void
table_take(struct table *table, char *text)
{
	table->cell = xgrow(table->cell, table->n, sizeof(*table->cell));
	table->cell[table->n++] = (struct cell){ text, TONE_PLAIN };
}

void
table_tone(struct table *table, enum tone tone)
{
	table->cell[table->n - 1].tone = tone;
}

void
table_group(struct table *table, const char *text)
{
	table_add(table, text);
	table_tone(table, TONE_STRONG);
}

void
table_add(struct table *table, const char *text)
{
	table_take(table, xstrdup(text_or(text, "-")));
}

void
table_print(struct table *table, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	table_take(table, xvprintf(format, args));
	va_end(args);
}

void
table_fill(struct table *table, const char *text)
{
	while (table->n % table->n_columns != 0)
		table_take(table, xstrdup(text));
}

void
table_column(struct table *table, const char *name, char align,
	     enum medium in, unsigned least)
{
	table->column[table->n_columns++] = (struct column){
		xstrdup(name), align, in, least
	};
}

void
table_begin(struct table *table, const char *align, const char *names)
{
	*table = (struct table){ .n = 0 };
	for (; *align != '\0'; align++) {
		size_t length = strcspn(names, ",");
		char *name = xprintf("%.*s", (int)length, names);

		table_column(table, name, *align, EVERYWHERE, 0);
		free(name);
		names += length + (names[length] == ',');
	}
}

void
table_drop(struct table *table, size_t column)
{
	size_t n = table->n;

	table->n = 0;
	for (size_t i = 0; i < n; i++)
		if (i % table->n_columns == column)
			free(table->cell[i].text);
		else
			table->cell[table->n++] = table->cell[i];
	free(table->column[column].name);
	table->n_columns--;
	memmove(&table->column[column], &table->column[column + 1],
		(table->n_columns - column) * sizeof(*table->column));
}

size_t
table_rows(const struct table *table)
{
	return table->n > 0 ? table->n / table->n_columns : 0;
}

bool
table_span(struct span *span, const struct table *table, size_t row,
	   enum medium in, size_t *at)
{
	size_t first = row * table->n_columns;

	span->n = 0;
	while (*at < table->n_columns && span->n == 0) {
		span->cell = first + *at;
		do {
			if ((table->column[*at].in & in) != 0 &&
			    span->n++ == 0)
				span->column = *at;
			++*at;
		} while (*at < table->n_columns &&
			 table->cell[first + *at].text == NULL);
	}
	return span->n > 0;
}

void
table_free(struct table *table)
{
	for (size_t i = 0; i < table->n; i++)
		free(table->cell[i].text);
	for (size_t i = 0; i < table->n_columns; i++)
		free(table->column[i].name);
	free(table->cell);
}
