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

static void
put_row(FILE *out, const struct comparison *c, const struct compared *row,
	bool si)
{
	char text[COMPARED_TEXT], *name = compared_name(c, row);

	fputs("| ", out);
	markdown_text(out, name);
	free(name);
	if (row->rows > 0)
		fprintf(out, " (%zu tests)", row->rows);
	fprintf(out, " | %s", compared_value(text, row, OLD, si));
	fprintf(out, " | %s", compared_value(text, row, NEW, si));
	fprintf(out, " | %s", compared_unit(row, si));
	fprintf(out, " | %s", compared_ratio(text, row));
	fprintf(out, " | %s", compared_interval(text, row));
	compared_verdict(text, row);
	fputs(" | ", out);
	markdown_text(out, text);
	fputs(" |\n", out);
}

void
markdown_comparison(FILE *out, const struct comparison *c,
		    const struct format_options *options)
{
	const struct compared *row;
	struct notes notes;
	size_t i;

	put_side(out, c, OLD, "**Old** ");
	put_side(out, c, NEW, "\\\n**New** ");
	fprintf(out, "\n\n| Test | Old | New | Unit | Ratio | Interval | %s |\n"
		"|:---|---:|---:|:---|---:|---:|:---|\n",
		c->scope == SCOPE_TWO_RUNS ? "In these two runs" : "Verdict");
	for (i = 0; (row = comparison_row(c, i)) != NULL; i++)
		if (compared_is_told(row))
			put_row(out, c, row, options->si);
	putc('\n', out);
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
