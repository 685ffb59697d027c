/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Format: a way to render records and comparisons to a stream. A name in the
 * list below is that of its `const struct format format_NAME`. */
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

/* The version of fio whose options and output are followed; scripts compare
 * it. */
#define FORMAT_FIO_VERSION "fio-3.33"

struct format {
	const char *name, *summary;

	/* One that programs read in the place of fio; and a terse one. */
	bool is_fio;
	int terse_version;	/* of fio; 0: none */

	/* One that renders documents: how, and the report of records if it is
	 * not the usual one. The caller flushes the stream, which remembers an
	 * error. */
	void (*report)(struct document *document,
		       const struct content *content);
	void (*put)(FILE *stream, const struct document *document, bool color);

	/* One that prints figures: of records and, unless NULL, of each other
	 * kind of content. */
	bool one_by_one;	/* each of the records may be printed by itself,
				   which then need the memory of one */
	bool last_alone;	/* the last of them is printed alone, whole */
	void (*print[CONTENT_KINDS])(const struct content *content,
				     FILE *stream);

	/* One that has neither, but the logs (format_log) of the newest run, in
	 * files whose names -f begins. */
	bool has_prefix;
};

#define DECLARE_FORMAT(name) extern const struct format format_##name;
FORMAT_LIST(DECLARE_FORMAT)

/* The lines of fio's normal output that it prints before all other formats. The
 * rest is that of format_fio behind others (content.follows). */
extern const struct format format_fio_begin;

/* All formats; NULL ends. */
extern const struct format *const format_table[];

/* Return NULL if none has that name. */
const struct format *format_by_name(const char *name);

/* Return true if a format has that kind of content, and print it. */
bool format_has(const struct format *format, enum content_kind kind);
void format_print(const struct format *format, const struct content *content,
		  FILE *stream);

/* Print a line a run, in text. */
void format_list(FILE *stream, const struct record *records, size_t n);

/*
 * In scores.c: print what -q leaves: of a suite its complete score, of other
 * tests a line each, or only the value of a single one; "-" where there is
 * none, for reasons that it adds to `lacks`. Of a comparison, a line a ratio
 * with its verdict; of a ranking, a line a score with its record; of hosts, the
 * names of the slow ones.
 */
void format_scores(const struct content *content, FILE *stream,
		   struct texts *lacks);

/* Print a line to share (line.h) for each run, target and number of copies. */
void format_lines(FILE *stream, const struct record *records, size_t n);

/* In log.c: print the speed over time as a log of fio: a line for each
 * direction of a window, which is as long as a job that asks for the log says;
 * else all of the series. Return why that can't be, of a record's latency for
 * one, or NULL. */
void format_log(FILE *stream, const struct record *record,
		const struct result *result, enum test_log kind, bool is_asked);
const char *format_log_refusal(const struct result *result, enum test_log kind);

#endif
