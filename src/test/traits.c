/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The traits of engines and of workloads. */
#include <config.h>

#include <stddef.h>
#include <string.h>

#include "diskidx/test/traits.h"

#define ROW(id, ...) { .name = #id, __VA_ARGS__ },

const struct traits engine_traits[] = {
	ENGINE_LIST(ROW)
	/* Other names in records: no engine, and one of earlier versions. */
	{ .name = "-", .fio = "sync", .is_none = true, .is_synchronous = true },
	{ .name = "posixaio", .has_threads = true },
	{ .name = NULL },
};
const struct traits workload_traits[] = { WORKLOAD_LIST(ROW) { .name = NULL } };

const struct traits *
traits_find(const struct traits *table, const char *name)
{
	while (table->name != NULL &&
	       (name == NULL || strcmp(table->name, name) != 0))
		table++;
	return table;
}
