/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Texts and tables in HTML. */
#include <config.h>

#include <string.h>

#include "diskidx/base/utf8.h"
#include "html.h"

void
html_text(FILE *out, const char *text)
{
	static const char *const entity[] = {
		"&lt;", "&gt;", "&amp;", "&quot;"
	};

	utf8_put_escaped(text, out, "<>&\"", entity);
}

void
html_element(FILE *out, const char *name, const char *text)
{
	fprintf(out, "<%s>", name);
	html_text(out, text);
	fprintf(out, "</%.*s>\n", (int)strcspn(name, " "), name);
}

static void
html_put_cell(FILE *out, const struct table *table, const struct span *span)
{
	const struct cell *cell = &table->cell[span->cell];
	bool at_right = span->n == 1 &&
			table->column[span->column].align == 'r';
	bool heads = span->column == 0 && !at_right;
	const char *name = heads ? "th" : "td";

	fprintf(out, "<%s", name);
	if (heads && cell->tone == TONE_STRONG)
		fputs(" scope=\"rowgroup\"", out);
	else if (heads)
		fputs(" scope=\"row\"", out);
	if (span->n > 1)
		fprintf(out, " colspan=\"%zu\"", span->n);
	if (at_right)
		fputs(" class=\"r\"", out);
	putc('>', out);
	html_text(out, cell->text);
	fprintf(out, "</%s>", name);
}

void
html_table(FILE *out, const struct table *table)
{
	struct span span = { 0 };

	fputs("<div class=\"wide\" tabindex=\"0\"><table>\n", out);
	html_element(out, "caption", text_or(table->caption, table->name));
	fputs("<thead>\n<tr>", out);
	for (size_t i = 0; i < table->n_columns; i++) {
		if ((table->column[i].in & IN_HTML) == 0)
			continue;
		fputs("<th scope=\"col\"", out);
		if (table->column[i].align == 'r')
			fputs(" class=\"r\"", out);
		putc('>', out);
		html_text(out, table->column[i].name);
		fputs("</th>", out);
	}
	fputs("</tr>\n</thead><tbody>\n", out);
	for (size_t row = 0; row < table_rows(table); row++) {
		fputs("<tr>", out);
		for (size_t at = 0; table_span(&span, table, row, IN_HTML,
					       &at);)
			html_put_cell(out, table, &span);
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table></div>\n", out);
}
