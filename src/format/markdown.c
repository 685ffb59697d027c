/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Markdown: documents short enough to paste into a forum or an issue. */
#include <config.h>

#include "diskidx/base/utf8.h"
#include "diskidx/format/format.h"
#include "diskidx/report/document.h"

/* Print a text between markup, and escape what Markdown would take for some. */
static void
markdown_put_text(FILE *out, const char *before, const char *text,
		  const char *after)
{
	static const char *const escape[] = {
		"\\\\", "\\|", "\\`", "\\*", "\\_", "\\<", "\\[", "\\&", "\\~"
	};

	fputs(before, out);
	utf8_put_escaped(text, out, "\\|`*_<[&~", escape);
	fputs(after, out);
}

static void
markdown_put_cell(FILE *out, const char *text, bool is_strong)
{
	if (*text == '\0')
		fputs(" |", out);
	else if (is_strong)
		markdown_put_text(out, " **", text, "** |");
	else
		markdown_put_text(out, " ", text, " |");
}

static void
markdown_put_rows(FILE *out, const struct table *table)
{
	putc('|', out);
	for (size_t i = 0; i < table->n_columns; i++)
		if (table->column[i].in & IN_MARKDOWN)
			markdown_put_cell(out, table->column[i].name, false);
	fputs("\n|", out);
	for (size_t i = 0; i < table->n_columns; i++)
		if (table->column[i].in & IN_MARKDOWN)
			fputs(table->column[i].align == 'l' ? ":---|" : "---:|",
			      out);
	putc('\n', out);
	for (size_t row = 0; row < table_rows(table); row++) {
		putc('|', out);
		for_each_span(span, table, row, IN_MARKDOWN) {
			const struct cell *cell = &table->cell[span.cell];

			markdown_put_cell(out, cell->text,
					  cell->tone == TONE_STRONG);
			while (--span.n > 0)
				fputs(" |", out);
		}
		putc('\n', out);
	}
}

/* The markup before and after a block of a line. */
static const char *const markup[][2] = {
	[BLOCK_TITLE] = { "## ", "\n" }, [BLOCK_PART] = { "## ", "\n" },
	[BLOCK_HEADING] = { "### ", "\n" }, [BLOCK_ANSWER] = { "**", "**\n" },
	[BLOCK_LINE] = { "", "\n" }, [BLOCK_FACT] = { "* ", "\n" },
};

static void
markdown_put_block(FILE *out, const struct block *block)
{
	const struct table *table = &block->table;

	switch (block->kind) {
	case BLOCK_TABLE:
		if (table->caption != NULL)
			markdown_put_text(out, "", table->caption, "\n\n");
		markdown_put_rows(out, table);
		if (table->remark != NULL)
			markdown_put_text(out, "\n", table->remark, "\n");
		break;
	case BLOCK_NOTES:
		fprintf(out, "### %s\n\n", block->text);
		for (size_t i = 0; i < block->notes.n; i++)
			markdown_put_text(out, "* ", block->notes.list[i].text,
					  "\n");
		break;
	default:
		markdown_put_text(out, markup[block->kind][0], block->text,
				  markup[block->kind][1]);
	}
}

static void
markdown_put(FILE *out, const struct document *document)
{
	const struct block *before = NULL;

	for (size_t i = 0; i < document->n; i++) {
		const struct block *block = &document->block[i];

		/* A post has its own title. */
		if (!block_is_shown(block, IN_MARKDOWN) ||
		    (block->kind == BLOCK_PART && block->text == NULL) ||
		    (block->kind == BLOCK_TITLE && i == 0))
			continue;
		if (before != NULL && (before->kind != BLOCK_FACT ||
				       block->kind != BLOCK_FACT))
			putc('\n', out);
		markdown_put_block(out, block);
		before = block;
	}
}

const struct format format_markdown = {
	.name = "markdown",
	.summary = "tables to paste into a forum",
	.put = markdown_put,
};
