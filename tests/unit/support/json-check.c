/*
 * A strict check that a text is JSON. Each function of the check takes the
 * place where a value begins, and returns the place behind it, or NULL if it
 * is none.
 */
#include <config.h>

#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "json-check.h"

static const char *value(const char *at);

static const char *
blanks(const char *at)
{
	return at + strspn(at, " \t\r\n");
}

static const char *
text(const char *at)
{
	unsigned i;

	if (*at++ != '"')
		return NULL;
	for (; *at != '"'; at++) {
		if ((unsigned char)*at < ' ')
			return NULL;
		if (*at != '\\')
			continue;
		at++;
		if (*at == 'u') {
			for (i = 0; i < 4; i++) {
				if (!isxdigit((unsigned char)*++at))
					return NULL;
			}
		} else if (*at == '\0' || strchr("\"\\/bfnrt", *at) == NULL) {
			return NULL;
		}
	}
	return at + 1;
}

static const char *
digits(const char *at)
{
	size_t n = strspn(at, "0123456789");

	return n > 0 ? at + n : NULL;
}

static const char *
figure(const char *at)
{
	if (*at == '-')
		at++;
	if (*at == '0' && isdigit((unsigned char)at[1]))
		return NULL;
	at = digits(at);
	if (at != NULL && *at == '.')
		at = digits(at + 1);
	if (at != NULL && (*at == 'e' || *at == 'E')) {
		at++;
		if (*at == '+' || *at == '-')
			at++;
		at = digits(at);
	}
	return at;
}

/* Values, or pairs of key and value, up to the closing bracket. */
static const char *
list(const char *at, bool keys, char close)
{
	at = blanks(at);
	if (*at == close)
		return at + 1;
	for (;;) {
		if (keys) {
			at = text(blanks(at));
			if (at == NULL || *(at = blanks(at)) != ':')
				return NULL;
			at++;
		}
		at = value(at);
		if (at == NULL)
			return NULL;
		at = blanks(at);
		if (*at == close)
			return at + 1;
		if (*at++ != ',')
			return NULL;
	}
}

static const char *
value(const char *at)
{
	at = blanks(at);
	if (*at == '{')
		return list(at + 1, true, '}');
	if (*at == '[')
		return list(at + 1, false, ']');
	if (*at == '"')
		return text(at);
	if (strncmp(at, "true", 4) == 0 || strncmp(at, "null", 4) == 0)
		return at + 4;
	if (strncmp(at, "false", 5) == 0)
		return at + 5;
	return figure(at);
}

bool
json_is_valid(const char *text)
{
	const char *end;

	if (*text != '{' && *text != '[')
		return false;
	end = value(text);
	return end != NULL && *blanks(end) == '\0';
}

/* The value of a key of that length in an object, or of that index. */
static const char *
member(const char *at, const char *key, size_t length)
{
	bool keys = *at == '{';
	size_t left = keys ? 0 : strtoul(key, NULL, 10);
	const char *name;
	bool found;

	if (*at != '{' && *at != '[')
		return NULL;
	for (at = blanks(at + 1); *at != '}' && *at != ']';
	     at = blanks(at + (*at == ','))) {
		name = at + 1;
		if (keys)
			at = blanks(blanks(text(at)) + 1);
		found = keys ? strncmp(name, key, length) == 0 &&
			       name[length] == '"' : left-- == 0;
		if (found)
			return at;
		at = blanks(value(at));
	}
	return NULL;
}

const char *
json_find(const char *text, const char *path)
{
	const char *at = blanks(text);
	size_t length;

	while (*path != '\0' && at != NULL) {
		length = strcspn(path, "/");
		at = member(at, path, length);
		path += length + (path[length] == '/');
	}
	return at;
}

double
json_number_at(const char *text, const char *path)
{
	const char *at = json_find(text, path);

	if (at == NULL || (*at != '-' && !isdigit((unsigned char)*at)))
		return NAN;
	return strtod(at, NULL);
}
