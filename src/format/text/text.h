/*
 * The parts of the text report, in the order in which text.c prints them. The
 * layout is UnixBench's, so that its users find their way, and scripts that
 * read its File Copy lines still work.
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
#define TEXT_INDENT 10		/* of continuation lines, under the host */

/* Print the host and the targets, with all details if verbose. */
void text_host(FILE *out, const struct record *record, bool verbose);

/* Print the time and the number of copies. */
void text_run(FILE *out, const struct section *section);

/* Print the section's directory, if the record has several. */
void text_directory(FILE *out, const struct section *section);

/* Print a line per test, as UnixBench does. */
void text_results(FILE *out, const struct section *section,
		  const struct format_options *options);

void text_latency(FILE *out, const struct section *section);

/* Explain what a latency covers in the rows of the section. */
void text_explanation(FILE *out, const struct section *section);

/* Print a table per sweep. */
void text_sweeps(FILE *out, const struct section *section,
		 const struct format_options *options);

/* Print a table per category with its score, and the Disk Index Score. */
void text_indexes(FILE *out, const struct section *section,
		  const struct format_options *options);

/* Print the parts of such a table: its head, a row, and the score. */
void text_index_head(FILE *out, const char *name);
void text_index_row(FILE *out, const struct result *result, bool si);
void text_index_score(FILE *out, const char *name, bool known, double score);

/* Print one suite's results on a target in the suite's layout. */
void text_layout(FILE *out, const struct section *group,
		 const struct format_options *options);

/*
 * Print UnixBench's report of the rows of the suite `unixbench` or, without
 * any, of all File Copy rows. Return false, and print nothing, if there are
 * none of these either.
 */
bool text_unixbench(FILE *out, const struct section *section);

/* Print each pass, and their means. */
void text_passes(FILE *out, const struct section *group);

/* Print the directories of a record side by side, a line per file size. */
void text_sizes(FILE *out, const struct section *group, bool si);

/* Print IOPS and the mode of the latency for each directory of a record. */
void text_typical(FILE *out, const struct section *group);

/* Print the percentiles of a histogram (NULL: none) and its maximum, and the
 * names of these columns. */
void text_times_head(FILE *out);
void text_times(FILE *out, const struct histogram *h);

/* Return a row's title, or its id where the title is too wide, since a cut one
 * might be another's; on the heap. */
char *text_name(const struct result *result, size_t width);

/* Print rates with the percentiles of their latencies. */
void text_percentiles(FILE *out, const struct section *group, bool si);

/* Print all figures of each test (-v). */
void text_details(FILE *out, const struct section *section,
		  const struct format_options *options);

/* Print parts of these: the rates and latencies of one direction, ... */
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

/* Print one comparison, from the two sides to the conclusion. */
void text_comparison(FILE *out, const struct comparison *comparison,
		     const struct format_options *options);

/* Print the table of several runs of one thing, if they are that. */
void text_repeats(FILE *out, const struct record *records, size_t n, bool si);

/* Render comparisons: see format.h. */
void text_compare(const struct comparison *comparisons, size_t n,
		 const struct format_options *options, FILE *stream);

#endif
