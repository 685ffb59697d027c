/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Documents, and the tables in them: see document.h and table.h. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/report/document.h"

/* Tables. */

void
table_add(struct table *table, const char *text)
{
	*xadd(table->cell, table->n) = (struct cell){
		.text = say("%s", text_or(text, "-"))
	};
}

void
table_add_cells(struct table *table, const char *const *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		table_add(table, text[i]);
}

void
table_tone(struct table *table, enum tone tone)
{
	table->cell[table->n - 1].tone = tone;
}

void
table_mark(struct table *table, struct mark mark)
{
	struct cell *cell = &table->cell[table->n - 1];

	cell->mark = xmalloc(sizeof(mark));
	*cell->mark = mark;
}

void
table_fill(struct table *table, const char *text, size_t columns)
{
	while (table->n % table->n_columns != columns % table->n_columns)
		*xadd(table->cell, table->n) = (struct cell){
			.text = say_join(NULL, "", text)
		};
}

void
table_column(struct table *table, const char *name, char align,
	     enum medium in, unsigned least)
{
	table->column[table->n_columns++] = (struct column){
		.name = say("%s", name), .align = align, .in = in,
		.least = least
	};
}

void
table_axis(struct table *table, struct axis axis)
{
	table->column[table->n_columns - 1].axis = axis;
}

static void
free_mark(struct cell *cell)
{
	if (cell->mark != NULL)
		free(cell->mark->list);
	free(cell->mark);
}

void
table_drop(struct table *table, size_t column)
{
	size_t n = table->n;

	table->n = 0;
	for (size_t i = 0; i < n; i++)
		if (i % table->n_columns != column)
			table->cell[table->n++] = table->cell[i];
		else
			free_mark(&table->cell[i]);
	table->n_columns--;
	memmove(&table->column[column], &table->column[column + 1],
		(table->n_columns - column) * sizeof(*table->column));
}

void
table_drop_empty(struct table *table)
{
	for (size_t column = table->n_columns; column-- > 1;) {
		bool any = table->n == 0;

		for (size_t i = column; i < table->n; i += table->n_columns) {
			const struct cell *cell = &table->cell[i];
			const char *text = text_or(cell->text, "");

			any |= cell->mark != NULL ||
			       (*text != '\0' && strcmp(text, "-") != 0);
		}
		if (!any)
			table_drop(table, column);
	}
}

size_t
table_rows(const struct table *table)
{
	return table->n > 0 ? table->n / table->n_columns : 0;
}

bool
table_span(struct span *span, const struct table *table, size_t row,
	   enum medium in)
{
	size_t first = row * table->n_columns, at = span->next;

	span->n = 0;
	while (at < table->n_columns && span->n == 0) {
		span->cell = first + at;
		do {
			if ((table->column[at].in & in) != 0 && span->n++ == 0)
				span->column = at;
			at++;
		} while (at < table->n_columns &&
			 table->cell[first + at].text == NULL);
	}
	span->next = at;
	return span->n > 0;
}

/* Blocks. */

static struct block *
add_block(struct document *document, enum block_kind kind)
{
	struct block *block = xadd(document->block, document->n);

	*block = (struct block){ .kind = kind, .in = EVERYWHERE };
	return block;
}

struct block *
document_lead(struct document *document, enum block_kind kind,
	      const char *lead, const char *text)
{
	struct block *block;

	if (text == NULL || *text == '\0')
		return NULL;
	block = add_block(document, kind);
	block->lead = strlen(lead);
	block->text = say("%s%s", lead, text);
	return block;
}

struct block *
document_add(struct document *document, enum block_kind kind, const char *text)
{
	return document_lead(document, kind, "", text);
}

struct block *
document_part(struct document *document, const char *name)
{
	struct block *block = add_block(document, BLOCK_PART);

	block->text = say_join(NULL, "", name);
	return block;
}

struct table *
document_table(struct document *document, const char *name, const char *align,
	       const char *names)
{
	struct table *table = &add_block(document, BLOCK_TABLE)->table;

	table->name = name;
	for (; *align != '\0'; align++) {
		size_t length = strcspn(names, ",");

		table_column(table, say("%.*s", (int)length, names), *align,
			     EVERYWHERE, 0);
		names += length + (names[length] == ',');
	}
	return table;
}

struct block *
document_notes(struct document *document, const char *heading,
	       struct notes notes)
{
	struct block *block;

	if (notes.n == 0)
		return NULL;
	block = add_block(document, BLOCK_NOTES);
	block->text = heading;
	block->notes = notes;
	return block;
}

struct plots *
document_picture(struct document *document)
{
	struct block *block = add_block(document, BLOCK_PICTURE);

	block->in = IN_HTML;
	return &block->plots;
}

bool
block_is_shown(const struct block *block, enum medium in)
{
	bool any = table_rows(&block->table) > 0 ||
		(block->kind != BLOCK_TABLE && block->kind != BLOCK_PICTURE);

	for (size_t i = 0; i < block->plots.n; i++)
		any |= plot_has_any(&block->plots.list[i]);
	return any && (block->in & in) != 0;
}

void
notes_put(struct notes *notes, char mark, const char *text)
{
	*xadd(notes->list, notes->n) = (struct note){ mark, text };
}

void
document_free(struct document *document)
{
	for (size_t i = 0; i < document->n; i++) {
		struct table *table = &document->block[i].table;
		struct plots *plots = &document->block[i].plots;

		for (size_t j = 0; j < table->n; j++)
			free_mark(&table->cell[j]);
		free(table->cell);
		free(document->block[i].notes.list);
		for (size_t j = 0; j < plots->n; j++)
			for (size_t k = 0; k < plots->list[j].n; k++)
				free(plots->list[j].series[k].point);
		free(plots->list);
	}
	free(document->block);
}
