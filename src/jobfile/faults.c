/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Faults: all that is wrong with a job file, each once and with its line. */
#include <config.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/utf8.h"
#include "script.h"

void
faults_keep(struct script *script, int rc)
{
	const char *path = script->reader.path, *why, *lead = ": ";
	char *text;

	if (rc == 0)
		return;
	/* Name the option of a command line instead of the path and line. */
	if (script->is_words) {
		why = script->message + strlen(path) + 1;
		why += strspn(why, "0123456789");
		why += strspn(why, ": ");
		if (islower((unsigned char)why[0]) &&
		    why[strcspn(why, ": '")] == ':')
			lead = " --";
		text = xprintf("%s%s%s", path, lead, why);
	} else {
		text = xstrdup(script->message);
	}
	utf8_clean(text);
	if (script->faults->n < SCRIPT_FAULTS) {
		texts_take(script->faults, text);
	} else {
		free(text);
		script->n_hidden++;
	}
}
