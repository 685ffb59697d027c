/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Format: a way to render records and comparisons to a stream. Each name in the
 * list below has a `const struct format format_NAME`. */
#ifndef DISKIDX_FORMAT_FORMAT_H
#define DISKIDX_FORMAT_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "diskidx/report/document.h"
#include "diskidx/test/test.h"

struct content;
struct record;
struct result;
struct texts;

#define FORMAT_LIST(X) X(text) X(json) X(csv) X(markdown) X(html) \
	X(unixbench) X(shell) X(fio) X(fio_json) X(fio_json_plus) \
	X(fio_terse) X(fio_terse4) X(fio_terse5) X(fio_log)

/* The version of fio that options and output follow; scripts compare it. */
#define FORMAT_FIO_VERSION "fio-3.33"

struct format {
	/* "fio-..." if programs read its output instead of fio's. */
	const char *name, *summary;

	/* A format that renders documents. The caller flushes the stream, which
	 * remembers an error. */
	void (*put)(FILE *stream, const struct document *document);

	/* A format that prints values: of records and, unless NULL, of each
	 * other kind of content. fio_log does not: it is logs (format_log) of
	 * the newest run, in files that begin with the name in -f. */
	bool takes_all;		/* all records; else only the last, whole */
	void (*print[CONTENT_KINDS])(const struct content *content,
				     FILE *stream);
};

#define DECLARE_FORMAT(name) extern const struct format format_##name;
FORMAT_LIST(DECLARE_FORMAT)

/* The lines of fio's normal output that come before all other formats;
 * format_fio after others (content.follows) prints the rest. */
extern const struct format format_fio_begin;

/* All formats; NULL past the last. */
extern const struct format *const format_table[];

/* Return NULL if none has that name. */
const struct format *format_by_name(const char *name);

/* Return true if a format has that kind of content; print it. */
bool format_has(const struct format *format, enum content_kind kind);
void format_print(const struct format *format, const struct content *content,
		  FILE *stream);

/*
 * In scores.c: print what -q leaves: of a suite its complete score, of other
 * tests a line each, or only the value of a single one; "-" for a missing
 * value, whose reason is added to `lacks`. Of a comparison, a line for each
 * ratio with its verdict; of a ranking, a line for each score with its record;
 * of hosts, the names of the slow ones.
 */
void format_scores(const struct content *content, FILE *stream,
		   struct texts *lacks);

/* Print a line to share (line.h) for each run, target and number of copies. */
void format_lines(FILE *stream, const struct record *records, size_t n);

/* In log.c: print the speed over time as fio's log: a line for each window and
 * direction. If a job asks for the log, it says how long a window is; else all
 * of the series is printed. Return why a log is impossible, or NULL. */
void format_log(FILE *stream, const struct record *record,
		const struct result *result, enum test_log kind, bool is_asked);
const char *format_log_refusal(const struct result *result, enum test_log kind);

#endif
