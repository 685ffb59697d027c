/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The part of a report with -v: more figures of each test. JSON has all. */
#include <config.h>

#include <inttypes.h>

#include "diskidx/base/clock.h"
#include "diskidx/base/operation.h"
#include "diskidx/base/say.h"
#include "diskidx/base/units.h"
#include "diskidx/result/result.h"
#include "diskidx/test/traits.h"
#include "parts.h"

/* Return "150.0 IOPS"; with whole files, "1015.9 MiB/s (1065.2
 * MB/s)" for comparing it with dd's own line. */
static char *
say_rate(const struct result *result, double value, bool si)
{
	enum unit unit = result->test.unit;

	if (!traits_of_workload(result->test.workload)->takes_whole_file)
		return view_figure(unit, value, si);
	return say("%s (%s)", view_figure(unit, value, si),
		   view_figure(unit, value, !si));
}

static void
add_direction(struct document *document, const struct result *result,
	      enum operation op)
{
	static const char *const names[OP_COUNT] = {
		[OP_READ] = "Reads", [OP_WRITE] = "Writes",
	};
	const struct totals *totals = &result->summary.total;
	const struct histogram *h = result->summary.latency[LAT][op];
	double iops = totals_rate(totals, totals->ios[op]);
	double speed = totals_rate(totals, totals->moved[op]) / (double)MIB;
	bool si = document->how->si;
	struct interval ci95;
	struct table *table;
	char *title;

	if (totals->ios[op] == 0)
		return;
	title = say("%s: %s", names[op], view_figure(UNIT_IOPS, iops, si));
	if (totals->moved[op] > 0)
		title = say_join(title, ", ",
				 view_figure(UNIT_MIBPS, speed, si));
	if (h == NULL) {
		document_add(document, BLOCK_LINE, title);
		return;
	}
	table = document_table(document, NULL, "lrr", "Latency,,95 % interval");
	table->caption = title;
	table_cells(table, "least", units_time((double)h->min), NULL,
		    "mean", units_time(histogram_mean(h)), NULL);
	for_each_percentile(p, 0) {
		if (!histogram_supports(h, p->percent) &&
		    p->percent > PERCENTILES_BOUNDED)
			continue;
		ci95 = result_percentile_interval(result, LAT, op, p->percent);
		table_cells(table, p->name, view_latency(h, p->percent),
			    !interval_known(ci95) ? NULL :
			    say("%s to %s", view_time_bound(
				ci95.low <= (double)h->min ? "<=" : "",
				ci95.low), view_time_bound(
				ci95.high >= (double)h->max ? ">=" : "",
				ci95.high)));
	}
	table_cells(table, "largest", units_time((double)h->max), NULL);
}

static void
add_device_row(struct table *table, const char *name, uint64_t ios,
	       uint64_t merges, uint64_t bytes, uint64_t ms)
{
	table_cells(table, name, say("%" PRIu64, ios), say("%" PRIu64, merges),
		    say("%.1f", (double)bytes / (double)MIB),
		    view_has_time(ms, ios) ? say("%" PRIu64, ms) : NULL);
}

static void
add_device(struct document *document, const struct section *section,
	   const struct result *result)
{
	const struct device_counters *d = &result->summary.device;
	const char *name = record_fact(section->record, section->target,
				       FACT_DEVICE);
	uint64_t requests = d->read_ios + d->write_ios;
	uint64_t elapsed_ns = result->summary.total.elapsed_ns;
	struct table *table;
	char *title;

	if (!result->summary.has_device) {
		document_add(document, BLOCK_LINE, "Device: n/a");
		return;
	}
	title = say_join(say("Device"), " ", name);
	/* Its times: busy, and of requests in its queue. */
	if (view_has_time(d->busy_ms, requests))
		title = say_more(title, ": ", "utilisation %.1f %%, busy %"
				 PRIu64 " ms", view_utilisation(d, elapsed_ns),
				 d->busy_ms);
	else
		title = say_join(title, ": ",
				 "busy for less than 1 ms, or time n/a");
	if (view_has_time(d->busy_ms, requests) &&
	    view_has_time(d->queue_ms, requests))
		title = say_more(title, ", ", "in-queue %" PRIu64 " ms",
				 d->queue_ms);
	table = document_table(document, NULL, "lrrrr",
			       ",ios,merges,MiB,ticks (ms)");
	table->caption = title;
	if (d->discard_ios > 0)
		table->remark = say("%" PRIu64 " discards of %.1f MiB",
				    d->discard_ios,
				    (double)d->discard_bytes / MIB);
	add_device_row(table, "reads", d->read_ios, d->read_merges,
		       d->read_bytes, d->read_ms);
	add_device_row(table, "writes", d->write_ios, d->write_merges,
		       d->write_bytes, d->write_ms);
}

/* Return the line of a sample without its round. One whose speed
 * fell counts with its low level. Less than a hundredth is no fall, but
 * rounding. */
static char *
say_sample(const struct result *result, size_t i, bool si)
{
	const struct sample *sample = &result->sample[i];
	const struct result_test *test = &result->test;
	double whole = sample_value(sample, test->unit);
	double value = result->summary.sample_value[i];
	char *text = say_rate(result, value, si);

	if (value < 0.99 * whole)
		text = say_more(text, " ", "(%.1f over all)",
				view_value(whole, test->unit, si));
	text = say_more(text, ", ", "%.3f s, %s in %" PRIu64 " request%s",
			clock_seconds(sample->total.elapsed_ns),
			units_size(sample->total.bytes),
			totals_ios(&sample->total),
			units_plural(totals_ios(&sample->total)));
	if (sample->uneven)
		text = say_more(text, ", ", "copies ended unevenly");
	/* A pass that ended before its file; a note says why. */
	if (traits_of_workload(test->workload)->takes_whole_file &&
	    sample->total.bytes < test->params.file_bytes * test->copies)
		text = say_more(text, ", ", "not the whole file");
	return text;
}

static void
add_rounds(struct document *document, const struct result *result,
	   const char *name, const char *caption, char *remark)
{
	struct table *table = document_table(document, name, "rl", "round,");
	size_t n = 0;

	/* It outlasts a record that is read again for these figures. */
	table->caption = say_join(NULL, "", caption);
	for (size_t i = 0; i < result->n_samples; i++) {
		table_cells(table, say("%u", result->sample[i].round),
			    say_sample(result, i, document->how->si));
		n += result->sample[i].bounded;
	}
	if (n > 0)
		remark = say_more(remark, "; ", "%zu of %zu ended at their "
				  "size", n, result->n_samples);
	table->remark = remark;
}

void
part_passes(struct document *document, const struct section *section)
{
	for_each_result(result, section) {
		double sum = 0;

		for_each_sample(sample, result)
			sum += sample_value(sample, result->test.unit);
		if (result->summary.has_value)
			add_rounds(document, result, "Passes",
				   result->test.title,
				   say("arithmetic mean: %s", say_rate(
					result, sum / (double)result->n_samples,
					document->how->si)));
	}
}

void
part_details(struct document *document, const struct section *section,
	     const struct result *result)
{
	const struct judgement *j = &result->judgement;
	const struct summary *summary = &result->summary;
	const struct totals *t = &summary->total;
	bool si = document->how->si;
	double baseline = view_value(j->baseline, result->test.unit, si);
	char *text = view_figure(result->test.unit, summary->value, si);

	document_add(document, BLOCK_HEADING,
		     say("%s (%s)", result->test.title, result->test.id));
	document_add(document, BLOCK_LINE, result->test.fingerprint);
	if (!traits_of_engine(result->test.engine)->is_none)
		document_add(document, BLOCK_LINE,
			     say("engine %s", result->test.engine));
	text = say_join(text, ", 95 % interval ", view_interval(result, si));
	if (j->baseline > 0)
		text = say_more(text, "; ", "index %.*f by the baseline %.*f",
				units_decimals(j->index, 1), j->index,
				units_decimals(baseline, 2), baseline);
	document_add(document, BLOCK_LINE, text);
	text = say("CPU: %.1f %% user, %.1f %% system", summary->user_pct,
		   summary->system_pct);
	if (summary->depth_mean > 0)
		text = say_more(text, "; ", "mean depth %.2f in flight",
				summary->depth_mean);
	if (t->flush_ns > 0)
		text = say_more(text, "; ", "the flush after the last request "
				"took %.1f %% of the time", 100 *
				(double)t->flush_ns / (double)t->elapsed_ns);
	document_add(document, BLOCK_LINE, text);
	for (unsigned op = 0; op < OP_COUNT; op++)
		add_direction(document, result, (enum operation)op);
	add_device(document, section, result);
	/* The passes are listed by their layout. */
	if (section->layout != LAYOUT_PASSES)
		add_rounds(document, result, "Rounds", NULL, NULL);
}
