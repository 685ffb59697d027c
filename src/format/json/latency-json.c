/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Latencies in the JSON document. */
#include <config.h>

#include "diskidx/base/operation.h"
#include "diskidx/base/units.h"
#include "diskidx/report/view.h"
#include "json.h"

void
json_percentiles(struct json *json, const char *key, const struct histogram *h,
		 enum percentile_kind kind)
{
	unsigned where = json->is_fio ? PERCENTILE_FIO : 0;
	const struct percentile *p = NULL;
	char percent[UNITS_TEXT];

	json_begin(json, key, '{');
	while (h->count > 0 && (p = percentile_next(p, where)) != NULL) {
		double ns = (double)histogram_percentile(h, p->percent);
		enum percentile_kind is = KIND_ALL;

		if (!json->is_fio && !histogram_supports(h, p->percent)) {
			is = p->percent < 50 ? KIND_AT_MOST : KIND_AT_LEAST;
			ns = view_bound(h, p->percent);
		}
		snprintf(percent, sizeof(percent), "%f", p->percent);
		if ((kind == KIND_ALL || kind == is) &&
		    (is == KIND_ALL || p->percent <= PERCENTILES_BOUNDED))
			json_integer(json, percent, ns < 0x1p64 ?
				     (uint64_t)ns : UINT64_MAX);
	}
	json_end(json, '}');
}

/* Write the intervals of the percentiles that the data support. */
static void
put_intervals(struct json *json, const struct result *result,
	      enum latency_kind kind, int op)
{
	const struct percentile *p = NULL;
	char percent[UNITS_TEXT];

	json_begin(json, "percentile_ci95", '{');
	while ((p = percentile_next(p, 0)) != NULL) {
		snprintf(percent, sizeof(percent), "%f", p->percent);
		json_interval(json, percent, result_percentile_interval(
			result, kind, op, p->percent));
	}
	json_end(json, '}');
}

static void
put_latency(struct json *json, const struct result *result,
	    enum latency_kind kind, int op)
{
	const struct histogram *h = result->summary.latency[kind][op];

	json_begin(json, operation_name[op], '{');
	json_integer(json, "n", h->count);
	json_integer(json, "min", h->min);
	json_number(json, "mean", histogram_mean(h));
	json_integer(json, "max", h->max);
	json_number(json, "stddev", histogram_stddev(h));
	json_percentiles(json, "percentile", h, KIND_ALL);
	json_percentiles(json, "percentile_at_least", h, KIND_AT_LEAST);
	json_percentiles(json, "percentile_at_most", h, KIND_AT_MOST);
	put_intervals(json, result, kind, op);
	json_end(json, '}');
}

void
json_latency(struct json *json, const char *key,
	     const struct result *result, enum latency_kind kind)
{
	struct histogram *const *of = result->summary.latency[kind];

	if (of[OP_READ] == NULL && of[OP_WRITE] == NULL)
		return;
	json_begin(json, key, '{');
	for (int op = 0; op < OP_COUNT; op++)
		if (of[op] != NULL)
			put_latency(json, result, kind, op);
	json_end(json, '}');
}
