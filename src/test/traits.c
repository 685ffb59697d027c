/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The traits of engines and of workloads. */
#include <config.h>

#include <stddef.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/test/traits.h"

#define DEFINE_ENGINE(id, ...) \
	const struct engine_traits engine_traits_##id = \
		{ .name = #id, __VA_ARGS__ };
#define DEFINE_WORKLOAD(id, ...) \
	const struct workload_traits workload_traits_##id = \
		{ .name = #id, __VA_ARGS__ };
ENGINE_LIST(DEFINE_ENGINE)
WORKLOAD_LIST(DEFINE_WORKLOAD)

/* Other names in records: no engine, and one of earlier versions. */
static const struct engine_traits none = {
	.name = "-", .fio = "sync", .is_none = true, .is_synchronous = true
};
static const struct engine_traits posixaio = {
	.name = "posixaio", .has_threads = true
};

#define ENGINE(name, ...) &engine_traits_##name,
#define WORKLOAD(name, ...) &workload_traits_##name,

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
