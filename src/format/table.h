/*
 * Table: what the tables of a report or a comparison hold, as texts without
 * any markup. Text, Markdown and HTML render these.
 */
#ifndef DISKIDX_FORMAT_TABLE_H
#define DISKIDX_FORMAT_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "diskidx/comparison.h"
#include "diskidx/printf.h"
#include "diskidx/ranking.h"
#include "sweep.h"
#include "diskidx/view.h"

struct table {
	const char *align;	/* a letter for each column: l left, r right */
	char **cell;		/* the heads, then row by row; owned */
	size_t n;		/* number of cells; 0: there is no table */
};

/* Fill a table of a section's tests, of its scores, of a sweep (with flags
 * or, in text, their marks), of the tests and scores of a comparison, or of a
 * ranking. */
void table_of_results(struct table *table, const struct section *section,
		      bool si);
void table_of_scores(struct table *table, const struct section *section);
void table_of_sweep(struct table *table, const struct sweep *sweep, bool si,
		    bool in_marks);
void table_of_comparison(struct table *table, const struct comparison *c,
			 bool si);
void table_of_ranking(struct table *table, const struct ranking *ranking);

/* Fill the table of several runs of one thing, if they are that. Return its
 * title on the heap, or NULL. */
char *table_of_repeats(struct table *table, const struct record *records,
		       size_t n, bool si);

/* Columns of a table of runs besides date, score, interval and trust. */
enum {
	RUNS_EVERY = 1,		/* where it ran and its file, even if these are
				   the same for all */
	RUNS_PLOT = 2		/* the intervals below each other */
};

/* Fill a table of summarised runs, a line a run. */
void table_of_runs(struct table *table, const struct record *records, size_t n,
		   unsigned columns);

/* Return the run that began last. */
const struct record *runs_newest(const struct record *records, size_t n);

/* Begin a table with its first heads, which commas separate. */
void table_begin(struct table *table, const char *align, const char *heads);

/* Return the number of columns. */
size_t table_columns(const struct table *table);

/* Add a cell of that text, of one to take over, or as printf would print. */
void table_add(struct table *table, const char *text);
void table_take(struct table *table, char *text);
void table_print(struct table *table, const char *format, ...)
	PRINTF_LIKE(2, 3);

/* Add a percentile of latencies if the data support it, and their mean, which
 * they always do; "-" for no latencies. */
void table_latency(struct table *table, const struct histogram *h,
		   double percent);
void table_mean(struct table *table, const struct histogram *h);

void table_free(struct table *table);

#endif
