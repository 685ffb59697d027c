/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Whatever the words of a command line, they become a plan that can be printed,
 * or one line of error.
 */
#include <config.h>

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/budget.h"
#include "diskidx/commands.h"
#include "diskidx/plan.h"
#include "diskidx/units.h"
#include "fuzz.h"

#define MAX_WORDS 24
#define MAX_TEXT 2048

/* A word with a line break is shown as it is; message.c makes a line of it. */
static const char *
wrong_error(const char *error)
{
	return error[0] != '\0' && strlen(error) < PLAN_ERROR ? NULL :
	       "the error";
}

static const char *
wrong_test(const struct plan_test *t)
{
	char text[PARAMS_TEXT], again[PARAMS_TEXT];
	struct params back;

	if (params_parse(params_format(text, &t->test.params), &back) != 0 ||
	    strcmp(text, params_format(again, &back)) != 0)
		return "parameters that can't be saved";
	if (t->workload == NULL || t->engine == NULL)
		return "a test without a workload or an engine";
	return t->test.id[0] != '\0' && t->test.title[0] != '\0' ? NULL :
	       "a test without a name";
}

/* Settle and print it as on a machine of that memory and space. */
static const char *
wrong_plan(struct plan *plan, uint64_t memory_bytes, uint64_t free_bytes)
{
	const char *what = NULL;
	FILE *stream;
	size_t i;

	plan_set_memory(plan, memory_bytes);
	if (budget_fit(plan, free_bytes) < 0)
		return wrong_error(plan->error);
	if (budget_space_bytes(plan, plan->size_bytes) > free_bytes)
		return "more than there is room for";
	budget_settle(plan, memory_bytes);
	if (budget_check(plan, memory_bytes) != 0)
		return wrong_error(plan->error);
	for (i = 0; i < plan->n_tests && what == NULL; i++)
		what = wrong_test(&plan->test[i]);
	stream = fopen("/dev/null", "w");
	if (stream != NULL) {
		budget_print(plan, stream);
		fclose(stream);
	}
	return what;
}

static const char *
wrong_options(const struct options *options)
{
	struct plan plan;
	const char *what;

	if (options->command != COMMAND_RUN || options->help ||
	    options->version)
		return NULL;
	memset(&plan, 0, sizeof(plan));
	if (plan_build(options, &plan) != 0)
		what = wrong_error(plan.error);
	else
		what = wrong_plan(&plan, 4 * GIB, 100 * GIB);
	plan_free(&plan);
	return what;
}

/* What stands before a tab are words with blanks between them. */
const char *
fuzz_wrong(const char *data, size_t size)
{
	char text[MAX_TEXT], name[] = "diskidx", error[OPTIONS_ERROR] = "";
	char *word[MAX_WORDS + 1] = { name };
	struct options options;
	const char *what;
	int n = 1;

	if (size >= sizeof(text))
		return NULL;
	memcpy(text, data, size);
	text[size] = '\0';
	text[strcspn(text, "\t")] = '\0';
	if (strstr(text, "/dev") != NULL || strstr(text, "/proc") != NULL)
		return NULL;		/* a job file that never ends */
	for (char *at = strtok(text, " "); at != NULL && n < MAX_WORDS;
	     at = strtok(NULL, " "))
		word[n++] = at;
	memset(&options, 0, sizeof(options));
	what = options_parse(n, word, &options, error) != 0 ?
	       wrong_error(error) : wrong_options(&options);
	options_free(&options);
	return what;
}
