/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Roster: the tests that a record lists for its suites. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/checksum.h"
#include "diskidx/base/say.h"
#include "diskidx/test/baseline.h"
#include "diskidx/test/suite.h"
#include "diskidx/workload/workload.h"

#include "../support/test.h"

static struct roster roster;

AFTER_EACH(forget)
{
	roster_free(&roster);
	return 0;
}

/*
 * A row of `disk` more or less takes the next version, which gets its line
 * here. That of disk-1 never changes: older records have no roster.
 */
TEST(the_suite_disk_is_what_its_version_says)
{
	const char *text = roster_text(suite_disk);

	assert_string_equal(suite_disk->version, "disk-1");
	assert_string_equal(text,
		"fsbuffer=File Copy,fstime=File Copy,fsdisk=File Copy,"
		"seq-write=Sequential,seq-read=Sequential,seq-copy=Sequential,"
		"seq-write-direct=Sequential,seq-read-direct=Sequential,"
		"seq-copy-direct=Sequential,rand-read-q1=Random,"
		"rand-read-q32=Random,rand-write-q32=Random,"
		"rand-mixed-q32=Random,commit=Durable,overwrite-dsync=Durable");
}

/* So does another definition of such a row: its parameters, its unit, or its
 * reference value. */
TEST(the_scored_rows_are_what_their_version_says)
{
	const struct test *test;
	uint32_t sum = 0;

	for (size_t i = 0; (test = suite_test(suite_disk, i)) != NULL; i++) {
		char *text;

		if (!category_is_disk(category_name(test->category)))
			continue;
		text = test_fingerprint(test, workload_by_name(
				test->workload)->revision, 1, 0);
		text = say_more(text, " ", "%s %s %.9g\n", test->id,
				unit_name[test->unit], baseline_value(
				baseline_default, test->id, NULL));
		sum = checksum_add(sum, text, strlen(text));
	}
	assert_string_equal(suite_disk->version, "disk-1");
	assert_int_equal(sum, 0x176e5709);
}

TEST(a_record_that_tells_none_has_the_first_version_of_disk)
{
	const struct test *test;
	size_t n = 0;

	roster_take(&roster, NULL);
	for (size_t i = 0; (test = test_at(i)) != NULL; i++)
		n += suite_of(test->id) != NULL;
	assert_string_equal(suite_disk->version, "disk-1");
	for (size_t i = 0; (test = suite_test(suite_disk, i)) != NULL; i++)
		assert_string_equal(roster.test[i].id, test->id);
	assert_int_equal(roster.n, n + 15);
}

TEST(tests_and_categories_are_read_back)
{
	roster_take(&roster, "commit=Random,new=A New One,more:new=Random");
	assert_int_equal(roster.n, 3);
	/* A test of the table has its category there. */
	assert_string_equal(roster.test[0].id, "commit");
	assert_string_equal(roster.test[0].category, "Durable");
	assert_string_equal(roster.test[1].id, "new");
	assert_string_equal(roster.test[1].category, "A New One");
	assert_string_equal(roster.test[2].id, "more:new");
	assert_string_equal(roster.test[2].category, "Random");
}

TEST(what_is_no_test_is_left_out)
{
	roster_take(&roster, "");
	assert_int_equal(roster.n, 0);
	roster_take(&roster, ",,none,,a=b,");
	assert_int_equal(roster.n, 1);
	assert_string_equal(roster.test[0].id, "a");
}
