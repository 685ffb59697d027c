/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Documents: see document.h. */
#include <config.h>

#include <stdarg.h>
#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/document.h"

static struct block *
add_block(struct document *document, enum block_kind kind, enum medium in)
{
	struct block *block;

	document->block = xgrow(document->block, document->n,
				sizeof(*document->block));
	block = &document->block[document->n++];
	*block = (struct block){ .kind = kind, .in = in };
	return block;
}

struct block *
document_lead(struct document *document, enum block_kind kind, enum medium in,
	      const char *lead, char *text)
{
	struct block *block;

	if (text == NULL || *text == '\0') {
		free(text);
		return NULL;
	}
	block = add_block(document, kind, in);
	block->lead = xstrdup(lead);
	block->text = text;
	return block;
}

struct block *
document_add(struct document *document, enum block_kind kind, enum medium in,
	     char *text)
{
	return document_lead(document, kind, in, NULL, text);
}

void
document_part(struct document *document, enum medium in, char *name)
{
	add_block(document, BLOCK_PART, in)->text = name;
}

void
document_table(struct document *document, enum medium in, char *caption,
	       struct table *table, char *remark)
{
	struct block *block;

	if (table_rows(table) == 0) {
		table_free(table);
		free(caption);
		free(remark);
		return;
	}
	block = add_block(document, BLOCK_TABLE, in);
	block->lead = caption;
	block->text = remark;
	block->table = *table;
}

struct block *
document_notes(struct document *document, enum medium in, const char *heading,
	       struct notes *notes)
{
	struct block *block;

	if (notes->n == 0)
		return NULL;
	block = add_block(document, BLOCK_NOTES, in);
	block->lead = xstrdup(heading);
	block->notes = *notes;
	return block;
}

void
document_plots(struct document *document, struct plots *plots)
{
	bool any = false;

	for (size_t i = 0; i < plots->n; i++)
		any |= plot_has_any(&plots->list[i]);
	if (any)
		add_block(document, BLOCK_PICTURE, IN_PAGES)->plots = *plots;
	else
		plots_free(plots);
	*plots = (struct plots){ NULL, 0 };
}

void
notes_add(struct notes *notes, char mark, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	notes_add_text(notes, mark, xvprintf(format, args));
	va_end(args);
}

void
notes_add_text(struct notes *notes, char mark, char *text)
{
	notes->list = xgrow(notes->list, notes->n, sizeof(*notes->list));
	notes->list[notes->n++] = (struct note){ mark, text };
}

void
notes_free(struct notes *notes)
{
	for (size_t i = 0; i < notes->n; i++)
		free(notes->list[i].text);
	free(notes->list);
}

void
document_free(struct document *document)
{
	for (size_t i = 0; i < document->n; i++) {
		struct block *block = &document->block[i];

		free(block->lead);
		free(block->text);
		table_free(&block->table);
		notes_free(&block->notes);
		plots_free(&block->plots);
	}
	free(document->block);
}
