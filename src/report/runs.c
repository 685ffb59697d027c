/* Several runs: a line each, and what they say together. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/category.h"
#include "diskidx/compared.h"
#include "diskidx/repeats.h"
#include "parts.h"
#include "diskidx/trust.h"

#define PLOT_COLUMNS 16

/* The first columns, which stand only if they tell runs apart, or every column
 * is wanted. */
#define PLACES 4

/* The range of the intervals of all scores; 0: there is no score. */
struct range {
	double low, high;
};

/* Return the name of the row's suite or job file, on the heap; of the suite
 * `disk` its version if that is not today's. */
static char *
suite_name(const struct record *run, const struct result *row)
{
	const struct suite *suite = suite_of(row->test.id), *disk = suite_at(0);

	if (suite == NULL && category_is(CATEGORY_JOB, row->test.category))
		return xprintf("%.*s", (int)strcspn(row->test.id, ":"),
			       row->test.id);
	if (suite == NULL && strcmp(record_suite(run), disk->version) != 0)
		return xstrdup(record_suite(run));
	return xstrdup(suite != NULL ? suite->name : disk->name);
}

/* Return "disk, dd", on the heap. */
static char *
suites_of(const struct record *run)
{
	char *names = xstrdup("");

	for (size_t i = 0; i < run->n_results; i++) {
		char *name = suite_name(run, &run->result[i]);

		if (facts_find_word(names, name) == NULL)
			names = xjoin(names, ",", name);
		else
			free(name);
	}
	return names;
}

/* Return a section's score over the disk's tests, or NULL. */
static const struct score *
score_of(const struct section *section)
{
	const struct score *score = view_score(section, INDEX_DISK);

	return score != NULL && score->rows > 0 ? score : NULL;
}

/* Return the column of a value in the plot. */
static int
column_of(const struct range *range, double value)
{
	return (int)((value - range->low) / (range->high - range->low) *
		     (PLOT_COLUMNS - 1) + 0.5);
}

/* Add the interval as "---o---", at its place in the range. */
static void
add_plot(struct table *table, const struct range *range,
	 const struct score *score)
{
	char text[PLOT_COLUMNS + 1] = "";

	memset(text, ' ', PLOT_COLUMNS);
	if (score != NULL && score->has_interval)
		for (int i = column_of(range, score->ci95.low);
		     i <= column_of(range, score->ci95.high); i++)
			text[i] = '-';
	if (score != NULL)
		text[column_of(range, score->score)] = 'o';
	table_add(table, text);
}

/* Return a range on the heap, in the digits of the headline. */
static char *
range_text(double from, double to)
{
	return xjoin(headline_figure(from), " to ", headline_figure(to));
}

static void
add_places(struct table *table, const struct section *section)
{
	const struct record *run = section->record;
	const char *host = facts_get(&run->host, FACT_HOSTNAME);
	const char *note = facts_get(&run->plan, FACT_NOTE);
	const char *path = run->path != NULL ? run->path : "-";
	const char *directory = view_target_fact(run, section->target,
						 FACT_DIRECTORY);

	directory = directory != NULL ? directory : "-";
	if (note != NULL)
		table_print(table, "%s (%s)", path, note);
	else
		table_add(table, path);
	table_take(table, suites_of(run));
	table_add(table, host != NULL ? host : "-");
	if (view_has_other_copies(run))
		table_print(table, "%s, x%u", directory, section->copies);
	else
		table_add(table, directory);
}

/* Add the line of a section, with a plot if there is a range. */
static void
add_run_row(struct table *table, const struct section *section,
	    const struct range *range)
{
	const struct score *score = score_of(section);
	char minute[CLOCK_DATE];
	struct trust trust = { .why = NULL };
	bool judged = trust_of(&trust, section->record, section->target,
			       section->copies);

	add_places(table, section);
	table_add(table, comparison_minute(minute, section->record));
	table_take(table, score != NULL ? headline_figure(score->score) :
		   xstrdup("-"));
	if (score != NULL && score->has_interval)
		table_take(table, range_text(score->ci95.low,
					     score->ci95.high));
	else
		table_add(table, "-");
	if (range->high > range->low)
		add_plot(table, range, score);
	table_add(table, judged ? trust_name(trust.level) : "-");
	free(trust.why);
}

void
part_runs(struct document *document, const struct record *records, size_t n,
	  bool every)
{
	struct range range = { INFINITY, 0 };
	struct section section;
	struct table table;
	size_t at, i;

	for (i = 0; i < n && !every; i++)
		for (at = 0; view_section(&section, &records[i], false, &at);) {
			const struct score *score = score_of(&section);
			bool has = score != NULL && score->has_interval;

			if (score == NULL)
				continue;
			range.low = fmin(range.low, has ? score->ci95.low :
					 score->score);
			range.high = fmax(range.high, has ? score->ci95.high :
					  score->score);
		}
	table_begin(&table, "llllrrr",
		    "Record,Suite,Host,Directory,Date,Score,95 % interval");
	table.name = "Runs";
	if (range.high > range.low) {
		char *name = range_text(range.low, range.high);

		table_column(&table, name, 'r', EVERYWHERE, 0);
		free(name);
	}
	table_column(&table, "Trust", 'l', EVERYWHERE, 0);
	for (i = 0; i < n; i++)
		for (at = 0; view_section(&section, &records[i], false, &at);)
			add_run_row(&table, &section, &range);
	for (i = PLACES; i-- > 0 && !every;) {
		bool varies = false;

		for (at = table.n_columns + i; at < table.n;
		     at += table.n_columns)
			varies |= strcmp(table.cell[at].text, table.cell[
				at - table.n_columns].text) != 0;
		if (!varies)
			table_drop(&table, i);
	}
	document_table(document, EVERYWHERE, NULL, &table, NULL);
}

static void
add_repeated(struct table *table, const struct record *record,
	     const struct repeated *row, size_t n_runs, bool si)
{
	const struct result *result = row->result;
	double one = result != NULL ? view_value(1, result->test.unit, si) : 1;
	int decimals = view_decimals(one * row->value);
	char *name = result != NULL ? view_name(record, result) :
		     xprintf("%s Index Score", row->score->name);

	if (row->n < n_runs)
		name = xjoin(name, " ", xprintf("(%zu runs)", row->n));
	table_take(table, name);
	table_print(table, "%.*f", decimals, one * row->value);
	table_add(table, result != NULL ? view_unit(result->test.unit, si) :
		  "index");
	table_print(table, "%.*f to %.*f", decimals, one * row->ci95.low,
		    decimals, one * row->ci95.high);
	table_print(table, "%.1f %%", row->spread_pct);
	if (row->needed > 0)
		table_print(table, "%zu", row->needed);
	else
		table_add(table, "over 1000");
}

void
part_repeats(struct document *document, const struct record *records, size_t n,
	     bool si)
{
	struct repeats repeats;
	char from[CLOCK_DATE], to[CLOCK_DATE], runs[32];
	struct table table;

	repeats_make(&repeats, records, n);
	if (repeats.n == 0)
		return;
	comparison_minute(from, repeats.first);
	comparison_minute(to, repeats.last);
	table_begin(&table, "lrlrr", "Test,Value,Unit,95 % interval,Spread");
	snprintf(runs, sizeof(runs), "Runs for %d %%", REPEATS_GOAL_PCT);
	table_column(&table, runs, 'r', EVERYWHERE, 0);
	for (size_t i = 0; i < repeats.n; i++)
		add_repeated(&table, records, &repeats.row[i], repeats.n_runs,
			     si);
	document_part(document, IN_TEXT, NULL);
	document_table(document, EVERYWHERE, xprintf(
		"All %zu runs: %s to %s", repeats.n_runs, from, to), &table,
		xstrdup("A value is the geometric mean of the runs'. Its "
			"interval comes from the spread of the runs, and so "
			"holds for further ones. The last column is the number "
			"of runs that makes an interval of 2 % either way."));
	repeats_free(&repeats);
}

void
report_runs(struct document *document, const struct record *records, size_t n)
{
	part_runs(document, records, n, true);
	document->dense = true;
}
