/*
 * Result: one row of a report. What was measured (a test on a target by so
 * many copies), its samples, and the samples summarised.
 *
 * value: geometric mean of the samples' rates; ci95: Student t on the logs;
 * cv: coefficient of variation of the rates.
 */
#ifndef DISKIDX_RESULT_H
#define DISKIDX_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/params.h"
#include "diskidx/sample.h"
#include "diskidx/statistics.h"
#include "diskidx/units.h"

/* What a row carries against it, or for information: see validity.h. */
enum flag { FLAG_CACHED, FLAG_MEMORY, FLAG_SHORT, FLAG_NOISY, FLAG_COUNT };

struct result {
	/* From the plan or the record; strings are owned. */
	char *id, *title, *category;
	enum unit unit;
	struct params params;
	char *workload;
	char *fingerprint;	/* equal: the same test in the same mode */
	char *engine;		/* "-" if the test has none */
	unsigned target;	/* index of record.target */
	unsigned copies;
	uint64_t asked_ns;	/* how long a sample should last */
	bool memory;		/* the target's file system lives in memory */
	char *missing;		/* why there is no figure, or NULL */
	struct sample *sample;	/* owned */
	size_t n_samples;

	/* From result_summarise. */
	bool has_value, has_interval;
	double value, cv;
	struct interval ci95;
	/* As in struct sample, merged; owned, NULL: none. */
	struct histogram *latency[OP_COUNT];
	struct histogram *submission[OP_COUNT], *completion[OP_COUNT];
	double depth_mean;			/* 0: not kept */
	double user_pct, system_pct;		/* of one core */
	bool has_device;
	struct device_counters device;		/* sum over the samples */
	unsigned flags;				/* bits: 1u << enum flag */

	/* From index_apply. */
	bool has_baseline;	/* the baseline knows this test */
	double baseline, index;
	bool scored;		/* counts in its category's score */
};

/* Takes the sample over, with what it owns. */
void result_add_sample(struct result *result, const struct sample *sample);

/* Computes the second part from the first; may be called again. */
void result_summarise(struct result *result);

/* Total latency, both directions in one, on the heap (free), or NULL. */
struct histogram *result_latency(const struct result *result);

void result_free(struct result *result);

#endif
