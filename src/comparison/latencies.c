/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Latencies: of each test p50, p99 and the largest percentile that all runs of
 * both sides support. A ratio above 1 is worse here: it tells how many times as
 * long the new side takes.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "parts.h"
#include "diskidx/alloc.h"
#include "diskidx/percentiles.h"

/* Return true if all runs of both sides support that percentile. */
static bool
is_supported(const struct row *row, const struct percentile *p)
{
	for (int s = 0; s < SIDES; s++)
		for (size_t i = 0; i < row->cell[s].n; i++)
			if (!(row->cell[s].figure[i]->
			      summary.percentile[p - percentiles].ns > 0))
				return false;
	return true;
}

void
latencies_add(struct comparison *comparison, const struct match *match)
{
	for (size_t i = 0; i < match->n; i++) {
		const struct row *row = &match->row[i];
		struct rows rows = { .row = &row, .n = 1, .cell = ROWS_CELLS };
		const struct percentile *p = NULL, *largest = NULL;

		if (comparison->row[i].verdict == VERDICT_NOT_COMPARABLE)
			continue;
		while ((p = percentile_next(p, PERCENTILE_COMPARED)) != NULL)
			if (is_supported(row, p))
				largest = p;
		while (largest != NULL && p != largest) {
			struct compared *compared;

			p = percentile_next(p, PERCENTILE_COMPARED);
			if (p->percent > 99 && p != largest)
				continue;
			rows.percentile = p;
			compared = match_add(comparison, row);
			compared->id = row->named->test.id;
			compared->title = row->named->test.title;
			compared->category = "Latency";
			compared->percent = p->percent;
			values_compare(comparison->same_record, &rows,
				       compared);
		}
	}
}
