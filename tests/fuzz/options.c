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
#include "diskidx/suite.h"
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
	char error[PLAN_ERROR] = "";
	const char *what = NULL;
	FILE *stream;
	size_t i;

	plan_set_memory(plan, memory_bytes);
	if (budget_fit(plan, free_bytes, error) < 0)
		return wrong_error(error);
	if (budget_space_bytes(plan, plan->size_bytes) > free_bytes)
		return "more than there is room for";
	plan_settle_sizes(plan);
	plan_spare_memory(plan, memory_bytes);
	if (budget_check_memory(plan, memory_bytes, error) != 0 ||
	    budget_check_max_write(plan, error) != 0 ||
	    budget_check_max_time(plan, error) != 0)
		return wrong_error(error);
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
	char error[PLAN_ERROR] = "";
	struct plan plan;
	const char *what;

	if (options->command != COMMAND_RUN || options->help ||
	    options->version)
		return NULL;
	memset(&plan, 0, sizeof(plan));
	if (plan_build(options, &plan, error) != 0)
		what = wrong_error(error);
	else
		what = wrong_plan(&plan, 4 * GIB, 100 * GIB);
	plan_free(&plan);
	return what;
}

/* What stands before a tab are words with blanks between them. */
static const char *
wrong(const char *data, size_t size)
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

/* Texts, then tests, then suites. */
static const char *
token(size_t i)
{
	static const char *const tokens[] = {
		" ", "-", "--", "=", ",", ":", "0", "1", "9", "1k", "4k", "1m",
		"1g", "0.5", "-1", "1e9", "18446744073709551616", " -b ",
		" -Q ", " -m ", " -s ", " -t ", " -i ", " -c ", " -e ", " -d ",
		" -w ", " -D ", " -B ", " -f ", " -o ", " -n ", " -q ", " -v ",
		" --random=", " --cache=", " --sync=", " --rate=",
		" --arrival=", " --until=", " --max-time=", " --max-write=",
		" --repeat=", " --seed=", " --full ", " --quick ", " --si ",
		" --strict ", " --no-save ", " --same=", " --by=hour ",
		" --fail-if-slower=", " compare ", " report ", " list ", " vs ",
		"zipf:", "permutation", "poisson", "direct", "buffered",
		"dsync", "fdatasync", "none", "libaio", "threads", "sync",
		"null", "text", "json", "\x80", "\n", "./x.fio",
		" fio ", " --name=a ", " --rw=randrw ", " --direct ", " --bs=",
	};
	const struct suite *suite;
	const struct test *test = NULL;
	size_t n;

	if (i < LENGTH(tokens))
		return tokens[i];
	i -= LENGTH(tokens);
	for (n = 0; (suite = suite_at(n)) != NULL; n++)
		if (n == i)
			return suite->name;
	i -= n;
	for (n = 0; (suite = suite_at(n)) != NULL; n++)
		for (size_t k = 0; (test = suite_test(suite, k)) != NULL; k++)
			if (i-- == 0)
				return test->id;
	return NULL;
}

const struct fuzz_target fuzz_target = {
	.noun = "command lines",
	.corpus = { { "rows/options", NULL } },
	.mutations = 8000,
	.cuts = 10,
	.token = token,
	.wrong = wrong,
};
