/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Report: documents of records, comparisons and rankings, which look right in
 * text, Markdown and HTML; one builder a kind of report. */
#ifndef DISKIDX_REPORT_REPORT_H
#define DISKIDX_REPORT_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/comparison/comparison.h"
#include "diskidx/comparison/ranking.h"
#include "diskidx/hosts/hosts.h"
#include "diskidx/record/record.h"
#include "diskidx/report/document.h"

/* Content: what a report or a format shows, and how. */
struct content {
	enum content_kind kind;
	const struct record *records;	/* summarized, or */
	const struct comparison *comparisons;	/* at least one, or */
	size_t n;			/* of these two */
	const struct ranking *ranking;
	const struct hosts *hosts;
	struct whole *whole;	/* for records that are thin */
	bool follows;		/* others were printed before, one by one */
	const struct report_options *how;
	const struct format *format;	/* as which it is printed */
	const char *saved;	/* path of the record that a hint below text
				   points to, or NULL; with this -B */
	const char *baseline;
};

/* In run-report.c: fill an empty document with a report of summarized records,
 * at least one. Of several, the newest is shown in full, or with `verbose`
 * each. */
void report_records(struct document *document, const struct content *content);

/* In unixbench-report.c: the same with UnixBench's report of the File Copy
 * tests of each. */
void report_unixbench(struct document *document, const struct content *content);

/* In comparison-report.c: the same with comparisons, at least one. */
void report_comparisons(struct document *document,
			const struct comparison *comparisons, size_t n);

/* In ranking-report.c and hosts-report.c: the same with a ranking, or with
 * several hosts. */
void report_ranking(struct document *document, const struct ranking *ranking);
void report_hosts(struct document *document, const struct hosts *hosts);

/* In runs.c: add a line per run: of `every` run also where it ran and its file,
 * though these are the same for all. */
void report_runs(struct document *document, const struct record *records,
		 size_t n, bool every);

/* Notes: the sentences that explain a report, a comparison or a ranking. JSON
 * has them as well as documents. */

/*
 * In record-notes.c: list the notes of a record: its interruption, missing
 * figures, the flags of its rows, slowdowns and limits, small pages, the run's
 * own sentences and the baseline. In brief: without the names of flagged rows,
 * particulars and what explains no doubt; in full also for lists of all
 * percentiles.
 */
struct notes notes_of_record(const struct record *record, bool si, bool brief,
			     bool full);

/* In comparison-notes.c: list the notes of a comparison, of a ranking, or of
 * several hosts. */
struct notes notes_of_comparison(const struct comparison *comparison);
struct notes notes_of_ranking(const struct ranking *ranking);
struct notes notes_of_hosts(const struct hosts *hosts);

#endif
