/* The index tables and the scores of the text report. */
#include <config.h>

#include <stdlib.h>
#include <string.h>

#include "diskidx/message.h"
#include "diskidx/units.h"
#include "diskidx/validity.h"
#include "text.h"
#include "wrap.h"

static void
put_row(FILE *out, const struct result *result, bool si)
{
	const struct validity *flag = view_flag(result);
	char *title = wrap_fit(result->title, TEXT_TITLE_COLUMNS);
	double value = view_value(result->value, result->unit, si);
	double baseline = view_value(result->baseline, result->unit, si);

	fprintf(out, "%-*s ", TEXT_TITLE_COLUMNS, title);
	if (result->has_baseline)
		fprintf(out, "%12.1f ", baseline);
	else
		fprintf(out, "%12s ", "---");
	if (result->has_value)
		fprintf(out, "%12.1f ", value);
	else
		fprintf(out, "%12s ", "n/a");
	if (result->has_baseline && result->has_value)
		fprintf(out, "%8.1f", result->index);
	else
		fprintf(out, "%8s", "---");
	if (flag != NULL && result->has_baseline && !result->scored)
		fprintf(out, " %c", flag->mark);
	putc('\n', out);
	free(title);
}

static void
put_score(FILE *out, const struct score *score)
{
	char *name = xprintf("%s Index Score%s", score->name, score->partial ?
			     " (Partial Only)" : "");

	fprintf(out, "%-40s %12s %12s %8s\n", "", "", "", "========");
	if (score->rows > 0)
		fprintf(out, "%-66s %8.1f\n", name, score->score);
	else
		fprintf(out, "%-66s %8s\n", name, "---");
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
	fprintf(out, "%-40s %12s %12s %8s\n", name, "BASELINE", "RESULT",
		"INDEX");
	free(name);
	while ((result = view_result(section, &at)) != NULL) {
		if (strcmp(result->category, category) == 0)
			put_row(out, result, si);
	}
	if (score != NULL)
		put_score(out, score);
	putc('\n', out);
}

/* Whether the section has no earlier result of that category. */
static bool
is_first(const struct section *section, const struct result *of)
{
	const struct result *result;
	size_t at = 0;

	while ((result = view_result(section, &at)) != NULL && result != of) {
		if (strcmp(result->category, of->category) == 0)
			return false;
	}
	return true;
}

static void
put_interval(FILE *out, const struct score *score)
{
	char *text;

	if (!score->has_interval)
		return;
	text = xprintf("95 %% interval %.1f to %.1f", score->ci95.low,
		       score->ci95.high);
	fprintf(out, "%75s\n", text);
	free(text);
}

void
text_indexes(FILE *out, const struct section *section,
	     const struct format_options *options)
{
	const struct score *disk = view_score(section, INDEX_DISK);
	const struct result *result;
	size_t at = 0;

	while ((result = view_result(section, &at)) != NULL) {
		if (is_first(section, result))
			put_table(out, section, result->category, options->si);
	}
	if (disk == NULL)
		return;
	put_score(out, disk);
	put_interval(out, disk);
	putc('\n', out);
}
