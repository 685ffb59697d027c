/* Rates beside the percentiles of what a request took. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/units.h"
#include "diskidx/wrap.h"
#include "text.h"

#define TITLE_COLUMNS 28
#define RATE_COLUMNS 10
#define UNIT_COLUMNS 5
#define TIME_COLUMNS 7

static void
put_time(FILE *out, bool known, uint64_t ns)
{
	char text[UNITS_TEXT];

	fprintf(out, " %*s", TIME_COLUMNS, known ?
		units_format_time(text, (double)ns) : "-");
}

static void
put_times(FILE *out, const struct result *result)
{
	static const double percent[] = { 50, 99, 99.9 };
	struct histogram *h = result->has_value ? result_latency(result) :
			      NULL;
	size_t i;

	for (i = 0; i < sizeof(percent) / sizeof(percent[0]); i++)
		put_time(out, h != NULL && histogram_supports(h, percent[i]),
			 h != NULL ? histogram_percentile(h, percent[i]) : 0);
	put_time(out, h != NULL && h->count > 0, h != NULL ? h->max : 0);
	free(h);
}

/* The title, or the id where that is too wide: a cut one might be another's. */
static void
put_row(FILE *out, const struct result *result, bool si)
{
	bool fits = strlen(result->title) <= TITLE_COLUMNS;
	char *name = wrap_fit(fits ? result->title : result->id,
			      TITLE_COLUMNS);
	double value;

	fprintf(out, "%-*s", TITLE_COLUMNS, name);
	free(name);
	value = view_value(result->value, result->unit, si);
	if (result->has_value)
		fprintf(out, " %*.*f", RATE_COLUMNS, view_decimals(value),
			value);
	else
		fprintf(out, " %*s", RATE_COLUMNS, "n/a");
	fprintf(out, " %-*s", UNIT_COLUMNS, view_unit(result->unit, si));
	put_times(out, result);
	putc('\n', out);
}

void
text_percentiles(FILE *out, const struct section *group, bool si)
{
	const struct result *result;
	size_t at = 0;

	fprintf(out, "%-*s %*s %-*s %*s %*s %*s %*s\n", TITLE_COLUMNS,
		"Rate and latency", RATE_COLUMNS, "rate", UNIT_COLUMNS, "",
		TIME_COLUMNS, "p50", TIME_COLUMNS, "p99", TIME_COLUMNS,
		"p99.9", TIME_COLUMNS, "max");
	while ((result = view_result(group, &at)) != NULL)
		put_row(out, result, si);
}
