/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Keys: their table, and the words that some have as values. */
#include <config.h>

#include <string.h>

#include "diskidx/base/printf.h"
#include "diskidx/base/say.h"
#include "diskidx/base/suggest.h"
#include "diskidx/base/units.h"
#include "diskidx/test/params.h"
#include "script.h"

static const struct word rw_words[] = {
	{ "read", .number = ACTION_READ | RW_SEQUENTIAL },
	{ "write", .number = ACTION_WRITE | RW_SEQUENTIAL },
	{ "rw", .number = ACTION_MIX | RW_SEQUENTIAL, .others = "readwrite" },
	{ "randread", .number = ACTION_READ },
	{ "randwrite", .number = ACTION_WRITE },
	{ "randrw", .number = ACTION_MIX },
	{ "trim", .others = "randtrim trimwrite randtrimwrite",
	  .advice = "there is no trim; the nearest is a job that writes" },
	{ .name = NULL },
};

static const struct word engine_words[] = {
	{ "libaio", .others = "linuxaio aio", .number = ENGINE_NO_FLUSH,
	  .text = "libaio" },
	{ "io_uring", .others = "libblkio", .number = ENGINE_NO_FLUSH,
	  .text = "uring" },
	{ "posixaio", .text = "threads" },
	{ "psync", .others = "pvsync pvsync2", .text = "sync" },
	{ "sync", .text = "sync" },
	{ "null", .others = "cpp_null", .text = "null" },
	{ "vsync", .others = "splice", .advice = "the nearest is psync" },
	{ "io_uring_cmd", .advice = "the nearest is io_uring" },
	{ "solarisaio", .others = "windowsaio",
	  .advice = "the nearest is posixaio" },
	{ "sg", .advice = "the nearest is libaio with direct=1" },
	{ "mmap", .others = "libpmem dev-dax",
	  .advice = "the nearest is psync with direct=0 invalidate=0" },
	{ "net", .others = "netsplice cpuio rbd rados rdma http nbd libiscsi "
		"external",
	  .advice = "nothing but files in a directory is measured" },
	{ .name = NULL },
};

static const struct word sync_words[] = {
	{ "0", .number = SYNC_NONE, .others = "none" },
	{ "1", .number = SYNC_SYNC, .others = "sync" },
	{ "dsync", .number = SYNC_DSYNC },
	{ .name = NULL },
};

static const struct word fallocate_words[] = {
	{ "native", .number = FALLOCATE_NATIVE, .others = "posix 1" },
	{ "keep", .number = FALLOCATE_KEEP },
	{ "truncate", .number = FALLOCATE_TRUNCATE },
	{ "none", .number = FALLOCATE_NONE, .others = "0" },
	{ .name = NULL },
};

static const struct word process_words[] = {
	{ "linear", .number = ARRIVAL_CONSTANT },
	{ "poisson", .number = ARRIVAL_POISSON },
	{ .name = NULL },
};

static const struct word memory_words[] = {
	{ "malloc", .others = "shm mmap mmapshared" },
	{ "mmaphuge", .others = "shmhuge", .number = MEMORY_LARGE_PAGES },
	{ "cudamalloc", .advice = "the nearest is malloc" },
	{ .name = NULL },
};

static const struct word hint_words[] = {
	{ "0", .number = HINT_NONE },
	{ "1", .number = HINT_ORDER },
	{ "random", .number = HINT_RANDOM },
	{ "sequential", .number = HINT_SEQUENTIAL },
	{ .name = NULL },
};

#define RULE(...) .rule = { __VA_ARGS__, .is_fio = true }
#define FLAG(otherwise_) \
	RULE(VALUE_COUNT, .max = 1, .wanted = "0 or 1"), \
	.otherwise = otherwise_, .alone = "1"
#define COUNT(otherwise_, min_, max_) \
	RULE(VALUE_COUNT, .min = min_, .max = max_), .otherwise = otherwise_
#define BYTES(min_) RULE(VALUE_SIZE, .min = min_, VALUE_ANY_SIZE)
#define BLOCKS(kind_, wanted_) \
	RULE(kind_, .min = 64, .max = PARAMS_MAX_BLOCK_MIB * MIB, \
	     .wanted = wanted_)
#define TIME(min_, range) \
	RULE(VALUE_TIME, .min = min_, \
	     VALUE_ANY_TIME(range, "a whole number as in 90, 250ms or 2h"))
#define PAUSE TIME(0, "from 0 to")
#define TEXT RULE(VALUE_TEXT)
#define LOG TEXT, .alone = ""

static const struct key keys[JOB_KEYS] = {
	[JOB_RW] = { { "rw", "readwrite" },
		RULE(VALUE_ACTION, .min = 1, .max = INT64_MAX,
		     .word = rw_words),
		.otherwise = ACTION_READ | RW_SEQUENTIAL },
	[JOB_RWMIXREAD] = { { "rwmixread", [REST] = "rwmixwrite" },
		COUNT(50, 0, 100) },
	[JOB_BS] = { { "bs", "blocksize", [RANGE] = "bsrange",
		"blocksize_range" }, BLOCKS(VALUE_BLOCKS, "a number of bytes "
			"from 64 to " NUMBER_TEXT(PARAMS_MAX_BLOCK_MIB) "m"),
		.otherwise = 4 * KIB },
	[JOB_BSSPLIT] = { { "bssplit" }, BLOCKS(VALUE_SPLIT, "SIZE/PERCENT:"
		"SIZE/PERCENT, up to 16, multiples of the least, 100 % in "
		"all") },
	[JOB_IODEPTH] = { { "iodepth" }, COUNT(1, 1, PARAMS_MAX_DEPTH) },
	[JOB_IOENGINE] = { { "ioengine" },
		RULE(VALUE_WORD, .word = engine_words) },
	[JOB_DIRECT] = { { "direct", [REST] = "buffered" }, FLAG(0) },
	[JOB_INVALIDATE] = { { "invalidate" }, FLAG(1) },
	[JOB_SYNC] = { { "sync" }, RULE(VALUE_WORD, .word = sync_words),
		.otherwise = SYNC_NONE },
	[JOB_FSYNC] = { { "fsync" }, COUNT(0, 0, INT32_MAX) },
	[JOB_FDATASYNC] = { { "fdatasync" }, COUNT(0, 0, INT32_MAX) },
	[JOB_END_FSYNC] = { { "end_fsync" }, FLAG(0) },
	[JOB_OVERWRITE] = { { "overwrite" }, FLAG(0) },
	[JOB_FALLOCATE] = { { "fallocate" },
		RULE(VALUE_WORD, .word = fallocate_words),
		.otherwise = FALLOCATE_NATIVE },
	[JOB_NORANDOMMAP] = { { "norandommap" }, FLAG(0) },
	[JOB_RANDREPEAT] = { { "randrepeat" }, FLAG(0) },
	[JOB_ALLRANDREPEAT] = { { "allrandrepeat" }, FLAG(0) },
	[JOB_RANDSEED] = { { "randseed" }, RULE(VALUE_COUNT,
		.max = UINT64_MAX, .wanted = "a number below 2^64") },
	[JOB_RATE_IOPS] = { { "rate_iops" }, RULE(VALUE_RATE, .min = 1,
		.max = PARAMS_MAX_RATE) },
	[JOB_RATE] = { { "rate" }, RULE(VALUE_RATE, .min = 1,
		.max = INT64_MAX,
		.wanted = "a number of bytes a second, as in 10m") },
	[JOB_RATE_PROCESS] = { { "rate_process" },
		RULE(VALUE_WORD, .word = process_words) },
	[JOB_RANDOM_DISTRIBUTION] = { { "random_distribution" },
		RULE(VALUE_RANDOM, .wanted = "random, zipf:THETA up to 10, or "
			"zoned:PERCENT/SIZE:... of both 100 % in all") },
	[JOB_PERCENTAGE_RANDOM] = { { "percentage_random" },
		COUNT(100, 0, 100) },
	[JOB_SIZE] = { { "size" }, RULE(VALUE_SHARE, .max = INT64_MAX,
		.wanted = "a size under 8 EiB, as in 512m, or a share from 1% "
			"to 100%") },
	[JOB_FILESIZE] = { { "filesize" }, BYTES(1) },
	[JOB_RUNTIME] = { { "runtime", "timeout" },
		TIME(1, "over 0 and up to") },
	[JOB_TIME_BASED] = { { "time_based" }, FLAG(0) },
	[JOB_RAMP_TIME] = { { "ramp_time" }, PAUSE },
	[JOB_STARTDELAY] = { { "startdelay" }, PAUSE },
	[JOB_NUMJOBS] = { { "numjobs" }, COUNT(1, 1, TEST_MAX_COPIES) },
	[JOB_DIRECTORY] = { { "directory" }, RULE(VALUE_PATHS) },
	[JOB_FILENAME] = { { "filename", "libblkio_path" },
		RULE(VALUE_FILES) },
	[JOB_DESCRIPTION] = { { "description" }, TEXT },
	[JOB_NAME] = { { "name" }, TEXT },
	[JOB_GROUP_REPORTING] = { { "group_reporting" }, FLAG(0) },
	[JOB_NEW_GROUP] = { { "new_group" }, FLAG(0) },
	[JOB_STONEWALL] = { { "stonewall", "wait_for_previous" }, FLAG(0) },
	[JOB_WAIT_FOR] = { { "wait_for" }, TEXT },
	[JOB_CREATE_ONLY] = { { "create_only" }, FLAG(0) },
	[JOB_NRFILES] = { { "nrfiles", "nr_files" }, COUNT(1, 1, INT32_MAX) },
	[JOB_LOG_AVG_MSEC] = { { "log_avg_msec" }, COUNT(0, 0, INT32_MAX) },
	[JOB_LOG_UNIX_EPOCH] = { { "log_unix_epoch" }, FLAG(0) },
	[JOB_PER_JOB_LOGS] = { { "per_job_logs" }, FLAG(1) },
	[JOB_BWAVGTIME] = { { "bwavgtime" }, COUNT(500, 1, INT32_MAX) },
	[JOB_IOPSAVGTIME] = { { "iopsavgtime" }, COUNT(500, 1, INT32_MAX) },
	[JOB_CLAT_PERCENTILES] = { { "clat_percentiles" }, FLAG(1) },
	[JOB_LAT_PERCENTILES] = { { "lat_percentiles" }, FLAG(0) },
	[JOB_SLAT_PERCENTILES] = { { "slat_percentiles" }, FLAG(0) },
	[JOB_PERCENTILE_LIST] = { { "percentile_list" },
		RULE(VALUE_PERCENTILES, .min = 1, .max = 100 * NS_PER_S,
		     .wanted = "up to 20 percentiles over 0 and up to 100, as "
			"in 50:99.9") },
	[JOB_WRITE_BW_LOG] = { { "write_bw_log" }, LOG },
	[JOB_WRITE_IOPS_LOG] = { { "write_iops_log" }, LOG },
	[JOB_WRITE_LAT_LOG] = { { "write_lat_log" }, LOG },
	[JOB_BLOCKALIGN] = { { "ba", "blockalign" }, RULE(VALUE_SIZE, .min = 1,
		.max = UINT32_MAX,
		.wanted = "a number of bytes below 2^32, as in 64k") },
	[JOB_BUFFER_COMPRESS_PERCENTAGE] = { { "buffer_compress_percentage" },
		COUNT(0, 0, 100) },
	[JOB_BUFFER_PATTERN] = { { "buffer_pattern" }, RULE(VALUE_BYTES,
		.wanted = "1, 2 or 4 bytes, as in 0xdeadbeef") },
	[JOB_ZERO_BUFFERS] = { { "zero_buffers" }, FLAG(0) },
	[JOB_DEDUPE_PERCENTAGE] = { { "dedupe_percentage" },
		COUNT(0, 0, 100) },
	[JOB_ZONESIZE] = { { "zonesize" }, BYTES(0) },
	[JOB_ZONESKIP] = { { "zoneskip" }, BYTES(0) },
	[JOB_IOMEM] = { { "iomem", "mem" },
		RULE(VALUE_WORD, .word = memory_words) },
	[JOB_LOOPS] = { { "loops" }, COUNT(1, 0, INT32_MAX) },
	[JOB_IO_SIZE] = { { "io_size", "io_limit" }, BYTES(0) },
	[JOB_FADVISE_HINT] = { { "fadvise_hint" },
		RULE(VALUE_WORD, .word = hint_words) },
	[JOB_NUMBER_IOS] = { { "number_ios" }, COUNT(0, 0, INT64_MAX) },
	[JOB_SS] = { { "steadystate", "ss" }, TEXT },
	[JOB_SS_DUR] = { { "steadystate_duration", "ss_dur" }, PAUSE },
	[JOB_SS_RAMP] = { { "steadystate_ramp_time", "ss_ramp" }, PAUSE },
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

static void
unknown_key(struct script *script, const char *name)
{
	const char *end = "; the manual lists those of a job file";
	struct suggestion s = { .word = name };

	for (size_t i = 0; i < JOB_KEYS * NAMES; i++)
		if (keys[i / NAMES].name[i % NAMES] != NULL)
			suggest_offer(&s, keys[i / NAMES].name[i % NAMES]);
	if (script->is_words)
		end = "; if it is one of diskidx, put it before the word fio";
	fault_add(script, script->line, NULL, "unknown key '%.60s'%s", name,
		  suggest_end(&s, "", end));
}

/* Keep what a section gives as a text, and no longer what it gave that key
 * before. */
static void
keep_words(struct script *script, struct section *section, const char *name,
	   const char *text)
{
	struct texts kept = { 0 }, *words = &section->words;
	size_t length = strlen(name);

	if (section == &script->global && script->n_jobs > 0)
		words = &script->later;
	for (size_t i = 0; i < words->n; i++)
		if (strncmp(words->text[i], name, length) != 0 ||
		    (words->text[i][length] != '=' &&
		     words->text[i][length] != '\0'))
			texts_add(&kept, words->text[i]);
	texts_print(&kept, "%s%s%s", name, text != NULL ? "=" : "",
		    text_or(text, ""));
	texts_free(words);
	*words = kept;
}

/* Remember once that a key has no effect. */
static void
ignore_key(struct script *script, struct section *section, const char *name,
	   const char *text)
{
	keep_words(script, section, name, text);
	text = text_or(text, "1");
	if (strcmp(name, "exitall") == 0)
		script->exits_all = strcmp(text, "0") != 0;
	texts_add(&script->ignored, name);
}

/* Parse the value of a key, or add a fault and return false. */
static bool
parse_key(struct script *script, struct section *section, enum job_key key,
	  const char *name, const char *text, struct value *value)
{
	const char *const *names = keys[key].name, *own = name;
	struct value_rule rule = keys[key].rule;
	char why[VALUE_WHY] = "needs a value";

	if (text != NULL && strchr(text, '$') != NULL) {
		text = variables_expand(script, name, text,
					rule.kind <= VALUE_TIME);
		if (text == NULL)
			return false;
	}
	for (int i = ALIAS; i <= RANGE_ALIAS; i += RANGE_ALIAS - ALIAS)
		if (names[i] != NULL && strcmp(name, names[i]) == 0)
			own = names[i - 1];
	keep_words(script, section, own, text);
	if (text == NULL)
		text = keys[key].alone;
	else if (*text == '\0')
		text = NULL;
	if (strstr(name, "range") != NULL) {
		rule.kind = VALUE_RANGE;
		rule.wanted = "LEAST-MOST, up to 16 times the least";
	}
	if (text == NULL || value_parse(&rule, text, value, why) != 0) {
		fault_add(script, script->line, name, "%s", why);
		return false;
	}
	if (keys[key].name[REST] != NULL &&
	    strcmp(keys[key].name[REST], name) == 0)
		value->number = rule.max - value->number;
	return true;
}

/* Add names of files to those that a section has. */
static void
add_files(struct script *script, struct section *section, const char *text)
{
	struct value *files = &section->value[JOB_FILENAME];
	struct value all = { .number = 0 };
	char why[VALUE_WHY] = "more files than a line has room for";

	text = say("%s:%s", files->text, text);
	section->is_faulty[JOB_FILENAME] = strlen(text) > SCRIPT_LINE ||
		value_parse(&keys[JOB_FILENAME].rule, text, &all, why) != 0;
	if (section->is_faulty[JOB_FILENAME])
		job_fault(script, section, JOB_FILENAME, "%s", why);
	else
		*files = all;
}

static void
set_key(struct script *script, struct section *section, enum job_key key,
	const char *name, const char *text)
{
	struct value *value = &section->value[key], parsed = { .number = 0 };

	section->given[key] = script->line;
	section->is_faulty[key] = !parse_key(script, section, key, name, text,
					     &parsed);
	if (section->is_faulty[key])
		return;
	/* As in fio all files that are named, also in [global], are used; of
	 * another key the last counts, but for a range before bs. */
	if (key == JOB_FILENAME && value->text != NULL &&
	    strcmp(value->text, parsed.text) != 0)
		add_files(script, section, parsed.text);
	else if (key != JOB_BS || strstr(name, "range") != NULL ||
		 strchr(text_or(value->text, ""), '-') == NULL)
		*value = parsed;
}

void
keys_set(struct script *script, struct section *section, const char *name,
	 const char *text)
{
	const struct advice *advice = advice_for(name, script->is_fio);
	enum job_key key = keys_find(name);

	if (key != JOB_KEYS)
		set_key(script, section, key, name, text);
	else if (advice == NULL)
		unknown_key(script, name);
	else if (advice_allows(advice, text_or(text, "1")))
		ignore_key(script, section, name, text);
	else
		fault_add(script, script->line, name, "not done by diskidx; %s",
			  advice->text);
}
