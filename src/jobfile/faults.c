/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Faults: all that is wrong with a job file, each once and with its place. */
#include <config.h>

#include <inttypes.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/base/utf8.h"
#include "script.h"

void
fault_keep(struct script *script, const char *text)
{
	if (script->faults->n < SCRIPT_FAULTS)
		texts_take(script->faults, utf8_clean(xstrdup(text)));
	else
		script->n_hidden++;
}

void
fault_add(struct script *script, uint64_t line, const char *key,
	  const char *format, ...)
{
	const char *path = script->reader.path;
	char *place = say("%s", path);
	va_list args;

	if (!script->is_words)
		place = say_more(place, ":", "%" PRIu64, line);
	if (key != NULL)
		place = say_more(place, script->is_words ? " --" : ": ",
				 "%.60s", key);
	va_start(args, format);
	fault_keep(script, say_join(place, ": ", vsay(format, args)));
	va_end(args);
}
