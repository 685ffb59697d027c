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

#include "diskidx/base/alloc.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/prng.h"
#include "diskidx/base/say.h"
#include "diskidx/record/record.h"
#include "../support/records.h"
#include "../support/rows.h"

#define HEAD "diskidx-record\t1\nrun\t0.1\t1\t2\t0\t1\t0\t0\n"

/*
 * A record to save, the file for it, and the records that were read back. All
 * of it is cleared behind each test.
 */
static char directory[] = "unit-record.XXXXXX", path[64];
static const char *error;
static struct record record, *loaded;
static size_t n_loaded;
static char *good;		/* the text of a record of one run */

/*
 * Make two targets and three results: one with latencies, one that is n/a, and
 * one, of File Copy, that earns a flag.
 */
static void
make_record(uint64_t seed)
{
	struct result *result;

	record = (struct record){
		.version = xstrdup("0.1"),
		.started_s = 1795193679,	/* Fri Nov 20 2026 16:54:39 */
		.ended_s = 1795193679 + 432, .utc_offset_s = -5400,
		.seed = seed, .interrupted = true,
	};
	facts_set(&record.host, FACT_HOSTNAME, "vm");
	synthetic_target(&record, "/srv/one");
	facts_set(synthetic_target(&record, "/srv/two"), FACT_FILESYSTEM,
		  "ext4");
	record_note(&record, "the file is smaller than memory");

	texts_add(&record.global, "size=1g");
	texts_add(&record.global, "time_based");

	result = synthetic_result(&record, "fstime", 2, seed + 1);
	result->test.job_name = xstrdup("a job");
	result->test.group = 3;
	texts_add(&result->test.given, "bs=4k");
	texts_add(&result->test.given, "bsrange=4k-8k");
	texts_add(&result->test.given, "size=2g");
	/* Under half of its time. */
	result->sample[1].total.elapsed_ns /= 4;
	result->sample[1].bounded = false;
	synthetic_result(&record, "rand-mixed-q32", 3, seed + 2);
	record.result[1].sample[2].uneven = true;
	result = synthetic_result(&record, "seq-read-direct", 0, seed + 3);
	result->test.na_reason = xstrdup("tmpfs has no direct I/O");
	result->test.target = 1;
}

/* Fail unless the same is saved of both. */
static void
record_same(const struct record *a, const struct record *b)
{
	char *text_a = record_text(a), *text_b = record_text(b);

	assert_string_equal(text_a, text_b);
	free(text_a);
	free(text_b);
}

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

static void
forget_loaded(void)
{
	while (n_loaded > 0)
		record_free(&loaded[--n_loaded]);
	free(loaded);
	loaded = NULL;
}

static void
keep(void *context, struct record *run)
{
	(void)context;
	*xadd(loaded, n_loaded) = *run;
}

/* Load every run of a file. Return their number, or 0 if it is refused. */
static size_t
load_from(const char *file)
{
	forget_loaded();
	if (record_each(file, NULL, 0, keep, NULL, &error) == 0)
		forget_loaded();
	return n_loaded;
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
	assert_int_equal(record_save(run, path, false, &error), 0);
}

/* Load the file, that has so many runs. */
static void
load(size_t n)
{
	assert_int_equal(load_from(path), n);
	assert_string_equal(error, "");
}

/* Fail unless the file is refused so; both begin with its path. */
static void
assert_refused(const char *expected)
{
	size_t length = strlen(path);

	assert_int_equal(load_from(path), 0);
	assert_memory_equal(error, path, length);
	assert_string_equal(error + length, expected);
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
		assert_true(load_from(file) > 0);
		after = say("diskidx-record\t1\n");
		for (j = 0; j < n_loaded; j++) {
			char *text = record_text(&loaded[j]);

			after = say_join(after, "", strchr(text, '\n') + 1);
			free(text);
		}
		assert_string_equal(after, before);
		free(file);
		free(before);
	}
}

/* The section comes before [global], and a key alone is empty. */
TEST(what_a_job_was_given_is_found)
{
	const struct result *first, *second;

	make_record(1);
	first = &record.result[0];
	second = &record.result[1];
	assert_string_equal(record_given(&record, first, "size"), "2g");
	assert_string_equal(record_given(&record, second, "size"), "1g");
	assert_string_equal(record_given(&record, first, "bs"), "4k");
	assert_string_equal(record_given(&record, first, "time_based"), "");
	assert_null(record_given(&record, first, "time"));
	assert_null(record_given(&record, second, "bs"));
}

/* The writes of a mix have the points of its series. */
TEST(a_long_series_and_its_writes_take_several_lines)
{
	const uint64_t at_ns = UINT64_C(10000000000);
	const struct sample *sample;
	struct tick *tick;

	make_record(3);
	for (uint64_t i = 1; i <= 100000; i++) {
		tick = sample_tick(&record.result[1].sample[2],
				   at_ns + i * 100000000,
				   10 * at_ns + i * 1000000007);
		tick->of[OP_WRITE].bytes = i * 40;
		tick->of[OP_READ].bytes = tick->bytes - i * 40;
	}
	save(&record);
	load(1);
	record_same(&record, loaded);
	sample = &loaded->result[1].sample[2];
	tick = &sample->tick[sample->n_ticks - 1];
	assert_int_equal(tick->of[OP_WRITE].bytes, 4000000);
	assert_int_equal(tick->of[OP_READ].bytes, tick->bytes - 4000000);
}

/* Give each counter of a struct a value less than the one before it. */
static void
number(void *counters, size_t size, uint64_t from)
{
	uint64_t *counter = counters;

	for (size_t i = 0; i < size / sizeof(*counter); i++)
		counter[i] = from - i;
}

TEST(each_counter_of_a_sample_is_saved)
{
	struct sample *sample, *same;

	make_record(1);
	sample = &synthetic_result(&record, "seq-read-direct", 1, 2)->sample[0];
	sample_free(sample);
	*sample = (struct sample){ .round = 1, .has_inblock = true,
				   .has_device = true, .has_processors = true };
	number(&sample->total, sizeof(sample->total), 100);
	number(&sample->device, sizeof(sample->device), 200);
	number(&sample->processors, sizeof(sample->processors), 300);
	sample->total.bytes = sample->total.moved[OP_READ] +
			      sample->total.moved[OP_WRITE];
	save(&record);
	load(1);
	same = &loaded->result[3].sample[0];
	assert_memory_equal(&same->total, &sample->total,
			    sizeof(sample->total));
	assert_memory_equal(&same->device, &sample->device,
			    sizeof(sample->device));
	assert_memory_equal(&same->processors, &sample->processors,
			    sizeof(sample->processors));
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

	make_record(1);
	for (size_t i = 0; i < LENGTH(text); i++) {
		char *after;

		put_text(text[i]);
		assert_int_equal(record_check(path, 1, &error), -EINVAL);
		if (i < 5)
			assert_int_equal(record_save(&record, path, false,
						     &error),
					 -EINVAL);
		after = content_of(path, &size);
		assert_string_equal(after, text[i]);
		free(after);
	}
}

TEST(a_record_that_is_to_be_new_is_not_appended_to)
{
	make_record(1);
	save(&record);
	assert_int_equal(record_save(&record, path, true, &error), -EEXIST);
	load(1);
}

TEST(what_the_reader_refuses_is_not_saved)
{
	make_record(1);
	save(&record);
	record.ended_s = UINT64_MAX;
	assert_int_equal(record_save(&record, path, false, &error), -EINVAL);
	assert_has(error, "cannot save the record: its text:2: ended_s: 1844");
	load(1);
	unlink(path);
	assert_int_equal(record_save(&record, path, true, &error), -EINVAL);
	assert_int_equal(access(path, F_OK), -1);
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
	assert_int_equal(load_from(path), n);
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
	char *file = data_path("good-two-runs.record"), *text, *last;
	struct prng random;
	size_t size;

	text = content_of(file, &size);
	prng_seed(&random, 42);
	for (char *at = text; at < text + size - 1; at++) {
		char old = *at;

		do {
			*at = (char)prng_below(&random, 256);
		} while (*at == old);
		put_bytes(text, size);
		if (load_from(path) != 0)
			fail_msg("%zu: %d is %d", (size_t)(at - text), old,
				 *at);
		*at = old;
	}
	/* The run is named by its number. */
	last = strchr(strstr(strstr(text, "\nend\t"), "\nhost\t") + 1,
		       '\n') - 1;
	++*last;
	put_bytes(text, size);
	assert_int_equal(load_from(path), 0);
	assert_has(error, ": run 2 was changed: its checksum is ");
	--*last;
	text[size - 1] = ' ';
	put_bytes(text, size);
	assert_runs(1, true);
	free(text);
	free(file);
}

/* Counts that belong together must agree, whatever the checksum says. */
TEST(counts_that_disagree_are_refused)
{
	for (int i = 0; i < 3; i++) {
		struct totals *total;
		char *text;

		make_record(1);
		total = &record.result[1].sample[0].total;
		total->bytes += i == 0;
		total->moved[OP_WRITE] += i == 1;
		total->ios[OP_READ] -= i == 2;
		text = record_text(&record);
		put_text(text);
		free(text);
		assert_int_equal(load_from(path), 0);
		assert_has(error, i < 2 ? ": bytes differ from those that" :
			   ": count is not the number of requests");
		record_free(&record);
	}
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
		assert_int_equal(load_from(path), 0);
		assert_has(error, row[i].why);
	}
}

TEST(a_run_is_appended_behind_one_that_was_cut_off)
{
	static const size_t sizes[] = { 1, 3, 4, 40, 600 };

	make_record(2);
	for (size_t i = 0; i < LENGTH(sizes); i++) {
		put_cut(sizes[i], "");
		assert_int_equal(record_check(path, 1, &error), 0);
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
	rc = record_save(&record, path, false, &error);
	limit_file_size(RLIM_INFINITY);
	return rc;
}

TEST(a_run_that_does_not_fit_is_taken_back)
{
	size_t before_size, after_size;
	char *before, *after;

	make_record(1);
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
	assert_int_equal(access(path, F_OK), -1);
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
	assert_refused(field[2]);
}

TEST_ROWS("record", an_older_name_is_read_as_that_of_today)
{
	put_edited("rand-read-q1", field[0]);
	load(1);
	assert_string_equal(loaded->result[0].test.id, field[1]);
}

TEST(a_line_may_be_as_long_as_a_mebibyte_with_its_end)
{
	const int room = (int)MIB - (int)strlen("note\t\n");
	char *text = xmalloc(3 * MIB);

	memset(text, 'x', 3 * MIB);
	put_bytes(text, 3 * MIB);
	free(text);
	assert_refused(":1: the line is longer than 1 MiB");
	for (int more = 0; more < 2; more++) {
		text = xprintf(HEAD "note\t%0*d\nend\t3\n", room + more, 7);
		put_text(text);
		free(text);
		if (more == 0)
			load(1);
	}
	assert_refused(":3: the line is longer than 1 MiB");
}

TEST(runs_before_a_damaged_one_are_handed_over_and_it_fails)
{
	put_edited("end\t31\n", "end\t31\nrun\t0.1\n");
	n_loaded = 0;
	assert_int_equal(record_each(path, NULL, 0, keep, NULL, &error), 0);
	assert_int_equal(n_loaded, 1);
	assert_has(error, ":33: ");
}

/* Each is read again by itself: a run of a file there, another from its lines;
 * or why it can't be is told. */
TEST(a_thin_run_is_there_again_as_it_was)
{
	struct whole whole = { .error = "" };

	make_record(3);
	save(&record);
	save(&record);
	load(2);
	*xadd(loaded, n_loaded) = record;
	record = (struct record){ .path = NULL };
	for (size_t i = n_loaded; i-- > 0;) {
		char *text = record_text(&loaded[i]), *again;

		record_summarise(&loaded[i], baseline_default);
		record_remember(&loaded[i]);
		record_thin(&loaded[i]);
		again = record_text(record_whole(&whole, &loaded[i]));
		assert_string_equal(again, text);
		free(text);
		free(again);
	}
	assert_string_equal(whole.error, "");
	unlink(path);
	make_record(4);
	save(&record);
	assert_ptr_equal(record_whole(&whole, loaded), loaded);
	assert_has(whole.error, "was replaced while it was read");
	unlink(path);
	assert_ptr_equal(record_whole(&whole, loaded), loaded);
	assert_has(whole.error, "unit-record");
	record_free(&whole.record);
}

/* Records as baselines. */

/* The second run takes four times as long, so it is a quarter as fast. Rows of
 * another target or of more copies than the first one's, those that are flagged
 * or n/a, and those of `null` are left out. */
TEST(a_baseline_of_a_record_is_the_geometric_mean_over_its_runs)
{
	struct baseline *baseline;
	const struct result *mixed;

	for (uint64_t times = 1; times <= 4; times += 3) {
		record_free(&record);
		make_record(1);
		synthetic_result(&record, "commit", 2, 4)->test.copies = 2;
		synthetic_result(&record, "rand-read-q32", 2, 5)->test.target =
			1;
		strcpy(synthetic_result(&record, "rand-read-q1", 2,
					6)->test.engine, "null");
		mixed = &record.result[1];
		for (size_t i = 0; i < mixed->n_samples; i++)
			mixed->sample[i].total.elapsed_ns *= times;
		for (size_t i = 0; i < record.n_results; i++)
			record.result[i].test.target ^= 1;
		save(&record);
	}
	record_summarise(&record, baseline_by_name("hdd-7200"));
	baseline = record_baseline(path, &error);
	assert_string_equal(error, "");
	assert_string_equal(baseline->version, "the-record");
	assert_int_equal(baseline->n_rows, 1);
	assert_string_equal(baseline->row[0].id, "rand-mixed-q32");
	assert_relatively_near(baseline->row[0].value, 2 * mixed->summary.value,
			       1e-12);
	assert_string_equal(baseline->row[0].fingerprint,
			    mixed->test.fingerprint);
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
