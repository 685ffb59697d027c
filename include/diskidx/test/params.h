/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Parameters: what a test asks of its workload. Plain data, known to both
 * sides; each workload's file says what a field means to it.
 *
 * To add one: a field below, and a row in the table of src/test/params.c, at
 * its end, so that older records can still be read.
 */
#ifndef DISKIDX_TEST_PARAMS_H
#define DISKIDX_TEST_PARAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "diskidx/base/operation.h"
#include "diskidx/test/sizes.h"

#define PARAMS_SECTOR 512		/* the least unit of direct I/O */
#define PARAMS_MAX_BLOCK_MIB 256
#define PARAMS_MAX_DEPTH 4096
#define PARAMS_MAX_RATE 1000000000	/* one request per nanosecond */

/* The numbers of each enumeration, with their words in a record. */
#define PARAMS_NUMBER(number, word) number,

/* The last five act on a small file as a whole. */
#define ACTION_LIST(X) \
	X(ACTION_READ, "read") X(ACTION_WRITE, "write") \
	X(ACTION_COPY, "copy") X(ACTION_MIX, "mix") \
	X(ACTION_CREATE, "create") X(ACTION_STAT, "stat") \
	X(ACTION_OPEN, "open") X(ACTION_RENAME, "rename") \
	X(ACTION_DELETE, "delete")
enum action { ACTION_LIST(PARAMS_NUMBER) };

/* cached: in the page cache by definition (File Copy); buffered: through the
 * page cache, read cold and written with the flush; direct: not through it. */
#define CACHE_LIST(X) X(CACHE_CACHED, "cached") \
	X(CACHE_BUFFERED, "buffered") X(CACHE_DIRECT, "direct")
enum cache_mode { CACHE_LIST(PARAMS_NUMBER) };

/*
 * Durability: one flush at the end, which is timed; one for each write, by
 * fdatasync, O_DSYNC, fsync or O_SYNC; for each small file, fsync of it and its
 * directory; or no flush at all, which times the page cache.
 */
#define SYNC_LIST(X) X(SYNC_NONE, "none") X(SYNC_FDATASYNC, "fdatasync") \
	X(SYNC_DSYNC, "dsync") X(SYNC_FSYNC, "fsync") X(SYNC_SYNC, "sync") \
	X(SYNC_NEVER, "never")
enum sync_mode { SYNC_LIST(PARAMS_NUMBER) };

/*
 * Random offsets of the workload `random`: all equally likely; each block once
 * before any twice; mostly a few hot spots, by Zipf's law; or zones of the
 * file, each with its own share and uniform within.
 */
#define PATTERN_LIST(X) X(PATTERN_UNIFORM, "uniform") \
	X(PATTERN_PERMUTATION, "permutation") X(PATTERN_ZIPF, "zipf") \
	X(PATTERN_ZONED, "zoned")
enum pattern { PATTERN_LIST(PARAMS_NUMBER) };

/* The filled work file, or a fresh one, allocated as fio's fallocate says. */
#define FALLOCATE_LIST(X) X(FALLOCATE_FILLED, "filled") \
	X(FALLOCATE_NATIVE, "native") X(FALLOCATE_KEEP, "keep") \
	X(FALLOCATE_TRUNCATE, "truncate") X(FALLOCATE_NONE, "none")
enum fallocate { FALLOCATE_LIST(PARAMS_NUMBER) };

/* The hint for cold reads through the page cache: random if they are, else
 * none; or always what fio's fadvise_hint says. */
#define HINT_LIST(X) X(HINT_ORDER, "order") X(HINT_NONE, "none") \
	X(HINT_RANDOM, "random") X(HINT_SEQUENTIAL, "sequential")
enum hint { HINT_LIST(PARAMS_NUMBER) };

/* Arrivals of an open loop: evenly, or like independent users (Poisson). */
#define ARRIVAL_LIST(X) \
	X(ARRIVAL_CONSTANT, "constant") X(ARRIVAL_POISSON, "poisson")
enum arrival { ARRIVAL_LIST(PARAMS_NUMBER) };

#define PARAMS_DEPTH_GAIN 1.05	/* least by which a larger depth is of use */

struct params {
	enum action action;
	enum cache_mode cache;
	enum sync_mode sync;
	uint32_t block_bytes;
	uint32_t depth;
	uint32_t read_pct;	/* share of reads; 100, 0 or 50 unless a mix */
	uint64_t file_bytes;	/* size of its own files; 0: the plan's size */

	/* Used by `random`, and the first also by `smallfile` (100: in the
	   order of names); zero for other workloads. */
	uint32_t sequential_pct;	/* share that follows the last */
	enum pattern pattern;
	uint32_t theta_milli;	/* 1000 x the theta of zipf */
	uint32_t rate_iops;	/* open loop, all copies together; 0: closed */
	enum arrival arrival;

	uint32_t files;		/* number in the tree of `smallfile` */

	/* Used by `random` for jobs; zero in other tests. */
	uint32_t sync_every;	/* flush after each Nth write; 0: after all */
	uint64_t span_bytes;	/* only this part, from the start; 0: all */
	bool apart;		/* requests in sequence follow the last one of
				   the same direction, not of any */
	uint64_t rate_bytes;	/* per second; 0: rate_iops is exact */
	uint64_t back_bytes;	/* reads in sequence begin that far before the
				   end of the last; a multiple of a block */
	uint64_t zone_bytes, skip_bytes;	/* reads in sequence skip one
						   after each of the other;
						   multiples of a block */
	enum fallocate fallocate;
	uint32_t once;		/* ends after that many file sizes, or 0 */
	uint64_t end_bytes;	/* ends after this much; 0: it doesn't */
	uint32_t align_bytes;	/* of random offsets; 0: the least size */
	uint32_t compress_pct;	/* share of each written sector that repeats the
				   four bytes of fill_word */
	uint32_t fill_word;
	uint32_t repeat_pct;	/* share of writes with the data of the last */
	enum hint hint;
	enum sync_mode opened;	/* dsync or sync; `sync` adds a flush */
	bool ordinary_pages;	/* large requests have no large pages */
	char zones[ZONES_TEXT];	/* of PATTERN_ZONED, else empty */
	struct sizes sizes[OP_COUNT];	/* of reads and of writes, or neither;
					   block_bytes is their mean */
};

/* Return true if blocks of a file are read, or written. */
bool params_reads(const struct params *params);
bool params_writes(const struct params *params);

/* Read, write, or mix both. */
void params_set_mix(struct params *params, uint32_t read_pct);

/* Return true if requests differ in size; the least and the largest size in any
 * case; and true if each is a multiple of that many bytes. */
bool params_has_sizes(const struct params *params);
uint32_t params_least_block(const struct params *params);
uint32_t params_largest_block(const struct params *params);
bool params_is_multiple(const struct params *params, uint32_t bytes);

/* The proof of direct I/O (worker.h) makes at most this many writes, parts of
 * larger blocks; or a few whole ones, if nothing can look into memory. */
#define PARAMS_PROOF_WRITES 4096
#define PARAMS_PROOF_PART (64 * KIB)
#define PARAMS_PROOF_UNSEEN 16

/* Return the bytes after which a sample ends, with a file of that size;
 * UINT64_MAX: they don't end it. */
uint64_t params_end(const struct params *params, uint64_t size_bytes);

/* Return the least bytes of a work file: a block, or two for a copy. */
uint64_t params_least_file(const struct params *params);

/* Return the requests per second of an open loop. */
double params_rate(const struct params *params);

/* Return true if written data compress or repeat. */
bool params_shapes_data(const struct params *params);

/* Return true if each write, or each Nth, is followed by a flush. */
bool params_flushes(const struct params *params);

/* Return how the work file is opened. */
enum sync_mode params_opened(const struct params *params);

/* Return true for a test of the page cache: its files are cached by definition,
 * as in File Copy, or never flushed. */
bool params_is_cache_test(const struct params *params);

/* Return true if requests of that many bytes or more go directly to the disk,
 * from memory with large pages if there are any (see buffer.h). */
#define PARAMS_LARGE_REQUEST (64 << 10)
bool params_has_large_requests(const struct params *params);

/* Return true for tests of whole small files, where bytes prove nothing. */
bool params_is_metadata(const struct params *params);

/* Return its word in a record. */
const char *action_name(enum action action);
const char *cache_name(enum cache_mode cache);
const char *sync_name(enum sync_mode sync);
const char *pattern_name(enum pattern pattern);
const char *arrival_name(enum arrival arrival);
const char *fallocate_name(enum fallocate fallocate);

/*
 * Format and parse "action=mix cache=direct sync=none block_bytes=4096 depth=32
 * read_pct=75 file_bytes=0", in this order, on one line. Then come
 * sequential_pct, pattern and the fields after it that are not 0 (uniform,
 * constant, filled), zones, and the sizes as bssplit, if any. The text has less
 * than PARAMS_TEXT bytes, and lasts as say.h says. Parsing returns 0 or
 * -EINVAL; each of the first seven must occur once, the others at most once.
 */
#define PARAMS_TEXT (500 + ZONES_TEXT + SIZES_TEXT)
char *params_format(const struct params *params);
int params_parse(const char *text, struct params *params);

#endif
