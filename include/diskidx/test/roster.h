/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Roster: the tests that the suites of a run had at the time, each with its
 * category. A score is judged by the roster of its record: a test that is added
 * to a suite later does not make an older record incomplete.
 */
#ifndef DISKIDX_TEST_ROSTER_H
#define DISKIDX_TEST_ROSTER_H

#include <stddef.h>

#include "diskidx/test/suite.h"

/* The version of the suite `disk` in records that name none. */
#define ROSTER_FIRST "disk-1"

struct roster {
	struct roster_test {
		char *id, *category;
	} *test;
	size_t n;
};

/* Return a suite's tests as "ID=CATEGORY,..."; it lasts as say.h says. */
char *roster_text(const struct suite *suite);

/*
 * Take the tests of such a text, for roster_free. NULL: a record without one,
 * which has the suite `disk` of version ROSTER_FIRST, and all other suites as
 * they are. A test that is in today's table has its category there.
 */
void roster_take(struct roster *roster, const char *text);
void roster_free(struct roster *roster);

#endif
