/* Tests of how each suite's results are laid out in text. */
#include <config.h>

#include <ctype.h>
#include <math.h>
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/format.h"
#include "diskidx/operation.h"
#include "diskidx/suite.h"
#include "diskidx/test.h"
#include "../support/synthetic.h"
#include "../support/test.h"

#define RULE \
	"------------------------------------" \
	"------------------------------------\n"
#define DATA_MAX 16384

static const struct format_options plain;

static char *
render(const char *name, struct record *record,
       const struct format_options *options)
{
	const struct format *format = format_by_name(name);
	char *text = NULL;
	size_t size = 0;
	FILE *stream = open_memstream(&text, &size);

	assert_non_null(format);
	assert_non_null(stream);
	record_summarise(record, baseline_by_name("george"));
	format->render(record, 1, options, stream);
	assert_int_equal(fclose(stream), 0);
	return text;
}

static char *
render_text(struct record *record)
{
	return render("text", record, &plain);
}

/* A record of that many targets, without results. */
static void
empty_record(struct record *record, unsigned targets)
{
	static const char *const more[] = {
		"/srv/three/of/a/long/path/below", "/srv/four"
	};

	synthetic_record(record, 1);	/* has two */
	while (record->n_results > 0)
		result_free(&record->result[--record->n_results]);
	record->interrupted = false;
	record->utc_offset_s = 0;
	record->target = xrealloc(record->target, 4 * sizeof(struct facts));
	for (; record->n_targets < targets; record->n_targets++) {
		memset(&record->target[record->n_targets], 0,
		       sizeof(struct facts));
		facts_set(&record->target[record->n_targets], "directory",
			  "%s", more[record->n_targets - 2]);
	}
	while (record->n_targets > targets)
		facts_free(&record->target[--record->n_targets]);
}

/* A test of the table as the plan makes its row. */
static struct result *
add(struct record *record, unsigned target, const char *id, unsigned samples)
{
	const struct test *test = test_by_id(id);
	struct result *result;

	if (test == NULL)
		fail_msg("there is no test %s", id);
	result = synthetic_result(record, id, samples,
				  record->n_results + 1);
	result->target = target;
	result->rule = test->rule;
	return result;
}

/* So many bytes in so many milliseconds, as each sample has them. */
static void
set_samples(struct result *result, uint64_t bytes, const unsigned *ms)
{
	size_t i;

	for (i = 0; i < result->n_samples; i++) {
		result->sample[i].total.bytes = bytes;
		result->sample[i].total.elapsed_ns = ms[i] * NS_PER_MS;
	}
}

/* Small files have no account of bytes. */
static void
set_files(struct result *result)
{
	struct histogram *h = xmalloc(sizeof(*h));
	size_t i;

	memset(h, 0, sizeof(*h));
	for (i = 1; i <= 20000; i++)
		histogram_record(h, 1000 * (1 + i % 100));
	for (i = 0; i < result->n_samples; i++) {
		struct sample *sample = &result->sample[i];
		unsigned op = result->params.action == ACTION_STAT ||
			      result->params.action == ACTION_OPEN ?
			      OP_READ : OP_WRITE;

		sample->total.ios[op] = 20000;
		sample->device.write_ios = sample->total.ios[OP_WRITE];
		if (sample->latency[LAT][op] == NULL)
			sample->latency[LAT][op] = histogram_pack(h);
	}
	free(h);
}

static void
add_suite(struct record *record, unsigned target, const char *name,
	  unsigned samples)
{
	const struct suite *suite = suite_by_name(name);
	const struct test *test;
	struct result *result;
	size_t i;

	assert_non_null(suite);
	for (i = 0; (test = suite_test(suite, i)) != NULL; i++) {
		result = add(record, target, test->id, samples);
		if (params_is_metadata(&result->params))
			set_files(result);
	}
}

/* Of the report what stands between the host and the notes, digits masked. */
static char *
masked_body(const char *text)
{
	const char *start = strstr(text, RULE), *end;
	char *body, *p;

	assert_non_null(start);
	end = strstr(start, "\nNotes\n");
	assert_non_null(end);
	body = xprintf("%.*s", (int)(end - start), start);
	for (p = body; *p != '\0'; p++)
		if (isdigit((unsigned char)*p))
			*p = '#';
	return body;
}

/* The text of tests/data/layouts/report-NAME.txt, on the heap. */
static char *
expected_body(const char *name)
{
	const char *srcdir = getenv("srcdir");
	char *path = xprintf("%s/tests/data/layouts/report-%s.txt", srcdir != NULL ?
			     srcdir : ".", name);
	char *text = xmalloc(DATA_MAX + 1);
	FILE *file = fopen(path, "r");

	if (file == NULL)
		fail_msg("cannot open %s", path);
	text[fread(text, 1, DATA_MAX, file)] = '\0';
	fclose(file);
	free(path);
	return text;
}

static void
assert_body(struct record *record, const char *name)
{
	char *expected = expected_body(name);
	char *text = render_text(record), *body = masked_body(text);

	if (strcmp(body, expected) != 0)
		fail_msg("not as report-%s.txt:\n%s", name, body);
	free(expected);
	free(body);
	free(text);
	record_free(record);
}

static unsigned
count_of(const char *text, const char *part)
{
	unsigned n = 0;

	for (; (text = strstr(text, part)) != NULL; text += strlen(part))
		n++;
	return n;
}

/* Three passes of 30 s at these rates, in KBps. */
static void
add_copy(struct record *record, const char *id, unsigned copies,
	 const double *kbps)
{
	struct result *result = add(record, 0, id, 3);
	size_t i;

	result->copies = copies;
	for (i = 0; i < 3; i++) {
		result->sample[i].total.elapsed_ns = 30 * NS_PER_S;
		result->sample[i].total.bytes = (uint64_t)(kbps[i] * 1024 * 30);
	}
}

/* The passes of two real runs of UnixBench, not in the order of its report. */
static void
golden_record(struct record *record)
{
	static const double passes[2][3][3] = {
		{ { 1013555, 998676, 923116 }, { 272334, 256504, 271330 },
		  { 2882775, 2925719, 3442506 } },
		{ { 954167 + 847876, 811102 + 749890, 779190 + 831918 },
		  { 430036, 506929, 293534 },
		  { 4242141, 4149326, 5430877 } },
	};

	empty_record(record, 1);
	for (unsigned i = 0; i < 2; i++) {
		add_copy(record, "unixbench:fsdisk", i + 1, passes[i][2]);
		add_copy(record, "unixbench:fstime", i + 1, passes[i][0]);
		add_copy(record, "unixbench:fsbuffer", i + 1, passes[i][1]);
	}
}

static const char golden_report[] =
	RULE
	"Benchmark Run: Fri Nov 20 2026 16:54:39 - 17:01:51\n"
	"2 CPUs in system; running 1 parallel copy of tests\n\n"
	"File Copy 1024 bufsize 2000 maxblocks       1006088.0 KBps  "
	"(30.0 s, 2 samples)\n"
	"File Copy 256 bufsize 500 maxblocks          271831.5 KBps  "
	"(30.0 s, 2 samples)\n"
	"File Copy 4096 bufsize 8000 maxblocks       3173610.8 KBps  "
	"(30.0 s, 2 samples)\n\n"
	"System Benchmarks Partial Index              BASELINE"
	"       RESULT    INDEX\n"
	"File Copy 1024 bufsize 2000 maxblocks          3960.0"
	"    1006088.0   2540.6\n"
	"File Copy 256 bufsize 500 maxblocks            1655.0"
	"     271831.5   1642.5\n"
	"File Copy 4096 bufsize 8000 maxblocks          5800.0"
	"    3173610.8   5471.7\n"
	"                                                       "
	"            ========\n"
	"System Benchmarks Index Score (Partial Only)           "
	"              2837.0\n\n"
	RULE
	"Benchmark Run: Fri Nov 20 2026 16:54:39 - 17:01:51\n"
	"2 CPUs in system; running 2 parallel copies of tests\n\n"
	"File Copy 1024 bufsize 2000 maxblocks       1703903.1 KBps  "
	"(30.0 s, 2 samples)\n"
	"File Copy 256 bufsize 500 maxblocks          466902.3 KBps  "
	"(30.0 s, 2 samples)\n"
	"File Copy 4096 bufsize 8000 maxblocks       4799848.5 KBps  "
	"(30.0 s, 2 samples)\n\n"
	"System Benchmarks Partial Index              BASELINE"
	"       RESULT    INDEX\n"
	"File Copy 1024 bufsize 2000 maxblocks          3960.0"
	"    1703903.1   4302.8\n"
	"File Copy 256 bufsize 500 maxblocks            1655.0"
	"     466902.3   2821.2\n"
	"File Copy 4096 bufsize 8000 maxblocks          5800.0"
	"    4799848.5   8275.6\n"
	"                                                       "
	"            ========\n"
	"System Benchmarks Index Score (Partial Only)           "
	"              4648.6\n\n";

/* Without the marks of flags, which UnixBench doesn't have. */
static char *
without_marks(const char *text)
{
	char *copy = xstrdup(text), *to = copy;
	const char *from;

	for (from = text; *from != '\0'; from++) {
		if (strncmp(from, ") N\n", 4) == 0) {
			*to++ = ')';
			from += 2;
			continue;
		}
		*to++ = *from;
	}
	*to = '\0';
	return copy;
}

TEST(the_report_of_unixbench_is_that_of_unixbench_itself)
{
	static const char *const formats[] = { "unixbench", "text" };
	struct record record;
	char *text, *bare;
	size_t i;

	golden_record(&record);
	for (i = 0; i < 2; i++) {
		text = render(formats[i], &record, &plain);
		bare = without_marks(text);
		assert_has(bare, golden_report);
		assert_has(text, "\nNotes\n");
		assert_lacks(text, "Latency");
		assert_lacks(text, "File Copy Index Score");
		free(bare);
		free(text);
	}
	record_free(&record);
}

/* The n-th match of an expression, whole, on the heap; NULL: no more. */
static char *
match_of(const char *text, const char *pattern, unsigned n)
{
	regmatch_t match = { 0, 0 };
	regex_t regex;
	char *found = NULL;
	unsigned i;

	assert_int_equal(regcomp(&regex, pattern, REG_EXTENDED), 0);
	for (i = 0; i <= n; i++) {
		free(found);
		found = NULL;
		if (regexec(&regex, text, 1, &match, 0) != 0)
			break;
		found = xprintf("%.*s", (int)(match.rm_eo - match.rm_so),
				text + match.rm_so);
		text += match.rm_eo;
	}
	regfree(&regex);
	return found;
}

static unsigned
count_matches(const char *text, const char *pattern)
{
	unsigned n = 0;
	char *found;

	while ((found = match_of(text, pattern, n)) != NULL) {
		free(found);
		n++;
	}
	return n;
}

/* As `grep "System Benchmarks Index Score" | awk '{print $NF}'`. */
static double
grep_score(const char *text, unsigned n)
{
	char *line = match_of(text, "System Benchmarks Index Score[^\n]*", n);
	double score;

	assert_non_null(line);
	score = strtod(strrchr(line, ' ') + 1, NULL);
	free(line);
	return score;
}

TEST(the_scrapers_of_unixbench_find_what_they_look_for)
{
	struct record record;
	char *text;

	golden_record(&record);
	text = render("unixbench", &record, &plain);
	assert_int_equal(count_matches(text, "[A-Z][A-Za-z0-9_() -]+[ \t]+"
				       "[0-9.]+ [A-Za-z]+[ \t]+\\([0-9.]+ "
				       "[a-z]+, [0-9.]+ [a-z]+\\)"), 6);
	assert_int_equal(count_matches(text, "[A-Z][A-Za-z0-9_() -]+[ \t]+"
				       "[0-9]+\\.[0-9]+[ \t]+[0-9]+\\.[0-9]+"
				       "[ \t]+[0-9]+\\.[0-9]+\n"), 6);
	assert_int_equal(count_matches(text, "Benchmark Run:"), 2);
	assert_int_equal(count_matches(text, "running [0-9]+ parallel cop"),
			 2);
	assert_int_equal(count_matches(text, "samples\\)"), 6);
	assert_true(fabs(grep_score(text, 0) - 2837.0) < 0.05);
	assert_true(fabs(grep_score(text, 1) - 4648.6) < 0.05);
	free(text);
	record_free(&record);
}

TEST(the_file_copies_of_disk_have_unixbench_format_too)
{
	struct record record;
	char *text;

	empty_record(&record, 2);
	add(&record, 0, "fstime", 3);
	add(&record, 0, "seq-read", 3);
	add(&record, 1, "seq-read", 3);
	text = render("unixbench", &record, &plain);
	assert_int_equal(count_of(text, "Benchmark Run:"), 1);
	assert_has(text, "3 samples)");		/* none is dropped */
	assert_lacks(text, "Sequential Read 1M");
	free(text);
	record_free(&record);

	empty_record(&record, 1);
	add(&record, 0, "seq-read", 3);
	text = render("unixbench", &record, &plain);
	assert_has(text, "\nNo File Copy test is in this record.\n");
	free(text);
	record_free(&record);
}

TEST(a_file_copy_that_failed_has_no_index)
{
	struct record record;
	char *text;

	golden_record(&record);
	record.result[1].na_reason = xstrdup("the disk is full");
	text = render("unixbench", &record, &plain);
	assert_has(text, "\nFile Copy 1024 bufsize 2000 maxblocks        "
		   "     n/a KBps  (see the notes)\n");
	assert_has(text, "\nFile Copy 1024 bufsize 2000 maxblocks          "
		   "3960.0          n/a      ---\n");
	assert_has(text, "the disk is full");
	/* The score is of the two others. */
	assert_true(fabs(grep_score(text, 0) - 2997.9) < 0.1);
	free(text);
	record_free(&record);
}

TEST(passes_stand_one_by_one_with_their_means)
{
	static const unsigned ms[] = { 1234, 2468, 1000 }, short_ms[] = {
		50, 60, 61
	};
	struct record record;
	struct result *result;
	char *text;

	empty_record(&record, 1);
	set_samples(add(&record, 0, "dd:read-1m", 3), 2 * GIB, ms);
	set_samples(add(&record, 0, "dd:write-512-dsync", 3), 512000,
		    short_ms);
	set_samples(add(&record, 0, "dd:write-1m-dsync", 3), 400 * MIB, ms);
	result = add(&record, 0, "dd:read-400m", 0);
	result->na_reason = xstrdup("the block doesn't fit into memory");
	text = render_text(&record);
	assert_has(text,
	"Read bs=1M count=2048 cold\n"
	"   1. 2147 MB (2048 MiB) in 1.234 s         1740.3 MB/s    "
	"1659.6 MiB/s\n"
	"   2. 2147 MB (2048 MiB) in 2.468 s          870.1 MB/s     "
	"829.8 MiB/s\n"
	"   3. 2147 MB (2048 MiB) in 1.000 s         2147.5 MB/s    "
	"2048.0 MiB/s\n"
	"      geometric mean, which counts          1481.5 MB/s    "
	"1412.9 MiB/s N\n"
	"      arithmetic mean                       1586.0 MB/s    "
	"1512.5 MiB/s\n\n");
	assert_has(text, "\n   1. 0.512 MB (0.488 MiB) in 0.050000 s      "
		   "10.2 MB/s       9.8 MiB/s\n");
	assert_has(text, "\n   1. 419 MB (400 MiB) in 1.234 s            "
		   "339.9 MB/s     324.1 MiB/s capped\n");
	assert_has(text, "\nRead bs=400M count=1 cold\n      n/a: the block "
		   "doesn't fit into memory\n\n");
	assert_has(text, "\nLatency ");
	assert_lacks(text, "INDEX");
	free(text);
	record_free(&record);
}

TEST(directories_stand_side_by_side_by_size)
{
	static const char *const ids[] = {
		"sizes:write-10m", "sizes:read-10m", "sizes:write-100m"
	};
	static const unsigned ms[] = { 1000, 1000 };
	struct record record;
	struct result *result;
	unsigned target, i;

	empty_record(&record, 4);
	for (target = 0; target < 4; target++)
		for (i = 0; i < 3; i++) {
			result = add(&record, target, ids[i], 2);
			set_samples(result, result->params.file_bytes /
				    (i == 2 && target == 1 ? 2 : 1), ms);
		}
	record.result[4].na_reason = xstrdup("it broke");
	assert_body(&record, "sizes");
}

TEST(each_pattern_has_a_table_over_its_depths)
{
	static const uint32_t depths[] = { 4, 1, 32 };
	struct record record;
	struct result *result;
	struct test test;
	unsigned i, j;

	empty_record(&record, 1);
	for (i = 0; i < 3; i++) {
		test = *test_by_id("access:rand-read-4k");
		assert_int_equal(test_set_depth(&test, depths[i]), 0);
		result = synthetic_variant(&record, &test, 2, i + 1);
		for (j = 0; j < 2 && i != 1; j++) {
			result->sample[j].has_processors = true;
			result->sample[j].processors.total_ns = 4 * NS_PER_S;
			result->sample[j].processors.busy_ns = NS_PER_S;
		}
	}
	result = add(&record, 0, "access:seq-write", 0);
	result->na_reason = xstrdup("it broke");
	assert_body(&record, "access");
}

TEST(tests_of_a_tool_share_a_table_in_their_order)
{
	struct record record;

	empty_record(&record, 1);
	add_suite(&record, 0, "yabs", 1);
	assert_body(&record, "yabs");
}

TEST(the_typical_latency_closes_the_report)
{
	struct record record;

	empty_record(&record, 2);
	add_suite(&record, 0, "fio-4k", 1);
	add_suite(&record, 1, "fio-4k", 1);
	assert_body(&record, "fio-4k");
}

TEST(percentiles_come_first_where_durability_is_measured)
{
	struct record record;

	empty_record(&record, 1);
	add_suite(&record, 0, "durable", 2);
	assert_body(&record, "durable");
}

TEST(each_suite_of_a_run_has_a_group_of_its_own)
{
	struct record record;
	char *text;

	empty_record(&record, 2);
	for (unsigned target = 0; target < 2; target++) {
		add(&record, target, "seq-read", 2);
		add(&record, target, "dd:read", 2);
		add(&record, target, "sizes:read-10m", 2);
		add(&record, target, "commit", 2);
	}
	text = render_text(&record);
	/* Two of each but of the sizes, where both are side by side. */
	assert_int_equal(count_of(text, "\nBenchmark Run: "), 5);
	assert_int_equal(count_of(text, "\nTotal run time: 7 min 12 s\n"), 1);
	assert_int_equal(count_of(text, "\nRead bs=512 count=4194304 cold\n"),
			 2);
	assert_int_equal(count_of(text, "\nDisk Index Score "), 2);
	free(text);
	record_free(&record);
}

/* Lines of 80 columns at most, printable ASCII, no blanks at the end. */
static void
assert_tidy(const char *text)
{
	size_t column = 0;

	for (; *text != '\0'; text++) {
		if (*text == '\n' && column > 0 && text[-1] == ' ')
			fail_msg("blank at the end: %.*s", (int)column,
				 text - column);
		column = *text == '\n' ? 0 : column + 1;
		if (column > 80)
			fail_msg("too wide: %.100s", text - column + 1);
		assert_true(*text == '\n' || (*text >= ' ' && *text < 0x7f));
	}
}

TEST(every_suite_is_80_columns_wide_in_every_way)
{
	static const struct format_options ways[] = {
		{ .si = false }, { .si = true, .verbose = true }
	};
	const struct suite *suite;
	struct record record;
	size_t i, j;
	char *text;

	for (i = 0; (suite = suite_at(i)) != NULL; i++) {
		empty_record(&record, 4);
		add_suite(&record, 0, suite->name, 2);
		add_suite(&record, 3, suite->name, 2);
		for (j = 0; j < 2; j++) {
			text = render("text", &record, &ways[j]);
			assert_tidy(text);
			free(text);
		}
		record_free(&record);
	}
}

TEST(json_tells_by_which_rule_a_value_is_made)
{
	struct record record;
	char *text;

	golden_record(&record);
	add(&record, 0, "seq-read", 1);
	text = render("json", &record, &plain);
	assert_int_equal(count_matches(text, "\"rule\": *\"unixbench\""), 6);
	assert_int_equal(count_matches(text, "\"rule\": *\"geometric mean\""),
			 1);
	free(text);
	record_free(&record);
}
