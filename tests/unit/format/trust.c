/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Tests of the trust in a score, on rows made from their flags. */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/report/view.h"
#include "diskidx/result/flags.h"
#include "../support/rows.h"

#define ROWS 12

/* Return the bits of flags by letters in their order: "NT", or "-" for none. */
static unsigned
flags_of(const char *marks)
{
	static const char letters[FLAG_COUNT + 1] = "CMSQEVINTDZFXLP?";
	unsigned flags = 0;

	for (unsigned f = 0; f < FLAG_COUNT; f++)
		if (strchr(marks, letters[f]) != NULL)
			flags |= 1u << f;
	return flags;
}

/* Twelve rows within 15 % of 100, of which so many have these flags. */
static void
make(struct result *row, size_t flagged, const char *marks)
{
	for (size_t i = 0; i < ROWS; i++)
		row[i] = (struct result){
			.test.id = "rand-read-q1", .test.category = "Random",
			.test.copies = 1, .test.na_reason = "it broke",
			.test.params = { .cache = CACHE_DIRECT },
			.summary.has_value = strcmp(marks, "-n/a") != 0 ||
				i >= flagged,
			.summary.value = 100,
			.summary.ci95 = { 90, 115 },
			.summary.total = {
				.elapsed_ns = i < flagged ? NS_PER_S : 0,
				.ios = { i == 2 ? 0 : 2000, 1000 },
				.moved = { 2000 * 4096, 1000 * 4096 }
			},
			.judgement.baseline = 1,
			.judgement.flags = i < flagged ? flags_of(marks) : 0,
		};
}

/* How many rows have which flags; the upper end of the interval of a score of
 * 100, or 0 without a score; a word on the run, or a fact; and what is said.
 */
TEST_ROWS("trust", a_score_is_trusted_as_far_as_its_rows)
{
	struct result row[ROWS];
	double high = strtod(field[2], NULL);
	struct facts target = { 0 };
	struct score score = {
		.name = INDEX_DISK, .copies = 1, .rows = ROWS, .score = 100,
		.ci95 = { 90, high }
	};
	struct record record = {
		.result = row, .n_results = ROWS, .score = &score,
		.n_scores = high > 0, .target = &target, .n_targets = 1,
		.interrupted = strcmp(field[3], "interrupted") == 0,
	};
	struct section section = { .record = &record, .copies = 1 };
	enum trust_level trust;
	size_t noisy = 0;
	char *told, *why, key[20], value[80];

	make(row, strtoul(field[0], NULL, 10), field[1]);
	if (sscanf(field[3], "%19[a-z_]: %79[^\n]", key, value) == 2) {
		facts_set(&target, facts_key(key), "%s", value);
		facts_set(&record.host, facts_key(key), "%s", value);
	}
	if (strcmp(field[3], "two rounds") == 0)
		row[0].summary.ci95 = score.ci95 = (struct interval){ 0, 0 };
	if (sscanf(field[3], "%zu noisy %lf", &noisy, &high) == 2)
		while (noisy > 0)
			row[--noisy].summary.ci95.high = high;
	trust = trust_of(&section, &why);
	assert_true(trust != TRUST_UNJUDGED);
	told = say("%s: %s", trust_name[trust], why);
	if (strstr(told, field[4]) == NULL)
		fail_msg("%s: no %s", told, field[4]);
	facts_free(&target);
	facts_free(&record.host);
}

TEST(nothing_is_said_of_no_rows)
{
	struct record record = { .n_results = 0 };
	struct section section = { .record = &record, .copies = 1 };

	assert_true(trust_of(&section, NULL) == TRUST_UNJUDGED);
}
