/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The part of a report that shows sweeps: pictures and a table of each. */
#include <config.h>

#include <math.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/result/result.h"
#include "parts.h"
#include "sweep.h"

static const struct {
	const char *lead;		/* words before the title */
	unsigned percentiles;		/* that the table shows */
} kinds[SWEEP_KINDS] = {
	[SWEEP_SHAPE] = { "Sweep of", PERCENTILE_SWEEP },
	[SWEEP_RATE] = { "Latency under load of", PERCENTILE_LOAD },
};

/* Shade the last cell by its value: the darker, the larger in its column. */
static void
shade(struct table *table, size_t series, double value)
{
	table->column[(table->n - 1) % table->n_columns].axis =
		(struct axis){ .base = 10 };
	table_mark(table, (struct mark){
		.kind = MARK_SHADE, .series = series, .value = value });
}

static void
add_row(struct table *table, const struct result *result,
	enum sweep_kind kind, bool si)
{
	const struct histogram *h = result->summary.latency[LAT][OP_BOTH];
	struct processor_times times = result->summary.processors;
	const struct params *params = &result->test.params;
	unsigned reads = params->read_pct;
	double rates[] = {
		sweep_rate(result, UNIT_IOPS),
		view_value(sweep_rate(result, UNIT_MIBPS), UNIT_MIBPS, si),
	};

	if (kind == SWEEP_RATE) {
		table_add(table, say("%u", (unsigned)params->rate_iops));
		rates[0] = result_offered_iops(result);
		rates[1] = summary_achieved_iops(&result->summary);
	} else {
		table_cells(table, units_block(params->block_bytes),
			    params->action == ACTION_COPY ? "copy" :
			    say("%u/%u", reads, 100 - reads),
			    say("%u", (unsigned)params->depth));
	}
	if (!result->summary.has_value) {
		table_add(table, "n/a");
	} else {
		for (size_t i = 0; i < LENGTH(rates); i++) {
			table_add(table, say("%.*f", view_decimals(rates[i]),
					     rates[i]));
			shade(table, 0, rates[i]);
		}
		table_add(table, h == NULL ? NULL :
			  view_time_bound("", histogram_mean(h)));
		if (h != NULL)
			shade(table, 1, histogram_mean(h));
		table_percentiles(table, h, kinds[kind].percentiles);
		table_add(table, say("%.1f", result->summary.user_pct +
				     result->summary.system_pct));
		if (kind == SWEEP_SHAPE && times.total_ns > 0)
			table_add(table, say("%.1f", 100 *
					     (double)times.busy_ns /
					     (double)times.total_ns));
	}
	table_fill(table, "-", table->n_columns - 2);
	table_cells(table, view_flag(result->judgement.flags),
		    view_flags(result->judgement.flags));
}

static void
table_of_sweep(struct document *document, const struct sweep *sweep)
{
	bool si = document->how->si, is_rate = sweep->kind == SWEEP_RATE;
	struct table *table = document_table(document, NULL,
		is_rate ? "rrrr" : "rrrrrr", is_rate ?
		"rate,offered/s,achieved/s,mean" :
		say("block,mix,depth,IOPS,%s,mean", view_unit(UNIT_MIBPS, si)));

	table->caption = say("%s %s", kinds[sweep->kind].lead, sweep->title);
	table->legend = "The darker, the more requests or the longer a "
		"latency; shades are logarithmic.";
	table->remark = sweep_verdict(sweep);
	table_percentile_columns(table, kinds[sweep->kind].percentiles, 0);
	table_column(table, "CPU %", 'r', EVERYWHERE, 0);
	if (!is_rate)
		table_column(table, "system %", 'r', EVERYWHERE, 0);
	table_column(table, "flags", 'l', IN_TEXT, 0);
	table_column(table, "flags", 'l', IN_PAGES, 0);
	for (size_t i = 0; i < sweep->n; i++)
		add_row(table, sweep->row[i], sweep->kind, si);
	table_drop_empty(table);
}

/* Pictures. */

static const struct axis axes[SWEPT] = {
	[SWEPT_DEPTH] = { .title = "depth, requests in flight", .base = 2 },
	[SWEPT_BLOCK] = { .title = "block", .base = 2,
			  .quantity = QUANTITY_SIZE },
	[SWEPT_MIX] = { .title = "reads, %" },
	[SWEPT_RATE] = { .title = "offered, requests/s" },
};

/* Add all rows: their requests per second (NULL), or that percentile. A line is
 * one of percentiles, or of rows that differ in nothing but what was swept; its
 * name has their numbers except the number on the axis. */
static void
add_rows(struct plot *plot, const struct sweep *sweep, enum swept x,
	 const struct percentile *p)
{
	for (size_t i = 0; i < sweep->n; i++) {
		const struct result *row = sweep->row[i];
		const struct params *params = &row->test.params;
		double place = (double)sweep_number(params, x);
		unsigned reads = params->read_pct;
		char *name = x == SWEPT_RATE ? say("%s", p->name) : NULL;

		if (x == SWEPT_MIX || x == SWEPT_DEPTH)
			name = say("%s", units_block(params->block_bytes));
		if (x == SWEPT_BLOCK || x == SWEPT_DEPTH)
			name = say_more(name, " ", "%u/%u", reads, 100 - reads);
		if (x == SWEPT_BLOCK || x == SWEPT_MIX)
			name = say_more(name, " ", "Q%u",
					(unsigned)params->depth);
		if (p != NULL)
			picture_percentile(plot, name, place, row, p->percent);
		else if (row->summary.has_value)
			plot_add(plot, name, (struct point){
				.x = place, .y = sweep_rate(row, UNIT_IOPS),
				.ci95 = interval_times(row->summary.ci95,
					sweep_rate(row, UNIT_IOPS) /
					row->summary.value),
			});
	}
}

static void
picture_sweep(struct plots *plots, const struct sweep *sweep)
{
	enum swept x = SWEPT;
	struct plot *plot;
	size_t i = 0;

	plots->title = say("%s", sweep->title);
	/* The last of those that were swept makes the axis. */
	for (enum swept which = 0; which < SWEPT; which++)
		if (sweep_varies(sweep, which))
			x = which;
	/* Add the latency under load, with the first rate that was too much. */
	if (x == SWEPT_RATE) {
		plot = plots_add(plots, (struct plot){
			.title = "Latency",
			.x = axes[SWEPT_RATE], .y = latency_axis,
		});
		for_each_percentile(p, PERCENTILE_LOAD)
			add_rows(plot, sweep, SWEPT_RATE, p);
		while (i < sweep->n && result_sustained(sweep->row[i]))
			i++;
		if (i < sweep->n)
			plot_add(plot, "p99", (struct point){
				.x = sweep->row[i]->test.params.rate_iops,
				.y = NAN, .label = "not sustained",
			});
	}
	if (x >= SWEPT_RATE)
		return;
	add_rows(plots_add(plots, (struct plot){
		.title = "IOPS",
		.x = axes[x], .y = { .title = "IOPS" },
	}), sweep, x, NULL);
	for_each_percentile(p, PERCENTILE_TABLE)
		add_rows(plots_add(plots, (struct plot){
			.title = p->name,
			.x = axes[x], .y = latency_axis,
		}), sweep, x, p);
}

void
part_sweeps(struct document *document, const struct section *group)
{
	struct sweep sweep = { 0 };

	while (sweep_next(&sweep, group)) {
		picture_sweep(document_picture(document), &sweep);
		table_of_sweep(document, &sweep);
	}
}
