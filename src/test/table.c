/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * The table of tests: a row for each test, in the order of `diskidx list tests`
 * and of every suite. The suite `disk` has the rows whose id has no prefix; any
 * other has those whose id starts with its name and a colon. A row without a
 * title gets one from its parameters (test_write_title).
 *
 * The share of reads follows from the action: 100 for reading, 0 for writing,
 * 50 for copying, and a given one for a mix.
 *
 * At the end: the table of categories.
 */
#include <config.h>

#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/units.h"
#include "diskidx/test/test.h"

#define READS .action = ACTION_READ, .read_pct = 100
#define WRITES .action = ACTION_WRITE, .read_pct = 0
#define COPIES .action = ACTION_COPY, .read_pct = 50
#define MIXES(read_pct_) .action = ACTION_MIX, .read_pct = read_pct_

#define TEST(workload_, category_, unit_, block, depth_, ...) \
	.category = category_, .unit = unit_, .workload = workload_, \
	.params = { .block_bytes = block, .depth = depth_, __VA_ARGS__ }

/* Copies of a small file in the page cache, as UnixBench makes them. */
#define FILE_COPY(category, block, blocks) \
	.title = "File Copy " #block " bufsize " #blocks " maxblocks", \
	TEST("filecopy", category, UNIT_KBPS, block, 1, COPIES, \
	     .cache = CACHE_CACHED, .file_bytes = (blocks) * KIB)
#define UNIXBENCH(block, blocks) \
	.rule = RULE_UNIXBENCH, FILE_COPY(CATEGORY_UNIXBENCH, block, blocks)

/* A large file from its start to its end, and a log that grows. */
#define OUT(sync_) WRITES, .cache = CACHE_BUFFERED, .sync = sync_
#define SEQUENTIAL(action, cache_) \
	TEST("sequential", CATEGORY_SEQUENTIAL, UNIT_MIBPS, MIB, 1, action, \
	     .cache = cache_)
#define APPEND(category, block, sync) \
	TEST("sequential", category, UNIT_IOPS, block, 1, OUT(sync))
#define LOG(block, sync) APPEND(CATEGORY_SYNCED, block, sync)

/* Requests through the engine, one at a time or many. */
#define ENGINE(category, unit, block, depth, ...) \
	TEST("random", category, unit, block, depth, .cache = CACHE_DIRECT, \
	     __VA_ARGS__)
#define IN_ORDER .sequential_pct = 100
#define RANDOM(depth, ...) \
	ENGINE(CATEGORY_RANDOM, UNIT_IOPS, 4 * KIB, depth, __VA_ARGS__)
#define ACCESS(block, ...) \
	ENGINE(CATEGORY_ACCESS, UNIT_IOPS, block, 1, __VA_ARGS__)
#define FIO(...) \
	ENGINE(CATEGORY_FIO, UNIT_IOPS, 4 * KIB, 32, __VA_ARGS__)
#define CDM(block, depth, ...) \
	ENGINE(CATEGORY_CDM, UNIT_MIBPS, block, depth, __VA_ARGS__)
#define YABS(block) \
	ENGINE(CATEGORY_YABS, UNIT_MIBPS, block, 64, MIXES(50))

/* A file of its own, read, written or copied once per pass. */
#define WHOLE(category, block, count, ...) \
	TEST("wholefile", category, UNIT_MIBPS, block, 1, \
	     .file_bytes = (block) * (uint64_t)(count), __VA_ARGS__)
#define DD(block, count, ...) WHOLE(CATEGORY_DD, block, count, __VA_ARGS__)
#define SIZES(mib, ...) \
	WHOLE(CATEGORY_SIZES, MIB, mib, .cache = CACHE_BUFFERED, __VA_ARGS__)
#define COLD READS, .cache = CACHE_BUFFERED
#define WARM READS, .cache = CACHE_CACHED

/* Rereads of a file whose size the plan sets, a share of the memory. */
#define REREAD(pct) \
	WHOLE(CATEGORY_CACHE, MIB, pct, WARM), .memory_pct = pct

/* Trees of small files. Changing only names counts as writing. */
#define SMALL(category, action_, read_pct_, block, ...) \
	TEST("smallfile", category, UNIT_OPS, block, 1, .action = action_, \
	     .read_pct = read_pct_, .files = 2000, __VA_ARGS__)
#define FILES(action, read_pct, ...) \
	SMALL(CATEGORY_SMALL_FILES, action, read_pct, 4 * KIB, \
	      .cache = CACHE_CACHED, __VA_ARGS__)
#define FSYNCED IN_ORDER, .sync = SYNC_FSYNC
#define FRESH(block) \
	SMALL(CATEGORY_SYNCED, ACTION_CREATE, 0, block, \
	      .cache = CACHE_BUFFERED, FSYNCED)

static struct test table[] = {
	{ "fsbuffer", FILE_COPY(CATEGORY_FILE_COPY, 256, 500) },
	{ "fstime", FILE_COPY(CATEGORY_FILE_COPY, 1024, 2000) },
	{ "fsdisk", FILE_COPY(CATEGORY_FILE_COPY, 4096, 8000) },
	{ "seq-write", "", SEQUENTIAL(WRITES, CACHE_BUFFERED) },
	{ "seq-read", "", SEQUENTIAL(READS, CACHE_BUFFERED) },
	{ "seq-copy", "", SEQUENTIAL(COPIES, CACHE_BUFFERED) },
	{ "seq-write-direct", "", SEQUENTIAL(WRITES, CACHE_DIRECT) },
	{ "seq-read-direct", "", SEQUENTIAL(READS, CACHE_DIRECT) },
	{ "seq-copy-direct", "", SEQUENTIAL(COPIES, CACHE_DIRECT) },
	{ "rand-read-q1", "", RANDOM(1, READS) },
	{ "rand-read-q32", "", RANDOM(32, READS) },
	{ "rand-write-q32", "", RANDOM(32, WRITES) },
	{ "rand-mixed-q32", "", RANDOM(32, MIXES(75)) },
	{ "commit", "", APPEND(CATEGORY_DURABLE, 4 * KIB, SYNC_FDATASYNC) },
	/* A page of a database, in place. Direct I/O proves that each write
	 * goes to the disk, and by itself. */
	{ "overwrite-dsync", "", ENGINE(CATEGORY_DURABLE, UNIT_IOPS, 16 * KIB,
					1, WRITES, .sync = SYNC_DSYNC) },

	{ "unixbench:fstime", UNIXBENCH(1024, 2000) },
	{ "unixbench:fsbuffer", UNIXBENCH(256, 500) },
	{ "unixbench:fsdisk", UNIXBENCH(4096, 8000) },

	{ "access:rand-read-4k", "", ACCESS(4 * KIB, READS) },
	{ "access:rand-write-4k", "", ACCESS(4 * KIB, WRITES) },
	{ "access:rand-5050-4k", "", ACCESS(4 * KIB, MIXES(50)) },
	{ "access:rand-7525-4k", "", ACCESS(4 * KIB, MIXES(75)) },
	{ "access:rand-read-256k", "", ACCESS(256 * KIB, READS) },
	{ "access:rand-write-256k", "", ACCESS(256 * KIB, WRITES) },
	{ "access:rand-5050-256k", "", ACCESS(256 * KIB, MIXES(50)) },
	{ "access:seq-read", "", ACCESS(256 * KIB, READS, IN_ORDER) },
	{ "access:seq-write", "", ACCESS(256 * KIB, WRITES, IN_ORDER) },

	{ "fio-4k:rand-read", "", FIO(READS) },
	{ "fio-4k:rand-write", "", FIO(WRITES) },

	{ "durable:dsync-4k", "", LOG(4 * KIB, SYNC_DSYNC) },
	{ "durable:dsync-16k", "", LOG(16 * KIB, SYNC_DSYNC) },
	{ "durable:fdatasync-4k", "", LOG(4 * KIB, SYNC_FDATASYNC) },
	{ "durable:fdatasync-16k", "", LOG(16 * KIB, SYNC_FDATASYNC) },

	{ "cdm:seq-read-1m-q8", "", CDM(MIB, 8, READS, IN_ORDER) },
	{ "cdm:seq-write-1m-q8", "", CDM(MIB, 8, WRITES, IN_ORDER) },
	{ "cdm:seq-read-1m-q1", "", CDM(MIB, 1, READS, IN_ORDER) },
	{ "cdm:seq-write-1m-q1", "", CDM(MIB, 1, WRITES, IN_ORDER) },
	{ "cdm:rand-read-4k-q32", "", CDM(4 * KIB, 32, READS) },
	{ "cdm:rand-write-4k-q32", "", CDM(4 * KIB, 32, WRITES) },
	{ "cdm:rand-read-4k-q1", "", CDM(4 * KIB, 1, READS) },
	{ "cdm:rand-write-4k-q1", "", CDM(4 * KIB, 1, WRITES) },

	{ "yabs:mixed-4k", "", YABS(4 * KIB) },
	{ "yabs:mixed-64k", "", YABS(64 * KIB) },
	{ "yabs:mixed-512k", "", YABS(512 * KIB) },
	{ "yabs:mixed-1m", "", YABS(MIB) },

	{ "dd:write", "Write bs=1M count=2048",
	  DD(MIB, 2048, OUT(SYNC_NEVER)) },
	{ "dd:write-flush", "Write bs=1M count=2048 fdatasync",
	  DD(MIB, 2048, OUT(SYNC_NONE)) },
	{ "dd:read", "Read bs=512 count=4194304 cold", DD(512, 4194304, COLD) },
	{ "dd:read-1m", "Read bs=1M count=2048 cold", DD(MIB, 2048, COLD) },
	{ "dd:read-warm", "Read bs=1M count=2048 warm", DD(MIB, 2048, WARM) },
	{ "dd:write-512-dsync", "Write bs=512 count=1000 dsync",
	  DD(512, 1000, OUT(SYNC_DSYNC)) },
	{ "dd:write-8k-dsync", "Write bs=8K count=10000 dsync",
	  DD(8 * KIB, 10000, OUT(SYNC_DSYNC)) },
	{ "dd:write-1m-dsync", "Write bs=1M count=1024 dsync",
	  DD(MIB, 1024, OUT(SYNC_DSYNC)) },
	{ "dd:write-400m-dsync", "Write bs=400M count=1 dsync",
	  DD(400 * MIB, 1, OUT(SYNC_DSYNC)) },
	{ "dd:read-400m", "Read bs=400M count=1 cold", DD(400 * MIB, 1, COLD) },

	{ "sizes:write-10m", "Write 10 MiB", SIZES(10, WRITES) },
	{ "sizes:read-10m", "Read 10 MiB", SIZES(10, READS) },
	{ "sizes:copy-10m", "Copy 10 MiB", SIZES(10, COPIES) },
	{ "sizes:write-100m", "Write 100 MiB", SIZES(100, WRITES) },
	{ "sizes:read-100m", "Read 100 MiB", SIZES(100, READS) },
	{ "sizes:copy-100m", "Copy 100 MiB", SIZES(100, COPIES) },
	{ "sizes:write-1000m", "Write 1000 MiB", SIZES(1000, WRITES) },
	{ "sizes:read-1000m", "Read 1000 MiB", SIZES(1000, READS) },
	{ "sizes:copy-1000m", "Copy 1000 MiB", SIZES(1000, COPIES) },

	{ "small-files:create", "Create 4K Files",
	  FILES(ACTION_CREATE, 0, IN_ORDER) },
	{ "small-files:create-fsync", "Create 4K Files fsync",
	  FILES(ACTION_CREATE, 0, FSYNCED) },
	{ "small-files:stat", "Stat Files", FILES(ACTION_STAT, 100, IN_ORDER) },
	{ "small-files:stat-random", "Stat Files random",
	  FILES(ACTION_STAT, 100, .sequential_pct = 0) },
	{ "small-files:open", "Open and Read 4K Files",
	  FILES(ACTION_OPEN, 100, IN_ORDER) },
	{ "small-files:open-random", "Open and Read 4K Files random",
	  FILES(ACTION_OPEN, 100, .sequential_pct = 0) },
	{ "small-files:rename", "Rename Files",
	  FILES(ACTION_RENAME, 0, IN_ORDER) },
	{ "small-files:rename-fsync", "Rename Files fsync",
	  FILES(ACTION_RENAME, 0, FSYNCED) },
	{ "small-files:delete", "Delete Files",
	  FILES(ACTION_DELETE, 0, IN_ORDER) },
	{ "small-files:delete-fsync", "Delete Files fsync",
	  FILES(ACTION_DELETE, 0, FSYNCED) },

	{ "durable:fsync-4k", "Create 4K File fsync", FRESH(4 * KIB) },
	{ "durable:fsync-16k", "Create 16K File fsync", FRESH(16 * KIB) },

	{ "sustained:write", "",
	  ENGINE(CATEGORY_SUSTAINED, UNIT_MIBPS, MIB, 8, WRITES, IN_ORDER,
		 .fallocate = FALLOCATE_TRUNCATE, .once = 1) },

	{ "cache:reread-25", "Reread 25 % of memory", REREAD(25) },
	{ "cache:reread-50", "Reread 50 % of memory", REREAD(50) },
	{ "cache:reread-75", "Reread 75 % of memory", REREAD(75) },
	{ "cache:reread-100", "Reread 100 % of memory", REREAD(100) },
	{ "cache:reread-125", "Reread 125 % of memory", REREAD(125) },
	{ "cache:reread-150", "Reread 150 % of memory", REREAD(150) },
	{ "cache:reread-200", "Reread 200 % of memory", REREAD(200) },
};

const struct test *
test_at(size_t i)
{
	if (i >= LENGTH(table))
		return NULL;
	if (table[i].title[0] == '\0')
		test_write_title(&table[i]);
	return &table[i];
}

const struct test *
test_by_id(const char *id)
{
	for (size_t i = 0; i < LENGTH(table); i++)
		if (strcmp(table[i].id, id) == 0)
			return test_at(i);
	return NULL;
}

#define CATEGORY(id, name, is_disk) { name, is_disk },
static const struct {
	const char *name;
	bool is_disk;
} categories[CATEGORIES] = { CATEGORY_LIST(CATEGORY) };

const char *
category_name(enum category category)
{
	return categories[category].name;
}

bool
category_is(enum category category, const char *name)
{
	return strcmp(categories[category].name, name) == 0;
}

bool
category_is_disk(const char *name)
{
	for (int i = 0; i < CATEGORIES; i++)
		if (category_is((enum category)i, name))
			return categories[i].is_disk;
	return false;
}
