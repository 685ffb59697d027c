/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* The part of a report that shows sweeps: pictures and a table of each. */
#include <config.h>

#include <math.h>
#include <string.h>

#include "diskidx/base/alloc.h"
#include "diskidx/base/say.h"
#include "diskidx/result/flags.h"
#include "diskidx/result/result.h"
#include "parts.h"
#include "sweep.h"

/* The columns of a sweep over shapes that pages have by depth. */
enum { BLOCK, MIX, DEPTH, IOPS, MIBPS, MEAN, P99 };

static void
add_promise(struct table *table, const struct capacity *c,
	    const struct result *row)
{
	struct fitness f = fitness_judge(&c->e, row, row, 1, 1);

	table_cells(table, say("%.3g%%", 100 * (double)f.all.over /
			       fmax((double)f.all.requests, 1)),
		    fit_name[capacity_fit(c, row)]);
}

static void
add_row(struct table *table, const struct result *result, unsigned percentiles,
	enum sweep_kind kind, bool si, const struct capacity *capacity)
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
		for (size_t i = 0; i < LENGTH(rates); i++)
			table_add(table, say("%.*f", view_decimals(rates[i]),
					     rates[i]));
		table_add(table, h == NULL ? NULL :
			  units_time(histogram_mean(h)));
		table_percentiles(table, h, percentiles);
		table_add(table, say("%.1f", result->summary.user_pct +
				     result->summary.system_pct));
		if (kind == SWEEP_SHAPE && times.total_ns > 0)
			table_add(table, say("%.1f", 100 *
					     (double)times.busy_ns /
					     (double)times.total_ns));
	}
	table_fill(table, "-", table->n_columns - 2 -
		   (capacity == NULL ? 0 : 2));
	if (capacity != NULL)
		add_promise(table, capacity, result);
	table_cells(table, view_flag(result->judgement.flags),
		    view_flags(result->judgement.flags));
}

/* Add a column of the table of rows at `from` again, by depth, with another one
 * below in small type; what is not the disk's has no shade. */
static void
add_matrix(struct document *document, const struct sweep *sweep, size_t depths,
	   size_t from, size_t column, size_t below)
{
	struct table *table = document_table(document, NULL, "l", "block");
	const struct table *rows = &document->block[from].table;
	struct axis axis = { .base = 10 };

	document->block[document->n - 1].in = IN_HTML;
	table->caption = say("%s by depth, %s below", rows->column[column].name,
			     rows->column[below].name);
	table->legend = "The darker, the more (logarithmic). Enough: more in "
		"flight brings less than 5 % (>=: at least that); undecided: "
		"rounds vary, are too few or flagged.";
	for (size_t i = 0; i < depths; i++) {
		table_column(table, say("Q%u", (unsigned)
			sweep->row[i]->test.params.depth), 'r', IN_HTML, 0);
		table_column(table, "", 'l', IN_SMALL, 0);
	}
	table_column(table, "enough", 'r', IN_HTML, 0);
	for (size_t i = 0; i < sweep->n; i++) {
		const struct result *row = sweep->row[i];
		const struct histogram *h = row->summary.latency[LAT][OP_BOTH];
		double value = column == IOPS ? sweep_rate(row, UNIT_IOPS) :
			fmax(view_percentile(h, 99), view_bound(h, 99));
		const struct cell *cell = &rows->cell[i * rows->n_columns];
		const char *flag = cell[rows->n_columns - 2].text;
		struct sweep line = { SWEEP_SHAPE, row, NULL,
				      &sweep->row[i - i % depths], depths };

		if (i % depths == 0)
			table_add(table, say("%s %s", cell[BLOCK].text,
					     cell[MIX].text));
		if (flags_invalidate(row->judgement.flags))
			value = NAN;
		table_add(table, cell[column].text);
		table_mark(table, (struct mark){ .kind = MARK_SHADE,
			.series = column != IOPS, .value = value });
		axis_cover(&axis, value);
		table_add(table, say("%s%s%s", cell[below].text,
				     *flag == '\0' ? "" : " ", flag));
		if (i % depths == depths - 1)
			table_add(table, sweep_verdict(&line, true));
	}
	for (size_t i = 0; i < table->n_columns; i++)
		table->column[i].axis = axis;
}

static void
table_of_sweep(struct document *document, const struct sweep *sweep,
	       const struct capacity *capacity)
{
	bool si = document->how->si, is_rate = sweep->kind == SWEEP_RATE;
	size_t depths = sweep_values(sweep, SWEPT_DEPTH), rows = document->n;
	unsigned percentiles = is_rate ? PERCENTILE_LOAD : PERCENTILE_SWEEP;
	struct table *table = document_table(document, NULL,
		is_rate ? "rrrr" : "rrrrrr", is_rate ?
		"rate,offered/s,achieved/s,mean" :
		say("block,mix,depth,IOPS,%s,mean", view_unit(UNIT_MIBPS, si)));

	table->caption = say("%s of %s", is_rate ? "Latency under load" :
			     "Sweep", sweep->title);
	table->remark = capacity == NULL ? sweep_verdict(sweep, false) : NULL;
	table_percentile_columns(table, percentiles, 0);
	table_column(table, "CPU %", 'r', EVERYWHERE, 0);
	if (!is_rate)
		table_column(table, "system %", 'r', EVERYWHERE, 0);
	if (capacity != NULL) {
		table_column(table, say("over %.10g %s", capacity->e.limit,
					capacity->e.unit), 'r', EVERYWHERE, 0);
		table_column(table, "verdict", 'l', EVERYWHERE, 0);
	}
	table_column(table, "flags", 'l', IN_TEXT, 0);
	table_column(table, "flags", 'l', IN_PAGES, 0);
	for (size_t i = 1; i < table->n_columns && capacity != NULL; i++)
		if (i == 1 || i == 3 ||
		    strcmp(table->column[i].name, "CPU %") == 0)
			table->column[i].in = IN_PAGES;
	for (size_t i = 0; i < sweep->n; i++)
		add_row(table, sweep->row[i], percentiles, sweep->kind, si,
			capacity);
	/* Pages show it by depth if all numbers are combined. */
	if (depths > 1 && 2 * depths + 2 <= TABLE_COLUMNS &&
	    depths < sweep->n && depths * sweep_values(sweep, SWEPT_BLOCK) *
	    sweep_values(sweep, SWEPT_MIX) == sweep->n) {
		document->block[rows].in = IN_TEXT | IN_MARKDOWN;
		add_matrix(document, sweep, depths, rows, IOPS, MIBPS);
		add_matrix(document, sweep, depths, rows, P99, MEAN);
	}
	table_drop_empty(&document->block[rows].table);
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
			name = units_block(params->block_bytes);
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
picture_sweep(struct plots *plots, const struct sweep *sweep,
	      const struct capacity *c)
{
	enum swept x = SWEPT;
	struct plot *plot;
	size_t i = 0;

	plots->title = say("%s", sweep->title);
	/* The last of those that were swept makes the axis. */
	for (enum swept which = 0; which < SWEPT; which++)
		if (sweep_values(sweep, which) > 1)
			x = which;
	/* Add the latency under load, with the first rate that was too much. */
	if (x == SWEPT_RATE) {
		plot = plots_add(plots, (struct plot){
			.title = "Latency",
			.x = axes[SWEPT_RATE], .y = latency_axis,
		});
		for_each_percentile(p, PERCENTILE_LOAD)
			add_rows(plot, sweep, SWEPT_RATE, p);
		for (size_t end = 0; end < 2 && c != NULL; end++)
			plot_add(plot, "limit", (struct point){
				.x = (double)sweep_number(&sweep->row[
					end * (sweep->n - 1)]->test.params, x),
				.y = c->e.limit * c->e.scale });
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
	const struct capacity *c = group->record->capacity;

	while (sweep_next(&sweep, group)) {
		bool is_rate = sweep.kind == SWEEP_RATE;

		picture_sweep(document_picture(document), &sweep,
			      is_rate ? c : NULL);
		table_of_sweep(document, &sweep, is_rate ? c : NULL);
	}
}
