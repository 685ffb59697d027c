/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Job file: a file's sections made into tests and settings of the run. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/amount.h"
#include "diskidx/array.h"
#include "diskidx/clock.h"
#include "diskidx/jobfile.h"
#include "diskidx/suite.h"
#include "script.h"

#define PROFILE_NS (5 * NS_PER_S)
#define FIO_SEED 0x89	/* fio uses it for randrepeat=1 */

/* `base` is first, so that a pointer to it is one to all of this. */
struct loaded {
	struct jobfile base;
	struct script script;
	char *directory;	/* of the file name, or of the disk that it
				   names; NULL: neither */
};

static bool
agree(const struct section *a, const struct section *b, enum job_key key)
{
	const struct value *v = &a->value[key], *w = &b->value[key];

	if (v->is_faulty || w->is_faulty)
		return true;
	if (key == JOB_RANDSEED && job_gives(a, key) != job_gives(b, key))
		return false;
	if (key == JOB_RANDREPEAT &&
	    (job_gives(a, JOB_RANDSEED) || job_gives(b, JOB_RANDSEED)))
		return true;	/* which decides */
	return value_is_same(v, w);
}

/* Return the length of the file name's directory; 0: it has none. */
static size_t
directory_length(const struct section *job)
{
	const char *file = job->value[JOB_FILENAME].text;
	const char *slash = file != NULL ? strrchr(file, '/') : NULL;

	if (slash == NULL)
		return 0;
	return amount_max((uint64_t)(slash - file), 1);
}

/* Refuse a second directory, of the file name. */
static void
check_place(struct script *script, const struct section *job)
{
	const struct section *first = &script->job[0];
	size_t length = directory_length(job);
	size_t line = job_line(job, JOB_FILENAME);

	if (length > 0 && job_gives(job, JOB_DIRECTORY))
		faults_add(script, line, "filename: has a directory, and so "
			   "has directory; give one of them");
	else if (length != directory_length(first) ||
		 (length > 0 && memcmp(first->value[JOB_FILENAME].text,
				       job->value[JOB_FILENAME].text,
				       length) != 0))
		faults_add(script, line, "filename: in another directory than "
			   "that of [%s]; give all jobs one directory",
			   first->name);
}

/* Refuse a job whose settings of the whole run differ from the first job's. */
static void
check_agreement(struct script *script, const struct section *job)
{
	static const enum job_key shared[] = {
		JOB_RANDSEED, JOB_RANDREPEAT, JOB_RAMP_TIME, JOB_DIRECTORY,
	};
	const struct section *first = &script->job[0];
	const char *remedy = "put it into [global], or this job into a file "
			     "of its own";

	if (script->is_words)
		remedy = "give it before the first --name, or run the jobs "
			 "apart";
	for (size_t i = 0; i < LENGTH(shared); i++)
		if (!agree(first, job, shared[i]))
			faults_add(script, job_line(job, shared[i]), "%s: not "
				   "as in [%s], but it holds for the whole "
				   "run; %s", jobfile_key(shared[i]),
				   first->name, remedy);
}

/* Refuse a job without a size beside one with it, which fio needs, too. */
static void
check_limits(struct script *script, const struct section *job,
	     const struct params *params)
{
	uint64_t size = job_size(job);

	if (size > 0 && size < script->most_bytes &&
	    size / 2 < params_largest_block(params))
		faults_add(script, job_line(job, JOB_SIZE), "size: less than "
			   "two blocks; give more, or smaller blocks");
	if (size == 0 && script->most_bytes > 0 &&
	    !job->value[JOB_SIZE].is_faulty &&
	    !job->value[JOB_FILESIZE].is_faulty)
		faults_add(script, job->line, "[%s]: has no size, and other "
			   "jobs have one; give it one", job->name);
}

/* Let a job run at the same time as the one before, unless it has a stonewall;
 * `together` jobs do so far. */
static void
join(struct script *script, size_t i, struct test *test, size_t *together)
{
	const struct section *job = &script->job[i];

	test->concurrent = i > 0 && job_number(job, JOB_STONEWALL) == 0;
	if (!test->concurrent)
		*together = 0;
	(*together)++;
	if (*together == TESTS_TOGETHER + 1)
		faults_add(script, job->line, "[%s]: more than %d jobs at the "
			   "same time; give it stonewall", job->name,
			   TESTS_TOGETHER);
	else if (test->concurrent && script->is_fio &&
		 job_number(job, JOB_GROUP_REPORTING) != 0)
		faults_add(script, job->line, "group_reporting: jobs at the "
			   "same time are reported each by itself; leave it "
			   "out, and add them up");
	else if (test->concurrent && i >= *together &&
		 !agree(&job[-1], job, JOB_STARTDELAY))
		faults_add(script, job_line(job, JOB_STARTDELAY), "startdelay: "
			   "not as in [%s], and fio counts it from the start "
			   "of the run, before a stonewall; give both the same",
			   job[-1].name);
}

static void
make_tests(struct loaded *loaded)
{
	struct script *script = &loaded->script;
	struct jobfile *jobfile = &loaded->base;
	size_t together = 0, twin;

	/* Find the settings of the run, and what jobs have of their own. */
	script->least_delay_ns = UINT64_MAX;
	for (size_t i = 0; i < script->n_jobs; i++) {
		const struct section *job = &script->job[i];

		script->most_bytes = amount_max(script->most_bytes,
						job_size(job));
		script->most_copies = amount_max(script->most_copies,
						 job_number(job, JOB_NUMJOBS));
		script->most_ns = amount_max(script->most_ns,
					     job_number(job, JOB_RUNTIME));
		script->least_delay_ns =
			amount_min(script->least_delay_ns,
				   job_number(job, JOB_STARTDELAY));
	}
	jobfile->test = xmalloc(script->n_jobs * sizeof(*jobfile->test));
	for (size_t i = 0; i < script->n_jobs; i++) {
		struct section *job = &script->job[i];
		struct test *test = &jobfile->test[i];

		check_agreement(script, job);
		check_place(script, job);
		job_make_test(script, job, test);
		check_limits(script, job, &test->params);
		join(script, i, test, &together);
		twin = 0;
		while (strcmp(jobfile->test[twin].id, test->id) != 0)
			twin++;
		if (twin < i)
			faults_add(script, job->line, "[%s]: has the id of "
				   "[%s], %s; rename one", job->name,
				   script->job[twin].name,
				   strrchr(test->id, ':') + 1);
		jobfile->n_tests++;
	}
}

/* List the logs that jobs ask for; the copies of a job share its first number
 * of fio's. */
static void
list_logs(struct jobfile *jobfile, const struct script *script)
{
	static const char *const kind[TEST_LOGS] = { "bw", "iops", "lat" };
	size_t number = 1;

	for (size_t i = 0; i < script->n_jobs; i++) {
		const struct section *job = &script->job[i];

		for (int k = 0; k < TEST_LOGS; k++) {
			const struct value *value =
				&job->value[JOB_WRITE_BW_LOG + k];
			const char *name = value->text;

			if (name == NULL)
				continue;
			if (*name == '\0')
				name = job->name;
			jobfile->log = xgrow(jobfile->log, jobfile->n_logs,
					     sizeof(*jobfile->log));
			jobfile->log[jobfile->n_logs++] = (struct job_log){
				.kind = (enum test_log)k, .test = i,
				.path = xprintf("%s_%s.%zu.log", name, kind[k],
						number),
				.every_ns = job_number(job, JOB_LOG_AVG_MSEC) *
					NS_PER_MS,
			};
		}
		number += job_number(job, JOB_NUMJOBS);
	}
}

/* Make a job file of the reader's lines, and take over the reader. */
static struct jobfile *
make_jobfile(const struct reader *reader, bool is_words, bool is_fio)
{
	struct loaded *loaded = xmalloc(sizeof(*loaded));
	struct script *script = &loaded->script;
	struct jobfile *jobfile = &loaded->base;
	const struct section *job;
	size_t length;

	memset(loaded, 0, sizeof(*loaded));
	script->reader = *reader;
	script->is_words = is_words;
	script->is_fio = is_fio;
	faults_begin(script, reader->error, reader->error_size);
	script_read(script);
	if (script->n_jobs > 0)
		make_tests(loaded);
	if (faults_end(script)) {
		jobfile_free(jobfile);
		return NULL;
	}
	/* The settings of the run, which all jobs share but for some. */
	jobfile->size_bytes = script->most_bytes;
	jobfile->copies = script->most_copies;
	jobfile->time_ns = script->most_ns;
	jobfile->delay_ns = script->least_delay_ns;
	job = &script->job[0];
	jobfile->warm_up_ns = job_number(job, JOB_RAMP_TIME);
	jobfile->rounds = 1;
	/* A profile has rounds for an interval, and time for percentiles. */
	for (size_t i = 0; i < script->n_jobs; i++)
		if (script->job[i].expects[0] != '\0') {
			jobfile->rounds = SUITE_ROUNDS;
			if (jobfile->time_ns == 0)
				jobfile->time_ns = PROFILE_NS;
		}
	jobfile->directory = job->value[JOB_DIRECTORY].text;
	length = directory_length(job);
	if (length > 0) {
		loaded->directory = xprintf("%.*s", (int)length,
					    job->value[JOB_FILENAME].text);
		jobfile->directory = loaded->directory;
	}
	/* A run without a seed of its job draws one, as by default. */
	jobfile->has_seed = true;
	if (job_gives(job, JOB_RANDSEED))
		jobfile->seed = job_number(job, JOB_RANDSEED);
	else if (job_number(job, JOB_RANDREPEAT) != 0)
		jobfile->seed = FIO_SEED;
	else
		jobfile->has_seed = false;
	if (is_fio)
		list_logs(jobfile, script);
	notes_take(jobfile, script);
	return jobfile;
}

struct jobfile *
jobfile_load(const char *path, bool is_fio, char *error, size_t error_size)
{
	struct reader reader;

	memset(error, 0, error_size);
	if (reader_load(&reader, path, error, error_size) != 0)
		return NULL;
	return make_jobfile(&reader, false, is_fio);
}

static struct jobfile *
load_text(const char *path, const char *text, size_t size, bool is_words,
	  char *error, size_t error_size)
{
	struct reader reader;

	memset(error, 0, error_size);
	if (reader_load_text(&reader, path, text, size, READER_MAX_LINE, error,
			     error_size) != 0)
		return NULL;
	return make_jobfile(&reader, is_words, is_words);
}

struct jobfile *
jobfile_parse(const char *path, const char *text, size_t size, char *error,
	      size_t error_size)
{
	return load_text(path, text, size, false, error, error_size);
}

struct jobfile *
jobfile_words(const char *const *word, size_t n, char *error,
	      size_t error_size)
{
	struct jobfile *jobfile;
	char *text;

	memset(error, 0, error_size);
	text = words_text(word, n, error, error_size);
	if (text == NULL)
		return NULL;
	jobfile = load_text("fio", text, strlen(text), true, error, error_size);
	free(text);
	return jobfile;
}

void
jobfile_free(struct jobfile *jobfile)
{
	struct loaded *loaded = (struct loaded *)jobfile;

	if (loaded == NULL)
		return;
	for (size_t i = 0; i < jobfile->n_notes; i++)
		free(jobfile->note[i]);
	for (size_t i = 0; i < jobfile->n_logs; i++)
		free(jobfile->log[i].path);
	free(jobfile->log);
	free(jobfile->test);
	free(jobfile->note);
	free(loaded->script.job);
	free(loaded->script.ignored);
	for (size_t i = 0; i < loaded->script.n_expanded; i++)
		free(loaded->script.expanded[i]);
	free(loaded->script.expanded);
	free(loaded->directory);
	reader_close(&loaded->script.reader);
	free(loaded);
}

void
jobfile_set_directory(struct jobfile *jobfile, char *directory)
{
	struct loaded *loaded = (struct loaded *)jobfile;

	free(loaded->directory);
	jobfile->directory = loaded->directory = directory;
}

const char *
jobfile_path(const struct jobfile *jobfile, size_t test)
{
	const struct loaded *loaded = (const struct loaded *)jobfile;
	const struct section *job = &loaded->script.job[test];

	if (directory_length(job) == 0)
		return NULL;
	return job->value[JOB_FILENAME].text;
}

char *
jobfile_place(char *place, const struct jobfile *jobfile, size_t test,
	      const char *key)
{
	const struct loaded *loaded = (const struct loaded *)jobfile;
	const struct section *job = &loaded->script.job[test];
	enum job_key found = keys_find(key);
	size_t line = found != JOB_KEYS ? job_line(job, found) : job->line;

	if (loaded->script.is_words)
		snprintf(place, JOBFILE_PLACE, "fio --%s", key);
	else
		snprintf(place, JOBFILE_PLACE, "%.120s:%zu",
			 loaded->script.reader.path, line);
	return place;
}
