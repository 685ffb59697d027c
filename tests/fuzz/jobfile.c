/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * For any bytes, the reader of job files answers with a job file that makes
 * sense or with lines that say what is wrong.
 */
#include <config.h>

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "diskidx/base/clock.h"
#include "diskidx/jobfile/jobfile.h"
#include "diskidx/test/params.h"
#include "fuzz.h"

#define PATH "fuzz.fio"
#define PREFIX PATH ":"

static bool
is_printable(const char *text)
{
	for (; *text != '\0'; text++)
		if (*text < ' ' || *text > '~')
			return false;
	return true;
}

/* Rows of the unit tests have what each key makes of a job; this is what holds
 * for any. */
static void
try_test(const struct jobfile *j, size_t i)
{
	const struct test *test = &j->test[i];
	const struct params *p = &test->params;
	const char *text = params_format(p);
	struct params back;

	for (size_t k = 0; k < i; k++)
		fuzz_must(strcmp(j->test[k].id, test->id) != 0,
			  "an id that occurs twice");
	fuzz_must(test_by_id(test->id) == NULL, "an id of the table");
	fuzz_must(test->title[0] != '\0' && is_printable(test->title),
		  "a title");
	fuzz_must(strstr(jobfile_place(j, i, "bs"), ":0") == NULL, "a line");
	fuzz_must(test->copies <= j->copies && p->span_bytes <= j->size_bytes,
		  "more than the most");
	fuzz_must(i > 0 || !test->concurrent, "nothing to join");
	fuzz_must(p->block_bytes >= 64 &&
		  p->block_bytes <= PARAMS_MAX_BLOCK_MIB * MIB &&
		  p->depth >= 1 && p->depth <= 4096 && p->read_pct <= 100,
		  "a parameter out of range");
	fuzz_must(params_parse(text, &back) == 0 &&
		  strcmp(text, params_format(&back)) == 0,
		  "parameters that can't be saved");
}

static void
try_jobfile(const struct jobfile *j)
{
	fuzz_must(j->n_tests >= 1 && j->n_tests <= 256 * TESTS_TOGETHER,
		  "the number of jobs");
	fuzz_must(j->size_bytes <= INT64_MAX &&
		  j->time_ns <= 1000000 * NS_PER_S && j->copies >= 1 &&
		  j->copies <= 1024, "a number out of range");
	fuzz_must(j->notes.n > 0, "no notes");
	for (size_t i = 0; i < j->n_tests; i++)
		try_test(j, i);
}

void
fuzz_try(const char *data, size_t size)
{
	struct texts faults = { 0 };
	struct jobfile *j = jobfile_load(PATH, data, size, false, &faults);

	fuzz_must((j == NULL) == (faults.n > 0), "faults and a job file");
	for (size_t i = 0; i < faults.n; i++)
		fuzz_must(strncmp(faults.text[i], PREFIX, strlen(PREFIX)) ==
			  0 && strlen(faults.text[i]) > strlen(PREFIX) + 5 &&
			  is_printable(faults.text[i]), "the faults");
	if (j != NULL)
		try_jobfile(j);
	texts_free(&faults);
	jobfile_free(j);
}
