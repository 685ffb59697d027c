/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Sample: the rates and the series that follow from its counts. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/amount.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/stats/sample.h"

#define MIN_NS (SAMPLE_TICK_NS / 2)

double
sample_value(const struct sample *sample, enum unit unit)
{
	bool is_speed = unit == UNIT_KBPS || unit == UNIT_MIBPS;
	uint64_t amount = is_speed ? sample->total.bytes :
			  totals_ios(&sample->total);

	if (sample->total.elapsed_ns == 0)
		return 0;
	return sample_in_unit((double)amount, unit, 1) * (double)NS_PER_S /
	       (double)sample->total.elapsed_ns;
}

double
sample_in_unit(double per_s, enum unit unit, uint32_t block_bytes)
{
	if (unit == UNIT_KBPS)
		return per_s / (double)KIB;
	if (unit == UNIT_MIBPS)
		return per_s / (double)MIB;
	return per_s / (double)amount_max(block_bytes, 1);
}

uint64_t
sample_work(const struct sample *sample, uint32_t block_bytes)
{
	if (sample->total.bytes > 0)
		return sample->total.bytes;
	return totals_ios(&sample->total) * amount_max(block_bytes, 1);
}

/* Double the room when it is full, that is at every power of two. */
struct tick *
sample_tick(struct sample *sample, uint64_t at_ns, uint64_t bytes)
{
	size_t n = sample->n_ticks;

	if ((n & (n - 1)) == 0)
		sample->tick = xrealloc(sample->tick, amount_max(2 * n, 1) *
					sizeof(*sample->tick));
	sample->tick[n] = (struct tick){ .at_ns = at_ns, .bytes = bytes };
	return &sample->tick[sample->n_ticks++];
}

void
sample_drop_latencies(struct sample *sample)
{
	for (int kind = 0; kind < LATENCY_KINDS; kind++)
		for (int op = 0; op < OP_COUNT; op++) {
			free(sample->latency[kind][op]);
			sample->latency[kind][op] = NULL;
		}
}

void
sample_free(struct sample *sample)
{
	sample_drop_latencies(sample);
	free(sample->tick);
	memset(sample, 0, sizeof(*sample));
}

/*
 * Add a point to the n intervals, and return their new number. The last
 * interval is still open; the first point from that time on closes it. Skip a
 * point that goes back in time.
 */
static size_t
take_point(struct series_interval *list, size_t n, const struct tick *point,
	   struct tick *before, uint64_t close_ns)
{
	struct series_interval *last = &list[n - 1];

	if (point->at_ns <= last->at_ns + last->length_ns ||
	    point->bytes < before->bytes)
		return n;
	last->bytes += point->bytes - before->bytes;
	counters_add(&last->of, &before->of, &point->of);
	*before = *point;
	last->length_ns = point->at_ns - last->at_ns;
	if (point->at_ns < close_ns)
		return n;
	list[n] = (struct series_interval){ .at_ns = point->at_ns };
	return n + 1;
}

bool
sample_has_directions(const struct sample *sample)
{
	const struct tick *last = sample->tick;

	if (last == NULL)
		return false;
	last += sample->n_ticks - 1;
	return last->of[OP_READ].bytes > 0 && last->of[OP_WRITE].bytes > 0;
}

static uint64_t
sample_sum(const struct sample *sample, enum latency_kind kind, int op)
{
	const struct histogram_packed *h = sample->latency[kind][op];

	return h != NULL ? h->sum : 0;
}

/* Return the end of the requests as the last point, even with too little work;
 * with requests, unless other points have none. */
static struct tick
end_of(const struct sample *sample, uint32_t block_bytes)
{
	struct tick end = {
		.at_ns = sample->total.elapsed_ns - sample->total.flush_ns,
		.bytes = sample_work(sample, block_bytes),
	};
	const struct tick *last = sample->n_ticks == 0 ? NULL :
				  &sample->tick[sample->n_ticks - 1];

	for (int op = 0; op < OP_COUNT; op++) {
		const struct histogram_packed *slat = sample->latency[SLAT][op];
		uint64_t flush_ns = sample_sum(sample, FLUSH, op);

		end.of[op].bytes = sample->total.moved[op];
		if (last != NULL &&
		    last->of[OP_READ].ios + last->of[OP_WRITE].ios == 0)
			continue;
		end.of[op].ios = sample->total.ios[op];
		end.of[op].latency_ns =
			amount_left(sample_sum(sample, LAT, op), flush_ns);
		end.of[op].complete_ns =
			amount_left(sample_sum(sample, CLAT, op), flush_ns);
		end.of[op].submit_ns = sample_sum(sample, SLAT, op);
		if (slat != NULL)
			end.of[op].submits = slat->count;
	}
	return end;
}

size_t
sample_series(const struct sample *sample, uint32_t block_bytes,
	      struct series_interval **series)
{
	struct tick before = { .at_ns = 0 }, end;
	struct series_interval *list;
	size_t n = 1;

	*series = NULL;
	if (sample->n_ticks == 0)
		return 0;
	list = xmalloc((sample->n_ticks + 2) * sizeof(*list));
	end = end_of(sample, block_bytes);
	for (size_t i = 0; i < sample->n_ticks; i++)
		if (sample->tick[i].at_ns < end.at_ns)
			n = take_point(list, n, &sample->tick[i], &before,
				       list[n - 1].at_ns + MIN_NS);
	/* The end closes the open interval; join a short one to the last. */
	end.bytes = amount_max(end.bytes, before.bytes);
	n = take_point(list, n, &end, &before, list[n - 1].at_ns + MIN_NS);
	if (n > 1 && list[n - 1].length_ns < MIN_NS) {
		n--;
		list[n - 1].length_ns += list[n].length_ns;
		list[n - 1].bytes += list[n].bytes;
		counters_add(&list[n - 1].of, NULL, &list[n].of);
	}
	if (list[n - 1].length_ns == 0)
		n--;
	*series = list;
	return n;
}

size_t
sample_windows(const struct sample *sample, uint32_t block_bytes,
	       uint64_t window_ns, uint64_t asked_ns, bool has_rest,
	       struct series_interval **spans)
{
	uint64_t due_ns, last_ns;
	struct tick before = { .at_ns = 0 }, end;
	struct series_interval *list;
	size_t n = 1;

	*spans = NULL;
	if (sample->n_ticks == 0 && !has_rest)
		return 0;
	list = xmalloc((sample->n_ticks + 2) * sizeof(*list));
	end = end_of(sample, block_bytes);
	/* A sample that ends with the runtime has no rest. */
	last_ns = amount_min(amount_left(end.at_ns, 2 * NS_PER_MS),
			     has_rest ? amount_left(asked_ns, MIN_NS) :
			     asked_ns);
	for (size_t i = 0; i < sample->n_ticks; i++) {
		due_ns = (list[n - 1].at_ns + MIN_NS) / window_ns * window_ns +
			 window_ns;
		if (due_ns > last_ns)
			break;
		n = take_point(list, n, &sample->tick[i], &before,
			       due_ns - MIN_NS);
	}
	end.bytes = amount_max(end.bytes, before.bytes);
	if (has_rest)
		n = take_point(list, n, &end, &before, 0);
	*spans = list;
	return n - 1;
}
