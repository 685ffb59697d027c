/* The verbose part of the text report: the speed of a test over time. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/units.h"
#include "diskidx/wrap.h"
#include "format/speed.h"
#include "text.h"

static void
put_row(FILE *out, const char *name, const struct speed *speed, double per)
{
	fprintf(out, "      %-5s %11.1f %11.1f %11.1f %11.1f\n", name,
		speed->min / per, speed->mean / per, speed->max / per,
		speed->stddev / per);
}

/* Print the rows; IOPS not for a copy, which reads and writes its bytes. */
static void
put_rows(FILE *out, const struct speed *speed, const struct params *params,
	 bool si)
{
	fprintf(out, "      %-5s %11s %11s %11s %11s\n", "", "min", "mean",
		"max", "stdev");
	if (params->action != ACTION_COPY && params->block_bytes > 0)
		put_row(out, "IOPS", speed, params->block_bytes);
	put_row(out, view_unit(UNIT_MIBPS, si), speed,
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
	char length[UNITS_TEXT], *text;

	if (speed->empty == 0) {
		fputs("      no interval was empty\n", out);
		return;
	}
	text = xprintf("%zu %s empty; the longest stall took %s, %.2f s "
		       "after the start of round %u%s", speed->empty,
		       speed->empty == 1 ? "interval was" : "intervals were",
		       units_format_time(length, (double)speed->stall_ns),
		       clock_seconds(speed->stall_at_ns), speed->stall_round,
		       is_flushed(params) ?
		       " (a flush looks like one)" : "");
	wrap_print(out, "      ", 6, text);
	free(text);
}

void
text_speed(FILE *out, const struct result *result, bool si)
{
	struct speed speed;

	if (!speed_of(&speed, result))
		return;
	fprintf(out, "   Over time: %zu interval%s\n", speed.intervals,
		speed.intervals == 1 ? "" : "s");
	put_rows(out, &speed, &result->params, si);
	put_stalls(out, &speed, &result->params);
}
