/* Tests of the formats: what they promise to those who read and parse them. */
#include <config.h>

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/format.h"
#include "diskidx/operation.h"
#include "diskidx/random.h"
#include "format/bins.h"
#include "format/speed.h"
#include "format/text/text.h"
#include "../support/json-check.h"
#include "../support/record-load.h"
#include "../support/synthetic.h"
#include "../support/test.h"

static const struct format_options plain;
static const struct format_options detailed = { .verbose = true };

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
	format->render(records, n, options, stream);
	assert_int_equal(fclose(stream), 0);
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

TEST(every_format_is_found_by_its_name)
{
	const struct format *format;
	size_t i;

	for (i = 0; (format = format_at(i)) != NULL; i++) {
		assert_ptr_equal(format_by_name(format->name), format);
		assert_true(strlen(format->summary) > 0);
		assert_true(strlen(format->summary) < 60);
	}
	assert_int_equal(i, 5);
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
		result->sample[i].total.elapsed_ns = 30 * NS_PER_S;
		result->sample[i].total.bytes =
			(uint64_t)(kbps * 1024 * 30 + 0.5);
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

TEST(file_copies_look_as_in_unixbench)
{
	struct record record;
	char *text;

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
TEST(scrapers_of_unixbench_read_the_file_copies)
{
	struct record record;
	char *text;

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

TEST(one_cpu_and_several_copies_are_said_in_good_english)
{
	struct record record;
	char *text;

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
	free(record->result[2].na_reason);
	record->result[2].na_reason = xprintf("%0200d and so on, as far as "
					      "the eye can see", 3);
	result = &record->result[1];
	free(result->title);
	result->title = xstrdup("Random 75/25 4294967295 Q4294967295 direct "
				"and then some");
	for (j = 0; j < result->n_samples; j++)
		result->sample[j].total.elapsed_ns = 1000 * NS_PER_S * (j + 1);
}

TEST(the_report_is_80_columns_wide)
{
	static const struct format_options verbose = { .verbose = true,
						       .saved = "/r" };
	static const struct format_options si = { .si = true, .verbose = true };
	struct record record;
	char *text;

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

TEST(a_flagged_row_of_a_full_run_is_80_columns_wide)
{
	struct record record;
	struct result *result;
	char *text;
	unsigned i;

	synthetic_suite(&record, 1);
	result = synthetic_result(&record, "seq-write", 10, 1);
	for (i = 0; i < 10; i++)
		result->sample[i].total.elapsed_ns = (i + 5) * NS_PER_S;
	text = render_one("text", &record, &plain);
	assert_narrow(text);
	assert_matches(text, "^Sequential Write 1M buffered +[0-9.]+ MiB/s "
		       "\\(9\\.5 s, 10 samples\\) N[TU]*$");
	free(text);
}

TEST(a_row_without_a_figure_says_why)
{
	struct record record;
	char *text;

	synthetic_record(&record, 1);
	text = render_one("text", &record, &plain);
	assert_has(text, "\nSequential Read 1M direct                    "
		   "     n/a MiB/s (see the notes)\n");
	assert_has(text, "tmpfs has no direct I/O\n");
	assert_has(text, "\nSequential Read 1M direct                    "
		   "   11.30          n/a      ---\n");
	assert_matches(text, "^Sequential Index Score \\(Partial Only\\) "
		       "\\(Interrupted\\) +---$");
	free(text);
}

TEST(every_flag_is_explained_once)
{
	struct record record;
	char *text, *first;

	synthetic_record(&record, 1);
	text = render_one("text", &record, &plain);
	first = strstr(text, "   S  short (fstime");
	assert_non_null(first);
	assert_null(strstr(first + 1, "   S  "));
	assert_has(text, "   N  noisy (fstime");
	assert_lacks(text, "cached (");
	assert_has(text, "   !  interrupted");
	assert_has(text, "   *  the file is smaller than memory\n");
	assert_has(text, "   *  baseline george-1,");
	assert_has(text, "extrapolated");
	free(text);
}

/* The note on the baseline, without its line ends, of a run of these tests. */
static char *
note_on_baseline(const char *const *ids, const char *baseline)
{
	const struct baseline_row row = { ids[0], 1, "x", NULL };
	struct baseline *mine = baseline_make(baseline);
	struct record record = { .version = xstrdup("0.1") };
	char *text, *note, *at;

	baseline_add(mine, &row);
	for (; *ids != NULL; ids++)
		synthetic_result(&record, *ids, 2, 1);
	record_summarise(&record, strcmp(baseline, "george") == 0 ?
			 baseline_by_name("george") : mine);
	text = render("text", &record, 1, &plain);
	record_free(&record);
	baseline_free(mine);
	note = strstr(text, "   *  baseline ");
	assert_non_null(note);
	note = xstrdup(note);
	free(text);
	for (at = note; (at = strstr(at, "\n      ")) != NULL; )
		memmove(at, at + 6, strlen(at + 6) + 1);
	*strchr(note, '\n') = '\0';
	return note;
}

TEST(the_note_on_the_baseline_names_rows_of_the_run_alone)
{
	static const struct {
		const char *ids[3], *end;
	} cases[] = {
		{ { "fsdisk" }, "relative to" },
		{ { "commit" }, "; the Random rows are extrapolated" },
		{ { "fsdisk", "seq-read" },
		  "; the Sequential rows follow from its file copies" },
		{ { "seq-read", "commit" }, "file copies, and the Random rows "
					    "are extrapolated" },
	};
	char *note;
	size_t i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		note = note_on_baseline(cases[i].ids, "george");
		assert_has(note, "baseline george-1, the machine ");
		assert_has(note, cases[i].end);
		assert_string_equal(note + strlen(note) -
				    strlen(cases[i].end), cases[i].end);
		free(note);
	}
	note = note_on_baseline(cases[1].ids, "george-night.diskidx");
	assert_string_equal(note, "   *  baseline george-night.diskidx");
	free(note);
}

TEST(a_test_without_baseline_has_no_index)
{
	struct record record;
	char *text;

	synthetic_record(&record, 1);
	free(record.result[1].id);
	record.result[1].id = xstrdup("rand-mixed-q32:q=4");
	summarise(&record);
	text = render("text", &record, 1, &plain);
	assert_matches(text, "^Random 75/25 4K Q32 direct +[0-9.]+ IOPS ");
	assert_lacks(text, "Random Index Values");
	assert_lacks(text, "Random Index Score");
	free(text);
	text = render("json", &record, 1, &plain);
	assert_has(text, "\"rand-mixed-q32:q=4\"");
	free(text);
	record_free(&record);
}

static void
drop_latencies(struct sample *sample)
{
	unsigned op;

	for (op = 0; op < OP_COUNT; op++) {
		histogram_packed_free(sample->latency[LAT][op]);
		histogram_packed_free(sample->latency[SLAT][op]);
		histogram_packed_free(sample->latency[CLAT][op]);
		sample->latency[LAT][op] = sample->latency[SLAT][op] = NULL;
		sample->latency[CLAT][op] = NULL;
	}
}

TEST(percentiles_need_ten_values_beyond)
{
	struct record record;
	struct sample *sample;
	struct histogram *h = xmalloc(sizeof(*h));
	char *text;
	size_t i;

	synthetic_record(&record, 1);
	histogram_clear(h);
	for (i = 0; i < 1000; i++)
		histogram_record(h, 1000000);
	for (i = 0; i < record.result[1].n_samples; i++) {
		sample = &record.result[1].sample[i];
		drop_latencies(sample);
	}
	record.result[1].sample[0].latency[LAT][OP_READ] = histogram_pack(h);
	free(h);
	summarise(&record);
	text = render("text", &record, 1, &plain);
	assert_matches(text, "^Random 75/25 4K Q32 direct +1.00 ms +1.00 ms +"
		       "1.00 ms +- +1.00 ms ");
	free(text);
	text = render("json", &record, 1, &plain);
	assert_has(text, "\"99.000000\": 1000000");
	assert_lacks(text, "\"99.500000\"");
	assert_null(json_find(text, "tests/1/latency_ns/write"));
	free(text);
	text = render("csv", &record, 1, &plain);
	assert_has(text, ",1000000,1000000,1000000,,");
	free(text);
	record_free(&record);
}

TEST(decimal_units_change_the_megabytes_only)
{
	static const struct format_options si = { .si = true };
	struct record record;
	struct result *result;
	char *text;

	synthetic_suite(&record, 1);
	result = &record.result[3];		/* seq-write */
	while (result->n_samples > 1)
		sample_free(&result->sample[--result->n_samples]);
	result->sample[0].total.elapsed_ns = 2 * NS_PER_S;
	result->sample[0].total.bytes = 200 * MIB;
	summarise(&record);
	text = render("text", &record, 1, &si);
	assert_matches(text, "^Sequential Write 1M buffered +104\\.9 MB/s  "
		       "\\(2\\.0 s, 1 samples\\)$");
	assert_matches(text, "^Sequential Write 1M buffered +11\\.85 +104\\.9 "
		       "+88\\.5$");
	assert_matches(text, "^File Copy .* KBps ");
	assert_lacks(text, "MiB/s");
	free(text);
	record_free(&record);
}

TEST(the_report_says_where_the_record_is)
{
	static const struct format_options saved = { .saved = "/a/b.record" };
	struct record record;
	char *text;

	synthetic_record(&record, 1);
	summarise(&record);
	text = render("text", &record, 1, &saved);
	assert_has(text, "diskidx report /a/b.record\n");
	free(text);
	text = render("text", &record, 1, &plain);
	assert_lacks(text, "diskidx report");
	free(text);
	record_free(&record);
}

/* The end of a report whose record and baseline have such names. */
static void
assert_offered(const char *record_path, const char *baseline,
	       const char *command)
{
	struct format_options saved = { .saved = record_path,
					.baseline = baseline };
	struct record record;
	char *text;

	synthetic_record(&record, 1);
	summarise(&record);
	text = render("text", &record, 1, &saved);
	assert_has(text, command);
	free(text);
	record_free(&record);
}

TEST(the_commands_are_quoted_for_a_shell_where_needed)
{
	assert_offered("/a-b_c/1.2,3:4@5%6+7=8", NULL,
		       "report /a-b_c/1.2,3:4@5%6+7=8\n");
	assert_offered("/a b", NULL, "report '/a b'\n");
	assert_offered("/a b", NULL, "compare OTHER '/a b'\n");
	assert_offered("/it's", NULL, "report '/it'\\''s'\n");
	assert_offered("~/$HOME", NULL, "report '~/$HOME'\n");
	assert_offered("/a\"`*?\\", NULL, "report '/a\"`*?\\'\n");
	assert_offered("/caf\xc3\xa9", NULL, "report '/caf\xc3\xa9'\n");
	assert_offered("-f", NULL, "report ./-f\n");
	assert_offered("=f", NULL, "report ./=f\n");
	assert_offered("vs", NULL, "compare OTHER ./vs\n");
	assert_offered("/a\033[2J\nb", NULL, "report '/a'?'[2J'?'b'\n");
	assert_offered("r", "my base", "report -B 'my base' r\n");
	assert_offered("r", "-x", "report -B ./-x r\n");
	assert_offered("/a\033b c", NULL, "The record is in /a?b c\n");
}

/* What -v adds. */

/* That test's part of a verbose report; the text behind it is cut off. */
static char *
details_of(char *text, const char *id)
{
	char *name = xprintf("(%s)\n", id), *start = strstr(text, name), *end;

	assert_non_null(start);
	end = strstr(start, "\n\n");
	assert_non_null(end);
	end[1] = '\0';
	free(name);
	return start;
}

/* Summarises, renders with -v, frees; the part of that test, on the heap. */
static char *
render_details(struct record *record, const char *id)
{
	char *text = render_one("text", record, &detailed), *part;

	part = xstrdup(details_of(text, id));
	free(text);
	return part;
}

TEST(details_name_the_latencies_as_fio_does)
{
	struct record record;
	char *text;

	synthetic_record(&record, 1);
	text = render_details(&record, "rand-mixed-q32");
#define TIME " +[0-9.]+ [num]?s"
	assert_matches(text, "^      slat" TIME TIME TIME TIME "$");
	assert_matches(text, "^      clat" TIME TIME TIME TIME "$");
	assert_matches(text, "^      lat " TIME TIME TIME TIME "$");
	assert_matches(text, " p1" TIME " +p5" TIME " +p10" TIME);
	assert_matches(text, " p99" TIME " +p99.5" TIME " +p99.9" TIME
		       " +p99.95" TIME "$");
#undef TIME
	assert_lacks(text, "p99.99 ");	/* too few requests */
	assert_matches(text, "^   Reads: [0-9.]+ IOPS, [0-9.]+ MiB/s$");
	assert_matches(text, "^   Writes: [0-9.]+ IOPS, [0-9.]+ MiB/s$");
	free(text);
}

TEST(details_tell_processor_depth_and_calls)
{
	struct record record;
	struct sample *sample;
	char *text;
	size_t i;

	synthetic_record(&record, 1);
	for (i = 0; i < 3; i++) {
		sample = &record.result[1].sample[i];
		sample->total.elapsed_ns = 2 * NS_PER_S;
		sample->total.user_ns = sample->total.system_ns = NS_PER_S / 2;
		sample->total.switches = 1000;
		sample->total.faults = 1;
		sample->total.minor_faults = 20;
		sample->total.depth_ns = 50 * NS_PER_S;
	}
	text = render_details(&record, "rand-mixed-q32");
	assert_has(text, "\n   CPU: 25.0 % user, 25.0 % system, 25000 ns per "
		   "I/O; 3000 context switches, 3\n      major and 60 minor "
		   "page faults\n");
	assert_has(text, "\n   Depth: mean 25.00 in flight; IOPS x mean lat "
		   "is ");
	assert_has(text,
		   "\n      at submit       1    2-3    4-7   8-15  16-31  "
		   "32-63   >=64\n"
		   "      share        10.0    0.0    0.0    0.0    0.0   "
		   "90.0    0.0 %\n");
	assert_has(text, "\n   Calls: 2.00 I/Os per submit, 4.00 per reap\n");
	assert_has(text, "\n   Issued: 60000 reads, 60000 writes; short 0, "
		   "failed 0\n");
	assert_lacks(text, "Open loop");
	free(text);
}

/* Little's law, of requests whose time is known. */
TEST(iops_times_mean_latency_is_the_depth)
{
	struct histogram *h = xmalloc(sizeof(*h));
	struct record record;
	struct result *result;
	char *text;
	size_t i;

	synthetic_record(&record, 1);
	result = synthetic_result(&record, "rand-read-q32", 1, 1);
	drop_latencies(&result->sample[0]);
	histogram_clear(h);
	for (i = 0; i < 16000; i++)
		histogram_record(h, 4 * NS_PER_MS);
	result->sample[0].latency[LAT][OP_READ] = histogram_pack(h);
	result->sample[0].total.ios[OP_READ] = 16000;
	result->sample[0].total.elapsed_ns = 2 * NS_PER_S;
	result->sample[0].total.depth_ns = 64 * NS_PER_S;
	free(h);
	text = render_details(&record, "rand-read-q32");
	assert_has(text, "\n   Depth: mean 32.00 in flight; IOPS x mean lat "
		   "is 32.00\n");
	free(text);
}

TEST(details_tell_what_the_device_did_or_that_nobody_knows)
{
	struct record record;
	char *text;
	size_t i;

	synthetic_record(&record, 1);
	for (i = 0; i < 3; i++)
		record.result[1].sample[i].total.elapsed_ns = 4 * NS_PER_S;
	text = render_details(&record, "rand-mixed-q32");
	assert_has(text,
		   "\n   Device vda: utilisation 50.0 %, busy 5997 ms, "
		   "in-queue 180000 ms\n"
		   "                      ios       merges          MiB   "
		   "ticks (ms)\n"
		   "      reads         60000            0        234.4"
		   "         3702\n"
		   "      writes        60000           51        234.4"
		   "            0\n");
	free(text);
	synthetic_record(&record, 1);
	record.result[0].sample[1].has_device = false;
	text = render_details(&record, "fstime");
	assert_has(text, "\n   Device: n/a\n");
	free(text);
}

TEST(details_of_a_synchronous_engine_show_lat_alone)
{
	struct record record;
	char *text;

	synthetic_record(&record, 1);
	free(record.result[1].engine);
	record.result[1].engine = xstrdup("sync");
	text = render_details(&record, "rand-mixed-q32");
	assert_has(text, "\n      lat ");
	assert_lacks(text, "slat");
	assert_lacks(text, "clat");
	free(text);
}

/* The sum of the shares in a picture, each rounded to a hundredth. */
static double
sum_of_shares(const char *text, size_t *bins)
{
	const char *line;
	double sum = 0, share;
	unsigned from, to;
	char unit[2][4];

	*bins = 0;
	for (line = text; line != NULL; line = strchr(line + 1, '\n')) {
		if (sscanf(line, " %u %2[mnus] - %u %2[mnus]", &from, unit[0],
			   &to, unit[1]) != 4)
			continue;
		(*bins)++;
		if (sscanf(line, " %*u %*[mnus] - %*u %*[mnus] %lf", &share) ==
		    1)
			sum += share;
	}
	return sum;
}

TEST(the_bins_of_a_picture_sum_to_100_percent)
{
	struct record record;
	size_t bins;
	double sum;
	char *text;

	synthetic_record(&record, 5);
	synthetic_result(&record, "rand-read-q32", 2, 5);
	text = render_details(&record, "rand-read-q32");
	sum = sum_of_shares(text, &bins);
	assert_true(bins >= 10);
	assert_true(fabs(sum - 100) <= 0.01 * (double)bins);
	free(text);
}

static char *
picture_of(const struct histogram *h)
{
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);

	assert_non_null(stream);
	text_histogram(stream, h);
	fclose(stream);
	assert_narrow(text);
	return text;
}

TEST(a_picture_begins_and_ends_with_what_is_there)
{
	struct histogram *h = xmalloc(sizeof(*h));
	char *text;
	size_t i;

	histogram_clear(h);
	text = picture_of(h);
	assert_string_equal(text, "");
	free(text);
	for (i = 0; i < 3; i++)
		histogram_record(h, 100000);
	histogram_record(h, 1500000);
	text = picture_of(h);
	assert_string_equal(text,
		"       100 us -  200 us   75.00 % "
		"##########################################\n"
		"       200 us -  500 us    0.00 %\n"
		"       500 us -    1 ms    0.00 %\n"
		"         1 ms -    2 ms   25.00 % ##############\n");
	free(text);
	histogram_clear(h);
	for (i = 0; i < 100000; i++)
		histogram_record(h, UINT64_MAX);
	histogram_record(h, 600 * NS_PER_S);
	text = picture_of(h);
	assert_has(text, "\n        1000 s and more  100.00 % ####");
	assert_matches(text, "^        500 s -  1000 s   <0\\.01 % \\.$");
	free(text);
	free(h);
}

TEST(bins_count_what_lies_between_their_bounds)
{
	static const uint64_t bound[] = { 0, 1, 2, 100, 5000, UINT64_MAX };
	struct histogram *h = xmalloc(sizeof(*h));
	uint64_t count[6];

	histogram_clear(h);
	histogram_record(h, 0);
	histogram_record(h, 1);
	histogram_record(h, 2);
	histogram_record(h, 99);
	histogram_record(h, 100);
	histogram_record(h, 4000);
	histogram_record(h, 6000);
	bins_count(h, bound, 6, count);
	assert_true(count[0] == 1 && count[1] == 1 && count[2] == 2);
	assert_true(count[3] == 2 && count[4] == 1 && count[5] == 0);
	free(h);
}

/* Speed over time. */

/* A sample of a result; its speed is set by the points given. */
static struct sample *
silent_sample(struct result *result)
{
	struct sample sample;

	memset(&sample, 0, sizeof(sample));
	sample.round = (unsigned)result->n_samples + 1;
	result_add_sample(result, &sample);
	return &result->sample[result->n_samples - 1];
}

static void
put_tick(struct sample *sample, uint64_t at_ms, uint64_t bytes)
{
	sample->total.bytes = bytes;
	sample->total.elapsed_ns = at_ms * NS_PER_MS;
	sample_tick(sample, sample->total.elapsed_ns, bytes);
}

static void
free_samples(struct result *result)
{
	while (result->n_samples > 0)
		sample_free(&result->sample[--result->n_samples]);
	free(result->sample);
	memset(result, 0, sizeof(*result));
}

TEST(stalls_are_zeros_and_the_longest_is_found)
{
	struct result result;
	struct sample *sample;
	struct speed speed;
	uint64_t i;

	memset(&result, 0, sizeof(result));
	sample = silent_sample(&result);
	put_tick(sample, 100, 1000);
	put_tick(sample, 200, 1000);
	put_tick(sample, 300, 2000);
	sample = silent_sample(&result);
	for (i = 1; i <= 10; i++)	/* 400 ms without a byte, from 300 on */
		put_tick(sample, 100 * i, i <= 3 ? 1000 * i : i <= 7 ? 3000 :
			 1000 * (i - 4));
	assert_true(speed_of(&speed, &result));
	assert_int_equal(speed.intervals, 13);
	assert_int_equal(speed.empty, 5);
	assert_true(speed.stall_ns == 400 * NS_PER_MS);
	assert_true(speed.stall_at_ns == 300 * NS_PER_MS);
	assert_int_equal(speed.stall_round, 2);
	assert_true(speed.min == 0);
	assert_true(fabs(speed.max - 10000) < 0.001);
	assert_true(fabs(speed.mean - 8000 / 1.3) < 0.001);
	/* Eight intervals of 10000 and five of 0. */
	assert_true(fabs(speed.stddev - 10000 * sqrt(8.0 * 5 / (13 * 12))) <
		    0.01);
	free_samples(&result);
}

TEST(a_delayed_look_is_no_stall)
{
	struct result result;
	struct sample *sample;
	struct speed speed;

	memset(&result, 0, sizeof(result));
	sample = silent_sample(&result);
	put_tick(sample, 100, 1000);
	put_tick(sample, 400, 4000);
	sample_tick(sample, 400 * NS_PER_MS + 1000, 4000);
	sample_tick(sample, 400 * NS_PER_MS + 2000, 4000);
	put_tick(sample, 500, 5000);
	put_tick(sample, 510, 5100);
	assert_true(speed_of(&speed, &result));
	assert_int_equal(speed.intervals, 3);
	assert_int_equal(speed.empty, 0);
	assert_true(speed.stall_ns == 0);
	assert_true(fabs(speed.min - 10000) < 0.001);
	assert_true(fabs(speed.max - 10000) < 0.001);
	assert_true(speed.stddev < 0.001);
	free_samples(&result);
}

TEST(a_stall_at_the_end_of_a_sample_counts)
{
	struct result result;
	struct sample *sample;
	struct speed speed;

	memset(&result, 0, sizeof(result));
	sample = silent_sample(&result);
	assert_false(speed_of(&speed, &result));
	put_tick(sample, 100, 1000);
	sample->total.elapsed_ns = 1100 * NS_PER_MS;
	assert_true(speed_of(&speed, &result));
	assert_int_equal(speed.intervals, 2);
	assert_true(speed.stall_ns == NS_PER_S);
	assert_true(speed.stall_at_ns == 100 * NS_PER_MS);
	free_samples(&result);
}

TEST(details_tell_the_longest_stall)
{
	struct record record;
	struct result *result;
	struct sample *sample;
	char *text;
	uint64_t i;

	synthetic_record(&record, 1);
	result = synthetic_result(&record, "rand-read-q32", 2, 1);
	for (i = 0; i < 2; i++) {
		free(result->sample[i].tick);
		result->sample[i].tick = NULL;
		result->sample[i].n_ticks = 0;
	}
	sample = &result->sample[1];
	for (i = 1; i <= 20; i++)
		put_tick(sample, 100 * i, 409600 * (i < 8 ? i : i < 14 ? 7 :
						    i - 6));
	text = render_details(&record, "rand-read-q32");
	assert_has(text, "\n   Over time: 20 intervals\n");
	assert_matches(text, "^      IOPS +0\\.0 +700\\.0 +1000\\.0 +470\\.2$");
	assert_matches(text, "^      MiB/s +0\\.0 +2\\.7 +3\\.9 +1\\.8$");
	assert_has(text, "\n      6 intervals were empty; the longest stall "
		   "took 600 ms, 0.70 s after the\n      start of round 2\n");
	free(text);
}

/* Sweeps. */

static struct result *
add_variant(struct record *record, uint32_t block, uint32_t depth,
	    uint32_t mix)
{
	struct test test = *test_by_id("rand-read-q32");

	assert_int_equal(test_set_depth(&test, depth), 0);
	assert_int_equal(test_set_block(&test, block), 0);
	assert_int_equal(test_set_mix(&test, mix), 0);
	return synthetic_variant(record, &test, 2, depth + mix);
}

/* What -Q 32,1,4 -b 256k,4k -m 100,0,50 comes to. */
static void
add_sweep(struct record *record)
{
	static const uint32_t depth[] = { 32, 1, 4 };
	static const uint32_t block[] = { 262144, 4096 };
	static const uint32_t mix[] = { 100, 0, 50 };
	size_t i, j, k;

	for (i = 0; i < 3; i++)
		for (j = 0; j < 2; j++)
			for (k = 0; k < 3; k++)
				add_variant(record, block[j], depth[i],
					    mix[k]);
}

/* 4000, 1000 and 2000 requests a second, of which `most` are done at most. */
static void
add_load(struct record *record, uint64_t most)
{
	static const uint32_t rate[] = { 4000, 1000, 2000 };
	struct result *result;
	struct sample *sample;
	struct test test;
	size_t i;

	for (i = 0; i < 3; i++) {
		test = *test_by_id("rand-write-q32");
		assert_int_equal(test_set_rate(&test, rate[i],
					       ARRIVAL_CONSTANT), 0);
		result = synthetic_variant(record, &test, 1, i);
		sample = &result->sample[0];
		sample->total.elapsed_ns = 2 * NS_PER_S;
		sample->total.offered_ios = 2 * rate[i];
		sample->total.ios[OP_WRITE] =
			2 * (rate[i] < most ? rate[i] : most);
	}
}

static void
only_head(struct record *record)
{
	synthetic_record(record, 1);
	while (record->n_results > 0)
		result_free(&record->result[--record->n_results]);
}

TEST(a_sweep_is_sorted_by_numbers_and_80_columns_wide)
{
	struct record record;
	unsigned block, depth, mix, rest, key, last = 0, rows = 0;
	char *text, *line;

	only_head(&record);
	add_sweep(&record);
	text = render_one("text", &record, &plain);
	assert_narrow(text);
	assert_has(text, "\nSweep of Random Read 4K Q32 direct\n");
	line = strstr(text, "\n     block     mix  depth         IOPS      "
		      "MiB/s     mean      p99  CPU %\n");
	assert_non_null(line);
	line = strchr(line + 1, '\n');
	while (sscanf(line, " %uK %u/%u %u ", &block, &mix, &rest, &depth) ==
	       4) {
		assert_int_equal(mix + rest, 100);
		key = (block * 1000 + mix) * 100 + depth;
		assert_true(key > last);
		last = key;
		rows++;
		line = strchr(line + 1, '\n');
	}
	assert_int_equal(rows, 18);
	assert_int_equal(strncmp(line, "\n\n", 2), 0);
	free(text);
}

TEST(a_sweep_shows_the_figures_of_its_rows)
{
	struct record record;
	struct result *result;
	size_t i;
	char *text;

	only_head(&record);
	add_variant(&record, 4096, 1, 100);
	add_variant(&record, 4096, 2, 100);
	result = add_variant(&record, 8192, 2, 50);
	for (i = 0; i < 2; i++) {
		result->sample[i].total.elapsed_ns = 4 * NS_PER_S;
		result->sample[i].total.user_ns = NS_PER_S;
		result->sample[i].total.system_ns = NS_PER_S / 10;
	}
	record.result[0].na_reason = xstrdup("it broke");
	text = render_one("text", &record, &plain);
	/* The test itself is not there, so its id must do. */
	assert_has(text, "\nSweep of rand-read-q32\n");
	assert_has(text, "\n        4K   100/0      1          n/a          -"
		   "        -        -      -\n");
	assert_matches(text, "^        8K   50/50      2      10000\\.0       "
		       "78\\.1 +[0-9.]+ ms +[0-9.]+ ms   27\\.5$");
	free(text);
}

TEST(two_variants_are_no_sweep)
{
	struct record record;
	char *text;

	only_head(&record);
	add_variant(&record, 4096, 1, 100);
	add_variant(&record, 4096, 2, 100);
	synthetic_result(&record, "rand-read-q1", 1, 1);
	synthetic_result(&record, "rand-mixed-q32", 1, 1);
	text = render_one("text", &record, &plain);
	assert_lacks(text, "Sweep of");
	assert_has(text, "\nRandom Partial Index ");
	free(text);
}

/* An id may have a colon of its own. */
TEST(each_test_has_a_sweep_of_its_own)
{
	struct record record;
	char *text;
	size_t i;

	only_head(&record);
	for (i = 0; i < 6; i++) {
		add_variant(&record, 4096, 1u << (i + 1), 100);
		free(record.result[i].id);
		record.result[i].id = xprintf("fio-4k:%s:q=%u", i % 2 == 0 ?
					      "one" : "two", 1u << (i + 1));
	}
	text = render_one("text", &record, &plain);
	assert_has(text, "\nSweep of fio-4k:one\n");
	assert_has(text, "\nSweep of fio-4k:two\n");
	assert_matches(text, "^        4K   100/0     32 ");
	free(text);
}

TEST(a_sweep_without_baseline_prints_no_index_table)
{
	struct record record;
	char *text;
	size_t i;

	only_head(&record);
	for (i = 0; i < 3; i++)
		add_variant(&record, 8192, 1u << i, 100);
	synthetic_result(&record, "seq-read", 2, 1);
	text = render_one("text", &record, &plain);
	assert_has(text, "\nSweep of rand-read-q32\n");
	assert_lacks(text, "Random Index");
	assert_has(text, "\nSequential Partial Index ");
	free(text);
	only_head(&record);
	add_sweep(&record);		/* the test itself is among them */
	text = render_one("text", &record, &plain);
	assert_has(text, "\nRandom Partial Index ");
	free(text);
}

/* The sentence below the table of rates, of which `most` are done at most. */
static void
check_verdict(uint64_t most, const char *sentence)
{
	struct record record;
	char *text, *markdown;

	only_head(&record);
	add_load(&record, most);
	summarise(&record);
	text = render("text", &record, 1, &plain);
	assert_narrow(text);
	assert_has(text,
		   "\nLatency under load of Random Write 4K Q32 direct\n"
		   "                                         "
		   "latency from when it was due\n"
		   "     rate   offered/s  achieved/s     mean      p50      "
		   "p99    p99.9  CPU %\n     1000      1000.0 ");
	assert_lacks(text, "Sweep of");
	markdown = render_one("markdown", &record, &plain);
	assert_has(markdown, sentence);
	free(text);
	free(markdown);
}

TEST(the_rate_at_which_the_disk_stopped_keeping_up_is_named)
{
	check_verdict(4000, "The disk kept up with every rate, the highest "
		      "being 4000/s.\n");
	check_verdict(3970, "every rate");
	check_verdict(3950, "The highest rate that the disk kept up with is "
		      "2000/s; at 4000/s it stopped keeping up.\n");
	check_verdict(100, "The disk kept up with none of these rates, not "
		      "even with 1000/s.\n");
}

TEST(latency_is_said_to_be_from_what_it_is_from)
{
	struct record record;
	char *text;

	only_head(&record);
	add_load(&record, 4000);
	text = render_one("text", &record, &plain);
	assert_has(text, "\nLatency is from when a request was due to just "
		   "after it was done, ");
	assert_lacks(text, "just before a request is submitted");
	assert_lacks(text, "At a given rate");
	free(text);
	only_head(&record);
	add_load(&record, 4000);
	synthetic_result(&record, "seq-read", 2, 1);
	text = render_one("text", &record, &plain);
	assert_has(text, "\nLatency is from just before a request is "
		   "submitted to just after it is done.\n");
	assert_has(text, "\nAt a given rate, latency is from when a request "
		   "was due, ");
	free(text);
}

TEST(an_open_loop_tells_what_was_offered_and_achieved)
{
	struct record record;
	char *text;

	only_head(&record);
	add_load(&record, 1500);
	text = render_details(&record, "rand-write-q32:rate=4000");
	assert_has(text, "\n   Open loop: 4000/s asked for (constant), "
		   "4000.0/s offered, 1500.0/s achieved,\n      37.5 % of "
		   "it\n");
	assert_has(text, " in flight; with those that were due, ");
	free(text);
	only_head(&record);
	add_load(&record, 1500);
	text = render_one("json", &record, &plain);
	assert_true(json_number_at(text, "tests/0/offered_iops") == 4000);
	assert_true(json_number_at(text, "tests/0/params/rate_iops") == 4000);
	free(text);
}

static void
assert_json(const char *text)
{
	if (!json_is_valid(text))
		fail_msg("this is no JSON: %s", text);
}

TEST(json_is_one_document)
{
	struct record record[2];
	char *text;

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

TEST(json_has_the_keys_of_the_schema)
{
	static const char *const key[] = {
		"diskidx version", "schema", "timestamp", "time", "seed",
		"baseline", "interrupted", "host", "targets", "plan", "tests",
		"scores", "notes", "id", "title", "category", "target",
		"copies", "unit", "better", "fingerprint", "engine", "cache",
		"params", "samples", "value", "elapsed_ns", "bytes", "ios",
		"series", "ci95", "cv", "index", "scored", "flags", "missing",
		"latency_ns", "slat_ns", "clat_ns", "read", "write", "n",
		"min", "mean", "max", "stddev", "percentile", "50.000000",
		"99.000000", "depth_mean", "submits", "reaps", "depth_levels",
		"ctx", "majf", "minf", "cpu", "user_pct", "system_pct",
		"device", "name", "score", "partial", "timestamp_ms",
		"global options", "jobs", "disk_util",
	};
	struct record record;
	char *text, *quoted;
	size_t i;

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

TEST(json_of_a_row_without_a_figure_has_no_value)
{
	struct record record;
	char *text, *row;

	synthetic_record(&record, 1);
	text = render_one("json", &record, &plain);
	row = strstr(text, "\"id\": \"seq-read-direct\"");
	assert_non_null(row);
	*strstr(row, "\"scores\"") = '\0';
	assert_has(row, "\"missing\": \"tmpfs has no direct I/O\"");
	assert_has(row, "\"flags\": []");
	assert_has(row, "\"samples\": []");
	assert_lacks(row, "\"value\"");
	assert_lacks(row, "\"ci95\"");
	assert_lacks(row, "\"index\"");
	free(text);
}

/* The one-liners that people use on fio's output. */
TEST(jobs_answer_what_scripts_ask_of_fio)
{
	struct record record;
	struct result *result;
	const struct histogram *h;
	char *text;

	only_head(&record);
	result = synthetic_result(&record, "rand-read-q32", 1, 1);
	result->sample[0].total.elapsed_ns = 4 * NS_PER_S;
	summarise(&record);
	result = &record.result[0];
	h = result->latency[CLAT][OP_READ];
	text = render("json", &record, 1, &plain);
	assert_json(text);
#define IS(path, number) assert_true(json_number_at(text, path) == (number))
	IS("jobs/0/read/iops", 5000);
	IS("jobs/0/read/bw", 20000);
	IS("jobs/0/read/bw_bytes", 20480000);
	IS("jobs/0/read/io_bytes", 81920000);
	IS("jobs/0/read/io_kbytes", 80000);
	IS("jobs/0/read/total_ios", 20000);
	IS("jobs/0/read/runtime", 4000);
	IS("jobs/0/read/clat_ns/percentile/99.000000",
	   (double)histogram_percentile(h, 99));
	IS("jobs/0/read/slat_ns/max",
	   (double)result->latency[SLAT][OP_READ]->max);
	IS("jobs/0/read/lat_ns/N", 20000);
	assert_true(fabs(json_number_at(text, "jobs/0/read/lat_ns/mean") -
			 histogram_mean(result->latency[LAT][OP_READ])) < 1);
	IS("jobs/0/write/iops", 0);
	IS("jobs/0/trim/total_ios", 0);
	IS("jobs/0/error", 0);
	IS("jobs/0/elapsed", 4);
	IS("jobs/0/job_runtime", 4000);
	IS("disk_util/0/read_ios", 20000);
	IS("disk_util/0/read_sectors", 160000);
	assert_true(fabs(json_number_at(text, "disk_util/0/util") - 49.975) <
		    1e-6);
#undef IS
	assert_int_equal(strncmp(json_find(text, "disk_util/0/name"),
				 "\"vda\"", 5), 0);
	free(text);
	record_free(&record);
}

/* That option of the only job, as a text. */
static void
check_option(const char *text, const char *name, const char *value)
{
	char *path = xprintf("jobs/0/job options/%s", name);
	char *quoted = xprintf("\"%s\"", value);
	const char *at = json_find(text, path);

	assert_non_null(at);
	assert_int_equal(strncmp(at, quoted, strlen(quoted)), 0);
	free(path);
	free(quoted);
}

TEST(options_of_a_job_are_texts_in_the_words_of_fio)
{
	struct record record;
	char *text;

	only_head(&record);
	synthetic_result(&record, "rand-mixed-q32", 1, 1);
	record.result[0].asked_ns = NS_PER_S / 2;
	record.result[0].copies = 3;
	text = render_one("json", &record, &plain);
	check_option(text, "rw", "randrw");
	check_option(text, "rwmixread", "75");
	check_option(text, "bs", "4k");
	check_option(text, "iodepth", "32");
	check_option(text, "numjobs", "3");
	check_option(text, "ioengine", "libaio");
	check_option(text, "direct", "1");
	check_option(text, "size", "1073741824");
	check_option(text, "runtime", "500ms");
	free(text);
	only_head(&record);
	synthetic_result(&record, "commit", 1, 1);
	text = render_one("json", &record, &plain);
	check_option(text, "rw", "write");
	check_option(text, "ioengine", "sync");
	check_option(text, "direct", "0");
	check_option(text, "runtime", "2");
	check_option(text, "fdatasync", "1");
	free(text);
}

static void
check_no_option(const char *text, const char *name)
{
	char *path = xprintf("jobs/0/job options/%s", name);

	assert_null(json_find(text, path));
	free(path);
}

/* The document of one result of this test. */
static char *
document_of(const char *id)
{
	struct record record;
	char *text;

	only_head(&record);
	synthetic_result(&record, id, 1, 1);
	text = render_one("json", &record, &plain);
	record_free(&record);
	return text;
}

TEST(small_files_have_words_of_fio_only_where_they_are_true)
{
	static const struct {
		const char *id, *engine;
	} row[] = {
		{ "small-files:create", NULL },
		{ "small-files:create-fsync", NULL },
		{ "small-files:stat-random", "filestat" },
		{ "small-files:open", NULL },
		{ "small-files:rename", NULL },
		{ "small-files:delete", "filedelete" },
		{ "small-files:delete-fsync", NULL },
		{ "durable:fsync-4k", NULL },
	};
	char *text;
	size_t i;

	for (i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		text = document_of(row[i].id);
		check_no_option(text, "rw");
		check_no_option(text, "bs");
		check_no_option(text, "size");
		check_option(text, "nrfiles", "2000");
		check_option(text, "filesize", "4096");
		if (row[i].engine != NULL)
			check_option(text, "ioengine", row[i].engine);
		else
			check_no_option(text, "ioengine");
		free(text);
	}
}

TEST(jobs_say_what_is_flushed_and_what_is_in_memory)
{
	char *text;

	text = document_of("dd:write-flush");
	check_option(text, "rw", "write");
	check_option(text, "end_fsync", "1");
	check_no_option(text, "invalidate");
	free(text);
	text = document_of("dd:write");
	check_no_option(text, "end_fsync");
	free(text);
	text = document_of("dd:read-warm");
	check_option(text, "invalidate", "0");
	check_no_option(text, "end_fsync");
	free(text);
	text = document_of("dd:read");
	check_no_option(text, "invalidate");
	free(text);
	text = document_of("dd:write-8k-dsync");
	check_option(text, "sync", "dsync");
	check_no_option(text, "end_fsync");
	free(text);
	text = document_of("rand-write-q32");
	check_no_option(text, "end_fsync");
	free(text);
}

TEST(jobs_of_two_directions_have_no_figures_of_the_series)
{
	static const char *const key[] = {
		"bw_min", "bw_max", "bw_agg", "bw_mean", "bw_dev",
		"bw_samples", "iops_min", "iops_max", "iops_mean",
		"iops_stddev", "iops_samples",
	};
	struct record record;
	char *text, *path;
	size_t i;

	only_head(&record);
	synthetic_result(&record, "rand-write-q32", 2, 1);
	synthetic_result(&record, "rand-mixed-q32", 2, 1);
	synthetic_result(&record, "seq-copy", 2, 1);
	text = render_one("json", &record, &plain);
	for (i = 0; i < sizeof(key) / sizeof(key[0]); i++) {
		path = xprintf("jobs/1/read/%s", key[i]);
		assert_null(json_find(text, path));
		memcpy(strchr(path, '1'), "2", 1);
		assert_null(json_find(text, path));
		memcpy(strchr(path, '2'), "0", 1);
		assert_true(json_number_at(text, path) == 0);
		free(path);
	}
	assert_true(json_number_at(text, "jobs/0/write/bw_samples") == 40);
	assert_true(json_number_at(text, "jobs/0/write/bw_min") == 0);
	assert_true(json_number_at(text, "jobs/0/write/bw_mean") > 1000);
	assert_true(json_number_at(text, "jobs/0/write/iops_max") > 1000);
	free(text);
}

TEST(clat_of_a_synchronous_job_is_the_whole)
{
	struct record record;
	char *text;

	only_head(&record);
	synthetic_result(&record, "rand-read-q1", 1, 1);
	free(record.result[0].engine);
	record.result[0].engine = xstrdup("sync");
	text = render_one("json", &record, &plain);
	assert_true(json_number_at(text, "jobs/0/read/slat_ns/N") == 0);
	assert_true(json_number_at(text, "jobs/0/read/clat_ns/N") == 20000);
	assert_true(json_number_at(text, "jobs/0/read/clat_ns/mean") ==
		    json_number_at(text, "jobs/0/read/lat_ns/mean"));
	assert_null(json_find(text, "tests/0/slat_ns"));
	assert_null(json_find(text, "tests/0/clat_ns"));
	free(text);
}

/* The sum of the numbers of an object. */
static double
sum_of(const char *text, const char *path)
{
	const char *at = json_find(text, path);
	double sum = 0;

	assert_non_null(at);
	for (; *at != '}'; at++) {
		if (*at == ':')
			sum += strtod(at + 1, NULL);
	}
	return sum;
}

TEST(shares_of_a_job_sum_to_100_percent)
{
	struct record record;
	char *text;
	double sum;

	only_head(&record);
	synthetic_result(&record, "rand-mixed-q32", 2, 1);
	text = render_one("json", &record, &plain);
	sum = sum_of(text, "jobs/0/latency_ns") +
		sum_of(text, "jobs/0/latency_us") +
		sum_of(text, "jobs/0/latency_ms");
	assert_true(fabs(sum - 100) < 1e-6);
	assert_true(fabs(sum_of(text, "jobs/0/iodepth_level") - 100) < 1e-6);
	assert_true(json_number_at(text, "jobs/0/iodepth_level/32") == 90);
	assert_true(json_number_at(text, "tests/0/depth_levels/1") == 10);
	free(text);
}

TEST(latencies_of_a_job_are_in_the_bins_of_fio)
{
	static const uint64_t value[] = {
		1, 150, 999, 1000, 2000, 99000, 1500000, 1900000000,
		2000000000, UINT64_MAX
	};
	struct histogram *h = xmalloc(sizeof(*h));
	struct record record;
	struct sample *sample;
	char *text;
	size_t i;

	only_head(&record);
	synthetic_result(&record, "rand-read-q32", 1, 1);
	sample = &record.result[0].sample[0];
	drop_latencies(sample);
	histogram_clear(h);
	for (i = 0; i < 10; i++)
		histogram_record(h, value[i]);
	sample->latency[CLAT][OP_READ] = histogram_pack(h);
	free(h);
	text = render_one("json", &record, &plain);
#define IS(path, number) \
	assert_true(fabs(json_number_at(text, "jobs/0/" path) - (number)) < \
		    1e-6)
	IS("latency_ns/2", 10);
	IS("latency_ns/250", 10);
	IS("latency_ns/1000", 10);
	IS("latency_us/2", 10);
	IS("latency_us/4", 10);
	IS("latency_us/100", 10);
	IS("latency_ms/2", 10);
	IS("latency_ms/2000", 10);
	IS("latency_ms/>=2000", 20);
#undef IS
	free(text);
}

TEST(a_device_of_two_targets_is_listed_once)
{
	struct record record;
	char *text;

	only_head(&record);
	synthetic_result(&record, "rand-read-q32", 1, 1);
	synthetic_result(&record, "rand-read-q32", 1, 2)->target = 1;
	summarise(&record);
	text = render("json", &record, 1, &plain);
	assert_true(json_number_at(text, "disk_util/0/read_ios") == 40000);
	assert_null(json_find(text, "disk_util/1"));
	free(text);
	facts_set(&record.target[1], "device", "/dev/vdb");
	text = render("json", &record, 1, &plain);
	assert_true(json_number_at(text, "disk_util/0/read_ios") == 20000);
	assert_true(json_number_at(text, "disk_util/1/read_ios") == 20000);
	assert_has(text, "\"name\": \"vdb\"");
	free(text);
	record.result[0].sample[0].has_device = false;
	record.result[1].sample[0].has_device = false;
	text = render_one("json", &record, &plain);
	assert_non_null(json_find(text, "disk_util"));
	assert_null(json_find(text, "disk_util/0"));
	free(text);
}

TEST(json_escapes_what_must_be)
{
	struct record record;
	char *text;

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

TEST(facts_are_numbers_only_if_quantities_that_fit)
{
	struct record record;
	char *text;

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

TEST(every_line_of_csv_has_the_columns_of_the_header)
{
	struct record record;
	const char *at;
	char *text;
	unsigned columns, lines = 1;

	synthetic_record(&record, 1);
	free(record.result[2].na_reason);
	record.result[2].na_reason = xstrdup("one, \"two\" and\nthree");
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

TEST(rows_of_markdown_have_the_columns_of_their_table)
{
	struct record record;
	char *text, *line;
	unsigned columns = 0;

	synthetic_record(&record, 1);
	free(record.result[0].title);
	record.result[0].title = xstrdup("a|b\\|c <b>*x*</b>");
	add_sweep(&record);
	add_load(&record, 1000);
	text = render_one("markdown", &record, &plain);
	assert_has(text, "| a\\|b\\\\\\|c \\<b>\\*x\\*\\</b> |");
	for (line = strtok(text, "\n"); line != NULL;
	     line = strtok(NULL, "\n")) {
		if (line[0] != '|')
			continue;
		if (strncmp(line, "| Test", 6) == 0 ||
		    strncmp(line, "| Score", 7) == 0 ||
		    strncmp(line, "| block", 7) == 0 ||
		    strncmp(line, "| rate", 6) == 0)
			columns = bars(line);
		assert_true(columns > 0);
		assert_int_equal(bars(line), columns);
	}
	free(text);
}

TEST(a_stream_that_is_full_is_told)
{
	const struct format *format;
	struct record record;
	FILE *stream;
	size_t i;

	synthetic_record(&record, 1);
	summarise(&record);
	for (i = 0; (format = format_at(i)) != NULL; i++) {
		stream = fopen("/dev/full", "w");
		if (stream == NULL)
			break;		/* this system has none */
		format->render(&record, 1, &plain, stream);
		assert_true(fflush(stream) != 0 || ferror(stream));
		fclose(stream);
	}
	record_free(&record);
}

/* Loads what is in `bytes`, and if it is a record, prints it in every way. */
static void
print_all(const char *path, const char *bytes, size_t size)
{
	static const struct format_options verbose = { .verbose = true };
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
TEST(absurd_numbers_are_printed_without_a_crash)
{
	char path[] = "unit-format.XXXXXX", *bytes, *damaged;
	const char *srcdir = getenv("srcdir");
	char *good = xprintf("%s/tests/data/records/good-one-run.record",
			     srcdir != NULL ? srcdir : ".");
	FILE *stream = fopen(good, "rb");
	struct random random;
	size_t size, i, j, at;

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

TEST(four_marks_and_ten_long_samples_are_80_columns_wide)
{
	struct record record;
	struct result *result;
	char *text;
	size_t i;

	synthetic_suite(&record, 1);
	result = synthetic_result(&record, "fsdisk", 10, 1);
	for (i = 0; i < 10; i++)
		result->sample[i].total.elapsed_ns = 1000 * NS_PER_S;
	summarise(&record);
	for (i = 0; i < record.n_results; i++)
		record.result[i].flags = 1u << FLAG_NOISY |
			1u << FLAG_THROTTLED | 1u << FLAG_DRIFT |
			1u << FLAG_UNSTEADY;
	text = render("text", &record, 1, &plain);
	assert_narrow(text);
	assert_matches(text, "^File Copy 4096 bufsize 8000 maxblocks +[0-9.]+ "
		       "KBps  \\(1000\\.0 s, 10 samples\\) NTDU$");
	free(text);
	record_free(&record);
}

TEST(a_flag_of_every_row_is_of_all_tests)
{
	struct record record;
	char *text;
	size_t i;

	synthetic_suite(&record, 1);
	summarise(&record);
	for (i = 0; i < record.n_results; i++)
		record.result[i].flags |= 1u << FLAG_DRIFT;
	text = render("text", &record, 1, &plain);
	assert_has(text, "   D  drift (all tests): ");
	free(text);
	record.result[3].flags = 0;
	text = render("text", &record, 1, &plain);
	assert_lacks(text, "all tests)");
	assert_has(text, "   D  drift (fsbuffer, ");
	free(text);
	record_free(&record);
}

/* A row whose speed fell from 3000 to 300 IOPS in so many of its 3 samples. */
static void
throttled_record(struct record *record, size_t slowdowns)
{
	struct result *result;

	synthetic_record(record, 1);
	summarise(record);
	result = &record->result[1];
	result->has_slowdown = true;
	result->n_slowdowns = slowdowns;
	result->slowdown = (struct slowdown){
		.within = slowdowns > 0, .round = 3,
		.at_ns = slowdowns > 0 ? 42 * NS_PER_S : 0,
		.before = 3000, .after = 300
	};
	result->flags |= 1u << FLAG_THROTTLED;
}

/* The text with its line breaks and indents as single blanks. */
static void
unwrap(char *text)
{
	char *to = text;

	for (; *text != '\0'; text++) {
		if (*text == '\n')
			*text = ' ';
		if (*text != ' ' || to[-1] != ' ')
			*to++ = *text;
	}
	*to = '\0';
}

/* Holds each sample of a test, of 2 s, back for that long. */
static void
limit(struct record *record, const char *id, uint64_t limited_ms)
{
	struct result *result = record->result;

	while (strcmp(result->id, id) != 0)
		result++;
	for (size_t i = 0; i < result->n_samples; i++) {
		struct sample *sample = &result->sample[i];

		sample->total.elapsed_ns = 2 * NS_PER_S;
		sample->has_processors = true;
		sample->processors.periods = 20;
		sample->processors.limited_periods = limited_ms / 100;
		sample->processors.limited_ns = limited_ms * NS_PER_MS;
	}
}

TEST(a_quota_is_told_of_the_row_that_it_held_back_most)
{
	static const char sentence[] =
		"most affected is rand-read-q32: the quota ran out in 120 of "
		"160 periods, and delayed all processors together by at most "
		"12.00 s in 16.00 s of measuring";
	struct record record;
	char *text, *markdown, *json;

	synthetic_suite(&record, 1);
	limit(&record, "seq-read", 700);
	limit(&record, "rand-read-q32", 1500);
	limit(&record, "rand-write-q32", 10);
	summarise(&record);
	text = render("text", &record, 1, &plain);
	markdown = render("markdown", &record, 1, &plain);
	unwrap(text + 1);
	assert_has(text, "limited (seq-read, rand-read-q32): a quota on ");
	assert_has(text, sentence);
	assert_has(markdown, "* limited (seq-read, rand-read-q32): a quota ");
	assert_has(markdown, sentence);
	json = render("json", &record, 1, &plain);
	assert_json(json);
	assert_has(json, "\"limited (seq-read, rand-read-q32): a quota on ");
	assert_has(json, sentence);
	free(json);
	free(text);
	free(markdown);
	limit(&record, "seq-read", 0);
	limit(&record, "rand-read-q32", 0);
	summarise(&record);
	text = render("text", &record, 1, &plain);
	assert_lacks(text, "limited (");
	assert_lacks(text, "most affected");
	free(text);
	record_free(&record);
}

static void
check_slowdown(size_t slowdowns, const char *sentence)
{
	struct record record;
	char *text, *markdown;

	throttled_record(&record, slowdowns);
	text = render("text", &record, 1, &plain);
	assert_narrow(text);
	unwrap(text + 1);
	assert_has(text, sentence);
	assert_lacks(text, "No throttling");
	markdown = render("markdown", &record, 1, &plain);
	assert_has(markdown, sentence);
	assert_lacks(markdown, "No throttling");
	free(text);
	free(markdown);
	record_free(&record);
}

TEST(a_throttled_row_tells_how_it_fell_and_what_its_value_is)
{
	check_slowdown(1, "rand-mixed-q32 on /srv/one: 3000 IOPS for 42 s, then "
		       "300 (in round 3; that round counts with its low level)");
	check_slowdown(2, "then 300 (in round 3 and 1 more; those rounds "
		       "count with their low level)");
	check_slowdown(3, "then 300 (in round 3 and all others; the value is "
		       "the low level)");
	check_slowdown(0, "rand-mixed-q32 on /srv/one: 3000 IOPS before round 3, "
		       "and 300 from then on; the value is the mean of all "
		       "rounds");
}

TEST(json_has_the_fall_of_a_throttled_row_only)
{
	struct record record;
	char *text;

	throttled_record(&record, 1);
	text = render("json", &record, 1, &plain);
	assert_json(text);
	unwrap(text + 1);
	assert_has(text, "\"throttle\": { \"within\": true, \"round\": 3, "
		   "\"at_ns\": 42000000000, \"before\": 3000, \"after\": 300 "
		   "}");
	free(text);
	record.result[1].has_slowdown = false;
	text = render("json", &record, 1, &plain);
	assert_lacks(text, "\"throttle\"");
	free(text);
	record_free(&record);
}

/* A sample that fell is worth its low level in every list of samples. */
TEST(samples_are_shown_with_the_value_that_counts)
{
	struct record record;
	char *text;

	synthetic_record(&record, 1);
	summarise(&record);
	record.result[1].sample_value[2] = 1234.5;
	text = render("json", &record, 1, &plain);
	assert_has(text, "\"value\": 1234.5,");
	free(text);
	text = render("text", &record, 1, &detailed);
	assert_matches(text, "round 3: 1234\\.5 IOPS \\([0-9.]+ over all\\), ");
	assert_narrow(text);
	free(text);
	record_free(&record);
}

/* The longest row counts: 8 samples of 2 s. */
TEST(a_run_that_never_fell_tells_for_how_long_it_was_watched)
{
	const char *sentence = "No throttling in up to 16 s per test. Cloud "
			       "burst credit can last 30 minutes; use -t to "
			       "test longer.";
	struct record record;
	char *text;
	size_t i;

	synthetic_suite(&record, 1);
	summarise(&record);
	text = render("text", &record, 1, &plain);
	unwrap(text + 1);
	assert_has(text, sentence);
	free(text);
	text = render("markdown", &record, 1, &plain);
	assert_has(text, sentence);
	free(text);
	text = render("json", &record, 1, &plain);
	assert_has(text, sentence);
	free(text);
	for (i = 0; i < record.n_results; i++)
		record.result[i].judged = false;
	text = render("text", &record, 1, &plain);
	assert_lacks(text, "No throttling");
	free(text);
	record_free(&record);
}
