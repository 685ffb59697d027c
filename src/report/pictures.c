/* SPDX-License-Identifier: GPL-2.0-or-later
 * Copyright (C) The diskidx authors */
/* Pictures of latencies and of speeds over time. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/base/say.h"
#include "diskidx/result/result.h"
#include "parts.h"

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
		if (plot == NULL || plot->series.n == PLOT_SERIES ||
		    strcmp(category, result->test.category) != 0)
			plot = plots_add(plots, (struct plot){
				.title = say("Latency: %s",
					     result->test.category),
				.x = { .title = "percentile", .base = 10,
				       .quantity = QUANTITY_PERCENTILE },
				.y = { .title = "latency", .base = 10,
				       .quantity = QUANTITY_TIME },
			});
		category = result->test.category;
		for_each_percentile(p, 0)
			picture_percentile(plot, result->test.title,
					   100 / (100 - p->percent), result,
					   p->percent);
	}
}

/* Speed over time. */

/* Add a round from `at` on, by its time or by the GiB moved. Return its end. */
static double
add_round(struct plot *plot, const struct sample *sample,
	  uint32_t block_bytes, double at, double unit, bool by_bytes)
{
	struct series_interval *list;
	size_t n = sample_series(sample, block_bytes, &list), i;
	const char *series = by_bytes ? "speed" : "";

	for (i = 0; i < n; i++) {
		double length_s = clock_seconds(list[i].length_ns);
		double bytes = (double)list[i].bytes;
		double width = by_bytes ? bytes / (double)GIB : length_s;

		plot_add(plot, series, (struct point){
			.x = at + width / 2, .y = bytes / length_s / unit,
		});
		at += width;
	}
	plot_add(plot, series, (struct point){ .x = at, .y = NAN });
	free(list);
	return at;
}

/* Mark where the speed fell in a round from `start_s` on, or stalled. */
static void
mark_round(struct plot *plot, const struct result *result, unsigned round,
	   double start_s, bool si)
{
	const struct summary *summary = &result->summary;
	const struct slowdown *slowdown = &summary->slowdown;
	enum unit unit = result->test.unit;
	double fell_s = start_s;

	if (slowdown->within)
		fell_s += clock_seconds(slowdown->at_ns);
	if (slowdown->round == round)
		plot_add(plot, "", (struct point){
			.x = fell_s, .y = NAN,
			.label = say("fell from %.1f to %.1f",
				view_value(slowdown->before, unit, si),
				view_value(slowdown->after, unit, si)),
		});
	if (summary->n_stalls > 0 && summary->stall.round == round)
		plot_add(plot, "", (struct point){
			.x = start_s, .y = NAN, .label = "stalled",
		});
}

static void
add_speed(struct plots *plots, const struct result *result, bool si)
{
	const struct params *params = &result->test.params;
	const struct levels *l = &result->summary.levels;
	double fell = l->bytes / (double)GIB;
	double bytes = (double)MIB / view_value(1, UNIT_MIBPS, si), at = 0;
	enum unit unit = UNIT_MIBPS;
	struct plot *plot;

	/* Requests of one size show as such; a copy's are of two kinds. */
	if (result->test.unit == UNIT_IOPS && params->action != ACTION_COPY &&
	    !params_has_sizes(params) && params->block_bytes > 0) {
		unit = UNIT_IOPS;
		bytes = params->block_bytes;
	}
	plot = plots_add(plots, (struct plot){
		.title = say("%s", result->test.title), .dense = true,
		.x = { .title = "measured time, s" },
		.y = { .title = view_unit(unit, si) },
	});
	for (size_t i = 0; i < result->n_samples; i++) {
		const struct sample *sample = &result->sample[i];

		mark_round(plot, result, sample->round, at, si);
		at = add_round(plot, sample, params->block_bytes, at, bytes,
			       l->s > 0);
		/* Draw the two levels. */
		if (l->s > 0 && i == 0) {
			const double x[] = { 0, fell, fell, at };

			plot->x.title = "moved, GiB";
			for (int j = 0; j < (l->fell ? 4 : 2); j++)
				plot_add(plot, "level", (struct point){
					.x = x[j], .y = (j < 2 ? l->before :
						l->after).per_s / bytes,
				});
		}
	}
}

void
part_pictures(struct document *document, const struct section *section)
{
	struct plots *plots = document_picture(document);

	picture_latencies(plots, section);
	/* Operations on files as a whole need not move bytes. */
	for_each_result(result, section)
		if (result->test.unit != UNIT_OPS)
			add_speed(plots, result, document->how->si);
}
