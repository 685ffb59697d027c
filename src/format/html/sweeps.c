/* Pictures of sweeps: see pictures.h. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "pictures.h"

static const struct axis axes[SWEPT] = {
	[SWEPT_DEPTH] = { .title = "depth, requests in flight", .base = 2 },
	[SWEPT_BLOCK] = { .title = "block", .base = 2,
			  .quantity = QUANTITY_SIZE },
	[SWEPT_MIX] = { .title = "reads, %" },
	[SWEPT_RATE] = { .title = "offered, requests/s" },
};

static const struct axis latency_axis = {
	.title = "latency", .base = 10, .quantity = QUANTITY_TIME
};

/* Return what was swept and makes the axis; SWEPT: nothing. */
static enum swept
swept_in(const struct sweep *sweep)
{
	static const enum swept order[] = {
		SWEPT_RATE, SWEPT_DEPTH, SWEPT_BLOCK, SWEPT_MIX
	};

	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
		if (sweep_varies(sweep, order[i]))
			return order[i];
	return SWEPT;
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

/* Add all rows: their requests per second, or that percentile. A line is one
 * of percentiles, or of rows that differ in nothing but what was swept. */
static void
add_rows(struct plot *plot, const struct sweep *sweep, enum swept x,
	 double percent)
{
	for (size_t i = 0; i < sweep->n; i++) {
		const struct result *row = sweep->row[i];
		double place = (double)sweep_number(&row->params, x);
		struct histogram *h = percent > 0 ? result_latency(row) : NULL;
		char *name = x == SWEPT_RATE ? xprintf("p%g", percent) :
			     line_name(row, x);

		if (h != NULL)
			picture_percentile(plot, name, place, row, h, percent);
		else if (!(percent > 0) && row->has_value)
			plot_point(plot, name, place, row->value,
				   row->has_interval ? &row->ci95 : NULL,
				   sweep_iops(row) / row->value);
		free(name);
		free(h);
	}
}

/* Draw the latency under load, with the first rate that was too much. */
static void
draw_rates(FILE *out, const struct sweep *sweep)
{
	struct plot plot = {
		.title = xprintf("%s%s", sweep_lead(sweep->kind),
				 sweep->title),
		.x = axes[SWEPT_RATE], .y = latency_axis,
	};
	size_t i;

	add_rows(&plot, sweep, SWEPT_RATE, 50);
	add_rows(&plot, sweep, SWEPT_RATE, 99);
	add_rows(&plot, sweep, SWEPT_RATE, 99.9);
	for (i = 0; i < sweep->n && sweep_kept_up(sweep->row[i]); i++)
		;
	if (i < sweep->n)
		plot_mark(&plot, sweep->row[i]->params.rate_iops,
			  xstrdup("not kept up"));
	plot_draw(&plot, out);
}

/* Draw a figure of each row: its requests per second, or that percentile. */
static void
draw_shapes(FILE *out, const struct sweep *sweep, enum swept x, double percent)
{
	struct plot plot = { .x = axes[x], .y = latency_axis };

	if (percent > 0)
		plot.title = xprintf("%s: p%g", sweep->title, percent);
	else
		plot.title = xprintf("%s: IOPS", sweep->title);
	if (!(percent > 0))
		plot.y = (struct axis){ .title = "IOPS" };
	add_rows(&plot, sweep, x, percent);
	plot_draw(&plot, out);
}

void
picture_sweep(FILE *out, const struct sweep *sweep)
{
	static const double percents[] = { 0, 50, 99 };
	enum swept x = swept_in(sweep);

	if (x == SWEPT_RATE)
		draw_rates(out, sweep);
	for (size_t i = 0; x < SWEPT_RATE && i < 3; i++)
		draw_shapes(out, sweep, x, percents[i]);
}
