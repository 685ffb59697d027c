/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
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

/* Rows of the unit tests have what each key makes of a job; this is what holds
 * for any. */
static const char *
wrong_test(const struct jobfile *j, size_t i)
{
	char text[PARAMS_TEXT], again[PARAMS_TEXT], place[JOBFILE_PLACE];
	const struct test *test = &j->test[i];
	const struct params *p = &test->params;
	struct params back;

	for (size_t k = 0; k < i; k++)
		if (strcmp(j->test[k].id, test->id) == 0)
			return "an id that is there twice";
	if (test_by_id(test->id) != NULL)
		return "an id of the table";
	if (test->title[0] == '\0' || !fuzz_is_printable(test->title))
		return "a title";
	if (strstr(jobfile_place(place, j, i, "bs"), ":0") != NULL)
		return "a line";
	if (test->copies > j->copies || test->params.span_bytes > j->size_bytes)
		return "more than the most";
	if (i == 0 && test->concurrent)
		return "nothing to join";
	if (p->block_bytes < 64 || p->block_bytes > 64 * MIB || p->depth < 1 ||
	    p->depth > 4096 || p->read_pct > 100)
		return "a parameter out of range";
	if (params_parse(params_format(text, p), &back) != 0 ||
	    strcmp(text, params_format(again, &back)) != 0)
		return "parameters that can't be saved";
	return NULL;
}

static const char *
wrong_run(const struct jobfile *j)
{
	if (j->size_bytes > INT64_MAX || j->time_ns > 1000000 * NS_PER_S ||
	    j->copies < 1 || j->copies > 1024)
		return "a number out of range";
	if (j->directory != NULL && !fuzz_is_printable(j->directory))
		return "the directory";
	return j->notes.n > 0 ? NULL : "no notes";
}

static bool
are_good_faults(const struct texts *faults)
{
	for (size_t i = 0; i < faults->n; i++) {
		const char *fault = faults->text[i];

		if (strncmp(fault, PREFIX, strlen(PREFIX)) != 0 ||
		    strlen(fault) <= strlen(PREFIX) + 5 ||
		    !fuzz_is_printable(fault))
			return false;
	}
	return faults->n > 0;
}

/* What is wrong with the answer to these bytes; NULL: nothing. */
const char *
fuzz_wrong(const char *data, size_t size)
{
	struct texts faults = { NULL, 0 };
	struct jobfile *j = jobfile_parse(PATH, data, size, &faults);
	bool has_faults = faults.n > 0, are_good = are_good_faults(&faults);
	const char *what = NULL;

	texts_free(&faults);
	if (j == NULL)
		return are_good ? NULL : "the faults";
	if (has_faults)
		what = "faults and a job file";
	else if (j->n_tests < 1 || j->n_tests > 256)
		what = "the number of jobs";
	else
		what = wrong_run(j);
	for (size_t i = 0; i < j->n_tests && what == NULL; i++)
		what = wrong_test(j, i);
	jobfile_free(j);
	return what;
}
