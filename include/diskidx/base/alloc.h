/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Alloc: memory on the heap, and the length of arrays. No function returns
 * NULL: when memory runs out, the program says so and exits with 2. */
#ifndef DISKIDX_BASE_ALLOC_H
#define DISKIDX_BASE_ALLOC_H

#include "diskidx/base/printf.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

/* For each of the n entries of a list, which may be NULL, a pointer to it. */
#define for_each(type, entry, list, n) \
	for (type *entry = (list); entry != NULL && entry < (list) + (n); \
	     entry++)

/* Refuse to compile unless a condition holds, mostly on a length. */
#define STATIC_ASSERT(name, condition) \
	typedef char assert_##name[(condition) ? 1 : -1]

void *xmalloc(unsigned long size);	/* zeroed */
void *xrealloc(void *old, unsigned long size);

/* Return a list of n entries of that size with room for one more. */
void *xgrow(void *list, unsigned long n, unsigned long size);

/* Add an entry to a list of n, and return its address, to be filled. */
#define xadd(list, n) \
	((list) = xgrow(list, n, sizeof(*(list))), &(list)[(n)++])

/* Return a copy on the heap; NULL for NULL. */
char *xstrdup(const char *text);

/* Return what printf would print, on the heap. */
char *xprintf(const char *format, ...) PRINTF_LIKE(1, 2);

#endif
