/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Any words of a command line become a plan that can be printed, or one line of
 * error.
 */
#include <config.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/units.h"
#include "diskidx/command/commands.h"
#include "diskidx/plan/budget.h"
#include "diskidx/plan/plan.h"
#include "fuzz.h"

#define MAX_WORDS 24
#define MAX_TEXT 2048
#define MAX_ERROR 4800		/* with room for a path */

/* A word with a line break is shown as it is; message.c makes a line of it. */
static void
try_error(const char *error)
{
	fuzz_must(error[0] != '\0' && strlen(error) < MAX_ERROR, "the error");
}

static void
try_test(const struct plan_test *t)
{
	const char *text = params_format(&t->test.params);
	struct params back;

	fuzz_must(params_parse(text, &back) == 0 &&
		  strcmp(text, params_format(&back)) == 0,
		  "parameters that can't be saved");
	fuzz_must(t->workload != NULL && t->engine != NULL,
		  "a test without a workload or an engine");
	fuzz_must(t->test.id[0] != '\0' && t->test.title[0] != '\0',
		  "a test without a name");
}

/* Settle and print it as on a machine of that memory and space. */
static void
try_plan(struct plan *plan, uint64_t memory_bytes, uint64_t free_bytes)
{
	FILE *stream = fopen("/dev/null", "w");

	plan->around.memory_bytes = memory_bytes;
	plan->around.free_bytes = free_bytes;
	if (plan_settle(plan) != 0) {
		try_error(plan->error);
	} else {
		fuzz_must(budget_space_bytes(plan) <= free_bytes,
			  "more than there is room for");
		for (size_t i = 0; i < plan->n_tests; i++)
			try_test(&plan->test[i]);
		budget_print(plan, stream);
	}
	fclose(stream);
}

/* What stands before a tab are words with blanks between them. */
void
fuzz_try(const char *data, size_t size)
{
	char text[MAX_TEXT], name[] = "diskidx", error[OPTIONS_ERROR] = "";
	char *word[MAX_WORDS + 1] = { name };
	struct options options;
	struct plan plan;
	int n = 1;

	if (size >= sizeof(text))
		return;
	memcpy(text, data, size);
	text[size] = '\0';
	text[strcspn(text, "\t")] = '\0';
	if (strstr(text, "/dev") != NULL || strstr(text, "/proc") != NULL)
		return;			/* a job file that never ends */
	for (char *at = strtok(text, " "); at != NULL && n < MAX_WORDS;
	     at = strtok(NULL, " "))
		word[n++] = at;
	memset(&options, 0, sizeof(options));
	memset(&plan, 0, sizeof(plan));
	if (options_parse(n, word, &options, error) != 0)
		try_error(error);
	else if (options.command->run == command_run.run && !options.help &&
		 !options.version && plan_build(&options, 0, &plan) != 0)
		try_error(plan.error);
	else if (plan.n_tests > 0)
		try_plan(&plan, 4 * GIB, 100 * GIB);
	plan_free(&plan);
	options_free(&options);
}
