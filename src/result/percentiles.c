/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Percentiles: see percentiles.h. */
#include <config.h>

#include <stddef.h>

#include "diskidx/array.h"
#include "diskidx/percentiles.h"

#define TABLE PERCENTILE_TABLE
#define SWEEP PERCENTILE_SWEEP
#define LOAD PERCENTILE_LOAD
#define CSV PERCENTILE_CSV
#define SHELL PERCENTILE_SHELL
#define COMPARED PERCENTILE_COMPARED

const struct percentile percentiles[] = {
	{ 1, "p1", 0 },
	{ 5, "p5", 0 },
	{ 10, "p10", 0 },
	{ 20, "p20", 0 },
	{ 30, "p30", 0 },
	{ 40, "p40", 0 },
	{ 50, "p50", TABLE | LOAD | CSV | SHELL | COMPARED },
	{ 60, "p60", 0 },
	{ 70, "p70", 0 },
	{ 80, "p80", 0 },
	{ 90, "p90", 0 },
	{ 95, "p95", 0 },
	{ 99, "p99", TABLE | SWEEP | LOAD | CSV | SHELL | COMPARED },
	{ 99.5, "p99.5", 0 },
	{ 99.9, "p99.9", LOAD | CSV | COMPARED },
	{ 99.95, "p99.95", 0 },
	{ 99.99, "p99.99", COMPARED },
	{ 99.999, "p99.999", COMPARED },
};
STATIC_ASSERT(percentiles, LENGTH(percentiles) <= PERCENTILES_MOST);

const struct percentile *
percentile_next(const struct percentile *before, unsigned where)
{
	const struct percentile *p = before != NULL ? before + 1 : percentiles;

	for (; p < percentiles + LENGTH(percentiles); p++)
		if ((p->where & where) == where)
			return p;
	return NULL;
}
