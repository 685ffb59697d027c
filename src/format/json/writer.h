/*
 * Writes a JSON document value by value: commas, indentation and escapes.
 * A key is NULL within an array. It doesn't check that what begins also ends.
 */
#ifndef DISKIDX_JSON_WRITER_H
#define DISKIDX_JSON_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json {
	FILE *stream;
	unsigned depth;
	unsigned line_depth;	/* from here on all in one line; 0: nowhere */
	bool follows;		/* a value stands before the next one here */
};

void json_start(struct json *json, FILE *stream);

/* `bracket` is '{' or '['; json_end takes its counterpart. */
void json_begin(struct json *json, const char *key, char bracket);
void json_end(struct json *json, char bracket);

/* As json_begin, but what is inside stays in the line. */
void json_begin_line(struct json *json, const char *key, char bracket);

/* A text that isn't UTF-8 gets U+FFFD where it is not. */
void json_string(struct json *json, const char *key, const char *text);
void json_integer(struct json *json, const char *key, uint64_t value);
void json_bool(struct json *json, const char *key, bool value);

/* JSON has no infinity: a number that isn't finite is null. */
void json_number(struct json *json, const char *key, double value);
void json_null(struct json *json, const char *key);

/* The array [a, b] in the line. */
void json_pair(struct json *json, const char *key, double a, double b);

#endif
