/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Faults: all that is wrong with a job file, each once and with its place. */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/utf8.h"
#include "script.h"

void
fault_keep(struct script *script, char *text)
{
	if (script->faults->n < SCRIPT_FAULTS) {
		texts_take(script->faults, utf8_clean(text));
	} else {
		free(text);
		script->n_hidden++;
	}
}

void
fault_add(struct script *script, uint64_t line, const char *key,
	  const char *format, ...)
{
	const char *path = script->reader.path;
	char *why, *place;
	va_list args;

	va_start(args, format);
	why = xvprintf(format, args);
	va_end(args);
	place = script->is_words ? xstrdup(path) :
		xprintf("%s:%" PRIu64, path, line);
	if (key != NULL)
		place = xappend(place, script->is_words ? " --" : ": ",
				"%.60s", key);
	fault_keep(script, xjoin(place, ": ", why));
}
