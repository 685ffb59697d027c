/* The fields of a line of CSV. */
#ifndef DISKIDX_CSV_H
#define DISKIDX_CSV_H

#include <stdbool.h>
#include <stdio.h>

#include "diskidx/format.h"

/* The first field of a line. */
void csv_text(FILE *out, const char *text);

/* Fields after the first; a number that isn't known is empty. */
void csv_field(FILE *out, const char *text);
void csv_number(FILE *out, bool known, double value);

/* See format.h. */
int csv_compare(const struct comparison *comparisons, size_t n,
		const struct format_options *options, FILE *stream);

#endif
