/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Script: a job file as it is written: sections with the values of keys, each
 * checked by itself. jobfile.c says what they mean together. Keys that only fio
 * has are in advice.c.
 */
#ifndef JOBFILE_SCRIPT_H
#define JOBFILE_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/reader.h"
#include "diskidx/base/say.h"
#include "diskidx/base/texts.h"
#include "diskidx/jobfile/jobfile.h"
#include "diskidx/test/value.h"

/* All keys, each as in struct key; keys.c defines the rules. */
#define JOB_LIST(X) \
	X(RW, { "rw", "readwrite" }, \
	  RULE(VALUE_ACTION, .min = 1, .max = INT64_MAX, .word = rw_words), \
	  .otherwise = ACTION_READ | RW_SEQUENTIAL) \
	X(RWMIXREAD, { "rwmixread", [REST] = "rwmixwrite" }, \
	  COUNT(50, 0, 100)) \
	X(BS, { "bs", "blocksize", [RANGE] = "bsrange", "blocksize_range" }, \
	  BLOCKS(VALUE_BLOCKS, "a number of bytes from 64 to " \
		 NUMBER_TEXT(PARAMS_MAX_BLOCK_MIB) "m"), \
	  .otherwise = 4 * KIB) \
	X(BSSPLIT, { "bssplit" }, \
	  BLOCKS(VALUE_SPLIT, "SIZE/PERCENT:SIZE/PERCENT, up to 16, " \
		 "multiples of the least, 100 % in all")) \
	X(IODEPTH, { "iodepth" }, COUNT(1, 1, PARAMS_MAX_DEPTH)) \
	X(IOENGINE, { "ioengine" }, WORDS(engine_words)) \
	X(DIRECT, { "direct", [REST] = "buffered" }, FLAG(0)) \
	X(INVALIDATE, { "invalidate" }, FLAG(1)) \
	X(SYNC, { "sync" }, WORDS(sync_words), .otherwise = SYNC_NONE) \
	X(FSYNC, { "fsync" }, COUNT(0, 0, INT32_MAX)) \
	X(FDATASYNC, { "fdatasync" }, COUNT(0, 0, INT32_MAX)) \
	X(END_FSYNC, { "end_fsync" }, FLAG(0)) \
	X(OVERWRITE, { "overwrite" }, FLAG(0)) \
	X(FALLOCATE, { "fallocate" }, \
	  WORDS(fallocate_words), .otherwise = FALLOCATE_NATIVE) \
	X(NORANDOMMAP, { "norandommap" }, FLAG(0)) \
	X(RANDREPEAT, { "randrepeat" }, FLAG(0)) \
	X(ALLRANDREPEAT, { "allrandrepeat" }, FLAG(0)) \
	X(RANDSEED, { "randseed" }, \
	  RULE(VALUE_COUNT, .max = UINT64_MAX, \
	       .wanted = "a number below 2^64")) \
	X(RATE_IOPS, { "rate_iops" }, \
	  RULE(VALUE_RATE, .min = 1, .max = PARAMS_MAX_RATE)) \
	X(RATE, { "rate" }, \
	  RULE(VALUE_RATE, .min = 1, .max = INT64_MAX, \
	       .wanted = "a number of bytes per second, as in 10m")) \
	X(RATE_PROCESS, { "rate_process" }, WORDS(process_words)) \
	X(RANDOM_DISTRIBUTION, { "random_distribution" }, \
	  RULE(VALUE_RANDOM, .wanted = "random, zipf:THETA up to 10, or " \
	       "zoned:PERCENT/SIZE:... of both 100 % in all")) \
	X(PERCENTAGE_RANDOM, { "percentage_random" }, COUNT(100, 0, 100)) \
	X(SIZE, { "size" }, \
	  RULE(VALUE_SHARE, .max = INT64_MAX, .wanted = "a size below 8 " \
	       "EiB, as in 512m, or a share from 1% to 100%")) \
	X(FILESIZE, { "filesize" }, BYTES(1)) \
	X(RUNTIME, { "runtime", "timeout" }, TIME(1, "of more than 0 and " \
	  "up to")) \
	X(TIME_BASED, { "time_based" }, FLAG(0)) \
	X(RAMP_TIME, { "ramp_time" }, PAUSE) \
	X(STARTDELAY, { "startdelay" }, PAUSE) \
	X(NUMJOBS, { "numjobs" }, COUNT(1, 1, TEST_MAX_COPIES)) \
	X(DIRECTORY, { "directory" }, RULE(VALUE_PATHS)) \
	X(FILENAME, { "filename", "libblkio_path" }, RULE(VALUE_FILES)) \
	X(DESCRIPTION, { "description" }, TEXT) \
	X(NAME, { "name" }, TEXT) \
	X(GROUP_REPORTING, { "group_reporting" }, FLAG(0)) \
	X(NEW_GROUP, { "new_group" }, FLAG(0)) \
	X(STONEWALL, { "stonewall", "wait_for_previous" }, FLAG(0)) \
	X(WAIT_FOR, { "wait_for" }, TEXT) \
	X(CREATE_ONLY, { "create_only" }, FLAG(0)) \
	X(NRFILES, { "nrfiles", "nr_files" }, COUNT(1, 1, INT32_MAX)) \
	X(LOG_AVG_MSEC, { "log_avg_msec" }, COUNT(0, 0, INT32_MAX)) \
	X(LOG_UNIX_EPOCH, { "log_unix_epoch" }, FLAG(0)) \
	X(PER_JOB_LOGS, { "per_job_logs" }, FLAG(1)) \
	X(BWAVGTIME, { "bwavgtime" }, COUNT(500, 1, INT32_MAX)) \
	X(IOPSAVGTIME, { "iopsavgtime" }, COUNT(500, 1, INT32_MAX)) \
	X(CLAT_PERCENTILES, { "clat_percentiles" }, FLAG(1)) \
	X(LAT_PERCENTILES, { "lat_percentiles" }, FLAG(0)) \
	X(SLAT_PERCENTILES, { "slat_percentiles" }, FLAG(0)) \
	X(PERCENTILE_LIST, { "percentile_list" }, \
	  RULE(VALUE_PERCENTILES, .min = 1, .max = 100 * NS_PER_S, \
	       .wanted = "up to 20 percentiles of more than 0 and up to " \
	       "100, as in 50:99.9")) \
	X(WRITE_BW_LOG, { "write_bw_log" }, LOG) \
	X(WRITE_IOPS_LOG, { "write_iops_log" }, LOG) \
	X(WRITE_LAT_LOG, { "write_lat_log" }, LOG) \
	X(BLOCKALIGN, { "ba", "blockalign" }, \
	  RULE(VALUE_SIZE, .min = 1, .max = UINT32_MAX, \
	       .wanted = "a number of bytes below 2^32, as in 64k")) \
	X(BUFFER_COMPRESS_PERCENTAGE, { "buffer_compress_percentage" }, \
	  COUNT(0, 0, 100)) \
	X(BUFFER_PATTERN, { "buffer_pattern" }, \
	  RULE(VALUE_BYTES, .wanted = "1, 2 or 4 bytes, as in 0xdeadbeef")) \
	X(ZERO_BUFFERS, { "zero_buffers" }, FLAG(0)) \
	X(DEDUPE_PERCENTAGE, { "dedupe_percentage" }, COUNT(0, 0, 100)) \
	X(ZONESIZE, { "zonesize" }, BYTES(0)) \
	X(ZONESKIP, { "zoneskip" }, BYTES(0)) \
	X(IOMEM, { "iomem", "mem" }, WORDS(memory_words)) \
	X(LOOPS, { "loops" }, COUNT(1, 0, INT32_MAX)) \
	X(IO_SIZE, { "io_size", "io_limit" }, BYTES(0)) \
	X(NUMBER_IOS, { "number_ios" }, COUNT(0, 0, INT64_MAX)) \
	X(SS, { "steadystate", "ss" }, TEXT) \
	X(SS_DUR, { "steadystate_duration", "ss_dur" }, PAUSE) \
	X(SS_RAMP, { "steadystate_ramp_time", "ss_ramp" }, PAUSE) \
	X(FADVISE_HINT, { "fadvise_hint" }, WORDS(hint_words))

#define JOB_NUMBER(id, ...) JOB_##id,
enum job_key { JOB_LIST(JOB_NUMBER) JOB_KEYS };

#define SCRIPT_LINE 4096	/* bytes */
#define SCRIPT_FAULTS 20	/* the others are counted */
#define SCRIPT_MAX_NAME 60	/* characters of a job's */

/* An additional bit of the action in JOB_RW: no random offsets. */
#define RW_SEQUENTIAL 0x100u
#define ENGINE_NO_FLUSH 1	/* the number of JOB_IOENGINE */
#define MEMORY_LARGE_PAGES 1	/* the number of JOB_IOMEM */

struct section {
	const char *name;
	uint64_t line;		/* where it starts */
	unsigned copy;		/* from 0, if copies are jobs */
	char expects[TEST_EXPECTS];
	bool is_load;
	struct value value[JOB_KEYS];
	uint64_t given[JOB_KEYS];	/* the line; 0: the default */
	bool is_faulty[JOB_KEYS];	/* given but refused */
	struct texts words;	/* all its keys, as in test.h */
};

/* `base` is first: a pointer to it is a pointer to all. */
struct script {
	struct jobfile base;
	struct reader reader;	/* its lines contain all names and texts */
	uint64_t line;		/* the number of the current one */
	bool is_words;		/* words of a command line, not lines */
	bool is_fio;		/* a script may read the output */
	uint64_t include_line;	/* of a file not included yet; or 0 */
	bool exits_all;		/* exitall: the first job to end ends all */
	struct section global;	/* the defaults of the next job */
	struct texts later;	/* keys of another [global], after a job */
	struct section *current;	/* the last one, which gets the keys */
	struct section *job;
	size_t n_jobs;
	struct texts ignored;	/* keys without effect */

	struct texts *faults;	/* the first ones; the number of others: */
	size_t n_hidden;
};

/* The names of a key: its own, another, one for the rest up to max, and two for
 * "LEAST-MOST". */
enum key_name { NAME, ALIAS, REST, RANGE, RANGE_ALIAS, NAMES };

struct key {
	const char *name[NAMES];
	struct value_rule rule;
	uint64_t otherwise;	/* the default */
	const char *alone;	/* its value if given without one; NULL: it
				   needs one */
};

/* Declarations follow, from the lowest file to the highest. */

/*
 * Keys that fio has and diskidx does not, separated by blanks. With the values
 * in `same`, words or * for all, they change nothing here and get the note, the
 * end of "Without effect here: KEY; "; other values are refused with the text.
 */
struct advice {
	const char *names;	/* NULL past the last */
	const char *same, *note, *text;
	bool may_matter;	/* it can have an effect in fio */
};
extern const struct advice advice_keys[];

/* Return the advice about a key, by itself or after the word fio, or NULL. */
const struct advice *advice_for(const char *name, bool is_fio);

/* In words.c: return fio's command line as a job file; NULL with a fault. */
const char *words_text(const char *const *word, size_t n, struct texts *faults);

/* In variables.c: return the text with the values of ${NAME} from the
 * environment and of fio's words for the machine; summed up if it has such
 * words and is to be a number. NULL with the reason in *why. */
const char *variables_expand(const char *text, bool is_number,
			     const char **why);

/* In keys.c: add a fault, "PATH:LINE: KEY: why", or "fio --KEY: why" for a
 * command line. The key may be NULL; the line is 0 if the reason has a
 * place. */
#define fault_add(script, line, key, ...) \
	fault_put(script, line, key, say(__VA_ARGS__))
void fault_put(struct script *script, uint64_t line, const char *key,
	       const char *why);

/* Give each key its default. */
void keys_default(struct section *section);

/* Give the section a value; `text` is NULL for a key without one. */
void keys_set(struct script *script, struct section *section, const char *name,
	      const char *text);

/* Return the key with that name, or JOB_KEYS. */
enum job_key keys_find(const char *name);

/* In sections.c: read all sections, from a reader that has the whole text. */
void script_read(struct script *script);

/* In test.c: return facts about a job; the line is the key's, or the job's. */
uint64_t job_number(const struct section *job, enum job_key key);
uint64_t job_size(const struct section *job);
uint64_t job_files(const struct section *job);
bool job_gives(const struct section *job, enum job_key key);
uint64_t job_line(const struct section *job, enum job_key key);

/* Add a fault of a job's key. */
#define job_fault(script, job, key, ...) \
	fault_add(script, job_line(job, key), jobfile_key(key), __VA_ARGS__)

/* Write the file's part of an id; `id` has TEST_ID bytes. */
void job_write_base(char *id, const char *path);

/* Make the test of a job, with a fault for each contradiction of keys. */
void job_make_test(struct script *script, const struct section *job,
		   struct test *test);

/* In notes.c: give the job file its notes. */
void notes_take(struct script *script);

#endif
