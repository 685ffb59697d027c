/*
 * Comparison: what may be compared, what is averaged, and whether verdicts
 * are as often right as they say, on records made up from a seed.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/comparison.h"
#include "diskidx/operation.h"
#include "diskidx/random.h"
#include "diskidx/suite.h"
#include "diskidx/test.h"

#include "../support/noise.h"
#include "../support/test.h"

#define AMOUNT 1000000		/* of its unit in every sample */
#define MAX_RUNS 4
#define NO_THRESHOLD 0.01

/* Append a test of the table to a record, without samples. */
static struct result *
add_result(struct record *record, const char *id, unsigned target,
	   unsigned copies)
{
	const struct test *test = test_by_id(id);
	struct result *result;

	assert_non_null(test);
	record->result = xrealloc(record->result, (record->n_results + 1) *
				  sizeof(*record->result));
	result = &record->result[record->n_results++];
	memset(result, 0, sizeof(*result));
	result->id = xstrdup(test->id);
	result->title = xstrdup(test->title);
	result->category = xstrdup(test->category);
	result->unit = test->unit;
	result->params = test->params;
	result->workload = xstrdup(test->workload);
	result->fingerprint = test_fingerprint(test, 1, copies);
	result->engine = xstrdup("threads");
	result->target = target;
	result->copies = copies;
	result->asked_ns = NS_PER_S;
	return result;
}

/* Add a sample of that round and value, to twelve digits. */
static void
add_sample(struct result *result, unsigned round, double value)
{
	struct sample sample;

	memset(&sample, 0, sizeof(sample));
	sample.round = round;
	sample.total.elapsed_ns = (uint64_t)(AMOUNT / value * 1e9 + 0.5);
	sample.total.bytes = AMOUNT * (result->unit == UNIT_KBPS ? KIB : MIB);
	sample.total.ios[OP_READ] = AMOUNT;
	result_add_sample(result, &sample);
}

/* Add a test with n samples about a level, of that spread in logs. */
static struct result *
add_noisy(struct record *record, const char *id, unsigned n, double level,
	  double spread, struct random *r)
{
	struct result *result = add_result(record, id, 0, 1);

	for (unsigned i = 1; i <= n; i++)
		add_sample(result, i, level * exp(spread * normal(r)));
	return result;
}

static void
finish(struct record *record, unsigned n_targets)
{
	if (record->target == NULL) {
		record->n_targets = n_targets;
		record->target = xmalloc(n_targets * sizeof(*record->target));
		memset(record->target, 0, n_targets * sizeof(*record->target));
		for (unsigned i = 0; i < n_targets; i++)
			facts_set(&record->target[i], "directory", "/t%u", i);
	}
	if (record->version == NULL)
		record->version = xstrdup("1");
	record_summarise(record, baseline_by_name("george"));
}

/* Two sides of up to MAX_RUNS runs, and their comparison. */
struct fixture {
	struct record run[SIDES][MAX_RUNS];
	const struct record *list[SIDES][MAX_RUNS];
	struct random random;
	struct comparison comparison;
};

static void
begin(struct fixture *f, uint64_t seed)
{
	memset(f, 0, sizeof(*f));
	random_seed(&f->random, seed);
}

static void
compare_runs(struct fixture *f, size_t n_old, size_t n_new,
	     double threshold_pct)
{
	struct side side[SIDES] = {
		[OLD] = { "OLD", f->list[OLD], n_old, .target =
			  COMPARISON_EVERY_TARGET },
		[NEW] = { "NEW", f->list[NEW], n_new, .target =
			  COMPARISON_EVERY_TARGET },
	};

	for (int s = 0; s < SIDES; s++) {
		for (size_t i = 0; i < side[s].n_runs; i++) {
			finish(&f->run[s][i], 1);
			f->list[s][i] = &f->run[s][i];
		}
	}
	comparison_make(&f->comparison, side, threshold_pct, 1);
}

static void
end(struct fixture *f)
{
	comparison_free(&f->comparison);
	for (int s = 0; s < SIDES; s++)
		for (size_t i = 0; i < MAX_RUNS; i++)
			record_free(&f->run[s][i]);
}

static const struct compared *
score_of(const struct comparison *comparison, const char *name)
{
	for (size_t i = 0; i < comparison->n_scores; i++)
		if (strcmp(comparison->score[i].id, name) == 0)
			return &comparison->score[i];
	return NULL;
}

static void
assert_not_comparable(const struct compared *compared, const char *why)
{
	assert_int_equal(compared->verdict, VERDICT_NOT_COMPARABLE);
	assert_false(compared->has_ratio);
	assert_false(compared->has_interval);
	assert_string_equal(compared->why, why);
}

static bool
has_difference(const struct comparison *comparison, const char *text)
{
	for (size_t i = 0; i < comparison->n_differences; i++)
		if (strcmp(comparison->difference[i], text) == 0)
			return true;
	return false;
}

/* Add the default suite, with one test faster by a factor. */
static void
add_suite(struct record *record, unsigned n, double spread, const char *id,
	  double factor, struct random *r)
{
	const struct test *test;

	for (size_t i = 0; (test = test_at(i)) != NULL &&
	     suite_of(test->id) == NULL; i++)
		add_noisy(record, test->id, n, 500 *
			  (strcmp(test->id, id) == 0 ? factor : 1), spread, r);
}

TEST(a_record_compared_with_itself_shows_no_difference)
{
	struct fixture f;
	struct random again;
	size_t n;

	begin(&f, 1);
	again = f.random;
	add_suite(&f.run[OLD][0], 8, 0.05, "", 1, &f.random);
	n = f.run[OLD][0].n_results;
	add_suite(&f.run[NEW][0], 8, 0.05, "", 1, &again);
	compare_runs(&f, 1, 1, 1);
	assert_int_equal(f.comparison.n_tests, n);
	assert_int_equal(f.comparison.family, n);
	assert_int_equal(f.comparison.n_scores, 4);
	assert_int_equal(f.comparison.n_differences, 0);
	for (size_t i = 0; i < n + 4; i++) {
		const struct compared *c = i < n ? &f.comparison.test[i] :
					   &f.comparison.score[i - n];

		assert_true(fabs(c->ratio - 1) < 1e-12);
		assert_true(c->side[OLD].value == c->side[NEW].value);
		assert_int_equal(c->verdict, VERDICT_NO_DIFFERENCE);
		assert_true(c->has_interval);
		assert_true(c->ci95.low < 1 && c->ci95.high > 1);
		assert_true(c->detectable_pct > 1);
		assert_int_equal(c->side[OLD].n, 8);
		assert_null(c->why);
	}
	end(&f);
}

static void
assert_mirrored(const struct compared *a, const struct compared *b)
{
	static const enum verdict mirror[VERDICT_COUNT] = {
		[VERDICT_FASTER] = VERDICT_SLOWER,
		[VERDICT_SLOWER] = VERDICT_FASTER,
		[VERDICT_NO_DIFFERENCE] = VERDICT_NO_DIFFERENCE,
		[VERDICT_NOT_COMPARABLE] = VERDICT_NOT_COMPARABLE,
	};

	assert_string_equal(a->id, b->id);
	assert_int_equal(a->verdict, mirror[b->verdict]);
	assert_near(a->ratio * b->ratio, 1, 1e-12);
	assert_near(a->ci95.low * b->ci95.high, 1, 1e-12);
	assert_near(a->ci95.high * b->ci95.low, 1, 1e-12);
	assert_near(a->detectable_pct, b->detectable_pct, 1e-9);
}

TEST(reversed_sides_give_the_inverse)
{
	struct side swapped[SIDES];
	struct comparison back;
	struct fixture f;
	size_t verdicts[VERDICT_COUNT] = { 0 };

	for (uint64_t seed = 0; seed < 10; seed++) {
		begin(&f, seed);
		add_suite(&f.run[OLD][0], 6, 0.02, "commit", 2, &f.random);
		add_suite(&f.run[NEW][0], 4, 0.03, "fstime", 2, &f.random);
		compare_runs(&f, 1, 1, 1);
		swapped[OLD] = f.comparison.side[NEW];
		swapped[NEW] = f.comparison.side[OLD];
		comparison_make(&back, swapped, 1, 1);
		assert_int_equal(back.n_tests, f.comparison.n_tests);
		for (size_t i = 0; i < back.n_tests; i++) {
			assert_mirrored(&f.comparison.test[i],
					&back.test[i]);
			verdicts[back.test[i].verdict]++;
		}
		assert_int_equal(back.n_scores, f.comparison.n_scores);
		for (size_t i = 0; i < back.n_scores; i++)
			assert_mirrored(&f.comparison.score[i],
					&back.score[i]);
		comparison_free(&back);
		end(&f);
	}
	assert_true(verdicts[VERDICT_FASTER] >= 10);
	assert_true(verdicts[VERDICT_SLOWER] >= 10);
	assert_true(verdicts[VERDICT_NO_DIFFERENCE] >= 100);
}

/* Count trials of a whole suite in which one test changed. */
struct counts {
	unsigned alarms;	/* trials with a verdict on an unchanged test */
	unsigned found;		/* trials in which the change was found */
};

static struct counts
try_suites(unsigned trials, unsigned n, double factor, double threshold_pct)
{
	struct counts counts = { 0, 0 };
	struct fixture f;

	for (unsigned trial = 0; trial < trials; trial++) {
		bool alarm = false;

		begin(&f, trial);
		add_suite(&f.run[OLD][0], n, 0.03, "", 1, &f.random);
		add_suite(&f.run[NEW][0], n, 0.03, "commit", factor,
			  &f.random);
		compare_runs(&f, 1, 1, threshold_pct);
		assert_int_equal(f.comparison.n_tests, f.run[OLD][0].n_results);
		for (size_t i = 0; i < f.comparison.n_tests; i++) {
			const struct compared *c = &f.comparison.test[i];

			if (strcmp(c->id, "commit") == 0 && factor != 1)
				counts.found += c->verdict == VERDICT_FASTER;
			else
				alarm |= c->verdict != VERDICT_NO_DIFFERENCE;
		}
		counts.alarms += alarm;
		end(&f);
	}
	return counts;
}

TEST(suites_that_do_not_differ_rarely_show_a_difference)
{
	assert_true(try_suites(400, 5, 1, NO_THRESHOLD).alarms <= 20);
	assert_true(try_suites(100, 5, 1, 1).alarms <= 2);
}

TEST(one_test_of_a_suite_that_changed_is_found)
{
	struct counts counts;

	counts = try_suites(60, 8, 1.1, 1);
	assert_true(counts.found >= 57);
	assert_true(counts.alarms <= 3);
	assert_true(try_suites(100, 5, 1.1, 1).found >= 50);
}

TEST(a_test_alone_needs_no_more_than_five_samples)
{
	enum { TRIALS = 500 };
	struct fixture f;
	unsigned found = 0;

	for (unsigned trial = 0; trial < TRIALS; trial++) {
		begin(&f, trial);
		add_noisy(&f.run[OLD][0], "commit", 5, 500, 0.03, &f.random);
		add_noisy(&f.run[NEW][0], "commit", 5, 550, 0.03, &f.random);
		compare_runs(&f, 1, 1, 1);
		found += f.comparison.test[0].verdict == VERDICT_FASTER;
		end(&f);
	}
	assert_true(found >= 0.95 * TRIALS);
}

TEST(two_directories_are_paired_round_by_round)
{
	enum { TRIALS = 500, N = 5 };
	unsigned found = 0;
	struct fixture f;

	for (unsigned trial = 0; trial < TRIALS; trial++) {
		struct record *record = &f.run[OLD][0];

		begin(&f, trial);
		for (unsigned t = 0; t < 2; t++) {
			struct result *result = add_result(record, "commit",
							   t, 1);

			for (unsigned i = 0; i < N; i++)
				add_sample(result, i + 1, 500 *
					   (1 - 0.3 * i / (N - 1)) *
					   (t == 1 ? 1.05 : 1) *
					   exp(0.015 * normal(&f.random)));
		}
		finish(record, 2);
		comparison_of_targets(&f.comparison, record, 1, 1);
		assert_true(f.comparison.same_record);
		assert_int_equal(f.comparison.averaged, AVERAGED_ROUNDS);
		assert_int_equal(f.comparison.n_tests, 1);
		assert_int_equal(f.comparison.test[0].side[OLD].n, N);
		found += f.comparison.test[0].verdict == VERDICT_FASTER;
		end(&f);
	}
	assert_true(found >= 0.80 * TRIALS);
}

TEST(only_rounds_that_both_directories_have_are_paired)
{
	static const double a[] = { 100, 200, 300 }, b[] = { 440, 330, 220 };
	struct record *record;
	struct fixture f;
	const struct compared *c;
	struct result *result;

	begin(&f, 0);
	record = &f.run[OLD][0];
	result = add_result(record, "commit", 0, 1);
	for (unsigned i = 0; i < 3; i++)
		add_sample(result, i + 1, a[i]);
	result = add_result(record, "commit", 1, 1);
	for (unsigned i = 0; i < 3; i++)
		add_sample(result, 4 - i, b[i]);
	finish(record, 2);
	comparison_of_targets(&f.comparison, record, 1, 1);
	c = &f.comparison.test[0];
	assert_int_equal(c->side[OLD].n, 2);
	assert_int_equal(c->side[NEW].n, 2);
	assert_near(c->side[OLD].value, sqrt(200 * 300), 1e-6);
	assert_near(c->side[NEW].value, sqrt(220 * 330), 1e-6);
	assert_near(c->ratio, 1.1, 1e-9);
	assert_int_equal(c->verdict, VERDICT_FASTER);
	assert_string_equal(f.comparison.side[OLD].name, "/t0");
	assert_string_equal(f.comparison.side[NEW].name, "/t1");
	assert_int_equal(f.comparison.n_differences, 1);
	assert_true(has_difference(&f.comparison, "directory: /t0 and /t1"));
	assert_string_equal(f.comparison.occasion,
			    "paired round by round: a disturbance of both "
			    "directories cancels out");
	end(&f);
}

/* Add two samples of one level, so that nothing is left to chance. */
static struct result *
add_plain(struct record *record, const char *id, double level)
{
	struct result *result = add_result(record, id, 0, 1);

	add_sample(result, 1, level);
	add_sample(result, 2, level);
	return result;
}

TEST(different_sets_are_matched_in_the_old_order)
{
	static const char *const order[] = {
		"commit", "seq-read", "rand-read-q1", "seq-write"
	};
	struct fixture f;
	const struct compared *c;

	begin(&f, 0);
	add_plain(&f.run[OLD][0], "commit", 500);
	add_plain(&f.run[OLD][0], "seq-read", 500);
	add_plain(&f.run[OLD][0], "rand-read-q1", 500);
	add_plain(&f.run[NEW][0], "seq-write", 500);
	add_plain(&f.run[NEW][0], "rand-read-q1", 400);
	add_plain(&f.run[NEW][0], "commit", 600);
	compare_runs(&f, 1, 1, 1);
	c = f.comparison.test;
	assert_int_equal(f.comparison.n_tests, 4);
	for (size_t i = 0; i < 4; i++)
		assert_string_equal(c[i].id, order[i]);
	assert_int_equal(c[0].verdict, VERDICT_FASTER);
	assert_not_comparable(&c[1], "not on the new side");
	assert_true(c[1].side[OLD].n > 0 && c[1].side[NEW].n == 0);
	assert_near(c[1].side[OLD].value, 500, 1e-6);
	assert_int_equal(c[2].verdict, VERDICT_SLOWER);
	assert_not_comparable(&c[3], "not on the old side");
	assert_true(c[3].side[OLD].n == 0 && c[3].side[NEW].n > 0);
	assert_int_equal(f.comparison.family, 2);
	c = score_of(&f.comparison, "Disk");
	assert_int_equal(c->rows, 2);
	assert_near(c->ratio, sqrt(1.2 * 0.8), 1e-9);
	assert_null(score_of(&f.comparison, "Sequential"));
	end(&f);
}

TEST(copies_and_targets_are_matched_with_their_like)
{
	struct fixture f;

	begin(&f, 0);
	for (unsigned target = 0; target < 2; target++) {
		for (unsigned copies = 1; copies <= 2; copies++) {
			double level = 100 * (target * 2 + copies);

			for (unsigned i = 1; i <= 2; i++) {
				struct record *run = f.run[i - 1];
				struct result *result = add_result(run,
					"commit", target, copies);

				add_sample(result, 1, level * i);
				add_sample(result, 2, level * i);
			}
		}
	}
	finish(&f.run[OLD][0], 2);
	finish(&f.run[NEW][0], 2);
	compare_runs(&f, 1, 1, 1);
	assert_int_equal(f.comparison.n_tests, 4);
	for (size_t i = 0; i < 4; i++)
		assert_near(f.comparison.test[i].ratio, 2, 1e-9);
	assert_int_equal(f.comparison.n_scores, 8);
	assert_string_equal(f.comparison.conclusion,
			    "Of 4 tests of NEW against OLD, 4 are faster.");
	end(&f);
}

TEST(a_row_without_figure_is_not_comparable)
{
	struct fixture f;

	begin(&f, 0);
	add_result(&f.run[OLD][0], "commit", 0, 1)->na_reason =
		xstrdup("the disk is full");
	add_plain(&f.run[NEW][0], "commit", 500);
	compare_runs(&f, 1, 1, 1);
	assert_not_comparable(&f.comparison.test[0], "no figure on the old "
			      "side: the disk is full");
	assert_int_equal(f.comparison.family, 0);
	assert_int_equal(f.comparison.n_scores, 0);
	assert_string_equal(f.comparison.conclusion, "Of 1 test of NEW "
			    "against OLD, 1 is not comparable.");
	end(&f);
}

static void
set_fingerprint(struct result *result, const char *fingerprint)
{
	free(result->fingerprint);
	result->fingerprint = xstrdup(fingerprint);
}

TEST(different_fingerprints_are_told_apart)
{
	static const struct {
		const char *old_text, *new_text, *why;
	} cases[] = {
		{ "random/1 cache=direct block_bytes=4096 copies=1",
		  "random/1 cache=direct block_bytes=8192 copies=1",
		  "another test: block 4096 and 8192" },
		{ "random/1 cache=direct depth=4", "random/2 cache=buffered "
		  "depth=4", "another test: workload random/1 and random/2, "
		  "cache direct and buffered" },
		{ "random/1 depth=4", "random/1 depth=4 rate_iops=100",
		  "another test: rate none and 100" },
		{ "random/1 depth=4 file_bytes=5", "random/1 depth=4",
		  "another test: file 5 and none" },
		{ "random/1 depth=4", "random/1 depth=44",
		  "another test: depth 4 and 44" },
		{ "", "random/1", "another test: workload none and random/1" },
		{ "a=1 b=2", "b=2 a=1",
		  "another test: parameters in another order" },
	};
	struct fixture f;

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		begin(&f, 0);
		set_fingerprint(add_plain(f.run[OLD], "commit", 500),
				cases[i].old_text);
		set_fingerprint(add_plain(f.run[NEW], "commit", 600),
				cases[i].new_text);
		compare_runs(&f, 1, 1, 1);
		assert_not_comparable(&f.comparison.test[0], cases[i].why);
		assert_true(f.comparison.test[0].side[OLD].n > 0);
		assert_int_equal(f.comparison.n_scores, 0);
		end(&f);
	}
}

TEST(runs_of_one_side_must_have_measured_the_same)
{
	struct fixture f;

	begin(&f, 0);
	set_fingerprint(add_plain(&f.run[OLD][0], "commit", 500), "a/1 d=1");
	set_fingerprint(add_plain(&f.run[OLD][1], "commit", 600), "a/1 d=2");
	set_fingerprint(add_plain(&f.run[NEW][0], "commit", 600), "a/1 d=1");
	compare_runs(&f, 2, 1, 1);
	assert_not_comparable(&f.comparison.test[0],
			      "runs of the old side differ: d 1 and 2");
	assert_false(f.comparison.test[0].side[OLD].n > 0);
	assert_true(f.comparison.test[0].side[NEW].n > 0);
	end(&f);
}

TEST(a_flag_on_one_side_alone_is_not_comparable)
{
	struct fixture f;

	begin(&f, 0);
	add_plain(f.run[OLD], "commit", 500)->memory = true;
	add_plain(f.run[NEW], "commit", 600);
	add_plain(f.run[OLD], "seq-write", 500);
	add_plain(f.run[NEW], "seq-write", 600)->asked_ns = UINT64_MAX;
	add_plain(f.run[OLD], "seq-copy", 500)->memory = true;
	add_plain(f.run[NEW], "seq-copy", 600)->memory = true;
	compare_runs(&f, 1, 1, 1);
	assert_not_comparable(&f.comparison.test[0],
			      "flagged memory on the old side only");
	assert_true(f.comparison.test[0].side[OLD].n > 0);
	assert_not_comparable(&f.comparison.test[1],
			      "flagged short on the new side only");
	assert_int_equal(f.comparison.test[2].verdict, VERDICT_FASTER);
	assert_int_equal(f.comparison.n_scores, 0);
	assert_string_equal(f.comparison.conclusion, "Of 3 tests of NEW "
			    "against OLD, 1 is faster, 2 are not comparable.");
	end(&f);
}

TEST(one_sample_has_a_ratio_and_shows_no_difference)
{
	struct fixture f;
	const struct compared *c;

	begin(&f, 0);
	add_sample(add_result(f.run[OLD], "commit", 0, 1), 1, 500);
	add_plain(f.run[NEW], "commit", 600);
	compare_runs(&f, 1, 1, 1);
	c = &f.comparison.test[0];
	assert_near(c->ratio, 1.2, 1e-9);
	assert_true(c->has_ratio && !c->has_interval);
	assert_int_equal(c->verdict, VERDICT_NO_DIFFERENCE);
	assert_string_equal(c->why, "one sample on a side can't show a "
			    "difference; it takes two or more");
	assert_true(c->detectable_pct == 0);
	assert_int_equal(f.comparison.family, 0);
	assert_string_equal(f.comparison.conclusion, "One sample on a side "
			    "can't show a difference between OLD and NEW; it "
			    "takes two or more. By the Disk score NEW is 1.200 "
			    "times as fast (1 test), without an interval.");
	end(&f);
}

/* A run on two directories that is interrupted early has one round. */
TEST(one_round_says_that_it_takes_two)
{
	static const char *const ids[] = { "commit", "fsdisk" };
	struct record *record;
	struct fixture f;

	begin(&f, 0);
	record = &f.run[OLD][0];
	for (unsigned t = 0; t < 2; t++)
		for (size_t i = 0; i < 2; i++)
			add_sample(add_result(record, ids[i], t, 1), 1,
				   t == 0 ? 500 : 600);
	finish(record, 2);
	comparison_of_targets(&f.comparison, record, 1, 1);
	assert_string_equal(f.comparison.test[0].why, "one round can't show "
			    "a difference; it takes two or more");
	assert_string_equal(f.comparison.conclusion, "One round can't show a "
			    "difference between /t0 and /t1; it takes two or "
			    "more. By the Disk score /t1 is 1.200 times as "
			    "fast (1 test), without an interval.");
	end(&f);
}

/* The Disk score leaves out tests in memory; the conclusion then counts. */
TEST(tests_without_an_interval_are_counted_apart)
{
	struct fixture f;

	begin(&f, 0);
	add_plain(f.run[OLD], "commit", 500)->memory = true;
	add_plain(f.run[NEW], "commit", 500)->memory = true;
	add_sample(add_result(f.run[OLD], "seq-copy", 0, 1), 1, 500);
	add_plain(f.run[NEW], "seq-copy", 600)->memory = true;
	f.run[OLD]->result[1].memory = true;
	compare_runs(&f, 1, 1, 1);
	assert_int_equal(f.comparison.n_scores, 0);
	assert_string_equal(f.comparison.conclusion, "Of 2 tests of NEW "
			    "against OLD, 1 shows no difference, 1 has no "
			    "interval.");
	end(&f);
}

/* Add runs that differ by 10 %, each with samples that differ by 1 %. */
static void
add_wandering_runs(struct fixture *f, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		add_noisy(&f->run[OLD][i], "commit", 8, 500 *
			  exp(0.1 * normal(&f->random)), 0.01, &f->random);
		add_noisy(&f->run[NEW][i], "commit", 8, 500 *
			  exp(0.1 * normal(&f->random)), 0.01, &f->random);
	}
}

TEST(from_three_runs_a_side_the_run_is_the_unit)
{
	enum { TRIALS = 200 };
	unsigned pooled = 0, by_run = 0;
	struct fixture f;

	for (unsigned trial = 0; trial < TRIALS; trial++) {
		begin(&f, trial);
		add_wandering_runs(&f, 4);
		compare_runs(&f, 4, 3, 1);
		assert_int_equal(f.comparison.averaged, AVERAGED_RUNS);
		assert_int_equal(f.comparison.test[0].side[OLD].n, 4);
		assert_int_equal(f.comparison.test[0].side[NEW].n, 3);
		by_run += f.comparison.test[0].verdict !=
			VERDICT_NO_DIFFERENCE;
		assert_string_equal(f.comparison.occasion,
				    "the intervals are over 4 and 3 runs");
		comparison_free(&f.comparison);
		compare_runs(&f, 2, 3, 1);
		assert_int_equal(f.comparison.averaged, AVERAGED_SAMPLES);
		assert_int_equal(f.comparison.test[0].side[OLD].n, 16);
		assert_int_equal(f.comparison.test[0].side[NEW].n, 24);
		pooled += f.comparison.test[0].verdict !=
			VERDICT_NO_DIFFERENCE;
		assert_non_null(strstr(f.comparison.occasion,
				       "these occasions only"));
		end(&f);
	}
	assert_true(by_run <= 0.06 * TRIALS);
	assert_true(pooled >= 0.40 * TRIALS);
}

TEST(a_test_that_a_run_lacks_is_over_samples_of_others)
{
	struct fixture f;

	begin(&f, 0);
	for (size_t i = 0; i < 3; i++) {
		add_plain(&f.run[OLD][i], "commit", 500);
		add_plain(&f.run[NEW][i], "commit", 500 + 10.0 * (double)i);
		add_plain(&f.run[OLD][i], "seq-read", 500);
		if (i < 2)
			add_plain(&f.run[NEW][i], "seq-read", 500);
	}
	compare_runs(&f, 3, 3, 1);
	assert_int_equal(f.comparison.test[0].side[NEW].n, 3);
	assert_int_equal(f.comparison.test[1].side[OLD].n, 6);
	assert_int_equal(f.comparison.test[1].side[NEW].n, 4);
	assert_string_equal(f.comparison.test[1].why, "under 3 runs on a "
			    "side have it, so samples are compared");
	assert_int_equal(score_of(&f.comparison, "Disk")->rows, 1);
	assert_int_equal(score_of(&f.comparison, "Disk")->side[OLD].n, 3);
	end(&f);
}

TEST(scores_are_over_complete_rounds)
{
	struct fixture f;
	const struct compared *disk;
	struct result *result;

	begin(&f, 0);
	for (size_t i = 0; i < 2; i++) {
		struct record *run = f.run[i];

		add_plain(run, "commit", 500 * (double)(i + 1));
		result = add_plain(run, "seq-read", 100);
		add_sample(result, 3, 900);
	}
	compare_runs(&f, 1, 1, 1);
	disk = score_of(&f.comparison, "Disk");
	assert_int_equal(disk->rows, 2);
	assert_int_equal(disk->side[OLD].n, 2);
	assert_near(disk->ratio, sqrt(2), 1e-9);
	assert_near(disk->side[OLD].value, 10 * sqrt(500 / 60.0 * 100 / 11.3),
		    1e-6);
	assert_string_equal(disk->category, "Score");
	assert_string_equal(f.comparison.conclusion, "NEW is 1.414 times as "
			    "fast as OLD by the Disk score (2 tests, 95 % "
			    "interval 1.403 to 1.425); of 2 tests 1 shows no "
			    "difference.");
	end(&f);
}

TEST(a_small_difference_names_what_could_be_missed)
{
	struct fixture f;

	begin(&f, 3);
	add_noisy(f.run[OLD], "fstime", 8, 500, 0.03, &f.random);
	add_noisy(f.run[NEW], "fstime", 8, 500, 0.03, &f.random);
	compare_runs(&f, 1, 1, 1);
	assert_int_equal(f.comparison.n_scores, 1);
	assert_non_null(strstr(f.comparison.conclusion, "No difference shown "
			       "between OLD and NEW by the File Copy score: "));
	assert_non_null(strstr(f.comparison.conclusion,
			       " % could have been missed."));
	assert_string_equal(f.comparison.occasion, "each side is one run: "
			    "the intervals cover this occasion only; compare "
			    "3 or more runs a side to cover the differences "
			    "between runs");
	end(&f);
}

static void
describe_machine(struct record *run, const char *kernel, const char *memory)
{
	facts_set(&run->host, "os", "%s", kernel);
	facts_set(&run->host, "memory_bytes", "%s", memory);
	facts_set(&run->host, "cpu", "one and the same");
	facts_set(&run->plan, "size_bytes", "1073741824");
	facts_set(&run->plan, "time_ns", "2000000000");
}

TEST(what_differs_between_the_sides_is_told)
{
	static const char *const expected[] = {
		"diskidx version: 1 and 2", "kernel: 6.1, 6.2 and 6.6",
		"memory: 512 MiB and 4 GiB",
		"rotational: unknown and no", "work file: 1 GiB and 64 MiB",
		"work file smaller than memory: no and yes",
		"engine: threads and sync", "sample time: 2.00 s and 500 ms",
	};
	struct comparison *c;
	struct fixture f;
	struct result *result;

	begin(&f, 0);
	add_plain(&f.run[OLD][0], "commit", 500);
	add_plain(&f.run[OLD][1], "commit", 500);
	result = add_plain(&f.run[NEW][0], "commit", 500);
	free(result->engine);
	result->engine = xstrdup("sync");
	describe_machine(&f.run[OLD][0], "6.1", "536870912");
	describe_machine(&f.run[OLD][1], "6.2", "536870912");
	describe_machine(&f.run[NEW][0], "6.6", "4294967296");
	f.run[NEW][0].version = xstrdup("2");
	facts_set(&f.run[NEW][0].plan, "time_ns", "500000000");
	finish(&f.run[NEW][0], 1);
	facts_set(&f.run[NEW][0].target[0], "rotational", "0");
	facts_set(&f.run[NEW][0].target[0], "file_bytes", "67108864");
	compare_runs(&f, 2, 1, 1);
	c = &f.comparison;
	for (size_t i = 0; i < c->n_differences; i++)
		assert_string_equal(c->difference[i], expected[i]);
	assert_int_equal(c->n_differences,
			 sizeof(expected) / sizeof(expected[0]));
	end(&f);
}

TEST(more_comparisons_at_once_have_wider_intervals)
{
	struct comparison many;
	struct fixture f;

	begin(&f, 9);
	add_noisy(f.run[OLD], "commit", 5, 500, 0.03, &f.random);
	add_noisy(f.run[NEW], "commit", 5, 500, 0.03, &f.random);
	compare_runs(&f, 1, 1, 1);
	comparison_make(&many, f.comparison.side, 1, 3);
	assert_int_equal(f.comparison.family, 1);
	assert_int_equal(many.family, 3);
	assert_int_equal(f.comparison.score_family, 2);
	assert_int_equal(many.score_family, 6);
	assert_true(many.test[0].ratio == f.comparison.test[0].ratio);
	assert_true(many.test[0].ci95.low < f.comparison.test[0].ci95.low);
	assert_true(many.score[0].ci95.high > f.comparison.score[0].ci95.high);
	comparison_free(&many);
	end(&f);
}

TEST(records_without_tests_compare_to_nothing)
{
	struct fixture f;

	begin(&f, 0);
	compare_runs(&f, 1, 1, 1);
	assert_int_equal(f.comparison.n_tests, 0);
	assert_int_equal(f.comparison.n_scores, 0);
	assert_string_equal(f.comparison.conclusion,
			    "OLD and NEW hold no test to compare.");
	end(&f);
}

/* Add "commit" on two directories; the second one is faster by a factor. */
static void
add_two_targets(struct record *run, const char *first, const char *second,
		double second_is_faster)
{
	for (unsigned t = 0; t < 2; t++) {
		struct result *result = add_result(run, "commit", t, 1);

		add_sample(result, 1, t == 0 ? 500 : 500 * second_is_faster);
		add_sample(result, 2, t == 0 ? 500 : 500 * second_is_faster);
	}
	finish(run, 2);
	facts_set(&run->target[0], "directory", "%s", first);
	facts_set(&run->target[1], "directory", "%s", second);
}

TEST(targets_in_another_order_are_matched_by_directory)
{
	struct fixture f;
	const struct compared *c;

	begin(&f, 0);
	add_two_targets(&f.run[OLD][0], "/a", "/b", 2);
	add_two_targets(&f.run[OLD][1], "/b", "/a", 0.5);
	add_two_targets(&f.run[NEW][0], "/b", "/a", 0.5);
	facts_set(&f.run[OLD][0].target[0], "filesystem", "ext4");
	facts_set(&f.run[OLD][0].target[1], "filesystem", "xfs");
	facts_set(&f.run[OLD][1].target[0], "filesystem", "xfs");
	facts_set(&f.run[OLD][1].target[1], "filesystem", "ext4");
	facts_set(&f.run[NEW][0].target[0], "filesystem", "ext4");
	facts_set(&f.run[NEW][0].target[1], "filesystem", "xfs");
	compare_runs(&f, 2, 1, 1);
	c = f.comparison.test;
	assert_true(f.comparison.by_directory);
	assert_int_equal(f.comparison.n_tests, 2);
	assert_near(c[0].side[OLD].value, 500 / sqrt(2), 1e-6);
	assert_near(c[0].side[NEW].value, 250, 1e-6);
	assert_string_equal(c[0].side[OLD].directory, "/a");
	assert_string_equal(c[0].side[NEW].directory, "/a");
	assert_int_equal(c[0].target, 0);
	assert_near(c[1].side[OLD].value, 1000 / sqrt(2), 1e-6);
	assert_near(c[1].side[NEW].value, 500, 1e-6);
	assert_string_equal(c[1].side[OLD].directory, "/b");
	assert_string_equal(c[1].side[NEW].directory, "/b");
	assert_int_equal(f.comparison.n_scores, 4);
	for (size_t i = 0; i < 4; i++)
		assert_near(f.comparison.score[i].ratio, sqrt(0.5), 1e-9);
	assert_string_equal(f.comparison.score[3].side[NEW].directory, "/b");
	assert_int_equal(f.comparison.n_differences, 2);
	assert_true(has_difference(&f.comparison,
				   "file system of /a: ext4 and xfs"));
	assert_true(has_difference(&f.comparison,
				   "file system of /b: xfs and ext4"));
	end(&f);
}

static void
assert_directories(const struct compared *compared, const char *old_directory,
		   const char *new_directory)
{
	assert_string_equal(compared->side[OLD].directory, old_directory);
	assert_string_equal(compared->side[NEW].directory, new_directory);
}

TEST(targets_of_other_directories_are_matched_by_number)
{
	struct fixture f;
	const struct compared *c;

	begin(&f, 0);
	add_two_targets(&f.run[OLD][0], "/a", "/b", 2);
	add_two_targets(&f.run[NEW][0], "/c", "/e", 2);
	add_two_targets(&f.run[NEW][1], "/d", "/e", 2);
	compare_runs(&f, 1, 2, 1);
	c = f.comparison.test;
	assert_false(f.comparison.by_directory);
	assert_int_equal(f.comparison.n_tests, 2);
	assert_near(c[0].ratio, 1, 1e-9);
	assert_directories(&c[0], "/a", "/c, /d");
	assert_near(c[1].ratio, 1, 1e-9);
	assert_directories(&c[1], "/b", "/e");
	assert_true(has_difference(&f.comparison,
				   "directory: /a, /b and /c, /e, /d"));
	end(&f);
}

/* The directories that only one side has are matched in their order. */
TEST(a_directory_of_both_sides_is_matched_with_itself)
{
	struct fixture f;
	const struct compared *c;

	begin(&f, 0);
	add_two_targets(&f.run[OLD][0], "/a", "/b", 2);
	add_two_targets(&f.run[NEW][0], "/b", "/c", 2);
	add_two_targets(&f.run[NEW][1], "/d", "/b", 2);
	compare_runs(&f, 1, 2, 1);
	c = f.comparison.test;
	assert_false(f.comparison.by_directory);
	assert_int_equal(f.comparison.n_tests, 2);
	assert_near(c[0].side[NEW].value, 500 * sqrt(2), 1e-6);
	assert_directories(&c[0], "/a", "/c, /d");
	assert_near(c[1].side[NEW].value, 500 * sqrt(2), 1e-6);
	assert_directories(&c[1], "/b", "/b");
	end(&f);
}

TEST(a_directory_of_one_side_alone_has_none_to_match)
{
	struct fixture f;
	const struct compared *c;

	begin(&f, 0);
	add_two_targets(&f.run[OLD][0], "/a", "/b", 2);
	add_plain(&f.run[NEW][0], "commit", 1500);
	finish(&f.run[NEW][0], 1);
	facts_set(&f.run[NEW][0].target[0], "directory", "/b");
	compare_runs(&f, 1, 1, 1);
	c = f.comparison.test;
	assert_int_equal(f.comparison.n_tests, 2);
	assert_int_equal(c[0].verdict, VERDICT_NOT_COMPARABLE);
	assert_string_equal(c[0].side[OLD].directory, "/a");
	assert_null(c[0].side[NEW].directory);
	assert_near(c[1].ratio, 1.5, 1e-9);
	assert_directories(&c[1], "/b", "/b");
	assert_int_equal(f.comparison.n_scores, 2);
	assert_near(score_of(&f.comparison, "Disk")->ratio, 1.5, 1e-9);
	end(&f);
}

TEST(a_directory_given_twice_is_matched_by_number)
{
	static const char *const old_first[] = { "/a", "/b" };

	for (size_t i = 0; i < 2; i++) {
		struct fixture f;
		const struct compared *c;

		begin(&f, 0);
		add_two_targets(&f.run[OLD][0], old_first[i], old_first[1 - i],
				2);
		add_two_targets(&f.run[NEW][0], "/b", "/b", 2);
		compare_runs(&f, 1, 1, 1);
		c = f.comparison.test;
		assert_int_equal(f.comparison.n_tests, 2);
		assert_near(c[0].ratio, 1, 1e-9);
		assert_directories(&c[0], old_first[i], "/b");
		assert_near(c[1].ratio, 1, 1e-9);
		assert_directories(&c[1], old_first[1 - i], "/b");
		end(&f);
	}
}

/* Keep the data that was read in memory. */
static void
keep_resident(struct result *result)
{
	for (size_t i = 0; i < result->n_samples; i++) {
		result->sample[i].has_resident = true;
		result->sample[i].dropped_bytes = MIB;
		result->sample[i].resident_bytes = MIB;
	}
}

TEST(only_memory_is_compared_if_both_sides_have_a_flag)
{
	struct fixture f;

	begin(&f, 0);
	for (int s = 0; s < SIDES; s++) {
		keep_resident(add_plain(f.run[s], "rand-read-q1", 500 + 100.0 *
					s));
		add_plain(f.run[s], "commit", 500)->asked_ns = UINT64_MAX;
		add_plain(f.run[s], "seq-write", 500)->memory = true;
	}
	compare_runs(&f, 1, 1, 1);
	assert_not_comparable(&f.comparison.test[0], "flagged cached on both "
			      "sides: the disk's speed is unknown");
	assert_true(f.comparison.test[0].side[OLD].n > 0);
	assert_not_comparable(&f.comparison.test[1], "flagged short on both "
			      "sides: the disk's speed is unknown");
	assert_int_equal(f.comparison.test[2].verdict, VERDICT_NO_DIFFERENCE);
	assert_int_equal(f.comparison.family, 1);
	assert_int_equal(f.comparison.n_scores, 0);
	assert_string_equal(f.comparison.conclusion, "Of 3 tests of NEW "
			    "against OLD, 1 shows no difference, 2 are not "
			    "comparable.");
	end(&f);
}

TEST(memory_must_be_that_of_all_runs)
{
	struct fixture f;

	begin(&f, 0);
	add_plain(&f.run[OLD][0], "commit", 500)->memory = true;
	add_plain(&f.run[OLD][1], "commit", 500);
	add_plain(&f.run[NEW][0], "commit", 500)->memory = true;
	compare_runs(&f, 2, 1, 1);
	assert_not_comparable(&f.comparison.test[0], "flagged memory on both "
			      "sides, but not in all runs");
	end(&f);
}

TEST(flags_are_those_of_any_run_of_a_side)
{
	const unsigned noisy = 1u << FLAG_NOISY;
	struct result *result;
	struct fixture f;

	begin(&f, 0);
	add_plain(&f.run[OLD][0], "commit", 500);
	result = add_result(&f.run[OLD][1], "commit", 0, 1);
	for (unsigned i = 1; i <= 6; i++)
		add_sample(result, i, i % 2 == 0 ? 400 : 600);
	add_plain(&f.run[NEW][0], "commit", 500);
	compare_runs(&f, 2, 1, 1);
	assert_int_equal(f.comparison.test[0].side[OLD].flags & noisy, noisy);
	assert_int_equal(f.comparison.test[0].side[NEW].flags & noisy, 0);
	assert_int_equal(f.comparison.test[0].side[OLD].n_runs, 2);
	assert_int_equal(f.comparison.test[0].side[NEW].n_runs, 1);
	end(&f);
}

TEST(a_conclusion_counts_the_tests_that_differ_from_it)
{
	static const char *const id[] = { "commit", "seq-read", "seq-write" };
	struct fixture f;

	begin(&f, 0);
	for (size_t i = 0; i < 3; i++) {
		add_noisy(f.run[OLD], id[i], 5, 500, 0.3, &f.random);
		add_noisy(f.run[NEW], id[i], 5, 500, 0.3, &f.random);
	}
	add_plain(f.run[OLD], "seq-copy", 500);
	add_plain(f.run[NEW], "seq-copy", 200);
	compare_runs(&f, 1, 1, 1);
	assert_non_null(strstr(f.comparison.conclusion, "No difference shown "
			       "between OLD and NEW by the Disk score: "));
	assert_non_null(strstr(f.comparison.conclusion, " could have been "
			       "missed; of 4 tests 1 is slower."));
	end(&f);
}

TEST(rounds_that_differ_are_those_measured)
{
	struct fixture f;

	begin(&f, 0);
	add_noisy(f.run[OLD], "commit", 5, 500, 0.03, &f.random);
	add_noisy(f.run[NEW], "commit", 7, 500, 0.03, &f.random);
	facts_set(&f.run[OLD]->plan, "rounds", "5");
	facts_set(&f.run[NEW]->plan, "rounds", "5");
	compare_runs(&f, 1, 1, 1);
	assert_int_equal(f.comparison.n_differences, 1);
	assert_true(has_difference(&f.comparison, "rounds: 5 and 7"));
	end(&f);
}

TEST(without_an_interval_nothing_is_said_of_one)
{
	struct fixture f;

	begin(&f, 0);
	add_sample(add_result(f.run[OLD], "commit", 0, 1), 1, 500);
	add_sample(add_result(f.run[NEW], "commit", 0, 1), 1, 600);
	compare_runs(&f, 1, 1, 1);
	assert_int_equal(f.comparison.family, 0);
	assert_int_equal(f.comparison.score_family, 0);
	assert_null(f.comparison.occasion);
	end(&f);
}

TEST(a_run_is_known_by_its_start_seed_and_host)
{
	struct record a, b;

	memset(&a, 0, sizeof(a));
	memset(&b, 0, sizeof(b));
	a.started_s = b.started_s = 1700000000;
	assert_true(comparison_is_one_run(&a, &b));
	facts_set(&a.host, "hostname", "one");
	assert_false(comparison_is_one_run(&a, &b));
	facts_set(&b.host, "hostname", "two");
	assert_false(comparison_is_one_run(&a, &b));
	facts_set(&b.host, "hostname", "one");
	assert_true(comparison_is_one_run(&a, &b));
	b.seed = 1;
	assert_false(comparison_is_one_run(&a, &b));
	b.seed = 0;
	b.started_s++;
	assert_false(comparison_is_one_run(&a, &b));
	record_free(&a);
	record_free(&b);
}
