/*
 * Files of several sizes, written, read and copied: a table for each, with
 * sizes in rows and as many directories side by side as fit.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/units.h"
#include "diskidx/wrap.h"
#include "format/sweep.h"
#include "text.h"

#define SIZE_COLUMNS 20
#define CELL_COLUMNS 19
#define MARK_COLUMNS 3		/* with a blank; more shift to the left */
#define VALUE_COLUMNS 7
#define TIME_COLUMNS 8
#define NAME_COLUMNS (VALUE_COLUMNS + 1 + TIME_COLUMNS)
#define SIDE_BY_SIDE ((WRAP_COLUMNS - SIZE_COLUMNS) / (CELL_COLUMNS + 1))

static const struct {
	enum action action;
	const char *name;
} tables[] = {
	{ ACTION_WRITE, "Write" },
	{ ACTION_READ, "Read" },
	{ ACTION_COPY, "Copy" },
};

#define N_TABLES (sizeof(tables) / sizeof(tables[0]))

/* Return the table's next row: the first result of each id; NULL: no more. */
static const struct result *
next_row(const struct section *all, enum action action, size_t *at)
{
	const struct result *result;

	while ((result = view_result(all, at)) != NULL)
		if (result->params.action == action &&
		    view_find(all, result->id) == result)
			break;
	return result;
}

/* Return the same test on one directory, or NULL. */
static const struct result *
same_on(const struct section *all, const struct result *row, unsigned target)
{
	struct section one = *all;

	one.all_targets = false;
	one.target = target;
	return view_find(&one, row->id);
}

/* Return a path, or the end of a long one, which tells more; on the heap. */
static char *
name_of(const char *directory, size_t width)
{
	size_t length;
	char *text, *fit;

	if (directory == NULL)
		return xstrdup("?");
	length = strlen(directory);
	if (length <= width)
		return wrap_fit(directory, width);
	text = xprintf("...%s", directory + length - (width - 3));
	fit = wrap_fit(text, width);
	free(text);
	return fit;
}

/* Print a line without the blanks at its end, and free it. */
static void
put_line(FILE *out, char *line)
{
	size_t length = strlen(line);

	while (length > 0 && line[length - 1] == ' ')
		length--;
	fprintf(out, "%.*s\n", (int)length, line);
	free(line);
}

/* Return a directory's name as the heading of its rates and times. */
static char *
heading_of(const struct section *group, unsigned target)
{
	const char *directory = view_target_fact(group->record, target,
						 "directory");
	char *name = name_of(directory, NAME_COLUMNS), *heading;

	heading = xprintf(" %*s%*s", NAME_COLUMNS, name,
			  CELL_COLUMNS - NAME_COLUMNS, "");
	free(name);
	return heading;
}

/* Return the mean time of a pass, with ">" if any was stopped early. */
static char *
time_of(const struct result *result)
{
	uint64_t whole = result->params.file_bytes * result->copies;
	char time[UNITS_TEXT];
	bool stopped = false;
	size_t i;

	for (i = 0; i < result->n_samples; i++)
		stopped |= result->sample[i].total.bytes < whole;
	units_format_time(time, view_seconds(result) * (double)NS_PER_S);
	return xprintf("%s%s", stopped ? ">" : "", time);
}

/* Return the rate, the time of one file, and the marks. */
static char *
cell_of(const struct result *result, bool si)
{
	char marks[VIEW_MARKS], *time, *cell, *fit;
	const char *start;
	double value;

	if (result == NULL || !result->has_value)
		return xprintf(" %*s%*s", VALUE_COLUMNS, result == NULL ?
			       "-" : "n/a", CELL_COLUMNS - VALUE_COLUMNS, "");
	time = time_of(result);
	value = view_value(result->value, result->unit, si);
	cell = xprintf("%*.*f %*s%-*s", VALUE_COLUMNS, view_decimals(value),
		       value, TIME_COLUMNS, time, MARK_COLUMNS,
		       view_marks(marks, result));
	for (start = cell; strlen(start) > CELL_COLUMNS && *start == ' ';)
		start++;
	fit = xprintf(" %.*s", CELL_COLUMNS, start);
	free(cell);
	free(time);
	return fit;
}

/*
 * Return the file's size and the options of the id. A file smaller than the
 * test's own has its size in brackets in the title.
 */
static char *
size_of(const struct result *result)
{
	const char *options = result->id + sweep_base_length(result->id);
	const char *bracket = strrchr(result->title, '(');
	char size[UNITS_TEXT], *text, *fit;

	units_format_size(size, result->params.file_bytes);
	if (bracket != NULL)
		text = xprintf("%.*s%s", (int)strcspn(bracket + 1, ")"),
			       bracket + 1, options);
	else
		text = xprintf("%s%s", size, options);
	fit = wrap_fit(text, SIZE_COLUMNS);
	free(text);
	return fit;
}

static void
put_lines(FILE *out, const struct section *group, enum action action,
	  unsigned first, unsigned end, bool si)
{
	const struct result *row;
	size_t at = 0;
	char *line, *size;

	while ((row = next_row(group, action, &at)) != NULL) {
		size = size_of(row);
		line = xprintf("%-*s", SIZE_COLUMNS, size);
		free(size);
		for (unsigned i = first; i < end; i++)
			line = xjoin(line, "",
				     cell_of(same_on(group, row, i), si));
		put_line(out, line);
	}
	putc('\n', out);
}

static void
put_table(FILE *out, const struct section *group, size_t table, bool si)
{
	unsigned n = (unsigned)group->record->n_targets, first, end, i;
	const struct result *row;
	size_t at = 0;
	char *name, *line;

	row = next_row(group, tables[table].action, &at);
	for (first = 0; row != NULL && first < n; first = end) {
		end = n - first < SIDE_BY_SIDE ? n : first + SIDE_BY_SIDE;
		name = xprintf("%s, %s", tables[table].name,
			       view_unit(row->unit, si));
		line = xprintf("%-*s", SIZE_COLUMNS, name);
		free(name);
		for (i = first; i < end; i++)
			line = xjoin(line, "", heading_of(group, i));
		put_line(out, line);
		put_lines(out, group, tables[table].action, first, end, si);
	}
}

void
text_sizes(FILE *out, const struct section *group, bool si)
{
	const struct record *record = group->record;
	struct section all = view_all_targets(group);
	uint64_t seconds = record->ended_s > record->started_s ?
			   record->ended_s - record->started_s : 0;
	char duration[UNITS_TEXT];

	for (size_t i = 0; i < N_TABLES; i++)
		put_table(out, &all, i, si);
	wrap_print(out, "", 0, "The rate, and the time of one file (>: stopped "
		   "before its end), including the flush of written data to "
		   "the disk.");
	fprintf(out, "Total run time: %s\n\n",
		units_format_duration(duration, seconds * NS_PER_S));
}
