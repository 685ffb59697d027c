/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Plans: what options, the free space and the memory make of a suite, on
 * machines large and small, against a transcript of dry runs.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/plan/budget.h"
#include "diskidx/test/suite.h"
#include "../support/planned.h"
#include "../support/test.h"

AFTER_EACH(forget)
{
	plan_forget();
	return 0;
}

/* Return what --dry-run prints of the plan, until the next call. */
static const char *
dry_run(void)
{
	static char text[8192];
	FILE *file = tmpfile();

	assert_non_null(file);
	budget_print(&plan, file);
	rewind(file);
	text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
	fclose(file);
	return text;
}

/* Or say what would; with a bound that one of them needs. */
TEST(every_suite_fits_the_free_space)
{
	static const struct {
		uint64_t memory, room;
		bool must;
	} machines[] = {
		{ 512 * MIB, 15 * GIB, true }, { 4 * GIB, 64 * MIB, false },
		{ 4 * GIB, 3000 * MIB, false }, { 4 * GIB, 100 * GIB, true },
	};
	const struct suite *suite = suite_table;
	char line[80];

	for (; suite->name != NULL; suite++)
		for (size_t m = 0; m < LENGTH(machines); m++) {
			uint64_t room = machines[m].room;

			snprintf(line, sizeof(line), "--max-write=1000g %s",
				 suite->name);
			assert_planned(line);
			plan.around.memory_bytes = machines[m].memory;
			plan.around.free_bytes = room;
			if (plan_settle(&plan) != 0) {
				assert_false(machines[m].must);
				assert_has(plan.error, "give -s ");
				continue;
			}
			assert_true(budget_space_bytes(&plan) <=
				    room / 10 * 9 + 10);
		}
}

/*
 * Return what differs from plan to plan: the line of rounds, tests that are
 * made smaller or n/a, and the values at the end in a line, without labels and
 * what is always said.
 */
static const char *
brief(const char *whole)
{
	static const char *const always[] = {
		" at a time in each directory", "about ",
		(",\n               plus the file system's own writes "
		 "(journal, inodes)"),
	};
	static char text[8192];
	char *copy = xstrdup(whole), *line, *next, *found;
	bool is_told = false, at_end = false;

	for (size_t i = 0; i < LENGTH(always); i++)
		while ((found = strstr(copy, always[i])) != NULL)
			memmove(found, found + strlen(always[i]),
				strlen(found + strlen(always[i])) + 1);
	text[0] = '\0';
	for (line = copy; *line != '\0'; line = next) {
		next = strchr(line, '\n');
		*next++ = '\0';
		if (line[0] == ' ' && !at_end) {
			is_told = strchr(line, '(') != NULL ||
				  strncmp(next, "     ", 5) == 0 ||
				  (is_told && strncmp(line, "     ", 5) == 0);
			if (!is_told)
				continue;
		}
		if (strncmp(line, "directory", 9) == 0)
			at_end = true;
		strcat(text, at_end ? line + 15 : line);
		strcat(text, at_end && *next != '\0' ?
		       *next == ' ' ? " " : "; " : "\n");
	}
	free(copy);
	return text;
}

/*
 * Return what a dry run says of "MEMORY ROOM [WORD...]: LINE", both in MiB, or
 * why the plan is refused. Words: apart (where files are copied on write, with
 * a work file for random writes), checksums (and another for direct writes),
 * sync (the file system is mounted so), whole (all that is printed, not in
 * brief).
 */
static const char *
said(const char *line)
{
	unsigned long long memory, room;
	char words[64] = "";

	assert_true(sscanf(line, "%llu %llu %63[a-z ]", &memory, &room,
			   words) >= 2);
	assert_planned(strstr(line, ": ") + 2);
	plan.seed = 1;
	plan.around.memory_bytes = memory * MIB;
	plan.around.free_bytes = room * MIB;
	plan.around.copies_on_write = strstr(words, "apart") != NULL;
	plan.around.in_place = strstr(words, "checksums") != NULL;
	plan.around.writes_through = strstr(words, "sync") != NULL;
	if (plan_settle(&plan) != 0)
		return plan.error;
	return strstr(words, "whole") != NULL ? dry_run() : brief(dry_run());
}

/* Fail at the first line that is another. */
static void
assert_same_lines(const char *text, const char *expected)
{
	size_t at = 0, from = 0;

	for (; text[at] == expected[at] && text[at] != '\0'; at++)
		if (text[at] == '\n')
			from = at + 1;
	if (text[at] != expected[at])
		fail_msg("\n%.100s\ninstead of\n%.100s", text + from,
			 expected + from);
}

/* Write the transcript anew where $UPDATE is set, as `make update-golden`
 * does; else compare all of it. */
TEST(plans_are_what_the_transcript_says)
{
	const char *srcdir = getenv("srcdir");
	const char *path = say("%s/tests/unit/plan/plans.transcript",
			       srcdir != NULL ? srcdir : ".");
	char line[256], *before = NULL, *now = NULL;
	FILE *stream = fopen(path, "r");

	assert_non_null(stream);
	while (fgets(line, sizeof(line), stream) != NULL) {
		before = say_join(before, "", line);
		if (strncmp(line, "$ ", 2) != 0)
			continue;
		line[strlen(line) - 1] = '\0';
		now = say_more(now, "", "%s\n%s", line, said(line + 2));
		if (now[strlen(now) - 1] != '\n')
			now = say_join(now, "", "\n");
	}
	fclose(stream);
	if (getenv("UPDATE") != NULL) {
		stream = fopen(path, "w");
		assert_non_null(stream);
		fputs(now, stream);
		fclose(stream);
	} else {
		assert_same_lines(now, before);
	}
}
