/*
 * Tests of the suites that shell scripts stood for: one file read, written or
 * copied from its start to its end, and many small ones.
 */
#include <config.h>

#include "diskidx/units.h"
#include "table.h"

#define WHOLE(category_, block, count, ...) \
	.category = category_, .unit = UNIT_MIBPS, .workload = "wholefile", \
	.params = { .block_bytes = block, .depth = 1, \
		    .file_bytes = (block) * (uint64_t)(count), __VA_ARGS__ }
#define DD(block, count, ...) WHOLE("dd", block, count, __VA_ARGS__)
#define SIZES(mib, ...) \
	WHOLE("Sizes", MIB, mib, .cache = CACHE_BUFFERED, __VA_ARGS__)
#define COLD READS, .cache = CACHE_BUFFERED
#define WARM READS, .cache = CACHE_CACHED
#define OUT(sync_) WRITES, .cache = CACHE_BUFFERED, .sync = sync_

/* The size is the plan's: a share of the memory, which is not known here. */
#define REREAD(pct) \
	.category = "Cache", .unit = UNIT_MIBPS, .workload = "wholefile", \
	.params = { WARM, .block_bytes = MIB, .depth = 1, \
		    .file_bytes = (pct) * MIB }, .memory_pct = pct

/* What reads nothing and writes nothing but names counts as writing. */
#define SMALL(category_, action_, read_pct_, block, ...) \
	.category = category_, .unit = UNIT_OPS, .workload = "smallfile", \
	.params = { .action = action_, .read_pct = read_pct_, \
		    .block_bytes = block, .depth = 1, .files = 2000, \
		    __VA_ARGS__ }
#define FILES(action_, read_pct_, ...) \
	SMALL("Small Files", action_, read_pct_, 4 * KIB, \
	      .cache = CACHE_CACHED, __VA_ARGS__)
#define IN_ORDER .sequential_pct = 100
#define FSYNCED .sequential_pct = 100, .sync = SYNC_FSYNC
#define FRESH(block) \
	SMALL("Durable", ACTION_CREATE, 0, block, .cache = CACHE_BUFFERED, \
	      FSYNCED)

static const struct test rows[] = {
	{ "dd:write", "Write bs=1M count=2048",
	  DD(MIB, 2048, OUT(SYNC_NEVER)) },
	{ "dd:write-flush", "Write bs=1M count=2048 fdatasync",
	  DD(MIB, 2048, OUT(SYNC_NONE)) },
	{ "dd:read", "Read bs=512 count=4194304 cold",
	  DD(512, 4194304, COLD) },
	{ "dd:read-1m", "Read bs=1M count=2048 cold",
	  DD(MIB, 2048, COLD) },
	{ "dd:read-warm", "Read bs=1M count=2048 warm",
	  DD(MIB, 2048, WARM) },
	{ "dd:write-512-dsync", "Write bs=512 count=1000 dsync",
	  DD(512, 1000, OUT(SYNC_DSYNC)) },
	{ "dd:write-8k-dsync", "Write bs=8K count=10000 dsync",
	  DD(8 * KIB, 10000, OUT(SYNC_DSYNC)) },
	{ "dd:write-1m-dsync", "Write bs=1M count=1024 dsync",
	  DD(MIB, 1024, OUT(SYNC_DSYNC)) },
	{ "dd:write-400m-dsync", "Write bs=400M count=1 dsync",
	  DD(400 * MIB, 1, OUT(SYNC_DSYNC)) },
	{ "dd:read-400m", "Read bs=400M count=1 cold",
	  DD(400 * MIB, 1, COLD) },

	{ "sizes:write-10m", "Write 10 MiB",
	  SIZES(10, WRITES) },
	{ "sizes:read-10m", "Read 10 MiB",
	  SIZES(10, READS) },
	{ "sizes:copy-10m", "Copy 10 MiB",
	  SIZES(10, COPIES) },
	{ "sizes:write-100m", "Write 100 MiB",
	  SIZES(100, WRITES) },
	{ "sizes:read-100m", "Read 100 MiB",
	  SIZES(100, READS) },
	{ "sizes:copy-100m", "Copy 100 MiB",
	  SIZES(100, COPIES) },
	{ "sizes:write-1000m", "Write 1000 MiB",
	  SIZES(1000, WRITES) },
	{ "sizes:read-1000m", "Read 1000 MiB",
	  SIZES(1000, READS) },
	{ "sizes:copy-1000m", "Copy 1000 MiB",
	  SIZES(1000, COPIES) },

	{ "small-files:create", "Create 4K Files",
	  FILES(ACTION_CREATE, 0, IN_ORDER) },
	{ "small-files:create-fsync", "Create 4K Files fsync",
	  FILES(ACTION_CREATE, 0, FSYNCED) },
	{ "small-files:stat", "Stat Files",
	  FILES(ACTION_STAT, 100, IN_ORDER) },
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

	{ "durable:fsync-4k", "Create 4K File fsync",
	  FRESH(4 * KIB) },
	{ "durable:fsync-16k", "Create 16K File fsync",
	  FRESH(16 * KIB) },

	{ "cache:reread-25", "Reread 25 % of memory",
	  REREAD(25) },
	{ "cache:reread-50", "Reread 50 % of memory",
	  REREAD(50) },
	{ "cache:reread-75", "Reread 75 % of memory",
	  REREAD(75) },
	{ "cache:reread-100", "Reread 100 % of memory",
	  REREAD(100) },
	{ "cache:reread-125", "Reread 125 % of memory",
	  REREAD(125) },
	{ "cache:reread-150", "Reread 150 % of memory",
	  REREAD(150) },
	{ "cache:reread-200", "Reread 200 % of memory",
	  REREAD(200) },
};

const struct test_table test_shell = TEST_TABLE(rows);
