/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Job file: a file that was written for fio, or the options of fio's command
 * line, read as tests of the workload `random` and as settings of the whole
 * run. A key that changes nothing here becomes a note; any other key that
 * diskidx does not know is a fault, which says what to use instead.
 *
 * Jobs without stonewall between them run at the same time, and a missing key
 * has its default, as in fio. At most 1 MiB, lines of 4096 bytes and 256 jobs.
 */
#ifndef DISKIDX_JOBFILE_JOBFILE_H
#define DISKIDX_JOBFILE_JOBFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/texts.h"
#include "diskidx/test/test.h"

struct jobfile {
	/*
	 * A test for each job, in order. The id is BASENAME:JOB, of letters,
	 * digits, dot, underscore and dash around the one colon; BASENAME has
	 * no .fio, unless it would then be the id of a built-in test. Ids
	 * differ within a file, but two files of one name may have the same.
	 */
	struct test *test;
	size_t n_tests;

	/* Settings of the whole run, equal in all jobs except the first four:
	 * the largest amounts, as tests have their own, and the least delay. */
	uint64_t size_bytes;	/* size, of each copy; 0: not given */
	uint64_t copies;	/* numjobs, or 1 */
	uint64_t time_ns;	/* runtime; 0: not given */
	uint64_t delay_ns;	/* startdelay, or 0 */
	uint64_t warm_up_ns;	/* ramp_time, or 0 */
	uint64_t rounds;	/* 1 as in fio, whose samples are long; a
				   profile has the rounds of a suite */
	bool has_seed;
	uint64_t seed;		/* randseed, or fio's for randrepeat=1 */
	bool creates_only;	/* create_only: measure nothing */

	const struct texts *global;	/* the keys of [global], as in test.h */

	/* Sentences about intended differences from fio; the first names all
	 * that can change results. */
	struct texts notes;
};

/*
 * Read a job file or, unless it is NULL, a text of that size in memory, for
 * jobfile_free. Return NULL on failure, with the reasons in `faults`, empty
 * before: each is a line "PATH:LINE: why" or "PATH: why". `is_fio`: it is after
 * the word fio, where output must be as it asks, and where a text has words.
 */
struct jobfile *jobfile_load(const char *path, const char *text, size_t size,
			     bool is_fio, struct texts *faults);

/* Read the words after `fio` on a command line in the same way. Words before
 * the first --name are [global]. Faults are "fio --OPTION: why". */
struct jobfile *jobfile_words(const char *const *word, size_t n,
			      struct texts *faults);
void jobfile_free(struct jobfile *jobfile);

/* Return the place of a test's key, also in a [global], or else of the job, for
 * errors found later. It lasts as say.h says. */
const char *jobfile_place(const struct jobfile *jobfile, size_t test,
			  const char *key);

/* In keys.c: return the name of a key of job files; NULL past the last. */
const char *jobfile_key(size_t i);

#endif
