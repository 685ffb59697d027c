/* The table of several runs: see table.h. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/compared.h"
#include "summary.h"
#include "table.h"
#include "diskidx/trust.h"

#define PLOT_COLUMNS 16

/* The first columns, which stand only if they tell runs apart, or every column
 * is wanted. */
#define PLACES 4

/* The range of the intervals of all scores; 0: there is no score. */
struct range {
	double low, high;
};

/* Return the name of the row's suite or job file, on the heap. */
static char *
suite_name(const struct result *row)
{
	const struct suite *suite = suite_of(row->id);

	if (suite == NULL && strcmp(row->category, "Job") == 0)
		return xprintf("%.*s", (int)strcspn(row->id, ":"), row->id);
	return xstrdup(suite != NULL ? suite->name : suite_at(0)->name);
}

/* Return "disk, dd", on the heap. */
static char *
suites_of(const struct record *run)
{
	char *names = xstrdup("");

	for (size_t i = 0; i < run->n_results; i++) {
		char *name = suite_name(&run->result[i]);

		if (facts_find_word(names, name) == NULL)
			names = xjoin(names, ",", name);
		else
			free(name);
	}
	return names;
}

static char *
directory_of(const struct section *section)
{
	const char *name = view_target_fact(section->record, section->target,
					    FACT_DIRECTORY);

	name = name != NULL ? name : "-";
	return view_has_other_copies(section->record) ?
	       xprintf("%s, x%u", name, section->copies) : xstrdup(name);
}

/* Return a section's score over the disk's tests, or NULL. */
static const struct score *
score_of(const struct section *section)
{
	const struct score *score = view_score(section, INDEX_DISK);

	return score != NULL && score->rows > 0 ? score : NULL;
}

/* Widen the range by the interval of a score, or by the score. */
static void
cover(struct range *range, const struct score *score)
{
	double low = score->has_interval ? score->ci95.low : score->score;
	double high = score->has_interval ? score->ci95.high : score->score;

	range->low = range->low > 0 ? fmin(range->low, low) : low;
	range->high = fmax(range->high, high);
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

/* Add a range, in the digits of the headline. */
static void
add_range(struct table *table, double from, double to)
{
	table_take(table, xjoin(headline_figure(from), " to ",
				headline_figure(to)));
}

static void
add_places(struct table *table, const struct section *section)
{
	const struct record *run = section->record;
	const char *host = facts_get(&run->host, FACT_HOSTNAME);
	const char *note = facts_get(&run->plan, FACT_NOTE);
	const char *path = run->path != NULL ? run->path : "-";

	if (note != NULL)
		table_print(table, "%s (%s)", path, note);
	else
		table_add(table, path);
	table_take(table, suites_of(run));
	table_add(table, host != NULL ? host : "-");
	table_take(table, directory_of(section));
}

/* Add the line of a section, with a plot if there is a range. */
static void
add_line(struct table *table, const struct section *section,
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
		add_range(table, score->ci95.low, score->ci95.high);
	else
		table_add(table, "-");
	if (range->high > range->low)
		add_plot(table, range, score);
	table_add(table, judged ? trust_name(trust.level) : "-");
	free(trust.why);
}

static bool
varies(const struct table *table, size_t column)
{
	size_t columns = table_columns(table);

	for (size_t i = 2 * columns + column; i < table->n; i += columns)
		if (strcmp(table->cell[i], table->cell[i - columns]) != 0)
			return true;
	return false;
}

/* Drop a column of places, which are aligned alike. */
static void
drop(struct table *table, size_t column)
{
	size_t columns = table_columns(table), n = table->n;

	table->n = 0;
	for (size_t i = 0; i < n; i++)
		if (i % columns == column)
			free(table->cell[i]);
		else
			table->cell[table->n++] = table->cell[i];
	table->align++;
}

void
table_of_runs(struct table *table, const struct record *records, size_t n,
	      unsigned columns)
{
	struct range range = { 0, 0 };
	struct section section;
	size_t at, i;

	for (i = 0; i < n && columns & RUNS_PLOT; i++)
		for (at = 0; view_section(&section, &records[i], false, &at);)
			if (score_of(&section) != NULL)
				cover(&range, score_of(&section));
	table_begin(table, range.high > range.low ? "llllrrrrl" : "llllrrrl",
		    "Record,Suite,Host,Directory,Date,Score,95 % interval");
	if (range.high > range.low)
		add_range(table, range.low, range.high);
	table_add(table, "Trust");
	for (i = 0; i < n; i++)
		for (at = 0; view_section(&section, &records[i], false, &at);)
			add_line(table, &section, &range);
	for (i = PLACES; i-- > 0;)
		if (!(columns & RUNS_EVERY) && !varies(table, i))
			drop(table, i);
}

const struct record *
runs_newest(const struct record *records, size_t n)
{
	const struct record *newest = records;

	for (size_t i = 1; i < n; i++)
		if (records[i].started_s >= newest->started_s)
			newest = &records[i];
	return newest;
}
