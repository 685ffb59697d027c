/* The verbose part of the text report: what is behind each line. */
#include <config.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/clock.h"
#include "diskidx/message.h"
#include "diskidx/units.h"
#include "text.h"
#include "wrap.h"

static void
put_percentiles(FILE *out, const char *lead, const struct histogram *h)
{
	char time[UNITS_TEXT], *text = xstrdup(""), *more;
	size_t i;

	for (i = 0; i < VIEW_PERCENTILES; i++) {
		if (!histogram_supports(h, view_percentile[i]))
			continue;
		units_format_time(time, (double)
				  histogram_percentile(h, view_percentile[i]));
		more = xprintf("%s%sp%g %s", text, *text != '\0' ? ", " : "",
			       view_percentile[i], time);
		free(text);
		text = more;
	}
	if (*text != '\0')
		wrap_print(out, lead, 6, text);
	free(text);
}

static void
put_latency(FILE *out, const char *direction, const struct histogram *h)
{
	char min[UNITS_TEXT], mean[UNITS_TEXT], max[UNITS_TEXT];
	char stddev[UNITS_TEXT], *text;

	if (h == NULL || h->count == 0)
		return;
	text = xprintf("%s: %" PRIu64 " requests, min %s, mean %s, max %s, "
		       "stddev %s", direction, h->count,
		       units_format_time(min, (double)h->min),
		       units_format_time(mean, histogram_mean(h)),
		       units_format_time(max, (double)h->max),
		       units_format_time(stddev, histogram_stddev(h)));
	wrap_print(out, "   ", 6, text);
	put_percentiles(out, "      ", h);
	free(text);
}

static void
put_sample(FILE *out, const struct result *result, const struct sample *sample,
	   bool si)
{
	char size[UNITS_TEXT], *text;

	text = xprintf("round %u: %.1f %s, %.3f s, %s in %" PRIu64
		       " requests%s%s", sample->round,
		       view_value(sample_value(sample, result->unit),
				  result->unit, si),
		       view_unit(result->unit, si),
		       clock_seconds(sample->elapsed_ns),
		       units_format_size(size, sample->bytes),
		       sample->ios[OP_READ] + sample->ios[OP_WRITE],
		       sample->bounded ? ", ended at its size" : "",
		       sample->uneven ? ", copies ended unevenly" : "");
	wrap_print(out, "   ", 6, text);
	free(text);
}

static void
put_device(FILE *out, const struct device_counters *device)
{
	char reads[UNITS_TEXT], writes[UNITS_TEXT], busy[UNITS_TEXT], *text;

	text = xprintf("device: read %s in %" PRIu64 " requests (%" PRIu64
		       " merged), wrote %s in %" PRIu64 " (%" PRIu64
		       " merged), busy %s",
		       units_format_size(reads, device->read_bytes),
		       device->read_ios, device->read_merges,
		       units_format_size(writes, device->write_bytes),
		       device->write_ios, device->write_merges,
		       units_format_time(busy,
					 (double)device->busy_ms * NS_PER_MS));
	wrap_print(out, "   ", 6, text);
	free(text);
}

static void
put_summary(FILE *out, const struct result *result, bool si)
{
	const char *unit = view_unit(result->unit, si);
	char *text;

	if (result->has_interval) {
		text = xprintf("%.1f %s, 95 %% interval %.1f to %.1f",
			       view_value(result->value, result->unit, si),
			       unit,
			       view_value(result->ci95.low, result->unit, si),
			       view_value(result->ci95.high, result->unit,
					  si));
		wrap_print(out, "   ", 6, text);
		free(text);
	}
	text = xprintf("CPU %.1f %% user, %.1f %% system", result->user_pct,
		       result->system_pct);
	wrap_print(out, "   ", 6, text);
	free(text);
	if (result->depth_mean > 0)
		fprintf(out, "   mean depth in flight %.2f\n",
			result->depth_mean);
}

static void
put_result(FILE *out, const struct result *result, bool si)
{
	char *text = xprintf("%s (%s)", result->title, result->id);
	size_t i;

	wrap_print(out, "", 3, text);
	free(text);
	wrap_print(out, "   ", 6, result->fingerprint);
	if (strcmp(result->engine, "-") != 0)
		wrap_print(out, "   engine ", 6, result->engine);
	put_summary(out, result, si);
	put_latency(out, "reads", result->latency[OP_READ]);
	put_latency(out, "writes", result->latency[OP_WRITE]);
	if (result->has_device)
		put_device(out, &result->device);
	for (i = 0; i < result->n_samples; i++)
		put_sample(out, result, &result->sample[i], si);
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
			put_result(out, result, options->si);
	}
}
