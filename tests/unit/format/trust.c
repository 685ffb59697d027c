/* Tests of the trust in a score, on rows that are made up of their flags. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/flags.h"
#include "diskidx/trust.h"
#include "../support/rows.h"

#define ROWS 12
#define SAMPLES 8

/* Return the bits of flags by their marks: "NT", or "-" for none. */
static unsigned
flags_of(const char *marks)
{
	unsigned flags = 0;

	for (unsigned f = 0; f < FLAG_COUNT; f++)
		if (strchr(marks, flag_entry((enum flag)f)->mark) != NULL)
			flags |= 1u << f;
	return flags;
}

/* Twelve rows of steady speed, of which so many have these flags. */
static void
make(struct result *row, struct sample *sample, double *value, size_t flagged,
     const char *marks)
{
	for (unsigned i = 0; i < SAMPLES; i++) {
		sample[i].round = i + 1;
		value[i] = 100;
	}
	for (size_t i = 0; i < ROWS; i++)
		row[i] = (struct result){
			.test.id = "rand-read-q1", .test.category = "Random",
			.test.copies = 1, .test.na_reason = "it broke",
			.test.params = { .cache = CACHE_DIRECT },
			.sample = sample, .n_samples = SAMPLES,
			.summary.has_value = strcmp(marks, "-n/a") != 0 ||
				i >= flagged,
			.summary.sample_value = value, .summary.value = 100,
			.judgement.baseline = 1,
			.judgement.flags = i < flagged ? flags_of(marks) : 0,
		};
}

/* How many rows have which flags; the upper end of the interval of a score of
 * 100, or 0 without a score; a word on the run; and what is said. */
TEST_ROWS("trust", a_score_is_trusted_as_far_as_its_rows)
{
	struct result row[ROWS];
	struct sample sample[SAMPLES];
	double value[SAMPLES], high = strtod(field[2], NULL);
	struct facts target = { 0 };
	struct score score = {
		.name = INDEX_DISK, .copies = 1, .rows = ROWS, .score = 100,
		.has_interval = true, .ci95 = { 90, high },
		.partial = strcmp(field[3], "partial") == 0,
	};
	struct record record = {
		.result = row, .n_results = ROWS, .score = &score,
		.n_scores = high > 0, .target = &target, .n_targets = 1,
		.interrupted = strcmp(field[3], "interrupted") == 0,
	};
	struct section section = { .record = &record, .copies = 1 };
	struct trust trust;
	char *told;

	memset(sample, 0, sizeof(sample));
	make(row, sample, value, strtoul(field[0], NULL, 10), field[1]);
	if (strcmp(field[3], "two rounds") == 0)
		row[0].n_samples = 2;
	trust = trust_of(&section);
	assert_true(trust.level != TRUST_UNJUDGED);
	told = xjoin(xstrdup(trust_name(trust.level)), ": ", trust.why);
	if (strstr(told, field[4]) == NULL)
		fail_msg("%s: no %s", told, field[4]);
	free(told);
}

TEST(nothing_is_said_of_no_rows)
{
	struct record record = { .n_results = 0 };
	struct section section = { .record = &record, .copies = 1 };

	assert_true(trust_of(&section).level == TRUST_UNJUDGED);
}
