/*
 * UnixBench's result lines and index table, to the column, for programs that
 * read its reports. Its "samples", and their time, are the passes that count.
 */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/clock.h"
#include "diskidx/statistics.h"
#include "diskidx/wrap.h"
#include "text.h"

#define CATEGORY "System Benchmarks"
#define FILE_COPY "File Copy"
#define TITLE_COLUMNS 37		/* of the longest title */
#define VALUE_COLUMNS 12
#define LINE_COLUMNS (TEXT_TITLE_COLUMNS + VALUE_COLUMNS + 8) /* to the tail */

/* The rows, sorted by their titles. */
struct rows {
	const struct result **row;	/* on the heap */
	size_t n;
};

static bool
is_suite(const struct result *result)
{
	const struct suite *suite = suite_of(result->id);

	return suite != NULL && suite->layout == LAYOUT_UNIXBENCH;
}

static int
compare_titles(const void *left, const void *right)
{
	const struct result *const *a = left, *const *b = right;

	return strcmp((*a)->title, (*b)->title);
}

/* Collect the rows of the suite, or the File Copy rows of other suites. */
static void
collect(struct rows *rows, const struct section *section, bool suite)
{
	const struct result *result;
	size_t at = 0;

	rows->n = 0;
	while ((result = view_result(section, &at)) != NULL)
		if (suite ? is_suite(result) :
		    strcmp(result->category, FILE_COPY) == 0)
			rows->row[rows->n++] = result;
	qsort(rows->row, rows->n, sizeof(*rows->row), compare_titles);
}

/* Count the samples with a lower value, or the same one earlier. */
static size_t
rank_of(const struct result *result, size_t at)
{
	const double *value = result->sample_value;
	size_t rank = 0, i;

	for (i = 0; i < result->n_samples; i++)
		rank += value[i] < value[at] ||
			(value[i] == value[at] && i < at);
	return rank;
}

/* Return the mean time of the passes that count, and their number. */
static double
kept_seconds(const struct result *result, size_t *kept)
{
	size_t dropped = result->rule == RULE_UNIXBENCH ?
			 result->n_samples / 3 : 0, i;
	double sum_s = 0;

	*kept = result->n_samples - dropped;
	for (i = 0; i < result->n_samples; i++)
		if (rank_of(result, i) >= dropped)
			sum_s += clock_seconds(
				result->sample[i].total.elapsed_ns);
	return sum_s / (double)*kept;
}

/* Return what stands behind the unit, on the heap. */
static char *
tail_of(const struct result *result)
{
	char marks[VIEW_MARKS];
	double seconds;
	size_t kept;

	if (!result->has_value)
		return xstrdup("(see the notes)");
	seconds = kept_seconds(result, &kept);
	return xprintf("(%.1f s, %zu samples)%s", seconds, kept,
		       view_marks(marks, result));
}

/*
 * Print a line with UnixBench's widths. If marks, which UnixBench has not, need
 * room, the title shrinks first, but not below the longest one.
 */
static void
put_result(FILE *out, const struct result *result)
{
	char *tail = tail_of(result), *title;
	int over = LINE_COLUMNS + (int)strlen(tail) - WRAP_COLUMNS;
	int spare = TEXT_TITLE_COLUMNS - TITLE_COLUMNS;
	int less = over < 0 ? 0 : over < spare ? over : spare;
	int value = VALUE_COLUMNS - (over > less ? over - less : 0);

	title = wrap_fit(result->title, (size_t)(TEXT_TITLE_COLUMNS - less));
	fprintf(out, "%-*s ", TEXT_TITLE_COLUMNS - less, title);
	if (result->has_value)
		fprintf(out, "%*.1f", value, result->value);
	else
		fprintf(out, "%*s", value, "n/a");
	fprintf(out, " %-5s %s\n", unit_name(result->unit), tail);
	free(title);
	free(tail);
}

/* Print the score, which is always partial: other categories are missing. */
static void
put_score(FILE *out, const struct rows *rows)
{
	double *index = xmalloc(rows->n * sizeof(*index));
	size_t n = 0, i;

	for (i = 0; i < rows->n; i++)
		if (rows->row[i]->scored)
			index[n++] = rows->row[i]->index;
	text_index_score(out, CATEGORY " Index Score (Partial Only)", n > 0,
			 n > 0 ? statistics_geometric_mean(index, n) : 0);
	putc('\n', out);
	free(index);
}

static void
put_rows(FILE *out, const struct rows *rows)
{
	size_t i;

	for (i = 0; i < rows->n; i++)
		put_result(out, rows->row[i]);
	putc('\n', out);
	text_index_head(out, CATEGORY " Partial Index");
	for (i = 0; i < rows->n; i++)
		text_index_row(out, rows->row[i], false);
	put_score(out, rows);
}

bool
text_unixbench(FILE *out, const struct section *section)
{
	struct rows rows;

	rows.row = xmalloc((section->record->n_results + 1) *
			   sizeof(*rows.row));
	collect(&rows, section, true);
	if (rows.n == 0)
		collect(&rows, section, false);
	if (rows.n > 0) {
		fputs(TEXT_RULE "\n", out);
		text_run(out, section);
		put_rows(out, &rows);
	}
	free(rows.row);
	return rows.n > 0;
}
