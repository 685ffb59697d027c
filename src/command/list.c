/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The command list: prints what there is of each kind. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/amount.h"
#include "diskidx/base/message.h"
#include "diskidx/base/say.h"
#include "diskidx/base/suggest.h"
#include "diskidx/base/units.h"
#include "diskidx/base/wrap.h"
#include "diskidx/command/commands.h"
#include "diskidx/engine/engine.h"
#include "diskidx/format/format.h"
#include "diskidx/report/report.h"
#include "diskidx/result/line.h"
#include "diskidx/test/baseline.h"
#include "diskidx/test/name.h"
#include "diskidx/test/profile.h"
#include "diskidx/test/suite.h"
#include "diskidx/test/test.h"
#include "records.h"
#include "row.h"
#include "run-list.h"

#define MARGIN "                   "
#define NAME_COLUMNS (sizeof(MARGIN) - 1)

static void
list_tests(bool brief)
{
	const struct test *test;
	size_t longest = 0;

	(void)brief;
	for (size_t i = 0; (test = test_at(i)) != NULL; i++)
		longest = amount_max(longest, strlen(test->id));
	for (size_t i = 0; (test = test_at(i)) != NULL; i++)
		printf("%-*s %-10s %-5s %s\n", (int)longest, test->id,
		       test_name_list(test->id) == 0 ?
		       category_name(test->category) : "",
		       unit_name[test->unit], test->title);
}

static void
list_suites(bool brief)
{
	const struct suite *suite = suite_table;
	const struct test *test;

	for (; suite->name != NULL; suite++) {
		if (suite != suite_table && !brief)
			putchar('\n');
		printf("%-18s %s\n", suite->name, suite->summary);
		if (brief)
			continue;
		wrap_print(stdout, MARGIN, NAME_COLUMNS, suite->stands_for);
		for (size_t j = 0; (test = suite_test(suite, j)) != NULL; j++)
			printf("%-18s   %s\n", "", test->id);
	}
	if (!brief)
		puts("\nFor the time, space and writes of one: diskidx -n "
		     "SUITE");
}

static void
list_engines(bool brief)
{
	for (size_t i = 0; engine_table[i] != NULL; i++) {
		const struct engine *engine = engine_table[i];
		const char *na_reason = engine_na_reason(engine);

		printf("%-18s %s%s\n", engine->traits->name, engine->summary,
		       engine == engine_default(false) ? " (the default)" : "");
		if (na_reason != NULL && !brief)
			printf("%-18s not usable: %s\n", "", na_reason);
	}
}

static void
list_formats(bool brief)
{
	(void)brief;
	for (size_t i = 0; format_table[i] != NULL; i++)
		printf("%-18s %s\n", format_table[i]->name,
		       format_table[i]->summary);
}

static void
list_profiles(bool brief)
{
	const struct profile *profile = profile_list;

	for (; profile->name != NULL; profile++) {
		const char *line = profile->text, *lead;
		size_t length;

		if (brief) {
			printf("%-18s %s\n", profile->name, profile->summary);
			continue;
		}
		lead = say("%-18s %-8s ", profile->name, profile->date);
		wrap_print(stdout, lead, (unsigned)strlen(lead),
			   profile->source);
		printf("%s%s\n", MARGIN, profile->summary);
		for (; *line != '\0'; line += length + 1) {
			length = strcspn(line, "\n");
			printf("%s%.*s\n", MARGIN, (int)length, line);
		}
	}
}

static void
list_baselines(bool brief)
{
	const struct baseline *baseline = baseline_table;

	for (; baseline->name != NULL; baseline++) {
		const char *before = "";
		const char *lead = say("%-26s ", baseline->name);

		if (brief)
			puts(baseline->name);
		else
			wrap_print(stdout, lead, (unsigned)strlen(lead),
				   say("%s (%s)", baseline->summary,
				       baseline->version));
		for (size_t i = 0; i < baseline->n_rows && !brief; i++) {
			const struct baseline_row *row = &baseline->row[i];
			bool is_same = strcmp(row->source, before) == 0;

			lead = say("  %-18s %9.8g  ", row->id, row->value);
			wrap_print(stdout, lead, (unsigned)strlen(lead),
				   is_same ? "as above" : row->source);
			before = row->source;
		}
	}
}

static void
list_references(bool brief)
{
	const char *line, *model;

	for (size_t i = 0; (line = line_devices[i]) != NULL; i++) {
		model = strrchr(line, '|');
		if (!brief)
			puts(line);
		else if (*line != '#' && model != NULL)
			puts(model + 2);
	}
}

/* List the runs of a file, or of all saved ones. */
static int
list_runs(const char *path)
{
	struct run_list list = { .run = NULL };
	const struct report_options how = { .color = false };
	struct document document = { .how = &how, .dense = true };
	struct words saved = { NULL, 0 };
	int status = 0;

	if (path == NULL && !records_find(&saved, ""))
		return 2;
	if (path != NULL && !run_list_add_file(&list, path))
		status = 2;
	for (size_t i = 0; i < saved.n; i++)
		if (!run_list_add_file(&list, saved.list[i]))
			status = 2;
	report_runs(&document, list.run, list.n, true);
	format_text.put(stdout, &document);
	document_free(&document);
	if (path == NULL && saved.n == 0)
		message_progress("no records in %s", record_directory());
	run_list_free(&list);
	free(saved.list);
	return status;
}

static const struct {
	const char *name;
	void (*print)(bool brief);	/* brief: one line per entry */
} kind[] = {
	{ "tests", list_tests },
	{ "suites", list_suites },
	{ "engines", list_engines },
	{ "formats", list_formats },
	{ "baselines", list_baselines },
	{ "references", list_references },
	{ "profiles", list_profiles },
	{ "options", options_list },
};

#define KINDS LENGTH(kind)
#define BRIEF_KINDS (KINDS - 1)		/* without the last */

static int
list_run(const struct options *options)
{
	const struct words *operand = &options->operand;
	bool is_records = operand->n > 0 &&
			  strcmp(operand->list[0], "records") == 0;
	const char *between = "";
	struct suggestion s = { .word = NULL };
	int status = 0;
	size_t i = 0;

	if (operand->n > 1u + is_records) {
		message_error("list accepts one word, or records and a file");
		return 2;
	}
	if (is_records) {
		status = list_runs(operand->n > 1 ? operand->list[1] : NULL);
	} else if (operand->n > 0) {
		s.word = operand->list[0];
		if (strcmp(s.word, "recipes") == 0)	/* their former name */
			s.word = "profiles";
		while (i < KINDS && strcmp(s.word, kind[i].name) != 0)
			suggest_offer(&s, kind[i++].name);
		if (i < KINDS) {
			kind[i].print(false);
		} else {
			suggest_offer(&s, "records");
			message_error("there is no list of '%.80s'%s", s.word,
				      suggest_end(&s, "",
						  "; see diskidx list"));
			status = 2;
		}
	} else {
		for (; i < BRIEF_KINDS; i++) {
			printf("%s%s:\n", between, kind[i].name);
			kind[i].print(true);
			between = "\n";
		}
		wrap_print(stdout, "\n", 0, "Each of these words after list "
			   "prints more; list options and list records print "
			   "the options and the saved runs.");
	}
	return command_end("the list") != 0 ? 2 : status;
}

const struct command command_list = {
	.name = "list",
	.arguments = "[tests|suites|profiles|records [FILE]|...]",
	.summary = "Prints all entries of one kind; without a word, a short "
		"list of every kind.",
	.takes = FOR_ALL, .run = list_run,
};
