/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Baseline and index: the table, tables from files, and the scores. */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/say.h"
#include "diskidx/result/flags.h"
#include "diskidx/result/index.h"
#include "diskidx/test/suite.h"
#include "diskidx/test/test.h"

#include "../support/records.h"
#include "../support/rows.h"

#define HEADER "diskidx-baseline\t1\tmine\n"

/* Rows with their scores, and a table of our own; freed behind each test. */
static struct record run;
static struct baseline *mine;

static void
forget(void)
{
	record_free(&run);
	baseline_free(mine);
	mine = NULL;
}

AFTER_EACH(clean_up)
{
	forget();
	return 0;
}

static const struct baseline *
yardstick(void)
{
	return baseline_by_name("hdd-7200");
}

static size_t n_published;

/* Each value that was documented or published. */
TEST_ROWS("index", the_tables_have_what_was_published)
{
	double value = baseline_value(baseline_by_name(field[0]), field[1],
				      NULL);

	assert_relatively_near(value, strtod(field[2], NULL), 1e-12);
	n_published++;
}

TEST(the_tables_have_nothing_else)
{
	for (size_t i = 0; baseline_table[i].name != NULL; i++)
		n_published -= baseline_table[i].n_rows;
	assert_int_equal(n_published, 0);
	assert_true(baseline_value(yardstick(), "rand-read-q32:q=4", NULL) ==
		    0);
	assert_true(baseline_value(yardstick(), "", NULL) == 0);
}

TEST(a_builtin_table_is_found_by_name_and_by_version)
{
	const struct baseline *b = baseline_table;

	for (; b->name != NULL; b++) {
		assert_ptr_equal(baseline_by_name(b->name), b);
		assert_ptr_equal(baseline_by_name(b->version), b);
		assert_non_null(b->summary);
		for (size_t r = 0; r < b->n_rows; r++) {
			assert_true(b->row[r].value > 0);
			assert_true(strlen(b->row[r].source) > 10);
			assert_null(strchr(b->row[r].source, '\t'));
			assert_non_null(test_by_id(b->row[r].id));
		}
	}
	assert_string_equal(yardstick()->version, "hdd-7200-1");
	assert_null(baseline_by_name("hdd-7200-2"));
	assert_null(baseline_by_name(""));
}

static const char *error;

/* Load a table, or have what follows the path of the error in `error`. */
static void
load_bytes(const char *bytes, size_t size)
{
	char path[] = "unit-index.XXXXXX";
	int fd = mkstemp(path);

	forget();
	assert_true(fd >= 0);
	assert_true(write(fd, bytes, size) == (ssize_t)size);
	close(fd);
	error = "";
	mine = baseline_load(path, &error);
	unlink(path);
	if (mine == NULL) {
		assert_memory_equal(error, path, strlen(path));
		error += strlen(path);
	}
}

TEST(a_table_is_read_from_a_file)
{
	static const char text[] = HEADER
		"# comment\twith a tab\n\n"
		"fsdisk\t5800\tUnixBench\n"
		"rand-read-q32:b=256k,q=4\t1.5e3\t\n"
		"least\t1e-9\t\nmost\t1e18\t\n"
		"dd:write\t0.25\tno line break at the end";

	load_bytes(text, strlen(text));
	assert_string_equal(error, "");
	assert_string_equal(mine->version, "mine");
	assert_int_equal(mine->n_rows, 5);
	assert_true(baseline_value(mine, "least", NULL) == 1e-9);
	assert_true(baseline_value(mine, "most", NULL) == 1e18);
	assert_true(baseline_value(mine, "fsdisk", NULL) == 5800);
	assert_true(baseline_value(mine, "rand-read-q32:b=256k,q=4", NULL) ==
		    1500);
	assert_true(baseline_value(mine, "dd:write", NULL) == 0.25);
}

TEST_ROWS("index", malformed_tables_are_refused_with_the_line)
{
	load_bytes(field[0], strlen(field[0]));
	if (mine != NULL)
		fail_msg("accepted: %s", field[0]);
	assert_string_equal(error, field[1]);
}

TEST(a_nul_in_a_table_is_refused)
{
	static const char bytes[] = HEADER "a\t1\tx\0y\n";

	load_bytes(bytes, sizeof(bytes) - 1);
	assert_null(mine);
	assert_string_equal(error, ":2: a control character (0x00)");
}

TEST(a_table_that_is_too_large_is_refused)
{
	size_t size = MIB + 1, used = strlen(HEADER);
	char *text = xmalloc(size);

	memset(text, '#', size);
	load_bytes(text, size);
	assert_null(mine);
	assert_string_equal(error, ": larger than 1 MiB");
	memcpy(text, HEADER, used);
	for (int i = 0; i < 4097; i++)
		used += (size_t)sprintf(text + used, "row%d\t1\t\n", i);
	load_bytes(text, used);
	assert_null(mine);
	assert_string_equal(error, ":4098: more than 4096 rows");
	free(text);
}

/*
 * Add a row of the default table with one sample a round, each of which has
 * the index given; 0 leaves the round out.
 */
static struct result *
add_row(const char *id, const double *index, size_t rounds)
{
	struct result *result = synthetic_result(&run, id, 0, 0);
	double baseline = baseline_value(yardstick(), id, NULL);

	assert_true(baseline > 0);
	for (size_t i = 0; i < rounds; i++) {
		double value = index[i] * baseline / 10;
		struct sample sample = { .round = (unsigned)i + 1 };

		if (value == 0)
			continue;
		sample.total.elapsed_ns = 1000 * NS_PER_S;
		sample.total.ios[OP_WRITE] = (uint64_t)(value * 1000 + 0.5);
		sample.total.bytes = (uint64_t)(value * 1000 *
			(result->test.unit == UNIT_KBPS ? KIB : MIB) + 0.5);
		result_add_sample(result, &sample);
	}
	result_summarise(result);
	index_apply(result, yardstick());
	return result;
}

/* Add every test of `disk`, with an index of 100, 101 and so on. */
static void
add_suite(void)
{
	const struct suite *disk = suite_by_name("disk");
	const struct test *test;

	while ((test = suite_test(disk, run.n_results)) != NULL) {
		double index = 100 + (double)run.n_results;

		add_row(test->id, (double[]){ index, index, index }, 3);
	}
}

/*
 * Add ID=INDEX,... with an index a round, or 0 for none; a single one stands
 * for two rounds. Behind it: *COPIES, @TARGET, ! for the flag "short", ? for
 * "unproven", # for the engine "null", and /FINGERPRINT.
 */
static void
add_told(char *word)
{
	char *at = strchr(word, '=');
	struct result *result;
	double index[4];
	size_t n = 0;

	*at = '\0';
	do
		index[n++] = strtod(at + 1, &at);
	while (*at == ',');
	while (n < 3 && index[n - 1] == index[0])
		index[n++] = index[0];
	result = add_row(word, index, n);
	while (*at != '\0')
		switch (*at++) {
		case '*':
			result->test.copies = (unsigned)strtoul(at, &at, 10);
			break;
		case '@':
			result->test.target = (unsigned)strtoul(at, &at, 10);
			break;
		case '!':
			result->judgement.flags = 1u << FLAG_SHORT;
			break;
		case '?':
			result->judgement.flags = 1u << FLAG_UNPROVEN;
			break;
		case '#':
			free(result->test.engine);
			result->test.engine = xstrdup("null");
			break;
		case '/':
			free(result->test.fingerprint);
			result->test.fingerprint = xstrdup(at);
			at += strlen(at);
		}
}

/* Make a baseline of words ID=VALUE or ID=VALUE/FINGERPRINT. */
static void
make_told(char *words)
{
	char *left;

	mine = baseline_make("mine");
	for (char *word = strtok_r(words, " ", &left); word != NULL;
	     word = strtok_r(NULL, " ", &left)) {
		char *value = strchr(word, '='), *end;
		struct baseline_row row = { .id = word };

		*value++ = '\0';
		row.value = strtod(value, &end);
		row.fingerprint = *end == '/' ? end + 1 : NULL;
		baseline_add(mine, &row);
	}
}

/* Return "NAME ROWS SCORE LOW..HIGH" of each score, by its rounds alone, with
 * what is special. */
static const char *
said(void)
{
	static char text[500];
	struct interval told;
	size_t used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < run.n_scores; i++) {
		const struct score *s = &run.score[i];

		used += (size_t)sprintf(text + used, "%s%s %zu %.5g",
					used > 0 ? "; " : "", s->name,
					s->rows, s->score);
		told = statistics_ratio_interval(&s->rounds, 0.95);
		if (interval_known(s->ci95)) {
			used += (size_t)sprintf(text + used, " %.5g..%.5g",
						told.low, told.high);
			/* A spread between runs is assumed. */
			assert_relatively_near(
				log(s->ci95.high / s->score), 2.7764451 *
				hypot(0.05, 2 * s->rounds.error), 1e-6);
		}
		if (s->copies != 1 || s->target != 0)
			used += (size_t)sprintf(text + used, " *%u@%u",
						s->copies, s->target);
		used += (size_t)sprintf(text + used, "%s%s",
					index_remark(s),
					s->rows < s->counting ? " few" : "");
	}
	return text;
}

/* A baseline, rows, and their scores. The run had another suite too, of which
 * there is no row, so that none is expected. */
TEST_ROWS("index", rows_have_scores)
{
	const struct baseline *baseline = baseline_by_name(field[0]);
	char *left;

	forget();
	roster_take(&run.roster, say("%s,dd:more=File Copy",
				     roster_text(suite_disk)));
	for (char *word = strtok_r(field[1], " ", &left); word != NULL;
	     word = strtok_r(NULL, " ", &left))
		if (strcmp(word, "disk") == 0)
			add_suite();
		else if (strcmp(word, "last!") == 0)
			run.result[run.n_results - 1].judgement.flags =
				1u << FLAG_SHORT;
		else if (strcmp(word, "all?") == 0)
			for (size_t i = 0; i < run.n_results; i++)
				run.result[i].judgement.flags =
					1u << FLAG_UNPROVEN;
		else if (strcmp(word, "but-last") == 0)
			result_free(&run.result[--run.n_results]);
		else
			add_told(word);
	if (baseline == NULL)
		make_told(field[0]);
	for (size_t i = 0; i < run.n_results; i++)
		index_apply(&run.result[i],
			    baseline != NULL ? baseline : mine);
	run.n_scores = index_scores(run.result, run.n_results, &run.roster,
				    &run.score);
	assert_string_equal(said(), field[2]);
}
