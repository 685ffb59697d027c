/* The sentence below a sweep of depths: rows are depth value half-width, the
 * interval being value +- half-width; a row with half-width -1 has none. */
#include <config.h>

#include "../support/test.h"

#include <stdlib.h>

#include "report/sweep.h"

#define DEPTHS 6

static const char sixteen[] = "More than 16 in flight brings under 5 %.";
static const char none[] = "More than 1 in flight brings under 5 %.";
static const char all[] = "Up to 32, more in flight brings 5 % or more.";
static const char open[] = "The rows spread too far to say which depth is "
	"enough: more rounds (-i) tell.";

static const struct {
	double value[DEPTHS];	/* at depth 1, 2, 4 ... */
	double half_width;
	const char *verdict;
} cases[] = {
	{ { 100, 200, 400, 800, 1600, 1640 }, 1, sixteen },
	{ { 100, 200, 400, 800, 1600, 1600 }, 1, sixteen },
	/* A gain that comes late counts. */
	{ { 100, 100, 100, 100, 100, 200 }, 1, all },
	{ { 100, 200, 400, 800, 1600, 1800 }, 1, all },
	{ { 100, 101, 102, 101, 103, 102 }, 0.5, none },
	{ { 100, 90, 80, 70, 60, 50 }, 1, none },
	/* The same values, but spread. */
	{ { 100, 101, 102, 101, 103, 102 }, 5, open },
	{ { 100, 200, 400, 800, 1600, 1640 }, 40, open },
	{ { 100, 200, 400, 800, 1600, 1700 }, 90, open },
	{ { 100, 200, 400, 800, 1600, 1640 }, -1, NULL },
};

/* Fill in a sweep of depths. */
static void
fill(struct result *result, const struct result **row, size_t k)
{
	for (size_t i = 0; i < DEPTHS; i++) {
		double half = cases[k].half_width;

		result[i] = (struct result){
			.summary.has_value = true,
			.summary.has_interval = half >= 0,
			.summary.value = cases[k].value[i],
			.test.params = {
				.action = ACTION_MIX, .block_bytes = 4096,
				.depth = 1u << i,
			},
		};
		result[i].summary.ci95.low = result[i].summary.value - half;
		result[i].summary.ci95.high = result[i].summary.value + half;
		row[i] = &result[i];
	}
}

TEST(a_depth_is_enough_if_no_deeper_one_brings_more)
{
	struct result result[DEPTHS];
	const struct result *row[DEPTHS];
	struct sweep sweep = { .kind = SWEEP_SHAPE, .row = row, .n = DEPTHS };
	char *verdict;

	for (size_t k = 0; k < LENGTH(cases); k++) {
		fill(result, row, k);
		verdict = sweep_verdict(&sweep);
		if (cases[k].verdict == NULL)
			assert_null(verdict);
		else
			assert_string_equal(verdict, cases[k].verdict);
		free(verdict);
	}
}

/* Rates of 100, 200 and 300: of sustained (+), not (-), n/a (0), noisy (n),
 * and with a flag that invalidates (!); the last two kinds were sustained. */
TEST(a_rate_that_is_not_the_disks_is_no_verdict)
{
	static const struct {
		const char *kinds, *verdict;
	} row[] = {
		{ "+++", "The disk sustained every rate, the highest being "
		  "300/s." },
		{ "---", "The disk sustained none of these rates, not even "
		  "100/s." },
		{ "+n-", "The highest rate that the disk sustained is "
		  "200/s; at 300/s it no longer did." },
		{ "+!-", "The highest rate that the disk sustained is "
		  "100/s; at 300/s it no longer did; not judged: "
		  "200/s." },
		{ "+n!", "The highest rate that the disk sustained is "
		  "200/s; not judged: 300/s." },
		{ "++0", "The highest rate that the disk sustained is "
		  "200/s; not judged: 300/s." },
		{ "0!+", "The highest rate that the disk sustained is "
		  "300/s; not judged: 100/s, 200/s." },
		{ "-++", "The highest rate that the disk sustained is "
		  "300/s; with 100/s it did not." },
		{ "-+-", "The highest rate that the disk sustained is "
		  "200/s; at 300/s it no longer did." },
		{ "0-!", "The disk did not sustain 200/s; not judged: "
		  "100/s, 300/s." },
		{ "!!!", "No rate tells of the disk: see the flags." },
		{ "0!0", "No rate tells of the disk: see the flags." },
		{ "000", "No rate was measured." },
	};

	for (size_t k = 0; k < LENGTH(row); k++) {
		struct result result[3];
		const struct result *list[3];
		struct sweep sweep = { .kind = SWEEP_RATE, .row = list,
				       .n = 3 };
		char *verdict;

		for (unsigned i = 0; i < 3; i++) {
			char kind = row[k].kinds[i];

			result[i] = (struct result){
				.summary.has_value = kind != '0',
				.judgement.flags =
					kind == 'n' ? 1u << FLAG_NOISY :
					kind == '!' ? 1u << FLAG_CACHED : 0,
				.test.params.rate_iops = 100 * (i + 1),
				.summary.total = { .offered_ios = 1000,
					   .ios = { kind == '-' ? 900 :
						    1000 } },
			};
			list[i] = &result[i];
		}
		verdict = sweep_verdict(&sweep);
		assert_string_equal(verdict, row[k].verdict);
		free(verdict);
	}
}

TEST(a_sweep_of_something_else_has_no_depth)
{
	struct result result[DEPTHS];
	const struct result *row[DEPTHS];
	struct sweep sweep = { .kind = SWEEP_SHAPE, .row = row, .n = DEPTHS };

	fill(result, row, 0);
	result[3].test.params.block_bytes = 8192;
	assert_null(sweep_verdict(&sweep));
	fill(result, row, 0);
	result[3].judgement.flags = 1u << FLAG_SHALLOW;
	assert_null(sweep_verdict(&sweep));
	fill(result, row, 0);
	result[3].test.params.read_pct = 75;
	assert_null(sweep_verdict(&sweep));
	sweep.n = 1;
	assert_null(sweep_verdict(&sweep));
}
