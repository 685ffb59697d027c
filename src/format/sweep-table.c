/* The table of a sweep: see sweep.h. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/flags.h"
#include "sweep.h"
#include "table.h"

const char *
sweep_lead(enum sweep_kind kind)
{
	return kind == SWEEP_RATE ? "Latency under load of " : "Sweep of ";
}

double
sweep_iops(const struct result *result)
{
	double block = result->params.block_bytes;

	if (result->unit == UNIT_IOPS)
		return result->value;
	return block > 0 ? result->value * (double)MIB / block : 0;
}

static void
add_rate(struct table *table, double x)
{
	table_print(table, "%.*f", view_decimals(x), x);
}

static void
add_cpu(struct table *table, const struct result *result)
{
	table_print(table, "%.1f", result->user_pct + result->system_pct);
}

/* Add the load of the whole system, if all samples know it. */
static void
add_system(struct table *table, const struct result *result)
{
	struct processor_times times = flags_processors(result);

	for (size_t i = 0; i < result->n_samples; i++)
		if (!result->sample[i].has_processors)
			times.total_ns = 0;
	if (times.total_ns > 0)
		table_print(table, "%.1f", 100 * (double)times.busy_ns /
			    (double)times.total_ns);
	else
		table_add(table, "-");
}

static void
add_shape(struct table *table, const struct params *params)
{
	unsigned reads = sweep_read_share(params);
	char block[UNITS_TEXT];

	table_add(table, units_format_block(block, params->block_bytes));
	if (params->action == ACTION_COPY)
		table_add(table, "copy");
	else
		table_print(table, "%u/%u", reads, 100 - reads);
	table_print(table, "%u", (unsigned)params->depth);
}

static void
add_shape_figures(struct table *table, const struct result *result,
		  const struct histogram *h, bool si)
{
	double iops = sweep_iops(result);
	double speed = view_value(iops * result->params.block_bytes /
				  (double)MIB, UNIT_MIBPS, si);

	add_rate(table, iops);
	add_rate(table, speed);
	table_mean(table, h);
	table_latency(table, h, 99);
	add_cpu(table, result);
	add_system(table, result);
}

static void
add_rate_figures(struct table *table, const struct result *result,
		 const struct histogram *h)
{
	add_rate(table, result_offered_iops(result));
	add_rate(table, result_achieved_iops(result));
	table_mean(table, h);
	table_latency(table, h, 50);
	table_latency(table, h, 99);
	table_latency(table, h, 99.9);
	add_cpu(table, result);
}

static void
add_row(struct table *table, const struct result *result,
	enum sweep_kind kind, bool si, bool in_marks)
{
	struct histogram *h = result_latency(result);
	char marks[VIEW_MARKS];

	if (kind == SWEEP_SHAPE)
		add_shape(table, &result->params);
	else
		table_print(table, "%u", (unsigned)result->params.rate_iops);
	if (!result->has_value)
		table_add(table, "n/a");
	else if (kind == SWEEP_SHAPE)
		add_shape_figures(table, result, h, si);
	else
		add_rate_figures(table, result, h);
	while ((table->n + 1) % table_columns(table) != 0)
		table_add(table, "-");
	table_take(table, in_marks ? xstrdup(view_marks(marks, result)) :
		   view_flags(result->flags));
	free(h);
}

void
table_of_sweep(struct table *table, const struct sweep *sweep, bool si,
	       bool in_marks)
{
	bool rates = sweep->kind == SWEEP_RATE;
	char *heads = rates ? xstrdup("rate,offered/s,achieved/s,mean,p50,p99,"
				      "p99.9,CPU %") :
		      xprintf("block,mix,depth,IOPS,%s,mean,p99,CPU %%,"
			      "system %%", view_unit(UNIT_MIBPS, si));

	table_begin(table, rates ? "rrrrrrrrl" : "rrrrrrrrrl", heads);
	table_add(table, in_marks ? "" : "Flags");
	free(heads);
	for (size_t i = 0; i < sweep->n; i++)
		add_row(table, sweep->row[i], sweep->kind, si, in_marks);
}
