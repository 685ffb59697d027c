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
 * none, or one of them is there. */
static bool
add_item(struct texts *names, const char *item)
{
	const char *range = strchr(item, '[');
	unsigned long first = 0, last = 0;
	int from = 0, dash = 0, end = 0;
	bool good = item[0] != '\0' && item[0] != '-';

	if (range != NULL)
		good &= sscanf(range, "[%n%lu%n-%lu]%n", &from, &first, &dash,
			       &last, &end) == 2 && end > 0 && first <= last &&
			last - first < MOST;
	for (size_t n; good && first <= last; first++) {
		n = names->n;
		texts_take(names, range == NULL ? xstrdup(item) :
			   xprintf("%.*s%0*lu%s", (int)(range - item), item,
				   dash - from, first, range + end));
		good = names->n > n && n < MOST;
	}
	return good;
}

bool
hosts_names(const char *text, struct texts *names)
{
	char *list = xstrdup(text), *at = list, *comma;
	bool good = true;

	for (; good && at != NULL; at = comma) {
		comma = strchr(at, ',');
		if (comma != NULL)
			*comma++ = '\0';
		good = add_item(names, at);
	}
	free(list);
	return good;
}
