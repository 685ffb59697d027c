/* Tables of comparisons and of repeated runs: see table.h. */
#include <config.h>

#include <stdlib.h>

#include "diskidx/alloc.h"
#include "diskidx/repeats.h"
#include "diskidx/compared.h"
#include "table.h"

static void
add_compared(struct table *table, const struct comparison *c,
	     const struct compared *row, bool si)
{
	char text[COMPARED_TEXT], *name = compared_name(c, row);

	if (row->rows > 0)
		table_print(table, "%s (%zu tests)", name, row->rows);
	else
		table_add(table, name);
	free(name);
	table_add(table, compared_value(text, row, OLD, si));
	table_add(table, compared_value(text, row, NEW, si));
	table_add(table, compared_unit(row, si));
	table_add(table, compared_ratio(text, row));
	table_add(table, compared_interval(text, row));
	table_add(table, compared_verdict(text, row));
}

void
table_of_comparison(struct table *table, const struct comparison *c, bool si)
{
	const struct compared *row;

	table_begin(table, "lrrlrrl", "Test,Old,New,Unit,Ratio,Interval");
	table_add(table, c->scope == SCOPE_TWO_RUNS ? "In these two runs" :
		  "Verdict");
	for (size_t i = 0; (row = comparison_row(c, i)) != NULL; i++)
		if (compared_is_told(row))
			add_compared(table, c, row, si);
}

static void
add_repeated(struct table *table, const struct record *record,
	     const struct repeated *row, size_t n_runs, bool si)
{
	const struct result *result = row->result;
	double one = result != NULL ? view_value(1, result->unit, si) : 1;
	int decimals = view_decimals(one * row->value);
	char *name = result != NULL ? view_name(record, result) :
		     xprintf("%s Index Score", row->score->name);

	if (row->n < n_runs)
		name = xjoin(name, " ", xprintf("(%zu runs)", row->n));
	table_take(table, name);
	table_print(table, "%.*f", decimals, one * row->value);
	table_add(table, result != NULL ? view_unit(result->unit, si) :
		  "index");
	table_print(table, "%.*f to %.*f", decimals, one * row->ci95.low,
		    decimals, one * row->ci95.high);
	table_print(table, "%.1f %%", row->spread_pct);
	if (row->needed > 0)
		table_print(table, "%zu", row->needed);
	else
		table_add(table, "over 1000");
}

char *
table_of_repeats(struct table *table, const struct record *records, size_t n,
		 bool si)
{
	struct repeats repeats;
	char from[CLOCK_DATE], to[CLOCK_DATE], *title = NULL;

	*table = (struct table){ .n = 0 };
	repeats_make(&repeats, records, n);
	if (repeats.n > 0) {
		comparison_minute(from, repeats.first);
		comparison_minute(to, repeats.last);
		title = xprintf("All %zu runs: %s to %s", repeats.n_runs, from,
				to);
		table_begin(table, "lrlrrr", "Test,Value,Unit,95 % interval,"
			    "Spread");
		table_print(table, "Runs for %d %%", REPEATS_GOAL_PCT);
	}
	for (size_t i = 0; i < repeats.n; i++)
		add_repeated(table, records, &repeats.row[i], repeats.n_runs,
			     si);
	repeats_free(&repeats);
	return title;
}
