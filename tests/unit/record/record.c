/* Tests of the record's file: round trip, saving, and what is refused. */
#include <config.h>

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/alloc.h"
#include "diskidx/operation.h"
#include "diskidx/random.h"
#include "diskidx/record.h"
#include "diskidx/flags.h"
#include "../support/record-load.h"
#include "../support/record-same.h"
#include "../support/synthetic.h"
#include "../support/test.h"

#define ERROR_SIZE 300

/* What one file holds, whole. */
struct content {
	char *bytes;
	size_t size;
};

static char directory[] = "unit-record.XXXXXX";

/* A path in the test's own directory, on the heap. */
static char *
path_of(const char *name)
{
	return xprintf("%s/%s", directory, name);
}

static char *
data_path(const char *name)
{
	const char *srcdir = getenv("srcdir");

	return xprintf("%s/tests/data/records/%s", srcdir != NULL ? srcdir : ".",
		       name);
}

static struct content
content_of(const char *path)
{
	struct content content = { NULL, 0 };
	struct stat st;
	FILE *stream = fopen(path, "rb");

	assert_non_null(stream);
	assert_int_equal(fstat(fileno(stream), &st), 0);
	content.size = (size_t)st.st_size;
	content.bytes = xmalloc(content.size + 1);
	assert_int_equal(fread(content.bytes, 1, content.size, stream),
			 content.size);
	content.bytes[content.size] = '\0';
	fclose(stream);
	return content;
}

static void
put_content(const char *path, const char *bytes, size_t size)
{
	FILE *stream = fopen(path, "wb");

	assert_non_null(stream);
	assert_int_equal(fwrite(bytes, 1, size, stream), size);
	assert_int_equal(fclose(stream), 0);
}

static void
put_text(const char *path, const char *text)
{
	put_content(path, text, strlen(text));
}

static bool
is_there(const char *path)
{
	struct stat st;

	return lstat(path, &st) == 0;
}

static void
free_records(struct record *records, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		record_free(&records[i]);
	free(records);
}

/* Loads a file that must be good. */
static size_t
load(const char *path, struct record **records)
{
	char error[ERROR_SIZE] = "";
	size_t n = record_load(path, records, error, sizeof(error));

	assert_string_equal(error, "");
	assert_true(n > 0);
	return n;
}

/* Saves to a new file of that name, loads, compares; both are freed. */
static void
round_trip(struct record *record, const char *name)
{
	struct record *loaded;
	char *path = path_of(name);

	assert_int_equal(record_save(record, path), 0);
	assert_int_equal(load(path, &loaded), 1);
	record_same(record, loaded);
	free_records(loaded, 1);
	unlink(path);
	free(path);
	record_free(record);
}

TEST(a_record_comes_back_as_it_was)
{
	struct record record;

	synthetic_record(&record, UINT64_MAX - 5);
	round_trip(&record, "trip");
}

TEST(a_sample_without_evidence_comes_back)
{
	struct record record;
	struct sample sample;

	synthetic_record(&record, 3);
	memset(&sample, 0, sizeof(sample));
	sample.round = 7;
	sample.bounded = true;
	result_add_sample(&record.result[2], &sample);
	round_trip(&record, "bare");
}

/* What is written of a record with one more sample, on the heap. */
static char *
written_with(struct record *record, const struct sample *sample)
{
	char *path = path_of("written");
	struct content content;

	result_add_sample(&record->result[2], sample);
	assert_int_equal(record_save(record, path), 0);
	content = content_of(path);
	unlink(path);
	free(path);
	return content.bytes;
}

TEST(processor_times_come_back_behind_the_device)
{
	struct record record;
	struct sample sample;
	char *text;

	synthetic_record(&record, 3);
	memset(&sample, 0, sizeof(sample));
	sample.round = 1;
	sample.has_device = sample.has_processors = true;
	sample.processors.total_ns = UINT64_C(1) << 62;
	sample.processors.busy_ns = 2;
	sample.processors.stolen_ns = 3;
	sample.total.depth_seen[0] = 1;
	text = written_with(&record, &sample);
	assert_non_null(strstr(text, "\t0\t0\nprocessors\t4611686018427387904"
			       "\t2\t3\ndepths\t1\t"));
	free(text);
	round_trip(&record, "processors");

	synthetic_record(&record, 3);
	sample.has_processors = false;
	memset(&sample.processors, 0, sizeof(sample.processors));
	text = written_with(&record, &sample);
	assert_non_null(strstr(text, "\ndevice\t0\t0\t0\t0\t0\t0\t0\t0\t0\t0"
			       "\ndepths\t1\t"));
	free(text);
	round_trip(&record, "none");
}

TEST(a_quota_comes_back_behind_the_processors_and_only_there)
{
	struct record record;
	struct sample sample;
	char *text;

	synthetic_record(&record, 3);
	memset(&sample, 0, sizeof(sample));
	sample.round = 1;
	sample.has_processors = true;
	sample.processors.periods = 21;
	text = written_with(&record, &sample);
	assert_non_null(strstr(text, "\nprocessors\t0\t0\t0\nquota\t21\t0\t0"
			       "\nend\t"));
	free(text);
	round_trip(&record, "quota");

	synthetic_record(&record, 3);
	sample.processors.limited_periods = 20;
	sample.processors.limited_ns = UINT64_C(1) << 62;
	sample.total.depth_seen[0] = 1;
	text = written_with(&record, &sample);
	assert_non_null(strstr(text, "\nquota\t21\t20\t4611686018427387904"
			       "\ndepths\t1\t"));
	free(text);
	round_trip(&record, "limited");

	synthetic_record(&record, 3);
	memset(&sample.processors, 0, sizeof(sample.processors));
	text = written_with(&record, &sample);
	assert_non_null(strstr(text, "\nprocessors\t0\t0\t0\ndepths\t1\t"));
	free(text);
	round_trip(&record, "unlimited");
}

TEST(an_empty_record_comes_back)
{
	struct record record;

	memset(&record, 0, sizeof(record));
	record.version = xstrdup("0.1");
	round_trip(&record, "nothing");
}

TEST(the_ends_of_the_histogram_come_back)
{
	struct record record;
	struct sample sample;
	struct histogram *h = xmalloc(sizeof(*h));

	synthetic_record(&record, 3);
	memset(&sample, 0, sizeof(sample));
	sample.round = 1;
	histogram_clear(h);
	histogram_record(h, 0);
	histogram_record(h, 1);
	sample.latency[LAT][OP_READ] = histogram_pack(h);
	histogram_clear(h);
	histogram_record(h, UINT64_MAX);
	sample.latency[LAT][OP_WRITE] = histogram_pack(h);
	sample.latency[CLAT][OP_WRITE] = histogram_pack(h);
	free(h);
	result_add_sample(&record.result[2], &sample);
	round_trip(&record, "ends");
}

TEST(a_gap_of_one_bucket_is_not_said)
{
	struct record record;
	struct sample sample;
	struct histogram *h = xmalloc(sizeof(*h));
	char *path = path_of("gap");
	struct content content;

	synthetic_record(&record, 3);
	memset(&sample, 0, sizeof(sample));
	sample.round = 1;
	histogram_clear(h);
	histogram_record(h, 1);
	histogram_record(h, 1);
	histogram_record(h, 2);
	histogram_record(h, 4);
	sample.latency[SLAT][OP_WRITE] = histogram_pack(h);
	free(h);
	result_add_sample(&record.result[2], &sample);
	assert_int_equal(record_save(&record, path), 0);
	content = content_of(path);
	assert_non_null(strstr(content.bytes,
			       "\nsubmission\twrite\t4\t8\t1\t4\t2 1 2:1\n"));
	free(content.bytes);
	unlink(path);
	free(path);
	round_trip(&record, "gap");
}

TEST(a_long_series_takes_several_lines)
{
	struct record record;
	uint64_t i;

	synthetic_record(&record, 3);
	for (i = 1; i <= 100000; i++)
		sample_tick(&record.result[1].sample[2],
			    UINT64_C(10000000000) + i * 100000000,
			    UINT64_C(100000000000) + i * 1000000007);
	round_trip(&record, "series");
}

TEST(a_text_loses_its_control_characters)
{
	struct record record, *loaded;
	char *path = path_of("text");

	synthetic_record(&record, 1);
	record_note(&record, "tab\there, line\nend, escape\033[1m");
	assert_int_equal(record_save(&record, path), 0);
	load(path, &loaded);
	assert_string_equal(loaded->note[1],
			    "tab here, line end, escape [1m");
	free_records(loaded, 1);
	record_free(&record);
	unlink(path);
	free(path);
}

TEST(a_note_is_kept_once)
{
	struct record record;

	memset(&record, 0, sizeof(record));
	record_note(&record, "%s %d", "note", 1);
	record_note(&record, "note 1");
	record_note(&record, "note 2");
	assert_int_equal(record.n_notes, 2);
	assert_string_equal(record.note[0], "note 1");
	record_free(&record);
}

/* Counts a histogram that is there, and its cells. */
static void
count_cells(const struct histogram_packed *packed, size_t *histograms,
	    size_t *cells)
{
	*histograms += packed != NULL;
	*cells += packed != NULL ? packed->used : 0;
}

TEST(a_default_run_stays_under_400_kb)
{
	struct record record;
	char *text = NULL;
	size_t size = 0, i, j, cells = 0, histograms = 0;
	FILE *stream = open_memstream(&text, &size);
	const struct sample *sample;

	synthetic_suite(&record, 1);
	for (i = 0; i < record.n_results; i++) {
		for (j = 0; j < 2 * record.result[i].n_samples; j++) {
			sample = &record.result[i].sample[j / 2];
			count_cells(sample->latency[LAT][j % 2], &histograms,
				    &cells);
			count_cells(sample->latency[CLAT][j % 2], &histograms,
				    &cells);
		}
	}
	assert_true(histograms >= 8 * 19 && cells / histograms > 280);
	assert_int_equal(record_write(&record, stream), 0);
	fclose(stream);
	assert_in_range(size, 100000, 400000);
	free(text);
	record_free(&record);
}

TEST(summarising_fills_the_second_part)
{
	struct record record;

	synthetic_record(&record, 1);
	record_summarise(&record, baseline_by_name("george"));
	record_summarise(&record, baseline_by_name("george"));
	assert_string_equal(record.baseline, "george-1");
	assert_true(record.n_scores > 0);
	assert_true(record.result[0].flags & 1u << FLAG_SHORT);
	assert_true(record.result[1].has_value);
	assert_false(record.result[2].has_value);
	record_free(&record);
}

/* Saving. */

TEST(a_new_file_leaves_nothing_beside_it)
{
	struct record record;
	char *path = path_of("new");

	synthetic_record(&record, 1);
	assert_int_equal(record_check(path), 0);
	assert_false(is_there(path));
	assert_int_equal(record_save(&record, path), 0);
	record_free(&record);
	assert_int_equal(unlink(path), 0);
	/* It is empty again, or this would fail. */
	assert_int_equal(rmdir(directory), 0);
	assert_int_equal(mkdir(directory, 0700), 0);
	free(path);
}

TEST(appending_keeps_the_first_run_byte_for_byte)
{
	struct record one, two, *loaded;
	struct content before, after;
	char *path = path_of("runs");

	synthetic_record(&one, 1);
	synthetic_record(&two, 2);
	assert_int_equal(record_save(&one, path), 0);
	before = content_of(path);
	assert_int_equal(record_check(path), 0);
	assert_int_equal(record_save(&two, path), 0);
	after = content_of(path);
	assert_true(after.size > before.size);
	assert_memory_equal(after.bytes, before.bytes, before.size);

	assert_int_equal(load(path, &loaded), 2);
	record_same(&one, &loaded[0]);
	record_same(&two, &loaded[1]);
	free_records(loaded, 2);
	record_free(&one);
	record_free(&two);
	free(before.bytes);
	free(after.bytes);
	unlink(path);
	free(path);
}

TEST(an_empty_file_becomes_a_record)
{
	struct record record, *loaded;
	char *path = path_of("empty");

	synthetic_record(&record, 1);
	put_text(path, "");
	assert_int_equal(record_check(path), 0);
	assert_int_equal(record_save(&record, path), 0);
	assert_int_equal(load(path, &loaded), 1);
	free_records(loaded, 1);
	record_free(&record);
	unlink(path);
	free(path);
}

TEST(what_is_no_record_is_refused_and_left_alone)
{
	static const char *const text[] = {
		"dear diary\n",
		"\n",
		"diskidx-record\t1\n",
		"diskidx-record\t1",
		"diskidx-record\t2\nend\t1\n",
		"diskidx-record\t1\nrun\t0.1\t1\t2\t0\t1\t0\t0\n",
		"diskidx-record\t1\nrun\t0.1\t1\t2\t0\t1\t0\t0\nend\t2",
		"diskidx-record\t1\nrun\t0.1\t1\t2\t0\t1\t0\t0\nend\t\n",
		"diskidx-record\t1\nrun\t0.1\t1\t2\t0\t1\t0\t0\nsend\t2\n",
		"diskidx-record\t1\nrun\t0.1\t1\t2\t0\t1\t0\t0\nend\t2\n\n",
	};
	struct record record;
	struct content after;
	char *path = path_of("other");
	size_t i;

	synthetic_record(&record, 1);
	for (i = 0; i < sizeof(text) / sizeof(text[0]); i++) {
		put_text(path, text[i]);
		assert_int_equal(record_check(path), -EINVAL);
		assert_int_equal(record_save(&record, path), -EINVAL);
		after = content_of(path);
		assert_string_equal(after.bytes, text[i]);
		free(after.bytes);
	}
	record_free(&record);
	unlink(path);
	free(path);
}

TEST(a_record_that_is_broken_inside_fails_the_check)
{
	char *path = data_path("bad-cell-sum.record");

	assert_int_equal(record_check(path), -EINVAL);
	free(path);
}

TEST(what_is_no_file_is_refused)
{
	struct record record;
	char *fifo = path_of("fifo"), *link = path_of("link");

	synthetic_record(&record, 1);
	assert_int_equal(record_check(directory), -EISDIR);
	assert_int_equal(record_save(&record, directory), -EISDIR);
	assert_int_equal(mkfifo(fifo, 0600), 0);
	assert_int_equal(record_check(fifo), -EINVAL);
	assert_int_equal(record_save(&record, fifo), -EINVAL);
	assert_int_equal(symlink("nowhere/at/all", link), 0);
	assert_int_equal(record_check(link), -ENOENT);
	assert_int_equal(record_save(&record, link), -ENOENT);
	unlink(fifo);
	unlink(link);
	free(fifo);
	free(link);
	record_free(&record);
}

/* A disk that is full after so many bytes of a file. */
static void
limit_files(size_t size)
{
	struct rlimit limit;

	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
	limit.rlim_cur = size > 0 ? size : limit.rlim_max;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

TEST(a_run_that_does_not_fit_is_taken_back)
{
	struct record record;
	struct content before, after;
	char *path = path_of("full");
	int rc;

	synthetic_record(&record, 1);
	assert_int_equal(record_save(&record, path), 0);
	before = content_of(path);
	limit_files(before.size + 1000);
	rc = record_save(&record, path);
	limit_files(0);
	assert_int_equal(rc, -EFBIG);
	after = content_of(path);
	assert_int_equal(after.size, before.size);
	assert_memory_equal(after.bytes, before.bytes, before.size);
	free(before.bytes);
	free(after.bytes);
	unlink(path);

	limit_files(1000);
	rc = record_save(&record, path);
	limit_files(0);
	assert_int_equal(rc, -EFBIG);
	assert_false(is_there(path));
	record_free(&record);
	free(path);
}

TEST(a_missing_directory_is_told_before_the_run)
{
	struct record record;
	char *path = path_of("none/record");

	synthetic_record(&record, 1);
	assert_int_equal(record_check(path), -ENOENT);
	assert_int_equal(record_save(&record, path), -ENOENT);
	record_free(&record);
	free(path);
}

TEST(a_bare_name_is_in_this_directory)
{
	char name[] = "unit-record.bare.record";
	struct record record;

	synthetic_record(&record, 1);
	assert_int_equal(record_check(name), 0);
	assert_int_equal(record_save(&record, name), 0);
	assert_int_equal(record_check(name), 0);
	unlink(name);
	record_free(&record);
}

TEST(the_default_directory_follows_the_environment)
{
	char *path;

	setenv("DISKIDX_RESULTDIR", "/a", 1);
	setenv("XDG_STATE_HOME", "/b", 1);
	setenv("HOME", "/c", 1);
	path = record_directory();
	assert_string_equal(path, "/a");
	free(path);
	setenv("DISKIDX_RESULTDIR", "", 1);
	path = record_directory();
	assert_string_equal(path, "/b/diskidx");
	free(path);
	setenv("XDG_STATE_HOME", "relative", 1);
	path = record_directory();
	assert_string_equal(path, "/c/.local/state/diskidx");
	free(path);
	unsetenv("HOME");
	assert_null(record_directory());
}

/* Reading. */

TEST(good_files_are_read)
{
	struct record *records;
	char *one = data_path("good-one-run.record");
	char *two = data_path("good-two-runs.record");

	assert_int_equal(load(one, &records), 1);
	assert_int_equal(records->n_results, 2);
	assert_string_equal(records->result[0].id, "rand-read-q1");
	assert_int_equal(records->result[0].n_samples, 2);
	assert_int_equal(records->result[0].sample[1].n_ticks, 4);
	assert_true(records->result[0].sample[1].tick[3].at_ns == 2000000000);
	assert_true(records->result[0].sample[1].latency[LAT][OP_READ]->max ==
		    142000);
	assert_true(records->result[0].sample[0].total.minor_faults == 5);
	assert_true(records->result[0].sample[0].total.depth_seen[0] == 21);
	assert_true(records->result[0].sample[0].latency[SLAT][OP_READ]->max ==
		    2000);
	assert_true(records->result[0].sample[0].latency[CLAT][OP_READ]->sum ==
		    2268000);
	assert_null(records->result[0].sample[1].latency[CLAT][OP_READ]);
	assert_string_equal(records->result[1].na_reason,
			    "this file system has no direct I/O");
	free_records(records, 1);

	assert_int_equal(load(two, &records), 2);
	assert_true(records[0].seed == 7 && records[1].seed == 8);
	free_records(records, 2);
	free(one);
	free(two);
}

TEST(bad_files_are_refused_with_the_line_and_the_reason)
{
	static const struct {
		const char *name;
		unsigned line;
		const char *why;
	} bad[] = {
		{ "bad-empty", 1, "empty" },
		{ "bad-binary", 1, "a control character" },
		{ "bad-other-text", 1, "no record" },
		{ "bad-newer-version", 1, "version 2" },
		{ "bad-no-run", 1, "no run" },
		{ "bad-truncated-line", 19, "cut off" },
		{ "bad-truncated-run", 18, "ends here" },
		{ "bad-shuffled", 14, "can't follow" },
		{ "bad-cell-sum", 19, "exceed" },
		{ "bad-cell-missing", 19, "add up" },
		{ "bad-latency-minimum", 19, "min and max" },
		{ "bad-huge-number", 15, "too large" },
		{ "bad-long-sample", 15, "too large" },
		{ "bad-negative-number", 15, "is not a number" },
		{ "bad-round-twice", 21, "out of order" },
		{ "bad-duplicate-test", 29, "twice" },
		{ "bad-unknown-target", 14, "target 1" },
		{ "bad-parameters", 14, "parameters" },
		{ "bad-unit", 14, "unit" },
		{ "bad-rule", 14, "rule" },
		{ "bad-unknown-line", 13, "unknown line" },
		{ "bad-field-too-many", 16, "fields" },
		{ "bad-line-count", 29, "lines" },
		{ "bad-second-run", 33, "fields" },
		{ "bad-blanks-for-tabs", 3, "unknown line" },
		{ "bad-carriage-returns", 1, "0x0d" },
		{ "bad-old-sample", 15, "has 14 fields, not 18" },
		{ "bad-depths-missing", 19, "has 6 fields, not 7" },
		{ "bad-completion-first", 22, "can't follow" },
		{ "bad-submission-twice", 22, "submission read is out of" },
		{ "bad-gap-of-nothing", 21, "is not a pair" },
	};
	struct record *records;
	char error[ERROR_SIZE], *path, *file, *start;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		file = xprintf("%s.record", bad[i].name);
		path = data_path(file);
		start = xprintf("%s:%u: ", path, bad[i].line);
		assert_int_equal(record_load(path, &records, error,
					     sizeof(error)), 0);
		assert_null(records);
		if (strncmp(error, start, strlen(start)) != 0 ||
		    strstr(error + strlen(start), bad[i].why) == NULL ||
		    strchr(error, '\n') != NULL)
			fail_msg("%s: %s", bad[i].name, error);
		free(file);
		free(path);
		free(start);
	}
}

/* Puts `line` before or behind line 18 of a good record and loads that. */
static void
assert_line_refused(const char *line, bool behind, const char *expected)
{
	char *good = data_path("good-one-run.record"), *path = path_of("line");
	struct content content = content_of(good);
	char *cut = strstr(content.bytes, behind ? "\nlatency" : "\ndevice");
	char *text = xprintf("%.*s\n%s%s", (int)(cut - content.bytes),
			     content.bytes, line, cut), error[ERROR_SIZE];
	struct record *records;

	put_text(path, text);
	assert_int_equal(record_load(path, &records, error, sizeof(error)), 0);
	if (strncmp(error, path, strlen(path)) != 0 ||
	    strcmp(error + strlen(path), expected) != 0)
		fail_msg("%s: %s", line, error);
	unlink(path);
	free(text);
	free(content.bytes);
	free(path);
	free(good);
}

TEST(processor_times_are_read_as_strictly_as_the_rest)
{
	assert_line_refused("processors\t1\t2", false,
			    ":18: \"processors\" has 2 fields, not 3");
	assert_line_refused("processors\t1\t2\tx", false,
			    ":18: stolen_ns: \"x\" is not a number");
	assert_line_refused("processors\t4611686018427387905\t2\t3", false,
			    ":18: total_ns: 4611686018427387905 is too large");
	assert_line_refused("processors\t1\t2\t3", false,
			    ":19: \"device\" can't follow \"processors\"");
	assert_line_refused("processors\t1\t2\t3", true,
			    ":20: \"processors\" can't follow \"depths\"");
}

TEST(a_quota_is_read_as_strictly_as_the_rest)
{
	assert_line_refused("processors\t1\t2\t3\nquota\t1\t2", false,
			    ":19: \"quota\" has 2 fields, not 3");
	assert_line_refused("processors\t1\t2\t3\nquota\t1\t2\tx", false,
			    ":19: limited_ns: \"x\" is not a number");
	assert_line_refused("processors\t1\t2\t3\nquota\t2\t1\t3", false,
			    ":20: \"device\" can't follow \"quota\"");
	assert_line_refused("processors\t1\t2\t3\nquota\t2\t1\t3\nquota\t1"
			    "\t2\t3", false,
			    ":20: \"quota\" can't follow \"quota\"");
	assert_line_refused("processors\t1\t2\t3\nquota\t1\t2\t3", false,
			    ":19: more limited periods than periods");
	assert_line_refused("quota\t1\t2\t3", false,
			    ":18: \"quota\" can't follow \"resident\"");
	assert_line_refused("quota\t1\t2\t3", true,
			    ":20: \"quota\" can't follow \"depths\"");
}

TEST(a_number_of_any_length_is_read_or_too_large)
{
	/* Twenty digits and more: the largest, one more, and leading zeros. */
	assert_line_refused("processors\t18446744073709551615\t2\t3", false,
			    ":18: total_ns: 18446744073709551615 is too large");
	assert_line_refused("processors\t18446744073709551616\t2\t3", false,
			    ":18: total_ns: 18446744073709551616 is too large");
	assert_line_refused("processors\t36893488147419103233\t2\t3", false,
			    ":18: total_ns: 36893488147419103233 is too large");
	assert_line_refused("processors\t0000000000000000000000001\t2\tx",
			    false, ":18: stolen_ns: \"x\" is not a number");
}

TEST(a_control_character_is_found_wherever_it_is)
{
	static const char bad[] = "\001\010\013\015\037\177";
	char line[64], *expected;

	for (size_t at = 0; at < 40; at++) {
		size_t i = at % (sizeof(bad) - 1);

		memset(line, at % 2 != 0 ? '~' : '\t', 40);
		line[40] = '\0';
		line[at] = bad[i];
		expected = xprintf(":18: a control character (0x%02x)",
				   (unsigned)bad[i]);
		assert_line_refused(line, false, expected);
		free(expected);
	}
	/* Nor is one found where there is none: bytes that are near. */
	memset(line, 0, sizeof(line));
	for (int i = 0; i < 40; i++)
		line[i] = " ~\200\377\237!}\300"[i % 8];
	expected = xprintf(":18: unknown line \"%s\"", line);
	assert_line_refused(line, false, expected);
	free(expected);
}

TEST(a_file_that_is_not_there_is_told_without_a_line)
{
	struct record *records;
	char error[ERROR_SIZE], *path = path_of("none");
	char *expected = xprintf("%s: %s", path, strerror(ENOENT));

	assert_int_equal(record_load(path, &records, error, sizeof(error)), 0);
	assert_string_equal(error, expected);
	assert_int_equal(record_load(directory, &records, error,
				     sizeof(error)), 0);
	assert_non_null(strstr(error, strerror(EISDIR)));
	free(path);
	free(expected);
}

TEST(a_line_without_end_is_refused)
{
	const size_t size = 3 * 1024 * 1024;
	struct record *records;
	char error[ERROR_SIZE], *path = path_of("long");
	char *text = xmalloc(size);

	memset(text, 'x', size);
	put_content(path, text, size);
	assert_int_equal(record_load(path, &records, error, sizeof(error)), 0);
	assert_non_null(strstr(error, ":1: the line is longer"));
	free(text);
	unlink(path);
	free(path);
}

TEST(a_line_may_be_as_long_as_a_mebibyte_with_its_end)
{
	const int room = 1024 * 1024 - (int)strlen("note\t\n");
	char error[ERROR_SIZE], *path = path_of("longest"), *text;
	struct record *records;
	int more;

	for (more = 0; more < 2; more++) {
		text = xprintf("diskidx-record\t1\n"
			       "run\t0.1\t1\t2\t0\t1\t0\t0\n"
			       "note\t%0*d\nend\t3\n", room + more, 7);
		put_text(path, text);
		free(text);
		assert_int_equal(record_load(path, &records, error,
					     sizeof(error)), 1 - more);
		free_records(records, 1 - (size_t)more);
	}
	assert_non_null(strstr(error, ":3: the line is longer than 1 MiB"));
	unlink(path);
	free(path);
}

TEST(a_short_error_buffer_is_enough)
{
	struct record *records;
	char error[8], *path = data_path("bad-empty.record");

	assert_int_equal(record_load(path, &records, error, sizeof(error)), 0);
	assert_int_equal(strlen(error), sizeof(error) - 1);
	free(path);
}

/* One run after the other. */

struct visit {
	size_t n;
	struct record expected[2];
	bool thin;
};

static void
visit(void *context, struct record *run)
{
	struct visit *v = context;
	struct record *expected = &v->expected[v->n++];

	for (size_t i = 0; v->thin && i < expected->n_results; i++)
		for (size_t j = 0; j < expected->result[i].n_samples; j++)
			sample_drop_latencies(&expected->result[i].sample[j]);
	record_same(expected, run);
	record_free(run);
}

TEST(runs_are_handed_over_one_by_one_with_or_without_latencies)
{
	char error[ERROR_SIZE] = "", *path = path_of("each");
	struct visit v;
	size_t i, n;

	for (i = 0; i < 2; i++) {
		memset(&v, 0, sizeof(v));
		v.thin = i == 1;
		synthetic_record(&v.expected[0], 1);
		synthetic_record(&v.expected[1], 2);
		assert_int_equal(record_save(&v.expected[0], path), 0);
		assert_int_equal(record_save(&v.expected[1], path), 0);
		n = record_each(path, v.thin, visit, &v, error, sizeof(error));
		assert_string_equal(error, "");
		assert_int_equal(n, 2);
		assert_int_equal(v.n, 2);
		record_free(&v.expected[0]);
		record_free(&v.expected[1]);
		unlink(path);
	}
	free(path);
}

/* Counts runs, and frees them. */
static void
count_run(void *context, struct record *run)
{
	*(size_t *)context += 1;
	record_free(run);
}

TEST(runs_before_a_damaged_one_are_handed_over_and_it_fails)
{
	char error[ERROR_SIZE], *path = data_path("bad-second-run.record");
	size_t n = 0;

	assert_int_equal(record_each(path, true, count_run, &n, error,
				     sizeof(error)), 0);
	assert_int_equal(n, 1);
	assert_non_null(strstr(error, ":33: "));
	free(path);
}

/* Records as baselines. */

static struct baseline *
baseline_of(const char *path)
{
	char error[ERROR_SIZE] = "";
	struct baseline *baseline = record_baseline(path, error,
						    sizeof(error));

	assert_string_equal(error, "");
	assert_non_null(baseline);
	return baseline;
}

static bool
is_near(double value, double expected)
{
	return value > expected * (1 - 1e-12) && value < expected * (1 + 1e-12);
}

/* The second run takes four times as long, so it is a quarter as fast. */
TEST(a_baseline_of_a_record_is_the_geometric_mean_over_its_runs)
{
	struct record one, two;
	struct baseline *baseline;
	char *path = path_of("of runs");
	struct result *mixed;
	size_t i;

	synthetic_record(&one, 1);
	synthetic_record(&two, 1);
	mixed = &two.result[1];
	for (i = 0; i < mixed->n_samples; i++)
		mixed->sample[i].total.elapsed_ns *= 4;
	two.started_s += 86400;
	assert_int_equal(record_save(&one, path), 0);
	assert_int_equal(record_save(&two, path), 0);
	record_summarise(&one, baseline_by_name("george"));

	baseline = baseline_of(path);
	assert_string_equal(baseline->version, "of-runs");
	/* The other rows are flagged and n/a. */
	assert_int_equal(baseline->n_rows, 1);
	assert_string_equal(baseline->row[0].id, "rand-mixed-q32");
	assert_true(is_near(baseline->row[0].value, one.result[1].value / 2));
	assert_string_equal(baseline->row[0].source,
			    "2 runs on vm, 2026-11-20 to 2026-11-21");
	assert_string_equal(baseline->row[0].fingerprint,
			    one.result[1].fingerprint);
	baseline_free(baseline);
	record_free(&one);
	record_free(&two);
	unlink(path);
	free(path);
}

TEST(a_baseline_of_a_record_knows_its_first_target_and_copies_alone)
{
	struct record record;
	struct result *more;
	struct baseline *baseline;
	char *path = path_of("targets");

	synthetic_record(&record, 1);
	synthetic_result(&record, "commit", 2, 4)->copies = 2;
	synthetic_result(&record, "rand-read-q32", 2, 5)->target = 1;
	more = synthetic_result(&record, "rand-read-q1", 2, 6);
	free(more->engine);
	more->engine = xstrdup("null");
	synthetic_result(&record, "fsdisk", 2, 7);
	assert_int_equal(record_save(&record, path), 0);
	baseline = baseline_of(path);
	assert_int_equal(baseline->n_rows, 2);
	assert_string_equal(baseline->row[0].id, "rand-mixed-q32");
	assert_string_equal(baseline->row[1].id, "fsdisk");
	assert_string_equal(baseline->row[1].source,
			    "1 run on vm, 2026-11-20");
	baseline_free(baseline);
	record_free(&record);
	unlink(path);
	free(path);
}

TEST(a_record_scored_against_itself_is_ten_everywhere)
{
	struct record record;
	struct baseline *baseline;
	char *path = path_of("itself");
	size_t i;

	synthetic_record(&record, 1);
	synthetic_result(&record, "commit", 2, 4);
	synthetic_result(&record, "fsdisk", 2, 7);
	assert_int_equal(record_save(&record, path), 0);
	baseline = baseline_of(path);
	record_summarise(&record, baseline);
	assert_string_equal(record.baseline, "itself");
	for (i = 0; i < record.n_results; i++)
		assert_true(record.result[i].has_baseline ?
			    is_near(record.result[i].index, 10) :
			    !record.result[i].has_value ||
			    flags_invalidate(record.result[i].flags));
	for (i = 0; i < record.n_scores; i++)
		assert_true(is_near(record.score[i].score, 10));
	assert_int_equal(record.n_scores, 3);

	/* The same test in another mode isn't compared. */
	free(record.result[1].fingerprint);
	record.result[1].fingerprint = xstrdup("another mode");
	record_summarise(&record, baseline);
	assert_false(record.result[1].has_baseline);
	baseline_free(baseline);
	record_free(&record);
	unlink(path);
	free(path);
}

TEST(the_name_of_a_baseline_is_printable_and_short)
{
	char *path = path_of("a b\n\303\2510123456789012345678901234567890"
			     "1234567890123456789012345678901234567890");
	struct record record;
	struct baseline *baseline;

	synthetic_record(&record, 1);
	facts_free(&record.host);
	assert_int_equal(record_save(&record, path), 0);
	baseline = baseline_of(path);
	assert_string_equal(baseline->name, "a-b---0123456789012345678901234567"
			    "890123456789012345678901234567");
	assert_int_equal(strlen(baseline->name), 64);
	assert_string_equal(baseline->row[0].source,
			    "1 run on a host without a name, 2026-11-20");
	baseline_free(baseline);
	record_free(&record);
	unlink(path);
	free(path);
}

TEST(a_record_without_a_figure_is_no_baseline)
{
	char error[ERROR_SIZE], *path = path_of("figures");
	char *bad = data_path("bad-cell-sum.record"), *expected;
	struct record record;

	memset(&record, 0, sizeof(record));
	record.version = xstrdup("0.1");
	assert_int_equal(record_save(&record, path), 0);
	record_free(&record);
	expected = xprintf("%s: no figure of this record can be a baseline",
			   path);
	assert_null(record_baseline(path, error, sizeof(error)));
	assert_string_equal(error, expected);
	free(expected);

	expected = xprintf("%s:19: the buckets exceed the count", bad);
	assert_null(record_baseline(bad, error, sizeof(error)));
	assert_string_equal(error, expected);
	free(expected);
	free(bad);
	unlink(path);
	free(path);
}

TEST(a_file_is_a_record_by_its_beginning)
{
	static const struct {
		const char *text;
		bool is;
	} files[] = {
		{ "", false }, { "diskidx-record", false },
		{ "diskidx-record\t", true }, { "diskidx-record\t9\n", true },
		{ "diskidx-record 1\n", false },
		{ "diskidx-baseline\t1\tmine\n", false },
		{ "\ndiskidx-record\t1\n", false },
	};
	char *path = path_of("begins");
	size_t i;

	assert_false(record_is(path));
	assert_false(record_is(directory));
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_false(record_is(path));
	unlink(path);
	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		put_text(path, files[i].text);
		assert_int_equal(record_is(path), files[i].is);
	}
	unlink(path);
	free(path);
}

/* Changes a byte, cuts the end off, or doubles a part. */
static void
damage(struct content *content, struct random *random)
{
	size_t at = (size_t)random_below(random, content->size);

	switch (random_below(random, 4)) {
	case 0:
		content->size = at;
		break;
	case 1:
		content->bytes[at] = "\t\n 0123456789:-"[random_below(random,
								      15)];
		break;
	case 2:
		content->bytes[at] ^= (char)(1u << random_below(random, 8));
		break;
	case 3:
		memmove(content->bytes + at / 2, content->bytes + at,
			content->size - at);
		content->size -= at - at / 2;
		break;
	}
}

TEST(a_damaged_file_is_read_or_refused_but_never_crashes)
{
	char *good = data_path("good-two-runs.record");
	char *path = path_of("damaged"), *start = xprintf("%s:", path);
	struct content content;
	struct record *records;
	struct random random;
	char error[ERROR_SIZE], thin[ERROR_SIZE];
	size_t i, n, seen, refused = 0;

	random_seed(&random, 20261120);
	for (i = 0; i < 2000; i++) {
		content = content_of(good);
		damage(&content, &random);
		put_content(path, content.bytes, content.size);
		free(content.bytes);
		error[0] = thin[0] = '\0';
		seen = 0;
		n = record_load(path, &records, error, sizeof(error));
		assert_int_equal(record_each(path, true, count_run, &seen,
					     thin, sizeof(thin)), n);
		assert_string_equal(error, thin);
		if (n == 0) {
			refused++;
			assert_int_equal(strncmp(error, start, strlen(start)),
					 0);
			assert_null(strchr(error, '\n'));
		}
		for (; n > 0; n--) {
			record_summarise(&records[n - 1],
					 baseline_by_name("george"));
			record_free(&records[n - 1]);
		}
		free(records);
	}
	assert_true(refused > 1000);
	unlink(path);
	free(good);
	free(path);
	free(start);
}

BEFORE_ALL(make_directory)
{
	return mkdtemp(directory) != NULL ? 0 : -1;
}

AFTER_ALL(remove_directory)
{
	return rmdir(directory);
}
