/* The table of traits. */
#include <config.h>

#include <stddef.h>
#include <string.h>

#include "diskidx/traits.h"

static const struct traits table[] = {
	{ .name = "random", .has_variants = true, .is_random = true },
	{ .name = "sequential", .has_variants = true },
	{ .name = "wholefile", .takes_whole_file = true },

	{ .name = "-", .is_none = true, .is_synchronous = true },
	{ .name = "sync", .is_synchronous = true },
	{ .name = "threads", .has_threads = true },
	{ .name = "posixaio", .has_threads = true },
	{ .name = "null", .moves_nothing = true },
	{ .name = NULL },
};

const struct traits *
traits_of(const char *name)
{
	const struct traits *t = table;

	while (t->name != NULL && (name == NULL || strcmp(t->name, name) != 0))
		t++;
	return t;
}
