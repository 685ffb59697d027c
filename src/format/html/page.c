/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * HTML: a document as one page that needs nothing else, for a screen of any
 * width, by day and by night.
 */
#include <config.h>

#include <string.h>

#include "diskidx/document.h"
#include "diskidx/format.h"
#include "html.h"

/* Print the lead and the text of a block as one element. */
static void
html_put_line(FILE *out, const struct block *block, const char *name)
{
	fprintf(out, "<%s>", name);
	if (block->lead != NULL)
		html_text(out, block->lead);
	if (block->kind == BLOCK_FACT)
		fputs(": ", out);
	html_text(out, block->text);
	fprintf(out, "</%.*s>\n", (int)strcspn(name, " "), name);
}

/* Print a block; `heading` is the element of those below the last title. */
static void
html_put_block(FILE *out, const struct block *block, const char **heading)
{
	switch (block->kind) {
	case BLOCK_TITLE:
	case BLOCK_PART:
		if (block->text == NULL)
			break;
		html_element(out, "h2", block->text);
		*heading = "h3";
		break;
	case BLOCK_HEADING:
		html_put_line(out, block, *heading);
		break;
	case BLOCK_ANSWER:
		html_put_line(out, block, "p class=\"answer\"");
		break;
	case BLOCK_LINE:
	case BLOCK_FACT:
		html_put_line(out, block, "p");
		break;
	case BLOCK_TABLE:
		html_table(out, text_or(block->lead, block->table.name),
			   &block->table);
		if (block->text != NULL)
			html_element(out, "p", block->text);
		break;
	case BLOCK_NOTES:
		html_element(out, *heading, block->lead);
		fputs("<ul>\n", out);
		for (size_t i = 0; i < block->notes.n; i++)
			html_element(out, "li", block->notes.list[i].text);
		fputs("</ul>\n", out);
		break;
	case BLOCK_PICTURE:
		html_plots(out, &block->plots);
		break;
	default:
		break;
	}
}

/* The first title is the title of the page. */
static void
html_put(FILE *out, const struct document *document, bool color)
{
	const char *heading = "h2";

	(void)color;
	html_head(out, document->block[0].text);
	for (size_t i = 1; i < document->n; i++)
		if (document->block[i].in & IN_PAGES)
			html_put_block(out, &document->block[i], &heading);
	fputs("</main></body></html>\n", out);
}

const struct format format_html = {
	.name = "html",
	.summary = "one page with tables and pictures, for a browser",
	.put = html_put,
};
