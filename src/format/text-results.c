/* The result lines and the latency table of the text report. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/message.h"
#include "diskidx/units.h"
#include "diskidx/validity.h"
#include "text.h"
#include "wrap.h"

#define VALUE_COLUMNS 12
#define UNIT_COLUMNS 5
#define UNIXBENCH_COLUMNS 37	/* of its longest title */
#define LATENCY_TITLE_COLUMNS 28

/* What stands behind the unit, on the heap. */
static char *
tail_of(const struct result *result)
{
	char marks[VIEW_MARKS];

	view_marks(marks, result);
	return xprintf("(%.1f s, %zu samples)%s%s", view_seconds(result),
		       result->n_samples, *marks != '\0' ? " " : "", marks);
}

/*
 * The width of the titles: UnixBench's 40 columns, or less where a long tail
 * needs them, but enough for every title of UnixBench.
 */
static int
title_columns(const struct section *section)
{
	const struct result *result;
	size_t at = 0, longest = 0, need;
	char *tail;
	int width;

	while ((result = view_result(section, &at)) != NULL) {
		if (!result->has_value)
			continue;
		tail = tail_of(result);
		if (strlen(tail) > longest)
			longest = strlen(tail);
		free(tail);
	}
	need = 1 + VALUE_COLUMNS + 1 + UNIT_COLUMNS + 1 + longest;
	width = WRAP_COLUMNS - (int)need;
	if (width > TEXT_TITLE_COLUMNS)
		return TEXT_TITLE_COLUMNS;
	return width < UNIXBENCH_COLUMNS ? UNIXBENCH_COLUMNS : width;
}

/* The notes have every reason; here stands one that is short enough. */
static void
put_missing(FILE *out, const struct result *result, int width,
	    const char *title, const char *unit)
{
	size_t used = (size_t)width + 1 + VALUE_COLUMNS + 1 + UNIT_COLUMNS + 1;
	const char *reason = view_missing(result);

	if (strlen(reason) + strlen("()") > WRAP_COLUMNS - used)
		reason = "see the notes";
	fprintf(out, "%-*s %*s %-*s (%s)\n", width, title, VALUE_COLUMNS,
		"n/a", UNIT_COLUMNS, unit, reason);
}

static void
put_result(FILE *out, const struct result *result, int width, bool si)
{
	const char *unit = view_unit(result->unit, si);
	char *title = wrap_fit(result->title, (size_t)width), *tail;

	if (!result->has_value) {
		put_missing(out, result, width, title, unit);
	} else {
		tail = tail_of(result);
		fprintf(out, "%-*s %*.1f %-*s %s\n", width, title,
			VALUE_COLUMNS,
			view_value(result->value, result->unit, si),
			UNIT_COLUMNS, unit, tail);
		free(tail);
	}
	free(title);
}

void
text_results(FILE *out, const struct section *section,
	     const struct format_options *options)
{
	const struct result *result;
	size_t at = 0;
	int width = title_columns(section);

	while ((result = view_result(section, &at)) != NULL)
		put_result(out, result, width, options->si);
	putc('\n', out);
}

static void
put_time(FILE *out, bool known, double ns)
{
	char text[UNITS_TEXT];

	fprintf(out, " %7s", known ? units_format_time(text, ns) : "-");
}

static void
put_times(FILE *out, const struct result *result)
{
	static const double percent[] = { 50, 99, 99.9 };
	struct histogram *h = result_latency(result);
	bool known = h != NULL && h->count > 0;
	size_t i;

	put_time(out, known, known ? histogram_mean(h) : 0);
	for (i = 0; i < sizeof(percent) / sizeof(percent[0]); i++) {
		if (known && histogram_supports(h, percent[i]))
			put_time(out, true, (double)
				 histogram_percentile(h, percent[i]));
		else
			put_time(out, false, 0);
	}
	put_time(out, known, known ? (double)h->max : 0);
	free(h);
}

/* The title, or the id where that is too wide: a cut one might be another's. */
static void
put_latency(FILE *out, const struct result *result)
{
	bool fits = strlen(result->title) <= LATENCY_TITLE_COLUMNS;
	char *name = wrap_fit(fits ? result->title : result->id,
			      LATENCY_TITLE_COLUMNS);

	fprintf(out, "%-*s", LATENCY_TITLE_COLUMNS, name);
	put_times(out, result);
	if (result->n_samples > 1)
		fprintf(out, " %5.1f%%", fmin(100 * result->cv, 999.9));
	else
		fprintf(out, " %6s", "-");
	fprintf(out, " %4.0f\n",
		fmin(result->user_pct + result->system_pct, 9999));
	free(name);
}

static void
put_explanation(FILE *out, bool buffered, bool synced, bool open)
{
	if (buffered)
		wrap_print(out, "", 0, "Latency is from just before a request "
			   "is submitted to just after it is done. A buffered "
			   "write is done when the page cache has it; its "
			   "flush counts in the rate only.");
	else
		wrap_print(out, "", 0, "Latency is from just before a request "
			   "is submitted to just after it is done.");
	if (synced)
		wrap_print(out, "", 0, "The latency of a synced append "
			   "includes the sync.");
	if (open)
		wrap_print(out, "", 0, "At a given rate, latency is from when "
			   "a request was due, so that it includes what the "
			   "request had to wait.");
}

void
text_latency(FILE *out, const struct section *section)
{
	const struct result *result;
	bool any = false, buffered = false, synced = false, open = false;
	size_t at = 0;

	while ((result = view_result(section, &at)) != NULL) {
		if (!result->has_value)
			continue;
		if (!any)
			fprintf(out, "%-*s %7s %7s %7s %7s %7s %6s %4s\n",
				LATENCY_TITLE_COLUMNS, "Latency", "mean",
				"p50", "p99", "p99.9", "max", "spread", "CPU%");
		any = true;
		put_latency(out, result);
		open |= result->params.rate_iops > 0;
		if (result->params.sync != SYNC_NONE)
			synced = true;
		else if (result->params.cache == CACHE_BUFFERED &&
			 params_writes(&result->params))
			buffered = true;
	}
	if (!any)
		return;
	put_explanation(out, buffered, synced, open);
	putc('\n', out);
}
