/* The percentiles of latencies in tables, and rates beside them. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/units.h"
#include "diskidx/wrap.h"
#include "text.h"

#define TITLE_COLUMNS 28
#define RATE_COLUMNS 10
#define UNIT_COLUMNS 5

/* The percentiles in tables of latencies; the maximum follows them. */
static const double columns[] = { 50, 99, 99.9 };

#define N_COLUMNS (sizeof(columns) / sizeof(columns[0]))

void
text_times_head(FILE *out)
{
	char name[UNITS_TEXT];
	size_t i;

	for (i = 0; i < N_COLUMNS; i++) {
		snprintf(name, sizeof(name), "p%g", columns[i]);
		fprintf(out, " %*s", TEXT_TIME_COLUMNS, name);
	}
	fprintf(out, " %*s", TEXT_TIME_COLUMNS, "max");
}

void
text_times(FILE *out, const struct histogram *h)
{
	char text[UNITS_TEXT];
	size_t i;

	for (i = 0; i < N_COLUMNS; i++)
		fprintf(out, " %*s", TEXT_TIME_COLUMNS,
			view_percentile(text, h, columns[i]));
	fprintf(out, " %*s", TEXT_TIME_COLUMNS, h != NULL ?
		units_format_time(text, (double)h->max) : "-");
}

char *
text_name(const struct result *result, size_t width)
{
	bool fits = strlen(result->title) <= width;

	return wrap_fit(fits ? result->title : result->id, width);
}

static void
put_row(FILE *out, const struct result *result, bool si)
{
	struct histogram *h = result->has_value ? result_latency(result) :
			      NULL;
	char *name = text_name(result, TITLE_COLUMNS);
	double value = view_value(result->value, result->unit, si);

	fprintf(out, "%-*s", TITLE_COLUMNS, name);
	free(name);
	if (result->has_value)
		fprintf(out, " %*.*f", RATE_COLUMNS, view_decimals(value),
			value);
	else
		fprintf(out, " %*s", RATE_COLUMNS, "n/a");
	fprintf(out, " %-*s", UNIT_COLUMNS, view_unit(result->unit, si));
	text_times(out, h);
	putc('\n', out);
	free(h);
}

void
text_percentiles(FILE *out, const struct section *group, bool si)
{
	const struct result *result;
	size_t at = 0;

	fprintf(out, "%-*s %*s %-*s", TITLE_COLUMNS, "Rate and latency",
		RATE_COLUMNS, "rate", UNIT_COLUMNS, "");
	text_times_head(out);
	putc('\n', out);
	while ((result = view_result(group, &at)) != NULL)
		put_row(out, result, si);
}
