/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Latencies in the JSON document: in diskidx's own form and in fio's. */
#include <config.h>

#include "diskidx/clock.h"
#include "diskidx/operation.h"
#include "diskidx/percentiles.h"
#include "diskidx/units.h"
#include "json.h"
#include "diskidx/view.h"

#define SCALE_BINS 10		/* of each of ns, us and ms */
#define BINS (3 * SCALE_BINS + 2)

const char *const json_directions[OP_COUNT] = {
	[OP_READ] = "read",
	[OP_WRITE] = "write",
};

/* The bins of fio, named by their upper bound. */
static const struct {
	const char *name;
	uint64_t below;
} scale[SCALE_BINS] = {
	{ "2", 2 }, { "4", 4 }, { "10", 10 }, { "20", 20 }, { "50", 50 },
	{ "100", 100 }, { "250", 250 }, { "500", 500 }, { "750", 750 },
	{ "1000", 1000 },
};

static const struct {
	const char *key;
	uint64_t ns;
} scales[] = {
	{ "latency_ns", 1 },
	{ "latency_us", NS_PER_US },
	{ "latency_ms", NS_PER_MS },
};

#define N_SCALES (sizeof(scales) / sizeof(scales[0]))

/* Write "percentile": {"50.000000": ns, ...}, those that the data support. */
static void
put_percentiles(struct json *json, const struct histogram *h)
{
	const struct percentile *p = NULL;
	char percent[UNITS_TEXT];

	json_begin(json, "percentile", '{');
	while ((p = percentile_next(p, 0)) != NULL) {
		if (!histogram_supports(h, p->percent))
			continue;
		snprintf(percent, sizeof(percent), "%f", p->percent);
		json_integer(json, percent,
			     histogram_percentile(h, p->percent));
	}
	json_end(json, '}');
}

/* Write the intervals of the percentiles that the data support. */
static void
put_intervals(struct json *json, const struct result *result,
	      enum latency_kind kind, unsigned op)
{
	const struct histogram *h = result->summary.latency[kind][op];
	const struct percentile *p = NULL;
	char percent[UNITS_TEXT];
	struct interval ci95;

	json_begin(json, "percentile_ci95", '{');
	while ((p = percentile_next(p, 0)) != NULL) {
		if (!histogram_supports(h, p->percent) ||
		    !result_percentile_interval(result, kind, 1u << op,
						p->percent, &ci95))
			continue;
		snprintf(percent, sizeof(percent), "%f", p->percent);
		json_pair(json, percent, ci95.low, ci95.high);
	}
	json_end(json, '}');
}

static void
put_latency(struct json *json, const struct result *result,
	    enum latency_kind kind, unsigned op)
{
	const struct histogram *h = result->summary.latency[kind][op];

	json_begin(json, json_directions[op], '{');
	json_integer(json, "n", h->count);
	json_integer(json, "min", h->min);
	json_number(json, "mean", histogram_mean(h));
	json_integer(json, "max", h->max);
	json_number(json, "stddev", histogram_stddev(h));
	put_percentiles(json, h);
	put_intervals(json, result, kind, op);
	json_end(json, '}');
}

void
json_latency(struct json *json, const char *key,
	     const struct result *result, enum latency_kind kind)
{
	struct histogram *const *of = result->summary.latency[kind];
	unsigned op;

	if (of[OP_READ] == NULL && of[OP_WRITE] == NULL)
		return;
	json_begin(json, key, '{');
	for (op = 0; op < OP_COUNT; op++)
		if (of[op] != NULL)
			put_latency(json, result, kind, op);
	json_end(json, '}');
}

void
json_fio_latency(struct json *json, const char *key, const struct histogram *h)
{
	static struct histogram none;	/* zeros */

	if (h == NULL)
		h = &none;
	json_begin(json, key, '{');
	json_integer(json, "min", h->min);
	json_integer(json, "max", h->max);
	json_number(json, "mean", histogram_mean(h));
	json_number(json, "stddev", histogram_stddev(h));
	json_integer(json, "N", h->count);
	put_percentiles(json, h);
	json_end(json, '}');
}

void
json_fio_bins(struct json *json, const struct histogram *h)
{
	uint64_t bound[BINS], count[BINS];
	double share[BINS];

	/* The bins of one scale after the other, and two above. */
	bound[0] = 0;
	for (size_t i = 1; i < BINS - 1; i++)
		bound[i] = scale[(i - 1) % SCALE_BINS].below *
			   scales[(i - 1) / SCALE_BINS].ns;
	bound[BINS - 1] = 2 * NS_PER_S;
	histogram_bins(h, bound, BINS, count);
	for (size_t i = 0; i < BINS; i++)
		share[i] = 100 * (double)count[i] / (double)h->count;
	for (size_t i = 0; i < N_SCALES; i++) {
		json_begin(json, scales[i].key, '{');
		for (size_t j = 0; j < SCALE_BINS; j++)
			json_number(json, scale[j].name,
				    share[i * SCALE_BINS + j]);
		if (i == N_SCALES - 1) {
			json_number(json, "2000", share[BINS - 2]);
			json_number(json, ">=2000", share[BINS - 1]);
		}
		json_end(json, '}');
	}
}
