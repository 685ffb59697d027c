/* Baseline and index: the table, tables from files, and the scores. */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/index.h"
#include "diskidx/operation.h"
#include "diskidx/suite.h"
#include "diskidx/test.h"
#include "diskidx/flags.h"

#include "../support/test.h"

#define HEADER "diskidx-baseline\t1\tmine\n"
#define ERROR_SIZE 200
#define MAX_TESTS 40		/* of the suite `disk` */

static const struct baseline *
george(void)
{
	return baseline_by_name("george");
}

TEST(george_has_the_documented_values)
{
	static const struct {
		const char *id;
		double value;
	} rows[] = {
		{ "fsbuffer", 1655 }, { "fstime", 3960 }, { "fsdisk", 5800 },
		{ "seq-write", 11.3 }, { "seq-read", 11.3 },
		{ "seq-copy", 5.66 }, { "seq-write-direct", 11.3 },
		{ "seq-read-direct", 11.3 }, { "seq-copy-direct", 5.66 },
		{ "rand-read-q1", 29.5 }, { "rand-read-q32", 66.8 },
		{ "rand-write-q32", 33.4 }, { "rand-mixed-q32", 53.4 },
		{ "commit", 60 }, { "unixbench:fsbuffer", 1655 },
		{ "unixbench:fstime", 3960 }, { "unixbench:fsdisk", 5800 },
	};
	double value;

	for (size_t i = 0; i < LENGTH(rows); i++) {
		assert_true(baseline_value(george(), rows[i].id, NULL,
					   &value));
		assert_true(value == rows[i].value);
	}
	assert_false(baseline_value(george(), "rand-read-q32:q=4", NULL,
				    &value));
	assert_false(baseline_value(george(), "", NULL, &value));
}

TEST(a_builtin_table_is_found_by_name_and_by_version)
{
	for (size_t i = 0; baseline_at(i) != NULL; i++) {
		const struct baseline *b = baseline_at(i);

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
	assert_string_equal(george()->version, "george-1");
	assert_null(baseline_by_name("george-2"));
	assert_null(baseline_by_name(""));
}

static double
value_of(const char *table, const char *id)
{
	double value = 0;

	assert_true(baseline_value(baseline_by_name(table), id, NULL, &value));
	return value;
}

TEST(the_shipped_tables_have_what_was_published)
{
	static const struct {
		const char *table, *id;
		double value;
	} rows[] = {
		{ "rackspace-standard-2013", "dd:write", 121.5553283691406 },
		{ "rackspace-standard-2013", "dd:read", 89.15901184082031 },
		{ "rackspace-performance-2013", "dd:write", 446.1288452148437 },
		{ "rackspace-performance-2013", "dd:read", 167.3698425292969 },
		{ "sakura-cloud-2013", "fsbuffer", 291583.0 },
		{ "sakura-cloud-2013", "fstime", 1027328.9 },
		{ "sakura-cloud-2013", "fsdisk", 2020009.6 },
		{ "sakura-cloud-2013", "fio-4k:rand-read", 6000 },
		{ "sakura-cloud-2013", "fio-4k:rand-write", 1497 },
		{ "sakura-vps-ssd-2012", "fsbuffer", 244322.5 },
		{ "sakura-vps-ssd-2012", "fstime", 858663.8 },
		{ "sakura-vps-ssd-2012", "fsdisk", 987902.9 },
		{ "sakura-vps-ssd-2012", "fio-4k:rand-read", 10986 },
		{ "sakura-vps-ssd-2012", "fio-4k:rand-write", 10985 },
		{ "sakura-cloud-2013", "unixbench:fsbuffer", 291583.0 },
		{ "sakura-cloud-2013", "unixbench:fstime", 1027328.9 },
		{ "sakura-cloud-2013", "unixbench:fsdisk", 2020009.6 },
		{ "sakura-vps-ssd-2012", "unixbench:fsbuffer", 244322.5 },
		{ "sakura-vps-ssd-2012", "unixbench:fstime", 858663.8 },
		{ "sakura-vps-ssd-2012", "unixbench:fsdisk", 987902.9 },
	};
	size_t n = george()->n_rows, total = 0;

	for (size_t i = 0; i < LENGTH(rows); i++)
		assert_relatively_near(value_of(rows[i].table, rows[i].id),
			    rows[i].value, 1e-12);
	for (size_t i = 0; baseline_at(i) != NULL; i++)
		total += baseline_at(i)->n_rows;
	assert_int_equal(total, n + LENGTH(rows));
}

/* The index that UnixBench printed for that server, by the table's value. */
TEST(the_published_indexes_follow_from_the_published_values)
{
	static const struct {
		const char *table, *id;
		double index;
	} printed[] = {
		{ "sakura-cloud-2013", "fsbuffer", 1761.8 },
		{ "sakura-cloud-2013", "fstime", 2594.3 },
		{ "sakura-cloud-2013", "fsdisk", 3482.8 },
		{ "sakura-vps-ssd-2012", "fsbuffer", 1476.3 },
		{ "sakura-vps-ssd-2012", "fstime", 2168.3 },
		{ "sakura-vps-ssd-2012", "fsdisk", 1703.3 },
	};

	for (size_t i = 0; i < LENGTH(printed); i++) {
		double index = 10 * value_of(printed[i].table, printed[i].id) /
			value_of("george", printed[i].id);

		assert_true(fabs(index - printed[i].index) < 0.06);
	}
}

static struct baseline *
make_baseline(const struct baseline_row *rows, size_t n)
{
	struct baseline *baseline = baseline_make("mine");

	for (size_t i = 0; i < n; i++)
		baseline_add(baseline, &rows[i]);
	return baseline;
}

TEST(a_table_made_from_rows_owns_its_texts)
{
	char id[] = "commit", source[] = "3 runs", mode[] = "direct";
	const struct baseline_row rows[] = {
		{ id, 2, source, mode }, { id, 3, NULL, "cached" },
		{ "fsdisk", 4, source, NULL },
	};
	struct baseline *b = make_baseline(rows, LENGTH(rows));
	double value;

	id[0] = source[0] = mode[0] = 'X';
	assert_string_equal(b->name, "mine");
	assert_string_equal(b->version, "mine");
	assert_non_null(b->summary);
	assert_int_equal(b->n_rows, 3);
	assert_string_equal(b->row[0].id, "commit");
	assert_string_equal(b->row[0].source, "3 runs");
	assert_null(b->row[1].source);
	assert_string_equal(b->row[0].fingerprint, "direct");
	assert_true(baseline_value(b, "commit", NULL, &value) && value == 2);
	baseline_free(b);
	b = baseline_make("empty");
	assert_false(baseline_value(b, "commit", NULL, &value));
	baseline_free(b);
}

TEST(a_row_with_a_fingerprint_is_of_that_test_alone)
{
	const struct baseline_row rows[] = {
		{ "commit", 2, "x", "direct" }, { "commit", 3, "x", "cached" },
		{ "fsdisk", 4, "x", NULL },
	};
	struct baseline *b = make_baseline(rows, LENGTH(rows));
	double value;

	assert_true(baseline_value(b, "commit", "cached", &value));
	assert_true(value == 3);
	assert_false(baseline_value(b, "commit", "buffered", &value));
	assert_true(baseline_value(b, "fsdisk", "buffered", &value));
	assert_true(value == 4);
	baseline_free(b);
}

static struct baseline *
load_bytes(const char *bytes, size_t size, char *error)
{
	char path[] = "unit-index.XXXXXX";
	int fd = mkstemp(path);
	struct baseline *baseline;

	assert_true(fd >= 0);
	assert_true(write(fd, bytes, size) == (ssize_t)size);
	close(fd);
	error[0] = '\0';
	baseline = baseline_load(path, error, ERROR_SIZE);
	unlink(path);
	if (baseline == NULL) {
		/* Only what follows the path is of interest. */
		assert_memory_equal(error, path, strlen(path));
		memmove(error, error + strlen(path),
			strlen(error + strlen(path)) + 1);
		assert_null(strchr(error, '\n'));
	}
	return baseline;
}

static void
assert_refused(const char *text, const char *expected)
{
	char error[ERROR_SIZE];
	struct baseline *b = load_bytes(text, strlen(text), error);

	if (b != NULL)
		fail_msg("accepted: %s", text);
	assert_string_equal(error, expected);
}

TEST(a_table_is_read_from_a_file)
{
	static const char text[] = HEADER
		"# comment\twith a tab\n\n"
		"fsdisk\t5800\tUnixBench\n"
		"rand-read-q32:b=256k,q=4\t1.5e3\t\n"
		"dd:write\t0.25\tno line break at the end";
	char error[ERROR_SIZE];
	struct baseline *b = load_bytes(text, strlen(text), error);
	double value;

	assert_non_null(b);
	assert_string_equal(error, "");
	assert_string_equal(b->version, "mine");
	assert_int_equal(b->n_rows, 3);
	assert_true(baseline_value(b, "fsdisk", NULL, &value));
	assert_true(value == 5800);
	assert_true(baseline_value(b, "rand-read-q32:b=256k,q=4", NULL,
				   &value));
	assert_true(value == 1500);
	assert_true(baseline_value(b, "dd:write", NULL, &value));
	assert_true(value == 0.25);
	assert_string_equal(b->row[2].source, "no line break at the end");
	baseline_free(b);
	baseline_free(NULL);
}

TEST(malformed_tables_are_refused_with_the_line)
{
	static const char bytes[] = HEADER "a\t1\tx\0y\n";
	char error[ERROR_SIZE];

	assert_refused("", ": empty");
	assert_refused("\n", ":1: not a baseline of diskidx");
	assert_refused("diskidx\t1\tmine\n", ":1: not a baseline of diskidx");
	assert_refused("diskidx-baseline\t2\tmine\n",
		       ":1: unknown version of the format");
	assert_refused("diskidx-baseline\t1\t\n", ":1: the name is not 1 to "
		       "64 printable characters");
	assert_refused("diskidx-baseline\t1\tm\303\251\n", ":1: the name is "
		       "not 1 to 64 printable characters");
	assert_refused("diskidx-baseline\t1\ta\tb\n",
		       ":1: not a baseline of diskidx");
	assert_refused(HEADER, ": no rows");
	assert_refused(HEADER "# only this\n", ": no rows");
	assert_refused(HEADER "a\t1\n", ":2: not three fields with tabs "
		       "between");
	assert_refused(HEADER "a\t1\tx\ty\n", ":2: not three fields with "
		       "tabs between");
	assert_refused(HEADER "\t1\tx\n", ":2: the id is not printable "
		       "characters");
	assert_refused(HEADER "a b\t1\tx\n", ":2: the id is not printable "
		       "characters");
	assert_refused(HEADER "a\t1\tx\r\n",
		       ":2: a control character (0x0d)");
	assert_refused("\177ELF\001\002", ":1: a control character (0x7f)");
	assert_refused(HEADER "a\t1\tx\n\nb\t2\tx\na\t3\tx\n",
		       ":5: this id is there already");
	assert_null(load_bytes(bytes, sizeof(bytes) - 1, error));
	assert_string_equal(error, ":2: a control character (0x00)");
}

TEST(values_that_are_no_positive_decimal_numbers_are_refused)
{
	static const char *const bad[] = {
		"", "0", "0.0", "-1", "+1", " 1", "1 ", "nan", "inf", "0x10",
		"1e", "1e999", "1e-999", "1..2", "1,5", "1e5e5", "--", "1-2",
		".5", "1k", "infinity",
	};
	char text[100];

	for (size_t i = 0; i < LENGTH(bad); i++) {
		snprintf(text, sizeof(text), HEADER "a\t%s\tx\n", bad[i]);
		assert_refused(text, ":2: the value is not a number from "
			       "1e-9 to 1e18");
	}
}

TEST(a_table_that_is_too_large_is_refused)
{
	size_t size = ((size_t)1 << 20) + 1, used = strlen(HEADER);
	char *text = xmalloc(size), error[ERROR_SIZE];

	memset(text, '#', size);
	assert_null(load_bytes(text, size, error));
	assert_string_equal(error, ": larger than 1 MiB");
	memcpy(text, HEADER, used);
	for (int i = 0; i < 4097; i++)
		used += (size_t)sprintf(text + used, "row%d\t1\t\n", i);
	assert_null(load_bytes(text, used, error));
	assert_string_equal(error, ":4098: more than 4096 rows");
	free(text);
}

TEST(a_file_that_cannot_be_read_is_said_with_its_path)
{
	char error[ERROR_SIZE];

	assert_null(baseline_load("no/such/file", error, sizeof(error)));
	assert_memory_equal(error, "no/such/file: ", 14);
	assert_null(baseline_load(".", error, sizeof(error)));
	assert_memory_equal(error, ".: ", 3);
	assert_null(baseline_load("no/such/file", error, 5));
	assert_string_equal(error, "no/s");
}

/*
 * A row of the default table with one sample a round, each of which has the
 * index given; 0 leaves the round out.
 */
static struct result
row(const char *id, const double *index, size_t rounds)
{
	const struct test *test = test_by_id(id);
	struct result result;
	double baseline;

	assert_non_null(test);
	assert_true(baseline_value(george(), id, NULL, &baseline));
	memset(&result, 0, sizeof(result));
	result.id = xstrdup(id);
	result.category = xstrdup(test->category);
	result.unit = test->unit;
	result.params = test->params;
	result.copies = 1;
	for (size_t i = 0; i < rounds; i++) {
		double value = index[i] * baseline / 10;
		struct sample sample;

		if (value == 0)
			continue;
		memset(&sample, 0, sizeof(sample));
		sample.round = (unsigned)i + 1;
		sample.total.elapsed_ns = 1000 * NS_PER_S;
		sample.total.ios[OP_WRITE] = (uint64_t)(value * 1000 + 0.5);
		sample.total.bytes = (uint64_t)(value * 1000 *
			(test->unit == UNIT_KBPS ? KIB : MIB) + 0.5);
		result_add_sample(&result, &sample);
	}
	result_summarise(&result);
	index_apply(&result, george());
	return result;
}

static struct result
steady_row(const char *id, double index)
{
	const double rounds[] = { index, index };

	return row(id, rounds, 2);
}

static void
free_results(struct result *results, size_t n)
{
	for (size_t i = 0; i < n; i++)
		result_free(&results[i]);
}

static bool
is_near(double value, double expected)
{
	return fabs(value - expected) <= 1e-4 * expected;
}

TEST(the_index_of_the_baseline_itself_is_ten)
{
	struct result result = steady_row("fsdisk", 10);

	assert_true(result.has_baseline && result.scored);
	assert_true(result.baseline == 5800);
	assert_relatively_near(result.value, 5800.0, 1e-12);
	assert_relatively_near(result.index, 10.0, 1e-12);
	result_free(&result);
}

TEST(a_test_that_the_baseline_does_not_know_has_no_index)
{
	struct result result = steady_row("commit", 20);

	free(result.id);
	result.id = xstrdup("commit:b=8k");
	index_apply(&result, george());
	assert_false(result.has_baseline);
	assert_false(result.scored);
	assert_true(result.index == 0 && result.baseline == 0);
	result_free(&result);
}

TEST(an_invalidating_flag_keeps_the_index_but_not_the_score)
{
	struct result result = steady_row("commit", 20);

	result.flags = 1u << FLAG_NOISY;
	index_apply(&result, george());
	assert_true(result.scored);
	result.flags = 1u << FLAG_SHORT;
	index_apply(&result, george());
	assert_false(result.scored);
	assert_true(is_near(result.index, 20));
	result_free(&result);
}

TEST(dead_failed_and_null_rows_are_not_scored)
{
	struct result result = steady_row("commit", 20);

	result.value = 0;
	index_apply(&result, george());
	assert_false(result.scored);
	result.value = 60;
	result.has_value = false;
	index_apply(&result, george());
	assert_false(result.scored);
	assert_true(result.has_baseline && result.index == 0);
	result.has_value = true;
	result.engine = xstrdup("null");
	index_apply(&result, george());
	assert_false(result.scored);
	result_free(&result);
}

static void
assert_score(const struct score *score, const char *name, size_t rows,
	     double value, bool partial)
{
	assert_string_equal(score->name, name);
	assert_int_equal(score->rows, rows);
	assert_int_equal(score->partial, partial);
	if (!is_near(score->score, value))
		fail_msg("%s: %.10g instead of %.10g", name, score->score,
			 value);
}

/* To UnixBench's one decimal. */
static void
assert_within(double value, double expected)
{
	if (fabs(value - expected) > 0.1)
		fail_msg("%.10g instead of %.10g", value, expected);
}

static struct result
unixbench_row(const char *id)
{
	const struct test *test = test_by_id(id);
	struct result result;

	memset(&result, 0, sizeof(result));
	result.id = xstrdup(id);
	result.category = xstrdup(test->category);
	result.unit = test->unit;
	result.params = test->params;
	result.rule = test->rule;
	result.copies = 1;
	return result;
}

/* The category score that a real run of UnixBench 6 printed. */
TEST(file_copy_scores_as_unixbench_does)
{
	struct result results[3] = {
		steady_row("fsbuffer", 1642.5), steady_row("fstime", 2540.6),
		steady_row("fsdisk", 5471.7),
	};
	struct score *scores;

	assert_int_equal(index_scores(results, 3, &scores), 1);
	assert_score(&scores[0], "File Copy", 3, 2837.0, false);
	free(scores);
	free_results(results, 3);
}

/* A pass of 30 s that copied so many KiB a second, and 0.9 more. */
static void
add_pass(struct result *result, unsigned round, double kbps)
{
	struct sample sample;

	memset(&sample, 0, sizeof(sample));
	sample.round = round;
	sample.total.elapsed_ns = 30 * NS_PER_S;
	sample.total.bytes = (uint64_t)((kbps + 0.9) * 1024 * 30);
	result_add_sample(result, &sample);
}

/* Passes of real runs of UnixBench 6, by one copy and by two, and what it
 * printed for them. */
TEST(passes_make_unixbench_s_indexes_and_score)
{
	static const struct {
		double pass[3][3], value[3], index[3], score;
	} runs[] = {
		{ { { 1013555, 998676, 923116 }, { 272334, 256504, 271330 },
		    { 2882775, 2925719, 3442506 } },
		  { 1006088.0, 271831.5, 3173610.8 },
		  { 2540.6, 1642.5, 5471.7 }, 2837.0 },
		{ { { 1802043, 1560992, 1611108 }, { 430036, 506929, 293534 },
		    { 4242141, 4149326, 5430877 } },
		  { 1703903.1, 466902.3, 4799848.5 },
		  { 4302.8, 2821.2, 8275.6 }, 4648.6 },
	};
	static const char *const ids[] = {
		"unixbench:fstime", "unixbench:fsbuffer", "unixbench:fsdisk"
	};
	struct score *scores;

	for (size_t run = 0; run < LENGTH(runs); run++) {
		struct result results[3];

		for (size_t i = 0; i < 3; i++) {
			results[i] = unixbench_row(ids[i]);
			for (unsigned pass = 0; pass < 3; pass++)
				add_pass(&results[i], pass + 1,
					 runs[run].pass[i][pass]);
			result_summarise(&results[i]);
			index_apply(&results[i], george());
			assert_within(results[i].value, runs[run].value[i]);
			assert_within(results[i].index, runs[run].index[i]);
			assert_true(results[i].has_interval);
		}
		assert_int_equal(index_scores(results, 3, &scores), 1);
		assert_string_equal(scores[0].name, "UnixBench");
		assert_within(scores[0].score, runs[run].score);
		assert_false(scores[0].partial);
		free(scores);
		free_results(results, 3);
	}
}

/* Every test of `disk`, with an index of 100, 101 and so on. */
static size_t
whole_suite(struct result *results)
{
	const struct suite *disk = suite_by_name("disk");
	const struct test *test;
	size_t n = 0;

	for (; (test = suite_test(disk, n)) != NULL; n++) {
		assert_true(n < MAX_TESTS);
		results[n] = steady_row(test->id, 100 + (double)n);
	}
	return n;
}

static size_t
first_of(const struct result *results, const char *category)
{
	size_t i = 0;

	while (strcmp(results[i].category, category) != 0)
		i++;
	return i;
}

/* A score of a category, or of the disk, is of these rows and no others. */
static void
assert_score_of(const struct score *score, const char *name,
		const struct result *results, size_t n, bool partial)
{
	size_t rows = 0;
	double sum = 0;

	for (size_t i = 0; i < n; i++) {
		const char *category = results[i].category;

		if (strcmp(name, INDEX_DISK) == 0 ?
		    strcmp(category, "File Copy") == 0 :
		    strcmp(category, name) != 0)
			continue;
		sum += log(results[i].index);
		rows++;
	}
	assert_true(rows > 0);
	assert_score(score, name, rows, exp(sum / (double)rows), partial);
}

TEST(a_whole_suite_has_four_scores_in_order_and_none_partial)
{
	struct result results[MAX_TESTS];
	struct score *scores;
	size_t n = whole_suite(results);

	assert_int_equal(index_scores(results, n, &scores), 4);
	assert_score_of(&scores[0], "File Copy", results, n, false);
	assert_score_of(&scores[1], "Sequential", results, n, false);
	assert_score_of(&scores[2], "Random", results, n, false);
	assert_score_of(&scores[3], INDEX_DISK, results, n, false);
	free(scores);
	free_results(results, n);
}

TEST(a_row_that_does_not_count_makes_its_scores_partial)
{
	struct result results[MAX_TESTS];
	struct score *scores;
	size_t n = whole_suite(results);

	results[n - 1].flags = 1u << FLAG_SHORT;
	index_apply(&results[n - 1], george());
	assert_int_equal(index_scores(results, n, &scores), 4);
	assert_score_of(&scores[1], "Sequential", results, n, false);
	assert_score_of(&scores[2], "Random", results, n - 1, true);
	assert_score_of(&scores[3], INDEX_DISK, results, n - 1, true);
	free(scores);
	free_results(results, n);
}

TEST(a_row_that_was_not_run_makes_its_scores_partial)
{
	struct result results[MAX_TESTS];
	struct score *scores;
	size_t n = whole_suite(results);

	assert_int_equal(index_scores(results, n - 1, &scores), 4);
	assert_score_of(&scores[0], "File Copy", results, n, false);
	assert_score_of(&scores[2], "Random", results, n - 1, true);
	assert_score_of(&scores[3], INDEX_DISK, results, n - 1, true);
	free(scores);
	free_results(results, n);
}

TEST(one_disk_category_alone_makes_the_disk_score_partial)
{
	struct result results[MAX_TESTS], *random;
	struct score *scores;
	size_t n = whole_suite(results), before = first_of(results, "Random");

	random = results + before;
	assert_int_equal(index_scores(random, n - before, &scores), 2);
	assert_score_of(&scores[0], "Random", random, n - before, false);
	assert_score_of(&scores[1], INDEX_DISK, random, n - before, true);
	free(scores);
	free_results(results, n);
}

TEST(a_category_without_a_row_that_counts_scores_nothing)
{
	struct result result = steady_row("commit", 20);
	struct score *scores;

	result.scored = false;
	assert_int_equal(index_scores(&result, 1, &scores), 2);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(scores[i].rows, 0);
		assert_true(scores[i].score == 0);
		assert_true(scores[i].partial);
		assert_false(scores[i].has_interval);
	}
	free(scores);
	result_free(&result);
}

/* Of the one table the rows of this version, of the other none. */
TEST(a_table_of_few_rows_scores_them_and_is_whole)
{
	struct result results[MAX_TESTS];
	struct score *scores;
	size_t n = whole_suite(results);
	const struct baseline *few = baseline_by_name("sakura-cloud-2013");

	for (size_t i = 0; i < n; i++)
		index_apply(&results[i], few);
	assert_int_equal(index_scores(results, n, &scores), 1);
	assert_int_equal(scores[0].rows, 3);
	assert_string_equal(scores[0].name, "File Copy");
	assert_false(scores[0].partial);
	free(scores);
	assert_int_equal(index_scores(results, 2, &scores), 1);
	assert_true(scores[0].partial);
	free(scores);
	few = baseline_by_name("rackspace-standard-2013");
	for (size_t i = 0; i < n; i++)
		index_apply(&results[i], few);
	assert_int_equal(index_scores(results, n, &scores), 0);
	free_results(results, n);
}

/* As of a record of two tests alone. */
TEST(a_row_that_the_baseline_lacks_makes_its_scores_partial)
{
	const struct baseline_row rows[] = {
		{ "rand-read-q1", 100, "x", NULL },
		{ "rand-read-q32", 100, "x", NULL },
	};
	struct baseline *mine = make_baseline(rows, LENGTH(rows));
	struct result results[MAX_TESTS], pair[LENGTH(rows)];
	struct score *scores;
	size_t n = whole_suite(results);

	for (size_t i = 0; i < n; i++)
		index_apply(&results[i], mine);
	assert_int_equal(index_scores(results, n, &scores), 2);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(scores[i].rows, 2);
		assert_true(scores[i].partial);
	}
	free(scores);
	for (size_t i = 0; i < LENGTH(rows); i++) {
		pair[i] = steady_row(rows[i].id, 10);
		index_apply(&pair[i], mine);
	}
	assert_int_equal(index_scores(pair, 2, &scores), 2);
	assert_string_equal(scores[0].name, "Random");
	assert_true(scores[0].partial);
	assert_string_equal(scores[1].name, INDEX_DISK);
	assert_true(scores[1].partial);
	free(scores);
	free_results(pair, LENGTH(rows));
	free_results(results, n);
	baseline_free(mine);
}

TEST(a_row_of_another_fingerprint_makes_its_scores_partial)
{
	const struct baseline_row rows[] = {
		{ "fsdisk", 100, "x", "old" }, { "fstime", 100, "x", "new" },
	};
	struct baseline *mine = make_baseline(rows, LENGTH(rows));
	struct result results[2] = {
		steady_row("fsdisk", 10), steady_row("fstime", 10),
	};
	struct score *scores;

	for (size_t i = 0; i < 2; i++) {
		results[i].fingerprint = xstrdup("new");
		index_apply(&results[i], mine);
	}
	assert_false(results[0].has_baseline);
	assert_true(results[1].has_baseline);
	assert_int_equal(index_scores(results, 2, &scores), 1);
	assert_int_equal(scores[0].rows, 1);
	assert_true(scores[0].partial);
	free(scores);
	free_results(results, 2);
	baseline_free(mine);
}

TEST(rows_unknown_to_the_baseline_have_no_score)
{
	struct result result = steady_row("commit", 20);
	struct score *scores;

	result.has_baseline = result.scored = false;
	assert_int_equal(index_scores(&result, 1, &scores), 0);
	assert_int_equal(index_scores(&result, 0, &scores), 0);
	assert_null(scores);
	result_free(&result);
}

TEST(targets_and_copies_are_scored_apart)
{
	struct result results[4] = {
		steady_row("fsdisk", 20), steady_row("fsdisk", 30),
		steady_row("fsdisk", 40), steady_row("fstime", 80),
	};
	struct score *scores;

	results[1].copies = 4;
	results[2].target = results[3].target = 1;
	assert_int_equal(index_scores(results, 4, &scores), 3);
	assert_score(&scores[0], "File Copy", 1, 20, true);
	assert_int_equal(scores[0].target, 0);
	assert_int_equal(scores[0].copies, 1);
	assert_score(&scores[1], "File Copy", 1, 30, true);
	assert_int_equal(scores[1].copies, 4);
	assert_score(&scores[2], "File Copy", 2, sqrt(40 * 80), true);
	assert_int_equal(scores[2].target, 1);
	free(scores);
	free_results(results, 4);
}

/* Opposite movements of two rows cancel in every round's score. */
TEST(the_interval_comes_from_the_scores_of_the_rounds)
{
	static const double up[] = { 100, 200, 400 };
	static const double down[] = { 400, 200, 100 };
	struct result results[2] = {
		row("fsdisk", up, 3), row("fstime", down, 3)
	};
	struct score *scores;

	assert_int_equal(index_scores(results, 2, &scores), 1);
	assert_true(scores[0].has_interval);
	assert_true(is_near(scores[0].ci95.low, 200));
	assert_true(is_near(scores[0].ci95.high, 200));
	free(scores);
	free_results(results, 2);
}

/* Rounds 1 and 4 are complete: 100 and 121 have the middle 110. */
TEST(incomplete_rounds_are_left_out_of_the_interval)
{
	static const double first[] = { 100, 900, 0, 121 };
	static const double second[] = { 100, 0, 900, 121 };
	static const double whole[] = { 100, 121 };
	struct result results[2] = {
		row("fsdisk", first, 4), row("fstime", second, 4)
	};
	struct interval expected;
	struct score *scores;

	assert_true(statistics_log_interval(whole, 2, 0.95, &expected));
	assert_int_equal(index_scores(results, 2, &scores), 1);
	assert_true(scores[0].has_interval);
	assert_true(is_near(scores[0].ci95.low, expected.low));
	assert_true(is_near(scores[0].ci95.high, expected.high));
	free(scores);
	free_results(results, 2);
}

TEST(one_complete_round_has_no_interval)
{
	static const double first[] = { 100, 900 };
	static const double second[] = { 100, 0 };
	struct result results[2] = {
		row("fsdisk", first, 2), row("fstime", second, 2)
	};
	struct score *scores;

	assert_int_equal(index_scores(results, 2, &scores), 1);
	assert_int_equal(scores[0].rows, 2);
	assert_false(scores[0].has_interval);
	free(scores);
	free_results(results, 2);
}
