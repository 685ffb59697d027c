/*
 * Parameters: what a test tells its workload. Plain data, known to both
 * sides; what each field means to a workload stands in that workload's file.
 */
#ifndef DISKIDX_PARAMS_H
#define DISKIDX_PARAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/operation.h"

enum action {
	ACTION_READ, ACTION_WRITE, ACTION_COPY, ACTION_MIX,
	/* What is done to a small file as a whole. */
	ACTION_CREATE, ACTION_STAT, ACTION_OPEN, ACTION_RENAME, ACTION_DELETE
};

/*
 * cached: in the page cache by definition (File Copy); buffered: through the
 * page cache, read cold and written with the flush; direct: past it.
 */
enum cache_mode { CACHE_CACHED, CACHE_BUFFERED, CACHE_DIRECT };

/*
 * Durability asked for: none but one flush at the end, which is on the clock;
 * per write; per small file, by fsync of it and of its directory; or never,
 * so that what is timed is the page cache.
 */
enum sync_mode {
	SYNC_NONE, SYNC_FDATASYNC, SYNC_DSYNC, SYNC_FSYNC, SYNC_NEVER
};

/*
 * Where the random offsets of the workload `random` fall: anywhere alike; each
 * block once before any twice; or mostly in a few hot spots (Zipf's law).
 */
enum pattern { PATTERN_UNIFORM, PATTERN_PERMUTATION, PATTERN_ZIPF };

/* When an open loop issues: evenly, or as independent users do (Poisson). */
enum arrival { ARRIVAL_CONSTANT, ARRIVAL_POISSON };

struct params {
	enum action action;
	enum cache_mode cache;
	enum sync_mode sync;
	uint32_t block_bytes;
	uint32_t depth;
	uint32_t read_pct;	/* share of reads; used with ACTION_MIX */
	uint64_t file_bytes;	/* size of its own files; 0: the plan's size */

	/* Of the workload `random` only, but for the first, which is also
	   of `smallfile` (100: in the order of names); zeros elsewhere. */
	uint32_t sequential_pct;	/* share that follows the one before */
	enum pattern pattern;
	uint32_t theta_milli;	/* 1000 x the exponent of PATTERN_ZIPF */
	uint32_t rate_iops;	/* open loop, all copies together; 0: closed */
	enum arrival arrival;

	uint32_t files;		/* of `smallfile`: how many in the tree */
};

/* Whether blocks of a file are read, written. */
bool params_reads(const struct params *params);
bool params_writes(const struct params *params);

/* Files of its own, in the page cache by definition, as File Copy; or never
 * flushed, which comes to the same. */
bool params_is_cache_test(const struct params *params);

/* Small files as a whole, which no account of bytes can judge. */
bool params_is_metadata(const struct params *params);

const char *action_name(enum action action);
const char *cache_name(enum cache_mode cache);
const char *sync_name(enum sync_mode sync);
const char *pattern_name(enum pattern pattern);
const char *arrival_name(enum arrival arrival);

/*
 * As "action=mix cache=direct sync=none block_bytes=4096 depth=32
 * read_pct=75 file_bytes=0", in this order, on one line, and then those of
 * sequential_pct, pattern, theta_milli, rate_iops, arrival and files that are
 * not 0 (uniform, constant); `text` has PARAMS_TEXT bytes. Parsing returns 0 or
 * -EINVAL and wants each of the first seven once, of the others at most once.
 */
#define PARAMS_TEXT 256
char *params_format(char *text, const struct params *params);
int params_parse(const char *text, struct params *params);

#endif
