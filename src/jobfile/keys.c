/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Keys: their table, and the words that some have as values. */
#include <config.h>

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/params.h"
#include "diskidx/printf.h"
#include "diskidx/suggest.h"
#include "diskidx/units.h"
#include "script.h"

#define MAX_WORD 48

static const struct word rw_words[] = {
	{ .name = "randread", .number = ACTION_READ },
	{ .name = "randwrite", .number = ACTION_WRITE },
	{ .name = "randrw", .number = ACTION_MIX },
	{ .name = "read", .number = ACTION_READ | RW_SEQUENTIAL },
	{ .name = "write", .number = ACTION_WRITE | RW_SEQUENTIAL },
	{ .name = "rw readwrite", .number = ACTION_MIX | RW_SEQUENTIAL },
	{ .name = "trim randtrim trimwrite randtrimwrite",
	  .advice = "there is no trim; the nearest is a job that writes" },
	{ .name = NULL },
};

static const struct word engine_words[] = {
	{ .name = "libaio", .number = ENGINE_NO_FLUSH, .text = "libaio" },
	{ .name = "linuxaio aio", .number = ENGINE_NO_FLUSH, .text = "libaio" },
	{ .name = "io_uring", .number = ENGINE_NO_FLUSH, .text = "uring" },
	{ .name = "posixaio", .text = "threads" },
	{ .name = "psync", .text = "sync" },
	{ .name = "sync pvsync pvsync2", .text = "sync" },
	{ .name = "null cpp_null", .text = "null" },
	{ .name = "vsync splice", .advice = "the nearest is psync" },
	{ .name = "io_uring_cmd", .advice = "the nearest is io_uring" },
	{ .name = "solarisaio windowsaio",
	  .advice = "the nearest is posixaio" },
	{ .name = "sg", .advice = "the nearest is libaio with direct=1" },
	{ .name = "mmap libpmem dev-dax",
	  .advice = "the nearest is psync with direct=0 invalidate=0" },
	{ .name = "net netsplice cpuio rbd rados rdma http nbd libiscsi "
		"external",
	  .advice = "nothing but files in a directory is measured" },
	{ .name = NULL },
};

static const struct word sync_words[] = {
	{ .name = "0 none", .number = SYNC_NONE },
	{ .name = "1 sync", .number = SYNC_SYNC },
	{ .name = "dsync", .number = SYNC_DSYNC },
	{ .name = NULL },
};

static const struct word fallocate_words[] = {
	{ .name = "native posix 1", .number = FALLOCATE_NATIVE },
	{ .name = "keep", .number = FALLOCATE_KEEP },
	{ .name = "truncate", .number = FALLOCATE_TRUNCATE },
	{ .name = "none 0", .number = FALLOCATE_NONE },
	{ .name = NULL },
};

static const struct word process_words[] = {
	{ .name = "linear", .number = ARRIVAL_CONSTANT },
	{ .name = "poisson", .number = ARRIVAL_POISSON },
	{ .name = NULL },
};

#define FLAG(otherwise_) \
	.kind = KIND_FLAG, .otherwise = otherwise_, .max = 1, \
	.wanted = "0 or 1"
#define COUNT(otherwise_, min_, max_) \
	.kind = KIND_COUNT, .otherwise = otherwise_, .min = min_, .max = max_
#define BYTES(kind_, min_) \
	.kind = kind_, .min = min_, .max = INT64_MAX, \
	.wanted = "a number of bytes below 2^63, as in 4g"
#define RATE(max_) .kind = KIND_RATE, .min = 1, .max = max_
#define BLOCKS(otherwise_) \
	.kind = KIND_BLOCKS, .otherwise = otherwise_, .min = 64, \
	.max = PARAMS_MAX_BLOCK_MIB * MIB
#define TIME(min_, wanted_) \
	.kind = KIND_TIME, .min = min_, .max = UNITS_MAX_SECONDS * NS_PER_S, \
	.wanted = wanted_
#define FLUSH COUNT(0, 0, INT32_MAX)
#define LONGEST NUMBER_TEXT(UNITS_MAX_SECONDS) " s"
#define PAUSE TIME(0, "a time up to " LONGEST ", or 0")

static const struct key keys[JOB_KEYS] = {
	[JOB_RW] = { { "rw", "readwrite" }, .kind = KIND_ACTION,
		.word = rw_words, .min = 1, .max = INT64_MAX,
		.otherwise = ACTION_READ | RW_SEQUENTIAL,
		.wanted = "read, write, rw, randread, randwrite or randrw" },
	[JOB_RWMIXREAD] = { { "rwmixread", [REST] = "rwmixwrite" },
		COUNT(50, 0, 100) },
	[JOB_BS] = { { "bs", "blocksize", [RANGE] = "bsrange",
		"blocksize_range" }, BLOCKS(4 * KIB),
		.wanted = "a number of bytes from 64 to "
			NUMBER_TEXT(PARAMS_MAX_BLOCK_MIB) "m" },
	[JOB_BSSPLIT] = { { "bssplit" }, BLOCKS(0), .wanted = "SIZE/PERCENT:"
		"SIZE/PERCENT, up to 16, multiples of the least, 100 % in "
		"all" },
	[JOB_IODEPTH] = { { "iodepth" }, COUNT(1, 1, PARAMS_MAX_DEPTH) },
	[JOB_IOENGINE] = { { "ioengine" }, .kind = KIND_WORD,
		.word = engine_words, .wanted = "libaio, io_uring, "
		"posixaio, psync, pvsync, sync or null" },
	[JOB_DIRECT] = { { "direct", [REST] = "buffered" }, FLAG(0) },
	[JOB_INVALIDATE] = { { "invalidate" }, FLAG(1) },
	[JOB_SYNC] = { { "sync" }, .kind = KIND_WORD, .word = sync_words,
		.otherwise = SYNC_NONE,
		.wanted = "0, 1, none, sync or dsync" },
	[JOB_FSYNC] = { { "fsync" }, FLUSH },
	[JOB_FDATASYNC] = { { "fdatasync" }, FLUSH },
	[JOB_END_FSYNC] = { { "end_fsync" }, FLAG(0) },
	[JOB_OVERWRITE] = { { "overwrite" }, FLAG(0) },
	[JOB_FALLOCATE] = { { "fallocate" }, .kind = KIND_WORD,
		.word = fallocate_words, .otherwise = FALLOCATE_NATIVE,
		.wanted = "native, posix, keep, truncate or none" },
	[JOB_NORANDOMMAP] = { { "norandommap" }, FLAG(0) },
	[JOB_RANDREPEAT] = { { "randrepeat" }, FLAG(0) },
	[JOB_RANDSEED] = { { "randseed" }, COUNT(0, 0, UINT64_MAX),
		.wanted = "a number below 2^64" },
	[JOB_RATE_IOPS] = { { "rate_iops" }, RATE(PARAMS_MAX_RATE) },
	[JOB_RATE] = { { "rate" }, RATE(INT64_MAX),
		.wanted = "a number of bytes a second, as in 10m" },
	[JOB_RATE_PROCESS] = { { "rate_process" }, .kind = KIND_WORD,
		.word = process_words, .wanted = "linear or poisson" },
	[JOB_RANDOM_DISTRIBUTION] = { { "random_distribution" },
		.kind = KIND_LAW, .wanted = "random, zipf:THETA up to 10, or "
			"zoned:PERCENT/SIZE:... of both 100 % in all" },
	[JOB_SIZE] = { { "size" }, BYTES(KIND_SHARE, 1) },
	[JOB_FILESIZE] = { { "filesize" }, BYTES(KIND_SIZE, 1) },
	[JOB_RUNTIME] = { { "runtime", "timeout" },
		TIME(1, "a time over 0 and up to " LONGEST) },
	[JOB_TIME_BASED] = { { "time_based" }, FLAG(0) },
	[JOB_RAMP_TIME] = { { "ramp_time" }, PAUSE },
	[JOB_STARTDELAY] = { { "startdelay" }, PAUSE },
	[JOB_NUMJOBS] = { { "numjobs" }, COUNT(1, 1, TEST_MAX_COPIES) },
	[JOB_DIRECTORY] = { { "directory" }, .kind = KIND_PATH },
	[JOB_FILENAME] = { { "filename" }, .kind = KIND_FILE },
	[JOB_DESCRIPTION] = { { "description" }, .kind = KIND_TEXT },
	[JOB_NAME] = { { "name" }, .kind = KIND_TEXT },
	[JOB_GROUP_REPORTING] = { { "group_reporting" }, FLAG(0) },
	[JOB_STONEWALL] = { { "stonewall", "wait_for_previous" }, FLAG(0) },
	[JOB_WAIT_FOR] = { { "wait_for" }, .kind = KIND_TEXT },
	[JOB_CREATE_ONLY] = { { "create_only" }, FLAG(0) },
	[JOB_NRFILES] = { { "nrfiles", "nr_files" }, COUNT(1, 1, INT32_MAX) },
	[JOB_LOG_AVG_MSEC] = { { "log_avg_msec" }, COUNT(0, 0, INT32_MAX) },
	[JOB_PER_JOB_LOGS] = { { "per_job_logs" }, FLAG(1) },
	[JOB_WRITE_BW_LOG] = { { "write_bw_log" }, .kind = KIND_LOG },
	[JOB_WRITE_IOPS_LOG] = { { "write_iops_log" }, .kind = KIND_LOG },
	[JOB_WRITE_LAT_LOG] = { { "write_lat_log" }, .kind = KIND_LOG },
	[JOB_BLOCKALIGN] = { { "blockalign", "ba" }, .kind = KIND_SIZE,
		.min = 1, .max = UINT32_MAX,
		.wanted = "a number of bytes below 2^32, as in 64k" },
	[JOB_BUFFER_COMPRESS_PERCENTAGE] = { { "buffer_compress_percentage" },
		COUNT(0, 0, 100) },
	[JOB_BUFFER_PATTERN] = { { "buffer_pattern" }, .kind = KIND_BYTES,
		.wanted = "1, 2 or 4 bytes, as in 0xdeadbeef" },
	[JOB_ZERO_BUFFERS] = { { "zero_buffers" }, FLAG(0) },
	[JOB_DEDUPE_PERCENTAGE] = { { "dedupe_percentage" },
		COUNT(0, 0, 100) },
	[JOB_ZONESIZE] = { { "zonesize" }, BYTES(KIND_SIZE, 0) },
	[JOB_ZONESKIP] = { { "zoneskip" }, BYTES(KIND_SIZE, 0) },
};

const char *
jobfile_key(size_t i)
{
	return i < JOB_KEYS ? keys[i].name[NAME] : NULL;
}

enum job_key
keys_find(const char *name)
{
	for (size_t i = 0; i < JOB_KEYS * NAMES; i++) {
		const char *other = keys[i / NAMES].name[i % NAMES];

		if (other != NULL && strcmp(other, name) == 0)
			return (enum job_key)(i / NAMES);
	}
	return JOB_KEYS;
}

void
keys_default(struct section *section)
{
	for (size_t i = 0; i < JOB_KEYS; i++)
		section->value[i] = (struct value){ .number =
						    keys[i].otherwise };
	section->value[JOB_IOENGINE].text = "sync";
}

/* Refuse a key, with what is nearest to it in lower case, as fio's keys are. */
static int
unknown_key(struct script *script, const char *name)
{
	const char *end = "; the manual lists those of a job file";
	struct suggestion s = { .word = NULL };
	char word[MAX_WORD];

	snprintf(word, sizeof(word), "%s", name);
	for (size_t i = 0; word[i] != '\0'; i++)
		word[i] = (char)tolower((unsigned char)word[i]);
	s.word = word;
	for (size_t i = 0; i < JOB_KEYS * NAMES; i++)
		if (keys[i / NAMES].name[i % NAMES] != NULL)
			suggest_offer(&s, keys[i / NAMES].name[i % NAMES]);
	if (script->is_words)
		end = "; if it is one of diskidx, put it before the word fio";
	return reader_fail(&script->reader, "unknown key '%.60s'%s", name,
			   suggest_end(&s, "", end));
}

/* Refuse a key that only fio has, or remember once that it has no effect. */
static int
set_other(struct script *script, const char *name, const char *text)
{
	const struct advice *advice = advice_for(name, script->is_fio);
	size_t i = 0;

	if (advice == NULL)
		return unknown_key(script, name);
	if (!advice_allows(advice, text != NULL ? text : "1"))
		return reader_fail(&script->reader, "%.60s: not done by "
				   "diskidx; %s", name, advice->text);
	if (strcmp(name, "percentile_list") == 0)
		script->base.percentiles = text;
	if (strcmp(name, "exitall") == 0)
		script->exits_all = text == NULL || strcmp(text, "0") != 0;
	while (i < script->n_ignored &&
	       strcmp(script->ignored[i].why, advice->note) != 0)
		i++;
	if (i == script->n_ignored)
		*xadd(script->ignored, script->n_ignored) =
			(struct ignored){ .why = advice->note };
	texts_add(&script->ignored[i].names, name);
	if (advice->may_matter)
		texts_add(&script->lacks, name);
	return 0;
}

static int
parse_key(struct script *script, enum job_key key, const char *name,
	  const char *text, struct value *value)
{
	if (text == NULL && keys[key].kind == KIND_FLAG)
		text = "1";
	if (text == NULL && keys[key].kind == KIND_LOG)
		text = "";
	else if (text == NULL || text[0] == '\0')
		return reader_fail(&script->reader, "%s: needs a value", name);
	if (strchr(text, '$') != NULL)
		text = variables_expand(script, name, text,
					keys[key].kind <= KIND_TIME);
	if (text == NULL)
		return -EINVAL;
	if (value_parse(&script->reader, &keys[key], name, text, value) != 0)
		return -EINVAL;
	if (keys[key].name[REST] != NULL &&
	    strcmp(keys[key].name[REST], name) == 0)
		value->number = keys[key].max - value->number;
	return 0;
}

int
keys_set(struct script *script, struct section *section, const char *name,
	 const char *text)
{
	enum job_key key = keys_find(name);
	struct value *value, given = { .line = script->reader.number };

	if (key == JOB_KEYS)
		return set_other(script, name, text);
	value = &section->value[key];
	/* As in fio all files that are named, also in [global], are used. */
	if (key == JOB_FILENAME && text != NULL && value->text != NULL &&
	    strcmp(value->text, text) != 0) {
		if (strlen(value->text) + strlen(text) > SCRIPT_LINE)
			return reader_fail(&script->reader, "filename: more "
					   "files than a line has room for");
		text = texts_keep(&script->base.kept,
				  xprintf("%s:%s", value->text, text));
	}
	if (parse_key(script, key, name, text, &given) != 0) {
		value->line = given.line;
		value->is_faulty = true;
		return -EINVAL;
	}
	if (value->line > section->line && !value->is_faulty &&
	    key != JOB_FILENAME && !value_is_same(value, &given))
		return reader_fail(&script->reader, "%s: given before in this "
				   "section, with another value", name);
	*value = given;
	return 0;
}
