/* The verbose part of the text report: all figures of each test. */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/operation.h"
#include "diskidx/traits.h"
#include "diskidx/units.h"
#include "diskidx/wrap.h"
#include "text.h"

#define INDENT 6		/* of continuation lines */

static void
put_words(FILE *out, char *words)
{
	text_words(out, "   ", INDENT, words);
}

char *
text_rate(const struct result *result, double value, bool si)
{
	char *text = view_figure(result, value, si);

	return !traits_of_workload(result->workload)->takes_whole_file ? text :
	       xjoin(xjoin(text, " (", view_figure(result, value, !si)), "",
		     xstrdup(")"));
}

/* Print the value with its interval, and what makes its index. */
static void
put_value(FILE *out, const struct result *result, bool si)
{
	double baseline = view_value(result->baseline, result->unit, si);
	char *text = view_figure(result, result->value, si);

	if (result->has_interval)
		text = xjoin(text, ", 95 % interval ",
			     view_interval(result, si));
	if (result->has_baseline)
		text = xjoin(text, "; ", xprintf(
			"index %.*f by the baseline %.*f",
			units_decimals(result->index, 1), result->index,
			units_decimals(baseline, 2), baseline));
	put_words(out, text);
}

static void
put_cpu(FILE *out, const struct result *result)
{
	const struct totals *t = &result->total;
	double ns = (double)t->user_ns + (double)t->system_ns;
	uint64_t ios = totals_ios(t);

	put_words(out, xprintf("CPU: %.1f %% user, %.1f %% system, %.0f ns "
			       "per I/O; %" PRIu64 " context switches, "
			       "%" PRIu64 " major and %" PRIu64
			       " minor page faults", result->user_pct,
			       result->system_pct,
			       ios > 0 ? ns / (double)ios : 0, t->switches,
			       t->faults, t->minor_faults));
}

/* Return the depth by Little's law: time of all requests over elapsed time. */
static double
little(const struct result *result)
{
	uint64_t elapsed_ns = result->total.elapsed_ns;
	double sum_ns = 0;

	for (unsigned op = 0; op < OP_COUNT; op++) {
		if (result->latency[LAT][op] != NULL)
			sum_ns += (double)result->latency[LAT][op]->sum;
	}
	return elapsed_ns > 0 ? sum_ns / (double)elapsed_ns : 0;
}

static void
put_depths_seen(FILE *out, const struct totals *totals)
{
	static const char *const names[SAMPLE_DEPTHS] = {
		"1", "2-3", "4-7", "8-15", "16-31", "32-63", ">=64"
	};
	unsigned i;

	if (totals_depths(totals) == 0)
		return;
	fputs("      at submit ", out);
	for (i = 0; i < SAMPLE_DEPTHS; i++)
		fprintf(out, " %6s", names[i]);
	fputs("\n      share     ", out);
	for (i = 0; i < SAMPLE_DEPTHS; i++)
		fprintf(out, " %6.1f", totals_depth_pct(totals, i));
	fputs(" %\n", out);
}

static void
put_calls(FILE *out, const struct totals *totals)
{
	double ios = (double)totals_ios(totals);

	if (totals->submits == 0 || totals->reaps == 0)
		return;
	put_words(out, xprintf("Calls: %.2f I/Os per submit, %.2f per reap",
			       ios / (double)totals->submits,
			       ios / (double)totals->reaps));
}

/* Print the depth; an open loop's latency includes the wait for submission. */
static void
put_depth(FILE *out, const struct result *result)
{
	double law = little(result);
	const char *what = result->total.offered_ios > 0 ?
			   "with those that were due," : "IOPS x mean lat is";

	if (result->depth_mean > 0 && law > 0)
		fprintf(out, "   Depth: mean %.2f in flight; %s %.2f\n",
			result->depth_mean, what, law);
	else if (result->depth_mean > 0)
		fprintf(out, "   Depth: mean %.2f in flight\n",
			result->depth_mean);
	put_depths_seen(out, &result->total);
	put_calls(out, &result->total);
}

/* Print the requests; one that is short or fails leaves no figures at all. */
static void
put_issued(FILE *out, const struct totals *totals)
{
	char flush[80] = "";

	if (totals->flush_ns > 0)
		snprintf(flush, sizeof(flush), "; the flush after the last "
			 "took %.1f %% of the time", 100 *
			 (double)totals->flush_ns /
			 (double)totals->elapsed_ns);
	put_words(out, xprintf("Issued: %" PRIu64 " reads, %" PRIu64
			       " writes; short 0, failed 0%s",
			       totals->ios[OP_READ], totals->ios[OP_WRITE],
			       flush));
}

static void
put_rate(FILE *out, const struct result *result)
{
	const struct totals *totals = &result->total;
	double offered = result_offered_iops(result);
	double achieved = result_achieved_iops(result);

	if (totals->offered_ios == 0)
		return;
	put_words(out, xprintf("Open loop: %u/s asked for (%s), %.1f/s "
			       "offered, %.1f/s achieved, %.1f %% of it",
			       (unsigned)result->params.rate_iops,
			       arrival_name(result->params.arrival), offered,
			       achieved, offered > 0 ?
			       100 * achieved / offered : 0));
}

static void
put_device_row(FILE *out, const char *name, uint64_t ios, uint64_t merges,
	       uint64_t bytes, uint64_t ms)
{
	fprintf(out, "      %-6s %12" PRIu64 " %12" PRIu64 " %12.1f ", name,
		ios, merges, (double)bytes / (double)MIB);
	if (view_has_time(ms, ios))
		fprintf(out, "%12" PRIu64 "\n", ms);
	else
		fprintf(out, "%12s\n", "-");
}

/* Return for how long the device was busy, and its queue, on the heap. */
static char *
device_times(const struct device_counters *d, uint64_t elapsed_ns)
{
	uint64_t requests = d->read_ios + d->write_ios;
	char *text;

	if (!view_has_time(d->busy_ms, requests))
		return xstrdup("busy for under a ms, or time n/a");
	text = xprintf("utilisation %.1f %%, busy %" PRIu64 " ms",
		       view_utilisation(d, elapsed_ns), d->busy_ms);
	return !view_has_time(d->queue_ms, requests) ? text :
	       xjoin(text, ", ", xprintf("in-queue %" PRIu64 " ms",
					 d->queue_ms));
}

static void
put_device(FILE *out, const struct section *section,
	   const struct result *result)
{
	const struct device_counters *d = &result->device;
	const char *name = view_target_fact(section->record, section->target,
					    FACT_DEVICE);

	if (!result->has_device) {
		fputs("   Device: n/a\n", out);
		return;
	}
	put_words(out, xjoin(xprintf("Device%s%s", name != NULL ? " " : "",
				     name != NULL ? name : ""), ": ",
			     device_times(d, result->total.elapsed_ns)));
	fprintf(out, "      %-6s %12s %12s %12s %12s\n", "", "ios", "merges",
		"MiB", "ticks (ms)");
	put_device_row(out, "reads", d->read_ios, d->read_merges,
		       d->read_bytes, d->read_ms);
	put_device_row(out, "writes", d->write_ios, d->write_merges,
		       d->write_bytes, d->write_ms);
	if (d->discard_ios > 0)
		put_words(out, xprintf("   %" PRIu64 " discards of %.1f MiB",
				       d->discard_ios,
				       (double)d->discard_bytes /
				       (double)MIB));
}

/* Return true if a pass ended before its file; a note says why. */
static bool
is_capped(const struct result *result, const struct sample *sample)
{
	return traits_of_workload(result->workload)->takes_whole_file &&
		sample->total.bytes < result->params.file_bytes *
		result->copies;
}

/* One whose speed fell counts with its low level. Less than a hundredth is no
 * fall, but rounding. */
void
text_sample(FILE *out, const struct result *result, size_t i, bool si)
{
	const struct sample *sample = &result->sample[i];
	double whole = sample_value(sample, result->unit);
	double value = result->sample_value[i];
	char *rate = text_rate(result, value, si);
	char size[UNITS_TEXT], over_all[64] = "";

	if (value < 0.99 * whole)
		snprintf(over_all, sizeof(over_all), " (%.1f over all)",
			 view_value(whole, result->unit, si));
	put_words(out, xprintf("round %u: %s%s, %.3f s, %s in %" PRIu64
			       " requests%s%s%s", sample->round, rate, over_all,
			       clock_seconds(sample->total.elapsed_ns),
			       units_format_size(size, sample->total.bytes),
			       totals_ios(&sample->total),
			       sample->bounded ? ", ended at its size" : "",
			       sample->uneven ? ", copies ended unevenly" : "",
			       is_capped(result, sample) ? ", capped" : ""));
	free(rate);
}

static void
put_head(FILE *out, const struct result *result, bool si)
{
	text_words(out, "", 3, xprintf("%s (%s)", result->title, result->id));
	wrap_print(out, "   ", INDENT, result->fingerprint);
	if (!traits_of_engine(result->engine)->is_none)
		wrap_print(out, "   engine ", INDENT, result->engine);
	put_value(out, result, si);
}

static void
put_result(FILE *out, const struct section *section,
	   const struct result *result, bool si)
{
	put_head(out, result, si);
	put_rate(out, result);
	for (unsigned op = 0; op < OP_COUNT; op++)
		text_direction(out, result, (enum operation)op, si);
	text_speed(out, result, si);
	put_cpu(out, result);
	put_depth(out, result);
	put_issued(out, &result->total);
	put_device(out, section, result);
	/* The passes are listed by their layout. */
	for (size_t i = 0; i < result->n_samples &&
	     view_layout(section) != LAYOUT_PASSES; i++)
		text_sample(out, result, i, si);
	putc('\n', out);
}

void
text_details(FILE *out, const struct section *section,
	     const struct format_options *options)
{
	const struct result *result;
	size_t at = 0;

	while ((result = view_result(section, &at)) != NULL) {
		if (result->has_value)
			put_result(out, section, result, options->si);
	}
}
