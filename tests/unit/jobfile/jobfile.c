/* Job files: what they become, and how they are refused. */
#include <config.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/jobfile.h"
#include "jobfile/script.h"

#include "../support/test.h"

#define PATH "some/jobs.fio"

static struct jobfile *
parse(const char *text, size_t size, char *error)
{
	error[0] = '\0';
	return jobfile_parse(PATH, text, size, error, JOBFILE_ERROR);
}

static struct jobfile *
accept_text(const char *text)
{
	char error[JOBFILE_ERROR];
	struct jobfile *jobfile = parse(text, strlen(text), error);

	if (jobfile == NULL)
		fail_msg("refused: %s\n%s", error, text);
	assert_string_equal(error, "");
	return jobfile;
}

/* One job with these lines. */
static struct jobfile *
accept_job(const char *lines)
{
	char *text = xprintf("[job]\n%s\n", lines);
	struct jobfile *jobfile = accept_text(text);

	free(text);
	assert_int_equal(jobfile->n_tests, 1);
	return jobfile;
}

/* What follows the path, and the colon after it. */
static void
assert_refused_bytes(const char *text, size_t size, const char *expected)
{
	char error[JOBFILE_ERROR];
	struct jobfile *jobfile = parse(text, size, error);

	if (jobfile != NULL)
		fail_msg("accepted: %s", text);
	assert_memory_equal(error, PATH ":", strlen(PATH) + 1);
	assert_string_equal(error + strlen(PATH) + 1, expected);
}

static void
assert_refused(const char *text, const char *expected)
{
	assert_refused_bytes(text, strlen(text), expected);
}

/* The parameters of a job with these lines. */
static void
assert_params(const char *lines, const char *expected)
{
	struct jobfile *jobfile = accept_job(lines);
	char text[PARAMS_TEXT];

	assert_string_equal(params_format(text, &jobfile->test[0].params),
			    expected);
	jobfile_free(jobfile);
}

static bool
has_note(const struct jobfile *jobfile, const char *words)
{
	for (size_t i = 0; i < jobfile->n_notes; i++)
		if (strstr(jobfile->note[i], words) != NULL)
			return true;
	return false;
}

static void
assert_note(const char *text, const char *words, bool expected)
{
	struct jobfile *jobfile = accept_text(text);

	assert_int_equal(has_note(jobfile, words), expected);
	jobfile_free(jobfile);
}

/* Files. */

static struct jobfile *
load(const char *name, char *error)
{
	const char *srcdir = getenv("srcdir");
	char *path = xprintf("%s/tests/data/fio/%s",
			     srcdir != NULL ? srcdir : ".", name);
	struct jobfile *jobfile;

	error[0] = '\0';
	jobfile = jobfile_load(path, error, JOBFILE_ERROR);
	if (jobfile == NULL) {
		assert_memory_equal(error, path, strlen(path));
		assert_null(strchr(error, '\n'));
		memmove(error, error + strlen(path),
			strlen(error + strlen(path)) + 1);
	}
	free(path);
	return jobfile;
}

static struct jobfile *
load_good(const char *name)
{
	char error[JOBFILE_ERROR];
	struct jobfile *jobfile = load(name, error);

	if (jobfile == NULL)
		fail_msg("%s%s", name, error);
	return jobfile;
}

static void
assert_seed_file(const char *name, const char *id, const char *title,
		 const char *params)
{
	struct jobfile *j = load_good(name);
	char text[PARAMS_TEXT];

	assert_int_equal(j->n_tests, 1);
	assert_string_equal(j->test[0].id, id);
	assert_string_equal(j->test[0].title, title);
	assert_string_equal(j->test[0].category, "Job");
	assert_int_equal(j->test[0].unit, UNIT_IOPS);
	assert_string_equal(j->test[0].workload, "random");
	assert_string_equal(params_format(text, &j->test[0].params), params);
	assert_true(j->size_bytes == 4 * GIB);
	assert_true(j->time_ns == 60 * NS_PER_S);
	assert_true(j->copies == 1);
	assert_string_equal(j->engine, "libaio");
	assert_string_equal(j->directory, "/home");
	assert_false(j->has_seed);
	assert_true(j->warm_up_ns == 0 && j->delay_ns == 0);
	assert_true(has_note(j, "filename is not used"));
	assert_true(has_note(j, "runtime"));
	assert_int_equal(j->n_notes, 5);
	jobfile_free(j);
}

TEST(the_files_of_2013_load)
{
	assert_seed_file("randwrite.fio", "randwrite:Rand-Write-4k-qd32",
			 "Rand-Write-4k-qd32: Random Write 4K Q32 direct "
			 "permutation", "action=write cache=direct sync=none "
			 "block_bytes=4096 depth=32 read_pct=0 file_bytes=0 "
			 "pattern=permutation");
	assert_seed_file("randread.fio", "randread:Rand-Read-4k-qd32",
			 "Rand-Read-4k-qd32: Random Read 4K Q32 direct "
			 "permutation", "action=read cache=direct sync=none "
			 "block_bytes=4096 depth=32 read_pct=100 file_bytes=0 "
			 "pattern=permutation");
}

TEST(every_good_file_loads_and_the_bad_ones_say_where)
{
	static const struct {
		const char *name, *error;
	} files[] = {
		{ "good-every-key.fio", NULL },
		{ "good-mixed.fio", NULL },
		{ "good-carriage-returns.fio", NULL },
		{ "bad-binary.fio", ":1: a control character (0x7f)" },
		{ "bad-block-list.fio", ":6: bs: '4k,64k' is a list; diskidx "
		  "takes one value, for reads and writes alike" },
		{ "bad-duplicate-key.fio", ":6: blocksize: already on line 4 "
		  "of this section" },
		{ "bad-duplicate-section.fio", ":6: [one]: already on line "
		  "3" },
		{ "bad-empty.fio", ": no job: no section other than [global]" },
		{ "bad-include.fio", ":2: include: not done by diskidx; put "
		  "the other file's lines here" },
		{ "bad-key-first.fio", ":3: rw: a key before any section; "
		  "start with [global]" },
		{ "bad-long-line.fio", ":3: a line of more than 4096 bytes" },
		{ "bad-no-job.fio", ": no job: no section other than "
		  "[global]" },
		{ "bad-range.fio", ":3: iodepth: '0' is not a whole number "
		  "from 1 to 4096" },
		{ "bad-truncated.fio", ":12: a section without its ]" },
		{ "bad-unknown-key.fio", ":4: unknown key 'iodpeth'; did you "
		  "mean iodepth?" },
		{ "bad-variable.fio", ":3: size: '${SIZE}' has a variable; "
		  "put its value there" },
		{ "bad-verify.fio", ":5: verify: not done by diskidx; leave "
		  "it out: nothing is read back to be verified" },
		{ "no-such-file.fio", ": No such file or directory" },
	};
	char error[JOBFILE_ERROR];

	for (size_t i = 0; i < LENGTH(files); i++) {
		struct jobfile *jobfile = load(files[i].name, error);

		if ((jobfile == NULL) != (files[i].error != NULL))
			fail_msg("%s%s", files[i].name, error);
		if (jobfile == NULL)
			assert_string_equal(error, files[i].error);
		jobfile_free(jobfile);
	}
}

TEST(a_directory_is_refused)
{
	char error[JOBFILE_ERROR];

	assert_null(jobfile_load(".", error, sizeof(error)));
	assert_memory_equal(error, ".: ", 3);
}

TEST(a_file_that_is_too_large_is_refused)
{
	char path[] = "unit-jobfile.XXXXXX", error[JOBFILE_ERROR];
	int fd = mkstemp(path);
	char *text = xmalloc(2 * MIB);

	memset(text, '\n', 2 * MIB);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, 2 * MIB), 2 * MIB);
	close(fd);
	free(text);
	assert_null(jobfile_load(path, error, sizeof(error)));
	unlink(path);
	assert_string_equal(error + strlen(path), ": larger than 1 MiB");
}

/* Sections, lines and comments. */

TEST(an_empty_job_has_the_defaults_of_fio)
{
	struct jobfile *j = accept_text("[job]");

	assert_params("", "action=read cache=buffered sync=none "
		      "block_bytes=4096 depth=1 read_pct=100 file_bytes=0 "
		      "sequential_pct=100");
	assert_string_equal(j->engine, "sync");
	assert_true(j->size_bytes == 0 && j->time_ns == 0 && j->copies == 1);
	assert_true(j->warm_up_ns == 0 && j->delay_ns == 0);
	assert_string_equal(j->engine, "sync");
	assert_false(j->has_seed);
	assert_null(j->directory);
	assert_int_equal(j->copies, 1);
	assert_string_equal(j->test[0].title,
			    "job: Sequential Read 4K Q1 buffered");
	jobfile_free(j);
}

TEST(global_concerns_the_jobs_after_it)
{
	struct jobfile *j = accept_text(
		"[global]\nbs=8k\ndirect=1\n[a]\n[b]\nbs=16k\n"
		"[global]\nbs=32k\n[c]\n[global]\nrw=write\n[d]\nbs=64k\n");
	static const uint32_t block[] = { 8192, 16384, 32768, 65536 };

	assert_int_equal(j->n_tests, 4);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(j->test[i].params.block_bytes, block[i]);
		assert_int_equal(j->test[i].params.cache, CACHE_DIRECT);
		assert_int_equal(j->test[i].params.action,
				 i == 3 ? ACTION_WRITE : ACTION_READ);
	}
	jobfile_free(j);
}

TEST(blanks_comments_and_line_ends_change_nothing)
{
	struct jobfile *j = accept_text(
		"; \xe8\xaa\xad \x80\xff [x\n\n\t \n  [ a job ]\t; one\r\n"
		"\tbs =\t8k # eight\r\n iodepth= 4;\nioengine  =libaio\n"
		"#bs=4k\ndescription = two\twords  ; three\ndirect");

	assert_int_equal(j->n_tests, 1);
	assert_string_equal(j->test[0].id, "jobs:a-job");
	assert_string_equal(j->test[0].title, "two words");
	assert_int_equal(j->test[0].params.block_bytes, 8192);
	assert_int_equal(j->test[0].params.depth, 4);
	assert_int_equal(j->test[0].params.cache, CACHE_DIRECT);
	jobfile_free(j);
}

TEST(what_is_no_section_and_no_key_is_refused)
{
	assert_refused("", " no job: no section other than [global]");
	assert_refused("\n; [a]\n", " no job: no section other than [global]");
	assert_refused("[global]\nrw=read\n",
		       " no job: no section other than [global]");
	assert_refused("bs=4k\n[a]\n", "1: bs: a key before any section; "
		       "start with [global]");
	assert_refused("[a]\n[global]\nbs=4k\n[b]\n[global]\n",
		       "5: [global]: no job follows it, and it concerns only "
		       "those that do");
	assert_refused("[a]\n\n[a ", "3: a section without its ]");
	assert_refused("[a]\n[b ;]\n", "2: a section without its ]");
	assert_refused("[a] b\n", "1: text after a section's ]");
	assert_refused("[]\n", "1: a section without a name");
	assert_refused("[ \t]\n", "1: a section without a name");
	assert_refused("[\n", "1: a section without its ]");
	assert_refused("[a]\n=4k\n", "2: neither a section nor KEY=VALUE");
	assert_refused("[a]\nthe bs=4k\n",
		       "2: neither a section nor KEY=VALUE");
	assert_refused("[a]\nhello world\n",
		       "2: neither a section nor KEY=VALUE");
	assert_refused("include other.fio\n[a]\n", "1: include: not done by "
		       "diskidx; put the other file's lines here");
	assert_refused("[a]\ninclude\n", "2: include: not done by diskidx; "
		       "put the other file's lines here");
	assert_refused("[a]\nincludes\n", "2: unknown key 'includes'; the "
		       "manual lists those of a job file");
	assert_refused("[a]\ndirectory=/mnt/${USER}\n", "2: directory: "
		       "'/mnt/${USER}' has a variable; put its value there");
	assert_refused("[a]\nnumjobs=$ncpus\n", "2: numjobs: '$ncpus' has a "
		       "variable; put its value there");
	assert_refused("[global2]\nbs=8k\n[a]\n", "1: [global2]: fio takes "
		       "every name that starts with global for [global]; "
		       "rename it");
}

TEST(bytes_that_are_no_text_are_refused)
{
	assert_refused_bytes("[a]\nbs=4k\0\n", 11, "2: a control character "
			     "(0x00)");
	assert_refused_bytes("[a]\n;\0\n", 7, "2: a control character (0x00)");
	assert_refused_bytes("\0", 1, "1: a control character (0x00)");
	assert_refused("[a]\nbs=4k\r\r\n", "2: a control character (0x0d)");
	assert_refused("[a]\rbs=4k\n", "1: a control character (0x0d)");
	assert_refused("[a]\nbs=\x7f\n", "2: a control character (0x7f)");
	assert_refused("[a]\nbs=\x1b[1m\n", "2: a control character (0x1b)");
	assert_refused("\xef\xbb\xbf[a]\n", "1: a character that is not "
		       "ASCII, outside of a comment");
	assert_refused("[a]\n\ndescription=\xc3\xa9t\xc3\xa9\n",
		       "3: a character that is not ASCII, outside of a "
		       "comment");
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

TEST(lines_files_and_jobs_have_limits)
{
	char *text = padded(4 + 4096, 5000);

	jobfile_free(accept_text(text));
	free(text);
	text = padded(4 + 4097, 5000);
	assert_refused(text, "2: a line of more than 4096 bytes");
	free(text);
	text = padded(MIB, 4096);
	jobfile_free(accept_text(text));
	free(text);
	text = padded(MIB + 1, 4096);
	assert_refused(text, " larger than 1 MiB");
	free(text);
	text = padded(MIB, 2 * MIB);
	assert_refused(text, "2: a line of more than 4096 bytes");
	free(text);
}

TEST(there_are_at_most_256_jobs)
{
	char text[4096] = "";
	struct jobfile *jobfile;
	size_t used = 0;

	for (unsigned i = 0; i < 256; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used,
					 "[job%u]\n", i);
	jobfile = accept_text(text);
	assert_int_equal(jobfile->n_tests, 256);
	jobfile_free(jobfile);
	snprintf(text + used, sizeof(text) - used, "[one-more]\n");
	assert_refused(text, "257: more than 256 jobs");
}

/* Names. */

static const char long_name[] =
	"a-name-of-sixty-characters-which-is-the-most-that-can-be-ok!";

TEST(an_id_is_made_of_the_file_and_the_job)
{
	static const struct {
		const char *path, *name, *id;
	} cases[] = {
		{ "a.fio", "job", "a:job" },
		{ "/x/y.fio/b.c.fio", "4k, 50%", "b.c:4k--50-" },
		{ "no-suffix", "a:b=c", "no-suffix:a-b-c" },
		{ "x y\xc3\xa9.fio", "j", "x-y--:j" },
		{ ".fio", "j", ".fio:j" },
		{ "rand-read-q32.fio", "m", "rand-read-q32.fio:m" },
		{ "dir/rand-read-q32", "m", "rand-read-q32.fio:m" },
		{ "disk.fio", "seq-read", "disk.fio:seq-read" },
		{ "a-file-name-of-more-than-fifty-six-characters-is-cut-at-its-"
		  "end.fio", long_name,
		  "a-file-name-of-more-than-fifty-six-characters-is-cut-at-:"
		  "a-name-of-sixty-characters-which-is-the-most-that-can-be-"
		  "ok-" },
	};
	char error[JOBFILE_ERROR], text[100];

	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct jobfile *jobfile;

		snprintf(text, sizeof(text), "[%s]\n", cases[i].name);
		jobfile = jobfile_parse(cases[i].path, text, strlen(text),
					error, sizeof(error));
		assert_non_null(jobfile);
		assert_string_equal(jobfile->test[0].id, cases[i].id);
		jobfile_free(jobfile);
	}
}

TEST(no_file_name_makes_a_job_a_variant_of_a_builtin_test)
{
	char error[JOBFILE_ERROR];
	const struct test *test;

	for (size_t i = 0; (test = test_at(i)) != NULL; i++) {
		char *path = xprintf("%s.fio", test->id);
		struct jobfile *jobfile = jobfile_parse(path, "[a]", 3, error,
							sizeof(error));

		assert_non_null(jobfile);
		assert_int_equal(test_set_block(&jobfile->test[0], 512),
				 -EINVAL);
		assert_null(test_by_id(jobfile->test[0].id));
		jobfile_free(jobfile);
		free(path);
	}
}

TEST(a_job_has_a_name_of_its_own)
{
	char text[200];

	assert_refused("[a]\nbs=4k\n[b]\n[ a ]\n", "4: [a]: already on line "
		       "1");
	assert_refused("[a b]\n[a:b]\n", "2: [a:b]: has the id of [a b], "
		       "a-b; rename one");
	snprintf(text, sizeof(text), "[x%s]\n", long_name);
	assert_refused(text, "1: a section's name of more than 60 "
		       "characters");
	snprintf(text, sizeof(text), "[x]\n%s=1\n", long_name);
	assert_refused(text, "2: unknown key 'a-name-of-sixty-characters-"
		       "which-is-the-most-that-can-be-ok!'; the manual lists "
		       "those of a job file");
}

TEST(a_title_is_the_description_or_says_what_is_done)
{
	static const struct {
		const char *lines, *title;
	} cases[] = {
		{ "rw=randrw\nrwmixread=75\ndirect=1\nnorandommap",
		  "job: Random 75/25 4K Q1 direct" },
		{ "name=mine\nrw=write\nbs=1m\nsync=1",
		  "mine: Sequential Write 1M Q1 buffered dsync" },
		{ "name=mine\ndescription=What I do", "What I do" },
		{ "description=A description that is longer than a title can "
		  "be, so that its end has to be cut off, for all to see",
		  "A description that is longer than a title can be, so that "
		  "its end has to be cut off, for all..." },
	};
	struct jobfile *j = accept_text("[global]\nname=suite\n[a]\n");

	assert_string_equal(j->test[0].title,
			    "a: Sequential Read 4K Q1 buffered");
	jobfile_free(j);
	for (size_t i = 0; i < LENGTH(cases); i++) {
		j = accept_job(cases[i].lines);
		assert_string_equal(j->test[0].title, cases[i].title);
		assert_string_equal(j->test[0].id, "jobs:job");
		jobfile_free(j);
	}
}

/* Keys. */

/* All that a file says, as one text. */
static char *
digest(const char *text)
{
	struct jobfile *j = accept_text(text);
	char params[PARAMS_TEXT], *line, *more;

	line = xprintf("%s %s %" PRIu64 " %" PRIu64 " %" PRIu64 " %d%" PRIu64
		       " %" PRIu64 " %" PRIu64 " %s %s",
		       params_format(params, &j->test[0].params),
		       j->test[0].title, j->size_bytes, j->time_ns, j->copies,
		       j->has_seed, j->seed, j->warm_up_ns, j->delay_ns,
		       j->engine,
		       j->directory != NULL ? j->directory : "none");
	for (size_t i = 0; i < j->n_notes; i++) {
		more = xprintf("%s\n%s", line, j->note[i]);
		free(line);
		line = more;
	}
	jobfile_free(j);
	return line;
}

/* Each key with what it takes to have an effect. */
static const struct {
	const char *key, *pair, *around;
} effects[] = {
	{ "rw", "rw=randread", "" },
	{ "rw", "readwrite=write", "" },
	{ "rwmixread", "rwmixread=70", "rw=randrw" },
	{ "bs", "bs=8k", "" },
	{ "bs", "blocksize=1m", "" },
	{ "iodepth", "iodepth=8", "ioengine=libaio" },
	{ "ioengine", "ioengine=posixaio", "" },
	{ "direct", "direct=1", "" },
	{ "direct", "direct", "" },
	{ "invalidate", "invalidate=0", "" },
	{ "sync", "sync=dsync", "rw=write" },
	{ "fsync", "fsync=1", "rw=write" },
	{ "fdatasync", "fdatasync=1", "rw=randwrite" },
	{ "end_fsync", "end_fsync=1", "rw=write" },
	{ "overwrite", "overwrite=1", NULL },
	{ "norandommap", "norandommap", "rw=randread" },
	{ "randrepeat", "randrepeat=1", "" },
	{ "randseed", "randseed=0", "" },
	{ "rate_iops", "rate_iops=100", "" },
	{ "size", "size=1g", "" },
	{ "runtime", "runtime=10", "" },
	{ "runtime", "timeout=1m", "" },
	{ "time_based", "time_based", "runtime=10" },
	{ "ramp_time", "ramp_time=2", "" },
	{ "startdelay", "startdelay=1500ms", "" },
	{ "numjobs", "numjobs=4", "" },
	{ "directory", "directory=/mnt", "" },
	{ "filename", "filename=test.bin", "" },
	{ "description", "description=words", "" },
	{ "name", "name=words", "" },
	{ "thread", "thread", "" },
	{ "group_reporting", "group_reporting", "numjobs=2" },
	{ "stonewall", "stonewall", "[other]" },
	{ "stonewall", "wait_for_previous", "[other]" },
};

TEST(every_key_has_its_effect)
{
	for (size_t i = 0; i < LENGTH(effects); i++) {
		bool expected = effects[i].around != NULL;
		const char *around = expected ? effects[i].around : "";
		char *bare = xprintf("[a]\n%s\n", around);
		char *text = xprintf("[a]\n%s\n%s\n", around,
				     effects[i].pair);
		char *without = digest(bare), *with = digest(text);

		if ((strcmp(without, with) != 0) != expected)
			fail_msg("no effect: %s", effects[i].pair);
		free(bare);
		free(text);
		free(without);
		free(with);
	}
}

TEST(every_key_is_tried)
{
	for (size_t i = 0; jobfile_key(i) != NULL; i++) {
		size_t tried = 0;

		for (size_t k = 0; k < LENGTH(effects); k++)
			tried += strcmp(effects[k].key, jobfile_key(i)) == 0;
		if (tried == 0)
			fail_msg("not tried: %s", jobfile_key(i));
	}
}

/* A switch can be off, which is the default but for invalidate's. */
TEST(a_yes_or_no_key_takes_0_and_1)
{
	static const char *const names[] = {
		"direct", "end_fsync", "overwrite", "norandommap",
		"randrepeat", "time_based", "thread", "group_reporting",
		"stonewall",
	};
	char *bare = digest("[a]\nrandseed=5\nrw=randwrite\nruntime=9\n");

	for (size_t i = 0; i < LENGTH(names); i++) {
		char text[128], expected[128], *off;

		snprintf(text, sizeof(text), "[a]\nrandseed=5\nrw=randwrite\n"
			 "runtime=9\n%s=0\n", names[i]);
		off = digest(text);
		assert_string_equal(off, bare);
		free(off);
		snprintf(text, sizeof(text), "[a]\n%s=yes\n", names[i]);
		snprintf(expected, sizeof(expected), "2: %s: 'yes' is not 0 "
			 "or 1", names[i]);
		assert_refused(text, expected);
	}
	free(bare);
}

TEST(rw_says_action_and_order)
{
	static const struct {
		const char *rw;
		enum action action;
		uint32_t read_pct, sequential_pct;
		enum pattern pattern;
	} cases[] = {
		{ "read", ACTION_READ, 100, 100, PATTERN_UNIFORM },
		{ "write", ACTION_WRITE, 0, 100, PATTERN_UNIFORM },
		{ "rw", ACTION_MIX, 50, 100, PATTERN_UNIFORM },
		{ "readwrite", ACTION_MIX, 50, 100, PATTERN_UNIFORM },
		{ "randread", ACTION_READ, 100, 0, PATTERN_PERMUTATION },
		{ "randwrite", ACTION_WRITE, 0, 0, PATTERN_PERMUTATION },
		{ "randrw", ACTION_MIX, 50, 0, PATTERN_PERMUTATION },
		{ "randrw\nrwmixread=75", ACTION_MIX, 75, 0,
		  PATTERN_PERMUTATION },
		{ "randrw\nrwmixread=100\nnorandommap", ACTION_READ, 100, 0,
		  PATTERN_UNIFORM },
		{ "randrw\nrwmixread=0\nnorandommap=1", ACTION_WRITE, 0, 0,
		  PATTERN_UNIFORM },
		{ "randwrite\nrwmixread=75", ACTION_WRITE, 0, 0,
		  PATTERN_PERMUTATION },
		{ "read\nnorandommap", ACTION_READ, 100, 100,
		  PATTERN_UNIFORM },
	};
	char lines[64];

	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct jobfile *j;
		const struct params *p;

		snprintf(lines, sizeof(lines), "rw=%s", cases[i].rw);
		j = accept_job(lines);
		p = &j->test[0].params;
		assert_int_equal(p->action, cases[i].action);
		assert_int_equal(p->read_pct, cases[i].read_pct);
		assert_int_equal(p->sequential_pct, cases[i].sequential_pct);
		assert_int_equal(p->pattern, cases[i].pattern);
		jobfile_free(j);
	}
}

TEST(direct_and_invalidate_say_the_cache_mode)
{
	static const struct {
		const char *lines;
		enum cache_mode cache;
	} cases[] = {
		{ "", CACHE_BUFFERED },
		{ "direct=0", CACHE_BUFFERED },
		{ "direct=0\ninvalidate=1", CACHE_BUFFERED },
		{ "direct=0\ninvalidate=0", CACHE_CACHED },
		{ "invalidate=0", CACHE_CACHED },
		{ "direct=1", CACHE_DIRECT },
		{ "direct=1\ninvalidate=1", CACHE_DIRECT },
		{ "direct\ninvalidate=0", CACHE_DIRECT },
	};

	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct jobfile *j = accept_job(cases[i].lines);

		assert_int_equal(j->test[0].params.cache, cases[i].cache);
		jobfile_free(j);
	}
}

TEST(sync_keys_concern_what_writes)
{
	static const struct {
		const char *lines;
		enum sync_mode sync;
	} cases[] = {
		{ "rw=write", SYNC_NONE },
		{ "rw=write\nsync=0", SYNC_NONE },
		{ "rw=write\nsync=none\nfsync=0\nfdatasync=0", SYNC_NONE },
		{ "rw=write\nsync=1", SYNC_DSYNC },
		{ "rw=write\nsync=sync", SYNC_DSYNC },
		{ "rw=write\nsync=dsync", SYNC_DSYNC },
		{ "rw=randrw\nsync=dsync", SYNC_DSYNC },
		{ "rw=randwrite\nfdatasync=1", SYNC_FDATASYNC },
		{ "rw=randwrite\nfsync=1", SYNC_FDATASYNC },
		{ "rw=randrw\nfsync=1\nfdatasync=1", SYNC_FDATASYNC },
		{ "rw=read\nsync=1\nfsync=1", SYNC_NONE },
		{ "rw=randrw\nrwmixread=100\nfsync=1", SYNC_NONE },
	};

	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct jobfile *j = accept_job(cases[i].lines);

		assert_int_equal(j->test[0].params.sync, cases[i].sync);
		jobfile_free(j);
	}
	assert_refused("[a]\nrw=write\nfdatasync=1\nsync=1\n", "4: sync: not "
		       "done together with fsync or fdatasync; one of them "
		       "puts each write on the disk");
	assert_refused("[a]\nfsync=32\n", "2: fsync: '32' is not 1, a flush "
		       "after every write, or 0, none");
	assert_refused("[a]\nfdatasync=2\n", "2: fdatasync: '2' is not 1, a "
		       "flush after every write, or 0, none");
	assert_refused("[a]\nsync=2\n", "2: sync: '2' is not 0, 1, none, "
		       "sync or dsync");
}

TEST(an_engine_has_its_own_name)
{
	static const struct {
		const char *fio, *engine;
	} cases[] = {
		{ "libaio", "libaio" }, { "io_uring", "uring" },
		{ "posixaio", "posixaio" }, { "psync", "sync" },
		{ "sync", "sync" }, { "pvsync", "sync" }, { "null", "null" },
	};
	char text[64];

	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct jobfile *j;

		snprintf(text, sizeof(text), "ioengine=%s", cases[i].fio);
		j = accept_job(text);
			assert_string_equal(j->engine, cases[i].engine);
		jobfile_free(j);
	}
	assert_refused("[a]\nioengine=mmap\n", "2: ioengine: 'mmap' is not "
		       "done by diskidx; the nearest is psync with direct=0 "
		       "invalidate=0");
	assert_refused("[a]\nioengine=net\n", "2: ioengine: 'net' is not "
		       "done by diskidx; nothing but files in a directory is "
		       "measured");
	assert_refused("[a]\nioengine=liboia\n", "2: ioengine: 'liboia' is "
		       "not libaio, io_uring, posixaio, psync, pvsync, sync or "
		       "null; did you mean libaio?");
	assert_refused("[a]\nioengine=threads\n", "2: ioengine: 'threads' is "
		       "not libaio, io_uring, posixaio, psync, pvsync, sync or "
		       "null");
}

TEST(one_at_a_time_takes_no_depth)
{
	assert_refused("[global]\niodepth=32\n[a]\n", "2: iodepth: over 1 has "
		       "no effect with ioengine=psync, fio's default; give "
		       "ioengine=libaio, or iodepth=1");
	assert_refused("[a]\nioengine=pvsync\niodepth=2\n", "3: iodepth: over "
		       "1 has no effect with this ioengine; give "
		       "ioengine=libaio, or iodepth=1");
	jobfile_free(accept_text("[a]\nioengine=psync\niodepth=1\n"));
	jobfile_free(accept_text("[a]\nioengine=posixaio\niodepth=4096\n"));
}

TEST(a_rate_is_that_of_all_copies)
{
	static const struct {
		const char *lines;
		uint32_t rate;
	} cases[] = {
		{ "rw=randread", 0 },
		{ "rate_iops=500", 500 },
		{ "rate_iops=500\nnumjobs=4", 2000 },
		{ "rate_iops=500\nnumjobs=4\nrw=randrw", 4000 },
		{ "rate_iops=500\nrw=randrw\nrwmixread=100", 500 },
		{ "rate_iops=1000000000", 1000000000 },
	};

	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct jobfile *j = accept_job(cases[i].lines);

		assert_int_equal(j->test[0].params.rate_iops, cases[i].rate);
		assert_int_equal(j->test[0].params.arrival, ARRIVAL_CONSTANT);
		jobfile_free(j);
	}
	assert_refused("[a]\nrate_iops=1000000000\nnumjobs=2\n", "2: "
		       "rate_iops: over 1000000000 with all copies and "
		       "directions");
	assert_refused("[a]\nrw=randrw\nrate_iops=9\nrwmixread=75\n", "3: "
		       "rate_iops: holds reads and writes each to this rate "
		       "in fio, which makes the mix 50/50; give rwmixread=50");
	assert_refused("[a]\nrate_iops=10,20\n", "2: rate_iops: '10,20' is a "
		       "list; diskidx takes one value, for reads and writes "
		       "alike");
}

TEST(a_seed_repeats_the_offsets)
{
	static const struct {
		const char *lines;
		bool has_seed;
		uint64_t seed;
	} cases[] = {
		{ "", false, 0 },
		{ "randrepeat=0", false, 0 },
		{ "randrepeat=1", true, 0x89 },
		{ "randseed=0", true, 0 },
		{ "randseed=18446744073709551615", true, UINT64_MAX },
		{ "randrepeat=0\nrandseed=7", true, 7 },
		{ "randrepeat=1\nrandseed=7", true, 7 },
	};

	for (size_t i = 0; i < LENGTH(cases); i++) {
		struct jobfile *j = accept_job(cases[i].lines);

		assert_int_equal(j->has_seed, cases[i].has_seed);
		assert_true(j->seed == cases[i].seed);
		jobfile_free(j);
	}
}

TEST(sizes_are_binary_and_times_in_seconds)
{
	struct jobfile *j = accept_job("size=10m\nbs=64kb\nruntime=90\n"
				       "ramp_time=250MS\nstartdelay=3us");

	assert_true(j->size_bytes == 10 * MIB);
	assert_int_equal(j->test[0].params.block_bytes, 65536);
	assert_true(j->time_ns == 90 * NS_PER_S);
	assert_true(j->warm_up_ns == NS_PER_S / 4);
	assert_true(j->delay_ns == 3000);
	jobfile_free(j);
	j = accept_job("size=2T\nbs=512\nruntime=2h\nramp_time=5m\n"
		       "startdelay=1d");
	assert_true(j->size_bytes == 2048 * GIB);
	assert_true(j->time_ns == 7200 * NS_PER_S);
	assert_true(j->warm_up_ns == 300 * NS_PER_S);
	assert_true(j->delay_ns == 86400 * NS_PER_S);
	jobfile_free(j);
	j = accept_job("runtime=1s\nramp_time=0\nstartdelay=0s\nbs=64M");
	assert_true(j->warm_up_ns == 0);
	assert_true(j->delay_ns == 0);
	jobfile_free(j);
}

TEST(a_value_out_of_range_is_refused)
{
	static const struct {
		const char *pair, *error;
	} cases[] = {
		{ "bs=0", "bs: '0' is not a multiple of 512 bytes up to 64m" },
		{ "bs=100", "bs: '100' is not a multiple of 512 bytes up to "
		  "64m" },
		{ "bs=65m", "bs: '65m' is not a multiple of 512 bytes up to "
		  "64m" },
		{ "bs=-4k", "bs: '-4k' is not a multiple of 512 bytes up to "
		  "64m" },
		{ "blocksize=4q", "blocksize: '4q' is not a multiple of 512 "
		  "bytes up to 64m" },
		{ "bs=4kib", "bs: '4kib' has a unit that fio takes as "
		  "decimal; write k, m or g, which are binary" },
		{ "bs=4k,4k", "bs: '4k,4k' is a list; diskidx takes one "
		  "value, for reads and writes alike" },
		{ "size=0", "size: '0' is not a number of bytes below 2^63, "
		  "as in 4g" },
		{ "size=8388608t", "size: '8388608t' is not a number of bytes "
		  "below 2^63, as in 4g" },
		{ "size=50%", "size: '50%' is a share of the disk; give "
		  "bytes, as in 4g" },
		{ "iodepth=0", "iodepth: '0' is not a whole number from 1 to "
		  "4096" },
		{ "iodepth=4097", "iodepth: '4097' is not a whole number from "
		  "1 to 4096" },
		{ "iodepth=1k", "iodepth: '1k' is not a whole number from 1 "
		  "to 4096" },
		{ "numjobs=0", "numjobs: '0' is not a whole number from 1 to "
		  "1024" },
		{ "numjobs=1025", "numjobs: '1025' is not a whole number from "
		  "1 to 1024" },
		{ "rwmixread=101", "rwmixread: '101' is not a whole number "
		  "from 0 to 100" },
		{ "rwmixread=-1", "rwmixread: '-1' is not a whole number from "
		  "0 to 100" },
		{ "rate_iops=0", "rate_iops: '0' is not a whole number from 1 "
		  "to 1000000000" },
		{ "rate_iops=nan", "rate_iops: 'nan' is not a whole number "
		  "from 1 to 1000000000" },
		{ "randseed=18446744073709551616", "randseed: "
		  "'18446744073709551616' is not a decimal number below "
		  "2^64" },
		{ "randseed=0x89", "randseed: '0x89' is not a decimal number "
		  "below 2^64" },
		{ "runtime=0", "runtime: '0' is not a time over 0 and up to "
		  "1000000 s" },
		{ "runtime=1000001", "runtime: '1000001' is not a time over 0 "
		  "and up to 1000000 s" },
		{ "runtime=12d", "runtime: '12d' is not a time over 0 and up "
		  "to 1000000 s" },
		{ "timeout=99999999999999999999999", "timeout: "
		  "'99999999999999999999999' is not a time over 0 and up to "
		  "1000000 s" },
		{ "runtime=00000000000000000000000000000000000000000000000001",
		  "runtime: '0000000000000000000000000000000000000000000000000"
		  "1' is not a time over 0 and up to 1000000 s" },
		{ "runtime=1"
		  "sssssssssssssssssssssssssssssssssssssssssssssssss",
		  "runtime: '1sssssssssssssssssssssssssssssssssssssssssssssss"
		  "ss' is not a time; give a whole number with us, ms, s, m, "
		  "h or d, or of seconds" },
		{ "runtime=1.5", "runtime: '1.5' is not a time; give a whole "
		  "number with us, ms, s, m, h or d, or of seconds" },
		{ "runtime=1m30s", "runtime: '1m30s' is not a time; give a "
		  "whole number with us, ms, s, m, h or d, or of seconds" },
		{ "ramp_time=-1", "ramp_time: '-1' is not a time; give a "
		  "whole number with us, ms, s, m, h or d, or of seconds" },
		{ "startdelay=1-5", "startdelay: '1-5' is not a time; give a "
		  "whole number with us, ms, s, m, h or d, or of seconds" },
		{ "startdelay=1000001s", "startdelay: '1000001s' is not a "
		  "time up to 1000000 s, or 0" },
		{ "rw=trim", "rw: 'trim' is not done by diskidx; there is no "
		  "trim; the nearest is a job that writes" },
		{ "rw=randraed", "rw: 'randraed' is not read, write, rw, "
		  "randread, randwrite or randrw; did you mean randread?" },
		{ "rw=randread:8", "rw: 'randread:8' is not read, write, rw, "
		  "randread, randwrite or randrw; did you mean randread?" },
		{ "directory=/a:/b", "directory: '/a:/b' is a list; name one, "
		  "or give -d for each" },
		{ "filename=a:b", "filename: 'a:b' is a list; each copy has "
		  "one file" },
		{ "filename=/dev/sdb", "filename: '/dev/sdb' is not a plain "
		  "name: diskidx never opens an existing file or a device; "
		  "use directory" },
		{ "filename=..", "filename: '..' is not a plain name: diskidx "
		  "never opens an existing file or a device; use directory" },
		{ "filename=-", "filename: '-' is not a plain name: diskidx "
		  "never opens an existing file or a device; use directory" },
		{ "filename=.", "filename: '.' is not a plain name: diskidx "
		  "never opens an existing file or a device; use directory" },
		{ "direct=", "direct: needs a value" },
		{ "bs=", "bs: needs a value" },
		{ "bs = ; 4k", "bs: needs a value" },
		{ "size", "size: needs a value" },
		{ "fsync", "fsync: needs a value" },
		{ "description", "description: needs a value" },
		{ "directory=", "directory: needs a value" },
	};
	char text[128], expected[200];

	for (size_t i = 0; i < LENGTH(cases); i++) {
		snprintf(text, sizeof(text), "[a]\n\n# comment\n%s\n",
			 cases[i].pair);
		snprintf(expected, sizeof(expected), "4: %s",
			 cases[i].error);
		assert_refused(text, expected);
	}
}

TEST(a_key_stands_once_in_a_section)
{
	assert_refused("[a]\nbs=4k\nrw=read\nbs=4k\n",
		       "4: bs: already on line 2 of this section");
	assert_refused("[a]\nrw=read\nreadwrite=read\n",
		       "3: readwrite: already on line 2 of this section");
	assert_refused("[global]\ndirect=1\ndirect=0\n[a]\n",
		       "3: direct: already on line 2 of this section");
	jobfile_free(accept_text("[global]\nbs=4k\n[global]\nbs=8k\n"
				 "[a]\nbs=16k\n[b]\nbs=16k\n"));
}

TEST(every_key_that_only_fio_has_meets_with_advice)
{
	char error[JOBFILE_ERROR], text[128], expected[128];
	const char *name;

	for (size_t i = 0; (name = advice_name(i)) != NULL; i++) {
		int length = (int)strcspn(name, "*");
		char key[64];

		snprintf(key, sizeof(key), "%.*s%s", length, name,
			 name[length] == '*' ? "x" : "");
		snprintf(text, sizeof(text), "[a]\n%s=1\n", key);
		snprintf(expected, sizeof(expected), PATH ":2: %s: not done "
			 "by diskidx; ", key);
		assert_null(parse(text, strlen(text), error));
		assert_memory_equal(error, expected, strlen(expected));
		assert_int_equal(keys_find(key), JOB_KEYS);
		assert_true(strlen(error) < 160);
	}
}

TEST(an_unknown_key_meets_with_a_suggestion)
{
	assert_refused("[a]\nio_depth=4\n", "2: unknown key 'io_depth'; did "
		       "you mean iodepth?");
	assert_refused("[a]\nBS=4k\n", "2: unknown key 'BS'; did you mean "
		       "bs?");
	assert_refused("[a]\nDirect\n", "2: unknown key 'Direct'; did you "
		       "mean direct?");
	assert_refused("[a]\nfrobnicate=4\n", "2: unknown key 'frobnicate'; "
		       "the manual lists those of a job file");
	assert_refused("[a]\nbs==4k\n", "2: bs: '=4k' is not a multiple of "
		       "512 bytes up to 64m");
}

/* The whole run. */

TEST(jobs_agree_on_what_holds_for_the_run)
{
	static const struct {
		const char *text, *error;
	} cases[] = {
		{ "[a]\nsize=1g\n[b]\nsize=2g\n", "4: size" },
		{ "[a]\nsize=1g\n[b]\n", "3: size" },
		{ "[a]\n[b]\nruntime=5\n", "3: runtime" },
		{ "[a]\n[b]\nramp_time=5\n", "3: ramp_time" },
		{ "[a]\n[b]\nstartdelay=5\n", "3: startdelay" },
		{ "[a]\n[b]\nnumjobs=2\n", "3: numjobs" },
		{ "[a]\ndirectory=x\n[b]\ndirectory=y\n", "4: directory" },
		{ "[a]\ndirectory=x\n[b]\n", "3: directory" },
		{ "[a]\nioengine=libaio\n[b]\n", "3: ioengine" },
		{ "[a]\nrandseed=1\n[b]\nrandseed=2\n", "4: randseed" },
		{ "[a]\n[b]\nrandseed=0\n", "3: randseed" },
		{ "[a]\n[b]\nrandrepeat=1\n", "3: randrepeat" },
	};
	char expected[256];

	for (size_t i = 0; i < LENGTH(cases); i++) {
		snprintf(expected, sizeof(expected), "%s: not as in [a], but "
			 "it holds for the whole run; put it into [global], "
			 "or [b] into a file of its own", cases[i].error);
		assert_refused(cases[i].text, expected);
	}
}

TEST(jobs_that_agree_may_say_so_differently)
{
	struct jobfile *j = accept_text(
		"[a]\nsize=1g\nruntime=60\nioengine=psync\nrandrepeat=0\n"
		"[b]\nsize=1024m\ntimeout=1m\nnumjobs=1\nramp_time=0\n"
		"startdelay=0\n");

	assert_int_equal(j->n_tests, 2);
	assert_true(j->size_bytes == GIB && j->time_ns == 60 * NS_PER_S);
	assert_true(j->copies == 1);
	assert_true(j->warm_up_ns == 0 && j->delay_ns == 0);
	assert_string_equal(j->engine, "sync");
	assert_false(j->has_seed);
	jobfile_free(j);
}

TEST(a_note_tells_where_diskidx_differs)
{
	static const struct {
		const char *text, *words;
		bool expected;
	} cases[] = {
		{ "[a]", "written in full", true },
		{ "[a]\nruntime=9", "also stops", true },
		{ "[a]\nruntime=9\ntime_based", "also stops", false },
		{ "[a]\ntime_based", "has no runtime", true },
		{ "[a]\nruntime=9", "has no runtime", false },
		{ "[a]\nrw=randread", "norandommap", true },
		{ "[a]\nrw=randread\nnorandommap", "norandommap", false },
		{ "[a]\nrw=read", "norandommap", false },
		{ "[a]\nrw=randread", "from run to run", true },
		{ "[a]\nrw=randread\nrandrepeat=0", "from run to run", false },
		{ "[a]\nrw=randread\nrandseed=1", "from run to run", false },
		{ "[a]\nfilename=x", "filename", true },
		{ "[a]\nrw=write", "end_fsync=1", true },
		{ "[a]\nrw=write\nend_fsync=1", "end_fsync=1", false },
		{ "[a]\nrw=write\ndirect=1", "end_fsync=1", false },
		{ "[a]\nrw=read", "end_fsync=1", false },
		{ "[a]\nrw=write\nfsync=1", "fdatasync", true },
		{ "[a]\nrw=read\nfsync=1", "fdatasync", false },
		{ "[a]\nrw=write\nsync=1", "O_DSYNC", true },
		{ "[a]\nrw=write\nsync=dsync", "O_DSYNC", false },
		{ "[a]\nrw=read\nsync=1", "O_DSYNC", false },
		{ "[a]\nrate_iops=5", "is due", true },
		{ "[a]\nrate_iops=5\nrw=rw", "twice", true },
		{ "[a]\nrate_iops=5", "twice", false },
		{ "[a]\nrate_iops=5\nnumjobs=2", "numjobs times", true },
		{ "[a]\nthread", "processes", true },
		{ "[a]\nnumjobs=2", "group_reporting", true },
		{ "[a]\nnumjobs=2\ngroup_reporting", "group_reporting",
		  false },
		{ "[a]", "not at once", false },
		{ "[a]\n[b]", "not at once", true },
		{ "[a]\n[b]\nstonewall\n[c]\nstonewall", "not at once",
		  false },
	};

	for (size_t i = 0; i < LENGTH(cases); i++)
		assert_note(cases[i].text, cases[i].words, cases[i].expected);
}

TEST(a_note_is_a_sentence_and_comes_once)
{
	struct jobfile *j = load_good("good-mixed.fio");

	assert_true(j->n_notes > 3);
	for (size_t i = 0; i < j->n_notes; i++) {
		const char *note = j->note[i];

		assert_true(note[0] >= 'A' && note[0] <= 'Z');
		assert_true(note[strlen(note) - 1] == '.');
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(note, j->note[k]);
	}
	jobfile_free(j);
}

TEST(the_line_of_a_key_is_known_afterwards)
{
	struct jobfile *j = accept_text("[global]\nioengine=libaio\n"
					"iodepth=4\n[a]\n\n[b]\niodepth=8\n"
					"blocksize=8k\n");

	assert_int_equal(jobfile_line(j, 0, "iodepth"), 3);
	assert_int_equal(jobfile_line(j, 1, "iodepth"), 7);
	assert_int_equal(jobfile_line(j, 1, "bs"), 8);
	assert_int_equal(jobfile_line(j, 0, "bs"), 4);
	assert_int_equal(jobfile_line(j, 1, "size"), 6);
	assert_int_equal(jobfile_line(j, 1, "no-such-key"), 6);
	jobfile_free(j);
}

TEST(freeing_nothing_is_allowed)
{
	jobfile_free(NULL);
}
