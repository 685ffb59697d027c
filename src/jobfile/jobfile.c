/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Job file: a file's sections made into tests and settings of the run. */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/test/name.h"
#include "diskidx/test/suite.h"
#include "script.h"

#define PROFILE_NS (5 * NS_PER_S)
#define ONCE_NS (60 * NS_PER_S)		/* the most without a runtime */
#define FIO_SEED 0x89	/* fio uses it for randrepeat=1 */

static bool
agree(const struct section *a, const struct section *b, enum job_key key)
{
	if (a->is_faulty[key] || b->is_faulty[key])
		return true;
	if (key == JOB_RANDSEED && job_gives(a, key) != job_gives(b, key))
		return false;
	return value_is_same(&a->value[key], &b->value[key]);
}

/* Make jobs of copies that run at the same time and share a name: copies that
 * fio, after that word, reports separately, or in several directories. */
static void
part_copies(struct script *script)
{
	struct section *job = script->job, *part;
	size_t n = script->n_jobs;

	script->job = NULL;
	script->n_jobs = 0;
	for (size_t i = 0; i < n; i++) {
		uint64_t copies = job_number(&job[i], JOB_NUMJOBS);

		if ((!script->is_fio ||
		     job_number(&job[i], JOB_GROUP_REPORTING) != 0) &&
		    job_number(&job[i], JOB_DIRECTORY) <= 1)
			copies = 1;
		/* One more than possible is enough to refuse it. */
		for (unsigned c = 0; c < copies && c <= TESTS_TOGETHER; c++) {
			part = xadd(script->job, script->n_jobs);
			*part = job[i];
			part->copy = c;
			if (copies > 1)
				part->value[JOB_NUMJOBS].number = 1;
			if (c == 0)
				continue;
			part->words = (struct texts){ 0 };
			texts_copy(&part->words, &job[i].words);
		}
	}
	free(job);
}

/* Let a job run with the one before, unless it must wait; `together` do so
 * far. */
static void
join(struct script *script, size_t i, struct test *test, size_t *together)
{
	const struct section *job = &script->job[i];
	const char *awaited = job->value[JOB_WAIT_FOR].text;
	bool has_other = awaited != NULL && job->copy == 0 &&
			 (*together == 0 || job[-1].copy + 1 != *together ||
			  strcmp(awaited, job[-1].name) != 0);

	test->concurrent = job->copy > 0 ||
			   (i > 0 && awaited == NULL &&
			    job_number(job, JOB_STONEWALL) == 0);
	if (!test->concurrent)
		*together = 0;
	(*together)++;
	if (*together == TESTS_TOGETHER + 1)
		fault_add(script, job->line, NULL, "[%s]: more than %d jobs at "
			  "the same time; give it %s", job->name,
			  TESTS_TOGETHER, job->copy > 0 ?
			  "group_reporting, to count its copies as one" :
			  "stonewall");
	else if (has_other || (test->concurrent && job->copy == 0 &&
			       job_gives(&job[-1], JOB_WAIT_FOR)))
		job_fault(script, job, JOB_WAIT_FOR, "supported only if each "
			  "job waits for the one before; use stonewall, which "
			  "waits for all jobs before it");
	else if (test->concurrent && script->exits_all &&
		 (params_end(&test->params, 0) != UINT64_MAX ||
		  !agree(&job[-1], job, JOB_RUNTIME) ||
		  !agree(&job[-1], job, JOB_TIME_BASED)))
		fault_add(script, job->line, "exitall", "supported only if "
			  "jobs at the same time have the same runtime and "
			  "time_based; give them both");
	else if (test->concurrent && i >= *together &&
		 !agree(&job[-1], job, JOB_STARTDELAY))
		job_fault(script, job, JOB_STARTDELAY, "differs from [%s], and "
			  "fio counts it from the start of the run, before a "
			  "stonewall; give both the same value", job[-1].name);
}

static void
make_tests(struct script *script)
{
	static const enum job_key shared[] = {
		JOB_RANDSEED, JOB_RANDREPEAT, JOB_ALLRANDREPEAT, JOB_RAMP_TIME,
		JOB_CREATE_ONLY,
	};
	const struct section *first = &script->job[0];
	struct jobfile *jobfile = &script->base;
	uint64_t size, most = jobfile->size_bytes;
	size_t together = 0, twin;
	unsigned group = 0;

	jobfile->test = xmalloc(script->n_jobs * sizeof(*jobfile->test));
	for (size_t i = 0; i < script->n_jobs; i++) {
		struct section *job = &script->job[i];
		struct test *test = &jobfile->test[i];

		if (i > 0 && job->copy == 0 &&
		    (job_number(job, JOB_STONEWALL) != 0 ||
		     job_number(job, JOB_NEW_GROUP) != 0))
			group++;
		for (size_t k = 0; k < LENGTH(shared); k++)
			if (!agree(first, job, shared[k]))
				job_fault(script, job, shared[k], "differs "
					  "from [%s], but applies to the whole "
					  "run; give all jobs the same value, "
					  "or run them separately",
					  first->name);
		job_make_test(script, job, test);
		test->group = group;
		/* As in fio, each job needs a size if any has one. */
		size = job_size(job);
		if (size > 0 && size < most &&
		    size < params_largest_block(&test->params))
			job_fault(script, job, JOB_SIZE, "less than a block; "
				  "give more, or smaller blocks");
		if (size == 0 && most > 0 && !job->is_faulty[JOB_SIZE] &&
		    !job->is_faulty[JOB_FILESIZE])
			fault_add(script, job->line, NULL, "[%s]: has no size, "
				  "but other jobs have one; give it one",
				  job->name);
		join(script, i, test, &together);
		twin = 0;
		while (strcmp(jobfile->test[twin].id, test->id) != 0)
			twin++;
		if (twin < i)
			fault_add(script, job->line, NULL, "[%s]: has the id "
				  "of [%s], %s; rename one", job->name,
				  script->job[twin].name,
				  test_name_within(test->id));
		jobfile->n_tests++;
	}
}

static void
set_run(struct script *script)
{
	const struct section *job = &script->job[0];
	struct jobfile *base = &script->base;
	bool is_profile = false, has_load = false;

	base->global = &script->global.words;
	base->warm_up_ns = job_number(job, JOB_RAMP_TIME);
	base->creates_only = job_number(job, JOB_CREATE_ONLY) != 0;
	for (size_t i = 0; i < base->n_tests; i++) {
		is_profile |= job[i].expects[0] != '\0';
		has_load |= job[i].is_load;
	}
	/* Rounds make an interval, and time percentiles, for a profile. */
	base->rounds = is_profile ? SUITE_ROUNDS : 1;
	if (base->time_ns == 0 && is_profile)
		base->time_ns = PROFILE_NS;
	else if (base->time_ns == 0 && !has_load)
		base->time_ns = ONCE_NS;
	/* Without a seed in its job, a run draws one, as by default. */
	base->has_seed = true;
	if (job_number(job, JOB_ALLRANDREPEAT) != 0)
		base->seed = FIO_SEED;
	else if (job_gives(job, JOB_RANDSEED))
		base->seed = job_number(job, JOB_RANDSEED);
	else if (job_number(job, JOB_RANDREPEAT) != 0)
		base->seed = FIO_SEED;
	else
		base->has_seed = false;
}

struct jobfile *
jobfile_load(const char *path, const char *text, size_t size, bool is_fio,
	     struct texts *faults)
{
	struct script *script = xmalloc(sizeof(*script));
	struct jobfile *base = &script->base;
	struct reader *reader = &script->reader;
	int rc;

	script->is_words = is_fio && text != NULL;
	script->is_fio = is_fio;
	script->faults = faults;
	if (text == NULL)
		rc = reader_load(reader, path);
	else
		rc = reader_load_text(reader, path, text, size,
				      READER_MAX_LINE);
	if (rc != 0) {
		texts_add(faults, reader->error);
		free(script);
		return NULL;
	}
	script_read(script);
	if (script->include_line > 0 && is_fio && text == NULL) {
		jobfile_free(base);
		texts_free(faults);
		return jobfile_words(&path, 1, faults);
	}
	if (script->include_line > 0)
		fault_add(script, script->include_line, "include", "supported "
			  "only after the word fio; put the other file's lines "
			  "here");
	part_copies(script);
	/* The run has the largest amounts of all jobs, and the least delay. */
	base->delay_ns = UINT64_MAX;
	for_each(const struct section, job, script->job, script->n_jobs) {
		base->size_bytes = amount_max(base->size_bytes, job_size(job));
		base->copies = amount_max(base->copies,
					  job_number(job, JOB_NUMJOBS));
		base->time_ns = amount_max(base->time_ns,
					   job_number(job, JOB_RUNTIME));
		base->delay_ns = amount_min(base->delay_ns,
					    job_number(job, JOB_STARTDELAY));
	}
	if (script->n_jobs > 0)
		make_tests(script);
	if (script->n_hidden > 0)
		texts_print(faults, "%.300s: and %zu more faults", reader->path,
			    script->n_hidden);
	if (faults->n > 0) {
		jobfile_free(base);
		return NULL;
	}
	set_run(script);
	notes_take(script);
	return base;
}

struct jobfile *
jobfile_words(const char *const *word, size_t n, struct texts *faults)
{
	const char *text = words_text(word, n, faults);

	return text == NULL ? NULL : jobfile_load("fio", text, strlen(text),
						  true, faults);
}

void
jobfile_free(struct jobfile *jobfile)
{
	struct script *script = (struct script *)jobfile;

	if (script == NULL)
		return;
	free(jobfile->test);
	texts_free(&jobfile->notes);
	texts_free(&script->global.words);
	texts_free(&script->later);
	for (size_t i = 0; i < script->n_jobs; i++)
		texts_free(&script->job[i].words);
	free(script->job);
	texts_free(&script->ignored);
	reader_close(&script->reader);
	free(script);
}

const char *
jobfile_place(const struct jobfile *jobfile, size_t test, const char *key)
{
	const struct script *script = (const struct script *)jobfile;
	const struct section *job = &script->job[test];
	enum job_key found = keys_find(key);
	uint64_t line = found != JOB_KEYS ? job_line(job, found) : job->line;

	if (script->is_words)
		return say("fio --%s", key);
	return say("%.120s:%" PRIu64, script->reader.path, line);
}
