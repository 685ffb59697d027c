/*
 * Script: a job file as it is written: sections, and in them the values of
 * the keys, each checked by itself. What they mean together is jobfile.c's.
 */
#ifndef JOBFILE_SCRIPT_H
#define JOBFILE_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/printf.h"
#include "diskidx/test.h"

/* In the order of the table in jobfile-keys.c. */
enum job_key {
	JOB_RW, JOB_RWMIXREAD, JOB_BS, JOB_IODEPTH, JOB_IOENGINE, JOB_DIRECT,
	JOB_INVALIDATE, JOB_SYNC, JOB_FSYNC, JOB_FDATASYNC, JOB_END_FSYNC,
	JOB_OVERWRITE, JOB_NORANDOMMAP, JOB_RANDREPEAT, JOB_RANDSEED,
	JOB_RATE_IOPS, JOB_SIZE, JOB_RUNTIME, JOB_TIME_BASED, JOB_RAMP_TIME,
	JOB_STARTDELAY, JOB_NUMJOBS, JOB_DIRECTORY, JOB_FILENAME,
	JOB_DESCRIPTION, JOB_NAME, JOB_THREAD, JOB_GROUP_REPORTING,
	JOB_STONEWALL, JOB_KEYS
};

#define MOST_RATE 1000000000	/* as of --rate: one request a nanosecond */

/* The number of JOB_RW: an action, and whether offsets follow each other. */
#define RW_SEQUENTIAL 0x100u

struct value {
	size_t line;		/* 0: not given, and then the default */
	uint64_t number;	/* bytes and ns; 0 where it is a text */
	const char *text;	/* NULL where it is a number */
};

struct section {
	const char *name;
	size_t line;		/* where it starts */
	struct value value[JOB_KEYS];
};

struct script {
	const char *path;
	char *text;			/* that names and texts point into */
	struct section global;		/* as it stands for the next job */
	struct section *job;
	size_t n_jobs;
	size_t line;			/* being read */
	char *error;
	size_t error_size;
};

enum kind {
	KIND_FLAG,	/* 0 or 1; a key that stands alone is 1 */
	KIND_COUNT,	/* min to max */
	KIND_SIZE,	/* bytes, min to max, a multiple of min */
	KIND_TIME,	/* ns, min to max */
	KIND_WORD,	/* one of the words */
	KIND_PATH,	/* one directory */
	KIND_FILE,	/* a plain file name */
	KIND_TEXT	/* anything */
};

/* What a value can be; with advice it is one that only fio does. */
struct word {
	const char *name;	/* NULL past the last */
	uint64_t number;
	const char *text, *advice;
};

struct key {
	const char *name, *alias;
	enum kind kind;
	uint64_t otherwise;	/* the default */
	uint64_t min, max;
	const struct word *word;
	const char *wanted;	/* completes "is not ..." */
};

/* "PATH:LINE: ..." as the error, without a line if that is 0; false. */
bool script_fail(struct script *script, size_t line, const char *format, ...)
	PRINTF_LIKE(3, 4);

/* Reads script->text, which has `size` bytes and a zero after them. */
bool script_read(struct script *script, size_t size);

/* The defaults of all keys. */
void keys_default(struct section *section);

/* Gives the section a value; `text` is NULL for a key that stands alone. */
bool keys_set(struct script *script, struct section *section,
	      const char *name, const char *text);

/* Its number, or JOB_KEYS if there is no key of that name. */
enum job_key keys_find(const char *name);

/* The value of a key, called NAME in the file, on the line being read. */
bool value_parse(struct script *script, const struct key *key,
		 const char *name, const char *text, struct value *value);

/* What a job's keys say. The line is the key's, else that of the job. */
uint64_t job_number(const struct section *job, enum job_key key);
bool job_gives(const struct section *job, enum job_key key);
size_t job_line(const struct section *job, enum job_key key);
bool job_is_sequential(const struct section *job);
bool job_is_mixed(const struct section *job);
bool job_writes(const struct section *job);

/* Makes the test of a job, unless its keys contradict each other. */
bool job_make_test(struct script *script, const struct section *job,
		   struct test *test);

/*
 * The sentences on where diskidx differs from fio: NULL past the last, and
 * for one that doesn't concern this file the empty string.
 */
const char *notes_at(const struct script *script, size_t i);

/* For a key that fio has and diskidx hasn't: what to do; else NULL. */
const char *advice_for(const char *name);

/* The table of them, where a name may end in *; NULL past the last. */
const char *advice_name(size_t i);

#endif
