/* The table of several runs: see runs.h. */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "comparison.h"
#include "headline.h"
#include "runs.h"
#include "trust.h"

#define PLOT_COLUMNS 16

/* The columns that stand only if they tell runs apart, or every column is
 * wanted. */
enum { RECORD, SUITE, HOST, DIRECTORY, PLACES };

static const char *const place_name[PLACES] = {
	"Record", "Suite", "Host", "Directory"
};

/* A run on one target by one number of copies. */
struct line {
	const struct record *run;
	const struct score *score;	/* NULL: none */
	const char *trust;
	char *place[PLACES];		/* owned */
};

struct lines {
	struct line *list;
	size_t n;
	double low, high;		/* of all intervals; 0: no score */
};

/* Return the name of a suite or of a job file, on the heap. */
static char *
suite_of_section(const struct section *section)
{
	size_t at = 0;
	const struct result *first = view_result(section, &at);

	if (section->suite != NULL)
		return xstrdup(section->suite->name);
	if (first != NULL && strcmp(first->category, "Job") == 0)
		return xprintf("%.*s", (int)strcspn(first->id, ":"),
			       first->id);
	return xstrdup(suite_at(0)->name);
}

/* Return "disk, dd", on the heap. */
static char *
suites_of(const struct record *run)
{
	char *names = xstrdup("");
	struct section section;
	size_t at = 0;

	while (view_section(&section, run, true, &at)) {
		char *name = suite_of_section(&section);

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
					    "directory");

	name = name != NULL ? name : "-";
	return view_has_other_copies(section->record) ?
	       xprintf("%s, x%u", name, section->copies) : xstrdup(name);
}

/* Widen the range by the interval of a score, or by the score. */
static void
cover(struct lines *lines, const struct score *score)
{
	double low = score->has_interval ? score->ci95.low : score->score;
	double high = score->has_interval ? score->ci95.high : score->score;

	lines->low = lines->low > 0 ? fmin(lines->low, low) : low;
	lines->high = fmax(lines->high, high);
}

static void
add_line(struct lines *lines, const struct section *section)
{
	const struct record *run = section->record;
	const struct score *score = view_score(section, INDEX_DISK);
	const char *host = facts_get(&run->host, "hostname");
	const char *note = facts_get(&run->plan, "note");
	const char *path = run->path != NULL ? run->path : "-";
	struct line *line;
	struct trust trust;

	lines->list = xrealloc(lines->list,
			       (lines->n + 1) * sizeof(*lines->list));
	line = &lines->list[lines->n++];
	*line = (struct line){ .run = run, .trust = "-" };
	if (score != NULL && score->rows > 0) {
		line->score = score;
		cover(lines, score);
	}
	if (trust_of(&trust, run, section->target, section->copies)) {
		line->trust = trust_name(trust.level);
		free(trust.why);
	}
	line->place[SUITE] = suites_of(run);
	line->place[HOST] = xstrdup(host != NULL ? host : "-");
	line->place[DIRECTORY] = directory_of(section);
	line->place[RECORD] = note == NULL ? xstrdup(path) :
			      xprintf("%s (%s)", path, note);
}

static bool
varies(const struct lines *lines, int place)
{
	for (size_t i = 1; i < lines->n; i++)
		if (strcmp(lines->list[i].place[place],
			   lines->list[0].place[place]) != 0)
			return true;
	return false;
}

/* Return the column of a value in the plot. */
static int
column_of(const struct lines *lines, double value)
{
	double width = lines->high - lines->low;

	return width > 0 ? (int)((value - lines->low) / width *
				 (PLOT_COLUMNS - 1) + 0.5) : 0;
}

/* Add the interval as "---o---", at its place in the range. */
static void
add_plot(struct table *table, const struct lines *lines,
	 const struct score *score)
{
	char text[PLOT_COLUMNS + 1] = "";

	memset(text, ' ', PLOT_COLUMNS);
	if (score != NULL && score->has_interval)
		for (int i = column_of(lines, score->ci95.low);
		     i <= column_of(lines, score->ci95.high); i++)
			text[i] = '-';
	if (score != NULL)
		text[column_of(lines, score->score)] = 'o';
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
add_score(struct table *table, const struct score *score)
{
	table_take(table, score != NULL ? headline_figure(score->score) :
		   xstrdup("-"));
	if (score != NULL && score->has_interval)
		add_range(table, score->ci95.low, score->ci95.high);
	else
		table_add(table, "-");
}

/* Fill the table; the plot's head is its range. */
static void
fill(struct table *table, const struct lines *lines, unsigned columns)
{
	bool has_plot = columns & RUNS_PLOT && lines->high > lines->low;
	const char *align = has_plot ? "llllrrrrl" : "llllrrrl";
	bool has[PLACES];
	int n = 0;

	for (int place = 0; place < PLACES; place++) {
		has[place] = columns & RUNS_EVERY || varies(lines, place);
		n += has[place];
	}
	table_begin(table, align + PLACES - n, "");
	for (int place = 0; place < PLACES; place++)
		if (has[place])
			table_add(table, place_name[place]);
	table_heads(table, "Date,Score,95 % interval");
	if (has_plot)
		add_range(table, lines->low, lines->high);
	table_add(table, "Trust");
	for (size_t i = 0; i < lines->n; i++) {
		const struct line *line = &lines->list[i];
		char minute[CLOCK_DATE];

		for (int place = 0; place < PLACES; place++)
			if (has[place])
				table_add(table, line->place[place]);
		table_add(table, comparison_minute(minute, line->run));
		add_score(table, line->score);
		if (has_plot)
			add_plot(table, lines, line->score);
		table_add(table, line->trust);
	}
}

void
table_of_runs(struct table *table, const struct record *records, size_t n,
	      unsigned columns)
{
	struct lines lines = { NULL, 0, 0, 0 };
	struct section section;
	size_t at;

	for (size_t i = 0; i < n; i++)
		for (at = 0; view_section(&section, &records[i], false, &at);)
			add_line(&lines, &section);
	fill(table, &lines, columns);
	for (size_t i = 0; i < lines.n; i++)
		for (int place = 0; place < PLACES; place++)
			free(lines.list[i].place[place]);
	free(lines.list);
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
