/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Script: a job file as it is written: sections, and in them the values of
 * the keys, each checked by itself. jobfile.c says what they mean together.
 *
 * To add a key: a number in enum job_key, a row in keys.c, and a line in the
 * manual; then test.c, notes.c or jobfile.c use it. A key that only fio has is
 * in a row of advice.c.
 */
#ifndef JOBFILE_SCRIPT_H
#define JOBFILE_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/printf.h"
#include "diskidx/base/reader.h"
#include "diskidx/base/texts.h"
#include "diskidx/jobfile/jobfile.h"
#include "diskidx/test/value.h"

enum job_key {
	JOB_RW, JOB_RWMIXREAD, JOB_BS, JOB_BSSPLIT, JOB_IODEPTH, JOB_IOENGINE,
	JOB_DIRECT, JOB_INVALIDATE, JOB_SYNC, JOB_FSYNC, JOB_FDATASYNC,
	JOB_END_FSYNC, JOB_OVERWRITE, JOB_FALLOCATE, JOB_NORANDOMMAP,
	JOB_RANDREPEAT, JOB_ALLRANDREPEAT, JOB_RANDSEED, JOB_RATE_IOPS,
	JOB_RATE, JOB_RATE_PROCESS, JOB_RANDOM_DISTRIBUTION,
	JOB_PERCENTAGE_RANDOM, JOB_SIZE, JOB_FILESIZE, JOB_RUNTIME,
	JOB_TIME_BASED, JOB_RAMP_TIME, JOB_STARTDELAY, JOB_NUMJOBS,
	JOB_DIRECTORY, JOB_FILENAME, JOB_DESCRIPTION, JOB_NAME,
	JOB_GROUP_REPORTING, JOB_NEW_GROUP, JOB_STONEWALL, JOB_WAIT_FOR,
	JOB_CREATE_ONLY, JOB_NRFILES, JOB_LOG_AVG_MSEC, JOB_LOG_UNIX_EPOCH,
	JOB_PER_JOB_LOGS, JOB_BWAVGTIME, JOB_IOPSAVGTIME, JOB_CLAT_PERCENTILES,
	JOB_LAT_PERCENTILES, JOB_SLAT_PERCENTILES, JOB_PERCENTILE_LIST,
	JOB_WRITE_BW_LOG, JOB_WRITE_IOPS_LOG, JOB_WRITE_LAT_LOG, JOB_BLOCKALIGN,
	JOB_BUFFER_COMPRESS_PERCENTAGE, JOB_BUFFER_PATTERN, JOB_ZERO_BUFFERS,
	JOB_DEDUPE_PERCENTAGE, JOB_ZONESIZE, JOB_ZONESKIP, JOB_IOMEM, JOB_LOOPS,
	JOB_IO_SIZE, JOB_NUMBER_IOS, JOB_SS, JOB_SS_DUR, JOB_SS_RAMP,
	JOB_FADVISE_HINT, JOB_KEYS
};

#define SCRIPT_MESSAGE 500
#define SCRIPT_LINE 4096	/* bytes */
#define SCRIPT_FAULTS 20	/* more are counted, not shown */
#define SCRIPT_MAX_NAME 60	/* of a job */

/* A bit beside the action in the number of JOB_RW: no random offsets. */
#define RW_SEQUENTIAL 0x100u
#define ENGINE_NO_FLUSH 1	/* the number of JOB_IOENGINE */
#define MEMORY_LARGE_PAGES 1	/* the number of JOB_IOMEM */

struct section {
	const char *name;
	uint64_t line;		/* where it starts */
	unsigned copy;		/* from 0, of copies that are jobs each */
	char expects[TEST_EXPECTS];
	bool is_load;
	struct value value[JOB_KEYS];
	uint64_t given[JOB_KEYS];	/* the line; 0: it has its default */
	bool is_faulty[JOB_KEYS];	/* given, and refused */
	struct texts words;	/* all that is given in it, as test.h has it */
};

/* `base` is first, so that a pointer to it is one to all of this. */
struct script {
	struct jobfile base;
	struct reader reader;	/* its lines hold all names and texts */
	uint64_t line;		/* the number of the one that is read */
	bool is_words;		/* of a command line, not lines of a file */
	bool is_fio;		/* behind that word: a script may read fio's
				   output */
	uint64_t include_line;	/* of a file that it doesn't have yet; or 0 */
	bool exits_all;		/* exitall: the first to end ends all */
	struct section global;	/* the defaults of the next job */
	struct texts later;	/* what another [global] gives, behind a job */
	struct section *current;	/* began last, and gets the keys */
	struct section *job;
	size_t n_jobs;
	struct texts ignored;	/* keys that change nothing here */

	struct texts *faults;	/* the first; how many more there were: */
	size_t n_hidden;
};

/* The names of a key: its own, another, that of what it leaves of max, and both
 * of "LEAST-MOST". */
enum key_name { NAME, ALIAS, REST, RANGE, RANGE_ALIAS, NAMES };

struct key {
	const char *name[NAMES];
	struct value_rule rule;
	uint64_t otherwise;	/* the default */
	const char *alone;	/* the value of a key that stands alone; NULL:
				   it needs one */
};

/* What follows stands here from the lowest file to the highest. */

/* In faults.c: add a fault to those that are known, "PATH:LINE: KEY: why", or
 * "fio --KEY: why" of a command line; the key may be NULL, and the line 0 if
 * what is wrong begins with the place. */
void fault_add(struct script *script, uint64_t line, const char *key,
	       const char *format, ...) PRINTF_LIKE(4, 5);

/*
 * Keys that fio has and diskidx lacks, with blanks between them. With the
 * values of `same`, words or * for all, they measure what they would without
 * that key, and get the note, the end of "Without effect here: KEY; "; with
 * others they are refused with the text.
 */
struct advice {
	const char *names;	/* NULL past the last */
	const char *same, *note, *text;
	bool may_matter;	/* without effect here, it can be one in fio */
};
extern const struct advice advice_keys[];

/* Return the advice on a key, by itself or behind the word fio, or NULL. */
const struct advice *advice_for(const char *name, bool is_fio);

/* Return true if the key may have that value, which changes nothing. */
bool advice_allows(const struct advice *advice, const char *text);

/* In words.c: return the options of fio's command line as the lines of a job
 * file; NULL with a fault if one can't be. */
const char *words_text(const char *const *word, size_t n, struct texts *faults);

/* In variables.c: return the text with the values of ${NAME} from the
 * environment and of fio's words for the machine, summed up if it has them and
 * is a number. NULL after a failure. */
const char *variables_expand(struct script *script, const char *name,
			     const char *text, bool is_number);

/* Give each key its default. */
void keys_default(struct section *section);

/* Give the section a value; `text` is NULL for a key that stands alone. */
void keys_set(struct script *script, struct section *section, const char *name,
	      const char *text);

/* Return the key of that name, or JOB_KEYS if there is none. */
enum job_key keys_find(const char *name);

/* In sections.c: read all sections, from a reader that has the whole text. */
void script_read(struct script *script);

/* Return facts of a job. The line is the key's, else the job's. */
uint64_t job_number(const struct section *job, enum job_key key);
uint64_t job_size(const struct section *job);
uint64_t job_files(const struct section *job);
bool job_gives(const struct section *job, enum job_key key);
uint64_t job_line(const struct section *job, enum job_key key);

/* Add a fault of a job's key. */
#define job_fault(script, job, key, ...) \
	fault_add(script, job_line(job, key), jobfile_key(key), __VA_ARGS__)

/* Write the part of an id that the file makes; `id` has TEST_ID bytes. */
void job_write_base(char *id, const char *path);

/* Make the test of a job; keep as faults where its keys contradict. */
void job_make_test(struct script *script, const struct section *job,
		   struct test *test);

/* Give the job file its notes. */
void notes_take(struct script *script);

#endif
