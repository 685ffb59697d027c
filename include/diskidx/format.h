/*
 * Format: a way to render records and comparisons to a stream.
 *
 * To add one: write src/format/NAME.c that defines
 * `const struct format format_NAME`, add NAME to FORMAT_LIST below and the file
 * to Makefile.am, and run scripts/autogen.sh. Name it under --format in
 * src/command/options.c and in the manual. `list formats` follows.
 */
#ifndef DISKIDX_FORMAT_H
#define DISKIDX_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "diskidx/comparison.h"
#include "diskidx/ranking.h"
#include "diskidx/record.h"

#define FORMAT_LIST(X) X(text) X(json) X(csv) X(markdown) X(html) \
	X(unixbench) X(shell)

struct format_options {
	bool si;		/* decimal units in text */
	bool verbose;
	bool brief;		/* a few lines, in text and Markdown */
	bool score_only;	/* or the figures or ratios, in text */
	bool list;		/* a line a run and nothing else, in text */
	bool follows;		/* others were rendered before, one by one */
	const char *saved;	/* path of the record, or NULL */
	const char *baseline;	/* the argument of -B, or NULL */
};

struct format {
	const char *name, *summary;
	bool one_by_one;	/* render may be called for each of the records,
				   which then need the memory of one */
	bool newest_in_full;	/* of the others of several records it shows no
				   latency, unless verbose */
	/* Render summarised records, at least one. The caller flushes the
	 * stream, which remembers an error. */
	void (*render)(const struct record *records, size_t n,
		       const struct format_options *options, FILE *stream);
	/* Render comparisons, at least one. */
	void (*compare)(const struct comparison *comparisons, size_t n,
			const struct format_options *options, FILE *stream);
	/* Render a ranking; NULL: this format has none. */
	void (*rank)(const struct ranking *ranking,
		     const struct format_options *options, FILE *stream);
};

/* Return a format by its name, or by its number; NULL if there is none. */
const struct format *format_by_name(const char *name);
const struct format *format_at(size_t i);

#endif
