/* The index tables and the scores of the text report. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/alloc.h"
#include "diskidx/units.h"
#include "diskidx/wrap.h"
#include "format/headline.h"
#include "format/position.h"
#include "text.h"

void
text_index_head(FILE *out, const char *name)
{
	fprintf(out, "%-*s %12s %12s %8s\n", TEXT_TITLE_COLUMNS, name,
		"BASELINE", "RESULT", "INDEX");
}

/* Print UnixBench's rows as it does, the others so that 10 x / is right. */
void
text_index_row(FILE *out, const struct result *result, bool si)
{
	char marks[VIEW_MARKS];
	char *title = wrap_fit(result->title, TEXT_TITLE_COLUMNS);
	double value = view_value(result->value, result->unit, si);
	double baseline = view_value(result->baseline, result->unit, si);
	bool is_kbps = result->unit == UNIT_KBPS;

	fprintf(out, "%-*s ", TEXT_TITLE_COLUMNS, title);
	if (result->has_baseline)
		fprintf(out, "%12.*f ", is_kbps ? 1 : 2, baseline);
	else
		fprintf(out, "%12s ", "---");
	if (result->has_value)
		fprintf(out, "%12.*f ", is_kbps ? 1 : view_decimals(value),
			value);
	else
		fprintf(out, "%12s ", "n/a");
	if (result->has_baseline && result->has_value)
		fprintf(out, "%8.1f", result->index);
	else
		fprintf(out, "%8s", "---");
	if (result->has_baseline && !result->scored)
		fputs(view_marks(marks, result), out);
	putc('\n', out);
	free(title);
}

void
text_index_score(FILE *out, const char *name, bool known, double score)
{
	fprintf(out, "%-*s %12s %12s %8s\n", TEXT_TITLE_COLUMNS, "", "", "",
		"========");
	if (known)
		fprintf(out, "%-66s %8.1f\n", name, score);
	else
		fprintf(out, "%-66s %8s\n", name, "---");
}

static void
put_score(FILE *out, const struct score *score, bool interrupted)
{
	char *name = xprintf("%s Index Score%s%s", score->name, score->partial ?
			     " (Partial Only)" : "", interrupted ?
			     " (Interrupted)" : "");

	text_index_score(out, name, score->rows > 0, score->score);
	free(name);
}

static void
put_table(FILE *out, const struct section *section, const char *category,
	  bool si)
{
	const struct score *score = view_score(section, category);
	const struct result *result;
	size_t at = 0;
	char *name;

	name = xprintf("%s %s", category, score != NULL && score->partial ?
		       "Partial Index" : "Index Values");
	text_index_head(out, name);
	free(name);
	while ((result = view_result(section, &at)) != NULL) {
		if (result->has_baseline &&
		    strcmp(result->category, category) == 0)
			text_index_row(out, result, si);
	}
	if (score != NULL)
		put_score(out, score, section->record->interrupted);
	putc('\n', out);
}

/* Return true for the first row of its category that the baseline knows. */
static bool
is_first(const struct section *section, const struct result *of)
{
	const struct result *result;
	size_t at = 0;

	while ((result = view_result(section, &at)) != of)
		if (result->has_baseline &&
		    strcmp(result->category, of->category) == 0)
			return false;
	return of->has_baseline;
}

/* Print the place of each of its categories among known devices. */
static void
put_positions(FILE *out, const struct section *section)
{
	const struct result *result;
	size_t at = 0;
	char *text;

	while ((result = view_result(section, &at)) != NULL) {
		if (!index_covers(INDEX_DISK, result->category) ||
		    !is_first(section, result))
			continue;
		text = position_of(section, result->category);
		if (text != NULL)
			wrap_print(out, "   ", 6, text);
		free(text);
	}
}

/* Print the headline; if verbose, also what a single row can do to it. */
static void
put_headline(FILE *out, const struct section *section, bool verbose)
{
	const struct score *disk = view_score(section, INDEX_DISK);
	char *text = headline_of(section);

	if (text == NULL)
		return;
	wrap_print(out, "", 3, text);
	free(text);
	if (verbose && disk->rows > 1) {
		text = xprintf("%.1f to %.1f with any one of its %zu tests "
			       "left out", disk->leave_one_out.low,
			       disk->leave_one_out.high, disk->rows);
		wrap_print(out, "   ", 6, text);
		free(text);
	}
	put_positions(out, section);
	putc('\n', out);
}

void
text_indexes(FILE *out, const struct section *section,
	     const struct format_options *options)
{
	const struct result *result;
	size_t at = 0;

	while ((result = view_result(section, &at)) != NULL)
		if (is_first(section, result))
			put_table(out, section, result->category, options->si);
	put_headline(out, section, options->verbose);
}
