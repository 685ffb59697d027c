/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The parts of the JSON document, which json.c puts together. `jobs` and
 * `disk_util` have fio's names and units, for programs that read fio's. */
#ifndef DISKIDX_JSON_H
#define DISKIDX_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "diskidx/comparison/repeats.h"
#include "diskidx/format/format.h"
#include "diskidx/record/record.h"
#include "diskidx/report/report.h"

#define JSON_SCHEMA 1		/* of each document */

/*
 * Writer: writes a document value by value, with commas, indentation and
 * escapes. A key is NULL within an array. The caller must end all it begins,
 * and start with zeros and a stream.
 */
struct json {
	FILE *stream;
	unsigned depth;
	unsigned line_depth;	/* from here in one line; 0: none */
	bool follows;		/* a comma comes before the next value */
	bool is_fio;		/* as fio writes it: "key" : value; and as its
				   json+, with the bins of latencies */
	bool has_bins;
};

/* In writer.c: begin an object or array with '{' or '[', and end it. */
void json_begin(struct json *json, const char *key, char bracket);
void json_end(struct json *json, char bracket);

/* Begin one that is written in one line. */
void json_begin_line(struct json *json, const char *key, char bracket);

/* Write one value. Special characters of a text are escaped, bytes other than
 * UTF-8 become U+FFFD; NULL writes nothing. */
void json_string(struct json *json, const char *key, const char *text);
void json_integer(struct json *json, const char *key, uint64_t value);
void json_bool(struct json *json, const char *key, bool value);

/* Write a number, or null if it is not finite: JSON has no infinity. */
void json_number(struct json *json, const char *key, double value);

/* Write an interval as the array [low, high] in one line, if there is one. */
void json_interval(struct json *json, const char *key, struct interval ci95);

/* In fio-json.c: write all parts of fio's: global options; jobs that have a
 * result, or all if the output replaces fio's (json->is_fio); and disk_util,
 * one per device. */
void json_parts_of_fio(struct json *json, const struct record *record);

/* In comparison-json.c: write the flags' names as an array, in one line. */
void json_flags(struct json *json, const char *key, unsigned flags);

/* Write "notes", an array of sentences, and free them. */
void json_notes(struct json *json, struct notes notes);

/* Write "comparisons" of further targets with the first, if there are any. */
void json_targets(struct json *json, const struct record *record);

/* Write "over_runs", what runs that measure the same make together. */
void json_repeats(struct json *json, const struct repeats *repeats);

/* Print comparisons, a ranking, or hosts: see format.h. */
void json_compare(const struct content *content, FILE *stream);

#endif
