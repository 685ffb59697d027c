/* The parts of a document in Markdown. */
#ifndef DISKIDX_MARKDOWN_H
#define DISKIDX_MARKDOWN_H

#include <stdio.h>

#include "format/notes.h"
#include "format/table.h"

/* Print a text with escapes for all that Markdown would take for markup. */
void markdown_text(FILE *out, const char *text);

/* Print an item of a list: the lead as it is, then the text. */
void markdown_item(FILE *out, const char *lead, const char *text);

/* Print a table and an empty line, and free it. */
void markdown_table(FILE *out, struct table *table);

/* Print the notes as a list, and free them. */
void markdown_notes(FILE *out, struct notes *notes);

#endif
