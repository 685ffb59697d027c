/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* JSON writer: see json.h. */
#include <config.h>

#include <inttypes.h>
#include <math.h>

#include "diskidx/base/utf8.h"
#include "diskidx/stats/statistics.h"
#include "json.h"

static void
new_line(struct json *json)
{
	putc('\n', json->stream);
	for (unsigned i = 0; i < json->depth; i++)
		fputs("  ", json->stream);
}

static bool
is_in_line(const struct json *json)
{
	return json->line_depth > 0 && json->depth >= json->line_depth;
}

/* Write the comma, the line break and the key before a value. */
static void
lead(struct json *json, const char *key)
{
	if (json->follows)
		fputs(is_in_line(json) ? ", " : ",", json->stream);
	if (json->depth > 0 && !is_in_line(json))
		new_line(json);
	if (key != NULL) {
		utf8_quote(key, json->stream);
		fputs(json->is_fio ? " : " : ": ", json->stream);
	}
	json->follows = true;
}

void
json_begin(struct json *json, const char *key, char bracket)
{
	lead(json, key);
	putc(bracket, json->stream);
	json->depth++;
	json->follows = false;
}

void
json_begin_line(struct json *json, const char *key, char bracket)
{
	json_begin(json, key, bracket);
	if (json->line_depth == 0)
		json->line_depth = json->depth;
}

void
json_end(struct json *json, char bracket)
{
	bool in_line = is_in_line(json);

	if (json->depth == json->line_depth)
		json->line_depth = 0;
	json->depth--;
	if (json->follows && !in_line)
		new_line(json);
	putc(bracket, json->stream);
	json->follows = true;
	if (json->depth == 0)
		putc('\n', json->stream);
}

void
json_string(struct json *json, const char *key, const char *text)
{
	if (text == NULL)
		return;
	lead(json, key);
	utf8_quote(text, json->stream);
}

void
json_integer(struct json *json, const char *key, uint64_t value)
{
	lead(json, key);
	fprintf(json->stream, "%" PRIu64, value);
}

void
json_bool(struct json *json, const char *key, bool value)
{
	lead(json, key);
	fputs(value ? "true" : "false", json->stream);
}

void
json_number(struct json *json, const char *key, double value)
{
	lead(json, key);
	if (isfinite(value))
		fprintf(json->stream, json->is_fio ? "%f" : "%.10g", value);
	else
		fputs("null", json->stream);
}

void
json_interval(struct json *json, const char *key, struct interval ci95)
{
	if (!interval_known(ci95))
		return;
	json_begin_line(json, key, '[');
	json_number(json, NULL, ci95.low);
	json_number(json, NULL, ci95.high);
	json_end(json, ']');
}
