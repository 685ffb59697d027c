/* The table of a sweep: see sweep.h. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "sweep.h"
#include "totals.h"

#define KEPT_UP 0.99		/* least share of the offered rate */
#define ACCESS_TEST_COLUMNS 17
#define MB 1e6

static const struct column {
	const char *name;
	int width;
} columns[SWEEP_KINDS][SWEEP_COLUMNS] = {
	[SWEEP_SHAPE] = {
		{ "block", 10 }, { "mix", 7 }, { "depth", 6 },
		{ "IOPS", 12 }, { "MiB/s", 10 }, { "mean", 8 },
		{ "p99", 8 }, { "CPU %", 6 },
	},
	[SWEEP_RATE] = {
		{ "rate", 9 }, { "offered/s", 11 }, { "achieved/s", 11 },
		{ "mean", 8 }, { "p50", 8 }, { "p99", 8 }, { "p99.9", 8 },
		{ "CPU %", 6 },
	},
	[SWEEP_ACCESS] = {
		{ "test", ACCESS_TEST_COLUMNS }, { "depth", 5 },
		{ "MB/s", 9 }, { "IOPS", 11 }, { "access", 8 },
		{ "process", 7 }, { "system", 6 },
	},
};

const char *
sweep_lead(enum sweep_kind kind)
{
	static const char *const leads[SWEEP_KINDS] = {
		[SWEEP_SHAPE] = "Sweep of ",
		[SWEEP_RATE] = "Latency under load of ",
		[SWEEP_ACCESS] = "",
	};

	return leads[kind];
}

unsigned
sweep_columns(enum sweep_kind kind)
{
	unsigned n = 0;

	while (n < SWEEP_COLUMNS && columns[kind][n].name != NULL)
		n++;
	return n;
}

const char *
sweep_column(enum sweep_kind kind, unsigned column, bool si)
{
	const char *name = columns[kind][column].name;

	return strcmp(name, "MiB/s") == 0 ? view_unit(UNIT_MIBPS, si) : name;
}

int
sweep_width(enum sweep_kind kind, unsigned column)
{
	return columns[kind][column].width;
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
put_mean(char *text, const struct histogram *h)
{
	if (h != NULL)
		units_format_time(text, histogram_mean(h));
	else
		strcpy(text, "-");
}

static void
put_cpu(char *text, const struct result *result)
{
	snprintf(text, UNITS_TEXT, "%.1f",
		 result->user_pct + result->system_pct);
}

static void
shape_keys(char cell[SWEEP_COLUMNS][UNITS_TEXT], const struct params *params)
{
	unsigned reads = sweep_read_share(params);

	units_format_block(cell[0], params->block_bytes);
	if (params->action == ACTION_COPY)
		strcpy(cell[1], "copy");
	else
		snprintf(cell[1], UNITS_TEXT, "%u/%u", reads, 100 - reads);
	snprintf(cell[2], UNITS_TEXT, "%u", (unsigned)params->depth);
}

static void
shape_figures(char cell[SWEEP_COLUMNS][UNITS_TEXT],
	      const struct result *result, const struct histogram *h, bool si)
{
	double mib = sweep_iops(result) * result->params.block_bytes /
		     (double)MIB;

	snprintf(cell[3], UNITS_TEXT, "%.1f", sweep_iops(result));
	snprintf(cell[4], UNITS_TEXT, "%.1f",
		 view_value(mib, UNIT_MIBPS, si));
	put_mean(cell[5], h);
	view_percentile(cell[6], h, 99);
	put_cpu(cell[7], result);
}

static void
rate_figures(char cell[SWEEP_COLUMNS][UNITS_TEXT],
	     const struct result *result, const struct histogram *h)
{
	struct totals totals;

	totals_of(&totals, result);
	snprintf(cell[1], UNITS_TEXT, "%.1f",
		 totals_offered_iops(&totals));
	snprintf(cell[2], UNITS_TEXT, "%.1f",
		 totals_rate(&totals, totals_ios(&totals)));
	put_mean(cell[3], h);
	view_percentile(cell[4], h, 50);
	view_percentile(cell[5], h, 99);
	view_percentile(cell[6], h, 99.9);
	put_cpu(cell[7], result);
}

/* Write the keys; with a sweep over depths, the title names the test. */
static void
access_keys(char cell[SWEEP_COLUMNS][UNITS_TEXT], const struct result *result)
{
	const struct suite *suite = suite_of(result->id);
	const char *name = result->id + strcspn(result->id, ":") + 1;
	size_t length = suite->depth != NULL ? sweep_base_length(name) :
			strlen(name);

	if (length > ACCESS_TEST_COLUMNS)
		length = ACCESS_TEST_COLUMNS;
	snprintf(cell[0], UNITS_TEXT, "%.*s", (int)length, name);
	snprintf(cell[1], UNITS_TEXT, "%u", (unsigned)result->params.depth);
}

/* Write the load of the whole system, if all samples know it. */
static void
put_system(char *text, const struct result *result)
{
	double busy_ns = 0, total_ns = 0;
	size_t i;

	strcpy(text, "-");
	for (i = 0; i < result->n_samples; i++) {
		const struct sample *sample = &result->sample[i];

		if (!sample->has_processors)
			return;
		busy_ns += (double)sample->processors.busy_ns;
		total_ns += (double)sample->processors.total_ns;
	}
	if (total_ns > 0)
		snprintf(text, UNITS_TEXT, "%.1f", 100 * busy_ns / total_ns);
}

static void
access_figures(char cell[SWEEP_COLUMNS][UNITS_TEXT],
	       const struct result *result, const struct histogram *h)
{
	snprintf(cell[2], UNITS_TEXT, "%.1f",
		 sweep_iops(result) * result->params.block_bytes / MB);
	snprintf(cell[3], UNITS_TEXT, "%.1f", sweep_iops(result));
	put_mean(cell[4], h);
	put_cpu(cell[5], result);
	put_system(cell[6], result);
}

/* Write the columns that tell rows apart. Return their number. */
static unsigned
put_keys(char cell[SWEEP_COLUMNS][UNITS_TEXT], enum sweep_kind kind,
	 const struct result *result)
{
	switch (kind) {
	case SWEEP_SHAPE:
		shape_keys(cell, &result->params);
		return 3;
	case SWEEP_ACCESS:
		access_keys(cell, result);
		return 2;
	default:
		snprintf(cell[0], UNITS_TEXT, "%u",
			 (unsigned)result->params.rate_iops);
		return 1;
	}
}

void
sweep_cells(char cell[SWEEP_COLUMNS][UNITS_TEXT], enum sweep_kind kind,
	    const struct result *result, bool si)
{
	struct histogram *h = result_latency(result);
	unsigned keys = put_keys(cell, kind, result), i;

	for (i = keys; i < SWEEP_COLUMNS; i++)
		strcpy(cell[i], i == keys ? "n/a" : "-");
	if (result->has_value && kind == SWEEP_SHAPE)
		shape_figures(cell, result, h, si);
	else if (result->has_value && kind == SWEEP_RATE)
		rate_figures(cell, result, h);
	else if (result->has_value)
		access_figures(cell, result, h);
	free(h);
}

bool
sweep_kept_up(const struct result *result)
{
	struct totals totals;

	totals_of(&totals, result);
	return (double)totals_ios(&totals) >=
		KEPT_UP * (double)totals.offered_ios;
}

char *
sweep_verdict(const struct sweep *sweep)
{
	const struct result *good = NULL, *bad = NULL;
	unsigned good_rate, bad_rate;
	size_t i;

	for (i = 0; i < sweep->n && bad == NULL; i++) {
		if (!sweep->row[i]->has_value)
			continue;
		if (sweep_kept_up(sweep->row[i]))
			good = sweep->row[i];
		else
			bad = sweep->row[i];
	}
	good_rate = good != NULL ? (unsigned)good->params.rate_iops : 0;
	bad_rate = bad != NULL ? (unsigned)bad->params.rate_iops : 0;
	if (good == NULL && bad == NULL)
		return xstrdup("No rate was measured.");
	if (bad == NULL)
		return xprintf("The disk kept up with every rate, the highest "
			       "being %u/s.", good_rate);
	if (good == NULL)
		return xprintf("The disk kept up with none of these rates, "
			       "not even with %u/s.", bad_rate);
	return xprintf("The highest rate that the disk kept up with is %u/s; "
		       "at %u/s it stopped keeping up.", good_rate, bad_rate);
}
