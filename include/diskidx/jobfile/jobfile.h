/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Job file: a file that somebody wrote for fio, or the options of fio's command
 * line, read as tests of the workload `random` and as settings of the whole
 * run. A key whose absence gives the same measurement becomes a note; any other
 * that diskidx does not know is a fault that says what to use instead.
 *
 * Jobs without stonewall between them run at the same time, and where a key is
 * absent its default holds, as in fio. At most 1 MiB, lines of 4096 bytes and
 * 256 jobs.
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
	 * A test a job, in order. The id is BASENAME:JOB, of letters,
	 * digits, dot, underscore and dash around the one colon; BASENAME is
	 * without .fio, unless that makes it a built-in test's id. Ids differ
	 * within a file, and not between two files of one name.
	 */
	struct test *test;
	size_t n_tests;

	/* Settings of the whole run, which all jobs must share, but for the
	 * first four: the largest, where a test has its own, and the least
	 * delay. */
	uint64_t size_bytes;	/* size, of each copy; 0: not given */
	uint64_t copies;	/* numjobs, or 1 */
	uint64_t time_ns;	/* runtime; 0: not given */
	uint64_t delay_ns;	/* startdelay, or 0 */
	uint64_t warm_up_ns;	/* ramp_time, or 0 */
	uint64_t rounds;	/* 1, as in fio, whose run times are long; those
				   of a suite in a profile */
	bool has_seed;
	uint64_t seed;		/* randseed, or fio's for randrepeat=1 */
	bool creates_only;	/* create_only: nothing is to be measured */

	const struct texts *global;	/* what [global] gives, as test.h has
					   it */

	/* Sentences on where diskidx differs from fio on purpose, the first
	 * one on all that can make figures differ. */
	struct texts notes;
};

/*
 * Read a job file, for jobfile_free. Return NULL on failure, with what is wrong
 * in `faults`, empty before, each a line: "PATH:LINE: why" or "PATH: why". With
 * `is_fio` it stands behind that word, where what is printed has to be as it
 * asks.
 */
struct jobfile *jobfile_load(const char *path, bool is_fio,
			     struct texts *faults);

/* Read a text in memory in the same way, under that path. */
struct jobfile *jobfile_parse(const char *path, const char *text, size_t size,
			      struct texts *faults);

/*
 * Read the words that stand behind `fio` on a command line in the same way.
 * Those up to the first --name are [global]. Faults are "fio --OPTION: why".
 */
struct jobfile *jobfile_words(const char *const *word, size_t n,
			      struct texts *faults);
void jobfile_free(struct jobfile *jobfile);

/* Return the place of a test's key, perhaps in a [global], else of the job, for
 * errors found later. It lasts as say.h says. */
const char *jobfile_place(const struct jobfile *jobfile, size_t test,
			  const char *key);

/* In keys.c: return the name of a key that a job file may have; NULL past the
 * last. */
const char *jobfile_key(size_t i);

#endif
