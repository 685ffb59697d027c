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

/* The last job file that was accepted; it is freed behind each test. */
static struct jobfile *job;
static char error[JOBFILE_ERROR];

AFTER_EACH(free_job)
{
	jobfile_free(job);
	job = NULL;
	return 0;
}

static void
parse_as(const char *path, const char *text, size_t size)
{
	jobfile_free(job);
	error[0] = '\0';
	job = jobfile_parse(path, text, size, error, sizeof(error));
}

static void
accept_text(const char *text)
{
	parse_as(PATH, text, strlen(text));
	if (job == NULL)
		fail_msg("refused: %s\n%s", error, text);
	assert_string_equal(error, "");
}

/* Accept one job with these lines. */
static void
accept_job(const char *lines)
{
	char *text = xprintf("[job]\n%s\n", lines);

	accept_text(text);
	free(text);
	assert_int_equal(job->n_tests, 1);
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
}

/* Return what the file says, as words. */
static const char *
facts_of_job(void)
{
	static char text[1000];
	char params[PARAMS_TEXT];

	snprintf(text, sizeof(text), "jobs=%zu %s size=%" PRIu64 " time=%"
		 PRIu64 " copies=%" PRIu64 " warm-up=%" PRIu64 " delay=%"
		 PRIu64 " seed=%d,%" PRIu64 " engine=%s directory=%s "
		 "notes=%zu id=%s unit=%s workload=%s", job->n_tests,
		 params_format(params, &job->test[0].params), job->size_bytes,
		 job->time_ns, job->copies, job->warm_up_ns, job->delay_ns,
		 job->has_seed, job->seed, job->engine,
		 job->directory != NULL ? job->directory : "none",
		 job->n_notes, job->test[0].id, unit_name(job->test[0].unit),
		 job->test[0].workload);
	return text;
}

static bool
has_note(const char *words)
{
	for (size_t i = 0; i < job->n_notes; i++)
		if (strstr(job->note[i], words) != NULL)
			return true;
	return false;
}

/* Files. */

/* Load a file of tests/data/fio; cut its path off from an error. */
static void
load(const char *name)
{
	const char *srcdir = getenv("srcdir");
	char *path = xprintf("%s/tests/data/fio/%s",
			     srcdir != NULL ? srcdir : ".", name);

	jobfile_free(job);
	error[0] = '\0';
	job = jobfile_load(path, error, sizeof(error));
	if (job == NULL) {
		assert_memory_equal(error, path, strlen(path));
		assert_lacks(error, "\n");
		memmove(error, error + strlen(path),
			strlen(error + strlen(path)) + 1);
	}
	free(path);
}

#define OF_2013 "jobs=1 cache=direct sync=none block_bytes=4096 depth=32 " \
	"file_bytes=0 pattern=permutation size=4294967296 " \
	"time=60000000000 copies=1 warm-up=0 delay=0 seed=0,0 " \
	"engine=libaio directory=/home notes=5 unit=IOPS workload=random "

TEST(the_files_of_2013_load)
{
	static const char *const files[][3] = {
		{ "randwrite.fio", "Rand-Write-4k-qd32: Random Write 4K Q32 "
		  "direct permutation", OF_2013 "action=write read_pct=0 "
		  "id=randwrite:Rand-Write-4k-qd32" },
		{ "randread.fio", "Rand-Read-4k-qd32: Random Read 4K Q32 "
		  "direct permutation", OF_2013 "action=read read_pct=100 "
		  "id=randread:Rand-Read-4k-qd32" },
	};

	for (size_t i = 0; i < LENGTH(files); i++) {
		load(files[i][0]);
		assert_non_null(job);
		assert_string_equal(job->test[0].title, files[i][1]);
		assert_has_words(facts_of_job(), files[i][2]);
		assert_string_equal(job->test[0].category, "Job");
		assert_true(has_note("filename is not used"));
		assert_true(has_note("runtime"));
	}
}

/* Messages as a * in place of their end. */
TEST(every_good_file_loads_and_the_bad_ones_say_where)
{
	static const char *const files[][2] = {
		{ "good-every-key.fio", "" },
		{ "good-mixed.fio", "" },
		{ "good-carriage-returns.fio", "" },
		{ "bad-binary.fio", ":1: a control character (0x7f)" },
		{ "bad-empty.fio", ": no job: no section other than*" },
		{ "bad-long-line.fio", ":3: a line of more than 4096 bytes" },
		{ "bad-truncated.fio", ":12: a section without its ]" },
		{ "bad-verify.fio", ":5: verify: not done by diskidx; leave "
		  "it out: nothing is read back to be verified" },
		{ "no-such-file.fio", ": No such file or directory" },
		{ "", ": Is a directory" },
	};

	for (size_t i = 0; i < LENGTH(files); i++) {
		load(files[i][0]);
		assert_message(error, files[i][1]);
		assert_int_equal(job == NULL, files[i][1][0] != '\0');
	}
}

TEST(a_file_that_is_too_large_is_refused)
{
	char path[] = "unit-jobfile.XXXXXX";
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

TEST(global_concerns_the_jobs_after_it)
{
	static const uint32_t block[] = { 8192, 16384, 32768, 65536 };

	accept_text("[global]\nbs=8k\ndirect=1\n[a]\n[b]\nbs=16k\n"
		    "[global]\nbs=32k\n[c]\n[global]\nrw=write\n"
		    "[d]\nbs=64k\n");
	assert_int_equal(job->n_tests, 4);
	for (size_t i = 0; i < 4; i++) {
		const struct params *p = &job->test[i].params;

		assert_int_equal(p->block_bytes, block[i]);
		assert_int_equal(p->cache, CACHE_DIRECT);
		assert_int_equal(p->action, i == 3 ? ACTION_WRITE :
				 ACTION_READ);
	}
	accept_text("[global]\nbs=4k\n[global]\nbs=8k\n"
		    "[a]\nbs=16k\n[b]\nbs=16k\n");
}

TEST(blanks_comments_and_line_ends_change_nothing)
{
	accept_text("; \xe8\xaa\xad \x80\xff [x\n\n\t \n  [ a job ]\t; one"
		    "\r\n\tbs =\t8k # eight\r\n iodepth= 4;\nioengine  ="
		    "libaio\n#bs=4k\ndescription = two\twords  ; three\n"
		    "direct");
	assert_string_equal(job->test[0].title, "two words");
	assert_has_words(facts_of_job(), "jobs=1 id=jobs:a-job "
			 "block_bytes=8192 depth=4 cache=direct");
}

TEST(what_is_no_job_is_refused_with_its_line)
{
	static const char *const rows[][2] = {
		{ "", " no job: no section other than [global]" },
		{ "\n; [a]\n", " no job: no section other than [global]" },
		{ "[global]\nrw=read\n",
		  " no job: no section other than [global]" },
		{ "bs=4k\n[a]\n",
		  "1: bs: a key before any section; start with [global]" },
		{ "[a]\n[global]\nbs=4k\n[b]\n[global]\n", "5: [global]: no "
		  "job follows it, and it concerns only those that do" },
		{ "[a]\n\n[a ", "3: a section without its ]" },
		{ "[a]\n[b ;]\n", "2: a section without its ]" },
		{ "[a] b\n", "1: text after a section's ]" },
		{ "[]\n", "1: a section without a name" },
		{ "[a]\n=4k\n", "2: neither a section nor KEY=VALUE" },
		{ "[a]\nthe bs=4k\n", "2: neither a section nor KEY=VALUE" },
		{ "include other.fio\n[a]\n", "1: include: not done by "
		  "diskidx; put the other file's lines here" },
		{ "[a]\ninclude\n", "2: include: not done by diskidx; put the "
		  "other file's lines here" },
		{ "[a]\nincludes\n", "2: unknown key 'includes'; the manual "
		  "lists those of a job file" },
		{ "[a]\ndirectory=/mnt/${USER}\n", "2: directory: "
		  "'/mnt/${USER}' has a variable; put its value there" },
		{ "[a]\nnumjobs=$ncpus\n",
		  "2: numjobs: '$ncpus' has a variable; put its value there" },
		{ "[global2]\nbs=8k\n[a]\n", "1: [global2]: fio takes every "
		  "name that starts with global for [global]; rename it" },
		{ "[a]\nbs=4k\r\r\n", "2: a control character (0x0d)" },
		{ "[a]\rbs=4k\n", "1: a control character (0x0d)" },
		{ "[a]\nbs=\x7f\n", "2: a control character (0x7f)" },
		{ "[a]\nbs=\x1b[1m\n", "2: a control character (0x1b)" },
		{ "\xef\xbb\xbf[a]\n",
		  "1: a character that is not ASCII, outside of a comment" },
		{ "[a]\n\ndescription=\xc3\xa9t\xc3\xa9\n",
		  "3: a character that is not ASCII, outside of a comment" },
		{ "[a]\nbs=4k\n[b]\n[ a ]\n", "4: [a]: already on line 1" },
		{ "[a b]\n[a:b]\n",
		  "2: [a:b]: has the id of [a b], a-b; rename one" },
		{ "[a]\nrw=write\nfdatasync=1\nsync=1\n", "4: sync: not done "
		  "together with fsync or fdatasync; one of them puts each "
		  "write on the disk" },
		{ "[a]\nfsync=32\n", "2: fsync: '32' is not 1, a flush after "
		  "every write, or 0, none" },
		{ "[a]\nfdatasync=2\n", "2: fdatasync: '2' is not 1, a flush "
		  "after every write, or 0, none" },
		{ "[a]\nsync=2\n",
		  "2: sync: '2' is not 0, 1, none, sync or dsync" },
		{ "[a]\nioengine=mmap\n", "2: ioengine: 'mmap' is not done by "
		  "diskidx; the nearest is psync with direct=0 invalidate=0" },
		{ "[a]\nioengine=net\n", "2: ioengine: 'net' is not done by "
		  "diskidx; nothing but files in a directory is measured" },
		{ "[a]\nioengine=liboia\n", "2: ioengine: 'liboia' is not "
		  "libaio, io_uring, posixaio, psync, pvsync, sync or null; "
		  "did you mean libaio?" },
		{ "[a]\nioengine=threads\n", "2: ioengine: 'threads' is not "
		  "libaio, io_uring, posixaio, psync, pvsync, sync or null" },
		{ "[global]\niodepth=32\n[a]\n", "2: iodepth: over 1 has no "
		  "effect with ioengine=psync, fio's default; give "
		  "ioengine=libaio, or iodepth=1" },
		{ "[a]\nioengine=pvsync\niodepth=2\n", "3: iodepth: over 1 has "
		  "no effect with this ioengine; give ioengine=libaio, or "
		  "iodepth=1" },
		{ "[a]\nrate_iops=1000000000\nnumjobs=2\n", "2: rate_iops: "
		  "over 1000000000 with all copies and directions" },
		{ "[a]\nrw=randrw\nrate_iops=9\nrwmixread=75\n",
		  "3: rate_iops: holds reads and writes each to this rate in "
		  "fio, which makes the mix 50/50; give rwmixread=50" },
		{ "[a]\nrate_iops=10,20\n", "2: rate_iops: '10,20' is a list; "
		  "diskidx takes one value, for reads and writes alike" },
		{ "[a]\nbs=4k\nrw=read\nbs=4k\n",
		  "4: bs: already on line 2 of this section" },
		{ "[a]\nrw=read\nreadwrite=read\n",
		  "3: readwrite: already on line 2 of this section" },
		{ "[global]\ndirect=1\ndirect=0\n[a]\n",
		  "3: direct: already on line 2 of this section" },
		{ "[a]\nio_depth=4\n",
		  "2: unknown key 'io_depth'; did you mean iodepth?" },
		{ "[a]\nBS=4k\n", "2: unknown key 'BS'; did you mean bs?" },
		{ "[a]\nfrobnicate=4\n", "2: unknown key 'frobnicate'; the "
		  "manual lists those of a job file" },
		{ "[a]\nbs==4k\n",
		  "2: bs: '=4k' is not a multiple of 512 bytes up to 64m" },
		{ "[a]\n\n# comment\ndirect=\n", "4: direct: needs a value" },
		{ "[a]\n\n# comment\nbs=\n", "4: bs: needs a value" },
		{ "[a]\n\n# comment\nbs = ; 4k\n", "4: bs: needs a value" },
	};

	for (size_t i = 0; i < LENGTH(rows); i++)
		assert_refused(rows[i][0], rows[i][1]);
	assert_refused_bytes("[a]\nbs=4k\0\n", 11,
			     "2: a control character (0x00)");
	assert_refused_bytes("[a]\n;\0\n", 7, "2: a control character (0x00)");
	assert_refused_bytes("\0", 1, "1: a control character (0x00)");
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

	accept_text(text);
	free(text);
	text = padded(4 + 4097, 5000);
	assert_refused(text, "2: a line of more than 4096 bytes");
	free(text);
	text = padded(MIB, 4096);
	accept_text(text);
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
	size_t used = 0;

	for (unsigned i = 0; i < 256; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used,
					 "[job%u]\n", i);
	accept_text(text);
	assert_int_equal(job->n_tests, 256);
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
		{ "9", "0-9", "9:0-9" },
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
	char text[100];

	for (size_t i = 0; i < LENGTH(cases); i++) {
		snprintf(text, sizeof(text), "[%s]\n", cases[i].name);
		parse_as(cases[i].path, text, strlen(text));
		assert_non_null(job);
		assert_string_equal(job->test[0].id, cases[i].id);
	}
}

TEST(no_file_name_makes_a_job_a_variant_of_a_builtin_test)
{
	const struct test *test;

	for (size_t i = 0; (test = test_at(i)) != NULL; i++) {
		char *path = xprintf("%s.fio", test->id);

		parse_as(path, "[a]", 3);
		assert_non_null(job);
		assert_int_equal(test_set_block(&job->test[0], 512), -EINVAL);
		assert_null(test_by_id(job->test[0].id));
		free(path);
	}
}

TEST(a_name_has_60_characters_at_most)
{
	char text[200];

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

	accept_text("[global]\nname=suite\n[a]\n");
	assert_string_equal(job->test[0].title,
			    "a: Sequential Read 4K Q1 buffered");
	for (size_t i = 0; i < LENGTH(cases); i++) {
		accept_job(cases[i].lines);
		assert_string_equal(job->test[0].title, cases[i].title);
		assert_string_equal(job->test[0].id, "jobs:job");
	}
}

/* Keys. */

/* All that a file says, on the heap. */
static char *
digest(const char *text)
{
	char *line, *more;

	accept_text(text);
	line = xprintf("%s %s", facts_of_job(), job->test[0].title);
	for (size_t i = 0; i < job->n_notes; i++) {
		more = xprintf("%s\n%s", line, job->note[i]);
		free(line);
		line = more;
	}
	return line;
}

/* Each key with what it takes to have an effect. */
static const struct {
	const char *key, *pair, *around;
} effects[] = {
	{ "rw", "rw=randread", "" }, { "rw", "readwrite=write", "" },
	{ "rwmixread", "rwmixread=70", "rw=randrw" }, { "bs", "bs=8k", "" },
	{ "bs", "blocksize=1m", "" },
	{ "iodepth", "iodepth=8", "ioengine=libaio" },
	{ "ioengine", "ioengine=posixaio", "" }, { "direct", "direct=1", "" },
	{ "direct", "direct", "" }, { "invalidate", "invalidate=0", "" },
	{ "sync", "sync=dsync", "rw=write" },
	{ "fsync", "fsync=1", "rw=write" },
	{ "fdatasync", "fdatasync=1", "rw=randwrite" },
	{ "end_fsync", "end_fsync=1", "rw=write" },
	{ "overwrite", "overwrite=1", NULL },
	{ "norandommap", "norandommap", "rw=randread" },
	{ "randrepeat", "randrepeat=1", "" }, { "randseed", "randseed=0", "" },
	{ "rate_iops", "rate_iops=100", "" }, { "size", "size=1g", "" },
	{ "runtime", "runtime=10", "" }, { "runtime", "timeout=1m", "" },
	{ "time_based", "time_based", "runtime=10" },
	{ "ramp_time", "ramp_time=2", "" },
	{ "startdelay", "startdelay=1500ms", "" },
	{ "numjobs", "numjobs=4", "" }, { "directory", "directory=/mnt", "" },
	{ "filename", "filename=test.bin", "" },
	{ "description", "description=words", "" },
	{ "name", "name=words", "" }, { "thread", "thread", "" },
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

TEST(lines_of_a_job_become_facts)
{
	static const char *const rows[][2] = {
		/* The defaults of fio. */
		{ "", "action=read cache=buffered sync=none block_bytes=4096 "
		  "depth=1 read_pct=100 file_bytes=0 sequential_pct=100 "
		  "size=0 time=0 copies=1 warm-up=0 delay=0 seed=0,0 "
		  "engine=sync directory=none" },
		{ "rw=read", "action=read read_pct=100 sequential_pct=100 "
		  "pattern=uniform" },
		{ "rw=write", "action=write read_pct=0 sequential_pct=100 "
		  "pattern=uniform" },
		{ "rw=rw", "action=mix read_pct=50 sequential_pct=100" },
		{ "rw=readwrite", "action=mix read_pct=50 sequential_pct=100" },
		{ "rw=randread", "action=read read_pct=100 sequential_pct=0 "
		  "pattern=permutation" },
		{ "rw=randwrite", "action=write read_pct=0 sequential_pct=0 "
		  "pattern=permutation" },
		{ "rw=randrw", "action=mix read_pct=50 sequential_pct=0 "
		  "pattern=permutation" },
		{ "rw=randrw\nrwmixread=75", "action=mix read_pct=75 "
		  "sequential_pct=0 pattern=permutation" },
		{ "rw=randrw\nrwmixread=100\nnorandommap",
		  "action=read read_pct=100 sequential_pct=0 pattern=uniform" },
		{ "rw=randrw\nrwmixread=0\nnorandommap=1",
		  "action=write read_pct=0 sequential_pct=0 pattern=uniform" },
		{ "rw=randwrite\nrwmixread=75", "action=write read_pct=0 "
		  "sequential_pct=0 pattern=permutation" },
		{ "rw=read\nnorandommap",
		  "sequential_pct=100 pattern=uniform" },
		{ "direct=0", "cache=buffered" },
		{ "direct=0\ninvalidate=1", "cache=buffered" },
		{ "direct=0\ninvalidate=0", "cache=cached" },
		{ "invalidate=0", "cache=cached" },
		{ "direct=1", "cache=direct" },
		{ "direct=1\ninvalidate=1", "cache=direct" },
		{ "direct\ninvalidate=0", "cache=direct" },
		{ "rw=write", "sync=none" },
		{ "rw=write\nsync=0", "sync=none" },
		{ "rw=write\nsync=none\nfsync=0\nfdatasync=0", "sync=none" },
		{ "rw=write\nsync=1", "sync=dsync" },
		{ "rw=write\nsync=sync", "sync=dsync" },
		{ "rw=write\nsync=dsync", "sync=dsync" },
		{ "rw=randrw\nsync=dsync", "sync=dsync" },
		{ "rw=randwrite\nfdatasync=1", "sync=fdatasync" },
		{ "rw=randwrite\nfsync=1", "sync=fdatasync" },
		{ "rw=randrw\nfsync=1\nfdatasync=1", "sync=fdatasync" },
		{ "rw=read\nsync=1\nfsync=1", "sync=none" },
		{ "rw=randrw\nrwmixread=100\nfsync=1", "sync=none" },
		{ "ioengine=libaio", "engine=libaio" },
		{ "ioengine=io_uring", "engine=uring" },
		{ "ioengine=posixaio", "engine=posixaio" },
		{ "ioengine=psync", "engine=sync" },
		{ "ioengine=sync", "engine=sync" },
		{ "ioengine=pvsync", "engine=sync" },
		{ "ioengine=null", "engine=null" },
		{ "ioengine=psync\niodepth=1", "depth=1" },
		{ "ioengine=posixaio\niodepth=4096", "depth=4096" },
		{ "rw=randread", "rate_iops=0" },
		{ "rate_iops=500", "rate_iops=500" },
		{ "rate_iops=500\nnumjobs=4", "rate_iops=2000" },
		{ "rate_iops=500\nnumjobs=4\nrw=randrw", "rate_iops=4000" },
		{ "rate_iops=500\nrw=randrw\nrwmixread=100", "rate_iops=500" },
		{ "rate_iops=1000000000", "rate_iops=1000000000" },
		{ "randrepeat=0", "seed=0,0" },
		{ "randrepeat=1", "seed=1,137" },
		{ "randseed=0", "seed=1,0" },
		{ "randseed=18446744073709551615",
		  "seed=1,18446744073709551615" },
		{ "randrepeat=0\nrandseed=7", "seed=1,7" },
		{ "randrepeat=1\nrandseed=7", "seed=1,7" },
		{ "size=10m\nbs=64kb\nruntime=90\nramp_time=250MS\n"
		  "startdelay=3us", "size=10485760 block_bytes=65536 "
		  "time=90000000000 warm-up=250000000 delay=3000" },
		{ "size=2T\nbs=512\nruntime=2h\nramp_time=5m\nstartdelay=1d",
		  "size=2199023255552 block_bytes=512 time=7200000000000 "
		  "warm-up=300000000000 delay=86400000000000" },
		{ "runtime=1s\nramp_time=0\nstartdelay=0s\nbs=64M",
		  "time=1000000000 warm-up=0 delay=0 block_bytes=67108864" },
	};
	char text[PARAMS_TEXT + 1000];

	for (size_t i = 0; i < LENGTH(rows); i++) {
		accept_job(rows[i][0]);
		/* Say also what is 0. */
		snprintf(text, sizeof(text), "%s sequential_pct=%u pattern=%s "
			 "rate_iops=%u", facts_of_job(),
			 job->test[0].params.sequential_pct,
			 pattern_name(job->test[0].params.pattern),
			 job->test[0].params.rate_iops);
		assert_has_words(text, rows[i][1]);
	}
}

/* Values with | between them; each key refuses them with the reason. */
TEST(a_value_out_of_range_is_refused)
{
	static const char *const rows[][3] = {
		{ "bs", "0|100|65m|-4k",
		  "is not a multiple of 512 bytes up to 64m" },
		{ "blocksize", "4q",
		  "is not a multiple of 512 bytes up to 64m" },
		{ "bs", "4kib", "has a unit that fio takes as decimal; "
		  "write k, m or g, which are binary" },
		{ "bs", "4k,4k", "is a list; diskidx takes one value, for "
		  "reads and writes alike" },
		{ "size", "0|8388608t",
		  "is not a number of bytes below 2^63, as in 4g" },
		{ "size", "50%",
		  "is a share of the disk; give bytes, as in 4g" },
		{ "iodepth", "0|4097|1k",
		  "is not a whole number from 1 to 4096" },
		{ "numjobs", "0|1025", "is not a whole number from 1 to 1024" },
		{ "rwmixread", "101|-1",
		  "is not a whole number from 0 to 100" },
		{ "rate_iops", "0|nan",
		  "is not a whole number from 1 to 1000000000" },
		{ "randseed", "18446744073709551616|0x89",
		  "is not a decimal number below 2^64" },
		{ "runtime", "0|1000001|12d|"
		  "00000000000000000000000000000000000000000000000001",
		  "is not a time over 0 and up to 1000000 s" },
		{ "timeout", "99999999999999999999999",
		  "is not a time over 0 and up to 1000000 s" },
		{ "runtime", ""
		  "1sssssssssssssssssssssssssssssssssssssssssssssssss|1.5|"
		  "1m30s", "is not a time; give a whole number with us, ms, "
		  "s, m, h or d, or of seconds" },
		{ "ramp_time", "-1", "is not a time; give a whole number "
		  "with us, ms, s, m, h or d, or of seconds" },
		{ "startdelay", "1-5", "is not a time; give a whole number "
		  "with us, ms, s, m, h or d, or of seconds" },
		{ "startdelay", "1000001s",
		  "is not a time up to 1000000 s, or 0" },
		{ "rw", "trim", "is not done by diskidx; there is no trim; "
		  "the nearest is a job that writes" },
		{ "rw", "randraed|randread:8", "is not read, write, rw, "
		  "randread, randwrite or randrw; did you mean randread?" },
		{ "directory", "/a:/b",
		  "is a list; name one, or give -d for each" },
		{ "filename", "a:b", "is a list; each copy has one file" },
		{ "filename", "/dev/sdb|..|-|.", "is not a plain name: "
		  "diskidx never opens an existing file or a device; use "
		  "directory" },
	};
	char text[256], expected[400];

	for (size_t i = 0; i < LENGTH(rows); i++)
		for (const char *at = rows[i][1]; at != NULL; ) {
			int length = (int)strcspn(at, "|");

			snprintf(text, sizeof(text), "[a]\n\n# comment\n"
				 "%s=%.*s\n", rows[i][0], length, at);
			snprintf(expected, sizeof(expected), "4: %s: '%.*s' "
				 "%s", rows[i][0], length, at, rows[i][2]);
			assert_refused(text, expected);
			at = at[length] == '|' ? at + length + 1 : NULL;
		}
}

/* Every key needs a value, but for those that say yes or no. */
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
	assert_int_equal(accepted, 10);
}

TEST(every_key_that_only_fio_has_meets_with_advice)
{
	char text[128], expected[128];
	const char *name;

	for (size_t i = 0; (name = advice_name(i)) != NULL; i++) {
		int length = (int)strcspn(name, "*");
		char key[64];

		snprintf(key, sizeof(key), "%.*s%s", length, name,
			 name[length] == '*' ? "x" : "");
		snprintf(text, sizeof(text), "[a]\n%s=1\n", key);
		snprintf(expected, sizeof(expected), PATH ":2: %s: not done "
			 "by diskidx; ", key);
		parse_as(PATH, text, strlen(text));
		assert_null(job);
		assert_memory_equal(error, expected, strlen(expected));
		assert_int_equal(keys_find(key), JOB_KEYS);
		assert_true(strlen(error) < 160);
	}
}

/* The whole run. */

TEST(jobs_agree_on_what_holds_for_the_run)
{
	static const char *const rows[][2] = {
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

	for (size_t i = 0; i < LENGTH(rows); i++) {
		snprintf(expected, sizeof(expected), "%s: not as in [a], but "
			 "it holds for the whole run; put it into [global], "
			 "or [b] into a file of its own", rows[i][1]);
		assert_refused(rows[i][0], expected);
	}
	accept_text("[a]\nsize=1g\nruntime=60\nioengine=psync\nrandrepeat=0\n"
		    "[b]\nsize=1024m\ntimeout=1m\nnumjobs=1\nramp_time=0\n"
		    "startdelay=0\n");
	assert_has_words(facts_of_job(), "jobs=2 size=1073741824 "
			 "time=60000000000 copies=1 warm-up=0 delay=0 "
			 "engine=sync seed=0,0");
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

	for (size_t i = 0; i < LENGTH(cases); i++) {
		accept_text(cases[i].text);
		assert_int_equal(has_note(cases[i].words), cases[i].expected);
	}
}

TEST(a_note_is_a_sentence_and_comes_once)
{
	load("good-mixed.fio");
	assert_true(job->n_notes > 3);
	for (size_t i = 0; i < job->n_notes; i++) {
		const char *note = job->note[i];

		assert_true(note[0] >= 'A' && note[0] <= 'Z');
		assert_true(note[strlen(note) - 1] == '.');
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(note, job->note[k]);
	}
}

TEST(the_line_of_a_key_is_known_afterwards)
{
	accept_text("[global]\nioengine=libaio\niodepth=4\n[a]\n\n[b]\n"
		    "iodepth=8\nblocksize=8k\n");
	assert_int_equal(jobfile_line(job, 0, "iodepth"), 3);
	assert_int_equal(jobfile_line(job, 1, "iodepth"), 7);
	assert_int_equal(jobfile_line(job, 1, "bs"), 8);
	assert_int_equal(jobfile_line(job, 0, "bs"), 4);
	assert_int_equal(jobfile_line(job, 1, "size"), 6);
	assert_int_equal(jobfile_line(job, 1, "no-such-key"), 6);
}

TEST(freeing_nothing_is_allowed)
{
	jobfile_free(NULL);
}
