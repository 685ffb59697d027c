/* JSON writer: see writer.h. */
#include <config.h>

#include <inttypes.h>
#include <math.h>
#include <stddef.h>

#include "writer.h"

#define REPLACEMENT "\xef\xbf\xbd"	/* U+FFFD */

void
json_start(struct json *json, FILE *stream)
{
	json->stream = stream;
	json->depth = 0;
	json->line_depth = 0;
	json->follows = false;
}

static void
new_line(struct json *json)
{
	unsigned i;

	putc('\n', json->stream);
	for (i = 0; i < json->depth; i++)
		fputs("  ", json->stream);
}

static bool
is_in_line(const struct json *json)
{
	return json->line_depth > 0 && json->depth >= json->line_depth;
}

/*
 * Return the length of the UTF-8 sequence at `text`, as RFC 3629 defines it
 * (no overlong form, no surrogate, nothing above U+10FFFF); 0 if it is none.
 */
static size_t
sequence(const unsigned char *text)
{
	unsigned char low = 0x80, high = 0xbf;
	size_t length, i;

	if (text[0] < 0x80)
		return 1;
	if (text[0] < 0xc2 || text[0] > 0xf4)
		return 0;
	length = text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3 : 4;
	if (text[0] == 0xe0)
		low = 0xa0;
	else if (text[0] == 0xed)
		high = 0x9f;
	else if (text[0] == 0xf0)
		low = 0x90;
	else if (text[0] == 0xf4)
		high = 0x8f;
	if (text[1] < low || text[1] > high)
		return 0;
	for (i = 2; i < length; i++) {
		if (text[i] < 0x80 || text[i] > 0xbf)
			return 0;
	}
	return length;
}

static void
quote(struct json *json, const char *text)
{
	const unsigned char *at = (const unsigned char *)text;
	size_t length;

	putc('"', json->stream);
	for (; *at != '\0'; at += length) {
		length = sequence(at);
		if (length == 0) {
			fputs(REPLACEMENT, json->stream);
			length = 1;
		} else if (*at == '"' || *at == '\\') {
			fprintf(json->stream, "\\%c", *at);
		} else if (*at < ' ') {
			fprintf(json->stream, "\\u%04x", (unsigned)*at);
		} else {
			fwrite(at, 1, length, json->stream);
		}
	}
	putc('"', json->stream);
}

/* Write the comma, the line break and the key before a value. */
static void
lead(struct json *json, const char *key)
{
	if (json->follows)
		putc(',', json->stream);
	if (is_in_line(json)) {
		if (json->follows)
			putc(' ', json->stream);
	} else if (json->depth > 0) {
		new_line(json);
	}
	if (key != NULL) {
		quote(json, key);
		fputs(": ", json->stream);
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
	lead(json, key);
	quote(json, text);
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
json_null(struct json *json, const char *key)
{
	lead(json, key);
	fputs("null", json->stream);
}

void
json_number(struct json *json, const char *key, double value)
{
	if (!isfinite(value)) {
		json_null(json, key);
		return;
	}
	lead(json, key);
	fprintf(json->stream, "%.10g", value);
}

void
json_pair(struct json *json, const char *key, double a, double b)
{
	json_begin_line(json, key, '[');
	json_number(json, NULL, a);
	json_number(json, NULL, b);
	json_end(json, ']');
}
