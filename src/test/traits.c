/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The traits of engines and of workloads. */
#include <config.h>

#include <stddef.h>
#include <string.h>

#include "diskidx/array.h"
#include "diskidx/traits.h"

const struct engine_traits engine_traits_libaio = { .name = "libaio" };
const struct engine_traits engine_traits_threads = {
	.name = "threads", .has_threads = true
};
const struct engine_traits engine_traits_uring = { .name = "uring" };
const struct engine_traits engine_traits_sync = {
	.name = "sync", .is_synchronous = true
};
const struct engine_traits engine_traits_null = {
	.name = "null", .moves_nothing = true
};

const struct workload_traits workload_traits_filecopy = { .name = "filecopy" };
const struct workload_traits workload_traits_sequential = {
	.name = "sequential", .has_variants = true
};
const struct workload_traits workload_traits_random = {
	.name = "random", .has_variants = true, .is_random = true
};
const struct workload_traits workload_traits_smallfile = {
	.name = "smallfile"
};
const struct workload_traits workload_traits_wholefile = {
	.name = "wholefile", .takes_whole_file = true
};

/* Further names in records: no engine, and one of earlier versions. */
static const struct engine_traits none = {
	.name = "-", .is_none = true, .is_synchronous = true
};
static const struct engine_traits posixaio = {
	.name = "posixaio", .has_threads = true
};

#define ENGINE(name) &engine_traits_##name,
#define WORKLOAD(name) &workload_traits_##name,

const struct engine_traits *
traits_of_engine(const char *name)
{
	static const struct engine_traits unknown;
	static const struct engine_traits *const table[] = {
		ENGINE_LIST(ENGINE) &none, &posixaio
	};

	for (size_t i = 0; name != NULL && i < LENGTH(table); i++)
		if (strcmp(table[i]->name, name) == 0)
			return table[i];
	return &unknown;
}

const struct workload_traits *
traits_of_workload(const char *name)
{
	static const struct workload_traits unknown;
	static const struct workload_traits *const table[] = {
		WORKLOAD_LIST(WORKLOAD)
	};

	for (size_t i = 0; name != NULL && i < LENGTH(table); i++)
		if (strcmp(table[i]->name, name) == 0)
			return table[i];
	return &unknown;
}
