/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Faults: all that is wrong with a job file, each once and with its line. */
#include <config.h>

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/utf8.h"
#include "script.h"

void
faults_keep(struct script *script, int rc)
{
	const char *path = script->reader.path, *why, *lead = ": ";
	char text[SCRIPT_MESSAGE];

	if (rc == 0)
		return;
	snprintf(text, sizeof(text), "%s", script->message);
	/* Name the option of a command line instead of the path and line. */
	if (script->is_words) {
		why = script->message + strlen(path) + 1;
		why += strspn(why, "0123456789");
		why += strspn(why, ": ");
		if (islower((unsigned char)why[0]) &&
		    why[strcspn(why, ": '")] == ':')
			lead = " --";
		snprintf(text, sizeof(text), "%s%s%s", path, lead, why);
	}
	utf8_clean(text);
	for (size_t i = 0; i < script->n_faults; i++)
		if (strcmp(script->fault[i], text) == 0)
			return;
	if (script->n_faults == SCRIPT_FAULTS)
		script->n_hidden++;
	else
		script->fault[script->n_faults++] =
			script_keep(script, xstrdup(text));
}

void
faults_add(struct script *script, size_t line, const char *format, ...)
{
	char text[SCRIPT_MESSAGE];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	faults_keep(script, reader_fail_at(&script->reader, line, "%s", text));
}

bool
faults_end(struct script *script, char *error, size_t size)
{
	char more[SCRIPT_MESSAGE];
	size_t used = 0;

	snprintf(more, sizeof(more), "%.300s: and %zu more faults",
		 script->reader.path, script->n_hidden);
	if (script->n_hidden > 0)
		script->fault[script->n_faults++] = more;
	/* An empty string is behind all faults. */
	for (size_t i = 0; i < script->n_faults && used + 2 < size; i++)
		used += (size_t)snprintf(error + used, size - used - 1, "%s",
					 script->fault[i]) + 1;
	return script->n_faults > 0;
}
