/* Tests of the formats: what they promise to those who read and parse them. */
#include <config.h>

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <ctype.h>
#include <errno.h>
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/clock.h"
#include "diskidx/format.h"
#include "diskidx/message.h"
#include "diskidx/random.h"
#include "json-check.h"
#include "synthetic.h"

static const struct format_options plain;

/* Renders summarised records; the text is on the heap. */
static char *
render(const char *name, const struct record *records, size_t n,
       const struct format_options *options)
{
	const struct format *format = format_by_name(name);
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);

	assert_non_null(format);
	assert_non_null(stream);
	assert_int_equal(format->render(records, n, options, stream), 0);
	fclose(stream);
	assert_int_equal(strlen(text), size);
	return text;
}

static void
summarise(struct record *record)
{
	record_summarise(record, baseline_by_name("george"));
}

/* Summarises, renders, frees. */
static char *
render_one(const char *name, struct record *record,
	   const struct format_options *options)
{
	char *text;

	summarise(record);
	text = render(name, record, 1, options);
	record_free(record);
	return text;
}

static void
assert_has(const char *text, const char *part)
{
	if (strstr(text, part) == NULL)
		fail_msg("no \"%s\" in:\n%s", part, text);
}

static void
assert_has_not(const char *text, const char *part)
{
	if (strstr(text, part) != NULL)
		fail_msg("\"%s\" in:\n%s", part, text);
}

static void
assert_matches(const char *text, const char *pattern)
{
	regex_t regex;

	assert_int_equal(regcomp(&regex, pattern, REG_EXTENDED | REG_NEWLINE |
				 REG_NOSUB), 0);
	if (regexec(&regex, text, 0, NULL, 0) != 0)
		fail_msg("nothing matches %s in:\n%s", pattern, text);
	regfree(&regex);
}

/* Lines of at most 80 columns, of printable ASCII. */
static void
assert_narrow(const char *text)
{
	size_t column = 0;

	for (; *text != '\0'; text++) {
		column = *text == '\n' ? 0 : column + 1;
		if (column > 80)
			fail_msg("too wide: %.100s", text - column + 1);
		assert_true(*text == '\n' || (*text >= ' ' && *text < 0x7f));
	}
}

static void
every_format_is_found_by_its_name(void **state)
{
	const struct format *format;
	size_t i;

	(void)state;
	for (i = 0; (format = format_at(i)) != NULL; i++) {
		assert_ptr_equal(format_by_name(format->name), format);
		assert_true(strlen(format->summary) > 0);
		assert_true(strlen(format->summary) < 60);
	}
	assert_int_equal(i, 4);
	assert_string_equal(format_at(0)->name, "text");
	assert_null(format_by_name("xml"));
}

/* A file copy as UnixBench would measure it: two samples of 30 s. */
static void
add_copy(struct record *record, const char *id, double kbps)
{
	struct result *result = synthetic_result(record, id, 2, 1);
	size_t i;

	for (i = 0; i < 2; i++) {
		result->sample[i].elapsed_ns = 30 * NS_PER_S;
		result->sample[i].bytes = (uint64_t)(kbps * 1024 * 30 + 0.5);
	}
}

static void
unixbench_record(struct record *record)
{
	synthetic_suite(record, 1);
	while (record->n_results > 0)
		result_free(&record->result[--record->n_results]);
	record->utc_offset_s = 5400;
	record->started_s -= 5400;
	record->ended_s -= 5400;
	add_copy(record, "fstime", 1006088.0);
	add_copy(record, "fsbuffer", 271831.5);
	add_copy(record, "fsdisk", 3173610.8);
}

static void
file_copies_look_as_in_unixbench(void **state)
{
	struct record record;
	char *text;

	(void)state;
	unixbench_record(&record);
	text = render_one("text", &record, &plain);
	/* The numbers are those of a run of UnixBench itself. */
	assert_has(text,
		"\n------------------------------------"
		"------------------------------------\n"
		"Benchmark Run: Fri Nov 20 2026 16:54:39 - 17:01:51\n"
		"2 CPUs in system; running 1 parallel copy of tests\n\n"
		"File Copy 1024 bufsize 2000 maxblocks       1006088.0 KBps  "
		"(30.0 s, 2 samples)\n"
		"File Copy 256 bufsize 500 maxblocks          271831.5 KBps  "
		"(30.0 s, 2 samples)\n"
		"File Copy 4096 bufsize 8000 maxblocks       3173610.8 KBps  "
		"(30.0 s, 2 samples)\n\n");
	assert_has(text,
		"\nFile Copy Index Values                       BASELINE"
		"       RESULT    INDEX\n"
		"File Copy 1024 bufsize 2000 maxblocks          3960.0"
		"    1006088.0   2540.6\n"
		"File Copy 256 bufsize 500 maxblocks            1655.0"
		"     271831.5   1642.5\n"
		"File Copy 4096 bufsize 8000 maxblocks          5800.0"
		"    3173610.8   5471.7\n"
		"                                             "
		"                      ========\n"
		"File Copy Index Score                                  "
		"              2837.0\n\n");
	free(text);
}

/* The expressions are those of PerfKitBenchmarker and of grep-and-awk users. */
static void
scrapers_of_unixbench_read_the_file_copies(void **state)
{
	struct record record;
	char *text;

	(void)state;
	synthetic_record(&record, 1);
	text = render_one("text", &record, &plain);
	assert_matches(text, "^[A-Z][A-Za-z0-9_() -]* +[0-9]+\\.[0-9] KBps +"
		       "\\([0-9.]+ s, [0-9]+ samples\\)");
	assert_matches(text, "^Benchmark Run: .* - [0-9:]+$");
	assert_matches(text, "running [0-9]+ parallel cop(y|ies) of tests$");
	assert_matches(text, "^File Copy 1024 bufsize 2000 maxblocks +3960\\.0 "
		       "+[0-9.]+ +[0-9.]+");
	free(text);
}

static void
one_cpu_and_several_copies_are_said_in_good_english(void **state)
{
	struct record record;
	char *text;

	(void)state;
	synthetic_record(&record, 1);
	facts_set(&record.host, "cpus", "1");
	record.result[0].copies = 4;
	summarise(&record);
	text = render("text", &record, 1, &plain);
	assert_has(text, "1 CPU in system; running 4 parallel copies of tests");
	free(text);
	facts_set(&record.host, "cpus", "many");
	text = render("text", &record, 1, &plain);
	assert_has(text, "unknown CPUs in system; running 1 parallel copy of ");
	free(text);
	record_free(&record);
}

/* The longest that any part of a report may be. */
static void
wide_record(struct record *record)
{
	struct result *result;
	size_t i, j;

	synthetic_record(record, 1);
	for (i = 0; i < 2; i++) {
		facts_set(&record->target[i], "device", "%s",
			  "mapper/a-volume-group-of-a-rather-long-name-that-"
			  "never-ends-for-its-owner-likes-long-names-indeed");
		facts_set(&record->target[i], "mount_options", "%0200d", 0);
		facts_set(&record->target[i], "directory", "/%0150d/%s", 0,
			  "\303\244\303\266\303\274\377");
	}
	facts_set(&record->host, "cpu", "%s", "a CPU with more words in its "
		  "name than a marketing department has any right to use (R)");
	facts_set(&record->host, "hostname", "%0120d", 7);
	record_note(record, "%0300d", 1);
	free(record->result[2].missing);
	record->result[2].missing = xprintf("%0200d and so on, as far as "
					    "the eye can see", 3);
	result = &record->result[1];
	free(result->title);
	result->title = xstrdup("Random 75/25 4294967295 Q4294967295 direct "
				"and then some");
	for (j = 0; j < result->n_samples; j++)
		result->sample[j].elapsed_ns = 1000 * NS_PER_S * (j + 1);
}

static void
the_report_is_80_columns_wide(void **state)
{
	static const struct format_options verbose = { false, true, "/r" };
	static const struct format_options si = { true, true, NULL };
	struct record record;
	char *text;

	(void)state;
	wide_record(&record);
	summarise(&record);
	text = render("text", &record, 1, &verbose);
	assert_narrow(text);
	free(text);
	text = render("text", &record, 1, &si);
	assert_narrow(text);
	free(text);
	record_free(&record);
	synthetic_suite(&record, 1);
	text = render_one("text", &record, &verbose);
	assert_narrow(text);
	free(text);
}

static void
a_flagged_row_of_a_full_run_is_80_columns_wide(void **state)
{
	struct record record;
	struct result *result;
	char *text;
	unsigned i;

	(void)state;
	synthetic_suite(&record, 1);
	result = synthetic_result(&record, "seq-write", 10, 1);
	for (i = 0; i < 10; i++)
		result->sample[i].elapsed_ns = (i + 5) * NS_PER_S;
	text = render_one("text", &record, &plain);
	assert_narrow(text);
	assert_matches(text, "^Sequential Write 1M buffered +[0-9.]+ MiB/s "
		       "\\(9\\.5 s, 10 samples\\) N$");
	free(text);
}

static void
a_row_without_a_figure_says_why(void **state)
{
	struct record record;
	char *text;

	(void)state;
	synthetic_record(&record, 1);
	text = render_one("text", &record, &plain);
	assert_has(text, "\nSequential Read 1M direct                    "
		   "     n/a MiB/s (see the notes)\n");
	assert_has(text, "tmpfs has no direct I/O\n");
	assert_has(text, "\nSequential Read 1M direct                    "
		   "    11.3          n/a      ---\n");
	assert_has(text, "Sequential Index Score (Partial Only)              "
		   "                     ---\n");
	free(text);
}

static void
every_flag_is_explained_once(void **state)
{
	struct record record;
	char *text, *first;

	(void)state;
	synthetic_record(&record, 1);
	text = render_one("text", &record, &plain);
	first = strstr(text, "   S  short (fstime");
	assert_non_null(first);
	assert_null(strstr(first + 1, "   S  "));
	assert_has(text, "   N  noisy (fstime");
	assert_has_not(text, "cached (");
	assert_has(text, "   *  interrupted");
	assert_has(text, "   *  the file is smaller than memory\n");
	assert_has(text, "   *  baseline george-1,");
	assert_has(text, "extrapolated");
	free(text);
}

static void
a_test_without_baseline_has_no_index(void **state)
{
	struct record record;
	char *text;

	(void)state;
	synthetic_record(&record, 1);
	free(record.result[1].id);
	record.result[1].id = xstrdup("rand-mixed-q32:q=4");
	summarise(&record);
	text = render("text", &record, 1, &plain);
	assert_matches(text, "^Random 75/25 4K Q32 direct +--- +[0-9.]+ +---$");
	assert_has_not(text, "Random Index Score");
	free(text);
	text = render("json", &record, 1, &plain);
	assert_has(text, "\"rand-mixed-q32:q=4\"");
	free(text);
	record_free(&record);
}

static void
percentiles_need_ten_values_beyond(void **state)
{
	struct record record;
	struct sample *sample;
	struct histogram *h = xmalloc(sizeof(*h));
	char *text;
	size_t i;

	(void)state;
	synthetic_record(&record, 1);
	histogram_clear(h);
	for (i = 0; i < 1000; i++)
		histogram_record(h, 1000000);
	for (i = 0; i < record.result[1].n_samples; i++) {
		sample = &record.result[1].sample[i];
		histogram_packed_free(sample->latency[OP_READ]);
		histogram_packed_free(sample->latency[OP_WRITE]);
		sample->latency[OP_READ] = sample->latency[OP_WRITE] = NULL;
	}
	record.result[1].sample[0].latency[OP_READ] = histogram_pack(h);
	free(h);
	summarise(&record);
	text = render("text", &record, 1, &plain);
	assert_matches(text, "^Random 75/25 4K Q32 direct +1.00 ms +1.00 ms +"
		       "1.00 ms +- +1.00 ms ");
	free(text);
	text = render("json", &record, 1, &plain);
	assert_has(text, "\"99.000000\": 1000000");
	assert_has_not(text, "\"99.500000\"");
	assert_has_not(text, "\"write\": {");
	free(text);
	text = render("csv", &record, 1, &plain);
	assert_has(text, ",1000000,1000000,1000000,,");
	free(text);
	record_free(&record);
}

static void
decimal_units_change_the_megabytes_only(void **state)
{
	static const struct format_options si = { true, false, NULL };
	struct record record;
	struct result *result;
	char *text;

	(void)state;
	synthetic_suite(&record, 1);
	result = &record.result[3];		/* seq-write */
	while (result->n_samples > 1)
		sample_free(&result->sample[--result->n_samples]);
	result->sample[0].elapsed_ns = 2 * NS_PER_S;
	result->sample[0].bytes = 200 * MIB;
	summarise(&record);
	text = render("text", &record, 1, &si);
	assert_matches(text, "^Sequential Write 1M buffered +104\\.9 MB/s  "
		       "\\(2\\.0 s, 1 samples\\)$");
	assert_matches(text, "^Sequential Write 1M buffered +11\\.8 +104\\.9 "
		       "+88\\.5$");
	assert_matches(text, "^File Copy .* KBps ");
	assert_has_not(text, "MiB/s");
	free(text);
	record_free(&record);
}

static void
the_report_says_where_the_record_is(void **state)
{
	static const struct format_options saved = { .saved = "/a/b.record" };
	struct record record;
	char *text;

	(void)state;
	synthetic_record(&record, 1);
	summarise(&record);
	text = render("text", &record, 1, &saved);
	assert_has(text, "diskidx report /a/b.record\n");
	free(text);
	text = render("text", &record, 1, &plain);
	assert_has_not(text, "diskidx report");
	free(text);
	record_free(&record);
}

static void
assert_json(const char *text)
{
	if (!json_is_valid(text))
		fail_msg("this is no JSON: %s", text);
}

static void
json_is_one_document(void **state)
{
	struct record record[2];
	char *text;

	(void)state;
	synthetic_record(&record[0], 1);
	synthetic_suite(&record[1], 2);
	summarise(&record[0]);
	summarise(&record[1]);
	text = render("json", record, 1, &plain);
	assert_json(text);
	assert_int_equal(text[0], '{');
	free(text);
	text = render("json", record, 2, &plain);
	assert_json(text);
	assert_int_equal(text[0], '[');
	free(text);
	record_free(&record[0]);
	record_free(&record[1]);
}

static void
json_has_the_keys_of_the_schema(void **state)
{
	static const char *const key[] = {
		"diskidx version", "schema", "timestamp", "time", "seed",
		"baseline", "interrupted", "host", "targets", "plan", "tests",
		"scores", "notes", "id", "title", "category", "target",
		"copies", "unit", "better", "fingerprint", "engine", "cache",
		"params", "samples", "value", "elapsed_ns", "bytes", "ios",
		"series", "ci95", "cv", "index", "scored", "flags", "missing",
		"latency_ns", "read", "write", "n", "min", "mean", "max",
		"stddev", "percentile", "50.000000", "99.000000", "depth_mean",
		"cpu", "user_pct", "system_pct", "device", "name", "score",
		"partial",
	};
	struct record record;
	char *text, *quoted;
	size_t i;

	(void)state;
	synthetic_record(&record, 1);
	text = render_one("json", &record, &plain);
	for (i = 0; i < sizeof(key) / sizeof(key[0]); i++) {
		quoted = xprintf("\"%s\": ", key[i]);
		assert_has(text, quoted);
		free(quoted);
	}
	assert_has(text, "\"time\": \"2026-11-20T15:24:39-01:30\"");
	assert_has(text, "\"flags\": [\"short\", \"noisy\"]");
	assert_has(text, "\"memory_bytes\": 25769803776");
	assert_has(text, "\"interrupted\": true");
	free(text);
}

static void
json_of_a_row_without_a_figure_has_no_value(void **state)
{
	struct record record;
	char *text, *row;

	(void)state;
	synthetic_record(&record, 1);
	text = render_one("json", &record, &plain);
	row = strstr(text, "\"id\": \"seq-read-direct\"");
	assert_non_null(row);
	*strstr(row, "\"scores\"") = '\0';
	assert_has(row, "\"missing\": \"tmpfs has no direct I/O\"");
	assert_has(row, "\"flags\": []");
	assert_has(row, "\"samples\": []");
	assert_has_not(row, "\"value\"");
	assert_has_not(row, "\"ci95\"");
	assert_has_not(row, "\"index\"");
	free(text);
}

static void
json_escapes_what_must_be(void **state)
{
	struct record record;
	char *text;

	(void)state;
	synthetic_record(&record, 1);
	record_note(&record, "%s", "quote \" backslash \\ tab \t esc \033");
	record_note(&record, "%s", "good \303\244 \342\202\254 "
		    "\360\237\222\276");
	record_note(&record, "%s", "bad \377 \300\200 \355\240\200 "
		    "\364\220\200\200 \303");
	text = render_one("json", &record, &plain);
	assert_json(text);
	assert_has(text, "quote \\\" backslash \\\\ tab \\u0009 esc \\u001b");
	assert_has(text, "good \303\244 \342\202\254 \360\237\222\276\"");
#define NO "\357\277\275"
	assert_has(text, "bad " NO " " NO NO " " NO NO NO " " NO NO NO NO " "
		   NO "\"");
#undef NO
	free(text);
}

static void
facts_are_numbers_only_if_quantities_that_fit(void **state)
{
	struct record record;
	char *text;

	(void)state;
	synthetic_record(&record, 1);
	facts_set(&record.host, "cpus", "0");
	facts_set(&record.host, "hostname", "12345");
	facts_set(&record.host, "memory_bytes", "999999999999999");
	facts_set(&record.plan, "size_bytes", "1000000000000000");
	facts_set(&record.plan, "time_ns", "007");
	facts_set(&record.plan, "delay_ns", "-1");
	facts_set(&record.plan, "warm_up_ns", "%s", "");
	text = render_one("json", &record, &plain);
	assert_has(text, "\"cpus\": 0,");
	assert_has(text, "\"hostname\": \"12345\",");
	assert_has(text, "\"memory_bytes\": 999999999999999");
	assert_has(text, "\"size_bytes\": \"1000000000000000\"");
	assert_has(text, "\"time_ns\": \"007\"");
	assert_has(text, "\"delay_ns\": \"-1\"");
	assert_has(text, "\"warm_up_ns\": \"\"");
	free(text);
}

/* The fields of a line of CSV; *at moves to the line after it. */
static unsigned
csv_fields(const char **at)
{
	bool quoted = false;
	unsigned n = 1;

	for (; **at != '\0' && (quoted || **at != '\n'); (*at)++) {
		if (**at == '"')
			quoted = !quoted;
		else if (**at == ',' && !quoted)
			n++;
	}
	assert_int_equal(**at, '\n');
	(*at)++;
	return n;
}

static void
every_line_of_csv_has_the_columns_of_the_header(void **state)
{
	struct record record;
	const char *at;
	char *text;
	unsigned columns, lines = 1;

	(void)state;
	synthetic_record(&record, 1);
	free(record.result[2].missing);
	record.result[2].missing = xstrdup("one, \"two\" and\nthree");
	text = render_one("csv", &record, &plain);
	at = text;
	columns = csv_fields(&at);
	assert_int_equal(columns, 22);
	for (; *at != '\0'; lines++)
		assert_int_equal(csv_fields(&at), columns);
	assert_int_equal(lines, 1 + 3 + 5);
	assert_has(text, ",\"one, \"\"two\"\" and\nthree\"\n");
	assert_has(text, ",score:Disk,Disk Index Score,,");
	assert_has(text, ",short noisy,\n");
	free(text);
}

/* The bars of a line of Markdown that aren't escaped. */
static unsigned
bars(const char *line)
{
	unsigned n = 0;

	for (; *line != '\0' && *line != '\n'; line++) {
		if (*line == '\\' && line[1] != '\n')
			line++;
		else if (*line == '|')
			n++;
	}
	return n;
}

static void
rows_of_markdown_have_the_columns_of_their_table(void **state)
{
	struct record record;
	char *text, *line;
	unsigned columns = 0;

	(void)state;
	synthetic_record(&record, 1);
	free(record.result[0].title);
	record.result[0].title = xstrdup("a|b\\|c <b>*x*</b>");
	text = render_one("markdown", &record, &plain);
	assert_has(text, "| a\\|b\\\\\\|c \\<b>\\*x\\*\\</b> |");
	for (line = strtok(text, "\n"); line != NULL;
	     line = strtok(NULL, "\n")) {
		if (line[0] != '|')
			continue;
		if (strncmp(line, "| Test", 6) == 0 ||
		    strncmp(line, "| Score", 7) == 0)
			columns = bars(line);
		assert_true(columns > 0);
		assert_int_equal(bars(line), columns);
	}
	free(text);
}

static void
a_stream_that_is_full_is_told(void **state)
{
	const struct format *format;
	struct record record;
	FILE *stream;
	size_t i;

	(void)state;
	synthetic_record(&record, 1);
	summarise(&record);
	for (i = 0; (format = format_at(i)) != NULL; i++) {
		stream = fopen("/dev/full", "w");
		if (stream == NULL)
			break;		/* this system has none */
		assert_int_not_equal(format->render(&record, 1, &plain,
						    stream), 0);
		fclose(stream);
	}
	record_free(&record);
}

/* Loads what is in `bytes`, and if it is a record, prints it in every way. */
static void
print_all(const char *path, const char *bytes, size_t size)
{
	static const struct format_options verbose = { false, true, NULL };
	FILE *stream = fopen(path, "wb");
	struct record *records;
	const struct format *format;
	char error[300], *text;
	size_t n, i;

	assert_non_null(stream);
	assert_int_equal(fwrite(bytes, 1, size, stream), size);
	fclose(stream);
	n = record_load(path, &records, error, sizeof(error));
	for (i = 0; i < n; i++)
		summarise(&records[i]);
	for (i = 0; n > 0 && (format = format_at(i)) != NULL; i++) {
		text = render(format->name, records, n, &verbose);
		if (strcmp(format->name, "json") == 0)
			assert_json(text);
		free(text);
	}
	for (i = 0; i < n; i++)
		record_free(&records[i]);
	free(records);
}

/* With digits for digits, most such files are still records. */
static void
absurd_numbers_are_printed_without_a_crash(void **state)
{
	char path[] = "unit-format.XXXXXX", *bytes, *damaged;
	const char *srcdir = getenv("srcdir");
	char *good = xprintf("%s/tests/data/good-one-run.record",
			     srcdir != NULL ? srcdir : ".");
	FILE *stream = fopen(good, "rb");
	struct random random;
	size_t size, i, j, at;

	(void)state;
	assert_non_null(stream);
	assert_true(close(mkstemp(path)) == 0);
	bytes = xmalloc(65536);
	damaged = xmalloc(65536);
	size = fread(bytes, 1, 65536, stream);
	fclose(stream);
	random_seed(&random, 20261120);
	for (i = 0; i < 500; i++) {
		memcpy(damaged, bytes, size);
		for (j = 0; j < 1 + i % 3; j++) {
			do {
				at = (size_t)random_below(&random, size);
			} while (!isdigit((unsigned char)bytes[at]));
			damaged[at] = (char)('0' + random_below(&random, 10));
		}
		print_all(path, damaged, size);
	}
	unlink(path);
	free(bytes);
	free(damaged);
	free(good);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_format_is_found_by_its_name),
		cmocka_unit_test(file_copies_look_as_in_unixbench),
		cmocka_unit_test(scrapers_of_unixbench_read_the_file_copies),
		cmocka_unit_test(
			one_cpu_and_several_copies_are_said_in_good_english),
		cmocka_unit_test(the_report_is_80_columns_wide),
		cmocka_unit_test(
			a_flagged_row_of_a_full_run_is_80_columns_wide),
		cmocka_unit_test(a_row_without_a_figure_says_why),
		cmocka_unit_test(every_flag_is_explained_once),
		cmocka_unit_test(a_test_without_baseline_has_no_index),
		cmocka_unit_test(percentiles_need_ten_values_beyond),
		cmocka_unit_test(decimal_units_change_the_megabytes_only),
		cmocka_unit_test(the_report_says_where_the_record_is),
		cmocka_unit_test(json_is_one_document),
		cmocka_unit_test(json_has_the_keys_of_the_schema),
		cmocka_unit_test(json_of_a_row_without_a_figure_has_no_value),
		cmocka_unit_test(json_escapes_what_must_be),
		cmocka_unit_test(facts_are_numbers_only_if_quantities_that_fit),
		cmocka_unit_test(
			every_line_of_csv_has_the_columns_of_the_header),
		cmocka_unit_test(
			rows_of_markdown_have_the_columns_of_their_table),
		cmocka_unit_test(a_stream_that_is_full_is_told),
		cmocka_unit_test(absurd_numbers_are_printed_without_a_crash),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
