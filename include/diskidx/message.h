/*
 * Everything that goes to standard error: messages, and the one live line.
 * Lower case, no full stop: `path: what failed: why`. Only main, run and the
 * commands call this; below them functions return -errno.
 */
#ifndef DISKIDX_MESSAGE_H
#define DISKIDX_MESSAGE_H

#include <stdbool.h>

#include "diskidx/printf.h"

/* -q: no warnings, notes or progress; errors remain. */
void message_set_quiet(bool quiet);

/* Whether standard error is a terminal that can redraw a line. */
bool message_is_live(void);

void message_error(const char *format, ...) PRINTF_LIKE(1, 2);
void message_warning(const char *format, ...) PRINTF_LIKE(1, 2);

/* Progress: on a terminal replaces the live line, else prints nothing. */
void message_live(const char *format, ...) PRINTF_LIKE(1, 2);

/* Progress: a line of its own, without the program's name. */
void message_progress(const char *format, ...) PRINTF_LIKE(1, 2);

/* Removes the live line. */
void message_live_end(void);

#endif
