/* Pictures of latencies, speeds, sizes and scores: see pictures.h. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "pictures.h"

/* The percentiles whose intervals are drawn. */
static const double told[] = { 50, 99, 99.9 };

/* Latency. */

void
picture_percentile(struct plot *plot, const char *series, double x,
		   const struct result *result, const struct histogram *h,
		   double percent)
{
	struct interval ci95;
	bool known = false;

	if (!histogram_supports(h, percent))
		return;
	for (size_t i = 0; i < sizeof(told) / sizeof(told[0]); i++)
		known |= percent >= told[i] && percent <= told[i];
	known = known && result_percentile_interval(result, LAT, OP_BOTH,
						    percent, &ci95);
	plot_point(plot, series, x, (double)histogram_percentile(h, percent),
		   known ? &ci95 : NULL, 1);
}

static void
add_latency(struct plot *plot, const struct result *result)
{
	struct histogram *h = result_latency(result);
	const struct percentile *p = NULL;

	if (h == NULL)
		return;
	while ((p = percentile_next(p, 0)) != NULL)
		picture_percentile(plot, result->title,
				   100 / (100 - p->percent), result, h,
				   p->percent);
	free(h);
}

/* Draw a plot for each category, and more if it has many tests. */
void
picture_latencies(FILE *out, const struct section *section)
{
	const struct result *result;
	const char *category = NULL;
	struct plot plot = { .n_series = 0 };
	size_t at = 0;

	while ((result = view_result(section, &at)) != NULL) {
		if (category == NULL || plot.n_series == PLOT_SERIES ||
		    strcmp(category, result->category) != 0) {
			if (category != NULL)
				plot_draw(&plot, out);
			category = result->category;
			plot = (struct plot){
				.title = xprintf("Latency: %s", category),
				.x = { .title = "percentile", .base = 10,
				       .quantity = QUANTITY_PERCENTILE },
				.y = { .title = "latency", .base = 10,
				       .quantity = QUANTITY_TIME },
			};
		}
		add_latency(&plot, result);
	}
	if (category != NULL)
		plot_draw(&plot, out);
}

/* Speed over time. */

/* Add a round from `start_s` on. Return its end. */
static double
add_round(struct plot *plot, const struct sample *sample,
	  uint32_t block_bytes, double start_s, double unit)
{
	struct stretch *list;
	size_t n = sample_series(sample, block_bytes, &list), i;
	double end_s = 0, length_s;
	struct point *point;

	for (i = 0; i < n; i++) {
		length_s = clock_seconds(list[i].length_ns);
		end_s = clock_seconds(list[i].at_ns) + length_s;
		point = plot_point(plot, "", start_s + end_s - length_s / 2,
				   (double)list[i].bytes / length_s / unit,
				   NULL, 1);
		point->apart = i == 0;
	}
	free(list);
	return start_s + end_s;
}

static void
add_rounds(struct plot *plot, const struct result *result, double unit,
	   bool si)
{
	const struct slowdown *slowdown = &result->slowdown;
	double at_s = 0;

	for (size_t i = 0; i < result->n_samples; i++) {
		const struct sample *sample = &result->sample[i];

		if (result->has_slowdown && slowdown->round == sample->round)
			plot_mark(plot, at_s + (slowdown->within ?
				  clock_seconds(slowdown->at_ns) : 0),
				  xprintf("fell from %.1f to %.1f",
					  view_value(slowdown->before,
						     result->unit, si),
					  view_value(slowdown->after,
						     result->unit, si)));
		if (result->n_stalls > 0 &&
		    result->stall.round == sample->round)
			plot_mark(plot, at_s, xstrdup("stalled"));
		at_s = add_round(plot, sample, result->params.block_bytes, at_s,
				 unit);
	}
}

void
picture_speeds(FILE *out, const struct section *section, bool si)
{
	const struct result *result;
	size_t at = 0;

	while ((result = view_result(section, &at)) != NULL) {
		bool requests = result->unit == UNIT_IOPS &&
				result->params.action != ACTION_COPY &&
				!params_has_sizes(&result->params) &&
				result->params.block_bytes > 0;
		double unit = requests ? result->params.block_bytes :
			      (double)MIB / view_value(1, UNIT_MIBPS, si);
		struct plot plot = {
			.title = xstrdup(result->title),
			.dense = true,
			.x = { .title = "measured time, s" },
			.y = { .title = view_unit(requests ? UNIT_IOPS :
						  UNIT_MIBPS, si) },
		};

		/* Operations on files as a whole need not move bytes. */
		if (result->unit != UNIT_OPS)
			add_rounds(&plot, result, unit, si);
		plot_draw(&plot, out);
	}
}

/* Speed by the size of a file. */

static bool
is_of_size(const struct result *result)
{
	return result->params.file_bytes > 0 && result->has_value &&
		(result->unit == UNIT_MIBPS || result->unit == UNIT_KBPS);
}

static bool
differs_in_size_alone(const struct result *a, const struct result *b)
{
	const struct params *x = &a->params, *y = &b->params;

	return is_of_size(a) && is_of_size(b) && a->unit == b->unit &&
		suite_of(a->id) == suite_of(b->id) &&
		strcmp(a->workload, b->workload) == 0 &&
		x->action == y->action && x->cache == y->cache &&
		x->sync == y->sync && x->block_bytes == y->block_bytes;
}

/* Return the number of sizes of its kind if a result is the first of it; 0: it
 * is not. */
static size_t
count_sizes(const struct section *section, const struct result *first)
{
	const struct result *result;
	uint64_t last_bytes = 0;
	size_t at = 0, sizes = 0;

	while ((result = view_result(section, &at)) != NULL) {
		if (!differs_in_size_alone(result, first))
			continue;
		if (sizes == 0 && result != first)
			return 0;
		sizes += result->params.file_bytes != last_bytes;
		last_bytes = result->params.file_bytes;
	}
	return sizes;
}

/* Add a series of all that differ in size alone from this one, the first. */
static void
add_sizes(struct plot *plot, const struct section *section,
	  const struct result *first, bool si)
{
	const struct result *result;
	size_t at = 0;

	plot->y.title = view_unit(first->unit, si);
	while ((result = view_result(section, &at)) != NULL)
		if (differs_in_size_alone(result, first))
			plot_point(plot, action_name(first->params.action),
				   (double)result->params.file_bytes,
				   result->value, result->has_interval ?
				   &result->ci95 : NULL,
				   view_value(1, first->unit, si));
}

void
picture_sizes(FILE *out, const struct section *section, bool si)
{
	const struct result *result;
	size_t at = 0;
	struct plot plot = {
		.title = xstrdup("Speed by the size of the file"),
		.x = { .title = "size of the file", .base = 2,
		       .quantity = QUANTITY_SIZE },
		.y = { .base = 10 },
	};

	plot_mark(&plot, (double)facts_memory(&section->record->host),
		  xstrdup("memory"));
	while ((result = view_result(section, &at)) != NULL)
		if (count_sizes(section, result) >= 3)
			add_sizes(&plot, section, result, si);
	plot_draw(&plot, out);
}
