/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/*
 * JSON for scripts: everything in a record, and what follows from it. Several
 * records are an array of documents. `schema` changes when a key changes its
 * meaning or disappears; new keys may come at any time.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/report/view.h"
#include "diskidx/result/result.h"
#include "diskidx/stats/histogram.h"
#include "diskidx/stats/sample.h"
#include "diskidx/test/traits.h"
#include "format/fio/fio.h"
#include "json.h"

#define EXACT_DIGITS 15		/* in a reader's double */

static void
put_facts(struct json *json, const char *name, const struct facts *facts)
{
	json_begin(json, name, '{');
	for_each(const struct fact, fact, facts->list, facts->count) {
		size_t length = strlen(fact->value);
		enum fact_key key = facts_key(fact->key);

		/* Names are not numbers, even if all digits. */
		if (key < FACT_KEYS && fact_entry[key].type >= TYPE_COUNT &&
		    length > 0 && length <= EXACT_DIGITS &&
		    strspn(fact->value, "0123456789") == length &&
		    (fact->value[0] != '0' || length == 1))
			json_integer(json, fact->key,
				     strtoull(fact->value, NULL, 10));
		else
			json_string(json, fact->key, fact->value);
	}
	json_end(json, '}');
}

static void
put_params(struct json *json, const struct params *params)
{
	const struct {
		const char *key;
		uint64_t number;	/* 0: left out */
	} others[] = {
		{ "file_bytes", params->file_bytes },
		{ "sync_every", params->sync_every },
		{ "span_bytes", params->span_bytes },
		{ "sequential_pct", params->sequential_pct },
		{ "apart", params->apart },
		{ "align_bytes", params->align_bytes },
		{ "compress_pct", params->compress_pct },
		{ "fill_word", params->fill_word },
		{ "repeat_pct", params->repeat_pct },
		{ "back_bytes", params->back_bytes },
		{ "zone_bytes", params->zone_bytes },
		{ "skip_bytes", params->skip_bytes },
	};

	json_begin(json, "params", '{');
	json_string(json, "action", action_name(params->action));
	json_string(json, "sync", sync_name(params->sync));
	json_integer(json, "block_bytes", params->block_bytes);
	json_integer(json, "depth", params->depth);
	json_integer(json, "read_pct", params->read_pct);
	for (size_t i = 0; i < LENGTH(others); i++)
		if (others[i].number > 0)
			json_integer(json, others[i].key, others[i].number);
	if (params_has_sizes(params))
		json_string(json, "bssplit", sizes_format(params->sizes));
	if (params->fallocate != FALLOCATE_FILLED)
		json_string(json, "fallocate",
			    fallocate_name(params->fallocate));
	if (params->pattern != PATTERN_UNIFORM)
		json_string(json, "pattern", pattern_name(params->pattern));
	if (params->zones[0] != '\0')
		json_string(json, "zones", params->zones);
	if (params->theta_milli > 0)
		json_number(json, "theta", params->theta_milli / 1000.0);
	if (params->rate_iops > 0) {
		json_number(json, "rate_iops", params_rate(params));
		json_string(json, "arrival", arrival_name(params->arrival));
	}
	json_end(json, '}');
}

/* Write a point for each tick: the rate since the point before. Bytes do not
 * give the number of requests of several sizes, so these have no point. */
static void
put_series(struct json *json, const struct result *result,
	   const struct sample *sample)
{
	const struct params *params = &result->test.params;
	uint64_t at_ns = 0, bytes = 0;
	const struct tick *tick;

	json_begin_line(json, "series", '[');
	for (size_t i = 0; i < sample->n_ticks && !params_has_sizes(params);
	     i++) {
		tick = &sample->tick[i];
		if (tick->at_ns <= at_ns || tick->bytes < bytes)
			continue;
		json_begin(json, NULL, '[');
		json_number(json, NULL, (double)tick->at_ns / NS_PER_MS);
		json_number(json, NULL, sample_in_unit(
			(double)(tick->bytes - bytes) /
			clock_seconds(tick->at_ns - at_ns),
			result->test.unit, params->block_bytes));
		json_end(json, ']');
		at_ns = tick->at_ns;
		bytes = tick->bytes;
	}
	json_end(json, ']');
}

static void
put_samples(struct json *json, const struct result *result, bool with_series)
{
	json_begin(json, "samples", '[');
	for (size_t i = 0; i < result->n_samples; i++) {
		const struct sample *sample = &result->sample[i];
		double value = sample_value(sample, result->test.unit);

		/* If the speed fell, the low level counts. */
		if (result->summary.sample_value != NULL)
			value = result->summary.sample_value[i];
		json_begin(json, NULL, '{');
		json_integer(json, "round", sample->round);
		json_number(json, "value", value);
		json_integer(json, "elapsed_ns", sample->total.elapsed_ns);
		if (sample->total.flush_ns > 0)
			json_integer(json, "flush_ns", sample->total.flush_ns);
		json_integer(json, "bytes", sample->total.bytes);
		json_integer(json, "ios", totals_ios(&sample->total));
		if (with_series)
			put_series(json, result, sample);
		json_end(json, '}');
	}
	json_end(json, ']');
}

static void
put_levels(struct json *json, const struct levels *l)
{
	json_begin(json, "levels", '{');
	json_bool(json, "fell", l->fell);
	json_number(json, "bytes", l->bytes);
	json_interval(json, "bytes_ci95", l->ci95);
	json_number(json, "seconds", l->s);
	json_number(json, "before_bytes_per_s", l->before.per_s);
	json_interval(json, "before_ci95", l->before.ci95);
	json_number(json, "after_bytes_per_s", l->after.per_s);
	json_interval(json, "after_ci95", l->after.ci95);
	json_bool(json, "steady", l->steady);
	json_number(json, "again_bytes", l->again_bytes);
	json_bool(json, "again_all", l->is_again_all);
	json_end(json, '}');
}

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

/* Write a kind of latency by direction: {"read": {...}, "write": {...}}, with
 * the percentiles' intervals. */
static void
put_latency(struct json *json, const char *key, const struct result *result,
	    enum latency_kind kind)
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

#define PUT(counter) json_integer(json, #counter, device->counter);

static void
put_result_figures(struct json *json, const struct result *result)
{
	const struct summary *summary = &result->summary;
	const struct device_counters *device = &summary->device;
	const struct totals *total = &summary->total;

	json_number(json, "value", summary->value);
	json_interval(json, "ci95", summary->ci95);
	json_number(json, "cv", summary->cv);
	if (summary->slowdown.round > 0) {
		const struct slowdown *slowdown = &summary->slowdown;

		json_begin(json, "throttle", '{');
		json_bool(json, "within", slowdown->within);
		json_bool(json, "for_good", slowdown->for_good);
		json_integer(json, "round", slowdown->round);
		json_integer(json, "at_ns", slowdown->at_ns);
		json_number(json, "before", slowdown->before);
		json_number(json, "after", slowdown->after);
		json_end(json, '}');
	}
	if (summary->levels.s > 0)
		put_levels(json, &summary->levels);
	if (result->judgement.baseline > 0)
		json_number(json, "index", result->judgement.index);
	put_latency(json, "latency_ns", result, LAT);
	if (!traits_of_engine(result->test.engine)->is_synchronous) {
		put_latency(json, "slat_ns", result, SLAT);
		put_latency(json, "clat_ns", result, CLAT);
	}
	if (summary->depth_mean > 0)
		json_number(json, "depth_mean", summary->depth_mean);
	if (total->submits > 0) {
		json_integer(json, "submits", total->submits);
		json_integer(json, "reaps", total->reaps);
	}
	if (totals_depths(total) > 0) {
		json_begin(json, "depth_levels", '{');
		for (unsigned i = 0; i < SAMPLE_DEPTHS; i++)
			json_number(json, fio_depth[FIO_LEVEL][i],
				    totals_depth_pct(total, i));
		json_end(json, '}');
	}
	if (total->offered_ios > 0)
		json_number(json, "offered_iops", result_offered_iops(result));
	json_integer(json, "ctx", total->switches);
	json_integer(json, "majf", total->faults);
	json_integer(json, "minf", total->minor_faults);
	json_begin(json, "cpu", '{');
	json_number(json, "user_pct", summary->user_pct);
	json_number(json, "system_pct", summary->system_pct);
	json_end(json, '}');
	if (!summary->has_device)
		return;
	json_begin(json, "device", '{');
	DEVICE_COUNTERS(PUT)
	if (device->discard_ios > 0)
		PUT(discard_ios)
	if (device->discard_bytes > 0)
		PUT(discard_bytes)
	json_end(json, '}');
}

static void
put_expectations(struct json *json, const struct record *record,
		 const struct result *result)
{
	json_begin(json, "expectations", '[');
	for_each_fitness(f, record, result) {
		json_begin(json, NULL, '{');
		json_string(json, "profile", f.e.profile);
		json_string(json, "expect", f.e.text);
		json_string(json, "source", f.e.source);
		json_string(json, "verdict", fit_name[f.fit]);
		json_bool(json, "counts", f.counts);
		if (!isnan(f.figure))
			json_number(json, "figure", f.figure);
		json_string(json, "unit", f.e.unit);
		json_integer(json, "requests", f.all.requests);
		json_integer(json, "over", f.all.over);
		json_interval(json, "ci95", f.ci95);
		json_string(json, "why", f.why);
		json_end(json, '}');
	}
	json_end(json, ']');
}

static void
put_result(struct json *json, const struct record *record,
	   const struct result *result, bool with_series)
{
	const struct result_test *test = &result->test;

	json_begin(json, NULL, '{');
	json_string(json, "id", test->id);
	json_string(json, "title", test->title);
	json_string(json, "category", test->category);
	json_integer(json, "target", test->target);
	json_integer(json, "copies", test->copies);
	json_string(json, "unit", unit_name[test->unit]);
	json_string(json, "better", "higher");
	json_string(json, "rule", test->rule == RULE_UNIXBENCH ? "unixbench" :
		    result->follows ? "search" : "moved / time");
	json_string(json, "fingerprint", test->fingerprint);
	json_string(json, "engine", test->engine);
	json_string(json, "cache", cache_name(test->params.cache));
	put_params(json, &test->params);
	put_samples(json, result, with_series);
	if (result->judgement.baseline > 0)
		json_number(json, "baseline", result->judgement.baseline);
	json_bool(json, "scored", result->judgement.scored);
	json_flags(json, "flags", result->judgement.flags);
	if (result->summary.has_value)
		put_result_figures(json, result);
	json_string(json, "missing", view_na_reason(result));
	if (test->expects != NULL)
		put_expectations(json, record, result);
	json_end(json, '}');
}

static void
put_record(struct json *json, const struct record *record, bool with_series)
{
	enum trust_level trust;
	char *why;

	json_string(json, "diskidx version", record->version);
	json_integer(json, "schema", JSON_SCHEMA);
	json_integer(json, "timestamp", record->started_s);
	json_integer(json, "timestamp_ms", record->started_s * 1000);
	json_string(json, "time", view_time(record));
	json_integer(json, "seed", record->seed);
	json_string(json, "baseline", record->baseline->version);
	json_bool(json, "interrupted", record->interrupted);
	put_facts(json, "host", &record->host);
	json_begin(json, "targets", '[');
	for (size_t i = 0; i < record->n_targets; i++)
		put_facts(json, NULL, &record->target[i]);
	json_end(json, ']');
	put_facts(json, "plan", &record->plan);
	json_begin(json, "tests", '[');
	for_each_row(result, record)
		put_result(json, record, result, with_series);
	json_end(json, ']');
	json_begin(json, "scores", '[');
	for_each_score(score, record) {
		json_begin(json, NULL, '{');
		json_string(json, "name", score->name);
		if (strcmp(score->name, INDEX_DISK) == 0)
			json_string(json, "suite", record_suite(record));
		json_integer(json, "target", score->target);
		json_integer(json, "copies", score->copies);
		json_integer(json, "rows", score->rows);
		if (score->rows > 0)
			json_number(json, "score", score->score);
		json_interval(json, "ci95", score->ci95);
		json_bool(json, "partial", score->partial);
		if (score->unproven)
			json_bool(json, "unproven", true);
		json_end(json, '}');
	}
	json_end(json, ']');
	json_begin(json, "trust", '[');
	for_each_section(section, record, false) {
		trust = trust_of(&section, &why);
		if (trust == TRUST_UNJUDGED)
			continue;
		json_begin(json, NULL, '{');
		json_integer(json, "target", section.target);
		json_integer(json, "copies", section.copies);
		json_string(json, "trust", trust_name[trust]);
		json_string(json, "why", why);
		json_end(json, '}');
	}
	json_end(json, ']');
	json_notes(json, notes_of_record(record, false, false, true));
	json_parts_of_fio(json, record);
	json_targets(json, record);
}

/* Write the newest run; if there are several, also all of them in "runs", the
 * oldest first, and what they make together. Series need most of the room, so
 * only the newest run has them. */
static void
json_print(const struct content *content, FILE *stream)
{
	struct json json = { .stream = stream };
	size_t n = content->n;
	struct repeats repeats = repeats_make(content->records, n);

	json_begin(&json, NULL, '{');
	put_record(&json, record_whole(content->whole, repeats.run[n - 1]),
		   true);
	if (n > 1) {
		json_begin(&json, "runs", '[');
		for (size_t i = 0; i < n; i++) {
			json_begin(&json, NULL, '{');
			put_record(&json, record_whole(content->whole,
						       repeats.run[i]), false);
			json_end(&json, '}');
		}
		json_end(&json, ']');
	}
	json_repeats(&json, &repeats);
	json_end(&json, '}');
	repeats_free(&repeats);
}

const struct format format_json = {
	.name = "json",
	.summary = "one document with every value, for scripts",
	.takes_all = true,
	.print = { json_print, json_compare, json_compare, json_compare },
};
