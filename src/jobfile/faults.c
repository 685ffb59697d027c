/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Faults: all that is wrong with a job file, each once and with its line. */
#include <config.h>

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "script.h"

#define MOST 20			/* more are counted, not shown */
#define MOST_OUTSIDE 5		/* likewise, before any section */

void
faults_begin(struct script *script, char *text, size_t size)
{
	memset(text, 0, size);
	script->faults = text;
	script->room = size;
	script->reader.error = script->message;
	script->reader.error_size = sizeof(script->message);
}

/* Add a fault while there are few; leave room for the number of the others. */
static void
add_fault(struct script *script, const char *text, size_t most, size_t spare)
{
	size_t size = strlen(text) + 1;
	char *at = script->faults;

	/* An empty string is behind all faults. */
	for (; *at != '\0'; at += strlen(at) + 1)
		if (strcmp(at, text) == 0)
			return;
	if (script->n_faults == most || size + spare >= script->room) {
		script->n_hidden++;
		return;
	}
	memcpy(at, text, size);
	script->room -= size;
	script->n_faults++;
}

void
faults_keep(struct script *script, int rc)
{
	const char *path = script->reader.path, *why, *lead = ": ";
	char text[SCRIPT_MESSAGE];
	size_t most = MOST;

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
	if (script->n_jobs == 0 && !script->is_lost &&
	    script->global.name == NULL)
		most = MOST_OUTSIDE;
	add_fault(script, text, most, sizeof(text));
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
faults_end(struct script *script)
{
	char text[SCRIPT_MESSAGE];

	if (script->n_hidden > 0) {
		snprintf(text, sizeof(text), "%.300s: and %zu more faults",
			 script->reader.path, script->n_hidden);
		add_fault(script, text, SIZE_MAX, 0);
	}
	return script->n_faults > 0;
}
