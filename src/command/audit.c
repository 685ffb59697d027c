/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The command audit: says if a record or a line agrees with itself. That is no
 * proof of its origin. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/baseline.h"
#include "diskidx/commands.h"
#include "diskidx/format.h"
#include "diskidx/line.h"
#include "diskidx/message.h"
#include "run-list.h"

#define UNREADABLE 2

/* Print what disagrees, or that nothing does: "". Return the exit status. */
static int
audit_say(const char *name, const char *why)
{
	bool good = *why == '\0';

	printf("%s: %sconsistent with itself%s%s\n", name, good ? "" : "not ",
	       good ? "" : ": ", why);
	return !good;
}

/* Audit a run, and print its lines if it is consistent. */
static void
audit_take(void *context, struct record *run)
{
	int *status = context, found = UNREADABLE;
	char *name = xprintf("%s, run %zu", run->path, run->place);
	char *why = record_audit(run);

	if (!run->has_checksum)
		message_error("%s: it has no checksum, as earlier versions "
			      "saved it", name);
	else
		found = audit_say(name, why);
	record_summarise(run, baseline_at(0));
	if (found == 0)
		format_lines(stdout, run, 1);
	*status = found > *status ? found : *status;
	free(name);
	free(why);
	record_free(run);
}

int
command_audit(const struct options *options)
{
	int status = 0;

	for (size_t i = 0; i < options->operand.n; i++) {
		const char *text = options->operand.list[i];
		struct line line;
		int found = 0;

		if (strncmp(text, LINE_BEGIN, strlen(LINE_BEGIN)) != 0) {
			if (!run_list_each(text, audit_take, &found))
				found = UNREADABLE;
		} else if (line_parse(&line, text) != 0) {
			message_error("'%.80s' is not a line of --brief=line",
				      text);
			found = UNREADABLE;
		} else if (*line.rest != '\0') {
			message_error("'%.80s' stands behind the end of a "
				      "line; give each by itself", line.rest);
			found = UNREADABLE;
		} else {
			found = audit_say(text, text_or(line_audit(&line), ""));
		}
		status = found > status ? found : status;
	}
	return command_end("the audit") != 0 ? UNREADABLE : status;
}
