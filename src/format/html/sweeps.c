/* Pictures of sweeps: see pictures.h. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "pictures.h"

/* The numbers that may be swept, in the order in which they make the axis. */
enum swept { SWEPT_DEPTH, SWEPT_BLOCK, SWEPT_MIX, SWEPT_RATE, SWEPT };

static const struct axis axes[SWEPT] = {
	[SWEPT_DEPTH] = { .title = "depth, requests in flight", .base = 2 },
	[SWEPT_BLOCK] = { .title = "block", .base = 2,
			  .quantity = QUANTITY_SIZE },
	[SWEPT_MIX] = { .title = "reads, %" },
	[SWEPT_RATE] = { .title = "offered, requests/s" },
};

static double
number(const struct result *result, enum swept which)
{
	const double numbers[SWEPT] = {
		[SWEPT_DEPTH] = result->params.depth,
		[SWEPT_BLOCK] = result->params.block_bytes,
		[SWEPT_MIX] = sweep_read_share(&result->params),
		[SWEPT_RATE] = result->params.rate_iops,
	};

	return numbers[which];
}

static bool
differ(const struct result *a, const struct result *b, enum swept which)
{
	return number(a, which) < number(b, which) ||
		number(a, which) > number(b, which);
}

/* Return the first number that was swept; SWEPT: none. */
static enum swept
swept_in(const struct sweep *sweep)
{
	enum swept which;

	if (sweep->kind == SWEEP_RATE)
		return SWEPT_RATE;
	for (which = 0; which < SWEPT_RATE; which++)
		for (size_t i = 1; i < sweep->n; i++)
			if (differ(sweep->row[0], sweep->row[i], which))
				return which;
	return SWEPT;
}

/* Return true if two rows differ in nothing else. */
static bool
is_same_line(const struct result *a, const struct result *b, enum swept x)
{
	for (enum swept which = 0; which < SWEPT; which++)
		if (which != x && differ(a, b, which))
			return false;
	return true;
}

/* Return the numbers of a line other than that of the axis, on the heap. */
static char *
line_name(const struct result *row, enum swept x)
{
	unsigned reads = sweep_read_share(&row->params);
	char block[UNITS_TEXT], *name = xstrdup("");

	if (x != SWEPT_BLOCK)
		name = xjoin(name, "", xstrdup(units_format_block(block,
			row->params.block_bytes)));
	if (x != SWEPT_MIX)
		name = xjoin(name, " ", xprintf("%u/%u", reads, 100 - reads));
	if (x != SWEPT_DEPTH)
		name = xjoin(name, " ", xprintf("Q%u",
						(unsigned)row->params.depth));
	return name;
}

/* Add a row's requests per second, or that percentile. */
static void
add_row(struct plot *plot, const struct result *row, enum swept x,
	double percent)
{
	struct histogram *h = percent > 0 ? result_latency(row) : NULL;
	struct point *point;

	if (h != NULL)
		picture_percentile(plot, number(row, x), row, h, percent);
	free(h);
	if (percent > 0 || !row->has_value)
		return;
	point = plot_point(plot, number(row, x), sweep_iops(row));
	point_interval(point, row->has_interval, &row->ci95,
		       sweep_iops(row) / row->value);
}

/* Add all lines of a sweep, as many as have a colour. */
static void
add_lines(struct plot *plot, const struct sweep *sweep, enum swept x,
	  double percent)
{
	for (size_t i = 0; i < sweep->n; i++) {
		const struct result *row = sweep->row[i];
		size_t first = 0, j;

		while (!is_same_line(sweep->row[first], row, x))
			first++;
		if (first < i || plot->n_series == PLOT_SERIES)
			continue;
		plot_series(plot, line_name(row, x));
		for (j = i; j < sweep->n; j++)
			if (is_same_line(row, sweep->row[j], x))
				add_row(plot, sweep->row[j], x, percent);
	}
}

/* Draw the latency under load, with the first rate that was too much. */
static void
draw_rates(FILE *out, const struct sweep *sweep)
{
	static const double percents[] = { 50, 99, 99.9 };
	struct plot plot = {
		.title = xprintf("%s%s", sweep_lead(sweep->kind),
				 sweep->title),
		.x = axes[SWEPT_RATE],
		.y = { .title = "latency", .base = 10,
		       .quantity = QUANTITY_TIME },
	};
	size_t i, j;

	for (i = 0; i < 3; i++) {
		plot_series(&plot, xprintf("p%g", percents[i]));
		for (j = 0; j < sweep->n; j++)
			add_row(&plot, sweep->row[j], SWEPT_RATE, percents[i]);
	}
	for (i = 0; i < sweep->n && sweep_kept_up(sweep->row[i]); i++)
		;
	if (i < sweep->n)
		plot_mark(&plot, number(sweep->row[i], SWEPT_RATE),
			  xstrdup("not kept up"));
	picture_put(out, &plot);
}

void
picture_sweep(FILE *out, const struct sweep *sweep)
{
	static const struct {
		double percent;
		const char *name;
		struct axis y;
	} plots[] = {
		{ 0, "IOPS", { .title = "IOPS" } },
		{ 50, "p50", { .title = "latency", .base = 10,
			       .quantity = QUANTITY_TIME } },
		{ 99, "p99", { .title = "latency", .base = 10,
			       .quantity = QUANTITY_TIME } },
	};
	enum swept x = swept_in(sweep);

	if (x == SWEPT_RATE)
		draw_rates(out, sweep);
	if (x >= SWEPT_RATE)
		return;
	for (size_t i = 0; i < sizeof(plots) / sizeof(plots[0]); i++) {
		struct plot plot = {
			.title = xprintf("%s: %s", sweep->title,
					 plots[i].name),
			.x = axes[x], .y = plots[i].y,
		};

		add_lines(&plot, sweep, x, plots[i].percent);
		picture_put(out, &plot);
	}
}
