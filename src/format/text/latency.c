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

#define BINS 38			/* 0, then 1 ns to 1000 s */
#define BAR_COLUMNS 42

static const char *const direction_names[OP_COUNT] = {
	[OP_READ] = "Reads",
	[OP_WRITE] = "Writes",
};

static uint64_t
bound_of(unsigned bin)
{
	static const uint64_t steps[] = { 1, 2, 5 };
	uint64_t power = 1;
	unsigned i;

	if (bin == 0)
		return 0;
	for (i = 0; i < (bin - 1) / 3; i++)
		power *= 10;
	return steps[(bin - 1) % 3] * power;
}

static void
put_label(FILE *out, unsigned bin)
{
	char from[UNITS_TEXT], to[UNITS_TEXT];

	if (bin == BINS - 1)
		fprintf(out, "      %17s", "1000 s and more");
	else
		fprintf(out, "      %7s - %7s",
			units_format_time(from, (double)bound_of(bin)),
			units_format_time(to, (double)bound_of(bin + 1)));
}

/* Print a bar relative to the largest bin, at least a dot for any count. */
static void
put_bar(FILE *out, uint64_t count, uint64_t largest)
{
	unsigned columns = (unsigned)((double)count / (double)largest *
				      BAR_COLUMNS + 0.5), i;

	if (count > 0)
		putc(' ', out);
	for (i = 0; i < columns; i++)
		putc('#', out);
	if (count > 0 && columns == 0)
		putc('.', out);
}

static void
put_bin(FILE *out, unsigned bin, uint64_t count, uint64_t largest,
	uint64_t all)
{
	double share = 100 * (double)count / (double)all;

	put_label(out, bin);
	if (count > 0 && share < 0.005)
		fprintf(out, " %7s %%", "<0.01");
	else
		fprintf(out, " %7.2f %%", share);
	put_bar(out, count, largest);
	putc('\n', out);
}

/* Print the picture of a distribution: one bar per bin, and bins from 1 to 2 to
 * 5 to 10, since latencies spread over several powers of ten. */
static void
put_histogram(FILE *out, const struct histogram *h)
{
	uint64_t bound[BINS], count[BINS], largest = 0;
	unsigned first = BINS, last = 0, bin;

	for (bin = 0; bin < BINS; bin++)
		bound[bin] = bound_of(bin);
	histogram_bins(h, bound, BINS, count);
	for (bin = 0; bin < BINS; bin++) {
		if (count[bin] == 0)
			continue;
		if (first == BINS)
			first = bin;
		last = bin;
		if (count[bin] > largest)
			largest = count[bin];
	}
	for (bin = first; bin <= last && bin < BINS; bin++)
		put_bin(out, bin, count[bin], largest, h->count);
}

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
	const struct percentile *p = NULL;

	if (lat == NULL)
		return;
	fprintf(out, "      %-4s %10s %10s %10s %10s\n", "", "min", "mean",
		"max", "stdev");
	if (!traits_of_engine(result->engine)->is_synchronous) {
		put_row(out, "slat", result->latency[SLAT][op]);
		put_row(out, "clat", result->latency[CLAT][op]);
	}
	put_row(out, "lat", lat);
	while ((p = percentile_next(p, 0)) != NULL)
		if (histogram_supports(lat, p->percent))
			put_percentile(out, result, op, p->percent);
	fputs("      share of the requests by lat\n", out);
	put_histogram(out, lat);
}

void
text_direction(FILE *out, const struct result *result, enum operation op,
	       bool si)
{
	const struct totals *totals = &result->total;
	double iops = totals_rate(totals, totals->ios[op]);
	double speed = view_value(totals_rate(totals, totals->moved[op]) /
				  (double)MIB, UNIT_MIBPS, si);

	if (totals->ios[op] == 0)
		return;
	fprintf(out, "   %s: %.*f IOPS", direction_names[op],
		view_decimals(iops), iops);
	if (totals->moved[op] > 0)
		fprintf(out, ", %.*f %s", view_decimals(speed), speed,
			view_unit(UNIT_MIBPS, si));
	putc('\n', out);
	put_distribution(out, result, op);
}

static void
put_speed(FILE *out, const char *name, const struct speed *speed, double per)
{
	int decimals = view_decimals(speed->mean / per);

	fprintf(out, "      %-5s %11.*f %11.*f %11.*f %11.*f\n", name,
		decimals, speed->min / per, decimals, speed->mean / per,
		decimals, speed->max / per, decimals, speed->stddev / per);
}

/* Print the rows; a series of bytes has no IOPS of a copy, which reads and
 * writes them, nor of several block sizes. */
static void
put_speeds(FILE *out, const struct speed *speed, const struct result *result,
	   bool si)
{
	const struct params *params = &result->params;
	bool has_bytes = result->total.bytes > 0;

	fprintf(out, "      %-5s %11s %11s %11s %11s\n", "", "min", "mean",
		"max", "stdev");
	if (params->action != ACTION_COPY && !params_has_sizes(params) &&
	    (params->block_bytes > 0 || !has_bytes))
		put_speed(out, "IOPS", speed, params->block_bytes > 0 ?
			  params->block_bytes : 1);
	if (has_bytes)
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
	put_speeds(out, &speed, result, si);
	put_stalls(out, &speed, &result->params);
}
