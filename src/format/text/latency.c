/*
 * The verbose part of the text report: the rates and latencies of one direction
 * of a test, named as fio names them (slat is the call that submits a request,
 * clat the time from its end to the completion, lat both); and its speed over
 * time.
 */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/operation.h"
#include "diskidx/traits.h"
#include "diskidx/units.h"
#include "diskidx/wrap.h"
#include "format/speed.h"
#include "text.h"

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

/* Print a percentile, and its interval if it has one. */
static void
put_percentile(FILE *out, const struct result *result, enum operation op,
	       double percent)
{
	char time[UNITS_TEXT], low[UNITS_TEXT], high[UNITS_TEXT];
	struct interval ci95;

	units_format_time(time, (double)histogram_percentile(
		result->latency[LAT][op], percent));
	fprintf(out, "      p%-6g %9s", percent, time);
	if (result_percentile_interval(result, LAT, 1u << op, percent, &ci95))
		fprintf(out, "  95 %% interval %s to %s",
			units_format_time(low, ci95.low),
			units_format_time(high, ci95.high));
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
	if (!traits_of(result->engine)->is_synchronous) {
		put_row(out, "slat", result->latency[SLAT][op]);
		put_row(out, "clat", result->latency[CLAT][op]);
	}
	put_row(out, "lat", lat);
	for (size_t i = 0; i < VIEW_PERCENTILES; i++)
		if (histogram_supports(lat, view_percentiles[i]))
			put_percentile(out, result, op, view_percentiles[i]);
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

static void
put_speed(FILE *out, const char *name, const struct speed *speed, double per)
{
	fprintf(out, "      %-5s %11.1f %11.1f %11.1f %11.1f\n", name,
		speed->min / per, speed->mean / per, speed->max / per,
		speed->stddev / per);
}

/* Print the rows; IOPS not for a copy, which reads and writes its bytes. */
static void
put_speeds(FILE *out, const struct speed *speed, const struct params *params,
	 bool si)
{
	fprintf(out, "      %-5s %11s %11s %11s %11s\n", "", "min", "mean",
		"max", "stdev");
	if (params->action != ACTION_COPY && params->block_bytes > 0)
		put_speed(out, "IOPS", speed, params->block_bytes);
	put_speed(out, view_unit(UNIT_MIBPS, si), speed,
		(double)MIB / view_value(1, UNIT_MIBPS, si));
}

static bool
is_flushed(const struct params *params)
{
	return params->cache == CACHE_BUFFERED &&
		params->sync == SYNC_NONE && params_writes(params);
}

static void
put_stalls(FILE *out, const struct speed *speed, const struct params *params)
{
	char length[UNITS_TEXT];

	if (speed->empty == 0)
		fputs("      no interval was empty\n", out);
	else
		text_words(out, "      ", 6, xprintf(
			"%zu %s empty; the longest stall took %s, %.2f s "
			"after the start of round %u%s", speed->empty,
			speed->empty == 1 ? "interval was" : "intervals were",
			units_format_time(length, (double)speed->stall_ns),
			clock_seconds(speed->stall_at_ns), speed->stall_round,
			is_flushed(params) ? " (a flush looks like one)" :
			""));
}

void
text_speed(FILE *out, const struct result *result, bool si)
{
	struct speed speed;

	if (!speed_of(&speed, result))
		return;
	fprintf(out, "   Over time: %zu interval%s\n", speed.intervals,
		speed.intervals == 1 ? "" : "s");
	put_speeds(out, &speed, &result->params, si);
	put_stalls(out, &speed, &result->params);
}
