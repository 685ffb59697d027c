/*
 * The parts of the text report, in the order in which text.c prints them: the
 * answer, where it was found, a row a test, the notes, and what to do next.
 */
#ifndef DISKIDX_TEXT_H
#define DISKIDX_TEXT_H

#include <stdio.h>

#include "diskidx/format.h"
#include "diskidx/operation.h"
#include "diskidx/notes.h"
#include "format/table.h"
#include "diskidx/view.h"

#define TEXT_RULE \
	"------------------------------------" \
	"------------------------------------"	/* 72 dashes */
#define TEXT_TITLE_COLUMNS 40
#define TEXT_NOTE_INDENT 6
#define TEXT_INDENT 10		/* of continuation lines, under the head */

/* Print the score of a section, what it means, and how far to trust it, in four
 * lines at most if brief. Return false, and print nothing, if there is nothing
 * to judge. */
bool text_answer(FILE *out, const struct section *section, bool brief);

/* Print what a single test can do to a score, and what the score is near. */
void text_more(FILE *out, const struct section *section);

/* Print the machine, the targets and the time of the run, a line each; with all
 * details if verbose. */
void text_head(FILE *out, const struct record *record, bool verbose);

/* Print such a line of a target. */
void text_target(FILE *out, const struct facts *target, bool verbose);

/* Print the answers, the machine and the targets in a few lines. */
void text_brief(FILE *out, const struct record *record);

/* Print where a section ran, if the record has several places. */
void text_place(FILE *out, const struct section *section);

/* Print one suite's results on a target in the suite's layout. */
void text_layout(FILE *out, const struct section *group,
		 const struct format_options *options);

/* Print a row a test, grouped by category. */
void text_table(FILE *out, const struct section *section, bool si);

/*
 * Print UnixBench's report of the rows of the suite `unixbench` or, without
 * any, of all File Copy rows. Return false, and print nothing, if there are
 * none of these either.
 */
bool text_unixbench(FILE *out, const struct section *section);

/* Print the head of UnixBench's report, and the targets. */
void text_unixbench_head(FILE *out, const struct record *record);

/* Print each pass, and their mean. */
void text_passes(FILE *out, const struct section *group, bool si);

/* Print the directories of a record side by side, a line per file size. */
void text_sizes(FILE *out, const struct section *group, bool si);

/* Print IOPS and the mode of the latency for each directory of a record. */
void text_typical(FILE *out, const struct section *group);

/* Print a paragraph, if it isn't empty or NULL, and free it. */
void text_words(FILE *out, const char *lead, unsigned indent, char *words);

/* Print a table in columns as wide as they need, and free it. A first cell that
 * is too long gets a line of its own. */
void text_columns(FILE *out, struct table *table);

/* Print all figures of each test (-v). */
void text_details(FILE *out, const struct section *section,
		  const struct format_options *options);

/* Print a line of these on a sample. */
void text_sample(FILE *out, const struct result *result, size_t i, bool si);

/* Return "150.0 IOPS" on the heap; with whole files, "1015.9 MiB/s (1065.2
 * MB/s)" for comparing it with dd's own line. */
char *text_rate(const struct result *result, double value, bool si);

/* Print parts of these: the rates and latencies of one direction, ... */
void text_direction(FILE *out, const struct result *result,
		    enum operation op, bool si);

/* ... and the speed over time, if there is a series. */
void text_speed(FILE *out, const struct result *result, bool si);

/* Print the notes of a record: the first in brief, or if verbose all. */
void text_record_notes(FILE *out, const struct record *record,
		       const struct format_options *options);

/* Print notes under their heading, and free them. */
void text_notes(FILE *out, struct notes *notes);

/* Print one comparison, from the two sides to the conclusion. */
void text_comparison(FILE *out, const struct comparison *comparison,
		     const struct format_options *options);

/* Render comparisons and rankings: see format.h. */
void text_rank(const struct ranking *ranking,
	       const struct format_options *options, FILE *stream);
void text_compare(const struct comparison *comparisons, size_t n,
		 const struct format_options *options, FILE *stream);

#endif
