/*
 * The parts of the text report, in the order in which text.c prints them. The
 * layout is UnixBench's, so that those who know it find their way and scripts
 * that read its File Copy lines go on working.
 */
#ifndef DISKIDX_TEXT_H
#define DISKIDX_TEXT_H

#include <stdio.h>

#include "diskidx/format.h"
#include "diskidx/operation.h"
#include "format/notes.h"
#include "format/totals.h"
#include "format/view.h"

#define TEXT_RULE \
	"------------------------------------" \
	"------------------------------------"	/* 72 dashes */
#define TEXT_TITLE_COLUMNS 40
#define TEXT_NOTE_INDENT 6
#define TEXT_TIME_COLUMNS 7
#define TEXT_INDENT 10		/* of a line that goes on, under the host */

/* What it was measured on. */
void text_host(FILE *out, const struct record *record);

/* When, and by how many copies. */
void text_run(FILE *out, const struct section *section);

/* A line a test, as UnixBench has it. */
void text_results(FILE *out, const struct section *section,
		  const struct format_options *options);

void text_latency(FILE *out, const struct section *section);

/* What a latency is, in the rows of the section. */
void text_explanation(FILE *out, const struct section *section);

/* A table a sweep, if there are any. */
void text_sweeps(FILE *out, const struct section *section,
		 const struct format_options *options);

/* A table a category with its score, and the Disk Index Score. */
void text_indexes(FILE *out, const struct section *section,
		  const struct format_options *options);

/* Print the parts of such a table: its head, a row, and the score. */
void text_index_head(FILE *out, const char *name);
void text_index_row(FILE *out, const struct result *result, bool si);
void text_index_score(FILE *out, const char *name, bool known, double score);

/* One suite's results on a target, laid out as the suite has it. */
void text_layout(FILE *out, const struct section *group,
		 const struct format_options *options);

/*
 * Of the layouts the parts. When and by how many copies, UnixBench's result
 * lines and its index table, of the rows of the suite `unixbench`, or, without
 * any, of all File Copy rows; false, and nothing printed, if there are none of
 * these either.
 */
bool text_unixbench(FILE *out, const struct section *section);

/* Each pass by itself, and their means. */
void text_passes(FILE *out, const struct section *group);

/* The directories of a record side by side, a line a file's size. */
void text_sizes(FILE *out, const struct section *group, bool si);

/* IOPS and the mode of the latency, of every directory of a record. */
void text_typical(FILE *out, const struct section *group);

/* Print the percentiles of a histogram (NULL: none) and its maximum, and the
 * names of these columns. */
void text_times_head(FILE *out);
void text_times(FILE *out, const struct histogram *h);

/* Return a row's title, or its id where the title is too wide, since a cut one
 * might be another's; on the heap. */
char *text_name(const struct result *result, size_t width);

/* Rates with their percentiles. */
void text_percentiles(FILE *out, const struct section *group, bool si);

/* -v: everything of each test. */
void text_details(FILE *out, const struct section *section,
		  const struct format_options *options);

/* Of these the parts: the rates and latencies of one direction, ... */
void text_direction(FILE *out, const struct result *result,
		    const struct totals *totals, enum operation op, bool si);

/* ... a picture of how latencies are distributed, ... */
void text_histogram(FILE *out, const struct histogram *h);

/* ... and the speed over time, if there is a series. */
void text_speed(FILE *out, const struct result *result, bool si);

/* Print the notes of a record. */
void text_record_notes(FILE *out, const struct record *record, bool si);

/* Print notes under their heading, and free them. */
void text_notes(FILE *out, struct notes *notes);

/* One comparison, from the two sides to the conclusion. */
void text_comparison(FILE *out, const struct comparison *comparison,
		     const struct format_options *options);

/* See format.h. */
int text_compare(const struct comparison *comparisons, size_t n,
		 const struct format_options *options, FILE *stream);

#endif
