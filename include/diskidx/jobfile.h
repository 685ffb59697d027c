/*
 * Job file: what people wrote for fio, read as tests of the workload `random`
 * and as settings of the whole run. Strict: a key or a value that diskidx
 * does not do is an error that says what it does instead, never dropped.
 *
 * Sections, [global] (for the jobs after it), comments from ; or # to the end
 * of the line, and the keys of jobfile_key(); a yes-or-no key may stand
 * without a value. Where a key is absent fio's default holds: rw=read, bs=4k,
 * iodepth=1, direct=0, invalidate=1, ioengine=psync. At most 1 MiB, lines of
 * 4096 bytes and 256 jobs.
 */
#ifndef DISKIDX_JOBFILE_H
#define DISKIDX_JOBFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/test.h"

#define JOBFILE_ERROR 320

struct jobfile {
	/*
	 * One test a job, in order. The id is BASENAME:JOB, of letters,
	 * digits, dot, underscore and dash around the one colon; BASENAME is
	 * without .fio, unless that makes it a built-in test's id. Ids differ
	 * within a file; those of two files of one name don't.
	 */
	struct test *test;
	size_t n_tests;

	/* What the file asks of the whole run, alike for all of its jobs. */
	bool has_size, has_time, has_copies, has_seed, has_warm_up, has_delay;
	bool has_engine;	/* else `engine` is fio's default */
	uint64_t size_bytes;	/* size; of each copy */
	uint64_t time_ns;	/* runtime */
	uint64_t copies;	/* numjobs, or 1 */
	uint64_t seed;		/* randseed, or what randrepeat=1 means */
	uint64_t warm_up_ns;	/* ramp_time */
	uint64_t delay_ns;	/* startdelay */
	const char *directory;	/* NULL: not given */
	const char *engine;	/* by diskidx's name */

	/* Sentences: where diskidx differs from fio on purpose. */
	const char **note;
	size_t n_notes;
};

/*
 * NULL on failure, with one line "PATH:LINE: why" or "PATH: why" in `error`
 * (JOBFILE_ERROR bytes are enough). Freed by jobfile_free.
 */
struct jobfile *jobfile_load(const char *path, char *error, size_t error_size);

/* The same for a file that is in memory already, under that path. */
struct jobfile *jobfile_parse(const char *path, const char *text, size_t size,
			      char *error, size_t error_size);
void jobfile_free(struct jobfile *jobfile);

/*
 * For errors that show up later: the line on which the job of this test has
 * the key, in a [global] perhaps; else that on which the job starts.
 */
size_t jobfile_line(const struct jobfile *jobfile, size_t test,
		    const char *key);

/* The keys that a job file may have; NULL past the last. */
const char *jobfile_key(size_t i);

#endif
