/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* HTML: a document as one page that needs nothing else, for a screen of any
 * width, by day and by night, and for paper. */
#include <config.h>

#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/format/format.h"
#include "diskidx/report/document.h"
#include "html.h"

static void
put_notes(FILE *out, const struct notes *notes)
{
	fputs("<ul class=\"notes\">\n", out);
	for_each(const struct note, note, notes->list, notes->n) {
		size_t name = strcspn(note->text, " (:");

		if (strchr("*- !", note->mark) != NULL)
			name = 0;
		fputs("<li>", out);
		if (name > 0)
			fprintf(out, "<b>%.*s</b>", (int)name, note->text);
		html_text(out, note->text + name);
		fputs("</li>\n", out);
	}
	fputs("</ul>\n", out);
}

/* Print a block; `heading` is the element of those below the last title. */
static void
put_block(FILE *out, const struct block *block, const char **heading)
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
		html_element(out, *heading, block->text);
		break;
	case BLOCK_ANSWER:
		html_element(out, "p class=\"verdict\"", block->text);
		break;
	case BLOCK_LINE:
		html_element(out, "p", block->text);
		break;
	case BLOCK_FACT:
		fprintf(out, "<dl><dt>%.*s</dt>", (int)strcspn(
			block->text, ":"), block->text);
		html_element(out, "dd", block->text + block->lead);
		fputs("</dl>\n", out);
		break;
	case BLOCK_TABLE:
		if (block->table.is_answer)
			html_answer(out, &block->table);
		else
			html_table(out, &block->table, *heading);
		break;
	case BLOCK_NOTES:
		html_element(out, *heading, block->text);
		put_notes(out, &block->notes);
		break;
	case BLOCK_PICTURE:
		html_plots(out, &block->plots);
		break;
	default:
		break;
	}
}

/* The first title is the title of the page. Answers, and the lines that come
 * with them, are in a box. */
static void
html_put(FILE *out, const struct document *document)
{
	const char *heading = "h2", *title = document->block[0].text;
	bool in_box = false;

	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head>\n"
	      "<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
	      "content=\"width=device-width, initial-scale=1\"/>\n", out);
	html_element(out, "title", text_or(document->title, title));
	fputs("<style>\n", out);
	for (size_t i = 0; html_style[i] != NULL; i++)
		fputs(html_style[i], out);
	fputs("</style></head>\n<body><main>\n", out);
	html_element(out, "h1", title);
	for (size_t i = 1; i < document->n; i++) {
		const struct block *block = &document->block[i];
		bool answers = block->kind == BLOCK_ANSWER ||
			block->table.is_answer;

		if (!block_is_shown(block, IN_HTML))
			continue;
		if (answers && !in_box)
			fputs("<section class=\"hero\">\n", out);
		else if (in_box && !answers && block->kind != BLOCK_LINE)
			fputs("</section>\n", out);
		in_box = answers || (in_box && block->kind == BLOCK_LINE);
		put_block(out, block, &heading);
	}
	fprintf(out, "%s</main></body></html>\n", in_box ? "</section>" : "");
}

const struct format format_html = {
	.name = "html",
	.summary = "one page with tables and pictures, for a browser",
	.put = html_put,
};
