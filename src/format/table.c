/* Tables of results and scores: see table.h. */
#include <config.h>

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/units.h"
#include "table.h"

void
table_take(struct table *table, char *text)
{
	table->cell = xrealloc(table->cell,
			       (table->n + 1) * sizeof(*table->cell));
	table->cell[table->n++] = text;
}

void
table_add(struct table *table, const char *text)
{
	table_take(table, xstrdup(text));
}

void
table_print(struct table *table, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	table_take(table, xvprintf(format, args));
	va_end(args);
}

size_t
table_columns(const struct table *table)
{
	return strlen(table->align);
}

void
table_free(struct table *table)
{
	for (size_t i = 0; i < table->n; i++)
		free(table->cell[i]);
	free(table->cell);
}

void
table_begin(struct table *table, const char *align, const char *heads)
{
	size_t length;

	*table = (struct table){ .align = align };
	for (; *heads != '\0'; heads += length + (heads[length] == ',')) {
		length = strcspn(heads, ",");
		table_print(table, "%.*s", (int)length, heads);
	}
}

void
table_latency(struct table *table, const struct histogram *h, double percent)
{
	char time[UNITS_TEXT];

	table_add(table, view_percentile(time, h, percent));
}

void
table_mean(struct table *table, const struct histogram *h)
{
	char time[UNITS_TEXT];

	table_add(table, h != NULL ?
		  units_format_time(time, histogram_mean(h)) : "-");
}

static void
add_figures(struct table *table, const struct result *result, bool si)
{
	struct histogram *h = result_latency(result);

	table_take(table, view_figure(result, result->value, si));
	table_take(table, result->has_interval ? view_interval(result, si) :
		   xstrdup("-"));
	table_latency(table, h, 50);
	table_latency(table, h, 99);
	if (result->has_baseline)
		table_print(table, "%.*f", units_decimals(result->index, 1),
			    result->index);
	else
		table_add(table, "---");
	free(h);
}

void
table_of_results(struct table *table, const struct section *section, bool si)
{
	static const char *const none[] = { "n/a", "-", "-", "-", "---" };
	const struct result *result;
	size_t at = 0;

	table_begin(table, "lrrrrrl", "Test,Value,95 % interval,p50,p99,Index,"
		    "Flags");
	while ((result = view_result(section, &at)) != NULL) {
		table_add(table, result->title);
		if (result->has_value)
			add_figures(table, result, si);
		for (size_t i = 0; i < 5 && !result->has_value; i++)
			table_add(table, none[i]);
		table_take(table, view_flags(result->flags));
	}
}

void
table_of_scores(struct table *table, const struct section *section)
{
	const struct record *record = section->record;

	*table = (struct table){ .n = 0 };
	for (size_t i = 0; i < record->n_scores; i++) {
		const struct score *score = &record->score[i];
		int decimals = units_decimals(score->ci95.low, 1);

		if (!view_is_score_of(section, score))
			continue;
		if (table->n == 0)
			table_begin(table, "lrr", "Score,Value,95 % interval");
		table_print(table, "%s Index Score%s", score->name,
			    index_remark(score, true));
		if (score->rows > 0)
			table_print(table, "%.*f",
				    units_decimals(score->score, 1),
				    score->score);
		else
			table_add(table, "---");
		if (score->has_interval)
			table_print(table, "%.*f to %.*f", decimals,
				    score->ci95.low, decimals,
				    score->ci95.high);
		else
			table_add(table, "-");
	}
}
