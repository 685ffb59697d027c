/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The table of suites and their defaults. The ids in the table of tests say
 * which suite a test is in. In a suite without a size, each test has its own.
 * The rosters of records list the tests that the suites had.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/test/name.h"
#include "diskidx/test/suite.h"
#include "diskidx/test/test.h"

static const struct numbers access_depths = {
	.list = { 1, 2, 4, 8, 16, 32 }, .n = 6
};

const struct suite suite_table[] = {
	{ .name = "disk", .version = "disk-1",
	  .summary = "file copy, sequential, random and durable I/O",
	  .stands_for = "The score: a look at a disk from all sides, instead "
		"of UnixBench's file tests and a handful of fio jobs.",
	  .size_bytes = SUITE_SIZE_GIB * GIB,
	  .time_ns = SUITE_TIME_S * NS_PER_S,
	  .rounds = SUITE_ROUNDS, .write_pct = 40 },
	{ .name = "unixbench", .summary = "UnixBench's three File Copy tests",
	  .stands_for = "UnixBench 6, ./Run fstime fsbuffer fsdisk: 2 s of "
		"writing, 2 s of reading, 30 s of copying, three passes, the "
		"lowest third dropped. It measures memory and system calls.",
	  .layout = LAYOUT_UNIXBENCH,
	  .size_bytes = 1 * GIB, .time_ns = 30 * NS_PER_S,
	  .warm_up_ns = 4 * NS_PER_S, .rounds = 3, .copies = 1 },
	{ .name = "dd", .summary = "sequential write and read, as dd does it",
	  .stands_for = "dd if=/dev/zero of=FILE and dd if=FILE of=/dev/null, "
		"with and without conv=fdatasync or oflag=dsync, in small and "
		"in large blocks, each ten times.",
	  .layout = LAYOUT_PASSES, .time_ns = 60 * NS_PER_S,
	  .rounds = 10 },
	{ .name = "sizes", .summary = "files of 10, 100 and 1000 MiB",
	  .stands_for = "Scripts that time the writing, reading and copying "
		"of files of several sizes on several file systems, and set "
		"the directories (-d) side by side.",
	  .layout = LAYOUT_SIZES, .time_ns = 60 * NS_PER_S,
	  .warm_up_ns = 60 * NS_PER_S, .delay_ns = 5 * NS_PER_S,
	  .rounds = 3 },
	{ .name = "small-files", .summary = "small files made, found, removed",
	  .stands_for = "bonnie++'s and mdtest's work on many small files in a "
		"tree: how many per second, and how long each takes.",
	  .size_bytes = 1 * GIB, .time_ns = 2 * NS_PER_S, .rounds = 5 },
	{ .name = "access", .summary = "IOMeter's patterns by queue depth",
	  .stands_for = "IOMeter's access specifications, 4 KiB and 256 KiB, "
		"at queue depths of 1 to 32.",
	  .layout = LAYOUT_ACCESS,
	  .size_bytes = 1 * GIB, .time_ns = NS_PER_S, .rounds = 5,
	  .depth = &access_depths },
	{ .name = "fio-4k", .summary = "two fio jobs, 4 KiB at depth 32",
	  .stands_for = "fio --bs=4k --iodepth=32 --direct=1 "
		"--ioengine=libaio --size=4g --runtime=60, once with "
		"--rw=randread and once with --rw=randwrite.",
	  .layout = LAYOUT_TYPICAL, .size_bytes = 4 * GIB,
	  .time_ns = 60 * NS_PER_S, .rounds = 1 },
	{ .name = "durable", .summary = "writes that must survive a crash",
	  .stands_for = "A database's log and a mail server's spool: how "
		"long a write takes until it is on the disk, by O_DSYNC, by "
		"fdatasync, and by fsync of a fresh file and its directory.",
	  .size_bytes = 1 * GIB,
	  .time_ns = 2 * NS_PER_S, .rounds = 8 },
	{ .name = "cdm", .summary = "CrystalDiskMark's four patterns",
	  .stands_for = "CrystalDiskMark's default profile: the same pattern, "
		"not the same program, and the mean where it shows the best.",
	  .size_bytes = 1 * GIB, .time_ns = 5 * NS_PER_S,
	  .warm_up_ns = 5 * NS_PER_S, .delay_ns = 5 * NS_PER_S,
	  .rounds = 3 },
	{ .name = "yabs", .summary = "YABS's four mixed patterns",
	  .stands_for = "YABS's fio tests: the same pattern, not the same "
		"program, and ended by time, where YABS ends after 2 GiB.",
	  .size_bytes = 2 * GIB, .time_ns = 30 * NS_PER_S,
	  .rounds = 1, .copies = 2 },
	{ .name = "cache", .summary = "where the page cache ends",
	  .stands_for = "Reading a file a second time while it grows from a "
		"quarter of memory to twice the memory, or to what -s or the "
		"free space allows.",
	  .layout = LAYOUT_PASSES, .time_ns = 60 * NS_PER_S,
	  .rounds = 3 },
	{ .name = "sustained", .summary = "the speed after the fast part",
	  .stands_for = "Writing without a break, or any test named after it, "
		"until the fast buffer of an SSD or the credit of a volume is "
		"used up; and again after a pause.",
	  .time_ns = SUITE_TIME_S * NS_PER_S, .delay_ns = 300 * NS_PER_S,
	  .rounds = 1 },
	{ .name = NULL },
};

const struct suite *const suite_disk = suite_table;

static const struct suite *
suite_find(const char *name, size_t length)
{
	for (const struct suite *s = suite_table; s->name != NULL; s++)
		if (strlen(s->name) == length &&
		    strncmp(s->name, name, length) == 0)
			return s;
	return NULL;
}

const struct suite *
suite_by_name(const char *name)
{
	return suite_find(name, strlen(name));
}

/* Look for the suite's prefix; the tests of `disk` have none. */
const struct test *
suite_test(const struct suite *suite, size_t i)
{
	const struct suite *prefix = suite != suite_disk ? suite : NULL;
	const struct test *test;

	for (size_t t = 0; (test = test_at(t)) != NULL; t++)
		if (suite_of(test->id) == prefix && i-- == 0)
			return test;
	return NULL;
}

const struct suite *
suite_of(const char *id)
{
	return suite_find(id, test_name_list(id));
}

/* This never changes: it is the roster of records without one. */
static const char first_roster[] =
	"fsbuffer=File Copy,fstime=File Copy,fsdisk=File Copy,"
	"seq-write=Sequential,seq-read=Sequential,seq-copy=Sequential,"
	"seq-write-direct=Sequential,seq-read-direct=Sequential,"
	"seq-copy-direct=Sequential,rand-read-q1=Random,rand-read-q32=Random,"
	"rand-write-q32=Random,rand-mixed-q32=Random,commit=Durable,"
	"overwrite-dsync=Durable";

char *
roster_text(const struct suite *suite)
{
	const struct test *test;
	char *text = NULL;

	for (size_t i = 0; (test = suite_test(suite, i)) != NULL; i++)
		text = say_more(text, ",", "%s=%s", test->id,
				category_name(test->category));
	return text;
}

void
roster_take(struct roster *roster, const char *text)
{
	const struct suite *suite = suite_table;
	char *all = say("%s", text_or(text, first_roster)), *left, *category;
	const struct test *test;

	for (; text == NULL && suite->name != NULL; suite++)
		if (suite != suite_disk)
			all = say_join(all, ",", roster_text(suite));
	roster_free(roster);
	for (char *id = strtok_r(all, ",", &left); id != NULL;
	     id = strtok_r(NULL, ",", &left)) {
		category = strchr(id, '=');
		if (category == NULL)
			continue;
		*category++ = '\0';
		test = test_by_id(id);
		*xadd(roster->test, roster->n) = (struct roster_test){
			.id = xstrdup(id),
			.category = xstrdup(test == NULL ? category :
					    category_name(test->category))
		};
	}
}

void
roster_free(struct roster *roster)
{
	for (size_t i = 0; i < roster->n; i++) {
		free(roster->test[i].id);
		free(roster->test[i].category);
	}
	free(roster->test);
	*roster = (struct roster){ 0 };
}
