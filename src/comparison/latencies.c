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

/* Return true if all runs of both sides support the k-th percentile. */
static bool
is_supported(const struct row *row, int k)
{
	for (int s = 0; s < SIDES; s++)
		for (size_t i = 0; i < row->cell[s].n; i++)
			if (!(row->cell[s].figure[i]->percentile[k].ns > 0))
				return false;
	return true;
}

/* Append one percentile of a test. */
static void
add_percentile(struct comparison *comparison, const struct row *row, int k)
{
	struct rows rows = { .row = &row, .n = 1, .cell = ROWS_CELLS,
			     .percentile = k + 1 };
	struct compared *compared = match_add(comparison, row);

	compared->id = row->named->id;
	compared->title = row->named->title;
	compared->category = "Latency";
	compared->percent = result_percents[k];
	values_compare(comparison->scope, &rows, compared);
}

void
latencies_add(struct comparison *comparison, const struct match *match)
{
	for (size_t i = 0; i < match->n; i++) {
		const struct row *row = &match->row[i];
		int largest = RESULT_PERCENTILES - 1;

		if (comparison->row[i].verdict == VERDICT_NOT_COMPARABLE)
			continue;
		while (largest >= 0 && !is_supported(row, largest))
			largest--;
		for (int k = 0; k <= largest; k++)
			if (result_percents[k] <= 99 || k == largest)
				add_percentile(comparison, row, k);
	}
}
