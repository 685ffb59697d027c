/* The result lines and the latency table of the text report. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/units.h"
#include "diskidx/wrap.h"
#include "text.h"

#define VALUE_COLUMNS 12
#define UNIT_COLUMNS 5
#define UNIXBENCH_COLUMNS 37	/* of UnixBench's longest title */
#define LATENCY_TITLE_COLUMNS 28
#define WAIT "so it includes any wait before the submission"

/* Return the text after the unit, on the heap. */
static char *
tail_of(const struct result *result)
{
	char marks[VIEW_MARKS];

	return xprintf("(%.1f s, %zu samples)%s", view_seconds(result),
		       result->n_samples, view_marks(marks, result));
}

struct widths {
	int title, value;
};

/* Find the longest tail and the longest value of the section's rows. */
static void
find_longest(const struct section *section, bool si, int *tail, int *value)
{
	const struct result *result;
	size_t at = 0;
	double shown;
	char *text;

	*tail = *value = 0;
	while ((result = view_result(section, &at)) != NULL) {
		if (!result->has_value)
			continue;
		text = tail_of(result);
		*tail = (int)fmax(*tail, (double)strlen(text));
		free(text);
		shown = view_value(result->value, result->unit, si);
		*value = (int)fmax(*value, snprintf(NULL, 0, "%.*f",
						    view_decimals(shown),
						    shown));
	}
}

/*
 * Return UnixBench's widths, or less if a long tail needs room: titles shrink
 * first, as far as UnixBench's own titles allow, then values.
 */
static struct widths
widths_of(const struct section *section, bool si)
{
	struct widths widths = { TEXT_TITLE_COLUMNS, VALUE_COLUMNS };
	int tail, value, over;

	find_longest(section, si, &tail, &value);
	over = TEXT_TITLE_COLUMNS + 1 + VALUE_COLUMNS + 1 + UNIT_COLUMNS + 1 +
		tail - WRAP_COLUMNS;
	while (over > 0 && widths.title > UNIXBENCH_COLUMNS) {
		widths.title--;
		over--;
	}
	while (over > 0 && widths.value > value) {
		widths.value--;
		over--;
	}
	return widths;
}

/* Print the reason if it is short enough; the notes have every reason. */
static void
put_na_reason(FILE *out, const struct result *result, struct widths widths,
	      const char *title, const char *unit)
{
	size_t used = (size_t)(widths.title + 1 + widths.value + 1 +
			       UNIT_COLUMNS + 1);
	const char *reason = view_na_reason(result);

	if (strlen(reason) + strlen("()") > WRAP_COLUMNS - used)
		reason = "see the notes";
	fprintf(out, "%-*s %*s %-*s (%s)\n", widths.title, title,
		widths.value, "n/a", UNIT_COLUMNS, unit, reason);
}

static void
put_result(FILE *out, const struct result *result, struct widths widths,
	   bool si)
{
	const char *unit = view_unit(result->unit, si);
	double value = view_value(result->value, result->unit, si);
	char *title = text_name(result, (size_t)widths.title), *tail;

	if (!result->has_value) {
		put_na_reason(out, result, widths, title, unit);
	} else {
		tail = tail_of(result);
		fprintf(out, "%-*s %*.*f %-*s %s\n", widths.title, title,
			widths.value, view_decimals(value), value,
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
	struct widths widths = widths_of(section, options->si);

	while ((result = view_result(section, &at)) != NULL)
		put_result(out, result, widths, options->si);
	putc('\n', out);
}

static void
put_latency(FILE *out, const struct result *result)
{
	struct histogram *h = result_latency(result);
	char *name = text_name(result, LATENCY_TITLE_COLUMNS);
	char mean[UNITS_TEXT];

	fprintf(out, "%-*s %*s", LATENCY_TITLE_COLUMNS, name,
		TEXT_TIME_COLUMNS, h != NULL ?
		units_format_time(mean, histogram_mean(h)) : "-");
	text_times(out, h);
	if (result->n_samples > 1)
		fprintf(out, " %5.1f%%", fmin(100 * result->cv, 999.9));
	else
		fprintf(out, " %6s", "-");
	fprintf(out, " %4.0f\n",
		fmin(result->user_pct + result->system_pct, 9999));
	free(name);
	free(h);
}

static void
put_latency_head(FILE *out)
{
	fprintf(out, "%-*s %*s", LATENCY_TITLE_COLUMNS, "Latency",
		TEXT_TIME_COLUMNS, "mean");
	text_times_head(out);
	fprintf(out, " %6s %4s\n", "spread", "CPU%");
}

/* The kinds of rows that need an explanation. */
struct kinds {
	bool closed, open, flushed, synced, small;
};

static void
note_kind(struct kinds *kinds, const struct result *result)
{
	const struct params *params = &result->params;

	if (params->rate_iops > 0)
		kinds->open = true;
	else
		kinds->closed = true;
	if (params_is_metadata(params))
		kinds->small = true;
	else if (params->sync == SYNC_FDATASYNC || params->sync == SYNC_DSYNC)
		kinds->synced = true;
	else if (params->sync == SYNC_NONE && params_writes(params) &&
		 !params_is_cache_test(params))
		kinds->flushed = true;
}

static void
put_kinds(FILE *out, const struct kinds *kinds)
{
	char *text = xprintf("Latency is from %s.%s", kinds->closed ?
			     "just before a request is submitted to just "
			     "after it is done" :
			     "when a request was due to just after it was "
			     "done, " WAIT, kinds->flushed ?
			     " A write is done when the page cache, or with "
			     "direct I/O the disk, has it; the flush at the "
			     "end counts in the rate only." : "");

	wrap_print(out, "", 0, text);
	free(text);
	if (kinds->synced)
		wrap_print(out, "", 0, "The latency of a synced write "
			   "includes the sync.");
	if (kinds->small)
		wrap_print(out, "", 0, "A request on small files is all work "
			   "on one of them, including its fsync if there is "
			   "one. Without fsync the work is done in memory and "
			   "reaches the disk later.");
	if (kinds->open && kinds->closed)
		wrap_print(out, "", 0, "At a given rate, latency is from when "
			   "a request was due, " WAIT ".");
}

void
text_explanation(FILE *out, const struct section *section)
{
	const struct result *result;
	struct kinds kinds = { false, false, false, false, false };
	size_t at = 0;

	while ((result = view_result(section, &at)) != NULL)
		if (result->has_value)
			note_kind(&kinds, result);
	if (!kinds.closed && !kinds.open)
		return;
	put_kinds(out, &kinds);
	putc('\n', out);
}

void
text_latency(FILE *out, const struct section *section)
{
	const struct result *result;
	bool any = false;
	size_t at = 0;

	while ((result = view_result(section, &at)) != NULL) {
		if (!result->has_value)
			continue;
		if (!any)
			put_latency_head(out);
		any = true;
		put_latency(out, result);
	}
	text_explanation(out, section);
}
