/*
 * The tests of `disk`, and the finding of all. What a parameter means to a
 * workload stands in that workload's file; here it is data, but for the share
 * of reads, which follows from the action: 100 for reading, 0 for writing, 50
 * for copying, and the mix's own for a mix.
 */
#include <config.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/test.h"
#include "table.h"

#define SEQUENTIAL(action_, cache_, read_pct_) \
	.category = "Sequential", .unit = UNIT_MIBPS, \
	.workload = "sequential", \
	.params = { .action = action_, .cache = cache_, \
		    .block_bytes = 1 * MIB, .depth = 1, \
		    .read_pct = read_pct_ }
#define RANDOM(action_, depth_, read_pct_) \
	.category = "Random", .unit = UNIT_IOPS, .workload = "random", \
	.params = { .action = action_, .cache = CACHE_DIRECT, \
		    .block_bytes = 4 * KIB, .depth = depth_, \
		    .read_pct = read_pct_ }
#define COMMIT \
	.category = "Random", .unit = UNIT_IOPS, .workload = "sequential", \
	.params = { .action = ACTION_WRITE, .cache = CACHE_BUFFERED, \
		    .sync = SYNC_FDATASYNC, .block_bytes = 4 * KIB, \
		    .depth = 1, .read_pct = 0 }

static const struct test disk[] = {
	{ "fsbuffer", "File Copy 256 bufsize 500 maxblocks",
	  FILE_COPY("File Copy", 256, 500) },
	{ "fstime", "File Copy 1024 bufsize 2000 maxblocks",
	  FILE_COPY("File Copy", 1024, 2000) },
	{ "fsdisk", "File Copy 4096 bufsize 8000 maxblocks",
	  FILE_COPY("File Copy", 4096, 8000) },
	{ "seq-write", "Sequential Write 1M buffered",
	  SEQUENTIAL(ACTION_WRITE, CACHE_BUFFERED, 0) },
	{ "seq-read", "Sequential Read 1M buffered",
	  SEQUENTIAL(ACTION_READ, CACHE_BUFFERED, 100) },
	{ "seq-copy", "Sequential Copy 1M buffered",
	  SEQUENTIAL(ACTION_COPY, CACHE_BUFFERED, 50) },
	{ "seq-write-direct", "Sequential Write 1M direct",
	  SEQUENTIAL(ACTION_WRITE, CACHE_DIRECT, 0) },
	{ "seq-read-direct", "Sequential Read 1M direct",
	  SEQUENTIAL(ACTION_READ, CACHE_DIRECT, 100) },
	{ "seq-copy-direct", "Sequential Copy 1M direct",
	  SEQUENTIAL(ACTION_COPY, CACHE_DIRECT, 50) },
	{ "rand-read-q1", "Random Read 4K Q1 direct",
	  RANDOM(ACTION_READ, 1, 100) },
	{ "rand-read-q32", "Random Read 4K Q32 direct",
	  RANDOM(ACTION_READ, 32, 100) },
	{ "rand-write-q32", "Random Write 4K Q32 direct",
	  RANDOM(ACTION_WRITE, 32, 0) },
	{ "rand-mixed-q32", "Random 75/25 4K Q32 direct",
	  RANDOM(ACTION_MIX, 32, 75) },
	{ "commit", "Synced Append 4K Q1",
	  COMMIT },
};

static const struct test_table test_disk = TEST_TABLE(disk);

static const struct test_table *const tables[] = {
	&test_disk, &test_suites, &test_shell
};

#define N_TABLES (sizeof(tables) / sizeof(tables[0]))

const struct test *
test_at(size_t i)
{
	size_t t;

	for (t = 0; t < N_TABLES; t++) {
		if (i < tables[t]->n_rows)
			return &tables[t]->row[i];
		i -= tables[t]->n_rows;
	}
	return NULL;
}

const struct test *
test_by_id(const char *id)
{
	const struct test *test;
	size_t i;

	for (i = 0; (test = test_at(i)) != NULL; i++)
		if (strcmp(test->id, id) == 0)
			return test;
	return NULL;
}

/* The plan's size is no part of a test; a size of its own is. */
char *
test_fingerprint(const struct test *test, unsigned revision, unsigned copies)
{
	const char *sizeless = " file_bytes=0";
	char text[PARAMS_TEXT], *at;

	params_format(text, &test->params);
	at = strstr(text, sizeless);
	if (at != NULL && (at[strlen(sizeless)] == ' ' ||
			   at[strlen(sizeless)] == '\0'))
		memmove(at, at + strlen(sizeless),
			strlen(at + strlen(sizeless)) + 1);
	return xprintf("%s/%u %s copies=%u data=random", test->workload,
		       revision, text, copies);
}
