/* The parts of a document in Markdown. */
#ifndef DISKIDX_MARKDOWN_H
#define DISKIDX_MARKDOWN_H

#include <stdio.h>

#include "diskidx/format.h"
#include "format/notes.h"

/* Print a text with escapes for all that Markdown would take for markup. */
void markdown_text(FILE *out, const char *text);

/* Print an item of a list: the lead as it is, then the text. */
void markdown_item(FILE *out, const char *lead, const char *text);

/* Print the notes as a list, and free them. */
void markdown_notes(FILE *out, struct notes *notes);

/* Print one comparison: its sides, a table, its notes and conclusion. */
void markdown_comparison(FILE *out, const struct comparison *comparison,
			 const struct format_options *options);

/* Print the table of several runs of one thing, if they are that. */
void markdown_repeats(FILE *out, const struct record *records, size_t n,
		      bool si);

/* Render comparisons: see format.h. */
void markdown_compare(const struct comparison *comparisons, size_t n,
		     const struct format_options *options, FILE *stream);

#endif
