/* The table of suites: which tests, in which order, and how long. */
#include <config.h>

#include <string.h>

#include "diskidx/clock.h"
#include "diskidx/suite.h"
#include "diskidx/units.h"

static const char *const disk[] = {
	"fsbuffer",
	"fstime",
	"fsdisk",
	"seq-write",
	"seq-read",
	"seq-copy",
	"seq-write-direct",
	"seq-read-direct",
	"seq-copy-direct",
	"rand-read-q1",
	"rand-read-q32",
	"rand-write-q32",
	"rand-mixed-q32",
	"commit",
	NULL
};

static const struct suite table[] = {
	{ .name = "disk", .summary = "file copy, sequential and random I/O",
	  .test = disk, .size_bytes = 1 * GIB, .time_ns = 2 * NS_PER_S,
	  .rounds = 8 },
};

#define N_SUITES (sizeof(table) / sizeof(table[0]))

const struct suite *
suite_at(size_t i)
{
	return i < N_SUITES ? &table[i] : NULL;
}

const struct suite *
suite_by_name(const char *name)
{
	size_t i;

	for (i = 0; i < N_SUITES; i++) {
		if (strcmp(table[i].name, name) == 0)
			return &table[i];
	}
	return NULL;
}

const struct suite *
suite_of(const char *id)
{
	size_t length = strcspn(id, ":"), i;

	for (i = 0; i < N_SUITES && id[length] == ':'; i++)
		if (strlen(table[i].name) == length &&
		    strncmp(table[i].name, id, length) == 0)
			return &table[i];
	return NULL;
}
