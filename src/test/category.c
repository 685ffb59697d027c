/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The table of categories. */
#include <config.h>

#include <string.h>

#include "diskidx/test/category.h"

#define ROW(id, name, is_disk) { name, is_disk },
static const struct {
	const char *name;
	bool is_disk;
} table[CATEGORIES] = { CATEGORY_LIST(ROW) };

const char *
category_name(enum category category)
{
	return table[category].name;
}

bool
category_is(enum category category, const char *name)
{
	return strcmp(table[category].name, name) == 0;
}

bool
category_is_disk(const char *name)
{
	for (int i = 0; i < CATEGORIES; i++)
		if (category_is((enum category)i, name))
			return table[i].is_disk;
	return false;
}
