/* Alloc: memory from the heap, or the end of the program. */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/alloc.h"

static void *
checked(void *memory)
{
	if (memory == NULL) {
		/* The live line may stand there, where this is a terminal. */
		fprintf(stderr, "%sdiskidx: out of memory\n",
			isatty(STDERR_FILENO) ? "\n" : "");
		exit(2);
	}
	return memory;
}

void *
xmalloc(unsigned long size)
{
	return checked(malloc(size > 0 ? size : 1));
}

void *
xrealloc(void *old, unsigned long size)
{
	return checked(realloc(old, size > 0 ? size : 1));
}

char *
xstrdup(const char *text)
{
	return strcpy(xmalloc(strlen(text) + 1), text);
}

char *
xvprintf(const char *format, va_list args)
{
	va_list again;
	char *text;
	int length;

	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (length < 0)
		return xstrdup("");
	text = xmalloc((size_t)length + 1);
	vsnprintf(text, (size_t)length + 1, format, args);
	return text;
}

char *
xprintf(const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = xvprintf(format, args);
	va_end(args);
	return text;
}

char *
xjoin(char *text, const char *separator, char *more)
{
	char *joined = xprintf("%s%s%s", text, *text != '\0' ? separator : "",
			       more);

	free(text);
	free(more);
	return joined;
}
