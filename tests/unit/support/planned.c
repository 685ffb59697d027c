/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
#include <config.h>

#include "planned.h"
#include "test.h"

#include <errno.h>
#include <string.h>

#define MOST_WORDS 24

struct options options;
struct plan plan;
char options_error[OPTIONS_ERROR];

/* The words must outlive the options that were parsed from them. */
static char line_words[4096], *word[MOST_WORDS + 1] = { line_words };

void
plan_forget(void)
{
	options_free(&options);
	plan_free(&plan);
	memset(&options, 0, sizeof(options));
	memset(&plan, 0, sizeof(plan));
	options_error[0] = '\0';
}

static int
parse(int n)
{
	word[n] = NULL;
	return options_parse(n, word, &options, options_error);
}

int
options_of(const char *line)
{
	int n = 1;

	plan_forget();
	assert_true(strlen(line) < sizeof(line_words));
	strcpy(line_words, line);
	for (char *at = strtok(line_words, " "); at != NULL;
	     at = strtok(NULL, " ")) {
		assert_true(n < MOST_WORDS);
		word[n++] = at;
	}
	return parse(n);
}

int
options_of_words(const char *first, const char *second, const char *third)
{
	const char *const words[] = { first, second, third };
	char *at = line_words;
	int n = 1;

	plan_forget();
	for (size_t i = 0; i < LENGTH(words); i++) {
		if (words[i] == NULL)
			continue;
		word[n++] = strcpy(at, words[i]);
		at += strlen(at) + 1;
	}
	return parse(n);
}

int
plan_of(const char *line)
{
	if (options_of(line) != 0)
		fail_msg("%s: %s", line, options_error);
	return plan_build(&options, 0, &plan);
}

void
assert_planned(const char *line)
{
	if (plan_of(line) != 0)
		fail_msg("%s: %s", line, plan.error);
}

void
assert_not_planned(const char *line, const char *expected)
{
	if (plan_of(line) != -EINVAL)
		fail_msg("planned: %s", line);
	assert_message(plan.error, expected);
}

const struct plan_test *
planned(const char *id)
{
	for (size_t i = 0; i < plan.n_tests; i++)
		if (strcmp(plan.test[i].test.id, id) == 0)
			return &plan.test[i];
	fail_msg("not planned: %s", id);
	return NULL;
}
