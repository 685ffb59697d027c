/*
 * Totals: a result's samples added up, and the rates that follow from the
 * sums. (A result's value is a mean over the samples, and may differ a bit.)
 */
#ifndef DISKIDX_TOTALS_H
#define DISKIDX_TOTALS_H

#include <stdint.h>

#include "diskidx/operation.h"
#include "diskidx/result.h"

void totals_of(struct totals *totals, const struct result *result);

/* So much in all that time, per second; 0 if there was none. */
double totals_rate(const struct totals *totals, uint64_t amount);

/* Return how often a depth was seen; 0: not kept. */
uint64_t totals_depths(const struct totals *totals);

/* The share of that depth among those seen, in per cent. */
double totals_depth_pct(const struct totals *totals, unsigned depth);

#endif
