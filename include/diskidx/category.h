/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Category: tests with a heading and a score of their own. A record has its
 * name, and another version's may have categories which this one lacks.
 *
 * To add one: a number below, and a row in src/test/category.c.
 */
#ifndef DISKIDX_CATEGORY_H
#define DISKIDX_CATEGORY_H

#include <stdbool.h>

enum category {
	CATEGORY_FILE_COPY, CATEGORY_SEQUENTIAL, CATEGORY_RANDOM,
	CATEGORY_DURABLE, CATEGORY_UNIXBENCH, CATEGORY_DD, CATEGORY_SIZES,
	CATEGORY_SMALL_FILES, CATEGORY_ACCESS, CATEGORY_FIO, CATEGORY_SYNCED,
	CATEGORY_CDM, CATEGORY_YABS, CATEGORY_CACHE, CATEGORY_JOB,
	CATEGORY_SUSTAINED, CATEGORIES
};

const char *category_name(enum category category);

/* Return true if a record means this category by the name. */
bool category_is(enum category category, const char *name);

/* Return true if the category of that name is a part of the score over the
 * disk rows. */
bool category_is_disk(const char *name);

#endif
