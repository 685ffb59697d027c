/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Job files: what they become, and how they are refused. */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/say.h"
#include "diskidx/jobfile/jobfile.h"
#include "diskidx/test/expectation.h"
#include "jobfile/script.h"

#include "../support/rows.h"

#define PATH "some/jobs.fio"

/* The last job file that was accepted, or else what is wrong with it, and the
 * first of that; they are freed behind each test. */
static struct jobfile *job;
static struct texts faults;
static const char *error;

static void
forget(void)
{
	jobfile_free(job);
	texts_free(&faults);
	job = NULL;
}

/* Keep what was loaded. Each note is a sentence, and comes once. */
static void
keep(struct jobfile *loaded)
{
	job = loaded;
	assert_int_equal(job == NULL, faults.n > 0);
	error = job == NULL ? faults.text[0] : "";
	for (size_t i = 0; job != NULL && i < job->notes.n; i++) {
		const char *note = job->notes.text[i];

		assert_true((note[0] >= 'A' && note[0] <= 'Z') ||
			    strncmp(note, "posixaio ", 9) == 0);
		assert_true(note[strlen(note) - 1] == '.');
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(note, job->notes.text[k]);
	}
}

AFTER_EACH(free_job)
{
	forget();
	return 0;
}

static void
parse_as(const char *path, const char *text, size_t size)
{
	forget();
	keep(jobfile_load(path, text, size, false, &faults));
}

static void
accept_text(const char *text)
{
	parse_as(PATH, text, strlen(text));
	if (job == NULL)
		fail_msg("refused: %s\n%s", error, text);
}

/* Fail unless it is refused so, behind the path and a colon. */
static void
assert_refused_bytes(const char *text, size_t size, const char *expected)
{
	parse_as(PATH, text, size);
	if (job != NULL)
		fail_msg("accepted: %s", text);
	assert_memory_equal(error, PATH ":", strlen(PATH) + 1);
	assert_string_equal(error + strlen(PATH) + 1, expected);
}

static void
assert_refused(const char *text, const char *expected)
{
	assert_refused_bytes(text, strlen(text), expected);
	assert_int_equal(faults.n, 1);
}

/* Return what the file says, as words. */
static const char *
facts_of_job(void)
{
	static char text[1000];

	snprintf(text, sizeof(text), "jobs=%zu %s size=%" PRIu64 " time=%"
		 PRIu64 " copies=%" PRIu64 " warm-up=%" PRIu64 " delay=%"
		 PRIu64 " seed=%d,%" PRIu64 " engine=%s directory=%s "
		 "empty=%d share=%u notes=%zu id=%s unit=%s workload=%s "
		 "rounds=%" PRIu64,
		 job->n_tests, params_format(&job->test[0].params),
		 job->size_bytes, job->time_ns, job->copies, job->warm_up_ns,
		 job->delay_ns, job->has_seed, job->seed, job->test[0].engine,
		 text_or(job->test[0].directory, "none"),
		 job->creates_only, job->test[0].size_pct, job->notes.n,
		 job->test[0].id, unit_name[job->test[0].unit],
		 job->test[0].workload, job->rounds);
	return text;
}

static bool
has_note(const char *words)
{
	for (size_t i = 0; i < job->notes.n; i++)
		if (strstr(job->notes.text[i], words) != NULL)
			return true;
	return false;
}

/* Each name is compared with those before, for which a line has room. */
TEST(names_of_files_are_bounded)
{
	char *text = say("[a]\nrw=randread\n");

	for (int i = 1000; i < 3000; i++)
		text = say_more(text, "", "filename=%d\n", i);
	parse_as(PATH, text, strlen(text));
	assert_string_equal(error, PATH ":822: filename: more files than "
			    "fit in a line; name fewer");
	assert_int_equal(faults.n, 21);
	assert_string_equal(faults.text[20], PATH ": and 1161 more faults");
}

/* Files. */

/* Load a file of tests/unit/jobs; cut its path off from an error. */
static void
load(const char *name)
{
	const char *srcdir = getenv("srcdir");
	char *path = xprintf("%s/tests/unit/jobs/%s",
			     srcdir != NULL ? srcdir : ".", name);

	forget();
	keep(jobfile_load(path, NULL, 0, false, &faults));
	if (job == NULL) {
		assert_memory_equal(error, path, strlen(path));
		assert_lacks(error, "\n");
		error += strlen(path);
	}
	free(path);
}

/* A file, its fault with a * in place of the end, and what it says. */
TEST_ROWS("jobfile", every_good_file_loads_and_the_bad_ones_say_where)
{
	load(field[0]);
	assert_message(error, field[1]);
	assert_int_equal(job == NULL, field[1][0] != '\0');
	if (job != NULL)
		assert_has_words(facts_of_job(), field[2]);
}

/* Sections, lines and comments. */

TEST_ROWS("jobfile", what_is_no_job_is_refused_with_its_line)
{
	assert_refused(field[0], field[1]);
}

/* Expectations. */

TEST_ROWS("jobfile", an_expectation_is_read)
{
	char *words = say_join(NULL, "", "");
	char percentile[32];
	const char *statistic[] = { percentile, "mean", "iops", "bandwidth" };
	struct expectation e;
	const char *list;
	int status;

	accept_text(say("[a]\n%s\n", field[0]));
	list = job->test[0].expects;
	while ((status = expectation_next(&e, &list)) == 1) {
		snprintf(percentile, sizeof(percentile), "p%.10g", e.percent);
		words = say_more(words, "; ", "%s|%s %d|%s|%g %s %g|"
				 "cpu %d load %d|%s", e.text,
				 operation_name[e.op], e.of_flush,
				 statistic[e.statistic], e.limit, e.unit,
				 e.scale, e.per_cpu, e.with_load, e.source);
		assert_string_equal(e.profile, "jobs");
	}
	assert_int_equal(status, 0);
	assert_string_equal(words, field[1]);
}

TEST_ROWS("jobfile", what_cannot_be_expected_is_refused)
{
	char *text = xprintf("[a]\n%s\n", field[0]);
	char *message = xprintf("2: expect: '%s' is not an expectation; write "
				"it as in sync p99 < 10ms, read iops >= 500 "
				"per vCPU, write bandwidth >= 30MB/s or read "
				"mean < 5ms with load",
				field[0] + strlen("; expect "));

	assert_refused(text, message);
	free(message);
	free(text);
}

TEST(a_nul_is_refused_wherever_it_is)
{
	assert_refused_bytes("[a]\nbs=4k\0\n", 11,
			     "2: a control character (0x00)");
	assert_refused_bytes("[a]\n;\0\n", 7, "2: a control character (0x00)");
}

/* "[a]\n", then as many bytes of comment as it takes for this size. */
static char *
padded(size_t size, size_t line)
{
	char *text = xmalloc(size + 1);

	memset(text, ';', size);
	for (size_t i = 4 + line; i < size; i += line + 1)
		text[i] = '\n';
	memcpy(text, "[a]\n", 4);
	text[size] = '\0';
	return text;
}

TEST(lines_and_files_have_limits)
{
	static const struct {
		size_t size, line;
		const char *expected;
	} rows[] = {
		{ 4 + 4096, 5000, NULL },
		{ 4 + 4097, 5000, "2: a line of more than 4096 bytes" },
		{ MIB, 4096, NULL },
		{ MIB + 1, 4096, " larger than 1 MiB" },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		char *text = padded(rows[i].size, rows[i].line);

		if (rows[i].expected == NULL)
			accept_text(text);
		else
			assert_refused(text, rows[i].expected);
		free(text);
	}
}

TEST(jobs_have_limits)
{
	static const struct {
		const char *first, *refused;
		int most;
	} rows[] = {
		{ "[global]\nstonewall", "259: more than 256 jobs", 256 },
		{ "[0]", "65: [64]: more than 64 jobs at the same time; "
		  "give it stonewall", 64 },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		char *text = say("%s\n", rows[i].first);

		for (int n = (int)i; n < rows[i].most; n++)
			text = say_more(text, "", "[%d]\n", n);
		accept_text(text);
		assert_int_equal(job->n_tests, rows[i].most);
		text = say_more(text, "", "[%d]\n", rows[i].most);
		assert_refused(text, rows[i].refused);
	}
}

/* Names. */

/* A path, a job's name, and the id. */
TEST_ROWS("jobfile", an_id_is_made_of_the_file_and_the_job)
{
	char text[100];

	snprintf(text, sizeof(text), "[%s]\n", field[1]);
	parse_as(field[0], text, strlen(text));
	assert_non_null(job);
	assert_string_equal(job->test[0].id, field[2]);
}

TEST(no_file_name_makes_a_job_a_variant_of_a_builtin_test)
{
	const struct test *test;

	for (size_t i = 0; (test = test_at(i)) != NULL; i++) {
		char *path = xprintf("%s.fio", test->id);

		parse_as(path, "[a]", 3);
		assert_non_null(job);
		job->test[0].params.rate_iops = 1;
		for (size_t v = 0; v < VARIATIONS; v++)
			assert_int_equal(test_vary(&job->test[0],
						   &variation_table[v], 1),
					 -EINVAL);
		assert_null(test_by_id(job->test[0].id));
		free(path);
	}
}

/* A job file, and the titles of its jobs with a bar between them. */
TEST_ROWS("jobfile", a_title_is_the_description_or_says_what_is_done)
{
	char *titles = NULL;

	accept_text(field[0]);
	for (size_t i = 0; i < job->n_tests; i++)
		titles = say_join(titles, "|", job->test[i].title);
	assert_string_equal(titles, field[1]);
}

/* Keys. */

TEST_ROWS("jobfile", lines_of_a_job_become_facts)
{
	char text[PARAMS_TEXT + 1000], *lines = xprintf("[job]\n%s\n",
							field[0]);

	accept_text(lines);
	free(lines);
	assert_int_equal(job->n_tests, 1);
	assert_int_equal(job->test[0].category, CATEGORY_JOB);
	/* Say also what is 0. */
	snprintf(text, sizeof(text), "%s sequential_pct=%u pattern=%s "
		 "rate_iops=%u ordinary_pages=%d once=%u end_bytes=%" PRIu64
		 "%s",
		 facts_of_job(),
		 job->test[0].params.sequential_pct,
		 pattern_name(job->test[0].params.pattern),
		 job->test[0].params.rate_iops,
		 job->test[0].params.ordinary_pages,
		 job->test[0].params.once, job->test[0].params.end_bytes,
		 job->test[0].params.hint == HINT_ORDER ? " hint=order" : "");
	assert_has_words(text, field[1]);
}

/* A key, values with | between them, and the reason. */
TEST_ROWS("jobfile", a_value_out_of_range_is_refused)
{
	char text[256], expected[400];

	for (const char *at = field[1]; at != NULL; ) {
		int length = (int)strcspn(at, "|");

		snprintf(text, sizeof(text), "[a]\n\n# comment\n%s=%.*s\n",
			 field[0], length, at);
		snprintf(expected, sizeof(expected), "4: %s: '%.*s' %s",
			 field[0], length, at, field[2]);
		assert_refused(text, expected);
		at = at[length] == '|' ? at + length + 1 : NULL;
	}
}

/* Every key needs a value, but for those that say yes or no, and logs. */
TEST(a_key_without_a_value_is_on_or_refused)
{
	char text[64], expected[64];
	const char *key;
	unsigned accepted = 0;

	for (size_t i = 0; (key = jobfile_key(i)) != NULL; i++) {
		snprintf(text, sizeof(text), "[a]\n%s\n", key);
		snprintf(expected, sizeof(expected), PATH ":2: %s: needs a "
			 "value", key);
		parse_as(PATH, text, strlen(text));
		accepted += job != NULL;
		if (job == NULL)
			assert_string_equal(error, expected);
	}
	assert_int_equal(accepted, 21);
}

/* Check that a key is allowed where it changes nothing, with a note, and else
 * refused with what to do instead. */
static void
assert_advice(const char *key, const struct advice *advice)
{
	char text[128], expected[128];

	assert_ptr_equal(advice_for(key, false), advice);
	assert_int_equal(keys_find(key), JOB_KEYS);
	assert_int_equal(advice->same != NULL, advice->note != NULL);
	snprintf(text, sizeof(text), "[a]\n%s=never-a-value\n", key);
	parse_as(PATH, text, strlen(text));
	if (advice->text == NULL) {
		assert_non_null(job);
		assert_string_equal(advice->same, "*");
		assert_true(has_note(key));
		assert_true(has_note(advice->note));
		return;
	}
	snprintf(expected, sizeof(expected), PATH ":2: %s: not supported by "
		 "diskidx; ", key);
	assert_null(job);
	assert_memory_equal(error, expected, strlen(expected));
	assert_true(strlen(error) < 160);
	if (advice->same == NULL)
		return;
	snprintf(text, sizeof(text), "[a]\n%s=%.*s\n", key,
		 (int)strcspn(advice->same, " "), advice->same);
	accept_text(text);
	assert_true(has_note(advice->note));
}

TEST(every_key_that_only_fio_has_meets_with_advice)
{
	const struct advice *advice = advice_keys;
	char key[64];

	for (; advice->names != NULL; advice++) {
		const char *name = advice->names;

		for (; *name != '\0'; name += strspn(name, " ")) {
			int length = (int)strcspn(name, " *");

			snprintf(key, sizeof(key), "%.*s%s", length, name,
				 name[length] == '*' ? "x" : "");
			assert_advice(key, advice);
			name += strcspn(name, " ");
		}
	}
}

/* Faults. */

/* Check the faults against a text with bars between them. */
static void
assert_faults(const char *prefix, const char *expected)
{
	char *told = NULL;

	assert_null(job);
	for (size_t i = 0; i < faults.n; i++) {
		assert_memory_equal(faults.text[i], prefix, strlen(prefix));
		told = say_join(told, "|", faults.text[i] + strlen(prefix));
	}
	assert_string_equal(told, expected);
}

TEST_ROWS("jobfile", all_faults_are_told_at_once)
{
	parse_as(PATH, field[0], strlen(field[0]));
	assert_faults(PATH ":", field[1]);
}

/* Command lines of fio. */

static void
parse_words(const char *line)
{
	char *text = xstrdup(line), *at;
	const char *word[64];
	size_t n = 0;

	for (at = strtok(text, "|"); at != NULL; at = strtok(NULL, "|"))
		word[n++] = at;
	forget();
	keep(jobfile_words(word, n, &faults));
	free(text);
}

TEST_ROWS("jobfile", words_of_a_command_line_become_facts)
{
	parse_words(field[0]);
	if (job == NULL)
		fail_msg("refused: %s", error);
	assert_has_words(facts_of_job(), field[1]);
}

TEST_ROWS("jobfile", words_are_refused_with_their_option)
{
	parse_words(field[0]);
	assert_faults("", field[1]);
}

/* Say of each test its size, copies and engine, if they are its own; its time
 * and start, in seconds; and what it is in a profile. */
static char *
own_facts(void)
{
	char *text = NULL;

	for (size_t i = 0; i < job->n_tests; i++) {
		const struct test *t = &job->test[i];

		text = say_more(text, " ", "%s%s:%" PRIu64 ",%u,%s",
				t->concurrent ? "+" : "",
				strchr(t->id, ':') + 1, t->params.span_bytes,
				t->copies, t->engine);
		if (t->time_ns + t->start_ns > 0)
			text = say_more(text, ",", "%g+%g",
					clock_seconds(t->time_ns),
					clock_seconds(t->start_ns));
		text = say_more(text, "", "%s%s", t->is_load ? ",load" : "",
				t->expects[0] != '\0' ? ",expects" : "");
	}
	return text;
}

/* Jobs, what is their own, and their most. */
TEST_ROWS("jobfile", jobs_have_their_own_and_run_at_the_same_time)
{
	accept_text(field[0]);
	assert_string_equal(own_facts(), field[1]);
	assert_has_words(facts_of_job(), field[2]);
}

/* Words, and the id of each job, its name, group and directory. */
TEST_ROWS("jobfile", copies_are_jobs_of_their_own_as_in_fio)
{
	char *text = NULL;

	parse_words(field[0]);
	assert_non_null(job);
	for (size_t i = 0; i < job->n_tests; i++) {
		const struct test *t = &job->test[i];

		text = say_more(text, " ", "%s%s,%s,%u,%s",
				t->concurrent ? "+" : "", strchr(t->id, ':'),
				t->job_name, t->group,
				text_or(t->directory, ""));
	}
	assert_string_equal(text, field[1]);
	assert_has_words(facts_of_job(), field[2]);
}

/* A job file has a note with these words, or lacks it. */
TEST_ROWS("jobfile", a_note_tells_where_diskidx_differs)
{
	accept_text(field[0]);
	assert_int_equal(has_note(field[2]), strcmp(field[1], "has") == 0);
}

/* What a section gives a job, and [global] all, as fio names the keys. */
TEST_ROWS("jobfile", what_is_given_is_kept)
{
	const char *given;

	setenv("DISKIDX_TEST_SIZE", "8k", 1);
	accept_text(field[0]);
	given = texts_join(job->test[job->n_tests - 1].given, " ");
	assert_string_equal(text_or(texts_join(job->global, " "), "-"),
			    field[1]);
	assert_string_equal(text_or(given, "-"), field[2]);
}

/* The place of a job's key, in a file and on a command line. */
TEST_ROWS("jobfile", the_place_of_a_key_is_known_afterwards)
{
	size_t test = (size_t)strtoul(field[0], NULL, 10);

	accept_text("[global]\nioengine=libaio\niodepth=4\n[a]\n\n[b]\n"
		    "iodepth=8\nblocksize=8k\nfsync=1\n");
	assert_string_equal(jobfile_place(job, test, field[1]), field[2]);
	parse_words("--name=a|--bs=4k|--name=b|--bs=8k");
	assert_string_equal(jobfile_place(job, test, field[1]), field[3]);
}
