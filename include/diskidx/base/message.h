/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Message: writes messages and the one live line to standard error. Lower case,
 * no full stop: `WHERE: what is wrong; what to do`. Whatever is in a path, a
 * message is a line of plain characters (utf8.h). Only main, run and the
 * commands use this; functions below them return -errno.
 */
#ifndef DISKIDX_BASE_MESSAGE_H
#define DISKIDX_BASE_MESSAGE_H

#include <stdbool.h>

#include "diskidx/base/alloc.h"

enum message_style { MESSAGE_AUTO, MESSAGE_PLAIN, MESSAGE_NO_PROGRESS };

/* Apply -q: no warnings, notes or progress; errors remain. Examine standard
 * error now, because the process that measures has it no longer. */
void message_begin(bool quiet, enum message_style style);

/* Return true if progress goes to a live line: that needs MESSAGE_AUTO, and a
 * terminal that can redraw it. */
bool message_is_live(void);

/* Print a line, and free it. Progress does not begin with the program's name; a
 * step is printed only if there is no live line. */
enum message_kind {
	MESSAGE_ERROR, MESSAGE_WARNING, MESSAGE_PROGRESS, MESSAGE_STEP
};
void message_put(enum message_kind kind, char *line);
#define message_print(kind, ...) message_put(kind, xprintf(__VA_ARGS__))
#define message_error(...) message_print(MESSAGE_ERROR, __VA_ARGS__)
#define message_warning(...) message_print(MESSAGE_WARNING, __VA_ARGS__)
#define message_progress(...) message_print(MESSAGE_PROGRESS, __VA_ARGS__)
#define message_step(...) message_print(MESSAGE_STEP, __VA_ARGS__)

/* Show progress in the live line of a terminal that is `columns` wide; do
 * nothing elsewhere, or without a column. */
void message_live(unsigned columns, const char *line);

/* Remove the live line. */
void message_live_end(void);

#endif
