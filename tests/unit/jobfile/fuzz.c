/*
 * fuzz-jobfile: whatever the bytes, the reader of job files answers with a
 * job file that makes sense or with one line of error.
 *
 *	fuzz-jobfile		TAP: the files of tests/data/fio, cut anywhere,
 *				and seeded mutations of them
 *
 * Compiled with -DFUZZER -fsanitize=fuzzer by clang it is libFuzzer's, which
 * also runs the files that it left behind.
 */
#include <config.h>

#include <dirent.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/jobfile.h"
#include "diskidx/params.h"
#include "diskidx/random.h"

#define LENGTH(array) (sizeof(array) / sizeof((array)[0]))

#define PATH "fuzz.fio"
#define PREFIX PATH ":"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool
is_printable(const char *text)
{
	for (; *text != '\0'; text++)
		if (*text < ' ' || *text > '~')
			return false;
	return true;
}

/* fuzz:JOB, or fuzz and the end of a job's name. */
static bool
is_good_id(const char *id)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
		"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
	const char *colon = strchr(id, ':');

	return colon != NULL && colon > id && colon[1] != '\0' &&
		strspn(id, plain) == (size_t)(colon - id) &&
		colon[1 + strspn(colon + 1, plain)] == '\0' &&
		strlen(id) < TEST_ID - 1 && test_by_id(id) == NULL;
}

/* Parameters that the workload takes, and that a record can hold. */
static const char *
wrong_params(const struct params *p, const char *engine)
{
	char text[PARAMS_TEXT], again[PARAMS_TEXT];
	struct params back;

	if (p->block_bytes < 512 || p->block_bytes > 64 * MIB ||
	    p->block_bytes % 512 != 0)
		return "the block";
	if (p->depth < 1 || p->depth > 4096 ||
	    (strcmp(engine, "sync") == 0 && p->depth > 1))
		return "the depth";
	if ((p->action == ACTION_READ) != (p->read_pct == 100) ||
	    (p->action == ACTION_WRITE) != (p->read_pct == 0) ||
	    p->read_pct > 100 || p->action == ACTION_COPY)
		return "the share of reads";
	if (p->sync != SYNC_NONE && !params_writes(p))
		return "a sync of reads";
	if (p->sequential_pct > 0 && p->pattern != PATTERN_UNIFORM)
		return "a pattern of what is sequential";
	if (params_parse(params_format(text, p), &back) != 0 ||
	    strcmp(text, params_format(again, &back)) != 0)
		return "parameters that can't be saved";
	return NULL;
}

static const char *
wrong_test(const struct jobfile *j, size_t i)
{
	const struct test *test = &j->test[i];

	if (!is_good_id(test->id))
		return "an id";
	for (size_t k = 0; k < i; k++)
		if (strcmp(j->test[k].id, test->id) == 0)
			return "an id that is there twice";
	if (test->title[0] == '\0' || !is_printable(test->title))
		return "a title";
	if (strcmp(test->workload, "random") != 0)
		return "a workload";
	if (jobfile_line(j, i, "bs") == 0)
		return "a line";
	return wrong_params(&test->params, j->engine);
}

static const char *
wrong_run(const struct jobfile *j)
{
	static const char *const engines[] = {
		"libaio", "uring", "posixaio", "sync", "null",
	};
	bool known = false;

	for (size_t i = 0; i < LENGTH(engines); i++)
		known |= strcmp(engines[i], j->engine) == 0;
	if (!known)
		return "an engine";
	if (j->size_bytes > INT64_MAX)
		return "the size";
	if (j->time_ns > 1000000 * NS_PER_S)
		return "the time";
	if (j->copies < 1 || j->copies > 1024)
		return "the copies";
	if (j->directory != NULL && !is_printable(j->directory))
		return "the directory";
	return j->n_notes > 0 ? NULL : "no notes";
}

/* What is wrong with the answer to these bytes; NULL: nothing. */
static const char *
wrong(const char *data, size_t size)
{
	char error[JOBFILE_ERROR] = "";
	struct jobfile *j = jobfile_parse(PATH, data, size, error,
					  sizeof(error));
	const char *what = NULL;

	if (j == NULL)
		return strncmp(error, PREFIX, strlen(PREFIX)) == 0 &&
			strlen(error) > strlen(PREFIX) + 5 &&
			is_printable(error) ? NULL : "the error";
	if (error[0] != '\0')
		what = "an error and a job file";
	else if (j->n_tests < 1 || j->n_tests > 256)
		what = "the number of jobs";
	else
		what = wrong_run(j);
	for (size_t i = 0; i < j->n_tests && what == NULL; i++)
		what = wrong_test(j, i);
	jobfile_free(j);
	return what;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (wrong((const char *)data, size) != NULL)
		abort();
	return 0;
}

#ifndef FUZZER

#define MUTATIONS 60000
#define SEED 20130607
#define MOST 65536
#define MAX_FILES 64

struct input {
	char *data;
	size_t size;
};

static struct input file[MAX_FILES];	/* written by read_directory */
static size_t n_files;
static unsigned count;			/* of TAP, written by tell */

static void
tell(const char *sentence, const char *what)
{
	printf("%sok %u - %s\n", what == NULL ? "" : "not ", ++count,
	       sentence);
	if (what != NULL)
		printf("# wrong: %s\n", what);
}

/* So that a failure can be made again. */
static void
show(const char *data, size_t size)
{
	printf("# the input, in hexadecimal:");
	for (size_t i = 0; i < size; i++)
		printf("%s%02x", i % 32 == 0 ? "\n# " : "",
		       (unsigned)(unsigned char)data[i]);
	printf("\n");
}

static bool
read_input(const char *path, struct input *input)
{
	FILE *stream = fopen(path, "r");

	if (stream == NULL)
		return false;
	input->data = xmalloc(2 * MIB);
	input->size = fread(input->data, 1, 2 * MIB, stream);
	fclose(stream);
	return true;
}

static void
read_directory(const char *path)
{
	DIR *directory = opendir(path);
	struct dirent *entry;

	if (directory == NULL)
		return;
	while ((entry = readdir(directory)) != NULL && n_files < MAX_FILES) {
		size_t length = strlen(entry->d_name);
		char *name;

		if (length < 4 ||
		    strcmp(entry->d_name + length - 4, ".fio") != 0)
			continue;
		name = xprintf("%s/%s", path, entry->d_name);
		n_files += read_input(name, &file[n_files]);
		free(name);
	}
	closedir(directory);
}

/* Mutations. */

static const char *const tokens[] = {
	"[", "]", "[global]\n", "[job]\n", "\n", "\r\n", "=", ";", "#", " ",
	"\n[a b]\n", "\n[a:b]\n", "1000", "1025",
	"\t", "${X}", "$", ",", "%", ":", "-", "0", "1", "4k", "1m", "1g",
	"4096", "18446744073709551616", "-1", "1.5", "ms", "\x80", "\n[a]\n",
	"include x\n", "randrw", "libaio", "psync", "description=",
	"verify=1\n", "kib", "rate_iops=1000000000\n",
};

static void
insert(struct input *input, size_t at, const char *data, size_t size)
{
	if (input->size + size > MOST)
		return;
	memmove(input->data + at + size, input->data + at, input->size - at);
	memcpy(input->data + at, data, size);
	input->size += size;
}

static void
insert_key(struct input *input, size_t at, struct random *r)
{
	size_t keys = 0;
	char line[96];

	while (jobfile_key(keys) != NULL)
		keys++;
	snprintf(line, sizeof(line), "\n%s%s%s\n",
		 jobfile_key(random_below(r, keys)),
		 random_below(r, 8) > 0 ? "=" : "",
		 tokens[random_below(r, LENGTH(tokens))]);
	insert(input, at, line, strlen(line));
}

static void
mutate(struct input *input, struct random *r)
{
	size_t at = random_below(r, input->size + 1);
	size_t length = random_below(r, input->size - at + 1) %
			(1 + random_below(r, 64));
	const char *token = tokens[random_below(r, LENGTH(tokens))];
	char part[64];

	switch (random_below(r, 6)) {
	case 0:
		if (at < input->size)
			input->data[at] = (char)random_next(r);
		break;
	case 1:
		memmove(input->data + at, input->data + at + length,
			input->size - at - length);
		input->size -= length;
		break;
	case 2:
		memcpy(part, input->data + at, length);
		insert(input, random_below(r, input->size + 1), part, length);
		break;
	case 3:
		insert(input, at, token, strlen(token));
		break;
	case 4:
		insert_key(input, at, r);
		break;
	default:
		if (random_below(r, 8) == 0)
			input->size = at;
		break;
	}
}

static const char *
try_mutations(void)
{
	struct input input = { xmalloc(MOST), 0 };
	const char *what = NULL;
	struct random r;

	random_seed(&r, SEED);
	for (unsigned i = 0; i < MUTATIONS && what == NULL; i++) {
		const struct input *from = &file[random_below(&r, n_files)];

		input.size = from->size < MOST ? from->size : MOST;
		memcpy(input.data, from->data, input.size);
		for (uint64_t n = random_below(&r, 8) + 1; n > 0; n--)
			mutate(&input, &r);
		what = wrong(input.data, input.size);
		if (what != NULL)
			show(input.data, input.size);
	}
	free(input.data);
	return what;
}

static const char *
try_prefixes(void)
{
	const char *what = NULL;

	for (size_t i = 0; i < n_files; i++)
		for (size_t size = 0; size <= file[i].size; size++) {
			what = wrong(file[i].data, size);
			if (what == NULL)
				continue;
			show(file[i].data, size);
			return what;
		}
	return NULL;
}

int
main(void)
{
	const char *srcdir = getenv("srcdir");
	char *data;

	data = xprintf("%s/tests/data/fio", srcdir != NULL ? srcdir : ".");
	read_directory(data);
	free(data);
	tell("there are job files to start from",
	     n_files > 0 ? NULL : "tests/data/fio has none");
	tell("each file, whole or cut anywhere, gives a job file or an error",
	     try_prefixes());
	tell("so does what seeded mutations make of them",
	     n_files > 0 ? try_mutations() : "nothing to mutate");
	printf("1..%u\n", count);
	for (size_t i = 0; i < n_files; i++)
		free(file[i].data);
	return 0;
}

#endif
