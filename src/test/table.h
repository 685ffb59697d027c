/* The tables of tests: `disk` in test.c, the other suites' in test-suites.c
 * and test-shell.c. */
#ifndef DISKIDX_TEST_TABLE_H
#define DISKIDX_TEST_TABLE_H

#include <stddef.h>

#include "diskidx/test.h"

struct test_table {
	const struct test *row;
	size_t n_rows;
};

extern const struct test_table test_suites;	/* workloads of `disk` */
extern const struct test_table test_shell;	/* whole files, small files */

#define TEST_TABLE(rows) { rows, sizeof(rows) / sizeof((rows)[0]) }

/* Shares of reads: what follows from the action, but for a mix. */
#define READS .action = ACTION_READ, .read_pct = 100
#define WRITES .action = ACTION_WRITE, .read_pct = 0
#define COPIES .action = ACTION_COPY, .read_pct = 50
#define MIXES(read_pct_) .action = ACTION_MIX, .read_pct = read_pct_

#define FILE_COPY(category_, block, blocks) \
	.category = category_, .unit = UNIT_KBPS, .workload = "filecopy", \
	.params = { COPIES, .cache = CACHE_CACHED, .block_bytes = block, \
		    .depth = 1, .file_bytes = (blocks) * KIB }

/* One request after the other or many at a time, through the engine. */
#define ENGINE(category_, unit_, block, depth_, ...) \
	.category = category_, .unit = unit_, .workload = "random", \
	.params = { .cache = CACHE_DIRECT, .block_bytes = block, \
		    .depth = depth_, __VA_ARGS__ }

#endif
