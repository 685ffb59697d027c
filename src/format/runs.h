/* Runs: several runs as one table, a line a run. */
#ifndef DISKIDX_FORMAT_RUNS_H
#define DISKIDX_FORMAT_RUNS_H

#include "table.h"

/* Columns besides date, score, interval and trust. */
enum {
	RUNS_EVERY = 1,		/* where it ran and its file, even if these are
				   the same for all */
	RUNS_PLOT = 2		/* the intervals below each other */
};

/* Fill the table of these summarised runs. */
void table_of_runs(struct table *table, const struct record *records, size_t n,
		   unsigned columns);

/* Return the run that began last. */
const struct record *runs_newest(const struct record *records, size_t n);

#endif
