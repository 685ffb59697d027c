/* SVG: the elements that drawings are made of, and their style. Coordinates
 * have one decimal. */
#ifndef DISKIDX_SVG_H
#define DISKIDX_SVG_H

#include <stdio.h>

/* Print what leads to a coordinate, and the coordinate. */
void svg_place(FILE *out, const char *lead, double place);

/* Print a text with these further attributes. */
void svg_text(FILE *out, double x, double y, const char *attributes,
	      const char *text);

/* Draw a line down or up to another y, or to another x. */
void svg_down(FILE *out, const char *class, double x, double y, double to);
void svg_across(FILE *out, const char *class, double x, double y, double to);

/* Print the rules of style that drawings need. */
void svg_style(FILE *out);

#endif
