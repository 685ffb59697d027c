/*
 * The verbose part of the text report, one direction of a test: its rates and
 * latencies, named as fio names them: slat is the call that submits a request,
 * clat the time from its end to the completion, lat both.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/operation.h"
#include "diskidx/units.h"
#include "text.h"

#define PER_LINE 4

static const char *const direction_names[OP_COUNT] = {
	[OP_READ] = "Reads",
	[OP_WRITE] = "Writes",
};

static void
put_row(FILE *out, const char *name, const struct histogram *h)
{
	char min[UNITS_TEXT], mean[UNITS_TEXT], max[UNITS_TEXT];
	char stddev[UNITS_TEXT];

	if (h == NULL)
		return;
	fprintf(out, "      %-4s %10s %10s %10s %10s\n", name,
		units_format_time(min, (double)h->min),
		units_format_time(mean, histogram_mean(h)),
		units_format_time(max, (double)h->max),
		units_format_time(stddev, histogram_stddev(h)));
}

/* Return "897 us (880 us to 910 us)", without an interval if there is none. */
static char *
percentile_of(const struct result *result, enum operation op, double percent)
{
	char time[UNITS_TEXT], low[UNITS_TEXT], high[UNITS_TEXT];
	struct interval ci95;

	units_format_time(time, (double)histogram_percentile(
		result->latency[LAT][op], percent));
	if (!result_percentile_interval(result, LAT, 1u << op, percent, &ci95))
		return xstrdup(time);
	return xprintf("%s (%s to %s)", time, units_format_time(low, ci95.low),
		       units_format_time(high, ci95.high));
}

static void
put_percentiles(FILE *out, const struct result *result, enum operation op)
{
	unsigned per_line = result->n_samples > 1 ? PER_LINE / 2 : PER_LINE;
	unsigned i, shown = 0, room = per_line < PER_LINE ? 28 : 8, used = 0;
	char name[UNITS_TEXT], *text;

	for (i = 0; i < VIEW_PERCENTILES; i++) {
		if (!histogram_supports(result->latency[LAT][op],
					view_percentiles[i]))
			continue;
		if (shown == 0)
			fputs("      percentiles of lat\n", out);
		snprintf(name, sizeof(name), "p%g", view_percentiles[i]);
		text = percentile_of(result, op, view_percentiles[i]);
		fprintf(out, "%*s %8s", shown % per_line == 0 ? 13 :
			(int)(room - used) + 8, name, text);
		used = (unsigned)strlen(text) < 8 ? 8 : (unsigned)strlen(text);
		used = used < room ? used : room;
		free(text);
		shown++;
		if (shown % per_line == 0)
			putc('\n', out);
	}
	if (shown % per_line != 0)
		putc('\n', out);
}

static void
put_distribution(FILE *out, const struct result *result, enum operation op)
{
	const struct histogram *lat = result->latency[LAT][op];

	if (lat == NULL)
		return;
	fprintf(out, "      %-4s %10s %10s %10s %10s\n", "", "min", "mean",
		"max", "stdev");
	if (!view_is_synchronous(result)) {
		put_row(out, "slat", result->latency[SLAT][op]);
		put_row(out, "clat", result->latency[CLAT][op]);
	}
	put_row(out, "lat", lat);
	put_percentiles(out, result, op);
	fputs("      share of the requests by lat\n", out);
	text_histogram(out, lat);
}

void
text_direction(FILE *out, const struct result *result, enum operation op,
	       bool si)
{
	const struct totals *totals = &result->total;
	double mib = totals_rate(totals, totals->moved[op]) / (double)MIB;

	if (totals->ios[op] == 0)
		return;
	fprintf(out, "   %s: %.1f IOPS, %.1f %s\n", direction_names[op],
		totals_rate(totals, totals->ios[op]),
		view_value(mib, UNIT_MIBPS, si), view_unit(UNIT_MIBPS, si));
	put_distribution(out, result, op);
}
