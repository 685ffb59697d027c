/* Texts, tables and lists in HTML. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/utf8.h"
#include "html.h"

void
html_text(FILE *out, const char *text)
{
	static const char special[] = "<>&\"";
	static const char *const entity[] = { "lt", "gt", "amp", "quot" };
	char *plain = utf8_clean(xstrdup(text)), *at;
	const char *found;

	for (at = plain; *at != '\0'; at++) {
		found = strchr(special, *at);
		if (found != NULL)
			fprintf(out, "&%s;", entity[found - special]);
		else
			putc(*at, out);
	}
	free(plain);
}

void
html_element(FILE *out, const char *name, const char *text)
{
	fprintf(out, "<%s>", name);
	html_text(out, text);
	fprintf(out, "</%.*s>\n", (int)strcspn(name, " "), name);
}

void
html_line(FILE *out, const char *name, char *text)
{
	if (text != NULL && *text != '\0')
		html_element(out, name, text);
	free(text);
}

static void
put_row(FILE *out, const struct table *table, size_t first)
{
	size_t columns = table_columns(table);

	fputs("<tr>", out);
	for (size_t i = 0; i < columns; i++) {
		bool is_text = table->align[i] == 'l';
		bool heads = first == 0 || (i == 0 && is_text);

		fprintf(out, "<%s%s>", first == 0 ? "th scope=\"col\"" :
			heads ? "th scope=\"row\"" : "td",
			is_text ? "" : " class=\"r\"");
		html_text(out, table->cell[first + i]);
		fputs(heads ? "</th>" : "</td>", out);
	}
	fputs("</tr>\n", out);
}

void
html_table(FILE *out, const char *caption, struct table *table)
{
	size_t columns = table_columns(table), i;

	fputs("<div class=\"wide\" tabindex=\"0\"><table>\n", out);
	html_element(out, "caption", caption);
	fputs("<thead>\n", out);
	for (i = 0; i < table->n; i += columns) {
		put_row(out, table, i);
		fputs(i == 0 ? "</thead><tbody>\n" : "", out);
	}
	fputs("</tbody></table></div>\n", out);
	table_free(table);
}

void
html_notes(FILE *out, struct notes *notes)
{
	if (notes->n > 0) {
		html_element(out, "h3", "Notes");
		fputs("<ul>\n", out);
	}
	for (size_t i = 0; i < notes->n; i++)
		html_element(out, "li", notes->list[i].text);
	if (notes->n > 0)
		fputs("</ul>\n", out);
	notes_free(notes);
}
