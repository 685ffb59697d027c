/* The parts of a page in HTML, which is well-formed XML as well. */
#ifndef DISKIDX_HTML_H
#define DISKIDX_HTML_H

#include <stddef.h>
#include <stdio.h>

#include "diskidx/format.h"
#include "format/notes.h"
#include "format/table.h"

/* Print a text with escapes for all that would be markup. */
void html_text(FILE *out, const char *text);

/* Print an element with a text. */
void html_element(FILE *out, const char *name, const char *text);

/* The same, and free the text; no element for NULL or "". */
void html_line(FILE *out, const char *name, char *text);

/* Print a table below that caption, and free it. */
void html_table(FILE *out, const char *caption, struct table *table);

/* Print the notes as a list, and free them. */
void html_notes(FILE *out, struct notes *notes);

#endif
