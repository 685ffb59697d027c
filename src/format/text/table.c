/*
 * The table of the text report: a row a test with its result, index, latency,
 * spread over the rounds and flags, below its category, which has its score.
 */
#include <config.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/units.h"
#include "diskidx/wrap.h"
#include "text.h"

#define NAME_COLUMNS 22		/* less where the figures need room */
#define SCORE_COLUMNS (NAME_COLUMNS + 16)	/* before a score */
#define ROW "%9s %-5s %7s %7s %7s %7s %6s"

/* Return the figures of a row and its marks, on the heap. */
static char *
figures_of(const struct result *result, bool si)
{
	struct histogram *h = result_latency(result);
	double shown = view_value(result->value, result->unit, si);
	char value[32], index[32] = "-", spread[16] = "-", marks[VIEW_MARKS];
	char p50[UNITS_TEXT], p99[UNITS_TEXT], max[UNITS_TEXT] = "-";
	char *figures;

	snprintf(value, sizeof(value), "%.*f", view_decimals(shown), shown);
	if (result->has_baseline)
		snprintf(index, sizeof(index), "%.*f",
			 units_decimals(result->index, 1), result->index);
	if (result->n_samples > 1)
		snprintf(spread, sizeof(spread), "%.1f%%",
			 fmin(100 * result->cv, 999.9));
	if (h != NULL)
		units_format_time(max, (double)h->max);
	figures = xprintf(ROW "%s", value, view_unit(result->unit, si), index,
			  view_percentile(p50, h, 50),
			  view_percentile(p99, h, 99), max, spread,
			  view_marks(marks, result));
	free(h);
	return figures;
}

/* Return the reason for a row without figures, on the heap, if it is short; the
 * notes have each. */
static char *
missing_of(const struct result *result)
{
	const char *reason = view_na_reason(result);

	if (strlen(reason) > WRAP_COLUMNS - SCORE_COLUMNS - 2)
		reason = "see the notes";
	return xprintf("%9s %-5s  %s", "n/a", "", reason);
}

/* Print a row; a name that is too long for its column has a line of its own. */
static void
put_row(FILE *out, const struct result *result, bool si)
{
	char *figures = result->has_value ? figures_of(result, si) :
			missing_of(result);
	int room = WRAP_COLUMNS - 1 - (int)strlen(figures);
	char *name = xprintf("  %s", result->id);

	room = room < NAME_COLUMNS ? room : NAME_COLUMNS;
	if ((int)strlen(name) > room) {
		wrap_print(out, "  ", 2, result->id);
		name[0] = '\0';
	}
	fprintf(out, "%-*s %s\n", room, name, figures);
	free(name);
	free(figures);
}

static void
put_category(FILE *out, const struct section *section, const char *category)
{
	const struct score *score = view_score(section, category);
	char *name = wrap_fit(category, SCORE_COLUMNS);

	if (score == NULL)
		fprintf(out, "%s\n", name);
	else if (score->rows > 0)
		fprintf(out, "%-*s %7.*f%s\n", SCORE_COLUMNS, name,
			units_decimals(score->score, 1), score->score,
			index_remark(score, false));
	else
		fprintf(out, "%-*s %7s\n", SCORE_COLUMNS, name, "-");
	free(name);
}

/* Return true for the section's first row of its category. */
static bool
is_first(const struct section *section, const struct result *of)
{
	const struct result *result;
	size_t at = 0;

	do
		result = view_result(section, &at);
	while (result != of && strcmp(result->category, of->category) != 0);
	return result == of;
}

void
text_table(FILE *out, const struct section *section, bool si)
{
	const struct result *first, *result;
	size_t at = 0, next;

	fprintf(out, "%-*s " ROW "\n", NAME_COLUMNS, "Test", "result", "",
		"index", "p50", "p99", "max", "spread");
	while ((first = view_result(section, &at)) != NULL) {
		if (!is_first(section, first))
			continue;
		put_category(out, section, first->category);
		for (next = 0; (result = view_result(section, &next)) != NULL;)
			if (strcmp(result->category, first->category) == 0)
				put_row(out, result, si);
	}
	putc('\n', out);
}
