/*
 * Format: renders records to a stream.
 *
 * To add one: write src/format/NAME.c that defines
 * `const struct format format_NAME`, add NAME to FORMAT_LIST below, and the
 * file to Makefile.am. --help, the manual's test and `list formats` follow.
 */
#ifndef DISKIDX_FORMAT_H
#define DISKIDX_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "diskidx/comparison.h"
#include "diskidx/record.h"

#define FORMAT_LIST(X) X(text) X(json) X(csv) X(markdown) X(unixbench)

struct format_options {
	bool si;		/* decimal units in text */
	bool verbose;
	const char *saved;	/* where the record is, or NULL */
	const char *baseline;	/* what -B named, or NULL */
};

struct format {
	const char *name, *summary;
	/* Summarised records, at least one. 0 or -errno of the stream. */
	int (*render)(const struct record *records, size_t n,
		      const struct format_options *options, FILE *stream);
	/* Comparisons, at least one. 0 or -errno of the stream. */
	int (*compare)(const struct comparison *comparisons, size_t n,
		       const struct format_options *options, FILE *stream);
};

/* NULL if there is none of that name, or past the last. */
const struct format *format_by_name(const char *name);
const struct format *format_at(size_t i);

#endif
