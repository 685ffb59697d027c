/*
 * Slowdowns within a result's samples, and the samples' values that follow; and
 * stalls: samples in which the disk hardly moved, though it did in most others.
 * result.h defines a slowdown; changepoint.c finds the places where the level
 * of a series changed.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/changepoint.h"
#include "diskidx/clock.h"
#include "diskidx/result.h"

#define MIN_PART 4		/* the low level lasts at least a quarter */
#define MIN_INTERVALS 6	/* fewer make one segment only */
#define MIN_SAMPLES 4		/* to judge rounds: two on either side */
#define MIN_REPEATS 3		/* samples that fell, and three quarters */

#define STALLED_PART 0.25	/* of the usual speed */
#define USUAL_SAMPLES 3		/* with two, neither is the usual one */

enum turn { CHANGE_NONE, CHANGE_SLOWED, CHANGE_SPED_UP };

/* The change within a sample; rates are relative to its mean rate. */
struct change {
	enum turn turn;
	uint64_t at_ns;
	double before, after;
};

/* Exclude File Copy, served by memory, and open loops of a given speed. */
static bool
is_of_disk(const struct params *params)
{
	return !params_is_cache_test(params) && params->rate_iops == 0;
}

/*
 * Return true if the series shows the disk. Writes to the page cache have the
 * speed of memory first, and then the flush's.
 */
static bool
has_own_series(const struct params *params)
{
	bool changes_data = params_is_metadata(params) ?
			    params->action != ACTION_STAT &&
			    params->action != ACTION_OPEN :
			    params_writes(params);

	if (!is_of_disk(params))
		return false;
	return !changes_data || params->cache == CACHE_DIRECT ||
		(params->sync != SYNC_NONE && params->sync != SYNC_NEVER);
}

/* Return true if `low` is far enough under `high`, and lasts long enough. */
static bool
is_low(const struct segment *low, const struct segment *high,
       uint64_t whole_ns)
{
	return low->rate > 0 &&
		low->rate <= (1 - RESULT_MIN_FALL) * high->rate &&
		low->length_ns >= whole_ns / MIN_PART;
}

/* Compare the first and last level; a rise is a slowdown in reverse. */
static struct change
change_of(const struct series_interval *series, size_t n,
	  const struct segment *first, const struct segment *last)
{
	struct change change = { .turn = CHANGE_NONE };
	uint64_t bytes = 0, ns = 0;
	double rate;

	for (size_t i = 0; i < n; i++) {
		bytes += series[i].bytes;
		ns += series[i].length_ns;
	}
	if (is_low(last, first, ns))
		change.turn = CHANGE_SLOWED;
	else if (is_low(first, last, ns))
		change.turn = CHANGE_SPED_UP;
	rate = (double)bytes * (double)NS_PER_S / (double)ns;
	change.at_ns = last->at_ns;
	change.before = first->rate / rate;
	change.after = last->rate / rate;
	return change;
}

/* Return false if the series is too short to judge, or has no bytes. */
static bool
judge_sample(struct change *change, const struct sample *sample,
	     uint32_t block_bytes)
{
	double least = block_bytes > 1 ? block_bytes / 2.0 : 1;
	struct series_interval *series;
	struct segment *segment;
	size_t n = sample_series(sample, block_bytes, &series), segments;

	if (sample->total.bytes == 0)
		n = 0;
	if (n >= MIN_INTERVALS) {
		segments = changepoint_cut(series, n, least, &segment);
		if (segments > 1)
			*change = change_of(series, n, &segment[0],
					    &segment[segments - 1]);
		free(segment);
	}
	free(series);
	return n >= MIN_INTERVALS;
}

/*
 * Return true if each sample after a slowdown slowed down too, or was slow all
 * the time, and each before it slowed down or was fast. The last of several
 * samples needs one before it that slowed down.
 */
static bool
may_be_for_good(const struct result *result, const struct change *change,
	    size_t at)
{
	const double *value = result->summary.sample_value;
	double low = value[at] * change[at].after;
	bool slowed_before = false;

	for (size_t i = 0; i < result->n_samples; i++) {
		bool is_slow = value[i] * (1 - RESULT_MIN_FALL) <= low;

		if (change[i].turn == CHANGE_NONE && is_slow != (i > at))
			return false;
		slowed_before |= i < at && change[i].turn == CHANGE_SLOWED;
	}
	return at + 1 < result->n_samples || at == 0 || slowed_before;
}

/*
 * Note the samples that slowed down, and correct their values if most did. A
 * single one proves nothing: a disk of two speeds does that now and then, and
 * twice in six of a hundred runs of two rounds.
 */
static void
apply_changes(struct result *result, struct change *change)
{
	struct summary *summary = &result->summary;
	size_t n = result->n_samples;

	for (size_t i = 0; i < n; i++)
		if (change[i].turn == CHANGE_SPED_UP)
			return;
	for (size_t i = 0; i < n; i++) {
		double value = summary->sample_value[i];

		if (change[i].turn != CHANGE_SLOWED ||
		    !may_be_for_good(result, change, i)) {
			change[i].after = 1;
			continue;
		}
		if (summary->n_slowdowns++ > 0)
			continue;
		summary->has_slowdown = true;
		summary->slowdown = (struct slowdown){
			.within = true,
			.round = result->sample[i].round,
			.at_ns = change[i].at_ns,
			.before = value * change[i].before,
			.after = value * change[i].after,
		};
	}
	summary->slowdown.for_good = summary->n_slowdowns >= MIN_REPEATS &&
		4 * summary->n_slowdowns >= 3 * n;
	for (size_t i = 0; i < n && summary->slowdown.for_good; i++)
		summary->sample_value[i] *= change[i].after;
}

/* Return for how long a sample was slower than that many times its own rate, by
 * its series. */
static uint64_t
slow_ns(const struct sample *sample, uint32_t block_bytes, double times)
{
	struct series_interval *series;
	size_t n = sample_series(sample, block_bytes, &series);
	double per_s = times * (double)sample_work(sample, block_bytes) /
		       clock_seconds(sample->total.elapsed_ns);
	uint64_t sum = n == 0 ? sample->total.elapsed_ns : 0;

	for (size_t i = 0; i < n; i++)
		if ((double)series[i].bytes <=
		    per_s * clock_seconds(series[i].length_ns))
			sum += series[i].length_ns;
	free(series);
	return sum;
}

static void
find_stalls(struct result *result)
{
	struct summary *summary = &result->summary;
	double limit, lowest;
	size_t n = result->n_samples;

	if (n < USUAL_SAMPLES)
		return;
	limit = STALLED_PART * statistics_median(summary->sample_value, n);
	lowest = limit;
	for (size_t i = 0; i < n; i++) {
		double value = summary->sample_value[i];
		const struct sample *sample = &result->sample[i];

		if (value >= limit)
			continue;
		summary->n_stalls++;
		if (value >= lowest)
			continue;
		lowest = value;
		summary->stall = (struct stall){
			.round = sample->round,
			.value = value,
			.length_ns = slow_ns(sample,
					     result->test.params.block_bytes,
					     value > 0 ? limit / value : 0),
		};
	}
}

void
result_find_slowdowns(struct result *result)
{
	const struct params *params = &result->test.params;
	struct summary *summary = &result->summary;
	size_t n = result->n_samples;
	double *value = xmalloc(n * sizeof(*value));
	struct change *change;

	summary->sample_value = value;
	for (size_t i = 0; i < n; i++)
		value[i] = sample_value(&result->sample[i], result->test.unit);
	/* UnixBench's figures are whole numbers. */
	for (size_t i = 0; i < n && result->test.rule == RULE_UNIXBENCH; i++)
		value[i] = floor(value[i]);
	if (has_own_series(params)) {
		change = xmalloc(n * sizeof(*change));
		memset(change, 0, n * sizeof(*change));
		for (size_t i = 0; i < n; i++)
			summary->judged |= judge_sample(&change[i],
							&result->sample[i],
							params->block_bytes);
		apply_changes(result, change);
		free(change);
	}
	if (is_of_disk(params) && n >= MIN_SAMPLES)
		summary->judged = true;
	find_stalls(result);
}
