/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Latencies in the JSON document. */
#include <config.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/say.h"
#include "diskidx/report/view.h"
#include "diskidx/result/result.h"
#include "diskidx/stats/histogram.h"
#include "json.h"

/* Write the percentiles, with bounds for those that the data do not support;
 * bounds also have their own keys. */
static void
put_percentiles(struct json *json, const struct histogram *h)
{
	static const char *const key[] = {
		"percentile", "percentile_at_least", "percentile_at_most"
	};

	for (size_t kind = 0; kind < LENGTH(key); kind++) {
		json_begin(json, key[kind], '{');
		for_each_percentile(p, 0) {
			double ns = (double)histogram_percentile(h, p->percent);
			size_t is = 0;

			if (!histogram_supports(h, p->percent)) {
				is = p->percent < 50 ? 2 : 1;
				ns = view_bound(h, p->percent);
			}
			if ((kind == 0 || kind == is) &&
			    (is == 0 || p->percent <= PERCENTILES_BOUNDED))
				json_integer(json, say("%f", p->percent),
					     ns < 0x1p64 ? (uint64_t)ns :
					     UINT64_MAX);
		}
		json_end(json, '}');
	}
}

void
json_latency(struct json *json, const char *key,
	     const struct result *result, enum latency_kind kind)
{
	struct histogram *const *of = result->summary.latency[kind];

	if (of[OP_READ] == NULL && of[OP_WRITE] == NULL)
		return;
	json_begin(json, key, '{');
	for (int op = 0; op < OP_COUNT; op++) {
		const struct histogram *h = of[op];

		if (h == NULL)
			continue;
		json_begin(json, operation_name[op], '{');
		json_integer(json, "n", h->count);
		json_integer(json, "min", h->min);
		json_number(json, "mean", histogram_mean(h));
		json_integer(json, "max", h->max);
		json_number(json, "stddev", histogram_stddev(h));
		put_percentiles(json, h);
		json_begin(json, "percentile_ci95", '{');
		for_each_percentile(p, 0)
			json_interval(json, say("%f", p->percent),
				      result_percentile_interval(
					      result, kind, op, p->percent));
		json_end(json, '}');
		json_end(json, '}');
	}
	json_end(json, '}');
}
