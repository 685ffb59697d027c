/*
 * Tests of the suites that do with the workloads of `disk` what other
 * programs do: UnixBench, IOMeter, fio, CrystalDiskMark, YABS.
 */
#include <config.h>

#include "diskidx/units.h"
#include "table.h"

#define UNIXBENCH(block, blocks) \
	.rule = RULE_UNIXBENCH, FILE_COPY("UnixBench", block, blocks)
#define ACCESS(block, ...) \
	ENGINE("Access", UNIT_IOPS, block, 1, __VA_ARGS__)
#define IN_SEQUENCE .sequential_pct = 100
#define FIO(...) \
	ENGINE("fio 4K", UNIT_IOPS, 4 * KIB, 32, __VA_ARGS__)
#define DURABLE(block, sync_) \
	.category = "Durable", .unit = UNIT_IOPS, .workload = "sequential", \
	.params = { WRITES, .cache = CACHE_BUFFERED, .sync = sync_, \
		    .block_bytes = block, .depth = 1 }
#define CDM(block, depth, ...) \
	ENGINE("CrystalDiskMark pattern", UNIT_MIBPS, block, depth, \
	       __VA_ARGS__)
#define YABS(block) \
	ENGINE("YABS pattern", UNIT_MIBPS, block, 64, MIXES(50))

static const struct test rows[] = {
	{ "unixbench:fstime", "File Copy 1024 bufsize 2000 maxblocks",
	  UNIXBENCH(1024, 2000) },
	{ "unixbench:fsbuffer", "File Copy 256 bufsize 500 maxblocks",
	  UNIXBENCH(256, 500) },
	{ "unixbench:fsdisk", "File Copy 4096 bufsize 8000 maxblocks",
	  UNIXBENCH(4096, 8000) },

	{ "access:rand-read-4k", "Random Read 4K Q1 direct",
	  ACCESS(4 * KIB, READS) },
	{ "access:rand-write-4k", "Random Write 4K Q1 direct",
	  ACCESS(4 * KIB, WRITES) },
	{ "access:rand-5050-4k", "Random 50/50 4K Q1 direct",
	  ACCESS(4 * KIB, MIXES(50)) },
	{ "access:rand-7525-4k", "Random 75/25 4K Q1 direct",
	  ACCESS(4 * KIB, MIXES(75)) },
	{ "access:rand-read-256k", "Random Read 256K Q1 direct",
	  ACCESS(256 * KIB, READS) },
	{ "access:rand-write-256k", "Random Write 256K Q1 direct",
	  ACCESS(256 * KIB, WRITES) },
	{ "access:rand-5050-256k", "Random 50/50 256K Q1 direct",
	  ACCESS(256 * KIB, MIXES(50)) },
	{ "access:seq-read", "Sequential Read 256K Q1 direct",
	  ACCESS(256 * KIB, READS, IN_SEQUENCE) },
	{ "access:seq-write", "Sequential Write 256K Q1 direct",
	  ACCESS(256 * KIB, WRITES, IN_SEQUENCE) },

	{ "fio-4k:rand-read", "Random Read 4K Q32 direct",
	  FIO(READS) },
	{ "fio-4k:rand-write", "Random Write 4K Q32 direct",
	  FIO(WRITES) },

	{ "durable:dsync-4k", "Synced Append 4K Q1 dsync",
	  DURABLE(4 * KIB, SYNC_DSYNC) },
	{ "durable:dsync-16k", "Synced Append 16K Q1 dsync",
	  DURABLE(16 * KIB, SYNC_DSYNC) },
	{ "durable:fdatasync-4k", "Synced Append 4K Q1",
	  DURABLE(4 * KIB, SYNC_FDATASYNC) },
	{ "durable:fdatasync-16k", "Synced Append 16K Q1",
	  DURABLE(16 * KIB, SYNC_FDATASYNC) },

	{ "cdm:seq-read-1m-q8", "Sequential Read 1M Q8 direct",
	  CDM(MIB, 8, READS, IN_SEQUENCE) },
	{ "cdm:seq-write-1m-q8", "Sequential Write 1M Q8 direct",
	  CDM(MIB, 8, WRITES, IN_SEQUENCE) },
	{ "cdm:seq-read-1m-q1", "Sequential Read 1M Q1 direct",
	  CDM(MIB, 1, READS, IN_SEQUENCE) },
	{ "cdm:seq-write-1m-q1", "Sequential Write 1M Q1 direct",
	  CDM(MIB, 1, WRITES, IN_SEQUENCE) },
	{ "cdm:rand-read-4k-q32", "Random Read 4K Q32 direct",
	  CDM(4 * KIB, 32, READS) },
	{ "cdm:rand-write-4k-q32", "Random Write 4K Q32 direct",
	  CDM(4 * KIB, 32, WRITES) },
	{ "cdm:rand-read-4k-q1", "Random Read 4K Q1 direct",
	  CDM(4 * KIB, 1, READS) },
	{ "cdm:rand-write-4k-q1", "Random Write 4K Q1 direct",
	  CDM(4 * KIB, 1, WRITES) },

	{ "yabs:mixed-4k", "Random 50/50 4K Q64 direct",
	  YABS(4 * KIB) },
	{ "yabs:mixed-64k", "Random 50/50 64K Q64 direct",
	  YABS(64 * KIB) },
	{ "yabs:mixed-512k", "Random 50/50 512K Q64 direct",
	  YABS(512 * KIB) },
	{ "yabs:mixed-1m", "Random 50/50 1M Q64 direct",
	  YABS(MIB) },
};

const struct test_table test_suites = TEST_TABLE(rows);
