/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The table of categories. */
#include <config.h>

#include <string.h>

#include "diskidx/category.h"

static const struct {
	const char *name;
	bool is_disk;
} table[CATEGORIES] = {
	[CATEGORY_FILE_COPY] = { "File Copy", false },
	[CATEGORY_SEQUENTIAL] = { "Sequential", true },
	[CATEGORY_RANDOM] = { "Random", true },
	[CATEGORY_DURABLE] = { "Durable", true },
	[CATEGORY_UNIXBENCH] = { "UnixBench", false },
	[CATEGORY_DD] = { "dd", false },
	[CATEGORY_SIZES] = { "Sizes", false },
	[CATEGORY_SMALL_FILES] = { "Small Files", false },
	[CATEGORY_ACCESS] = { "Access", false },
	[CATEGORY_FIO] = { "fio 4K", false },
	[CATEGORY_SYNCED] = { "Synced Writes", false },
	[CATEGORY_CDM] = { "CrystalDiskMark pattern", false },
	[CATEGORY_YABS] = { "YABS pattern", false },
	[CATEGORY_CACHE] = { "Cache", false },
	[CATEGORY_JOB] = { "Job", false },
	[CATEGORY_SUSTAINED] = { "Sustained", false },
};

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
