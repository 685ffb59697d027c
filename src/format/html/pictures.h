/* Pictures: what each plot takes from records and comparisons, and draws. */
#ifndef DISKIDX_PICTURES_H
#define DISKIDX_PICTURES_H

#include <stdio.h>

#include "diskidx/comparison.h"
#include "format/sweep.h"
#include "diskidx/view.h"
#include "plot.h"

/* Draw the indexes of the last records, side by side with their intervals, or
 * the ratios of comparisons. */
void picture_indexes(FILE *out, const struct record *records, size_t n);
void picture_ratios(FILE *out, const struct comparison *comparisons, size_t n);

/* Draw the scores of several runs over the days. */
void picture_scores(FILE *out, const struct record *records, size_t n);

/* Draw a section's latencies by percentile; its speeds over time; those of
 * files of several sizes. */
void picture_latencies(FILE *out, const struct section *section);
void picture_speeds(FILE *out, const struct section *section, bool si);
void picture_sizes(FILE *out, const struct section *section, bool si);

/* Draw the figures of a sweep against what was swept. */
void picture_sweep(FILE *out, const struct sweep *sweep);

/* Add a percentile of a result's latencies, with its interval if it is p50, p99
 * or p99.9; nothing if the data don't support it. */
void picture_percentile(struct plot *plot, const char *series, double x,
			const struct result *result,
			const struct histogram *h, double percent);

#endif
