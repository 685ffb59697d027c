/*
 * Totals: a result's samples added up, and the rates that follow from the
 * sums. (A result's value is a mean over the samples, and may differ a bit.)
 */
#ifndef DISKIDX_TOTALS_H
#define DISKIDX_TOTALS_H

#include <stdint.h>

#include "diskidx/operation.h"
#include "diskidx/result.h"

struct totals {
	uint64_t elapsed_ns;
	uint64_t ios[OP_COUNT], moved[OP_COUNT];
	uint64_t user_ns, system_ns;
	uint64_t switches, faults, minor_faults;
	uint64_t submits, reaps;	/* 0: not kept */
	uint64_t depth_seen[SAMPLE_DEPTHS];
	uint64_t depths;		/* their sum; 0: not kept */
	uint64_t offered_ios;		/* 0: a closed loop */
};

void totals_of(struct totals *totals, const struct result *result);

/* Requests of both directions. */
uint64_t totals_ios(const struct totals *totals);

/* So much in all that time, per second; 0 if there was none. */
double totals_rate(const struct totals *totals, uint64_t amount);

/* The share of that depth among those seen, in per cent. */
double totals_depth_pct(const struct totals *totals, unsigned depth);

#endif
