/* The tables of traits. */
#include <config.h>

#include <stddef.h>
#include <string.h>

#include "diskidx/traits.h"

static const struct workload_traits workloads[] = {
	{ .name = "random", .has_variants = true, .is_random = true },
	{ .name = "sequential", .has_variants = true },
	{ .name = "wholefile", .takes_whole_file = true },
	{ .name = NULL },
};

static const struct engine_traits engines[] = {
	{ .name = "-", .is_none = true, .is_synchronous = true },
	{ .name = "sync", .is_synchronous = true },
	{ .name = "threads", .has_threads = true },
	{ .name = "posixaio", .has_threads = true },
	{ .name = "null", .moves_nothing = true },
	{ .name = NULL },
};

const struct workload_traits *
workload_traits(const char *name)
{
	const struct workload_traits *t = workloads;

	while (t->name != NULL && (name == NULL || strcmp(t->name, name) != 0))
		t++;
	return t;
}

const struct engine_traits *
engine_traits(const char *name)
{
	const struct engine_traits *t = engines;

	while (t->name != NULL && (name == NULL || strcmp(t->name, name) != 0))
		t++;
	return t;
}
