/* Comparisons in Markdown: a table and its notes. */
#include <config.h>

#include <stdlib.h>

#include "format/comparison.h"
#include "markdown.h"

static void
put_side(FILE *out, const struct comparison *c, int side, const char *lead)
{
	char *text = comparison_occasion(c, side);

	fputs(lead, out);
	markdown_text(out, c->side[side].name);
	fputs(": ", out);
	markdown_text(out, text);
	free(text);
}

void
markdown_comparison(FILE *out, const struct comparison *c,
		    const struct format_options *options)
{
	struct table table;
	struct notes notes;
	size_t i;

	put_side(out, c, OLD, "**Old** ");
	put_side(out, c, NEW, "\\\n**New** ");
	fputs("\n\n", out);
	table_of_comparison(&table, c, options->si);
	markdown_table(out, &table);
	for (i = 0; i < c->n_differences; i++)
		markdown_item(out, "differs: ", c->difference[i]);
	notes_of_comparison(&notes, c);
	markdown_notes(out, &notes);
	if (c->conclusion != NULL) {
		putc('\n', out);
		markdown_text(out, c->conclusion);
		putc('\n', out);
	}
}

void
markdown_compare(const struct comparison *comparisons, size_t n,
		 const struct format_options *options, FILE *stream)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (i > 0)
			putc('\n', stream);
		markdown_comparison(stream, &comparisons[i], options);
	}
}
