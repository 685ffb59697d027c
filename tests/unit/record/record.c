/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Tests of the record's file: round trip, saving, and what is refused. */
#include <config.h>

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diskidx/alloc.h"
#include "diskidx/operation.h"
#include "diskidx/random.h"
#include "diskidx/record.h"
#include "../support/records.h"
#include "../support/rows.h"

#define HEAD "diskidx-record\t1\nrun\t0.1\t1\t2\t0\t1\t0\t0\n"

/*
 * A record to save, the file for it, and the records that were read back. All
 * of it is cleared behind each test.
 */
static char directory[] = "unit-record.XXXXXX", path[64];
static char error[RECORD_ERROR];
static struct record record, *loaded;
static size_t n_loaded;
static char *good;		/* the text of a record of one run */

static char *
data_path(const char *name)
{
	const char *srcdir = getenv("srcdir");

	return xprintf("%s/tests/golden/records/%s", srcdir != NULL ? srcdir :
		       ".", name);
}

/* Return the bytes of a file and a NUL, on the heap. */
static char *
content_of(const char *file, size_t *size)
{
	FILE *stream = fopen(file, "rb");
	char *bytes = xmalloc(4 * MIB);

	assert_non_null(stream);
	*size = fread(bytes, 1, 4 * MIB - 1, stream);
	bytes[*size] = '\0';
	fclose(stream);
	return bytes;
}

/* Write a new file: one that is written anew waits for the disk in ext4. */
static void
put_bytes(const char *bytes, size_t size)
{
	FILE *stream;

	unlink(path);
	stream = fopen(path, "wb");
	assert_non_null(stream);
	assert_int_equal(fwrite(bytes, 1, size, stream), size);
	assert_int_equal(fclose(stream), 0);
}

static void
put_text(const char *text)
{
	put_bytes(text, strlen(text));
}

/* Append a text, and free it. */
static void
append_text(char *text)
{
	FILE *stream = fopen(path, "ab");

	assert_non_null(stream);
	assert_true(fputs(text, stream) >= 0);
	assert_int_equal(fclose(stream), 0);
	free(text);
}

static bool
is_there(void)
{
	struct stat st;

	return lstat(path, &st) == 0;
}

static void
forget_loaded(void)
{
	for (size_t i = 0; i < n_loaded; i++)
		record_free(&loaded[i]);
	free(loaded);
	loaded = NULL;
	n_loaded = 0;
}

BEFORE_ALL(make_directory)
{
	char *file = data_path("good-one-run.record");
	size_t size;

	good = content_of(file, &size);
	free(file);
	return mkdtemp(directory) != NULL ? 0 : -1;
}

AFTER_ALL(remove_directory)
{
	free(good);
	return rmdir(directory);
}

BEFORE_EACH(set_up)
{
	snprintf(path, sizeof(path), "%s/the record", directory);
	memset(&record, 0, sizeof(record));
	return 0;
}

AFTER_EACH(tear_down)
{
	record_free(&record);
	forget_loaded();
	unlink(path);
	return 0;
}

static void
save(const struct record *run)
{
	assert_int_equal(record_save(run, path, false, error),
			 0);
}

/* Return 0 if a record can be saved there, or -errno. */
static int
check(const char *place)
{
	return record_check(place, 1, error);
}

/* Load a file that has so many runs. */
static void
load_from(const char *file, size_t n)
{
	forget_loaded();
	error[0] = '\0';
	n_loaded = record_load(file, &loaded, error);
	assert_string_equal(error, "");
	assert_int_equal(n_loaded, n);
}

/* Fail unless the file is refused so; both begin with its path. */
static void
assert_refused(const char *file, const char *expected)
{
	size_t length = strlen(file);

	assert_int_equal(record_load(file, &loaded, error), 0);
	assert_null(loaded);
	assert_memory_equal(error, file, length);
	assert_string_equal(error + length, expected);
}

/* Save the record, load it and compare them, and leave no file. */
static void
round_trip(void)
{
	save(&record);
	load_from(path, 1);
	record_same(&record, loaded);
	unlink(path);
}

/* Lose nothing: a record that is read and written is the same to the byte. The
 * extremes have each kind of line. */
TEST(a_committed_record_is_written_as_it_was_read)
{
	static const char *const names[] = {
		"../details.record", "../disk.record",
		"../flags.record", "../sweeps.record",
		"../unixbench.record", "good-two-runs.record",
		"good-extremes.record",	/* any values, and the largest */
	};
	char *file, *before, *after;
	size_t size, i, j;

	for (i = 0; i < LENGTH(names); i++) {
		file = data_path(names[i]);
		before = content_of(file, &size);
		forget_loaded();
		n_loaded = record_load(file, &loaded, error);
		assert_true(n_loaded > 0);
		after = xstrdup("diskidx-record\t1\n");
		for (j = 0; j < n_loaded; j++)
			after = xjoin(after, "", record_text(&loaded[j]));
		assert_string_equal(after, before);
		free(file);
		free(before);
		free(after);
	}
}

TEST(a_long_series_takes_several_lines)
{
	synthetic_record(&record, 3);
	for (uint64_t i = 1; i <= 100000; i++)
		sample_tick(&record.result[1].sample[2],
			    UINT64_C(10000000000) + i * 100000000,
			    UINT64_C(100000000000) + i * 1000000007);
	round_trip();
}

/* The writes of a mix have the points of its series. */
TEST(the_writes_of_a_series_belong_to_it)
{
	static const char *const wrong[] = {
		"5:100 5:40 5:0", "6:100 5:40", "5:130 5:0", "5:100 5:101",
	};
	struct sample *sample;
	char *text, *at, *all;

	synthetic_record(&record, 1);
	sample = &record.result[1].sample[0];
	free(sample->tick);
	sample->tick = NULL;
	sample->n_ticks = 0;
	for (uint64_t i = 1; i <= 2; i++) {
		struct tick *tick = sample_tick(sample, 5 * i, 100 * i);

		tick->of[OP_WRITE].bytes = 40 * i + 60;
		tick->of[OP_READ].bytes = 60 * i - 60;
	}
	text = record_text(&record);
	at = strstr(text, "\nwritten\t");
	assert_non_null(at);
	for (size_t i = 0; i < LENGTH(wrong); i++) {
		all = xprintf("%.*s\nwritten\t%s%s", (int)(at - text), text,
			      wrong[i], strchr(at + 1, '\n'));
		put_text("diskidx-record\t1\n");
		append_text(all);
		n_loaded = record_load(path, &loaded, error);
		assert_int_equal(n_loaded, 0);
		assert_has(error, "these are no writes of the series");
	}
	free(text);
	unlink(path);
	save(&record);
	load_from(path, 1);
	sample = &loaded->result[1].sample[0];
	assert_int_equal(sample->tick[0].of[OP_WRITE].bytes, 100);
	assert_int_equal(sample->tick[1].of[OP_WRITE].bytes, 140);
	assert_int_equal(sample->tick[1].of[OP_READ].bytes, 60);
	unlink(path);
}

/* Saving. */

TEST(what_is_no_record_is_refused_and_left_alone)
{
	static const char *const text[] = {
		"", "dear diary\n", "\n", "diskidx-record\t1",
		"diskidx-record\t2\nend\t1\n",
		/* A run can be appended behind these, but none is there. */
		"diskidx-record\t1\n", HEAD, HEAD "end\t2", HEAD "end\t\n",
		HEAD "send\t2\n", HEAD "end\t2\n\n",
		HEAD "note\tx\ty\nend\t3\n",
	};
	size_t size;

	synthetic_record(&record, 1);
	for (size_t i = 0; i < LENGTH(text); i++) {
		char *after;

		put_text(text[i]);
		assert_int_equal(check(path), -EINVAL);
		if (i < 5)
			assert_int_equal(record_save(&record, path, false,
						     error),
					 -EINVAL);
		after = content_of(path, &size);
		assert_string_equal(after, text[i]);
		free(after);
	}
}

TEST(a_record_that_is_to_be_new_is_not_appended_to)
{
	synthetic_record(&record, 1);
	save(&record);
	assert_int_equal(record_save(&record, path, true, error), -EEXIST);
	load_from(path, 1);
}

TEST(what_the_reader_refuses_is_not_saved)
{
	synthetic_record(&record, 1);
	save(&record);
	record.ended_s = UINT64_MAX;
	assert_int_equal(record_save(&record, path, false, error), -EINVAL);
	assert_has(error, "cannot save the record: its text:2: ended_s: 1844");
	load_from(path, 1);
	unlink(path);
	assert_int_equal(record_save(&record, path, true, error), -EINVAL);
	assert_false(is_there());
}

/* Put a good record, so much of its run again, and another text. */
static void
put_cut(size_t size, const char *behind)
{
	char *text = xprintf("%s%.*s%s", good, (int)size,
			     strchr(good, '\n') + 1, behind);

	put_text(text);
	free(text);
}

/* Fail unless so many runs are read, with a warning or without. */
static void
assert_runs(size_t n, bool cut)
{
	forget_loaded();
	n_loaded = record_load(path, &loaded, error);
	assert_int_equal(n_loaded, n);
	assert_int_equal(error[0] != '\0', cut);
	if (cut)
		assert_has(error, ": a run was cut off here; it is left out");
}

TEST(a_run_that_was_cut_off_anywhere_is_left_out)
{
	const char *run = strchr(good, '\n') + 1;
	char *marked = xprintf("\ncut\n%s", run);
	char *twice = xprintf("\ncu\ncut\n%s", run);
	size_t size = strlen(run);

	/* At every place near the ends, and at some between. */
	for (size_t i = 0; i <= size;
	     i += i < 100 || i + 100 > size ? 1 : 7) {
		put_cut(i, "");
		assert_runs(1 + (i == size), i > 0 && i < size);
		put_cut(i, marked);
		assert_runs(2 + (i + 1 >= size), i + 1 != size);
		put_cut(i, "\ncu");
		assert_runs(1 + (i + 1 >= size), true);
		put_cut(i, twice);
		assert_runs(2 + (i + 1 >= size), true);
	}
	free(marked);
	free(twice);
}

/* But for the end of the last line, without which it counts as cut off. */
TEST(a_record_with_any_byte_changed_is_refused)
{
	char *file = data_path("good-two-runs.record"), *text;
	struct random random;
	size_t size;

	text = content_of(file, &size);
	random_seed(&random, 42);
	for (char *at = text; at < text + size - 1; at++) {
		char old = *at;

		do {
			*at = (char)random_below(&random, 256);
		} while (*at == old);
		put_bytes(text, size);
		if (record_load(path, &loaded, error) != 0)
			fail_msg("%zu: %d is %d", (size_t)(at - text), old,
				 *at);
		*at = old;
	}
	text[size - 1] = ' ';
	put_bytes(text, size);
	assert_runs(1, true);
	free(text);
	free(file);
}

/* Counts that belong together must agree, whatever the checksum says. */
TEST(counts_that_disagree_are_refused)
{
	for (int i = 0; i < 4; i++) {
		struct totals *total;

		synthetic_record(&record, 1);
		total = &record.result[1].sample[0].total;
		total->bytes += i == 0;
		total->moved[OP_WRITE] += i == 1;
		total->ios[OP_READ] -= i == 2;
		put_text("diskidx-record\t1\n");
		append_text(record_text(&record));
		n_loaded = record_load(path, &loaded, error);
		assert_int_equal(n_loaded > 0, i == 3);
		if (i < 3)
			assert_has(error, i < 2 ? ": bytes are not those that" :
				   ": count is not that of the requests");
		record_free(&record);
		forget_loaded();
	}
}

TEST(a_changed_run_is_named_by_its_number)
{
	char *file = data_path("good-two-runs.record"), *text, *at;
	size_t size;

	text = content_of(file, &size);
	at = strstr(strstr(text, "\nend\t"), "\nhost\t") + 1;
	strchr(at, '\n')[-1]++;
	put_bytes(text, size);
	assert_int_equal(record_load(path, &loaded, error), 0);
	assert_has(error, ": run 2 was changed: its checksum is ");
	free(text);
	free(file);
}

/* What is cut off later excuses no run that has its end, or another behind. */
TEST(a_damaged_run_is_none_that_was_cut_off)
{
	static const struct {
		const char *find, *put, *why;
	} row[] = {
		{ "depths", "deaths", ": unknown line \"deaths\"" },
		{ "end\t31", "end\t32", ": the run should have 32 lines" },
	};
	const char *run = strchr(good, '\n') + 1, *at;
	char *text;

	for (size_t i = 0; i < LENGTH(row); i++) {
		at = strstr(good, row[i].find);
		assert_non_null(at);
		text = xprintf("%.*s%s%s%.*s\ncut\n%s", (int)(at - good),
			       good, row[i].put, at + strlen(row[i].find),
			       i == 0 ? 0 : 300, run, run);
		put_text(text);
		free(text);
		assert_int_equal(record_load(path, &loaded, error), 0);
		assert_has(error, row[i].why);
	}
}

TEST(a_run_is_appended_behind_one_that_was_cut_off)
{
	static const size_t sizes[] = { 1, 3, 4, 40, 600 };

	synthetic_record(&record, 2);
	for (size_t i = 0; i < LENGTH(sizes); i++) {
		put_cut(sizes[i], "");
		assert_int_equal(check(path), 0);
		assert_has(error, ": a run was cut off here");
		save(&record);
		save(&record);
		assert_runs(3, true);
		record_same(&record, &loaded[1]);
		record_same(&record, &loaded[2]);
	}
}

/* Save on a disk that is full after so many bytes of a file. */
static int
save_within(size_t size)
{
	int rc;

	signal(SIGXFSZ, SIG_IGN);
	limit_file_size(size);
	rc = record_save(&record, path, false, error);
	limit_file_size(RLIM_INFINITY);
	return rc;
}

TEST(a_run_that_does_not_fit_is_taken_back)
{
	size_t before_size, after_size;
	char *before, *after;

	synthetic_record(&record, 1);
	save(&record);
	before = content_of(path, &before_size);
	assert_int_equal(save_within(before_size + 1000), -EFBIG);
	after = content_of(path, &after_size);
	assert_int_equal(after_size, before_size);
	assert_memory_equal(after, before, before_size);
	free(before);
	free(after);
	unlink(path);
	assert_int_equal(save_within(1000), -EFBIG);
	assert_false(is_there());
}

/* Reading. */

/*
 * Put a good record with one place changed: `put` for the first `find`. With
 * "-" to put, the file ends there; with "-" to find, it is `put` alone.
 */
static void
put_edited(const char *find, const char *put)
{
	bool is_cut = strcmp(put, "-") == 0, is_all = strcmp(find, "-") == 0;
	const char *at = is_all ? good : strstr(good, find);
	char *text;

	if (at == NULL)
		fail_msg("no \"%s\"", find);
	text = xprintf("%.*s%s%s", (int)(at - good), good, is_cut ? "" : put,
		       is_cut || is_all ? "" : at + strlen(find));
	put_text(text);
	free(text);
}

TEST_ROWS("record", bad_files_are_refused_with_the_line_and_the_reason)
{
	put_edited(field[0], field[1]);
	assert_refused(path, field[2]);
}

/* Fail unless that line is refused so, before line 18 of a good record. */
static void
assert_line_refused(const char *line, const char *expected)
{
	char *put = xprintf("%s\ndevice\t21", line);

	put_edited("device\t21", put);
	assert_refused(path, expected);
	free(put);
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
		assert_line_refused(line, expected);
		free(expected);
	}
	/* Nor is one found where there is none: bytes that are near. */
	memset(line, 0, sizeof(line));
	for (int i = 0; i < 40; i++)
		line[i] = " ~\200\377\237!}\300"[i % 8];
	expected = xprintf(":18: unknown line \"%s\"", line);
	assert_line_refused(line, expected);
	free(expected);
}

TEST(a_line_may_be_as_long_as_a_mebibyte_with_its_end)
{
	const int room = (int)MIB - (int)strlen("note\t\n");
	char *text = xmalloc(3 * MIB);

	memset(text, 'x', 3 * MIB);
	put_bytes(text, 3 * MIB);
	free(text);
	assert_refused(path, ":1: the line is longer than 1 MiB");
	for (int more = 0; more < 2; more++) {
		text = xprintf(HEAD "note\t%0*d\nend\t3\n", room + more, 7);
		put_text(text);
		free(text);
		if (more == 0)
			load_from(path, 1);
	}
	forget_loaded();
	assert_refused(path, ":3: the line is longer than 1 MiB");
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
	for (size_t i = 0; i < 2; i++) {
		struct visit v = { .thin = i == 1 };

		synthetic_record(&v.expected[0], 1);
		synthetic_record(&v.expected[1], 2);
		save(&v.expected[0]);
		save(&v.expected[1]);
		assert_int_equal(record_each(path, NULL, v.thin, visit, &v,
					     error), 2);
		assert_int_equal(v.n, 2);
		record_free(&v.expected[0]);
		record_free(&v.expected[1]);
		unlink(path);
	}
}

/* Count runs, and free them. */
static void
count_run(void *context, struct record *run)
{
	*(size_t *)context += 1;
	record_free(run);
}

TEST(runs_before_a_damaged_one_are_handed_over_and_it_fails)
{
	size_t n = 0;

	put_edited("end\t31\n", "end\t31\nrun\t0.1\n");
	assert_int_equal(record_each(path, NULL, true, count_run, &n, error),
			 0);
	assert_int_equal(n, 1);
	assert_has(error, ":33: ");
}

/* Records as baselines. */

static struct baseline *
baseline_of_record(void)
{
	struct baseline *baseline;

	error[0] = '\0';
	baseline = record_baseline(path, error);
	assert_string_equal(error, "");
	return baseline;
}

/* The second run takes four times as long, so it is a quarter as fast. */
TEST(a_baseline_of_a_record_is_the_geometric_mean_over_its_runs)
{
	struct baseline *baseline;
	struct record two;

	synthetic_record(&record, 1);
	synthetic_record(&two, 1);
	for (size_t i = 0; i < two.result[1].n_samples; i++)
		two.result[1].sample[i].total.elapsed_ns *= 4;
	save(&record);
	save(&two);
	record_summarise(&record, baseline_by_name("hdd-7200"));
	baseline = baseline_of_record();
	assert_string_equal(baseline->version, "the-record");
	/* The other rows are flagged and n/a. */
	assert_int_equal(baseline->n_rows, 1);
	assert_string_equal(baseline->row[0].id, "rand-mixed-q32");
	assert_relatively_near(baseline->row[0].value,
			       record.result[1].summary.value / 2, 1e-12);
	assert_string_equal(baseline->row[0].fingerprint,
			    record.result[1].test.fingerprint);
	baseline_free(baseline);
	record_free(&two);
}

TEST(a_baseline_of_a_record_knows_its_first_target_and_copies_alone)
{
	struct baseline *baseline;
	struct result *null;

	synthetic_record(&record, 1);
	synthetic_result(&record, "commit", 2, 4)->test.copies = 2;
	synthetic_result(&record, "rand-read-q32", 2, 5)->test.target = 1;
	null = synthetic_result(&record, "rand-read-q1", 2, 6);
	strcpy(null->test.engine, "null");
	synthetic_result(&record, "fsdisk", 2, 7);
	save(&record);
	baseline = baseline_of_record();
	assert_int_equal(baseline->n_rows, 2);
	assert_string_equal(baseline->row[0].id, "rand-mixed-q32");
	assert_string_equal(baseline->row[1].id, "fsdisk");
	baseline_free(baseline);
	/* That of its first row, whichever that is. */
	for (size_t i = 0; i < record.n_results; i++)
		record.result[i].test.target ^= 1;
	unlink(path);
	save(&record);
	baseline = baseline_of_record();
	assert_int_equal(baseline->n_rows, 2);
	assert_string_equal(baseline->row[1].id, "fsdisk");
	baseline_free(baseline);
}

TEST(a_file_is_a_record_by_its_beginning)
{
	static const char *const is_none[] = {
		"", "diskidx-record", "diskidx-record 1\n",
		"diskidx-baseline\t1\tmine\n", "\ndiskidx-record\t1\n",
	};

	assert_false(record_is(path));
	assert_false(record_is(directory));
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_false(record_is(path));
	unlink(path);
	for (size_t i = 0; i < LENGTH(is_none); i++) {
		put_text(is_none[i]);
		assert_false(record_is(path));
	}
	put_text("diskidx-record\t");
	assert_true(record_is(path));
	put_text("diskidx-record\t9\n");
	assert_true(record_is(path));
}
