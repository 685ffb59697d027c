/*
 * Wrap: text that stays within 80 columns and within ASCII, whatever a device
 * or a kernel calls itself: each other character becomes a question mark.
 */
#ifndef DISKIDX_WRAP_H
#define DISKIDX_WRAP_H

#include <stddef.h>
#include <stdio.h>

#define WRAP_COLUMNS 80

/*
 * Prints `lead`, then the words of `text`, then a newline; the lines after the
 * first begin with `indent` blanks. A word that is too long is cut.
 */
void wrap_print(FILE *out, const char *lead, unsigned indent,
		const char *text);

/*
 * The text on the heap, cut to `width` columns: what is too long ends with
 * "...".
 */
char *wrap_fit(const char *text, size_t width);

#endif
