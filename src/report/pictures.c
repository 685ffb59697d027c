/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Pictures of latencies and of sustained speeds. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/say.h"
#include "diskidx/result/result.h"
#include "parts.h"
#include "sweep.h"

static const struct axis percentile_axis = {
	.base = 10, .quantity = QUANTITY_PERCENTILE
};

const struct axis latency_axis = {
	.title = "latency", .base = 10, .quantity = QUANTITY_TIME
};

void
picture_percentile(struct plot *plot, const char *series, double x,
		   const struct result *result, double percent)
{
	struct point point = { .x = x };

	point.y = view_percentile(result->summary.latency[LAT][OP_BOTH],
				  percent);
	if (isnan(point.y))
		return;
	point.ci95 = result_percentile_interval(result, LAT, OP_BOTH, percent);
	if (point.ci95.high > VIEW_MAX_REACH * point.y)
		point.ci95 = (struct interval){ 0, 0 };
	plot_add(plot, series, point);
}

/* Add a plot for each category, and more if it has many tests. */
static void
picture_latencies(struct plots *plots, const struct section *section)
{
	const char *category = NULL;
	struct plot *plot = NULL;

	for_each_result(result, section) {
		if (sweep_has(section, result))
			continue;
		if (plot == NULL || plot->n == PLOT_SERIES ||
		    strcmp(category, result->test.category) != 0)
			plot = plots_add(plots, (struct plot){
				.title = say("%s", result->test.category),
				.x = percentile_axis, .y = latency_axis,
			});
		category = result->test.category;
		for_each_percentile(p, 0)
			if (p->percent >= 50)
				picture_percentile(plot, result->test.id,
						   100 / (100 - p->percent),
						   result, p->percent);
	}
}

void
picture_sides(struct plots *plots, const struct comparison *c)
{
	const struct compared *row = c->curves.row;
	struct plot *plot = NULL;

	plots->title = "Latency";
	plots->legend = "From the median to the largest percentile that both "
		"sides support.";
	for (size_t i = 0; i < c->curves.n; i++, row++) {
		if (row->ratio <= 0)
			continue;
		if (plot == NULL || row->target != row[-1].target ||
		    row->copies != row[-1].copies ||
		    strcmp(row->id, row[-1].id) != 0)
			plot = plots_add(plots, (struct plot){
				.title = say_join(say("%s", row->id), " on ",
						  compared_place(c, row)),
				.x = percentile_axis, .y = latency_axis,
			});
		for (int side = 0; side < SIDES; side++)
			plot_add(plot, c->side[side].name, (struct point){
				.x = 100 / (100 - row->percent),
				.y = row->side[side].value,
			});
	}
}

static void
picture_levels(struct plots *plots, const struct result *result, bool si)
{
	const struct levels *l = &result->summary.levels;
	double unit = (double)MIB / view_value(1, UNIT_MIBPS, si), at = 0;
	const double fell = l->bytes / (double)GIB;
	struct plot *plot = plots_add(plots, (struct plot){
		.title = say("%s", result->test.title), .dense = true,
		.x = { .title = "moved, GiB" },
		.y = { .title = view_unit(UNIT_MIBPS, si) },
	});

	for_each_sample(sample, result) {
		struct series_interval *list;
		size_t n = sample_series(
			sample, result->test.params.block_bytes, &list);

		for (size_t j = 0; j < n; j++) {
			double bytes = (double)list[j].bytes;

			plot_add(plot, "speed", (struct point){
				.x = at + bytes / (double)GIB / 2, .y = bytes /
				     clock_seconds(list[j].length_ns) / unit,
			});
			at += bytes / (double)GIB;
		}
		plot_add(plot, "speed", (struct point){ .x = at, .y = NAN });
		free(list);
	}
	for (int j = 0; j < (l->fell ? 4 : 2); j++)
		plot_add(plot, "level", (struct point){
			.x = j == 0 ? 0 : j == 3 ? at : fell,
			.y = (j < 2 ? l->before : l->after).per_s / unit,
		});
}

void
part_pictures(struct document *document, const struct section *section)
{
	struct plots *plots = document_picture(document);

	plots->title = "Latency";
	plots->legend = "How long a request took, from the median to the "
		"slowest that the number of requests can show. Shades are 95 % "
		"intervals.";
	/* A comparison of directories lays them over each other. */
	if (section->record->n_targets == 1)
		picture_latencies(plots, section);
	for_each_result(result, section)
		if (result->summary.levels.s > 0)
			picture_levels(document_picture(document), result,
				       document->how->si);
}
