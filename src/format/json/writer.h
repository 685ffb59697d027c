/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * JSON writer: writes a document value by value, with commas, indentation and
 * escapes. A key is NULL within an array. The caller must end all it begins,
 * and start with zeros and a stream.
 */
#ifndef DISKIDX_JSON_WRITER_H
#define DISKIDX_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json {
	FILE *stream;
	unsigned depth;
	unsigned line_depth;	/* from here on in one line; 0: nowhere */
	bool follows;		/* the next value follows another one */
	bool is_fio;		/* as fio writes it: "key" : value */
};

/* Begin an object or array with '{' or '[', and end it with '}' or ']'. */
void json_begin(struct json *json, const char *key, char bracket);
void json_end(struct json *json, char bracket);

/* Begin one that is written in one line. */
void json_begin_line(struct json *json, const char *key, char bracket);

/* Write one value. Characters of a text that are not plain are escaped, bytes
 * that are not UTF-8 become U+FFFD, and NULL is an empty text. */
void json_string(struct json *json, const char *key, const char *text);
void json_integer(struct json *json, const char *key, uint64_t value);
void json_bool(struct json *json, const char *key, bool value);

/* Write a number, or null if it is not finite, since JSON has no infinity. */
void json_number(struct json *json, const char *key, double value);
void json_null(struct json *json, const char *key);

/* Write the array [a, b] in one line. */
void json_pair(struct json *json, const char *key, double a, double b);

#endif
