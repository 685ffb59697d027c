/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Comparison: what may be compared, what is averaged, and what is said of it,
 * on records made up from a seed. How often verdicts are right is simulated by
 * tests/lab/statistics.sh.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/comparison.h"
#include "diskidx/operation.h"
#include "diskidx/random.h"
#include "diskidx/ranking.h"
#include "diskidx/repeats.h"
#include "diskidx/test.h"

#include "../support/noise.h"
#include "../support/records.h"
#include "../support/rows.h"

#define AMOUNT 1000000		/* of its unit in every sample */
#define MAX_RUNS 10

/* Append a test of the table to a record, without samples. */
static struct result *
add_result(struct record *record, const char *id, unsigned target,
	   unsigned copies)
{
	struct result *result = synthetic_result(record, id, 0, 0);

	free(result->test.fingerprint);
	free(result->test.engine);
	result->test.fingerprint = test_fingerprint(test_by_id(id), 1, copies,
						    0);
	result->test.engine = xstrdup("threads");
	result->test.target = target;
	result->test.copies = copies;
	result->test.asked_ns = NS_PER_S;
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
	sample.total.bytes = AMOUNT *
		(result->test.unit == UNIT_KBPS ? KIB : MIB);
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
			facts_set(&record->target[i], FACT_DIRECTORY, "/t%u",
				  i);
	}
	if (record->version == NULL)
		record->version = xstrdup("1");
	record_summarise(record, baseline_by_name("hdd-7200"));
}

/* Two sides of up to MAX_RUNS runs, and their comparison; cleared each time. */
static struct record run[GROUPS][MAX_RUNS];
static const struct record *list[GROUPS][MAX_RUNS];
static struct random noise;
static struct comparison comparison;

static void
begin(uint64_t seed)
{
	comparison_free(&comparison);
	for (int group = 0; group < GROUPS; group++)
		for (size_t i = 0; i < MAX_RUNS; i++)
			record_free(&run[group][i]);
	memset(run, 0, sizeof(run));
	memset(&comparison, 0, sizeof(comparison));
	random_seed(&noise, seed);
}

BEFORE_EACH(set_up)
{
	begin(0);
	return 0;
}

AFTER_ALL(tear_down)
{
	begin(0);
	return 0;
}

/* Give a side the runs of its group, as many as it is said to have. */
static void
set_runs(struct side *side, int group)
{
	side->run = list[group];
	side->target = COMPARISON_EVERY_TARGET;
	for (size_t i = 0; i < side->n_runs; i++) {
		finish(&run[group][i], 1);
		list[group][i] = &run[group][i];
	}
}

/* Compare so many runs a side, with a history of so many. */
static void
compare_with(size_t n_old, size_t n_new, size_t n_history)
{
	struct side side[GROUPS] = {
		[OLD] = { .name = "OLD", .n_runs = n_old },
		[NEW] = { .name = "NEW", .n_runs = n_new },
		[HISTORY] = { .name = "SAVED", .n_runs = n_history },
	};

	for (int group = 0; group < GROUPS; group++)
		set_runs(&side[group], group);
	comparison_make(&comparison, side);
}

static void
compare_runs(size_t n_old, size_t n_new)
{
	compare_with(n_old, n_new, 0);
}

static bool
has_difference(const char *text)
{
	for (size_t i = 0; i < comparison.differences.n; i++)
		if (strcmp(comparison.differences.text[i], text) == 0)
			return true;
	return false;
}

/* Add three samples of one level, so that nothing is left to chance. */
static struct result *
add_plain(struct record *record, const char *id, double level)
{
	struct result *result = add_result(record, id, 0, 1);

	for (unsigned round = 1; round <= 3; round++)
		add_sample(result, round, level);
	return result;
}

/* A run of the history that is unlike the two, beside what compare.sh of
 * tests/golden makes so: RIGHT is not. */
enum lack { RIGHT, ROUNDS, VALUE, RUN_IS_OLD, LACKS };

TEST(only_runs_like_the_two_lend_them_their_spread)
{
	for (int lack = RIGHT; lack < LACKS; lack++) {
		struct result *last;

		begin(0);
		for (unsigned i = 0; i < 5; i++) {
			int group = i < 2 ? (int)i : HISTORY;
			struct record *record = &run[group][i < 2 ? 0 : i - 2];

			add_plain(record, "commit", 500 + i);
			add_plain(record, "seq-read", 500 + i);
			facts_set(&record->host, FACT_HOSTNAME, "one");
			record->seed = i;
			finish(record, 1);
		}
		last = &run[HISTORY][2].result[0];
		if (lack == ROUNDS)
			add_sample(last, 4, 500);
		else if (lack == VALUE)
			last->test.na_reason = xstrdup("the disk is full");
		else if (lack == RUN_IS_OLD)
			run[HISTORY][2].seed = run[OLD][0].seed;
		compare_with(1, 1, 3);
		assert_int_equal(comparison.side[HISTORY].n_runs,
				 lack == RIGHT ? 3 : 2);
	}
}

/* Runs of a history that halved their speed, in no order. By hand: the newest
 * five have logarithms 1 0 1 0 1 hundredths apart, squares 0.00012. */
TEST(of_a_history_only_the_newest_level_counts)
{
	begin(0);
	add_plain(run[OLD], "commit", 500);
	add_plain(run[NEW], "commit", 900);
	for (int i = 0; i < MAX_RUNS; i++)
		add_plain(&run[HISTORY][9 - i], "commit", (i < 5 ? 500 : 250) *
			  exp(0.01 * (i % 2)));
	for (int group = 0; group < GROUPS; group++)
		for (int i = 0; i < MAX_RUNS; i++) {
			run[group][i].started_s = 100 * group - i;
			facts_set(&run[group][i].host, FACT_HOSTNAME, "one");
		}
	compare_with(1, 1, MAX_RUNS);
	assert_int_equal(comparison.side[HISTORY].n_runs, MAX_RUNS);
	assert_near(comparison.tests.row[0].difference.freedom, 4, 0);
	assert_near(comparison.tests.row[0].difference.error,
		    sqrt(0.00012 / 4 * 2), 1e-9);
	assert_int_equal(comparison.tests.row[0].verdict, VERDICT_FASTER);
}

/* Return the error of the difference of two runs that nothing else is known
 * of, from what the rounds of each tell. */
static double
error_of_two(const struct difference *a, const struct difference *b)
{
	return sqrt(2 * (0.05 * 0.05 + 4 * (a->error * a->error +
					    b->error * b->error) / 2));
}

/* The old disk stood still in a round of its first test. */
TEST(the_rounds_of_two_runs_widen_their_difference)
{
	struct sample stall = { .round = 7,
				.total.elapsed_ns = 2000 * NS_PER_S,
				.total.ios[OP_READ] = 10 };
	const struct record *o = run[OLD], *n = run[NEW];

	begin(3);
	for (int side = OLD; side <= NEW; side++) {
		add_noisy(run[side], "commit", 6, 500, 0.02, &noise);
		add_noisy(run[side], "seq-read", 6, 500, 0.1, &noise);
		add_noisy(run[side], "seq-write", 6, 500, 0.1, &noise);
		add_noisy(run[side], "seq-copy", 6, 500, 0.1, &noise);
		add_noisy(run[side], "rand-read-q1", 6, 500, 0.1, &noise);
		add_noisy(run[side], "rand-read-q32", 6, 500, 0.1, &noise);
	}
	result_add_sample(&run[OLD]->result[0], &stall);
	compare_runs(1, 1);
	for (size_t i = 0; i < 2; i++) {
		assert_near(comparison.tests.row[i].difference.error,
			    error_of_two(&o->result[i].summary.rounds,
					 &n->result[i].summary.rounds), 1e-9);
		assert_near(comparison.tests.row[i].difference.freedom, 4, 0);
	}
	assert_int_equal(comparison.scores.n, 4);
	for (size_t i = 0; i < 4; i++) {
		assert_string_equal(comparison.scores.row[i].id,
				    o->score[i].name);
		assert_near(comparison.scores.row[i].difference.error,
			    error_of_two(&o->score[i].rounds,
					 &n->score[i].rounds), 1e-9);
	}
	assert_true(comparison.tests.row[0].difference.error > 0.1);
	assert_int_equal(comparison.tests.row[0].verdict,
			 VERDICT_NO_DIFFERENCE);
}

static void
set_fingerprint(struct result *result, const char *fingerprint)
{
	free(result->test.fingerprint);
	result->test.fingerprint = xstrdup(fingerprint);
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

/* Add "commit" at a level, on a further target of that directory. */
static void
add_target(struct record *record, const char *directory, double level)
{
	size_t n = record->n_targets++;

	record->target = xrealloc(record->target, (n + 1) *
				  sizeof(*record->target));
	memset(&record->target[n], 0, sizeof(*record->target));
	facts_set(&record->target[n], FACT_DIRECTORY, "%s", directory);
	add_plain(record, "commit", level)->test.target = (unsigned)n;
}

/*
 * Add ID=VALUE,... with a value a round, or 0 for none. Behind a slash: memory,
 * short, cached, failed, or a fingerprint with + for a blank.
 */
static void
add_told(struct record *record, char *word)
{
	char *values = strchr(word, '='), *how = strchr(word, '/');
	struct result *result;
	unsigned round = 1;

	*values++ = '\0';
	for (char *at = values; (at = strchr(at, '+')) != NULL; )
		*at = ' ';
	if (word[0] == '/') {
		add_target(record, word, strtod(values, NULL));
		return;
	}
	result = add_result(record, word, 0, 1);
	if (how != NULL)
		*how++ = '\0';
	for (char *at = values; *at != '\0'; at += *at == ',', round++) {
		double value = strtod(at, &at);

		if (value > 0)
			add_sample(result, round, value);
	}
	if (how == NULL)
		return;
	if (strcmp(how, "memory") == 0)
		result->test.memory = true;
	else if (strcmp(how, "short") == 0)
		result->test.asked_ns = UINT64_MAX;
	else if (strcmp(how, "cached") == 0)
		keep_resident(result);
	else if (strcmp(how, "failed") == 0)
		result->test.na_reason = xstrdup("the disk is full");
	else
		set_fingerprint(result, how);
}

/*
 * Make runs told in words: "|" begins the next run and "vs" the first new one;
 * at=SECONDS and host=NAME are of a run, and its tests are as add_told takes
 * them. Return how many there are on each side.
 */
static void
tell_runs(const char *words, size_t n[SIDES])
{
	char text[1000], *left;
	int side = OLD;

	begin(0);
	n[OLD] = n[NEW] = 1;
	strcpy(text, words);
	for (char *word = strtok_r(text, " ", &left); word != NULL;
	     word = strtok_r(NULL, " ", &left)) {
		struct record *record = &run[side][n[side] - 1];

		if (strcmp(word, "vs") == 0)
			side = NEW;
		else if (strcmp(word, "|") == 0)
			n[side]++;
		else if (strncmp(word, "at=", 3) == 0)
			record->started_s = strtoul(word + 3, NULL, 10);
		else if (strncmp(word, "host=", 5) == 0)
			facts_set(&record->host, FACT_HOSTNAME, "%s",
				  word + 5);
		else
			add_told(record, word);
	}
}

/* Compare such runs. */
static void
compare_told(const char *words)
{
	size_t n[SIDES];

	tell_runs(words, n);
	compare_runs(n[OLD], n[NEW]);
}

/*
 * Say one row as "ID VERDICT xRATIO OLD:NEW; why", with samples a side, and a
 * dash where there is no interval.
 */
static void
say(char *text, size_t size, const struct compared *c)
{
	size_t used = strlen(text);
	char ratio[32] = "";

	if (c->has_ratio)
		snprintf(ratio, sizeof(ratio), " x%.4g", c->ratio);
	snprintf(text + used, size - used, "%s %s%s%s %zu:%zu%s%s\n", c->id,
		 verdict_name[c->verdict], ratio, c->has_interval ? "" :
		 " -", c->side[OLD].n, c->side[NEW].n,
		 c->why != NULL && c->rows == 0 ? "; " : "",
		 c->why != NULL && c->rows == 0 ? c->why : "");
}

/* Return all that a comparison says, a line each. */
static const char *
said(void)
{
	static char text[2000];

	text[0] = '\0';
	for (size_t i = 0; i < comparison.tests.n; i++)
		say(text, sizeof(text), &comparison.tests.row[i]);
	for (size_t i = 0; i < comparison.scores.n; i++)
		say(text, sizeof(text), &comparison.scores.row[i]);
	snprintf(text + strlen(text), sizeof(text) - strlen(text),
		 "asked %zu, %zu: %s", comparison.intervals[ASK_TESTS],
		 comparison.intervals[ASK_DISK], comparison.conclusion);
	return text;
}

TEST_ROWS("comparison", what_is_compared_is_said)
{
	compare_told(field[0]);
	assert_string_equal(said(), field[1]);
}

/* The fingerprints of the sides, and what is said of them. */
TEST_ROWS("comparison", different_fingerprints_are_told_apart)
{
	begin(0);
	set_fingerprint(add_plain(run[OLD], "commit", 500), field[0]);
	set_fingerprint(add_plain(run[NEW], "commit", 600), field[1]);
	compare_runs(1, 1);
	assert_int_equal(comparison.tests.row[0].verdict,
			 VERDICT_NOT_COMPARABLE);
	assert_string_equal(comparison.tests.row[0].why, field[2]);
	assert_true(comparison.tests.row[0].side[OLD].n > 0);
	assert_int_equal(comparison.scores.n, 0);
}

/* Give each sample 980 requests of 0.1 ms and 20 that take so much longer. */
static void
add_latencies(struct result *result, double longer)
{
	static struct histogram h;

	histogram_clear(&h);
	histogram_record_times(&h, 100000, 980);
	histogram_record_times(&h, (uint64_t)(100000 * longer), 20);
	for (size_t i = 0; i < result->n_samples; i++)
		result->sample[i].latency[LAT][OP_READ] = histogram_pack(&h);
}

/* Of runs that all have it in one bucket, an interval isn't narrower. */
TEST(a_percentile_is_as_coarse_as_its_bucket)
{
	for (int side = OLD; side <= NEW; side++)
		for (int i = 0; i < 3; i++)
			add_latencies(add_plain(&run[side][i], "commit",
						500 + i), 3);
	compare_runs(3, 3);
	assert_near(comparison.latencies.row[0].difference.error,
		    sqrt(2 / 3.0) / 128, 1e-12);
}

TEST(a_tenfold_p99_is_told)
{
	const struct compared *c;

	for (int slow = OLD; slow <= NEW; slow++) {
		begin(0);
		for (int s = 0; s < SIDES; s++)
			add_latencies(add_plain(run[s], "commit", 500),
				      s == slow ? 30 : 3);
		compare_runs(1, 1);
		assert_int_equal(comparison.latencies.n, 2);
		assert_int_equal(comparison.intervals[ASK_LATENCIES], 2);
		c = comparison.latencies.row;
		assert_true(c[0].percent == 50 && c[1].percent == 99);
		assert_int_equal(c[0].verdict, VERDICT_NO_DIFFERENCE);
		assert_near(c[0].side[OLD].value, 100000, 1000);
		assert_near(log(c[1].ratio), slow == NEW ? log(10) : -log(10),
			    0.02);
		assert_int_equal(c[1].verdict, slow == NEW ? VERDICT_SLOWER :
				 VERDICT_FASTER);
		assert_has(comparison.conclusion, "p99 of commit is ");
		assert_has(comparison.conclusion, slow == NEW ?
			   "of 2 percentiles of latency 1 are longer, 0 " :
			   "of 2 percentiles of latency 0 are longer, 1 ");
	}
}

/* A spread of nothing would claim that no run can differ. */
TEST(equal_runs_have_an_interval_of_some_width)
{
	compare_told("commit=5 | commit=5 | commit=5 | commit=5 | commit=5 vs "
		     "commit=5 | commit=5 | commit=5 | commit=5 | commit=5");
	assert_near(comparison.row[0].difference.error,
		    SPREAD_LEAST * sqrt(2 / 5.0), 1e-9);
	assert_true(comparison.row[0].ci95.low < 1);
	assert_int_equal(comparison.row[0].verdict, VERDICT_NO_DIFFERENCE);
}

/* Say a row over runs as "NAME VALUE of N +- SPREAD %, LOW..HIGH", and what
 * there was before a step: "; N until SECONDS, xRATIO LOW..HIGH". */
static char *
say_repeated(const struct repeated *row)
{
	/* Where doubles are wider, runs that are alike may spread by a bit. */
	double spread_pct = row->spread_pct < 1e-9 ? 0 : row->spread_pct;
	char *text = xprintf("%s %.7g of %zu +- %.5g %%", row->score != NULL ?
			     row->score : row->result->test.id, row->value,
			     row->n, spread_pct);

	if (row->has_interval)
		text = xjoin(text, ", ", xprintf("%.7g..%.7g", row->ci95.low,
						 row->ci95.high));
	if (row->n_before > 0)
		text = xjoin(text, "; ", xprintf(
			"%zu until %u, x%.7g %.7g..%.7g", row->n_before,
			(unsigned)row->since->started_s, row->step,
			row->step_ci95.low, row->step_ci95.high));
	return text;
}

/* Runs as above, of a host and one after the other if nothing else is told;
 * those that are put together, by their start; and the rows over them. */
TEST_ROWS("comparison", runs_are_put_together_of_the_same_rows)
{
	char *starts = xstrdup(""), *text = xstrdup("");
	struct repeats repeats;
	size_t n[SIDES];

	tell_runs(field[0], n);
	for (unsigned i = 0; i < n[OLD]; i++) {
		struct record *record = &run[OLD][i];

		if (facts_get(&record->host, FACT_HOSTNAME) == NULL)
			facts_set(&record->host, FACT_HOSTNAME, "one");
		if (record->started_s == 0)
			record->started_s = i + 1;
		finish(record, 1);
	}
	repeats_make(&repeats, run[OLD], n[OLD]);
	for (size_t i = 0; repeats.n > 0 && i < repeats.n_runs; i++)
		starts = xjoin(starts, " ", xprintf("%u", (unsigned)
					repeats.run[i]->started_s));
	for (size_t i = 0; i < repeats.n; i++)
		text = xjoin(text, " | ", say_repeated(&repeats.row[i]));
	assert_string_equal(starts, field[1]);
	assert_string_equal(text, field[2]);
	free(starts);
	free(text);
	repeats_free(&repeats);
}

/* Of what is measured only the order of magnitude counts. */
TEST(each_detail_that_differs_is_told)
{
	size_t n = 0;

	for (int side = OLD; side <= NEW; side++) {
		add_plain(&run[side][0], "commit", 500);
		finish(&run[side][0], 1);
		for (int i = 0; i < FACT_KEYS; i++)
			if (fact_entry[i].label != NULL)
				facts_set(fact_entry[i].owner == OWNER_HOST ?
					  &run[side][0].host :
					  &run[side][0].target[0],
					  (enum fact_key)i, "%d",
					  side == OLD ? 9 : 11);
	}
	facts_set(&run[OLD][0].host, FACT_MODEL, "of the target, not of this");
	compare_runs(1, 1);
	for (int i = 0; i < FACT_KEYS; i++) {
		const char *label = fact_entry[i].label;
		char *start = xprintf("%s: ", label);

		if (label != NULL)
			assert_int_equal(strncmp(
				comparison.differences.text[n++], start,
				strlen(start)), 0);
		free(start);
	}
	assert_int_equal(comparison.differences.n, n);
	assert_string_equal(comparison.differences.text[1],
			    "clock read: under 10 ns and under 100 ns");
	comparison_free(&comparison);
	facts_set(&run[OLD][0].host, FACT_CLOCK_READ_NS, "%d", 99);
	compare_runs(1, 1);
	assert_int_equal(comparison.differences.n, n - 1);
}

/*
 * Three runs a side, 1 % apart in logarithms: the error is 1 % x sqrt(2 / 3),
 * of four degrees of freedom. Disk is judged alone, and six tests and three
 * categories at once. Student's t, from a printed table: 2.776445 at 95 %.
 */
TEST(the_disk_score_is_a_question_of_its_own)
{
	static const char *const ids[] = { "commit", "seq-read", "seq-write",
		"seq-copy", "rand-read-q1", "rand-read-q32" };
	const double error = 0.01 * sqrt(2 / 3.0);
	double t;

	for (int side = OLD; side <= NEW; side++)
		for (int i = 0; i < 3; i++)
			for (size_t k = 0; k < LENGTH(ids); k++)
				add_noisy(&run[side][i], ids[k], 1,
					  (side == OLD ? 500 : 490) *
					  exp(0.01 * (i - 1)), 0, &noise);
	compare_runs(3, 3);
	assert_int_equal(comparison.intervals[ASK_DISK], 1);
	assert_int_equal(comparison.intervals[ASK_TESTS], 9);
	for (size_t i = 0; i < comparison.n_rows; i++) {
		const struct compared *row = &comparison.row[i];

		t = strcmp(row->id, "Disk") == 0 ? 2.776445 :
			statistics_student_quantile(1 - 0.025 / 9, 4);
		assert_relatively_near(row->ci95.high, 0.98 * exp(t * error),
				       1e-8);
	}
}

static const char *
or_none(const char *directory)
{
	return directory != NULL ? directory : "none";
}

/*
 * Runs as above, of targets DIRECTORY=LEVEL; the directories and the ratio of
 * each test; a difference, or a dash; and true if directories are matched.
 */
TEST_ROWS("comparison", targets_are_matched_by_directory_if_they_can_be)
{
	bool differs = strcmp(field[2], "-") != 0;
	char text[200] = "";

	compare_told(field[0]);
	for (size_t k = 0; k < comparison.tests.n; k++) {
		const struct compared *c = &comparison.tests.row[k];

		sprintf(text + strlen(text), "%s%s:%s x%.4g",
			k > 0 ? " " : "", or_none(c->side[OLD].directory),
			or_none(c->side[NEW].directory), c->ratio);
	}
	assert_string_equal(text, field[1]);
	assert_int_equal(comparison.by_directory,
			 strcmp(field[3], "true") == 0);
	assert_int_equal(comparison.differences.n, differs);
	if (differs)
		assert_string_equal(comparison.differences.text[0], field[2]);
}

TEST(facts_of_targets_differ_by_directory)
{
	add_target(&run[OLD][0], "/a", 500);
	add_target(&run[OLD][0], "/b", 1000);
	add_target(&run[NEW][0], "/b", 500);
	add_target(&run[NEW][0], "/a", 250);
	facts_set(&run[OLD][0].target[0], FACT_FILESYSTEM, "ext4");
	facts_set(&run[OLD][0].target[1], FACT_FILESYSTEM, "xfs");
	facts_set(&run[NEW][0].target[0], FACT_FILESYSTEM, "ext4");
	facts_set(&run[NEW][0].target[1], FACT_FILESYSTEM, "xfs");
	compare_runs(1, 1);
	assert_int_equal(comparison.differences.n, 2);
	assert_true(has_difference("file system of /a: ext4 and xfs"));
	assert_true(has_difference("file system of /b: xfs and ext4"));
	assert_int_equal(comparison.tests.row[0].target, 0);
	assert_int_equal(comparison.scores.n, 2);
	for (size_t i = 0; i < 2; i++)
		assert_near(comparison.scores.row[i].ratio, 0.5, 1e-9);
	assert_string_equal(comparison.scores.row[1].side[NEW].directory, "/b");
}

/* With three of them, two are compared with the first. */
TEST(the_intervals_of_targets_hold_at_once)
{
	static const char *const words[] = { "/a=500 /b=500",
					     "/a=500 /b=500 /c=500" };

	for (size_t i = 0; i < LENGTH(words); i++) {
		compare_told(words[i]);
		comparison_free(&comparison);
		comparison_of_targets(&comparison, run[OLD], (unsigned)i + 1);
		assert_int_equal(comparison.intervals[ASK_TESTS], 2 * (i + 1));
		assert_near(comparison.tests.row[0].difference.error,
			    SPREAD_BETWEEN, 1e-12);
	}
}

TEST(rounds_that_differ_are_those_measured)
{
	compare_told("commit=1,2,3,4,5 vs commit=1,2,3,4,5,6,7");
	assert_int_equal(comparison.differences.n, 1);
	assert_string_equal(comparison.differences.text[0], "rounds: 5 and 7");
}

TEST(a_run_is_known_by_its_start_seed_and_host)
{
	struct record a = { .started_s = 1700000000 }, b;

	facts_set(&a.host, FACT_HOSTNAME, "one");
	for (unsigned i = 0; i < 12; i++) {
		b = (struct record){ .started_s = a.started_s + (i & 1),
				     .seed = i >> 1 & 1 };
		if (i < 8)
			facts_set(&b.host, FACT_HOSTNAME, "%s",
				  i < 4 ? "one" : "two");
		assert_int_equal(comparison_is_one_run(&a, &b), i == 0);
		record_free(&b);
	}
	record_free(&a);
	assert_true(comparison_is_one_run(&a, &b));
}

/* Rank three sides of so many runs each of `commit`, about a level in each, of
 * that spread between runs. */
static void
rank(struct ranking *ranking, size_t n_runs, const double level[GROUPS],
     const double spread[GROUPS])
{
	static struct side side[GROUPS];
	char *why = NULL;

	for (int s = 0; s < GROUPS; s++) {
		side[s] = (struct side){ .name = "side", .n_runs = n_runs };
		for (size_t i = 0; i < n_runs; i++)
			add_noisy(&run[s][i], "commit", 3, level[s] *
				  exp(spread[s] * normal(&noise)), 0.0005,
				  &noise);
		set_runs(&side[s], s);
	}
	assert_int_equal(ranking_make(ranking, side, GROUPS, &why), 0);
	assert_null(why);
}

/* Return true if the whole interval is far enough below that of the best. */
static bool
is_told_apart(const struct ranked *entry)
{
	return entry->has_interval &&
		entry->ci95.high * (1 + COMPARISON_LEAST_PCT / 100) < 1;
}

/* As above: three pairs, any of which might have been of the best. */
TEST(all_pairs_of_a_ranking_share_the_error)
{
	const double reach = statistics_student_quantile(1 - 0.025 / 3, 4) *
		0.01 * sqrt(2 / 3.0);
	struct ranking ranking;
	struct side side[GROUPS];
	char *why = NULL;

	for (int s = 0; s < GROUPS; s++) {
		side[s] = (struct side){ .name = "side", .n_runs = 3 };
		for (int i = 0; i < 3; i++)
			add_noisy(&run[s][i], "commit", 1, 500 *
				  exp(0.01 * (i - 1)), 0, &noise);
		set_runs(&side[s], s);
	}
	assert_int_equal(ranking_make(&ranking, side, GROUPS, &why), 0);
	assert_int_equal(ranking.n_pairs, 3);
	for (size_t i = 1; i < ranking.n; i++) {
		assert_relatively_near(ranking.entry[i].ci95.high, exp(reach),
				       1e-8);
		assert_relatively_near(ranking.entry[i].ci95.low, exp(-reach),
				       1e-8);
	}
	ranking_free(&ranking);
}

/* A noisy side below a steady one is like it, but one further below is not. */
TEST(an_interval_tells_a_side_apart_from_the_best)
{
	static const struct {
		double level[GROUPS], spread[GROUPS];
		bool told_apart[GROUPS];	/* by the order of scores */
	} row[] = {
		{ { 500, 500, 500 }, { 0 }, { false, false, false } },
		{ { 500, 300, 400 }, { 0 }, { false, true, true } },
		{ { 300, 500, 300 }, { 0 }, { false, true, true } },
		{ { 500, 300, 500 }, { 0 }, { false, false, true } },
		{ { 500, 100, 223 }, { 0.001, 0.001, 0.7 },
		  { false, false, true } },
	};

	for (size_t i = 0; i < LENGTH(row); i++) {
		struct ranking ranking;

		begin(i + 7);
		rank(&ranking, 4, row[i].level, row[i].spread);
		for (size_t j = 0; j < ranking.n; j++) {
			assert_int_equal(is_told_apart(&ranking.entry[j]),
					 row[i].told_apart[j]);
			assert_true(j == 0 || ranking.entry[j].score <=
				    ranking.entry[j - 1].score);
		}
		ranking_free(&ranking);
	}
}
