/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Roster: see roster.h. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/test/roster.h"
#include "diskidx/test/test.h"

/* This never changes: it is what records without a roster were made of. */
static const char first[] =
	"fsbuffer=File Copy,fstime=File Copy,fsdisk=File Copy,"
	"seq-write=Sequential,seq-read=Sequential,seq-copy=Sequential,"
	"seq-write-direct=Sequential,seq-read-direct=Sequential,"
	"seq-copy-direct=Sequential,rand-read-q1=Random,rand-read-q32=Random,"
	"rand-write-q32=Random,rand-mixed-q32=Random,commit=Durable,"
	"overwrite-dsync=Durable";

char *
roster_text(const struct suite *suite)
{
	char *text = xstrdup("");
	const struct test *test;

	for (size_t i = 0; (test = suite_test(suite, i)) != NULL; i++)
		text = xjoin(text, ",", xprintf("%s=%s", test->id,
				     category_name(test->category)));
	return text;
}

static void
add_roster_text(struct roster *roster, const char *text)
{
	const struct test *test;
	struct roster_test *row;
	int whole, id;

	for (; *text != '\0'; text += whole, text += *text == ',') {
		id = (int)strcspn(text, "=,");
		whole = (int)strcspn(text, ",");
		if (id == whole)
			continue;
		row = xadd(roster->test, roster->n);
		row->id = xprintf("%.*s", id, text);
		test = test_by_id(row->id);
		if (test != NULL)
			row->category = xstrdup(category_name(test->category));
		else
			row->category = xprintf("%.*s", whole - id - 1,
						text + id + 1);
	}
}

void
roster_take(struct roster *roster, const char *text)
{
	roster_free(roster);
	add_roster_text(roster, text != NULL ? text : first);
	for (const struct suite *suite = suite_table; text == NULL &&
	     suite->name != NULL; suite++) {
		char *tests = roster_text(suite);

		if (suite != suite_disk)
			add_roster_text(roster, tests);
		free(tests);
	}
}

void
roster_free(struct roster *roster)
{
	for (size_t i = 0; i < roster->n; i++) {
		free(roster->test[i].id);
		free(roster->test[i].category);
	}
	free(roster->test);
	*roster = (struct roster){ 0 };
}
