/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Standard error: messages and the live line. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/message.h"
#include "diskidx/base/utf8.h"

/* Set once by message_begin. */
static bool is_quiet, is_live, has_progress;

/* The length of the live line on the terminal, or 0; written only here. */
static int live_columns;

void
message_begin(bool quiet, enum message_style style)
{
	const char *term = getenv("TERM");

	is_quiet = quiet;
	has_progress = !quiet && style != MESSAGE_NO_PROGRESS;
	is_live = !quiet && style == MESSAGE_AUTO && isatty(STDERR_FILENO) &&
		  term != NULL && strcmp(term, "dumb") != 0;
}

bool
message_is_live(void)
{
	return is_live;
}

void
message_live_end(void)
{
	if (live_columns > 0)
		fprintf(stderr, "\r%*s\r", live_columns, "");
	live_columns = 0;
}

void
message_put(enum message_kind kind, char *text)
{
	bool is_progress = kind >= MESSAGE_PROGRESS;

	if ((!is_quiet || kind == MESSAGE_ERROR) &&
	    (has_progress || !is_progress) &&
	    (!is_live || kind != MESSAGE_STEP)) {
		message_live_end();
		fprintf(stderr, "%s%s\n", is_progress ? "" : "diskidx: ",
			utf8_clean(text));
	}
	free(text);
}

/* The last column stays empty: some terminals wrap when it is filled. */
void
message_live(unsigned columns, const char *line)
{
	char *text;

	if (!is_live || columns < 2)
		return;
	live_columns = (int)columns - 1;
	text = xprintf("%.*s", live_columns, line);
	fprintf(stderr, "\r%-*s", live_columns, utf8_clean(text));
	fflush(stderr);
	free(text);
}
