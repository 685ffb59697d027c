/* Texts, tables, lists and drawn elements in HTML. */
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

/* Colours of the series, of which each has a contrast of at least 4.5 to the
 * background, by day and by night. Lines differ in their dashes as well. */
static const struct {
	const char *light, *dark, *dash;
} colours[] = {
	{ "#0a58ca", "#6ea8fe", "none" },
	{ "#b3400a", "#ff9f5a", "6 3" },
	{ "#157347", "#5fd08f", "2 3" },
	{ "#7b2fbe", "#c99bff", "9 3 2 3" },
	{ "#5c6200", "#d2d45c", "4 5" },
	{ "#b0135f", "#ff8ac2", "1 4" },
};

#define N_COLOURS (sizeof(colours) / sizeof(colours[0]))

void
svg_style(FILE *out)
{
	size_t i;

	fputs("text{font:11px system-ui,sans-serif;fill:#1b1f24;"
	      "paint-order:stroke;stroke:#fff;stroke-width:3px;"
	      "stroke-linejoin:round}\n"
	      ".title{font-weight:bold;font-size:12px}.soft{fill:#57606a}\n"
	      ".grid{stroke:#d8dee4}.mark{stroke:#57606a;"
	      "stroke-dasharray:3 2}.error{stroke:#1b1f24}\n"
	      ".line{fill:none;stroke:currentColor;stroke-width:1.5;"
	      "stroke-linecap:round;stroke-linejoin:round}"
	      ".bar,.dot{fill:currentColor}\n", out);
	for (i = 0; i < N_COLOURS; i++)
		fprintf(out, ".s%zu{color:%s;stroke-dasharray:%s}", i,
			colours[i].light, colours[i].dash);
	fputs("\n@media (prefers-color-scheme:dark){"
	      "text{fill:#e6edf3;stroke:#12161c}"
	      ".soft{fill:#9da7b1}.grid{stroke:#30363d}"
	      ".mark{stroke:#9da7b1}\n.error{stroke:#e6edf3}", out);
	for (i = 0; i < N_COLOURS; i++)
		fprintf(out, ".s%zu{color:%s}", i, colours[i].dark);
	fputs("}\n", out);
}

/* The millionth has what lies between two tenths round up in any arithmetic. */
void
svg_place(FILE *out, const char *lead, double place)
{
	fprintf(out, "%s%.1f", lead, place + 1e-6);
}

void
svg_text(FILE *out, double x, double y, const char *attributes,
	 const char *text)
{
	svg_place(out, "<text x=\"", x);
	svg_place(out, "\" y=\"", y);
	fprintf(out, "\"%s>", attributes);
	html_text(out, text);
	fputs("</text>\n", out);
}

void
svg_line(FILE *out, const char *class, double x, double y, double to_x,
	 double to_y)
{
	bool is_level = to_x < x || to_x > x;

	fprintf(out, "<path class=\"%s\" d=\"", class);
	svg_place(out, "M", x);
	svg_place(out, " ", y);
	svg_place(out, is_level ? "H" : "V", is_level ? to_x : to_y);
	fputs("\"/>\n", out);
}
