/*
 * The table of tests, and what the options -b, -Q and -m make of one. What a
 * parameter means to a workload stands in that workload's file; here it is
 * data, but for the share of reads, which follows from the action: 100 for
 * reading, 0 for writing, 50 for copying, and the mix's own for a mix.
 */
#include <config.h>

#include <ctype.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "diskidx/message.h"
#include "diskidx/test.h"

#define FILE_COPY(block, blocks) \
	"File Copy", UNIT_KBPS, "filecopy", \
	{ ACTION_COPY, CACHE_CACHED, SYNC_NONE, block, 1, 50, (blocks) * KIB }
#define SEQUENTIAL(action, cache, read_pct) \
	"Sequential", UNIT_MIBPS, "sequential", \
	{ action, cache, SYNC_NONE, 1 * MIB, 1, read_pct, 0 }
#define RANDOM(action, depth, read_pct) \
	"Random", UNIT_IOPS, "random", \
	{ action, CACHE_DIRECT, SYNC_NONE, 4 * KIB, depth, read_pct, 0 }
#define COMMIT \
	"Random", UNIT_IOPS, "sequential", \
	{ ACTION_WRITE, CACHE_BUFFERED, SYNC_FDATASYNC, 4 * KIB, 1, 0, 0 }

static const struct test table[] = {
	{ "fsbuffer", "File Copy 256 bufsize 500 maxblocks",
	  FILE_COPY(256, 500) },
	{ "fstime", "File Copy 1024 bufsize 2000 maxblocks",
	  FILE_COPY(1024, 2000) },
	{ "fsdisk", "File Copy 4096 bufsize 8000 maxblocks",
	  FILE_COPY(4096, 8000) },
	{ "seq-write", "Sequential Write 1M buffered",
	  SEQUENTIAL(ACTION_WRITE, CACHE_BUFFERED, 0) },
	{ "seq-read", "Sequential Read 1M buffered",
	  SEQUENTIAL(ACTION_READ, CACHE_BUFFERED, 100) },
	{ "seq-copy", "Sequential Copy 1M buffered",
	  SEQUENTIAL(ACTION_COPY, CACHE_BUFFERED, 50) },
	{ "seq-write-direct", "Sequential Write 1M direct",
	  SEQUENTIAL(ACTION_WRITE, CACHE_DIRECT, 0) },
	{ "seq-read-direct", "Sequential Read 1M direct",
	  SEQUENTIAL(ACTION_READ, CACHE_DIRECT, 100) },
	{ "seq-copy-direct", "Sequential Copy 1M direct",
	  SEQUENTIAL(ACTION_COPY, CACHE_DIRECT, 50) },
	{ "rand-read-q1", "Random Read 4K Q1 direct",
	  RANDOM(ACTION_READ, 1, 100) },
	{ "rand-read-q32", "Random Read 4K Q32 direct",
	  RANDOM(ACTION_READ, 32, 100) },
	{ "rand-write-q32", "Random Write 4K Q32 direct",
	  RANDOM(ACTION_WRITE, 32, 0) },
	{ "rand-mixed-q32", "Random 75/25 4K Q32 direct",
	  RANDOM(ACTION_MIX, 32, 75) },
	{ "commit", "Synced Append 4K Q1",
	  COMMIT },
};

#define N_TESTS (sizeof(table) / sizeof(table[0]))

static bool
is_random(const struct test *test)
{
	return strcmp(test->workload, "random") == 0;
}

/* UnixBench's tests are what their names say, and take no option. */
static bool
is_filecopy(const struct test *test)
{
	return strcmp(test->workload, "filecopy") == 0;
}

/* The test of the table that this one is a variant of, or is. */
static const struct test *
origin(const struct test *test)
{
	char id[TEST_ID];
	char *colon;
	const struct test *found = test_by_id(test->id);

	if (found != NULL)
		return found;
	memcpy(id, test->id, sizeof(id));
	colon = strrchr(id, ':');
	if (colon == NULL)
		return NULL;
	*colon = '\0';
	return test_by_id(id);
}

static void
lower_case(char *text)
{
	for (; *text != '\0'; text++)
		*text = (char)tolower((unsigned char)*text);
}

/* The origin's id, and after a colon what differs, always in this order. */
static void
write_id(struct test *test, const struct test *from)
{
	const struct params *p = &test->params, *old = &from->params;
	char block[UNITS_TEXT], option[3][UNITS_TEXT + 4] = { "", "", "" };
	const char *separator = ":";
	size_t at, i;

	if (p->block_bytes != old->block_bytes) {
		units_format_block(block, p->block_bytes);
		lower_case(block);
		snprintf(option[0], sizeof(option[0]), "b=%s", block);
	}
	if (p->depth != old->depth)
		snprintf(option[1], sizeof(option[1]), "q=%u",
			 (unsigned)p->depth);
	if (p->read_pct != old->read_pct)
		snprintf(option[2], sizeof(option[2]), "m=%u",
			 (unsigned)p->read_pct);

	snprintf(test->id, sizeof(test->id), "%s", from->id);
	for (i = 0; i < 3; i++) {
		if (option[i][0] == '\0')
			continue;
		at = strlen(test->id);
		snprintf(test->id + at, sizeof(test->id) - at, "%s%s",
			 separator, option[i]);
		separator = ",";
	}
}

static const char *
action_title(const struct params *params, char text[UNITS_TEXT])
{
	switch (params->action) {
	case ACTION_READ:
		return "Read";
	case ACTION_WRITE:
		return "Write";
	case ACTION_COPY:
		return "Copy";
	case ACTION_MIX:
		break;
	}
	snprintf(text, UNITS_TEXT, "%u/%u", (unsigned)params->read_pct,
		 100 - (unsigned)params->read_pct);
	return text;
}

static void
write_title(struct test *test)
{
	const struct params *p = &test->params;
	char block[UNITS_TEXT], mix[UNITS_TEXT];
	const char *what = action_title(p, mix);

	units_format_block(block, p->block_bytes);
	if (is_random(test))
		snprintf(test->title, sizeof(test->title),
			 "Random %s %s Q%u %s", what, block,
			 (unsigned)p->depth, cache_name(p->cache));
	else if (p->sync != SYNC_NONE)
		snprintf(test->title, sizeof(test->title),
			 "Synced Append %s Q%u", block, (unsigned)p->depth);
	else
		snprintf(test->title, sizeof(test->title),
			 "Sequential %s %s %s", what, block,
			 cache_name(p->cache));
}

/* Gives the test these parameters, with the id and the title that follow. */
static int
change(struct test *test, const struct params *params)
{
	const struct test *from = origin(test);

	if (from == NULL)
		return -EINVAL;
	test->params = *params;
	write_id(test, from);
	write_title(test);
	return 0;
}

const struct test *
test_at(size_t i)
{
	return i < N_TESTS ? &table[i] : NULL;
}

const struct test *
test_by_id(const char *id)
{
	size_t i;

	for (i = 0; i < N_TESTS; i++) {
		if (strcmp(table[i].id, id) == 0)
			return &table[i];
	}
	return NULL;
}

int
test_set_block(struct test *test, uint32_t block_bytes)
{
	struct params params = test->params;

	if (is_filecopy(test) || block_bytes == 0)
		return -EINVAL;
	params.block_bytes = block_bytes;
	return change(test, &params);
}

int
test_set_depth(struct test *test, uint32_t depth)
{
	struct params params = test->params;

	if (!is_random(test) || depth == 0)
		return -EINVAL;
	params.depth = depth;
	return change(test, &params);
}

int
test_set_mix(struct test *test, uint32_t read_pct)
{
	struct params params = test->params;

	if (!is_random(test) || read_pct > 100)
		return -EINVAL;
	params.read_pct = read_pct;
	if (read_pct == 100)
		params.action = ACTION_READ;
	else if (read_pct == 0)
		params.action = ACTION_WRITE;
	else
		params.action = ACTION_MIX;
	return change(test, &params);
}

char *
test_fingerprint(const struct test *test, unsigned revision, unsigned copies)
{
	char text[PARAMS_TEXT];
	char *own_size;

	/* The plan's size is no part of a test; a size of its own is. */
	params_format(text, &test->params);
	own_size = strstr(text, " file_bytes=");
	if (own_size != NULL && test->params.file_bytes == 0)
		*own_size = '\0';
	return xprintf("%s/%u %s copies=%u data=random", test->workload,
		       revision, text, copies);
}
