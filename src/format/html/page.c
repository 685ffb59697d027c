/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * HTML: a document as one page that needs nothing else, for a screen of any
 * width, by day and by night, and for paper.
 */
#include <config.h>

#include <string.h>

#include "diskidx/format/format.h"
#include "diskidx/report/document.h"
#include "html.h"

/* Return true if a block belongs in the box of an answer. */
static bool
is_answer(const struct block *block)
{
	return block->kind == BLOCK_ANSWER || block->kind == BLOCK_LINE ||
		(block->kind == BLOCK_TABLE && block->table.is_answer);
}

/*
 * Print the box of an answer: at the left a figure with its trust, and the
 * lines behind it; at the right the sentence, and the lanes. Without a figure
 * there is only one side. Return the number of blocks in it.
 */
static size_t
put_hero(FILE *out, const struct document *document, size_t first)
{
	size_t end = first;
	bool has_table = false;

	for (; end < document->n && is_answer(&document->block[end]); end++)
		has_table |= document->block[end].kind == BLOCK_TABLE &&
			block_is_shown(&document->block[end], IN_HTML);
	fprintf(out, "<section class=\"hero%s\">\n",
		has_table ? "" : " one");
	for (int part = 0; part < 3; part++) {
		if (part == 0 || (part == 1 && has_table))
			fputs(part == 0 ? "<div>\n" : "</div><div>\n", out);
		for (size_t i = first; i < end; i++) {
			const struct block *block = &document->block[i];

			if (!block_is_shown(block, IN_HTML))
				continue;
			if (block->kind == BLOCK_ANSWER && part == has_table)
				html_element(out, "p class=\"verdict\"",
					     block->text);
			else if (block->kind == BLOCK_LINE && part == 0)
				html_element(out, "p", block->text);
			else if (block->kind == BLOCK_TABLE && part == 0)
				html_answer(out, &block->table);
			else if (block->kind == BLOCK_TABLE && part == 2)
				html_lanes(out, &block->table);
		}
	}
	fputs("</div></section>\n", out);
	return end - first;
}

/* Print notes, the names of flags bold. */
static void
put_notes(FILE *out, const struct notes *notes)
{
	fputs("<ul class=\"notes\">\n", out);
	for (size_t i = 0; i < notes->n; i++) {
		const struct note *note = &notes->list[i];
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

/* Print a fact with its label, "Run: ". */
static void
put_fact(FILE *out, const struct block *block)
{
	fprintf(out, "<dt>%.*s</dt>", (int)strcspn(block->text, ":"),
		block->text);
	html_element(out, "dd", block->text + block->lead);
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
	case BLOCK_LINE:
		html_element(out, "p", block->text);
		break;
	case BLOCK_FACT:
		put_fact(out, block);
		break;
	case BLOCK_TABLE:
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

/* The first title is the title of the page. */
static void
html_put(FILE *out, const struct document *document, bool color)
{
	const char *heading = "h2", *title = document->block[0].text;
	size_t i = 1;

	(void)color;
	fputs("<!DOCTYPE html>\n<html lang=\"en\"><head>\n"
	      "<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" "
	      "content=\"width=device-width, initial-scale=1\"/>\n", out);
	html_element(out, "title", text_or(document->title, title));
	fputs("<style>\n", out);
	for (size_t j = 0; html_style[j] != NULL; j++)
		fputs(html_style[j], out);
	fputs("</style></head>\n<body><main>\n", out);
	html_element(out, "h1", title);
	if (document->n > 1 && document->block[1].kind == BLOCK_LINE)
		html_element(out, "p class=\"soft\"",
			     document->block[i++].text);
	while (i < document->n) {
		const struct block *block = &document->block[i];
		bool is_fact = block->kind == BLOCK_FACT;

		if (!block_is_shown(block, IN_HTML)) {
			i++;
			continue;
		}
		if (is_answer(block) && block->kind != BLOCK_LINE) {
			i += put_hero(out, document, i);
			continue;
		}
		if (is_fact && block[-1].kind != BLOCK_FACT)
			fputs("<dl>\n", out);
		put_block(out, block, &heading);
		i++;
		if (is_fact && (i == document->n || block[1].kind !=
				BLOCK_FACT))
			fputs("</dl>\n", out);
	}
	fputs("</main></body></html>\n", out);
}

const struct format format_html = {
	.name = "html",
	.summary = "one page with tables and pictures, for a browser",
	.put = html_put,
};
