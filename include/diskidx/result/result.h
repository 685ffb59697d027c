/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * Result: one row of a report: the test, its target and number of copies, its
 * samples, and their summary.
 *
 * value: the amount moved in all samples over their time, that is the mean of
 * their values, weighted by time; cv: the values' coefficient of variation. A
 * sample's value is its whole-window rate, or the speed that it fell to. With
 * RULE_UNIXBENCH it is a whole number, and `value` is UnixBench's combination.
 * In both cases its error comes from the rounds by the jackknife, that is from
 * the values without each of them. The interval is wider: it must contain the
 * long-run mean of such runs, so it assumes a spread between them, too
 * (statistics.h: spread_interval).
 */
#ifndef DISKIDX_RESULT_RESULT_H
#define DISKIDX_RESULT_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/counters.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/texts.h"
#include "diskidx/base/units.h"
#include "diskidx/stats/histogram.h"
#include "diskidx/stats/sample.h"
#include "diskidx/stats/statistics.h"
#include "diskidx/test/params.h"

/* Flags of a row, those that invalidate it first: see flags.h. */
enum flag {
	FLAG_CACHED, FLAG_MEMORY, FLAG_SHORT, FLAG_SHALLOW, FLAG_EVICTED,
	FLAG_VERIFIED, FLAG_IMPOSSIBLE, FLAG_NOISY, FLAG_THROTTLED, FLAG_DRIFT,
	FLAG_STALLED, FLAG_FOREIGN, FLAG_STOLEN, FLAG_LIMITED, FLAG_CPU_BOUND,
	FLAG_UNPROVEN, FLAG_COUNT
};

/*
 * A speed that fell, within samples (see fall.h) or between rounds (see
 * flags.h); the manual has the rules (FLAGS, throttled). If it fell for good
 * within samples, their values are the means after the fall; if between rounds,
 * only the rounds after the fall make the value. Otherwise no value is
 * corrected, because that would make every unstable disk look slower than it
 * is. File Copy and open loops are not judged between rounds; rows without
 * their own series (result_has_own_series) are not judged within samples.
 */
struct slowdown {
	bool within, for_good;
	unsigned round;		/* it fell within this round, or before it */
	uint64_t at_ns;		/* within: since the sample's start */
	double before, after;	/* in the result's unit */
};

/*
 * The levels of a sustained row: the speeds of its first sample before a fall
 * and after it, and how much of the first is back in the second sample, after a
 * pause. The fall is that of fall.h, over blocks of half a second or, later, of
 * a fiftieth of the time before them: enough for a short fast part, few for
 * hours.
 */
struct level {
	double per_s;		/* bytes */
	struct interval ci95;	/* by ten parts, or by three or more */
};

struct levels {
	bool fell;
	double bytes, s;	/* of the fast part, or of all */
	struct interval ci95;	/* of these bytes: the blocks at the fall */
	struct level before, after;	/* the same without a fall */
	double after_s;
	bool steady;		/* `after` is steady by SNIA's rule: five parts
				   of its second half are within 20 % of their
				   mean, and their line moves by at most 10 % */
	bool has_again;		/* there is a second sample: */
	double again_bytes;	/* at least as fast as before the fall */
	bool is_again_all;	/* it was fast to its end */
};

/* A sample below a quarter of the median of three or more. */
struct stall {
	unsigned round;
	double value;
	uint64_t length_ns;	/* for which it was that slow, by its series */
};

/*
 * The percentiles of a latency, and where they are shown: the rows of the table
 * in src/result/latency.c. A full list has them all: -v, JSON and the pictures
 * of latencies. Percentiles that a job file may ask for are also in
 * src/jobfile/advice.c.
 */
#define PERCENTILES_MOST 32	/* rows of the table, at most */
#define PERCENTILES_BOUNDED 99.99	/* a full list has each up to this */

enum {
	PERCENTILE_TABLE = 1,	/* the table of a run, pictures of sweeps */
	PERCENTILE_SWEEP = 2,	/* the table of a sweep over shapes */
	PERCENTILE_LOAD = 4,	/* latency over load: its table and picture */
	PERCENTILE_CSV = 8,
	PERCENTILE_SHELL = 16,	/* only if CSV has it as well */
	PERCENTILE_COMPARED = 32,	/* has an error by the rounds */
	PERCENTILE_FIO = 64	/* outputs in fio's form */
};

struct percentile {
	double percent;
	const char *name;	/* "p99.9" */
	unsigned where;		/* bits */
};

/* Ascending. */
extern const struct percentile percentiles[];

/* Return the percentile after that one (NULL: the first) that has all of these
 * bits (0: any), or NULL after the last; or go through all of them. */
const struct percentile *percentile_next(const struct percentile *before,
					 unsigned where);
#define for_each_percentile(p, where) \
	for (const struct percentile *p = percentile_next(NULL, where); \
	     p != NULL; p = percentile_next(p, where))

/* The value of a percentile of the latency in both directions. */
struct percentile_value {
	double ns;		/* 0: the data does not support it */
	double error;		/* standard error of its logarithm, by the
				   rounds; 0: one round, or not compared */
};

/* The test of a row, from the plan or the record; strings are owned. */
struct result_test {
	char *id, *title, *category;
	enum unit unit;
	struct params params;
	char *workload;
	char *fingerprint;	/* equal: the same test in the same mode */
	char *engine;		/* "-" if the test has none */
	unsigned target;	/* index of record.target */
	unsigned copies;
	enum rule rule;		/* that makes the value */
	uint64_t asked_ns;	/* requested length of a sample */
	bool memory;		/* the target's file system is in memory */
	char *na_reason;	/* reason for n/a, or NULL */
	char *expects;		/* a list of expectation.h, or NULL */
	char *job_name;		/* of a job: as in test.h; or NULL */
	unsigned group;
	uint64_t began_ms;	/* of its first sample, since 1970 */
	struct texts given;
};

/* The directions of merged latencies. */
enum { OP_BOTH = OP_COUNT, DIRECTIONS };

/* The samples of a row as numbers, from result_summarise; without samples 0. */
struct summary {
	double *sample_value;	/* of each sample; owned */
	uint64_t unseen_ns;	/* at each end, a time in which no fall within
				   samples would be found; 0: it would be found
				   nowhere */
	size_t n_slowdowns;	/* samples that slowed down as if for good */
	struct slowdown slowdown;	/* the first; after flags_judge_run also
					   one between rounds; round 0: none */
	size_t n_stalls;
	struct stall stall;	/* the worst */
	struct levels levels;	/* of a sustained row, whose value is the last
				   level; else all 0 */
	struct totals total;	/* sum over the samples */
	unsigned from_round;	/* the first in the value; 0: all are */
	bool has_value;
	double value, cv;
	struct difference rounds;	/* of its logarithm, only from rounds */
	struct interval ci95;		/* of one run */
	/* Merged from the samples, owned; NULL: none. Only the total latency
	 * has both directions. */
	struct histogram *latency[LATENCY_KINDS][DIRECTIONS];
	/* By their rows in the table. */
	struct percentile_value percentile[PERCENTILES_MOST];
	double depth_mean;			/* 0: not kept */
	double user_pct, system_pct;		/* of one core */
	bool has_device;
	struct device_counters device;		/* the same sum */
	struct processor_times processors;	/* of the samples with them */
};

/* The judgment of a row, from record_summarise: its flags by flags.h, and its
 * index by index.h. */
struct judgement {
	unsigned flags;		/* bits: 1u << enum flag */
	double baseline;	/* of this test; 0: the baseline has none */
	double index;
	bool scored;		/* counts in its category's score */
	double link_part;	/* of the rate of the link to the target in a
				   direction; 0: unknown, or a part may be from
				   memory */
};

struct result {
	struct result_test test;
	struct sample *sample;	/* owned */
	size_t n_samples;
	struct summary summary;
	struct judgement judgement;
	bool follows;		/* from other rows: it has no samples, and no
				   place in a file */
};

/* For each result of a record, or of another list, a const struct result *;
 * for each sample of a result, a const struct sample *. */
#define for_each_row(row, list) \
	for_each(const struct result, row, (list)->result, (list)->n_results)
#define for_each_sample(s, row) \
	for_each(const struct sample, s, (row)->sample, (row)->n_samples)

/* In levels.c: find the levels of n samples, 1 or 2, with that size of
 * request. */
struct levels levels_find(const struct sample *sample, size_t n,
			  uint32_t block_bytes);

/* Add a sample, and take over the memory that it owns. */
void result_add_sample(struct result *result, const struct sample *sample);

/* Compute the summary, and leave nothing judged; may be called again. */
void result_summarise(struct result *result);

/*
 * In slowdown.c: fill the fields of the summary from sample_value to stall,
 * with a slowdown within a sample, from the samples (at least one): a part of
 * result_summarise.
 */
void result_find_slowdowns(struct result *result);

/*
 * Return true if the series shows the disk. Memory serves File Copy, the speed
 * of an open loop is given, and writes to the page cache first have the speed
 * of memory, and then of the flush.
 */
bool result_has_own_series(const struct params *params);

/* Return the value of the other rounds without that one (0: with all), from the
 * samples' values; 0 if none is left. */
double result_value_without(const struct result *result, unsigned round);

/* The least freedom for an interval, that of three rounds. */
#define RESULT_LEAST_FREEDOM 2

/*
 * Estimate the logarithm of a figure from n rows, by the jackknife over all of
 * their rounds: figure(context, round) is the figure without that round (0:
 * with all). Unknown if a row has fewer than three rounds, or a figure is not
 * positive.
 */
struct difference result_estimate(const struct result *const *row, size_t n,
				  double (*figure)(const void *context,
						   unsigned round),
				  const void *context);

/* Make the value from this round and later ones (0: from all). */
void result_start_at(struct result *result, unsigned round);

/* Fill in the percentiles, from the samples: a part of result_summarise. */
void result_find_percentiles(struct result *result);

/*
 * Return the requests of an open loop per second that were due, over the time
 * in which any were: the requested time or, if sooner, up to the end of the
 * last. Requests in flight then must still end, and the flush comes after that.
 */
double result_offered_iops(const struct result *result);

/* Return true if nearly all requests that were due in all samples were done, or
 * none was due. All statements about rates use this. */
bool result_sustained(const struct result *result);

/* Return the requests of an open loop per second that were done, up to the end
 * of the last: the flush after it says nothing about the rate. */
double summary_achieved_iops(const struct summary *summary);

/* Free the latencies of a row and its samples; the percentiles stay. */
void result_drop_latencies(struct result *result);

/* Return the samples' latencies of a kind and direction, merged on the heap;
 * NULL: there are none. */
struct histogram *result_merge_latency(const struct result *result, int kind,
				       int direction);

/*
 * Return the 95 % interval of a percentile of latencies in the summary, from
 * those without each round, up to the ends of their buckets. It is unknown if
 * too few rounds have such latencies, or the data does not support the
 * percentile.
 */
struct interval result_percentile_interval(const struct result *result,
					   int kind, int direction,
					   double percent);

/* Return the name of a row, a text of say.h: "ID x4 on DIRECTORY", without the
 * copies if they are 0, and without the directory if it is NULL. */
char *result_name(const char *id, unsigned copies, const char *directory);

void result_free(struct result *result);

#endif
