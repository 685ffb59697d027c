/* The parts of a page in HTML, which is well-formed XML as well, and of the
 * drawings in it. */
#ifndef DISKIDX_HTML_H
#define DISKIDX_HTML_H

#include <stddef.h>
#include <stdio.h>

#include "diskidx/format.h"
#include "diskidx/notes.h"
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

/* Print what leads to a coordinate, and the coordinate with one decimal. */
void svg_place(FILE *out, const char *lead, double place);

/* Print a text with these further attributes. */
void svg_text(FILE *out, double x, double y, const char *attributes,
	      const char *text);

/* Draw a line that is level or upright. */
void svg_line(FILE *out, const char *class, double x, double y, double to_x,
	      double to_y);

/* Print the rules of style that drawings need. */
void svg_style(FILE *out);

#endif
