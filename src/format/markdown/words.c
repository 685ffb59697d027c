/* Texts, tables and lists in Markdown. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/utf8.h"
#include "markdown.h"

void
markdown_text(FILE *out, const char *text)
{
	char *plain = utf8_clean(xstrdup(text));

	for (text = plain; *text != '\0'; text++) {
		if (strchr("\\|`*_<[", *text) != NULL)
			putc('\\', out);
		putc(*text, out);
	}
	free(plain);
}

void
markdown_item(FILE *out, const char *lead, const char *text)
{
	fprintf(out, "* %s", lead);
	markdown_text(out, text);
	putc('\n', out);
}

void
markdown_table(FILE *out, struct table *table)
{
	size_t columns = table_columns(table), i, column;

	for (i = 0; i < table->n; i += columns) {
		putc('|', out);
		for (column = 0; column < columns; column++) {
			fputs(*table->cell[i + column] != '\0' ? " " : "",
			      out);
			markdown_text(out, table->cell[i + column]);
			fputs(" |", out);
		}
		fputs(i == 0 ? "\n|" : "\n", out);
		for (column = 0; i == 0 && column < columns; column++)
			fputs(table->align[column] == 'l' ? ":---|" : "---:|",
			      out);
		fputs(i == 0 ? "\n" : "", out);
	}
	putc('\n', out);
	table_free(table);
}

void
markdown_notes(FILE *out, struct notes *notes)
{
	size_t i;

	for (i = 0; i < notes->n; i++)
		markdown_item(out, "", notes->list[i].text);
	notes_free(notes);
}
