/* Standard error: messages and the live line. */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/alloc.h"
#include "diskidx/message.h"
#include "diskidx/utf8.h"

#define LIVE_WIDTH 79

/* Set once by message_begin. */
static bool is_quiet, is_live;

/* Set while a live line is on the terminal; written only by this file. */
static bool live_shown;

void
message_begin(bool quiet)
{
	const char *term = getenv("TERM");

	is_quiet = quiet;
	is_live = !quiet && isatty(STDERR_FILENO) && term != NULL &&
		  strcmp(term, "dumb") != 0;
}

bool
message_is_live(void)
{
	return is_live;
}

void
message_live_end(void)
{
	if (live_shown)
		fprintf(stderr, "\r%*s\r", LIVE_WIDTH, "");
	live_shown = false;
}

static void
print(const char *prefix, const char *format, va_list args)
{
	char *text = xvprintf(format, args);

	message_live_end();
	fprintf(stderr, "%s%s\n", prefix, utf8_clean(text));
	free(text);
}

void
message_error(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	print("diskidx: ", format, args);
	va_end(args);
}

void
message_warning(const char *format, ...)
{
	va_list args;

	if (is_quiet)
		return;
	va_start(args, format);
	print("diskidx: ", format, args);
	va_end(args);
}

void
message_progress(const char *format, ...)
{
	va_list args;

	if (is_quiet)
		return;
	va_start(args, format);
	print("", format, args);
	va_end(args);
}

void
message_live(const char *format, ...)
{
	char line[LIVE_WIDTH + 1];
	va_list args;

	if (!message_is_live())
		return;
	va_start(args, format);
	vsnprintf(line, sizeof(line), format, args);
	va_end(args);
	fprintf(stderr, "\r%-*s", LIVE_WIDTH, utf8_clean(line));
	fflush(stderr);
	live_shown = true;
}
