/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Alloc: memory from the heap, or the end of the program. */
#include <config.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"

void *
xmalloc(unsigned long size)
{
	return memset(xrealloc(NULL, size), 0, size);
}

void *
xrealloc(void *old, unsigned long size)
{
	void *memory = realloc(old, size > 0 ? size : 1);

	if (memory != NULL)
		return memory;
	/* End the live line of a terminal. */
	if (isatty(STDERR_FILENO))
		putc('\n', stderr);
	fputs("diskidx: out of memory\n", stderr);
	exit(2);
}

void *
xgrow(void *list, unsigned long n, unsigned long size)
{
	return xrealloc(list, (n + 1) * size);
}

char *
xstrdup(const char *text)
{
	if (text == NULL)
		return NULL;
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
	if (length < 0)
		return xstrdup("");
	text = xmalloc((size_t)length + 1);
	va_start(args, format);
	vsnprintf(text, (size_t)length + 1, format, args);
	va_end(args);
	return text;
}
