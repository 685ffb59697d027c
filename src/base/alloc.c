/* Memory that is there, or the end of the program. */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"

static void *
checked(void *memory)
{
	if (memory == NULL) {
		fputs("diskidx: out of memory\n", stderr);
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
xprintf(const char *format, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, format);
	length = vsnprintf(NULL, 0, format, args);
	va_end(args);
	text = xmalloc((size_t)(length < 0 ? 0 : length) + 1);
	va_start(args, format);
	vsnprintf(text, (size_t)(length < 0 ? 0 : length) + 1, format, args);
	va_end(args);
	return text;
}
