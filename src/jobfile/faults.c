/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Faults: all that is wrong with a job file, each once and with its place. */
#include <config.h>

#include <inttypes.h>

#include "diskidx/base/say.h"
#include "diskidx/base/utf8.h"
#include "script.h"

void
fault_add(struct script *script, uint64_t line, const char *key,
	  const char *format, ...)
{
	const char *path = script->reader.path;
	char *text = NULL;
	va_list args;

	if (script->faults->n >= SCRIPT_FAULTS) {
		script->n_hidden++;
		return;
	}
	if (line > 0)
		text = script->is_words ? say("%s", path) :
			say("%s:%" PRIu64, path, line);
	if (key != NULL)
		text = say_more(text, script->is_words ? " --" : ": ", "%.60s",
				key);
	va_start(args, format);
	text = say_join(text, ": ", vsay(format, args));
	va_end(args);
	texts_add(script->faults, utf8_clean(text));
}
