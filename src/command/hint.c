/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The hint below a report: where the record is, and what to do with it. */
#include <config.h>

#include <string.h>

#include "diskidx/baseline.h"
#include "diskidx/utf8.h"
#include "records.h"

#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ" \
	"0123456789_-+=.,:@%/"

/*
 * Print a path as a word of the shell, in single quotes if it needs any. They
 * are closed for a quote, and for a character that is not plain, which must not
 * reach a terminal: an unquoted question mark matches one byte, and a star all
 * bytes of a longer one.
 */
static void
put_word(FILE *out, const char *path)
{
	uint32_t code;
	size_t length;

	/* Keep it from being an option, zsh's =COMMAND, or compare's vs. */
	if (path[0] == '-' || path[0] == '=' || strcmp(path, "vs") == 0)
		fputs("./", out);
	if (path[0] != '\0' && path[strspn(path, PLAIN)] == '\0') {
		fputs(path, out);
		return;
	}
	putc('\'', out);
	for (; *path != '\0'; path += length > 0 ? length : 1) {
		length = utf8_decode(path, &code);
		if (*path == '\'')
			fputs("'\\''", out);
		else if (length == 0 || !utf8_is_plain(code))
			fputs(length > 1 ? "'*'" : "'?'", out);
		else
			fwrite(path, 1, length, out);
	}
	putc('\'', out);
}

/* A record does not hold its baseline, so the command names any but the
 * default. */
void
records_say(FILE *out, const char *path, const char *baseline)
{
	bool is_default = baseline == NULL ||
			  baseline_by_name(baseline) == baseline_at(0);

	fputs("The record is in ", out);
	utf8_put(path, out);
	fputs("\n   more figures:          diskidx report -v ", out);
	if (!is_default) {
		fputs("-B ", out);
		put_word(out, baseline);
		putc(' ', out);
	}
	put_word(out, path);
	fputs("\n   compare with another:  diskidx compare OTHER ", out);
	put_word(out, path);
	putc('\n', out);
}
