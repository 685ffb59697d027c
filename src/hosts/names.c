/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The names of hosts in a list with ranges. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/hosts.h"

#define MOST 10000		/* names */

/* Add the names of one item of the list, "n[01-16].rack". Return false if it is
 * none. */
static bool
add_item(char ***names, size_t *n, const char *item)
{
	const char *range = strchr(item, '[');
	unsigned long first = 0, last = 0;
	int from = 0, dash = 0, end = 0;

	if (item[0] == '\0' || item[0] == '-')
		return false;
	if (range != NULL && (sscanf(range, "[%n%lu%n-%lu]%n", &from, &first,
				     &dash, &last, &end) != 2 || end == 0 ||
			      last < first || last - first >= MOST))
		return false;
	for (; first <= last && *n < MOST; first++) {
		char *name = range == NULL ? xstrdup(item) :
			xprintf("%.*s%0*lu%s", (int)(range - item), item,
				dash - from, first, range + end);

		*names = xgrow(*names, *n, sizeof(**names));
		(*names)[(*n)++] = name;
		for (size_t i = 0; i < *n - 1; i++)
			if (strcmp((*names)[i], name) == 0)
				return false;
	}
	return *n < MOST;
}

size_t
hosts_names(const char *text, char ***names)
{
	char *list = xstrdup(text), *at = list, *comma;
	bool good = true;
	size_t n = 0;

	*names = NULL;
	for (; good && at != NULL; at = comma) {
		comma = strchr(at, ',');
		if (comma != NULL)
			*comma++ = '\0';
		good = add_item(names, &n, at);
	}
	free(list);
	while (!good && n > 0)
		free((*names)[--n]);
	return n;
}
