/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Category: tests with their own heading and score. A record stores its name;
 * other versions may have other categories. Each line below has its name, and
 * whether it is part of the score over the disk rows.
 */
#ifndef DISKIDX_TEST_CATEGORY_H
#define DISKIDX_TEST_CATEGORY_H

#include <stdbool.h>

#define CATEGORY_LIST(X) \
	X(FILE_COPY, "File Copy", false) \
	X(SEQUENTIAL, "Sequential", true) \
	X(RANDOM, "Random", true) \
	X(DURABLE, "Durable", true) \
	X(UNIXBENCH, "UnixBench", false) \
	X(DD, "dd", false) \
	X(SIZES, "Sizes", false) \
	X(SMALL_FILES, "Small Files", false) \
	X(ACCESS, "Access", false) \
	X(FIO, "fio 4K", false) \
	X(SYNCED, "Synced Writes", false) \
	X(CDM, "CrystalDiskMark pattern", false) \
	X(YABS, "YABS pattern", false) \
	X(CACHE, "Cache", false) \
	X(JOB, "Job", false) \
	X(SUSTAINED, "Sustained", false) \
	X(CAPACITY, "Capacity", false)

#define CATEGORY_NUMBER(id, name, is_disk) CATEGORY_##id,
enum category { CATEGORY_LIST(CATEGORY_NUMBER) CATEGORIES };

/* In table.c: return its name. */
const char *category_name(enum category category);

/* Return true if a record uses this name for the category. */
bool category_is(enum category category, const char *name);

/* Return true if that category is part of the score over the disk rows. */
bool category_is_disk(const char *name);

#endif
