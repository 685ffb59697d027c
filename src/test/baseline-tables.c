/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The built-in tables: the yardstick, a desktop disk, and for the file copies
 * UnixBench's machine.
 */
#include <config.h>

#include <string.h>

#include "diskidx/array.h"
#include "diskidx/baseline.h"

#define ROW(id, value, source) { id, value, source, NULL }

#define GEORGE "UnixBench's \"George\", a SPARCstation 20-61"

/* A disk of 120 turns a second. The Samsung F1 of 1 TB is one, measured by
 * fio-plot's authors without a file system. */
#define MIDDLE "convention: between the outer and the inner tracks"
#define BOTH_WAYS "follows: each byte is read and written"
#define F1(iops) "; " iops " measured on a Samsung F1"

static const struct baseline_row hdd_7200_rows[] = {
	ROW("fsbuffer", 1655, GEORGE),
	ROW("fstime", 3960, GEORGE),
	ROW("fsdisk", 5800, GEORGE),
	ROW("unixbench:fsbuffer", 1655, GEORGE),
	ROW("unixbench:fstime", 3960, GEORGE),
	ROW("unixbench:fsdisk", 5800, GEORGE),
	ROW("seq-write", 100, MIDDLE),
	ROW("seq-read", 100, MIDDLE),
	ROW("seq-copy", 50, BOTH_WAYS),
	ROW("seq-write-direct", 100, MIDDLE),
	ROW("seq-read-direct", 100, MIDDLE),
	ROW("seq-copy-direct", 50, BOTH_WAYS),
	ROW("rand-read-q1", 75, "follows: half a turn, 4.2 ms, and a seek of "
	    "9.2 ms" F1("72")),
	ROW("rand-read-q32", 150, "convention: a full queue shortens the way "
	    "by half" F1("131")),
	ROW("rand-write-q32", 150, "convention: as rand-read-q32" F1("151")),
	ROW("rand-mixed-q32", 150, "follows: reads and writes are equally "
	    "fast"),
	ROW("commit", 60, "follows: two turns, for the data and for the "
	    "journal"),
	ROW("overwrite-dsync", 120, "follows: one turn, as nothing but the "
	    "data is written"),
};

static const struct baseline tables[] = {
	{ .name = BASELINE_DEFAULT, .version = BASELINE_DEFAULT "-1",
	  .summary = "a desktop disk of 7200 rpm scores 10; File Copy is "
		"relative to UnixBench's machine",
	  .row = hdd_7200_rows, .n_rows = LENGTH(hdd_7200_rows) },
};

const struct baseline *
baseline_at(size_t i)
{
	return i < LENGTH(tables) ? &tables[i] : NULL;
}

const struct baseline *
baseline_by_name(const char *name)
{
	for (size_t i = 0; i < LENGTH(tables); i++)
		if (strcmp(tables[i].name, name) == 0 ||
		    strcmp(tables[i].version, name) == 0)
			return &tables[i];
	return NULL;
}
