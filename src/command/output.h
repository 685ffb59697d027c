/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Output: reports go to standard output, in one format, and to files of -f. */
#ifndef COMMAND_OUTPUT_H
#define COMMAND_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "diskidx/format/format.h"
#include "diskidx/plan/options.h"
#include "diskidx/plan/plan.h"
#include "diskidx/report/report.h"

/* Take an argument of -f, "FORMAT" or "FORMAT=FILE". Return 0, or -EINVAL with
 * `error` (OPTIONS_ERROR). */
int output_take(struct options *options, const char *text, char *error);

/* Check that standard output can have what goes there, that the files are new
 * and can be created, and that all formats have that kind of content. False
 * after a message. */
bool output_check(const struct options *options, enum content_kind kind);

/* Return the output to standard output (0), or another one; it has no format
 * past the last. */
struct output output_get(const struct options *options, size_t i);

/*
 * Render to standard output and then to each file; content.how follows from the
 * options. Return 0; 1 with --strict and an invalidating flag; 2 after a
 * message: something cannot be written. Such a file is removed, unless it may
 * be overwritten.
 */
int output_render(const struct options *options, struct content content);

/* In gate.c: print a set of comparisons, apply --fail-if-slower and free it.
 * Return the exit status. */
int compare_finish(struct comparison *set, size_t n,
		   const struct options *options);

/* Apply it to a series: is such a fall new, or ruled out by its last runs? */
int gate_series(const struct record *runs, size_t n, double limit_pct);

/* Return why an output is impossible with the record and the first n files, or
 * NULL. Its format is NULL for a log that a job asks for. */
const char *output_refusal(const struct options *options, struct output output,
			   size_t n);

/* Open the file of an output; NULL after a message. Close it: return 0, or 2
 * after a message, and the file is removed unless it may be overwritten. */
FILE *output_open(struct output output);
int output_close(FILE *stream, struct output output);

/* In logs.c: return true if the logs that a plan's jobs ask for can be made;
 * false after a message. */
bool logs_check(const struct plan *plan, const struct options *options);

/* Write those that can be, for the first n tests of a record, or all kinds with
 * a prefix; `over`: also over existing files. Write those that -f asks for.
 * Return 0, or 2 after a message. */
int logs_write(const struct record *record, size_t n, const char *prefix,
	       bool over);
int logs_write_all(const struct options *options, const struct record *record);

#endif
