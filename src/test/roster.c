/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Roster: see roster.h. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/test/roster.h"
#include "diskidx/test/test.h"

/* This never changes: it is the roster of records without one. */
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
	const struct test *test;
	char *text = NULL;

	for (size_t i = 0; (test = suite_test(suite, i)) != NULL; i++)
		text = say_more(text, ",", "%s=%s", test->id,
				category_name(test->category));
	return text;
}

void
roster_take(struct roster *roster, const char *text)
{
	const struct suite *suite = suite_table;
	char *all = say("%s", text_or(text, first)), *left, *category;
	const struct test *test;

	for (; text == NULL && suite->name != NULL; suite++)
		if (suite != suite_disk)
			all = say_join(all, ",", roster_text(suite));
	roster_free(roster);
	for (char *id = strtok_r(all, ",", &left); id != NULL;
	     id = strtok_r(NULL, ",", &left)) {
		category = strchr(id, '=');
		if (category == NULL)
			continue;
		*category++ = '\0';
		test = test_by_id(id);
		*xadd(roster->test, roster->n) = (struct roster_test){
			.id = xstrdup(id),
			.category = xstrdup(test == NULL ? category :
					    category_name(test->category))
		};
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
