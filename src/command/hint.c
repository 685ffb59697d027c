/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The hint below a report: where the record is, and what to do with it. */
#include <config.h>

#include <string.h>

#include "diskidx/base/say.h"
#include "diskidx/base/utf8.h"
#include "diskidx/base/wrap.h"
#include "diskidx/test/baseline.h"
#include "records.h"

#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" \
	"0123456789_-+=.,:@%/"

/*
 * Append a path as a word of the shell, in single quotes if it needs any. The
 * quotes are closed for a quote, and for a character that is not plain, which
 * must not reach a terminal: an unquoted question mark matches one byte, and a
 * star all bytes of a longer one.
 */
static char *
append_word(char *text, const char *path)
{
	uint32_t code;
	size_t length;

	/* Keep it from being an option, zsh's =COMMAND, or compare's vs. */
	if (path[0] == '-' || path[0] == '=' || strcmp(path, "vs") == 0)
		text = say_join(text, "", "./");
	if (path[0] != '\0' && path[strspn(path, PLAIN)] == '\0')
		return say_join(text, "", path);
	text = say_join(text, "", "'");
	for (; *path != '\0'; path += length > 0 ? length : 1) {
		length = utf8_decode(path, &code);
		if (*path == '\'')
			text = say_join(text, "", "'\\''");
		else if (length == 0 || !utf8_is_plain(code))
			text = say_join(text, "", length > 1 ? "'*'" : "'?'");
		else
			text = say_more(text, "", "%.*s", (int)length, path);
	}
	return say_join(text, "", "'");
}

/* Print a text after its lead, or below if the line is too short. */
static void
put_below(FILE *out, const char *lead, const char *text)
{
	size_t length = strlen(lead);

	if (length + strlen(text) > wrap_columns()) {
		while (length > 0 && lead[length - 1] == ' ')
			length--;
		fprintf(out, "%.*s\n", (int)length, lead);
	} else {
		fputs(lead, out);
	}
	utf8_put(text, out);
	putc('\n', out);
}

/* A record has no baseline: the command names any except the default. */
void
records_say(FILE *out, const char *path, const char *baseline)
{
	char *report = say("diskidx report -v ");
	char *compare = say("diskidx compare OTHER ");
	const char *name = records_name(path);

	if (baseline != NULL && baseline_by_name(baseline) != baseline_default)
		report = say_join(append_word(say_join(report, "", "-B "),
					      baseline), "", " ");
	put_below(out, "The record is in ", path);
	put_below(out, "   more results:          ",
		  append_word(report, name));
	put_below(out, "   compare with another:  ",
		  append_word(compare, name));
}
