/*
 * Whatever the bytes, the reader of job files answers with a job file that
 * makes sense or with lines that say what is wrong.
 */
#include <config.h>

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/clock.h"
#include "diskidx/jobfile.h"
#include "diskidx/params.h"
#include "fuzz.h"

#define PATH "fuzz.fio"
#define PREFIX PATH ":"

/* fuzz:JOB, or fuzz and the end of a job's name. */
static bool
is_good_id(const char *id)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
		"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
	const char *colon = strchr(id, ':');

	return colon != NULL && colon > id && colon[1] != '\0' &&
		strspn(id, plain) == (size_t)(colon - id) &&
		colon[1 + strspn(colon + 1, plain)] == '\0' &&
		strlen(id) < TEST_ID - 1 && test_by_id(id) == NULL;
}

/* Parameters that the workload takes, and that a record can hold. */
static const char *
wrong_params(const struct params *p, const char *engine)
{
	char text[PARAMS_TEXT], again[PARAMS_TEXT];
	struct params back;

	if (p->block_bytes < 64 || p->block_bytes > 64 * MIB ||
	    (p->block_bytes % 512 != 0 && p->cache == CACHE_DIRECT))
		return "the block";
	if (p->depth < 1 || p->depth > 4096 ||
	    (strcmp(engine, "sync") == 0 && p->depth > 1))
		return "the depth";
	if ((p->action == ACTION_READ) != (p->read_pct == 100) ||
	    (p->action == ACTION_WRITE) != (p->read_pct == 0) ||
	    p->read_pct > 100 || p->action == ACTION_COPY)
		return "the share of reads";
	if (p->sync != SYNC_NONE && !params_writes(p))
		return "a sync of reads";
	if (p->sequential_pct > 0 && p->pattern != PATTERN_UNIFORM)
		return "a pattern of what is sequential";
	if (params_parse(params_format(text, p), &back) != 0 ||
	    strcmp(text, params_format(again, &back)) != 0)
		return "parameters that can't be saved";
	return NULL;
}

static bool
is_engine(const char *name)
{
	static const char *const engines[] = {
		"libaio", "uring", "threads", "sync", "null",
	};
	bool known = false;

	for (size_t i = 0; i < LENGTH(engines); i++)
		known |= strcmp(engines[i], name) == 0;
	return known;
}

static const char *
wrong_test(const struct jobfile *j, size_t i)
{
	const struct test *test = &j->test[i];
	char place[JOBFILE_PLACE];

	if (!is_good_id(test->id))
		return "an id";
	for (size_t k = 0; k < i; k++)
		if (strcmp(j->test[k].id, test->id) == 0)
			return "an id that is there twice";
	if (test->title[0] == '\0' || !fuzz_is_printable(test->title))
		return "a title";
	if (strcmp(test->workload, "random") != 0)
		return "a workload";
	if (strstr(jobfile_place(place, j, i, "bs"), ":0") != NULL)
		return "a line";
	if (!is_engine(test->engine))
		return "an engine";
	if (test->copies > j->copies || test->params.span_bytes > j->size_bytes)
		return "more than the most";
	if (i == 0 && test->concurrent)
		return "nothing to join";
	return wrong_params(&test->params, test->engine);
}

static const char *
wrong_run(const struct jobfile *j)
{
	if (j->size_bytes > INT64_MAX)
		return "the size";
	if (j->time_ns > 1000000 * NS_PER_S)
		return "the time";
	if (j->copies < 1 || j->copies > 1024)
		return "the copies";
	if (j->directory != NULL && !fuzz_is_printable(j->directory))
		return "the directory";
	return j->n_notes > 0 ? NULL : "no notes";
}

/* Each fault is a line, and an empty string ends them. */
static bool
are_good_faults(const char *fault)
{
	if (*fault == '\0')
		return false;
	for (; *fault != '\0'; fault += strlen(fault) + 1)
		if (strncmp(fault, PREFIX, strlen(PREFIX)) != 0 ||
		    strlen(fault) <= strlen(PREFIX) + 5 ||
		    !fuzz_is_printable(fault))
			return false;
	return true;
}

/* What is wrong with the answer to these bytes; NULL: nothing. */
const char *
fuzz_wrong(const char *data, size_t size)
{
	char error[JOBFILE_ERROR] = "";
	struct jobfile *j = jobfile_parse(PATH, data, size, error,
					  sizeof(error));
	const char *what = NULL;

	if (j == NULL)
		return are_good_faults(error) ? NULL : "the faults";
	if (error[0] != '\0')
		what = "an error and a job file";
	else if (j->n_tests < 1 || j->n_tests > 256)
		what = "the number of jobs";
	else
		what = wrong_run(j);
	for (size_t i = 0; i < j->n_tests && what == NULL; i++)
		what = wrong_test(j, i);
	jobfile_free(j);
	return what;
}
