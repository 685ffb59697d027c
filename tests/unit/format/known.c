/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Tests of the place of a disk among known devices that diskidx measured. */
#include <config.h>

#include <stdio.h>
#include <string.h>

#include "diskidx/report/view.h"
#include "diskidx/result/index.h"
#include "diskidx/result/line.h"
#include "../support/test.h"
#include "report/parts.h"

/* The known devices of this test, instead of the program's. */
const char *const line_devices[] = {
	"# A remark",
	"diskidx disk-1 100 (95-105, 3 runs) S10 R200 D500 trust good |"
		" ext4 sda 1G | 2026-11-22 | SATA SSD | Slow",
	"diskidx disk-1 200 (190-210, 3 runs) S40 R400 D900 trust good |"
		" ext4 sdb 1G | 2026-11-22 | SATA SSD | Fast",
	NULL
};

/* Return the place of a score of 30 in that category. */
static const char *
place_in(const char *category, bool partial)
{
	struct score score = { .copies = 1, .rows = 1, .score = 30,
			       .partial = partial };
	struct record record = { .score = &score, .n_scores = 1 };
	struct section section = { .record = &record, .copies = 1 };
	const char *text;

	snprintf(score.name, sizeof(score.name), "%s", category);
	text = position_of(&section, category);
	return text != NULL ? text : "-";
}

TEST(a_category_lies_among_devices_by_its_own_letter)
{
	assert_string_equal(place_in("Sequential", false), "Slow to Fast");
	assert_string_equal(place_in("Random", false), "slower than Slow");
	assert_string_equal(place_in("Durable", false), "slower than Slow");
	assert_string_equal(place_in("Durable", true), "-");
}

/* Its letter is Durable's. */
TEST(the_disk_score_lies_among_no_devices)
{
	assert_string_equal(place_in(INDEX_DISK, false), "-");
}

/* Those of other suites and versions, with the letter of one or without. */
TEST(a_category_outside_the_disk_score_lies_among_no_devices)
{
	assert_string_equal(place_in("Synced Writes", false), "-");
	assert_string_equal(place_in("Reliability", false), "-");
	assert_string_equal(place_in("Job", false), "-");
	assert_string_equal(place_in("", false), "-");
}
