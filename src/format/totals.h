/* Totals: rates and shares from the sums over a result's samples. */
#ifndef DISKIDX_TOTALS_H
#define DISKIDX_TOTALS_H

#include <stdint.h>

#include "diskidx/counters.h"

/* Return an amount over the whole time, per second; 0 without any time. */
double totals_rate(const struct totals *totals, uint64_t amount);

/* Return the requests per second that were due, while any were. */
double totals_offered_iops(const struct totals *totals);

/* Return how often a depth was seen; 0: not kept. */
uint64_t totals_depths(const struct totals *totals);

/* Return the share of that depth among those seen, in per cent. */
double totals_depth_pct(const struct totals *totals, unsigned depth);

#endif
