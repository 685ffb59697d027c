/* The parts of Markdown that its files share. */
#ifndef DISKIDX_MARKDOWN_H
#define DISKIDX_MARKDOWN_H

#include <stdio.h>

#include "diskidx/format.h"

/* What would end a table's cell, or begin markup, loses its meaning. */
void markdown_text(FILE *out, const char *text);

/* One comparison: a table and what is to be known of it. */
void markdown_comparison(FILE *out, const struct comparison *comparison,
			 const struct format_options *options);

/* See format.h. */
int markdown_compare(const struct comparison *comparisons, size_t n,
		     const struct format_options *options, FILE *stream);

#endif
