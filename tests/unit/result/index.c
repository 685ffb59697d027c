/* Baseline and index: the table, tables from files, and the scores. */
#include <config.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/flags.h"
#include "diskidx/index.h"
#include "diskidx/operation.h"
#include "diskidx/suite.h"
#include "diskidx/test.h"

#include "../support/rows.h"

#define HEADER "diskidx-baseline\t1\tmine\n"
#define MAX_TESTS 40		/* of the suite `disk` */

/* Rows, their scores and a table of our own; freed behind each test. */
static struct result results[MAX_TESTS];
static struct score *scores;
static struct baseline *mine;
static size_t n_results;

static void
forget(void)
{
	while (n_results > 0)
		result_free(&results[--n_results]);
	memset(results, 0, sizeof(results));
	free(scores);
	scores = NULL;
	baseline_free(mine);
	mine = NULL;
}

AFTER_EACH(clean_up)
{
	forget();
	return 0;
}

static const struct baseline *
george(void)
{
	return baseline_by_name("george");
}

/* Return a table's value of a test, or 0. */
static double
value_in(const struct baseline *table, const char *id, const char *mode)
{
	double value;

	return baseline_value(table, id, mode, &value) ? value : 0;
}

/* Each value that was documented or published, and no others. */
TEST(the_tables_have_what_was_published)
{
	static const struct {
		const char *table;
		struct {
			const char *id;
			double value;
		} row[24];
	} tables[] = {
		{ "george", {
		  { "fsbuffer", 1655 }, { "fstime", 3960 },
		  { "fsdisk", 5800 }, { "seq-write", 11.3 },
		  { "seq-read", 11.3 }, { "seq-copy", 5.66 },
		  { "seq-write-direct", 11.3 }, { "seq-read-direct", 11.3 },
		  { "seq-copy-direct", 5.66 }, { "rand-read-q1", 29.5 },
		  { "rand-read-q32", 66.8 }, { "rand-write-q32", 33.4 },
		  { "rand-mixed-q32", 53.4 }, { "commit", 60 },
		  { "unixbench:fsbuffer", 1655 }, { "unixbench:fstime", 3960 },
		  { "unixbench:fsdisk", 5800 } } },
		{ "rackspace-standard-2013", {
		  { "dd:write", 121.5553283691406 },
		  { "dd:read", 89.15901184082031 } } },
		{ "rackspace-performance-2013", {
		  { "dd:write", 446.1288452148437 },
		  { "dd:read", 167.3698425292969 } } },
		{ "sakura-cloud-2013", {
		  { "fsbuffer", 291583.0 }, { "fstime", 1027328.9 },
		  { "fsdisk", 2020009.6 }, { "fio-4k:rand-read", 6000 },
		  { "fio-4k:rand-write", 1497 },
		  { "unixbench:fsbuffer", 291583.0 },
		  { "unixbench:fstime", 1027328.9 },
		  { "unixbench:fsdisk", 2020009.6 } } },
		{ "sakura-vps-ssd-2012", {
		  { "fsbuffer", 244322.5 }, { "fstime", 858663.8 },
		  { "fsdisk", 987902.9 }, { "fio-4k:rand-read", 10986 },
		  { "fio-4k:rand-write", 10985 },
		  { "unixbench:fsbuffer", 244322.5 },
		  { "unixbench:fstime", 858663.8 },
		  { "unixbench:fsdisk", 987902.9 } } },
	};

	for (size_t i = 0; i < LENGTH(tables); i++) {
		const struct baseline *b = baseline_by_name(tables[i].table);
		size_t n = 0;

		for (; tables[i].row[n].id != NULL; n++)
			assert_relatively_near(value_in(b,
							tables[i].row[n].id,
							NULL),
					       tables[i].row[n].value, 1e-12);
		assert_int_equal(b->n_rows, n);
	}
	assert_null(baseline_at(LENGTH(tables)));
	assert_true(value_in(george(), "rand-read-q32:q=4", NULL) == 0);
	assert_true(value_in(george(), "", NULL) == 0);
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
		double index = 10 * value_in(baseline_by_name(printed[i].table),
					     printed[i].id, NULL) /
			value_in(george(), printed[i].id, NULL);

		assert_near(index, printed[i].index, 0.06);
	}
}

static void
make_mine(const struct baseline_row *rows, size_t n)
{
	mine = baseline_make("mine");
	for (size_t i = 0; i < n; i++)
		baseline_add(mine, &rows[i]);
}

TEST(a_table_made_from_rows_owns_its_texts)
{
	char id[] = "commit", source[] = "3 runs", mode[] = "direct";
	const struct baseline_row rows[] = {
		{ id, 2, source, mode }, { id, 3, NULL, "cached" },
		{ "fsdisk", 4, source, NULL },
	};

	make_mine(rows, LENGTH(rows));
	id[0] = source[0] = mode[0] = 'X';
	assert_string_equal(mine->name, "mine");
	assert_string_equal(mine->version, "mine");
	assert_non_null(mine->summary);
	assert_int_equal(mine->n_rows, 3);
	assert_string_equal(mine->row[0].id, "commit");
	assert_string_equal(mine->row[0].source, "3 runs");
	assert_null(mine->row[1].source);
	assert_string_equal(mine->row[0].fingerprint, "direct");
	/* A row with a fingerprint is of that test alone. */
	assert_true(value_in(mine, "commit", NULL) == 2);
	assert_true(value_in(mine, "commit", "cached") == 3);
	assert_true(value_in(mine, "commit", "buffered") == 0);
	assert_true(value_in(mine, "fsdisk", "buffered") == 4);
	forget();
	make_mine(NULL, 0);
	assert_true(value_in(mine, "commit", NULL) == 0);
}

static char error[200];

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
	error[0] = '\0';
	mine = baseline_load(path, error, sizeof(error));
	unlink(path);
	if (mine == NULL) {
		assert_memory_equal(error, path, strlen(path));
		memmove(error, error + strlen(path),
			strlen(error + strlen(path)) + 1);
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
	assert_true(value_in(mine, "least", NULL) == 1e-9);
	assert_true(value_in(mine, "most", NULL) == 1e18);
	assert_true(value_in(mine, "fsdisk", NULL) == 5800);
	assert_true(value_in(mine, "rand-read-q32:b=256k,q=4", NULL) == 1500);
	assert_true(value_in(mine, "dd:write", NULL) == 0.25);
	assert_string_equal(mine->row[4].source, "no line break at the end");
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

TEST(a_file_that_cannot_be_read_is_said_with_its_path)
{
	assert_null(baseline_load("no/such/file", error, sizeof(error)));
	assert_memory_equal(error, "no/such/file: ", 14);
	assert_null(baseline_load(".", error, sizeof(error)));
	assert_memory_equal(error, ".: ", 3);
	assert_null(baseline_load("no/such/file", error, 5));
	assert_string_equal(error, "no/s");
}

/*
 * Add a row of the default table with one sample a round, each of which has
 * the index given; 0 leaves the round out.
 */
static struct result *
add_row(const char *id, const double *index, size_t rounds)
{
	const struct test *test = test_by_id(id);
	struct result *result = &results[n_results++];
	double baseline = value_in(george(), id, NULL);

	assert_non_null(test);
	assert_true(baseline > 0 && n_results <= MAX_TESTS);
	result->id = xstrdup(id);
	result->category = xstrdup(test->category);
	result->unit = test->unit;
	result->params = test->params;
	result->rule = test->rule;
	result->copies = 1;
	for (size_t i = 0; i < rounds; i++) {
		double value = index[i] * baseline / 10;
		struct sample sample = { .round = (unsigned)i + 1 };

		if (value == 0)
			continue;
		sample.total.elapsed_ns = 1000 * NS_PER_S;
		sample.total.ios[OP_WRITE] = (uint64_t)(value * 1000 + 0.5);
		sample.total.bytes = (uint64_t)(value * 1000 *
			(test->unit == UNIT_KBPS ? KIB : MIB) + 0.5);
		result_add_sample(result, &sample);
	}
	result_summarise(result);
	index_apply(result, george());
	return result;
}

static struct result *
add_steady_row(const char *id, double index)
{
	const double rounds[] = { index, index };

	return add_row(id, rounds, 2);
}

TEST(the_index_of_the_baseline_itself_is_ten)
{
	const struct result *result = add_steady_row("fsdisk", 10);

	assert_true(result->has_baseline && result->scored);
	assert_true(result->baseline == 5800);
	assert_relatively_near(result->value, 5800.0, 1e-12);
	assert_relatively_near(result->index, 10.0, 1e-12);
}

TEST(a_test_that_the_baseline_does_not_know_has_no_index)
{
	struct result *result = add_steady_row("commit", 20);

	free(result->id);
	result->id = xstrdup("commit:b=8k");
	index_apply(result, george());
	assert_false(result->has_baseline || result->scored);
	assert_true(result->index == 0 && result->baseline == 0);
}

TEST(dead_failed_flagged_and_null_rows_are_not_scored)
{
	struct result *result = add_steady_row("commit", 20);

	result->flags = 1u << FLAG_NOISY;
	index_apply(result, george());
	assert_true(result->scored);
	result->flags = 1u << FLAG_SHORT;
	index_apply(result, george());
	assert_false(result->scored);
	assert_relatively_near(result->index, 20, 1e-4);
	result->flags = 0;
	result->value = 0;
	index_apply(result, george());
	assert_false(result->scored);
	result->value = 60;
	result->has_value = false;
	index_apply(result, george());
	assert_false(result->scored);
	assert_true(result->has_baseline && result->index == 0);
	result->has_value = true;
	index_apply(result, george());
	assert_true(result->scored);
	result->engine = xstrdup("null");
	index_apply(result, george());
	assert_false(result->scored);
}

/* Score the rows from `first` on, of which there are n. */
static void
score(size_t first, size_t n, size_t n_scores)
{
	free(scores);
	assert_int_equal(index_scores(results + first, n, &scores), n_scores);
}

static void
assert_score(size_t i, const char *name, size_t rows, double value,
	     bool partial)
{
	assert_string_equal(scores[i].name, name);
	assert_int_equal(scores[i].rows, rows);
	assert_int_equal(scores[i].partial, partial);
	assert_relatively_near(scores[i].score, value, 1e-4);
}

/* The category score that a real run of UnixBench 6 printed. */
TEST(file_copy_scores_as_unixbench_does)
{
	add_steady_row("fsbuffer", 1642.5);
	add_steady_row("fstime", 2540.6);
	add_steady_row("fsdisk", 5471.7);
	score(0, 3, 1);
	assert_score(0, "File Copy", 3, 2837.0, false);
}

/* Add a pass of 30 s that copied so many KiB a second, and 0.9 more. */
static void
add_pass(struct result *result, unsigned round, double kbps)
{
	struct sample sample = { .round = round };

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

	for (size_t run = 0; run < LENGTH(runs); run++) {
		forget();
		for (size_t i = 0; i < 3; i++) {
			add_row(ids[i], NULL, 0);
			for (unsigned pass = 0; pass < 3; pass++)
				add_pass(&results[i], pass + 1,
					 runs[run].pass[i][pass]);
			result_summarise(&results[i]);
			index_apply(&results[i], george());
			/* To UnixBench's one decimal. */
			assert_near(results[i].value, runs[run].value[i],
				    0.1);
			assert_near(results[i].index, runs[run].index[i],
				    0.1);
			assert_true(results[i].has_interval);
		}
		score(0, 3, 1);
		assert_string_equal(scores[0].name, "UnixBench");
		assert_near(scores[0].score, runs[run].score, 0.1);
		assert_false(scores[0].partial);
	}
}

/* Every test of `disk`, with an index of 100, 101 and so on. */
static size_t
add_suite(void)
{
	const struct suite *disk = suite_by_name("disk");
	const struct test *test;

	while ((test = suite_test(disk, n_results)) != NULL)
		add_steady_row(test->id, 100 + (double)n_results);
	return n_results;
}

/* A score of a category, or of the disk, is of these rows and no others. */
static void
assert_score_of(size_t i, const char *name, size_t first, size_t n,
		bool partial)
{
	size_t rows = 0;
	double sum = 0;

	for (size_t k = first; k < first + n; k++) {
		const char *category = results[k].category;

		if (strcmp(name, INDEX_DISK) == 0 ?
		    strcmp(category, "File Copy") == 0 :
		    strcmp(category, name) != 0)
			continue;
		sum += log(results[k].index);
		rows++;
	}
	assert_true(rows > 0);
	assert_score(i, name, rows, exp(sum / (double)rows), partial);
}

TEST(a_whole_suite_has_four_scores_in_order_and_none_partial)
{
	size_t n = add_suite();

	score(0, n, 4);
	assert_score_of(0, "File Copy", 0, n, false);
	assert_score_of(1, "Sequential", 0, n, false);
	assert_score_of(2, "Random", 0, n, false);
	assert_score_of(3, INDEX_DISK, 0, n, false);
}

TEST(a_row_that_was_not_run_or_does_not_count_makes_its_scores_partial)
{
	size_t n = add_suite(), run;

	results[n - 1].flags = 1u << FLAG_SHORT;
	index_apply(&results[n - 1], george());
	for (run = n; run >= n - 1; run--) {
		score(0, run, 4);
		assert_score_of(0, "File Copy", 0, n, false);
		assert_score_of(1, "Sequential", 0, n, false);
		assert_score_of(2, "Random", 0, n - 1, true);
		assert_score_of(3, INDEX_DISK, 0, n - 1, true);
	}
}

TEST(one_disk_category_alone_makes_the_disk_score_partial)
{
	size_t n = add_suite(), first = 0;

	while (strcmp(results[first].category, "Random") != 0)
		first++;
	score(first, n - first, 2);
	assert_score_of(0, "Random", first, n - first, false);
	assert_score_of(1, INDEX_DISK, first, n - first, true);
}

TEST(a_category_without_a_row_that_counts_scores_nothing)
{
	add_steady_row("commit", 20)->scored = false;
	score(0, 1, 2);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(scores[i].rows, 0);
		assert_true(scores[i].score == 0 && scores[i].partial);
		assert_false(scores[i].has_interval);
	}
}

static void
apply(const struct baseline *baseline)
{
	for (size_t i = 0; i < n_results; i++)
		index_apply(&results[i], baseline);
}

/* The one table has rows of this version, the other none. */
TEST(a_table_of_few_rows_scores_them_and_is_whole)
{
	size_t n = add_suite();

	apply(baseline_by_name("sakura-cloud-2013"));
	score(0, n, 1);
	assert_int_equal(scores[0].rows, 3);
	assert_string_equal(scores[0].name, "File Copy");
	assert_false(scores[0].partial);
	score(0, 2, 1);
	assert_true(scores[0].partial);
	apply(baseline_by_name("rackspace-standard-2013"));
	score(0, n, 0);
}

/* Score by a table as a record of two tests makes it. */
TEST(a_row_that_the_baseline_lacks_makes_its_scores_partial)
{
	const struct baseline_row rows[] = {
		{ "rand-read-q1", 100, "x", NULL },
		{ "rand-read-q32", 100, "x", NULL },
	};
	size_t n = add_suite(), i;

	make_mine(rows, LENGTH(rows));
	add_steady_row("rand-read-q1", 10);
	add_steady_row("rand-read-q32", 10);
	apply(mine);
	score(0, n, 2);
	for (i = 0; i < 2; i++) {
		assert_int_equal(scores[i].rows, 2);
		assert_true(scores[i].partial);
	}
	score(n, 2, 2);
	assert_string_equal(scores[0].name, "Random");
	assert_string_equal(scores[1].name, INDEX_DISK);
	assert_true(scores[0].partial && scores[1].partial);
}

TEST(a_row_of_another_fingerprint_makes_its_scores_partial)
{
	const struct baseline_row rows[] = {
		{ "fsdisk", 100, "x", "old" }, { "fstime", 100, "x", "new" },
	};

	make_mine(rows, LENGTH(rows));
	add_steady_row("fsdisk", 10)->fingerprint = xstrdup("new");
	add_steady_row("fstime", 10)->fingerprint = xstrdup("new");
	apply(mine);
	assert_false(results[0].has_baseline);
	assert_true(results[1].has_baseline);
	score(0, 2, 1);
	assert_int_equal(scores[0].rows, 1);
	assert_true(scores[0].partial);
}

TEST(rows_unknown_to_the_baseline_have_no_score)
{
	struct result *result = add_steady_row("commit", 20);

	result->has_baseline = result->scored = false;
	score(0, 1, 0);
	score(0, 0, 0);
	assert_null(scores);
}

TEST(targets_and_copies_are_scored_apart)
{
	add_steady_row("fsdisk", 20);
	add_steady_row("fsdisk", 30)->copies = 4;
	add_steady_row("fsdisk", 40)->target = 1;
	add_steady_row("fstime", 80)->target = 1;
	score(0, 4, 3);
	assert_score(0, "File Copy", 1, 20, true);
	assert_int_equal(scores[0].target, 0);
	assert_int_equal(scores[0].copies, 1);
	assert_score(1, "File Copy", 1, 30, true);
	assert_int_equal(scores[1].copies, 4);
	assert_score(2, "File Copy", 2, sqrt(40 * 80), true);
	assert_int_equal(scores[2].target, 1);
}

/* From the scores of complete rounds, in which opposite movements cancel. */
TEST(the_interval_comes_from_the_scores_of_the_rounds)
{
	static const struct {
		double first[4], second[4], whole[3];
		size_t n;
	} rows[] = {
		{ { 100, 200, 400 }, { 400, 200, 100 }, { 200, 200, 200 }, 3 },
		{ { 100, 900, 0, 121 }, { 100, 0, 900, 121 }, { 100, 121 }, 2 },
		{ { 100, 900 }, { 100, 0 }, { 0 }, 0 },
	};

	for (size_t i = 0; i < LENGTH(rows); i++) {
		struct interval expected;

		forget();
		add_row("fsdisk", rows[i].first, 4);
		add_row("fstime", rows[i].second, 4);
		score(0, 2, 1);
		assert_int_equal(scores[0].rows, 2);
		assert_int_equal(scores[0].has_interval, rows[i].n > 0);
		if (rows[i].n == 0)
			continue;
		assert_true(statistics_log_interval(rows[i].whole, rows[i].n,
						    0.95, &expected));
		assert_relatively_near(scores[0].ci95.low, expected.low, 1e-4);
		assert_relatively_near(scores[0].ci95.high, expected.high,
				       1e-4);
	}
}
