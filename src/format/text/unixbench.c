/*
 * UnixBench: the File Copy rows alone. Its result lines and index table, to the
 * column, for programs that read its reports; the title is our own, and the
 * notes follow below. Its "samples", and their time, are the passes that count.
 */
#include <config.h>

#include <inttypes.h>
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
#define INDEX_ROW "%-40s %12s %12s %8s"
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

static void
put_index(FILE *out, const struct result *result)
{
	char baseline[32] = "---", value[32] = "n/a", index[32] = "---";
	char *title = wrap_fit(result->title, TEXT_TITLE_COLUMNS);
	char marks[VIEW_MARKS] = "";

	if (result->has_baseline)
		snprintf(baseline, sizeof(baseline), "%.1f", result->baseline);
	if (result->has_value)
		snprintf(value, sizeof(value), "%.1f", result->value);
	if (result->has_baseline && result->has_value)
		snprintf(index, sizeof(index), "%.1f", result->index);
	if (result->has_baseline && !result->scored)
		view_marks(marks, result);
	fprintf(out, INDEX_ROW "%s\n", title, baseline, value, index, marks);
	free(title);
}

/* Print the score, which is always partial: other categories are missing. */
static void
put_score(FILE *out, const struct rows *rows)
{
	double *index = xmalloc(rows->n * sizeof(*index));
	char score[32] = "---";
	size_t n = 0, i;

	for (i = 0; i < rows->n; i++)
		if (rows->row[i]->scored)
			index[n++] = rows->row[i]->index;
	if (n > 0)
		snprintf(score, sizeof(score), "%.1f",
			 statistics_geometric_mean(index, n));
	fprintf(out, INDEX_ROW "\n%-66s %8s\n\n", "", "", "", "========",
		CATEGORY " Index Score (Partial Only)", score);
	free(index);
}

static void
put_rows(FILE *out, const struct rows *rows)
{
	size_t i;

	for (i = 0; i < rows->n; i++)
		put_result(out, rows->row[i]);
	putc('\n', out);
	fprintf(out, INDEX_ROW "\n", CATEGORY " Partial Index", "BASELINE",
		"RESULT", "INDEX");
	for (i = 0; i < rows->n; i++)
		put_index(out, rows->row[i]);
	put_score(out, rows);
}

static void
put_fact(FILE *out, const char *lead, const struct facts *facts,
	 enum fact_key key)
{
	const char *value = facts_get(facts, key);

	if (value != NULL)
		wrap_print(out, lead, TEXT_INDENT, value);
}

void
text_unixbench_head(FILE *out, const struct record *record)
{
	text_words(out, "   ", TEXT_INDENT, xprintf(
		"diskidx Disk Benchmark (Version %s)",
		record->version != NULL ? record->version : "?"));
	putc('\n', out);
	put_fact(out, "   System: ", &record->host, FACT_HOSTNAME);
	put_fact(out, "   OS: ", &record->host, FACT_OS);
	put_fact(out, "   Machine: ", &record->host, FACT_MACHINE);
	put_fact(out, "   CPU: ", &record->host, FACT_CPU);
	putc('\n', out);
	for (size_t i = 0; i < record->n_targets; i++)
		text_target(out, &record->target[i], false);
	putc('\n', out);
}

/* Print the period of the run and the number of copies. */
static void
put_run(FILE *out, const struct section *section)
{
	const struct record *record = section->record;
	uint64_t cpus = facts_number(&record->host, FACT_CPUS, 0);
	char from[CLOCK_DATE], to[CLOCK_DATE];
	int offset_s = record->utc_offset_s;

	fprintf(out, TEXT_RULE "\nBenchmark Run: %s - %s\n",
		clock_date(from, "%a %b %d %Y %H:%M:%S", record->started_s,
			   offset_s),
		clock_date(to, "%H:%M:%S", record->ended_s, offset_s));
	if (cpus == 0)
		fputs("unknown CPUs", out);
	else
		fprintf(out, "%" PRIu64 " CPU%s", cpus, cpus == 1 ? "" : "s");
	fprintf(out, " in system; running %u parallel %s of tests\n",
		section->copies, section->copies == 1 ? "copy" : "copies");
	if (record->n_targets > 1)
		text_place(out, section);
	putc('\n', out);
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
		put_run(out, section);
		put_rows(out, &rows);
	}
	free(rows.row);
	return rows.n > 0;
}

static void
put_report(FILE *out, const struct record *record,
	   const struct format_options *options)
{
	struct section section;
	bool any = false;
	size_t at = 0;

	text_unixbench_head(out, record);
	while (view_section(&section, record, false, &at))
		any |= text_unixbench(out, &section);
	if (!any)
		wrap_print(out, "", 0, "No File Copy test is in this record.");
	else
		text_record_notes(out, record, options);
}

static void
render(const struct record *records, size_t n,
       const struct format_options *options, FILE *stream)
{
	size_t i;

	for (i = 0; i < n; i++)
		put_report(stream, &records[i], options);
}

const struct format format_unixbench = {
	.name = "unixbench",
	.summary = "the File Copy rows as UnixBench reports them",
	.render = render,
	.compare = text_compare,
	.rank = text_rank,
};
