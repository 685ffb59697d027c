/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The parts that reports are made of. Texts that are returned are those of
 * say.h. */
#ifndef REPORT_PARTS_H
#define REPORT_PARTS_H

#include "diskidx/comparison/repeats.h"
#include "diskidx/report/report.h"
#include "diskidx/report/view.h"

/* In run-facts.c: add the title of a page of one run, or of n of one thing:
 * the directories, the host, and the time. */
void part_title(struct document *document, const struct record **run,
		size_t n);

/* Add a heading with the place of a section, if the record has several. */
void part_place(struct document *document, const struct section *section);

/* In headline.c: add the score of a section, what it means, and how far to
 * trust it; nothing if there is nothing to judge. */
void part_answer(struct document *document, const struct section *section);
extern const enum tone trust_tone[];	/* by its level */

/* In suits.c: add the verdicts on what is expected of a section's rows. Return
 * false if nothing is. */
bool part_suits(struct document *document, const struct section *section);

/* Add the machine, the targets and the time of the run. */
void part_facts(struct document *document, const struct record *record);

/* In comparison-report.c: add the answer of a comparison with the counts of
 * verdicts; the scores of two directories of one run, with their own intervals,
 * and the trust in them; and the tables and notes. */
void part_verdict(struct document *document, const struct comparison *c);
void part_sides(struct document *document, const struct comparison *c,
		enum medium in);
void part_comparison(struct document *document, const struct comparison *c);

/* Add what the words of verdicts mean, and what the ratio is. */
void part_legend(struct document *document, const char *ratio);

/* Add the cells of a row's interval, on an axis of ratios, and verdict. */
extern const struct axis axis_of_ratios;
void table_verdict(struct table *table, const struct compared *row);

/* Add only the targets, with their work files or without. */
void part_targets(struct document *document, const struct record *record,
		  bool with_files);

/* In results.c: add a table of each size of file with the directories side by
 * side. */
void part_sizes(struct document *document, const struct section *group);

/* In sweeps.c: add the pictures and the table of each sweep of a section. */
void part_sweeps(struct document *document, const struct section *group);

/* Add a table of the section's tests with their scores. */
void part_results(struct document *document, const struct section *section);

/* In pictures.c: add the pictures of latencies by percentile, and of speeds
 * over time. */
void part_pictures(struct document *document, const struct section *section);

/* In unixbench-report.c: add UnixBench's report of the rows of the suite
 * `unixbench` or, without any, of all File Copy rows. Return false, and add
 * nothing, if there are none. */
bool part_unixbench(struct document *document, const struct section *section);

/* In details.c: add more figures of a test that has a value. */
void part_details(struct document *document, const struct section *section,
		  const struct result *result);

/* Add the passes of each test, and the mean that scripts around dd compute. */
void part_passes(struct document *document, const struct section *section);

/* In record-notes.c: add the notes of a record: in text the first in brief,
 * unless verbose. */
void part_notes(struct document *document, const struct record *record);

/* In runs.c: draw the Disk score, the other scores and the tests of a series of
 * runs by their days. */
void part_nights(struct document *document, const struct repeats *repeats);

/* Add how a series of runs of one thing went, and the table of these runs. */
void part_series(struct document *document, const struct repeats *repeats);
void part_repeats(struct document *document, const struct repeats *repeats);

/* In headline.c: return the known devices next to a category, "Samsung 860 PRO
 * to Intel P3600 1.6 TB", or the only one as "faster than ..."; NULL: none. */
char *position_of(const struct section *section, const char *category);

/* Add a column for each percentile that a table shows (`where`: one of the bits
 * of result.h). */
void table_percentile_columns(struct table *table, unsigned where,
			      unsigned least);

/* Add these percentiles of latencies, where the data support them; "-" for
 * no latencies. */
void table_percentiles(struct table *table, const struct histogram *h,
		       unsigned where);

/* Add a percentile of a result's latencies with its interval to a plot; nothing
 * if the data do not support it. */
void picture_percentile(struct plot *plot, const char *series, double x,
			const struct result *result, double percent);

/* Draw the latencies of both sides of a comparison: a chart for each test. */
void picture_sides(struct plots *plots, const struct comparison *c);

extern const struct axis latency_axis;	/* of them all */

/* In trend-notes.c: parts of the notes of a record. */

/* Add the rows whose speed fell, for good or perhaps not. */
void notes_add_slowdowns(struct notes *notes, const struct record *record,
			 bool for_good, bool si);

/* Add the rows with a stall. */
void notes_add_stalls(struct notes *notes, const struct record *record,
		      bool si);

/* Add what the rounds say of the disk beyond flags or, unless in brief, for how
 * long the rows were judged, if their speed was steady. */
void notes_add_trend(struct notes *notes, const struct record *record,
		     bool brief);

/* In limits.c: add the limits of the disk that sweeps show. */
void notes_add_limits(struct notes *notes, const struct record *record,
		      bool si);

#endif
