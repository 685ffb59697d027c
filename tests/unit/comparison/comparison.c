/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Comparison: what may be compared, what is averaged, and what is said about
 * it, with records described in words. tests/golden has intervals of latencies
 * and rankings; tests/lab/simulate.sh simulates how often verdicts are right.
 */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/say.h"
#include "diskidx/comparison/comparison.h"
#include "diskidx/comparison/repeats.h"
#include "diskidx/test/test.h"

#include "../support/records.h"
#include "../support/rows.h"

#define AMOUNT 1000000		/* of its unit in every sample */
#define MAX_RUNS 10

/* Append a test of the table to a record, without samples. */
static struct result *
add_result(struct record *record, const char *id)
{
	struct result *result = synthetic_result(record, id, 0, 0);

	free(result->test.engine);
	result->test.engine = xstrdup("threads");
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

static void
finish(struct record *record)
{
	if (record->n_targets == 0)
		synthetic_target(record, "/t");
	if (record->version == NULL)
		record->version = xstrdup("1");
	record_summarise(record, baseline_by_name("hdd-7200"));
}

/* Two sides of up to MAX_RUNS runs, and their comparison; cleared each time. */
static struct record run[GROUPS][MAX_RUNS];
static const struct record *list[GROUPS][MAX_RUNS];
static struct comparison comparison;

static void
begin(void)
{
	comparison_free(&comparison);
	for (int group = 0; group < GROUPS; group++)
		for (size_t i = 0; i < MAX_RUNS; i++)
			record_free(&run[group][i]);
	memset(run, 0, sizeof(run));
	memset(&comparison, 0, sizeof(comparison));
}

BEFORE_EACH(set_up)
{
	begin();
	return 0;
}

AFTER_ALL(tear_down)
{
	begin();
	return 0;
}

/* Compare so many runs of each group. */
static void
compare_groups(const size_t n[GROUPS])
{
	struct side side[GROUPS] = {
		[OLD] = { .name = "OLD" }, [NEW] = { .name = "NEW" },
		[HISTORY] = { .name = "SAVED" },
	};

	for (int group = 0; group < GROUPS; group++) {
		side[group].run = list[group];
		side[group].n_runs = n[group];
		side[group].target = COMPARISON_EVERY_TARGET;
		for (size_t i = 0; i < n[group]; i++) {
			finish(&run[group][i]);
			list[group][i] = &run[group][i];
		}
	}
	comparison_make(&comparison, side);
}

/* Add three samples of one level, so that nothing is left to chance. */
static struct result *
add_plain(struct record *record, const char *id, double level)
{
	struct result *result = add_result(record, id);

	for (unsigned round = 1; round <= 3; round++)
		add_sample(result, round, level);
	return result;
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
	synthetic_target(record, directory);
	add_plain(record, "commit", level)->test.target =
		record->n_targets - 1;
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
	result = add_result(record, word);
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
 * Make runs told in words: "|" begins the next run, "vs" the first new one and
 * "saved" the first of the history; at=SECONDS and host=NAME are of a run, and
 * its tests are as add_told takes them. Runs are of one host and one after the
 * other if nothing else is told. Count those of each group.
 */
static void
tell_runs(const char *words, size_t n[GROUPS])
{
	char text[1000], *left;
	int group = OLD;

	begin();
	n[OLD] = n[NEW] = 1;
	n[HISTORY] = 0;
	strcpy(text, words);
	for (char *word = strtok_r(text, " ", &left); word != NULL;
	     word = strtok_r(NULL, " ", &left)) {
		struct record *record;

		if (strcmp(word, "vs") == 0)
			group = NEW;
		else if (strcmp(word, "saved") == 0)
			group = HISTORY;
		if (n[group] == 0 || strcmp(word, "|") == 0)
			n[group]++;
		record = &run[group][n[group] - 1];
		if (strncmp(word, "at=", 3) == 0)
			record->started_s = strtoul(word + 3, NULL, 10);
		else if (strncmp(word, "host=", 5) == 0)
			facts_set(&record->host, FACT_HOSTNAME, "%s",
				  word + 5);
		else if (strchr(word, '=') != NULL)
			add_told(record, word);
	}
	for (group = OLD; group < GROUPS; group++)
		for (size_t i = 0; i < n[group]; i++) {
			struct record *record = &run[group][i];

			if (facts_get(&record->host, FACT_HOSTNAME) == NULL)
				facts_set(&record->host, FACT_HOSTNAME, "one");
			if (record->started_s == 0)
				record->started_s = 100 * (unsigned)group +
						    i + 1;
		}
}

/* Compare such runs. */
static void
compare_told(const char *words)
{
	size_t n[GROUPS];

	tell_runs(words, n);
	compare_groups(n);
}

/*
 * Say one row as "ID VERDICT xRATIO OLD:NEW; why", with samples a side, and a
 * dash where there is no interval.
 */
static char *
say_compared(char *text, const struct compared *c)
{
	char ratio[32] = "";

	if (c->ratio > 0)
		snprintf(ratio, sizeof(ratio), " x%.4g", c->ratio);
	return say_more(text, "", "%s %s%s%s %zu:%zu%s%s\n", c->id,
			verdict_name[c->verdict], ratio,
			interval_known(c->ci95) ? "" : " -", c->side[OLD].n,
			c->side[NEW].n,
			c->why != NULL && c->rows == 0 ? "; " : "",
			c->why != NULL && c->rows == 0 ? c->why : "");
}

/* Return all that a comparison says, a line each. */
static const char *
said(void)
{
	char *text = NULL;

	for (size_t i = 0; i < comparison.tests.n; i++)
		text = say_compared(text, &comparison.tests.row[i]);
	for (size_t i = 0; i < comparison.scores.n; i++)
		text = say_compared(text, &comparison.scores.row[i]);
	return say_more(text, "", "asked %zu, %zu: %s",
			comparison.intervals[ASK_TESTS],
			comparison.intervals[ASK_DISK], comparison.conclusion);
}

TEST_ROWS("comparison", what_is_compared_is_said)
{
	compare_told(field[0]);
	assert_string_equal(said(), field[1]);
}

/* The ratio, the error of one run of four degrees of freedom, the number of
 * intervals that hold at once, and a fall in per cent, or 0; the runs on each
 * side that decide. By hand: the first has 2.447 x 0.05 x sqrt(2 / 4) = 0.0865
 * at 4 runs, below log(1.1), and 2.776 x 0.05 x sqrt(2 / 3) = 0.113 at 3. */
TEST_ROWS("comparison", so_many_runs_decide)
{
	double error = strtod(field[1], NULL);
	struct compared row = {
		.difference = { log(strtod(field[0], NULL)), error, 4 },
		.run_error = error,
		.confidence = 1 - 0.05 / strtod(field[2], NULL),
	};

	assert_int_equal(compared_runs(&row, strtod(field[3], NULL)),
			 strtoul(field[4], NULL, 10));
}

/* The fingerprints of the sides, and what is said of them. */
TEST_ROWS("comparison", different_fingerprints_are_told_apart)
{
	static const size_t one[GROUPS] = { [OLD] = 1, [NEW] = 1 };

	begin();
	set_fingerprint(add_plain(run[OLD], "commit", 500), field[0]);
	set_fingerprint(add_plain(run[NEW], "commit", 600), field[1]);
	compare_groups(one);
	assert_int_equal(comparison.tests.row[0].verdict,
			 VERDICT_NOT_COMPARABLE);
	assert_string_equal(comparison.tests.row[0].why, field[2]);
	assert_true(comparison.tests.row[0].side[OLD].n > 0);
	assert_int_equal(comparison.scores.n, 0);
}

/* Runs like the two lend them their spread: not one of more rounds, without a
 * value, or that is compared; compare.sh of tests/golden has others. */
TEST(the_history_is_of_runs_like_the_two)
{
	static const struct {
		const char *last;
		size_t n;
	} row[] = {
		{ "commit=500,500,500", 2 },
		{ "commit=500,500,500,500", 1 },
		{ "commit=500,500,500/failed", 1 },
		{ "commit=500,500,500 at=1", 1 },
	};

	for (size_t i = 0; i < LENGTH(row); i++) {
		char *words = xprintf("commit=500,500,500 vs "
				      "commit=501,501,501 saved "
				      "commit=502,502,502 | %s", row[i].last);

		compare_told(words);
		assert_int_equal(comparison.side[HISTORY].n_runs, row[i].n);
		free(words);
	}
}

/* Runs of a history that halved their speed, in no order. By hand: the newest
 * five have logarithms 1 0 1 0 1 hundredths apart, squares 0.00012. */
TEST(of_a_history_only_the_newest_level_counts)
{
	compare_told("commit=5 vs commit=9 saved commit=5 at=209 | "
		     "commit=5 at=205 | commit=2.5 at=204 | commit=2.5 at=202 |"
		     " commit=5.05025083542 at=206 | commit=5 at=207 | "
		     "commit=2.52512541771 at=201 | commit=2.5 at=200 | "
		     "commit=2.52512541771 at=203 | "
		     "commit=5.05025083542 at=208");
	assert_int_equal(comparison.side[HISTORY].n_runs, MAX_RUNS);
	assert_near(comparison.tests.row[0].difference.freedom, 4, 0);
	assert_near(comparison.tests.row[0].difference.error,
		    sqrt(0.00012 / 4 * 2), 1e-9);
	assert_int_equal(comparison.tests.row[0].verdict, VERDICT_FASTER);
}

/* Say a row over runs as "NAME VALUE of N +- SPREAD %, LOW..HIGH", and what
 * there was before a step: "; N until SECONDS, xRATIO LOW..HIGH". */
static char *
say_repeated(const struct repeated *row)
{
	/* Where doubles are wider, runs that are alike may spread by a bit. */
	double spread_pct = row->spread_pct < 1e-9 ? 0 : row->spread_pct;
	char *text = say("%s %.7g of %zu +- %.5g %%", row->score != NULL ?
			 row->score : row->result->test.id, row->value, row->n,
			 spread_pct);

	if (interval_known(row->ci95))
		text = say_more(text, ", ", "%.7g..%.7g", row->ci95.low,
				row->ci95.high);
	if (row->n_before > 0)
		text = say_more(text, "; ", "%zu until %u, x%.7g %.7g..%.7g",
				row->n_before, (unsigned)row->since->started_s,
				row->step.ratio, row->step.ci95.low,
				row->step.ci95.high);
	return text;
}

/* Runs as above; those that are put together, by their start; and the rows over
 * them. */
TEST_ROWS("comparison", runs_are_put_together_of_the_same_rows)
{
	char *starts = say_join(NULL, "", ""), *text = say("%s", starts);
	struct repeats repeats;
	size_t n[GROUPS];

	tell_runs(field[0], n);
	for (size_t i = 0; i < n[OLD]; i++)
		finish(&run[OLD][i]);
	repeats = repeats_make(run[OLD], n[OLD]);
	for (size_t i = 0; repeats.n > 0 && i < repeats.n_runs; i++)
		starts = say_more(starts, " ", "%u", (unsigned)
				  repeats.run[i]->started_s);
	for (size_t i = 0; i < repeats.n; i++)
		text = say_join(text, " | ", say_repeated(&repeats.row[i]));
	assert_string_equal(starts, field[1]);
	assert_string_equal(text, field[2]);
	repeats_free(&repeats);
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
	static const char *const type[] = { "ext4", "xfs" };
	size_t n[GROUPS];

	tell_runs("/a=500 /b=1000 vs /b=500 /a=250", n);
	for (int side = OLD; side <= NEW; side++)
		for (size_t i = 0; i < LENGTH(type); i++)
			facts_set(&run[side][0].target[i], FACT_FILESYSTEM,
				  "%s", type[i]);
	compare_groups(n);
	assert_int_equal(comparison.differences.n, 2);
	assert_string_equal(comparison.differences.text[0],
			    "file system of /a: ext4 and xfs");
	assert_string_equal(comparison.differences.text[1],
			    "file system of /b: xfs and ext4");
	assert_int_equal(comparison.scores.n, 2);
	assert_near(comparison.scores.row[1].ratio, 0.5, 1e-9);
	assert_string_equal(comparison.scores.row[1].side[NEW].directory, "/b");
}

/* Of three, two are compared with the first. */
TEST(the_intervals_of_targets_hold_at_once)
{
	unsigned target = 1;

	compare_told("/a=500 /b=500 /c=500");
	comparison_free(&comparison);
	assert_true(comparison_next_target(&comparison, run[OLD], &target));
	assert_int_equal(comparison.intervals[ASK_TESTS], 4);
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
		assert_int_equal(comparison_order(&a, &b) == 0, i == 0);
		record_free(&b);
	}
	record_free(&a);
	assert_int_equal(comparison_order(&a, &b), 0);
}
